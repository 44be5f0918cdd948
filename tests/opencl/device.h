/* An OpenCL device for tests: programs of this folder, buffers, kernels. What goes wrong fails the test. */
#ifndef VOL_TESTS_OPENCL_DEVICE_H
#define VOL_TESTS_OPENCL_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    char name[128];
} device;

/* The first device that has double precision; false if there is none. */
bool device_open(device *on);
void device_close(device *on);

/* Compiles a file of tests/opencl, or of the back end, in single or double precision. */
cl_program device_compile(const device *on, const char *file, const char *options);
cl_program device_compile_backend(const device *on, const char *file, const char *options);

/* A buffer that holds `bytes` from `data` (NULL: anything). One of no bytes is a byte long. */
cl_mem device_buffer(const device *on, size_t bytes, const void *data);
void device_write(const device *on, cl_mem buffer, size_t bytes, const void *data);
void device_read(const device *on, cl_mem buffer, size_t bytes, void *data);

/* Runs a kernel once for each of `count` boids; its arguments are buffers, and last the count. */
void device_run(const device *on, cl_program program, const char *kernel, cl_uint count, size_t buffers,
                const cl_mem *buffer);

/* An argument of a kernel. */
typedef struct device_argument {
    size_t bytes;
    const void *data;
} device_argument;

/* Runs a kernel in so many work groups of `local` work items each. */
void device_launch(const device *on, cl_program program, const char *kernel, size_t groups, size_t local,
                   size_t arguments, const device_argument *argument);

#endif
