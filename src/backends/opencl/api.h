/* OpenCL 1.2, looked for when it is needed: the library is not linked with it, and works where there is none. All calls
 * of OpenCL go through this table. */
#ifndef VOLERY_BACKENDS_OPENCL_API_H
#define VOLERY_BACKENDS_OPENCL_API_H

#include <volery/base.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* cl->CreateBuffer(...) is clCreateBuffer(...). */
typedef struct vol_cl {
#define VOL_CL_FUNCTION(result, name, arguments) result(CL_API_CALL *name) arguments;
#include "backends/opencl/functions.def"
} vol_cl;

/* Fills the table. The library of OpenCL is libOpenCL.so.1, or what the environment variable VOLERY_OPENCL names, for
 * systems that have it elsewhere. VOL_ERROR_UNSUPPORTED where there is none, and the error says what is missing. */
bool vol_cl_open(vol_cl *cl, vol_error *error);

/* The name of what a function of OpenCL returned, "CL_OUT_OF_RESOURCES"; of one that is not known, "an unknown error".
 */
const char *vol_cl_error_name(cl_int result);

#endif
