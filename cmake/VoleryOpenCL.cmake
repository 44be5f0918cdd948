# Devices through OpenCL: the library needs its headers alone, and looks for libOpenCL when a device is asked for.

if(VOLERY_OPENCL AND WIN32)
    message(STATUS "on Windows volery is built without OpenCL: no devices")
elseif(VOLERY_OPENCL)
    # CUDA brings the headers too.
    find_path(VOLERY_OPENCL_INCLUDE CL/cl.h PATHS ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES include)
    mark_as_advanced(VOLERY_OPENCL_INCLUDE)
    if(VOLERY_OPENCL_INCLUDE)
        set(VOLERY_HAS_OPENCL ON)
        set(VOLERY_OPENCL_LIBRARIES ${CMAKE_DL_LIBS})
    else()
        message(STATUS "OpenCL headers not found (Debian: opencl-c-headers): no devices")
    endif()
endif()

set(VOLERY_OPENCL_SOURCES
    src/backends/opencl/api.c
    src/backends/opencl/choose.c
    src/backends/opencl/program.c
    src/backends/opencl/texts.c
    ${PROJECT_BINARY_DIR}/opencl_texts.c
    src/backends/opencl/memory.c
    src/backends/opencl/flocks.c
    src/backends/opencl/survey.c
    src/backends/opencl/nearby.c
    src/backends/opencl/raster.c
    src/backends/opencl/sort.c
    src/backends/opencl/step.c
    src/backends/opencl/work.c
    src/backends/opencl/backend.c
)

# What devices compile, beside all models and the programs themselves: the headers that are OpenCL C too.
set(VOLERY_OPENCL_TEXTS
    include/volery/models.def
    src/params/params.def
    src/params/surroundings.def
)
foreach(name IN ITEMS hash hilbert platform random sum)
    list(APPEND VOLERY_OPENCL_TEXTS src/core/${name}.h)
endforeach()
foreach(name IN ITEMS exponent lanes lookup maths number pair quick_root scalar vec)
    list(APPEND VOLERY_OPENCL_TEXTS src/lanes/${name}.h)
endforeach()
foreach(name IN ITEMS advance around blocks candidates cells context crowd device_boids device_data device_near
                      device_nearest device_runs edges geometry hard hard_far hard_line hard_parts look meal moments
                      near_runs nearby obstacle_cells raster relate self spawn spawn_numbers state_hash steer surround
                      terms waves)
    list(APPEND VOLERY_OPENCL_TEXTS src/kernels/${name}.h)
endforeach()

# Writes these texts into a C file, anew whenever one of them changes.
function(volery_embed_texts out)
    set(texts ${VOLERY_OPENCL_TEXTS})
    file(GLOB found RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/models/*.h
                             ${PROJECT_SOURCE_DIR}/src/backends/opencl/*.h ${PROJECT_SOURCE_DIR}/src/backends/opencl/*.cl)
    list(APPEND texts ${found})
    list(TRANSFORM texts PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
    list(JOIN texts "|" texts)
    set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake)
    add_custom_command(OUTPUT ${out} COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DTEXTS=${texts} -DOUT=${out}
                                             -P ${script}
                       DEPENDS ${script} ${files} COMMENT "Embedding what devices compile" VERBATIM)
endfunction()

# The sources of the list with what computes on devices in place of the file that says that there are none.
function(volery_opencl_sources list)
    if(VOLERY_HAS_OPENCL)
        list(REMOVE_ITEM ${list} src/backends/opencl/none.c)
        list(APPEND ${list} ${VOLERY_OPENCL_SOURCES})
        volery_embed_texts(${PROJECT_BINARY_DIR}/opencl_texts.c)
        set(${list} ${${list}} PARENT_SCOPE)
    endif()
endfunction()

function(volery_opencl_flags target)
    if(VOLERY_HAS_OPENCL)
        target_include_directories(${target} SYSTEM PRIVATE ${VOLERY_OPENCL_INCLUDE})
    endif()
endfunction()
