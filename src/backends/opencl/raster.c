/* Counting boids into pixels on a device: only numbers of pixels come to the host. */
#include "backends/opencl/opencl.h"

#include "core/memory.h"
#include "raster.h"

#include <stdio.h>

/* raster->device: it outlives the world's stay on the device, since the world may go back to the processor. */
typedef struct raster_device {
    vol_raster_device base;
    vol_cl cl;
    vol_cl_world *world; /* whose memory it is, as long as the world is there */
    vol_cl_memory numbers[2];
    cl_event ready[2]; /* NULL: nothing is under way */
} raster_device;

static void wait_for(raster_device *d, uint32_t buffer) {
    if (d->ready[buffer]) {
        d->cl.WaitForEvents(1, &d->ready[buffer]);
        d->cl.ReleaseEvent(d->ready[buffer]);
        d->ready[buffer] = NULL;
    }
}

static void end(vol_raster *raster) {
    raster_device *d = raster->device;
    for (uint32_t i = 0; i < 2; i++) {
        wait_for(d, i);
        if (d->world == raster->world->device) {
            vol_cl_free(d->world, &d->numbers[i]);
        } else if (d->numbers[i].buffer) {
            d->cl.ReleaseMemObject(d->numbers[i].buffer);
        }
    }
    vol_release(&raster->world->def.allocator, d, 1, sizeof *d);
    raster->device = NULL;
}

static raster_device *device_of(vol_world *world, vol_raster *raster) {
    vol_cl_world *w = vol_cl_of(world);
    if (raster->device && ((raster_device *)raster->device)->world != w) {
        end(raster); /* the world has been elsewhere in between */
    }
    if (!raster->device) {
        raster_device *d = vol_allocate(&world->def.allocator, 1, sizeof *d);
        if (d) {
            d->base.end = end;
            d->cl = w->cl;
            d->world = w;
        }
        raster->device = d;
    }
    return raster->device;
}

static void count_flock(vol_world *world, vol_raster *raster, uint32_t number, cl_mem numbers) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_cl_flock *own = vol_cl_flock_of(vol_flock_of(world, raster->flocks[number].flock));
    const vol_lens lens = raster->lenses[number];
    const cl_ulong a = own->record.state, b = a + own->record.capacity;
    const cl_uint count = own->count;
    char options[60];
    snprintf(options, sizeof options, "-DVOL_DOUBLE=%d -DVOL_D=%d", world->def.precision == VOL_PRECISION_DOUBLE,
             world->def.dimensions);
    vol_cl_program *program = vol_cl_program_of(world, "backends/opencl/raster.cl", NULL, options);
    VOL_CL_RUN(w, program, "raster", count, VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_VALUE(a), VOL_CL_VALUE(b),
               VOL_CL_VALUE(numbers), VOL_CL_VALUE(lens), VOL_CL_VALUE(count));
}

vol_result vol_cl_raster_begin(vol_world *world, vol_raster *raster, uint32_t buffer) {
    vol_cl_world *w = vol_cl_of(world);
    raster_device *d = w->failed == CL_SUCCESS ? device_of(world, raster) : NULL;
    const size_t bytes = vol_raster_numbers(raster) * sizeof *raster->numbers[buffer];
    const cl_uint zero = 0;
    if (w->failed != CL_SUCCESS) {
        return vol_cpu_backend.raster_begin(world, raster, buffer); /* what the host has is still there to see */
    }
    if (!d || !vol_cl_make(w, &d->numbers[buffer], bytes)) {
        return VOL_ERROR_MEMORY;
    }
    wait_for(d, buffer);
    for (uint32_t i = 0; i < raster->flock_count; i++) {
        if (!vol_cl_send(world, vol_flock_of(world, raster->flocks[i].flock))) {
            return VOL_ERROR_MEMORY;
        }
    }
    vol_cl_ok(
        w, w->cl.EnqueueFillBuffer(w->queue, d->numbers[buffer].buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL));
    for (uint32_t i = 0; i < raster->flock_count; i++) {
        count_flock(world, raster, i, d->numbers[buffer].buffer);
    }
    vol_cl_ok(w, w->cl.EnqueueReadBuffer(w->queue, d->numbers[buffer].buffer, CL_FALSE, 0, bytes,
                                         raster->numbers[buffer], 0, NULL, &d->ready[buffer]));
    vol_cl_ok(w, w->cl.Flush(w->queue));
    return w->failed == CL_SUCCESS ? VOL_OK : w->result;
}

vol_result vol_cl_raster_take(vol_world *world, vol_raster *raster, uint32_t buffer) {
    vol_cl_world *w = vol_cl_of(world);
    if (raster->device) {
        wait_for(raster->device, buffer);
    }
    return w->failed == CL_SUCCESS ? VOL_OK : w->result;
}
