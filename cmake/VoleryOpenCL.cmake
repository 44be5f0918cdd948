# Devices through OpenCL: the library needs its headers alone, and looks for libOpenCL when a device is asked for.

if(VOLERY_OPENCL)
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
    src/backends/opencl/backend.c
)

# The sources of the list with what computes on devices in place of the file that says that there are none.
function(volery_opencl_sources list)
    if(VOLERY_HAS_OPENCL)
        list(REMOVE_ITEM ${list} src/backends/opencl/none.c)
        list(APPEND ${list} ${VOLERY_OPENCL_SOURCES})
        set(${list} ${${list}} PARENT_SCOPE)
    endif()
endfunction()

function(volery_opencl_flags target)
    if(VOLERY_HAS_OPENCL)
        target_include_directories(${target} SYSTEM PRIVATE ${VOLERY_OPENCL_INCLUDE})
    endif()
endfunction()
