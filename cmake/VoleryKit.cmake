# Models of one's own: docs/own_models.md. Used where Volery is a folder of the host's project, and installed with the
# CMake package, which sets what the variables below say of the library at hand:
#   VOLERY_KIT_DIR          the headers of src/, and src/kit/
#   VOLERY_KIT_INCLUDE      the public headers
#   VOLERY_KIT_ISAS, VOLERY_KIT_PRECISIONS, VOLERY_KIT_EXACT, VOLERY_KIT_DEFINITIONS     what the library was built with
#   VOLERY_KIT_FLAGS_<isa>, VOLERY_KIT_LANES_<isa>

# volery_add_model(NAME HEADER file [DIMENSIONS 2|3|23]): the static library NAME_model, which has the model that
# VOL_DECLARE_MODEL(NAME) declares. The header defines NAME_sums, NAME_begin, NAME_see, NAME_decide and NAME_traits.
function(volery_add_model name)
    cmake_parse_arguments(arg "" "HEADER;DIMENSIONS" "" ${ARGN})
    if(NOT arg_HEADER)
        message(FATAL_ERROR "volery_add_model(${name}): HEADER is missing")
    endif()
    if(NOT arg_DIMENSIONS)
        set(arg_DIMENSIONS 23)
    endif()
    if(NOT arg_DIMENSIONS MATCHES "^(2|3|23)$")
        message(FATAL_ERROR "volery_add_model(${name}): DIMENSIONS is '${arg_DIMENSIONS}'; allowed are 2, 3 and 23 (both)")
    endif()
    get_filename_component(header ${arg_HEADER} ABSOLUTE)
    add_library(${name}_model STATIC ${VOLERY_KIT_DIR}/kit/model.c)
    volery_kit_flags(${name}_model ${name} ${arg_DIMENSIONS})
    foreach(isa IN LISTS VOLERY_KIT_ISAS)
        foreach(double IN LISTS VOLERY_KIT_PRECISIONS)
            set(target ${name}_model_${isa}_${double})
            add_library(${target} OBJECT ${VOLERY_KIT_DIR}/kit/kernels.c)
            volery_kit_flags(${target} ${name} ${arg_DIMENSIONS})
            target_compile_options(${target} PRIVATE ${VOLERY_KIT_FLAGS_${isa}})
            target_compile_definitions(${target} PRIVATE VOL_KIT_HEADER="${header}" VOL_ISA=${isa} VOL_DOUBLE=${double}
                                                         ${VOLERY_KIT_LANES_${isa}})
            target_sources(${name}_model PRIVATE $<TARGET_OBJECTS:${target}>)
        endforeach()
    endforeach()
endfunction()

# As the library itself is compiled: the flags that keep the bits, and optimised in every build type.
function(volery_kit_flags target name dimensions)
    set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON POSITION_INDEPENDENT_CODE ON
                                               C_VISIBILITY_PRESET default)
    target_include_directories(${target} PRIVATE ${VOLERY_KIT_DIR} ${VOLERY_KIT_INCLUDE})
    target_compile_options(${target} PRIVATE ${VOLERY_KIT_EXACT})
    if(NOT "${CMAKE_C_FLAGS_DEBUG}" MATCHES "[-/]RTC") # which Microsoft's compiler does not take beside -O2
        target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Release,RelWithDebInfo>>:-O2>)
    endif()
    target_compile_definitions(${target} PRIVATE VOL_KIT_MODEL=${name} VOL_KIT_DIMENSIONS=${dimensions}
                                                 ${VOLERY_KIT_DEFINITIONS})
endfunction()
