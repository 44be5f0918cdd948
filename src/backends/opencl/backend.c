/* A world on a device: opening and closing it. */
#include "backends/opencl/opencl.h"

#include "core/error.h"
#include "core/memory.h"

const vol_backend *vol_opencl_backend(void) {
    return &vol_cl_backend;
}

void vol_cl_close_world(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_allocator *allocator = &world->def.allocator;
    if (!w) {
        return;
    }
    if (w->queue) {
        w->cl.Finish(w->queue);
    }
    while (w->programs) {
        vol_cl_program *program = w->programs;
        w->programs = program->next;
        for (uint32_t i = 0; i < program->kernels; i++) {
            w->cl.ReleaseKernel(program->kernel[i].kernel);
        }
        w->cl.ReleaseProgram(program->program);
        vol_release(allocator, program, 1, sizeof *program);
    }
    for (int i = 0; i < VOL_CL_ARRAYS; i++) {
        vol_cl_free(w, &w->array[i]);
    }
    for (int i = 0; i < VOL_CL_INPUTS; i++) {
        vol_cl_free_copy(world, &w->input[i]);
    }
    if (w->timed) {
        w->cl.ReleaseCommandQueue(w->timed);
    }
    if (w->queue) {
        w->cl.ReleaseCommandQueue(w->queue);
    }
    if (w->context) {
        w->cl.ReleaseContext(w->context);
    }
    vol_release(allocator, w, 1, sizeof *w);
    world->device = NULL;
}

/* The context, the queue, and what every step needs. */
static vol_result open_queue(vol_cl_world *w, vol_error *error) {
    cl_int result = CL_SUCCESS;
    w->context = w->cl.CreateContext(NULL, 1, &w->device.id, NULL, NULL, &result);
    if (w->context) {
        w->queue = w->cl.CreateCommandQueue(w->context, w->device.id, 0, &result);
    }
    if (!w->queue) {
        return vol_fail(error, VOL_ERROR_DEVICE, "device", "device %u (%.60s) cannot be used: %s",
                        (unsigned)w->device.number, w->device.info.name, vol_cl_error_name(result));
    }
    const vol_device_progress none = {0};
    if (!vol_cl_make(w, &w->array[VOL_CL_PROGRESS], sizeof none) ||
        !vol_cl_ok(w, w->cl.EnqueueWriteBuffer(w->queue, w->array[VOL_CL_PROGRESS].buffer, CL_TRUE, 0, sizeof none,
                                               &none, 0, NULL, NULL))) {
        return vol_fail(error, VOL_ERROR_MEMORY, "device", "device %u (%.60s) has no memory left",
                        (unsigned)w->device.number, w->device.info.name);
    }
    return VOL_OK;
}

/* Graphics cards have a root that is nearly right, from which ours is made: on this one every number is tried. Without
 * an answer it is not used. */
static bool try_roots(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    cl_uint wrong = 1;
    vol_cl_copy count = {0};
    const cl_uint none = 0;
    if (!w->device.info.gpu || world->def.precision == VOL_PRECISION_DOUBLE || world->def.fast) {
        return false;
    }
    vol_cl_program *program = vol_cl_program_of(world, "backends/opencl/root.cl", NULL, "-DVOL_DOUBLE=0");
    if (program && vol_cl_write(world, &count, &none, sizeof none)) {
        VOL_CL_RUN(w, program, "check_roots", (size_t)1 << 23, VOL_CL_VALUE(count.memory.buffer));
        vol_cl_ok(
            w, w->cl.EnqueueReadBuffer(w->queue, count.memory.buffer, CL_TRUE, 0, sizeof wrong, &wrong, 0, NULL, NULL));
    }
    vol_cl_free_copy(world, &count);
    return w->failed == CL_SUCCESS && wrong == 0;
}

vol_result vol_cl_open_world(vol_world *world, vol_error *error) {
    vol_cl_world *w = vol_allocate(&world->def.allocator, 1, sizeof *w);
    if (!w) {
        return vol_fail(error, VOL_ERROR_MEMORY, "device", "no memory for a device");
    }
    world->device = w;
    w->read_step = world->steps;
    vol_result result = vol_cl_open(&w->cl, error) ? VOL_OK : VOL_ERROR_UNSUPPORTED;
    if (result == VOL_OK) {
        result = vol_cl_choose(&w->cl, world->def.device, world->def.fast, &w->device, error);
    }
    if (result == VOL_OK) {
        const uint64_t all = w->device.info.memory, most = world->def.device_memory;
        w->most = most > 0 && most < all ? most : all;
        result = open_queue(w, error);
    }
    if (result == VOL_OK) {
        w->quick_root = try_roots(world);
    }
    if (result != VOL_OK) {
        vol_cl_close_world(world);
    }
    return result;
}
