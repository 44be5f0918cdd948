/* A library that stands in for OpenCL (environment variable VOLERY_OPENCL) and fails when it is told to. It has the
 * functions below itself; all others are found in the OpenCL that it is linked with. */
#ifndef VOL_TESTS_OPENCL_FAILING_H
#define VOL_TESTS_OPENCL_FAILING_H

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef enum failing_function {
    FAILING_CREATE_BUFFER,
    FAILING_CREATE_KERNEL,
    FAILING_SET_KERNEL_ARG,
    FAILING_ENQUEUE_KERNEL,
    FAILING_ENQUEUE_READ,
    FAILING_ENQUEUE_WRITE,
    FAILING_ENQUEUE_COPY,
    FAILING_ENQUEUE_FILL,
    FAILING_FINISH,
    FAILING_FUNCTIONS
} failing_function;

/* What it is told: after so many more calls of a function it returns `result`, for ever, and if the device is lost by
 * that, so do all the others. A result of 0: it never fails. `calls` counts those of each function. */
typedef struct failing_orders {
    failing_function function;
    long after;
    int result;
    int lost, begun; /* all functions; it has failed */
    long calls[FAILING_FUNCTIONS];
    unsigned long long bytes_read, largest_read; /* from buffers: of all calls, and of one */
} failing_orders;

/* By this name the library has a function that returns its orders. */
#define FAILING_ORDERS "failing_orders_of"
typedef failing_orders *(*failing_orders_function)(void);

/* The orders of the one that VOLERY_OPENCL names; NULL if it is another library. */
static inline failing_orders *failing_find_orders(void) {
    failing_orders_function function;
    void *library = dlopen(getenv("VOLERY_OPENCL"), RTLD_NOW), *found = library ? dlsym(library, FAILING_ORDERS) : NULL;
    memcpy(&function, &found, sizeof function);
    return found ? function() : NULL;
}

#endif
