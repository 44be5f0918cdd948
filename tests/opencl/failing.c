/* OpenCL that fails. See failing.h. */
#include "failing.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static failing_orders orders;

failing_orders *failing_orders_of(void);
failing_orders *failing_orders_of(void) {
    return &orders;
}

/* The function of that name of the real library. */
static void find(const char *name, void *function, size_t bytes) {
    void *found = dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), name);
    memcpy(function, &found, bytes);
}

static bool fails(failing_function function) {
    orders.calls[function]++;
    if (orders.result == CL_SUCCESS || (orders.after > 0 && function != orders.function)) {
        return false;
    }
    if (orders.after > 0) {
        orders.after--;
        return false;
    }
    orders.begun = orders.begun || function == orders.function;
    return orders.begun && (orders.lost || function == orders.function);
}

static size_t counted(size_t bytes) {
    orders.bytes_read += bytes;
    orders.largest_read = bytes > orders.largest_read ? bytes : orders.largest_read;
    return bytes;
}

/* A function that returns whether it failed. */
#define FAILING(number, name, parameters, arguments) \
    cl_int name parameters {                         \
        static cl_int(CL_API_CALL *real) parameters; \
        if (!real) {                                 \
            find(#name, &real, sizeof real);         \
        }                                            \
        if (fails(number)) {                         \
            return orders.result;                    \
        }                                            \
        return real arguments;                       \
    }

/* And one that returns what it made. */
#define FAILING_TO_MAKE(number, made, name, parameters, arguments) \
    made name parameters {                                         \
        static made(CL_API_CALL *real) parameters;                 \
        if (!real) {                                               \
            find(#name, &real, sizeof real);                       \
        }                                                          \
        if (fails(number)) {                                       \
            *result = orders.result;                               \
            return NULL;                                           \
        }                                                          \
        return real arguments;                                     \
    }

FAILING_TO_MAKE(FAILING_CREATE_BUFFER, cl_mem, clCreateBuffer,
                (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *result),
                (context, flags, size, host, result))
FAILING_TO_MAKE(FAILING_CREATE_KERNEL, cl_kernel, clCreateKernel,
                (cl_program program, const char *kernel, cl_int *result), (program, kernel, result))
FAILING(FAILING_SET_KERNEL_ARG, clSetKernelArg, (cl_kernel kernel, cl_uint number, size_t size, const void *value),
        (kernel, number, size, value))
FAILING(FAILING_ENQUEUE_KERNEL, clEnqueueNDRangeKernel,
        (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *items,
         const size_t *group, cl_uint count, const cl_event *wait, cl_event *event),
        (queue, kernel, dimensions, offset, items, group, count, wait, event))
FAILING(FAILING_ENQUEUE_READ, clEnqueueReadBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size, void *host, cl_uint count,
         const cl_event *wait, cl_event *event),
        (queue, buffer, blocks, offset, counted(size), host, count, wait, event))
FAILING(FAILING_ENQUEUE_WRITE, clEnqueueWriteBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size, const void *host,
         cl_uint count, const cl_event *wait, cl_event *event),
        (queue, buffer, blocks, offset, size, host, count, wait, event))
FAILING(FAILING_ENQUEUE_COPY, clEnqueueCopyBuffer,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, size_t offset_to, size_t size, cl_uint count,
         const cl_event *wait, cl_event *event),
        (queue, from, to, offset, offset_to, size, count, wait, event))
FAILING(FAILING_ENQUEUE_FILL, clEnqueueFillBuffer,
        (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size,
         cl_uint count, const cl_event *wait, cl_event *event),
        (queue, buffer, pattern, pattern_size, offset, size, count, wait, event))

/* What a lost device had begun never comes to its end; what this one has begun must have, before its memory is gone. */
cl_int clFinish(cl_command_queue queue) {
    static cl_int(CL_API_CALL * real)(cl_command_queue);
    if (!real) {
        find("clFinish", &real, sizeof real);
    }
    const cl_int result = real(queue);
    return fails(FAILING_FINISH) ? orders.result : result;
}
