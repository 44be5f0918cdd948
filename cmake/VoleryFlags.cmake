# How everything is compiled. The flags that keep the bits (contraction off, no fast-math) are here and nowhere else.

set(VOLERY_EXACT_FLAGS -ffp-contract=off -fno-fast-math -fno-math-errno)
set(VOLERY_WARNING_FLAGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${VOLERY_WERROR}>:-Werror>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^s390" AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    list(APPEND VOLERY_EXACT_FLAGS -fexcess-precision=fast) # else C17 computes floats as doubles there
endif()
if(MSVC)
    set(VOLERY_EXACT_FLAGS /fp:precise /Zc:preprocessor /experimental:c11atomics)
    set(VOLERY_WARNING_FLAGS /W3 $<$<BOOL:${VOLERY_WERROR}>:/WX>)
    # Its checks at run time, of build types that do not optimise, and optimisation exclude each other. Those of the
    # host's own files stay.
    string(REGEX REPLACE "[-/]RTC[1csu]+" "" CMAKE_C_FLAGS_DEBUG "${CMAKE_C_FLAGS_DEBUG}")
endif()
if(MINGW)
    set(VOLERY_SYSTEM_DEFINITIONS __USE_MINGW_ANSI_STDIO=1) # C's own printf, not that of Windows
    list(APPEND VOLERY_WARNING_FLAGS -Wno-float-conversion)  # its isnan and isfinite
endif()
if(EMSCRIPTEN)
    # What is loaded over a network is to be small, but for kernels (VoleryIsas.cmake). Its compiler driver does not take
    # one of these after another for the last one, so that the preset has none.
    set(VOLERY_SIZE_FLAGS -Oz)
    # Several threads may share the module's memory. Engines take these instructions where it is not shared, too.
    set(VOLERY_ATOMICS_FLAGS -matomics)
endif()
if(VOLERY_SANITIZE)
    set(VOLERY_SANITIZE_FLAGS -fsanitize=${VOLERY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()

# The library is optimised in every build type of the host: without, a step takes fifty times as long, and a game in
# Debug cannot be played. Where the type's own flags optimise already, they stand.
set(VOLERY_OPTIMIZE -O2 CACHE STRING "How the library is compiled in build types that do not optimise; empty: as they say")
function(volery_find_optimize_flags result)
    set(found "")
    set(configs ${CMAKE_CONFIGURATION_TYPES})
    if(NOT configs)
        set(configs "${CMAKE_BUILD_TYPE}")
    endif()
    if(NOT configs)
        set(configs none)
    endif()
    foreach(config IN LISTS configs)
        string(TOUPPER "${config}" upper)
        if(NOT "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${upper}}" MATCHES "(^| )[-/]O([1-9sxz]|fast|$| )" AND NOT EMSCRIPTEN)
            if(config STREQUAL none)
                list(APPEND found ${VOLERY_OPTIMIZE})
            else()
                list(APPEND found "$<$<CONFIG:${config}>:${VOLERY_OPTIMIZE}>")
            endif()
        endif()
    endforeach()
    set(${result} ${found} PARENT_SCOPE)
endfunction()
volery_find_optimize_flags(VOLERY_OPTIMIZE_FLAGS)

# Linking with the same sanitizers as the code was compiled with.
function(volery_link_flags target)
    target_link_options(${target} PUBLIC "$<BUILD_INTERFACE:${VOLERY_SANITIZE_FLAGS}>")
endfunction()

# Any C of ours: the program, the examples, the tests.
function(volery_flags target)
    target_compile_features(${target} PRIVATE c_std_17)
    set_target_properties(${target} PROPERTIES C_EXTENSIONS OFF C_STANDARD_REQUIRED ON)
    target_compile_options(${target} PRIVATE ${VOLERY_SIZE_FLAGS} ${VOLERY_ATOMICS_FLAGS} ${VOLERY_EXACT_FLAGS}
                                             ${VOLERY_WARNING_FLAGS} ${VOLERY_SANITIZE_FLAGS})
    target_compile_definitions(${target} PRIVATE ${VOLERY_SYSTEM_DEFINITIONS})
endfunction()

# C that uses POSIX beside C17: scenes, sound and the program, not the library. `scope` is as of
# target_compile_definitions.
function(volery_posix target scope)
    target_compile_definitions(${target} ${scope} _XOPEN_SOURCE=700 _FILE_OFFSET_BITS=64)
    if(APPLE)
        target_compile_definitions(${target} ${scope} _DARWIN_C_SOURCE) # else more is hidden there than POSIX has
    elseif(WIN32)
        # Its read and write take and return an int, its off_t is a long; and what gcc takes for a format of printf is
        # that of Windows, not the one that is called.
        target_compile_options(${target} ${scope} -include ${PROJECT_SOURCE_DIR}/common/windows/posix.h
                                                  -Wno-conversion -Wno-sign-conversion -Wno-format)
        target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/common/windows)
    endif()
endfunction()

# Code of the libraries that others link: what is not VOL_API stays inside.
function(volery_export_flags target)
    volery_flags(${target})
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
    if(WIN32 AND BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PRIVATE VOL_EXPORTS)
    endif()
    if(NOT EMSCRIPTEN)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
endfunction()

# The library's own code, which alone sees src/.
function(volery_library_flags target)
    volery_export_flags(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${target} PRIVATE ${VOLERY_WITHOUT})
    target_compile_options(${target} PRIVATE ${VOLERY_OPTIMIZE_FLAGS})
    if(VOLERY_SMALL)
        target_compile_options(${target} PRIVATE -Os -fno-asynchronous-unwind-tables)
    endif()
    if(VOLERY_LITTLE_INLINING)
        target_compile_definitions(${target} PRIVATE VOL_LITTLE_INLINING)
    endif()
endfunction()

# A program that runs in node where it is made by emscripten, with the files of this machine: itself one file, since old
# versions load a second one by fetch, which node has for addresses of the web alone. Elsewhere nothing is to be done.
function(volery_node_program target)
    if(EMSCRIPTEN)
        target_link_options(${target} PRIVATE ${VOLERY_SIZE_FLAGS} -sSINGLE_FILE=1 -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1)
    endif()
endfunction()
