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
#if VOL_BY_VALUE /* records come as arguments of a kernel: compilers read those as if they were constants */
#define VOL_SHARED __private
#else
#define VOL_SHARED __constant
#endif
#define VOL_RESTRICT restrict
typedef uint vol_u32;
typedef ulong vol_u64;
typedef long vol_i64;
#ifndef VOL_FAST
#define VOL_FAST 0
#endif
#if VOL_FAST /* products and sums may be one operation */
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef cl_khr_fp64 /* what surrounds flocks is doubles in every precision */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#else
#include <float.h>
#include <stddef.h>
#include <stdint.h>
#if defined(_MSC_VER)
#include <intrin.h>
#endif
/* Every sum and product is rounded once, to the precision of its type, or bits depend on the compiler. */
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Volery gives the same bits everywhere, which -ffast-math (/fp:fast) and its parts do not"
#endif
#if defined(__i386__) && !defined(__SSE2_MATH__)
#error "Volery needs -msse2 -mfpmath=sse here: x87 rounds twice"
#endif
#if defined(_M_IX86) && _M_IX86_FP < 2
#error "Volery needs /arch:SSE2 here: x87 rounds twice"
#endif
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16 /* 16: of halves alone more is kept */
#error "Volery needs floats computed as floats and doubles as doubles; s390x: -fexcess-precision=fast or -std=gnu17"
#endif
/* What a compiler has its own words for: to inline always or never, and to say nothing of a function that is not
 * used. */
#if defined(__GNUC__)
#define VOL_UNUSED __attribute__((unused))
#define VOL_ALWAYS_INLINE inline __attribute__((always_inline, unused))
#define VOL_NEVER_INLINE __attribute__((noinline, unused))
#elif defined(_MSC_VER)
#define VOL_UNUSED
#define VOL_ALWAYS_INLINE __forceinline
#define VOL_NEVER_INLINE __declspec(noinline)
#else
#define VOL_UNUSED
#define VOL_ALWAYS_INLINE inline
#define VOL_NEVER_INLINE
#endif
/* Bodies that take DIM, variant and the like as constants must be folded into their small callers. */
#if defined(VOL_LANES_EMULATED) /* lanes for tests: slow, but compiled fast */
#define VOL_INLINE static VOL_NEVER_INLINE
#elif defined(VOL_LITTLE_INLINING) /* for tests: the compiler folds what is short, which takes a fifth of the time */
#define VOL_INLINE static inline VOL_UNUSED
#else
#define VOL_INLINE static VOL_ALWAYS_INLINE
#endif
/* Functions that few worlds need (1) are made small where they are loaded over a network; others (0) are not. */
#if defined(__wasm__) && defined(__clang__)
#define VOL_SELDOM_1 __attribute__((minsize))
#else
#define VOL_SELDOM_1
#endif
#define VOL_SELDOM_0
/* And long ones that are called from many places must not be: size and compile time count too. */
#define VOL_OUTLINE static VOL_NEVER_INLINE
#define VOL_APART VOL_OUTLINE
#define VOL_GLOBAL
#define VOL_SHARED
#define VOL_RESTRICT restrict
/* Memory that will be read, or written, soon: on its way to the caches while something else is done. It may be any
 * address, also one of no memory. */
#if defined(__GNUC__)
#define VOL_WILL_READ(address) __builtin_prefetch((const void *)(address), 0)
#define VOL_WILL_WRITE(address) __builtin_prefetch((const void *)(address), 1)
#else
#define VOL_WILL_READ(address) ((void)(address))
#define VOL_WILL_WRITE(address) ((void)(address))
#endif
/* Is it known while compiling? Where a compiler does not tell, it is not. */
#if defined(__GNUC__)
#define VOL_KNOWN(a) __builtin_constant_p(a)
#else
#define VOL_KNOWN(a) 0
#endif
/* The number of the lowest bit that is set; one is. */
static inline unsigned vol_lowest_bit(unsigned long long bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned n = 0;
    for (; (bits & 1) == 0; bits >>= 1) {
        n++;
    }
    return n;
#endif
}
/* Can this machine run an instruction set of the registry? Those not named here run everywhere they are compiled. */
#if defined(_MSC_VER) && defined(_M_X64)
static inline int vol_cpu_runs(const char *isa) {
    const int avx2 = 1 << 5, avx512 = (int)(1U << 16 | 1U << 17 | 1U << 30 | 1U << 31); /* f, dq, bw, vl */
    const int wanted = isa[0] != 'a' ? 0 : isa[3] == '2' ? avx2 : avx512;
    const unsigned long long kept = isa[0] != 'a' ? 0 : isa[3] == '2' ? 0x06 : 0xE6; /* registers, by the system */
    int first[4], more[4];
    __cpuid(first, 1);
    __cpuidex(more, 7, 0);
    const int keeps = first[2] & 1 << 27; /* the system keeps registers that it is asked for */
    const int fuses = first[2] & 1 << 12; /* multiplies and adds in one: AVX2 is used with that alone */
    return wanted == 0 || (keeps && fuses && (_xgetbv(0) & kept) == kept && (more[1] & wanted) == wanted);
}
#define VOL_CPU_RUNS(isa) vol_cpu_runs(isa)
#elif defined(__x86_64__)
static inline int vol_cpu_runs(const char *isa) {
    __builtin_cpu_init();
    if (isa[0] == 'a' && isa[3] == '2') { /* avx2 */
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
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
#if defined(_MSC_VER) && defined(_M_X64)
#define VOL_PAUSE() _mm_pause()
#elif defined(__x86_64__)
#define VOL_PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__) && defined(__GNUC__)
#define VOL_PAUSE() __asm__ volatile("yield")
#else
#define VOL_PAUSE() ((void)0)
#endif
/* The compiler checks the arguments of our own printf-like functions. */
#if defined(__MINGW32__) /* whose printf is not that of Windows: __USE_MINGW_ANSI_STDIO */
#define VOL_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define VOL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define VOL_PRINTF(text, first)
#endif
typedef uint32_t vol_u32;
typedef uint64_t vol_u64;
typedef int64_t vol_i64;
_Static_assert(sizeof 1.0 == sizeof(double), "without -fsingle-precision-constant");
#if defined(__clang__)
#if defined(__x86_64__) || defined(__i386__) || defined(__s390x__)
#pragma float_control(precise, on) /* clang has no words for parts of -ffast-math, but here they can be undone */
#endif
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
#endif

/* One source for both precisions: a file that includes lanes or kernels is compiled once with VOL_DOUBLE 0, once with
 * 1. */
#ifdef VOL_DOUBLE
#if VOL_DOUBLE
typedef double real;
#ifdef VOL_OPENCL
typedef double2 real2;
typedef double4 real4;
#endif
#define VOL_PRECISION_SUFFIX double
#else
typedef float real;
#ifdef VOL_OPENCL
typedef float2 real2;
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
