/* Finding OpenCL at run time. The only file that knows about shared libraries. */
#include "backends/opencl/api.h"

#include "core/error.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The table has the types of the header. */
#define VOL_CL_FUNCTION(result, name, arguments) \
    _Static_assert(_Generic(&cl##name, result(CL_API_CALL *) arguments : 1, default : 0), "cl" #name);
#include "backends/opencl/functions.def"

/* C has no conversion from what dlsym returns to a function; POSIX says that the bits are those of one. */
static bool find(void *library, const char *name, void *function, size_t bytes) {
    void *found = dlsym(library, name);
    VOL_ASSERT(bytes == sizeof found);
    memcpy(function, &found, bytes);
    return found != NULL;
}

bool vol_cl_open(vol_cl *cl, vol_error *error) {
    const char *elsewhere = getenv("VOLERY_OPENCL");
    const char *name = elsewhere && *elsewhere ? elsewhere : "libOpenCL.so.1";
    /* It is never closed: drivers leave threads and handlers behind that run its code until the process ends. Opening
     * it again gives the same library. */
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        vol_fail(error, VOL_ERROR_UNSUPPORTED, "device",
                 "there is no OpenCL on this machine: %.80s was not found; Debian: ocl-icd-libopencl1 and a driver",
                 name);
        return false;
    }
#define VOL_CL_FUNCTION(result, function, arguments)                                                                  \
    if (!find(library, "cl" #function, &cl->function, sizeof cl->function)) {                                         \
        vol_fail(error, VOL_ERROR_UNSUPPORTED, "device", "%.80s has no cl" #function ": OpenCL 1.2 is needed", name); \
        return false;                                                                                                 \
    }
#include "backends/opencl/functions.def"
    return true;
}

const char *vol_cl_error_name(cl_int result) {
#define NAMED(name) \
    { name, #name }
    static const struct {
        cl_int result;
        const char *name;
    } names[] = {
        NAMED(CL_SUCCESS),
        NAMED(CL_DEVICE_NOT_FOUND),
        NAMED(CL_DEVICE_NOT_AVAILABLE),
        NAMED(CL_COMPILER_NOT_AVAILABLE),
        NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE),
        NAMED(CL_OUT_OF_RESOURCES),
        NAMED(CL_OUT_OF_HOST_MEMORY),
        NAMED(CL_PROFILING_INFO_NOT_AVAILABLE),
        NAMED(CL_MEM_COPY_OVERLAP),
        NAMED(CL_BUILD_PROGRAM_FAILURE),
        NAMED(CL_MAP_FAILURE),
        NAMED(CL_MISALIGNED_SUB_BUFFER_OFFSET),
        NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
        NAMED(CL_INVALID_VALUE),
        NAMED(CL_INVALID_PLATFORM),
        NAMED(CL_INVALID_DEVICE),
        NAMED(CL_INVALID_CONTEXT),
        NAMED(CL_INVALID_QUEUE_PROPERTIES),
        NAMED(CL_INVALID_COMMAND_QUEUE),
        NAMED(CL_INVALID_MEM_OBJECT),
        NAMED(CL_INVALID_BINARY),
        NAMED(CL_INVALID_BUILD_OPTIONS),
        NAMED(CL_INVALID_PROGRAM),
        NAMED(CL_INVALID_PROGRAM_EXECUTABLE),
        NAMED(CL_INVALID_KERNEL_NAME),
        NAMED(CL_INVALID_KERNEL),
        NAMED(CL_INVALID_ARG_INDEX),
        NAMED(CL_INVALID_ARG_VALUE),
        NAMED(CL_INVALID_ARG_SIZE),
        NAMED(CL_INVALID_KERNEL_ARGS),
        NAMED(CL_INVALID_WORK_DIMENSION),
        NAMED(CL_INVALID_WORK_GROUP_SIZE),
        NAMED(CL_INVALID_WORK_ITEM_SIZE),
        NAMED(CL_INVALID_GLOBAL_OFFSET),
        NAMED(CL_INVALID_EVENT_WAIT_LIST),
        NAMED(CL_INVALID_EVENT),
        NAMED(CL_INVALID_OPERATION),
        NAMED(CL_INVALID_BUFFER_SIZE),
        NAMED(CL_INVALID_GLOBAL_WORK_SIZE),
        NAMED(CL_INVALID_PROPERTY),
        {-1001, "CL_PLATFORM_NOT_FOUND_KHR"}, /* of the library that finds drivers */
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].result == result) {
            return names[i].name;
        }
    }
    return "an unknown error";
}
