/* The OpenCL back end. */
#include "backends/backend.h"

const vol_backend *vol_opencl_backend(void) {
    return NULL;
}
