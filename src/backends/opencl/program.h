/* Having a device's driver compile one of our texts. */
#ifndef VOLERY_BACKENDS_OPENCL_PROGRAM_H
#define VOLERY_BACKENDS_OPENCL_PROGRAM_H

#include "backends/opencl/choose.h"

/* Compiles the text `path` (texts.h) for a model (NULL: it has none) with more options ("-DVOL_DOUBLE=1"). `fast`: the
 * compiler may change bits. VOL_ERROR_DEVICE if it does not compile, with the beginning of what the compiler says.
 * `model` and `path` must be there. */
vol_result vol_cl_build(const vol_cl *cl, cl_context context, const vol_cl_device *device,
                        const vol_allocator *allocator, const char *path, const char *model, const char *options,
                        bool fast, cl_program *program, vol_error *error);

#endif
