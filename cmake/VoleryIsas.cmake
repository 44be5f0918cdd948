# The instruction sets: which there are on this processor, and the flags and lanes of each.
# src/kernels/isa_<name>.c is compiled once in single and once in double precision.

set(VOLERY_ISAS scalar)
if(VOLERY_EMULATED)
    list(APPEND VOLERY_ISAS emulated3 emulated8)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND VOLERY_ISAS sse2 avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
    list(APPEND VOLERY_ISAS neon)
endif()

set(VOLERY_FLAGS_sse2 -msse2)
set(VOLERY_FLAGS_avx2 -mavx2 -mpopcnt)
set(VOLERY_FLAGS_avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mpopcnt)

# What selects the lanes where a file does not choose them itself (tests of the lanes).
set(VOLERY_LANES_scalar VOL_LANES_SCALAR)
set(VOLERY_LANES_emulated3 VOL_LANES_EMULATED VOL_WIDTH=3)
set(VOLERY_LANES_emulated8 VOL_LANES_EMULATED VOL_WIDTH=8)
set(VOLERY_LANES_sse2 VOL_LANES_SSE2)
set(VOLERY_LANES_avx2 VOL_LANES_AVX2)
set(VOLERY_LANES_avx512 VOL_LANES_AVX512)
set(VOLERY_LANES_neon VOL_LANES_NEON)

# Compiles the kernels of every instruction set in both precisions and appends their objects to the list `objects`.
function(volery_add_kernels objects)
    set(result ${${objects}})
    foreach(isa IN LISTS VOLERY_ISAS)
        foreach(double IN ITEMS 0 1)
            set(target volery_kernels_${isa}_${double})
            add_library(${target} OBJECT src/kernels/isa_${isa}.c)
            volery_library_flags(${target})
            target_compile_options(${target} PRIVATE ${VOLERY_FLAGS_${isa}})
            target_compile_definitions(${target} PRIVATE VOL_DOUBLE=${double})
            list(APPEND result $<TARGET_OBJECTS:${target}>)
        endforeach()
    endforeach()
    set(${objects} ${result} PARENT_SCOPE)
endfunction()
