/* What differs between compilers, and between C and OpenCL C, in one place.
 *
 * Headers under lanes/, models/ and the bodies under kernels/ are compiled both as C17 and as OpenCL C 1.2: they
 * include this file and nothing from libc.
 */
#ifndef VOLERY_CORE_PLATFORM_H
#define VOLERY_CORE_PLATFORM_H

/* The compiler always names the language's version; only a platform names its own. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define VOL_OPENCL 1
#endif

#ifdef VOL_OPENCL
#define VOL_INLINE static inline __attribute__((always_inline))
#define VOL_OUTLINE static __attribute__((noinline))
#define VOL_APART static __attribute__((noinline))
#define VOL_GLOBAL __global
#define VOL_SHARED __constant
#define VOL_RESTRICT restrict
typedef uint vol_u32;
typedef ulong vol_u64;
typedef long vol_i64;
#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp64 /* what surrounds flocks is doubles in every precision */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#else
#include <stddef.h>
#include <stdint.h>
/* Bodies that take DIM, variant and the like as constants must be folded into their small callers. */
#if defined(VOL_LANES_EMULATED) /* lanes for tests: slow, but compiled fast */
#define VOL_INLINE static __attribute__((noinline, unused))
#elif defined(VOL_LITTLE_INLINING) /* for tests: the compiler folds what is short, which takes a fifth of the time */
#define VOL_INLINE static inline __attribute__((unused))
#else
#define VOL_INLINE static inline __attribute__((always_inline, unused))
#endif
/* The same where devices' compilers, which have one kernel at a time, would take too long over it. */
#define VOL_APART VOL_INLINE
/* And long ones that are called from many places must not be: compile time counts too. */
#define VOL_OUTLINE static __attribute__((noinline, unused))
#define VOL_GLOBAL
#define VOL_SHARED
#define VOL_RESTRICT restrict
/* Can this machine run an instruction set of the registry? Those not named here run everywhere they are compiled. */
#if defined(__x86_64__)
static inline int vol_cpu_runs(const char *isa) {
    __builtin_cpu_init();
    if (isa[0] == 'a' && isa[3] == '2') { /* avx2 */
        return __builtin_cpu_supports("avx2");
    }
    if (isa[0] == 'a') { /* avx512 */
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    }
    return 1;
}
#define VOL_CPU_RUNS(isa) vol_cpu_runs(isa)
#else
#define VOL_CPU_RUNS(isa) ((void)(isa), 1)
#endif
/* Tells the processor that a loop only waits. */
#if defined(__x86_64__)
#define VOL_PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define VOL_PAUSE() __asm__ volatile("yield")
#else
#define VOL_PAUSE() ((void)0)
#endif
/* The compiler checks the arguments of our own printf-like functions. */
#define VOL_PRINTF(text, first) __attribute__((format(printf, text, first)))
typedef uint32_t vol_u32;
typedef uint64_t vol_u64;
typedef int64_t vol_i64;
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
#endif

/* One source for both precisions: a file that includes lanes or kernels is compiled once with VOL_DOUBLE 0, once with
 * 1. */
#ifdef VOL_DOUBLE
#if VOL_DOUBLE
typedef double real;
#ifdef VOL_OPENCL
typedef double4 real4;
#endif
#define VOL_PRECISION_SUFFIX double
#else
typedef float real;
#ifdef VOL_OPENCL
typedef float4 real4;
#endif
#define VOL_PRECISION_SUFFIX single
#endif
/* A constant of the precision in use. */
#define REAL(x) ((real)(x))
#endif

#define VOL_CAT_(a, b) a##_##b
#define VOL_CAT(a, b) VOL_CAT_(a, b)

#endif
