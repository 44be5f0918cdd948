#define _POSIX_C_SOURCE 200809L /* fork */
#include "device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void must(cl_int result, const char *what) {
    if (result != CL_SUCCESS) {
        fail_msg("%s: OpenCL says %d", what, (int)result);
    }
}

static bool has_doubles(cl_device_id id) {
    cl_device_fp_config doubles = 0;
    return clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL) == CL_SUCCESS && doubles;
}

static bool find_device(cl_device_id *found) {
    cl_platform_id platform[8];
    cl_uint platforms = 0;
    if (clGetPlatformIDs(8, platform, &platforms) != CL_SUCCESS) {
        return false;
    }
    for (cl_uint i = 0; i < platforms && i < 8; i++) {
        cl_device_id id[8];
        cl_uint devices = 0;
        if (clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_ALL, 8, id, &devices) != CL_SUCCESS) {
            continue;
        }
        for (cl_uint d = 0; d < devices && d < 8; d++) {
            if (has_doubles(id[d])) {
                *found = id[d];
                return true;
            }
        }
    }
    return false;
}

/* Whether a process that looks for a device survives it: drivers end the process where they cannot start, as PoCL does
 * in a system without /sys. */
static bool driver_starts(void) {
    pid_t child = fork();
    if (child == 0) {
        cl_device_id id;
        _exit(find_device(&id) ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool device_open(device *on) {
    cl_int result;
    if (!driver_starts() || !find_device(&on->id)) {
        return false;
    }
    must(clGetDeviceInfo(on->id, CL_DEVICE_NAME, sizeof on->name, on->name, NULL), "the device's name");
    on->context = clCreateContext(NULL, 1, &on->id, NULL, NULL, &result);
    must(result, "the context");
    on->queue = clCreateCommandQueue(on->context, on->id, 0, &result);
    must(result, "the queue");
    return true;
}

void device_close(device *on) {
    clReleaseCommandQueue(on->queue);
    clReleaseContext(on->context);
}

static cl_program compile(const device *on, const char *folder, const char *file, const char *options) {
    char text[64], all[1024];
    const char *source = text;
    cl_int result;
    snprintf(text, sizeof text, "#include \"%s/%s\"\n", folder, file);
    snprintf(all, sizeof all,
             "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -Werror -I %s -I %s/../src -I %s/../include %s",
             VOL_TESTS_DIR, VOL_TESTS_DIR, VOL_TESTS_DIR, options);
    cl_program program = clCreateProgramWithSource(on->context, 1, &source, NULL, &result);
    must(result, file);
    if (clBuildProgram(program, 1, &on->id, all, NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, on->id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        log[sizeof log - 1] = '\0';
        print_error("%s\n", log);
        fail_msg("%s does not compile as OpenCL C 1.2 with %s", file, options);
    }
    return program;
}

cl_program device_compile(const device *on, const char *file, const char *options) {
    return compile(on, "opencl", file, options);
}

cl_program device_compile_backend(const device *on, const char *file, const char *options) {
    return compile(on, "backends/opencl", file, options);
}

cl_mem device_buffer(const device *on, size_t bytes, const void *data) {
    cl_int result;
    cl_mem buffer = clCreateBuffer(on->context, CL_MEM_READ_WRITE, bytes > 0 ? bytes : 1, NULL, &result);
    must(result, "a buffer");
    if (data && bytes > 0) {
        device_write(on, buffer, bytes, data);
    }
    return buffer;
}

void device_write(const device *on, cl_mem buffer, size_t bytes, const void *data) {
    must(clEnqueueWriteBuffer(on->queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL), "writing a buffer");
}

void device_read(const device *on, cl_mem buffer, size_t bytes, void *data) {
    must(clEnqueueReadBuffer(on->queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL), "reading a buffer");
}

void device_launch(const device *on, cl_program program, const char *kernel, size_t groups, size_t local,
                   size_t arguments, const device_argument *argument) {
    cl_int result;
    const size_t global = groups * local;
    cl_kernel run = clCreateKernel(program, kernel, &result);
    must(result, kernel);
    for (size_t i = 0; i < arguments; i++) {
        must(clSetKernelArg(run, (cl_uint)i, argument[i].bytes, argument[i].data), kernel);
    }
    must(clEnqueueNDRangeKernel(on->queue, run, 1, NULL, &global, &local, 0, NULL, NULL), kernel);
    must(clFinish(on->queue), kernel);
    clReleaseKernel(run);
}

void device_run(const device *on, cl_program program, const char *kernel, cl_uint count, size_t buffers,
                const cl_mem *buffer) {
    device_argument argument[32];
    assert_in_range(buffers, 0, 31);
    for (size_t i = 0; i < buffers; i++) {
        argument[i] = (device_argument){sizeof buffer[i], &buffer[i]};
    }
    argument[buffers] = (device_argument){sizeof count, &count};
    /* work groups of one: what is compiled for one count serves every count */
    device_launch(on, program, kernel, count, 1, buffers + 1, argument);
}
