/* Which devices there are, what they lack, and choosing one by what the host wrote. vol_device_read of
 * <volery/device.h> is here too. */
#ifndef VOLERY_BACKENDS_OPENCL_CHOOSE_H
#define VOLERY_BACKENDS_OPENCL_CHOOSE_H

#include "backends/opencl/api.h"

#include <volery/device.h>

typedef struct vol_cl_device {
    cl_platform_id platform;
    cl_device_id id;
    uint32_t number;       /* among all devices, as vol_device_read counts */
    vol_device_info info;  /* `lacks` is about what was asked for: exact or fast */
    size_t group_most;     /* work items of a group */
    uint64_t local_bytes;  /* memory of a group */
    size_t parameter_most; /* bytes of a kernel's arguments */
    uint32_t alignment;    /* bytes that the beginning of a part of a buffer must be a multiple of */
} vol_cl_device;

/* The device that is wanted:
 *     "gpu"     the first graphics card that lacks nothing, else the first other device that lacks nothing;
 *     "auto"    the first graphics card that lacks nothing;
 *     "1"       the device of that number;
 *     "h200"    the first device whose name has this in it, in capitals or not; one that lacks nothing if there is one.
 * `fast`: the bits of the processor are not needed. VOL_ERROR_NAME if no device is called so, VOL_ERROR_UNSUPPORTED if
 * there is none or it lacks something. */
vol_result vol_cl_choose(const vol_cl *cl, const char *wanted, bool fast, vol_cl_device *device, vol_error *error);

#endif
