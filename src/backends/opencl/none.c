/* In place of the OpenCL back end where the library is built without: there are no devices. */
#include "backends/backend.h"

#include "core/error.h"

#include <volery/device.h>

const vol_backend *vol_opencl_backend(void) {
    return NULL;
}

vol_result vol_device_read(uint32_t number, vol_device_info *info, size_t bytes, vol_error *error) {
    (void)number, (void)info, (void)bytes;
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device",
                    "this library was built without OpenCL: its headers were missing, or VOLERY_OPENCL was off");
}
