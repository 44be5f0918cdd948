/* Programs for devices: from an embedded text to a cl_program. Contraction is turned off in the text itself, but for
 * what may be fast, by core/platform.h. */
#include "backends/opencl/program.h"

#include "backends/opencl/texts.h"
#include "core/error.h"
#include "core/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* As many bytes as an error has room for beside what is said before it. */
enum { LOG_SHOWN = 160 };

static vol_result no_memory(vol_error *error, const char *path) {
    return vol_fail(error, VOL_ERROR_MEMORY, "device", "no memory to compile %.80s for a device", path);
}

static char *all_options(const vol_allocator *allocator, const char *options, bool fast, size_t *bytes) {
    const char *ours = fast ? "-cl-std=CL1.2 -cl-fast-relaxed-math -cl-mad-enable -DVOL_FAST=1 "
                            : "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt ";
    *bytes = strlen(ours) + strlen(options) + 1;
    char *all = vol_allocate(allocator, *bytes, 1);
    if (all) {
        snprintf(all, *bytes, "%s%s", ours, options);
    }
    return all;
}

/* The beginning of what matters in a compiler's words, in one line: from the first line that has an error in it. */
static void shorten(const char *log, char *to) {
    const char *error = strstr(log, "error");
    size_t length = 0;
    while (error && error > log && error[-1] != '\n') {
        error--;
    }
    for (const char *at = error ? error : log; *at && length < LOG_SHOWN - 1; at++) {
        const bool space = isspace((unsigned char)*at) != 0;
        if (!space || (length > 0 && to[length - 1] != ' ')) {
            to[length++] = space ? ' ' : *at;
        }
    }
    to[length] = '\0';
}

/* Why a program was not built, told by its log. */
static vol_result not_built(const vol_cl *cl, cl_program program, const vol_cl_device *device,
                            const vol_allocator *allocator, const char *path, cl_int result, vol_error *error) {
    size_t length = 0;
    char shown[LOG_SHOWN] = "";
    cl->GetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    char *log = vol_allocate(allocator, length + 1, 1);
    if (log && cl->GetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, length, log, NULL) == CL_SUCCESS) {
        shorten(log, shown);
    }
    vol_release(allocator, log, log ? length + 1 : 0, 1);
    return vol_fail(error, VOL_ERROR_DEVICE, "device", "device %u does not compile %.40s: %s", (unsigned)device->number,
                    path, *shown ? shown : vol_cl_error_name(result));
}

/* Compiles a whole text. */
static vol_result build_text(const vol_cl *cl, cl_context context, const vol_cl_device *device,
                             const vol_allocator *allocator, const char *path, const char *text, const char *options,
                             cl_program *program, vol_error *error) {
    cl_int result = CL_SUCCESS;
    *program = cl->CreateProgramWithSource(context, 1, &text, NULL, &result);
    if (!*program) {
        return vol_fail(error, VOL_ERROR_DEVICE, "device", "device %u does not take %.40s: %s",
                        (unsigned)device->number, path, vol_cl_error_name(result));
    }
    result = cl->BuildProgram(*program, 1, &device->id, options, NULL, NULL);
    if (result == CL_SUCCESS) {
        return VOL_OK;
    }
    vol_result failed = not_built(cl, *program, device, allocator, path, result, error);
    cl->ReleaseProgram(*program);
    *program = NULL;
    return failed;
}

vol_result vol_cl_build(const vol_cl *cl, cl_context context, const vol_cl_device *device,
                        const vol_allocator *allocator, const char *path, const char *model, const char *options,
                        bool fast, cl_program *program, vol_error *error) {
    size_t text_bytes = 0, options_bytes = 0;
    char *text = vol_cl_assemble(allocator, path, model, &text_bytes);
    char *all = text ? all_options(allocator, options, fast, &options_bytes) : NULL;
    vol_result result =
        all ? build_text(cl, context, device, allocator, path, text, all, program, error) : no_memory(error, path);
    vol_release(allocator, all, options_bytes, 1);
    vol_release(allocator, text, text_bytes, 1);
    return result;
}
