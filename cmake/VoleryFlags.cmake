# How everything is compiled. The flags that keep the bits (contraction off, no fast-math) are here and nowhere else.

set(VOLERY_EXACT_FLAGS -ffp-contract=off -fno-fast-math -fno-math-errno)
set(VOLERY_WARNING_FLAGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${VOLERY_WERROR}>:-Werror>)
if(VOLERY_SANITIZE)
    set(VOLERY_SANITIZE_FLAGS -fsanitize=${VOLERY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()

# Linking with the same sanitizers as the code was compiled with.
function(volery_link_flags target)
    target_link_options(${target} PUBLIC "$<BUILD_INTERFACE:${VOLERY_SANITIZE_FLAGS}>")
endfunction()

# Any C of ours: the program, the examples, the tests.
function(volery_flags target)
    target_compile_features(${target} PRIVATE c_std_17)
    set_target_properties(${target} PROPERTIES C_EXTENSIONS OFF C_STANDARD_REQUIRED ON)
    target_compile_options(${target} PRIVATE ${VOLERY_EXACT_FLAGS} ${VOLERY_WARNING_FLAGS} ${VOLERY_SANITIZE_FLAGS})
endfunction()

# Code of the libraries that others link: what is not VOL_API stays inside.
function(volery_export_flags target)
    volery_flags(${target})
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# The library's own code, which alone sees src/.
function(volery_library_flags target)
    volery_export_flags(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    if(VOLERY_LITTLE_INLINING)
        target_compile_definitions(${target} PRIVATE VOL_LITTLE_INLINING)
    endif()
endfunction()
