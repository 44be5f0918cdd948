# How a test is declared. Exit code 77 means skipped.
#
# Labels: `unit` unless told otherwise; `device` opens one, with the processor's usual lanes beside it; `threads` also
# runs under the thread sanitizer; `slow` is left out under the sanitizers; `check` runs in `make check` and not in
# `make test`; `long` runs in `make check-long` alone.
# A limit of time only ends what hangs: the presets have one for all, a hundred times what a test takes.

if(CMAKE_CROSSCOMPILING)
    add_library(volery_cmocka INTERFACE)
    target_include_directories(volery_cmocka INTERFACE ${PROJECT_SOURCE_DIR}/tests/cross)
    add_library(PkgConfig::CMOCKA ALIAS volery_cmocka)
else()
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
endif()

# The library with its insides: hidden symbols and src/ are there for the tests, also when volery is a shared library.
add_library(volery_inside STATIC ${VOLERY_OBJECTS})
set_target_properties(volery_inside PROPERTIES LINKER_LANGUAGE C)
target_include_directories(volery_inside PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(volery_inside PUBLIC Threads::Threads ${VOLERY_OPENCL_LIBRARIES})
volery_link_flags(volery_inside)
if(VOLERY_HAS_OPENCL)
    target_include_directories(volery_inside SYSTEM PUBLIC ${VOLERY_OPENCL_INCLUDE})
endif()

function(volery_test_program target)
    volery_flags(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${target} PRIVATE volery_inside PkgConfig::CMOCKA m)
    target_compile_definitions(${target} PRIVATE VOL_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
endfunction()

# volery_add_test(name SOURCES file... [LABELS label...] [DEFINITIONS NAME=VALUE...])
function(volery_add_test name)
    cmake_parse_arguments(arg "" "" "SOURCES;LABELS;DEFINITIONS" ${ARGN})
    if(NOT arg_LABELS)
        set(arg_LABELS unit)
    endif()
    add_executable(${name} ${arg_SOURCES})
    volery_test_program(${name})
    target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" SKIP_RETURN_CODE 77)
endfunction()

# volery_add_lanes_test(name SOURCES file...): once for each instruction set and precision, named name.isa.precision.
function(volery_add_lanes_test name)
    cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
    foreach(isa IN LISTS VOLERY_BUILT_ISAS)
        foreach(double IN ITEMS 0 1)
            set(precision single)
            if(double)
                set(precision double)
            endif()
            set(program ${name}.${isa}.${precision})
            volery_add_test(${program} SOURCES ${arg_SOURCES} DEFINITIONS ${VOLERY_LANES_${isa}} VOL_DOUBLE=${double})
            target_compile_options(${program} PRIVATE ${VOLERY_FLAGS_${isa}})
            if(isa STREQUAL avx512) # and the wider lanes that measures have
                set(wide ${name}.${isa}.wide.${precision})
                volery_add_test(${wide} SOURCES ${arg_SOURCES} DEFINITIONS ${VOLERY_LANES_${isa}} VOL_DOUBLE=${double}
                                                                           VOL_FOR_METERS=1)
                target_compile_options(${wide} PRIVATE ${VOLERY_FLAGS_${isa}})
            endif()
        endforeach()
    endforeach()
endfunction()
