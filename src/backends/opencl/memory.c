/* Memory of a device, and what is put into its queue. */
#include "backends/opencl/opencl.h"

#include "backends/opencl/program.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

static bool is_memory(cl_int result) {
    return result == CL_MEM_OBJECT_ALLOCATION_FAILURE || result == CL_OUT_OF_HOST_MEMORY ||
           result == CL_INVALID_BUFFER_SIZE;
}

bool vol_cl_ok(vol_cl_world *w, cl_int result) {
    if (result != CL_SUCCESS && w->failed == CL_SUCCESS) {
        w->failed = result;
        w->result = is_memory(result) ? VOL_ERROR_MEMORY : VOL_ERROR_DEVICE;
    }
    return w->failed == CL_SUCCESS;
}

void vol_cl_free(vol_cl_world *w, vol_cl_memory *memory) {
    if (memory->buffer) {
        w->cl.ReleaseMemObject(memory->buffer);
        w->taken -= memory->bytes;
    }
    *memory = (vol_cl_memory){0};
}

/* Without touching what there was. */
static bool make_new(vol_cl_world *w, vol_cl_memory *memory, size_t bytes) {
    cl_int result = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    *memory = (vol_cl_memory){0};
    bytes = bytes < 64 ? 64 : bytes;
    if (w->failed == CL_SUCCESS && w->taken + bytes <= w->most && bytes <= w->device.info.piece_most) {
        memory->buffer = w->cl.CreateBuffer(w->context, CL_MEM_READ_WRITE, bytes, NULL, &result);
    }
    if (!memory->buffer) {
        return false;
    }
    memory->bytes = bytes;
    w->taken += bytes;
    return true;
}

bool vol_cl_make(vol_cl_world *w, vol_cl_memory *memory, size_t bytes) {
    if (memory->buffer && memory->bytes >= bytes) {
        return true;
    }
    vol_cl_free(w, memory);
    return make_new(w, memory, bytes);
}

bool vol_cl_make_zero(vol_cl_world *w, vol_cl_memory *memory, size_t bytes) {
    const cl_uint zero = 0;
    return vol_cl_make(w, memory, bytes) &&
           vol_cl_ok(w, w->cl.EnqueueFillBuffer(w->queue, memory->buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL));
}

bool vol_cl_read(vol_cl_world *w, const vol_cl_memory *memory, size_t offset, size_t bytes, void *to) {
    return w->failed == CL_SUCCESS &&
           vol_cl_ok(w, w->cl.EnqueueReadBuffer(w->queue, memory->buffer, CL_TRUE, offset, bytes, to, 0, NULL, NULL));
}

bool vol_cl_write(vol_world *world, vol_cl_copy *copy, const void *bytes, size_t size) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_allocator *allocator = &world->def.allocator;
    if (copy->memory.buffer && copy->bytes == size && (size == 0 || memcmp(copy->last, bytes, size) == 0)) {
        return true;
    }
    if (copy->room < size) {
        vol_release(allocator, copy->last, copy->room, 1);
        copy->room = size + size / 2;
        copy->bytes = 0;
        copy->last = vol_allocate(allocator, copy->room, 1);
        if (!copy->last) {
            copy->room = 0;
            return false;
        }
    }
    if (!vol_cl_make(w, &copy->memory, copy->room)) {
        copy->bytes = 0;
        return false;
    }
    if (size > 0) {
        memcpy(copy->last, bytes, size);
        copy->bytes = size;
        return vol_cl_ok(
            w, w->cl.EnqueueWriteBuffer(w->queue, copy->memory.buffer, CL_TRUE, 0, size, copy->last, 0, NULL, NULL));
    }
    copy->bytes = 0;
    return true;
}

void vol_cl_free_copy(vol_world *world, vol_cl_copy *copy) {
    vol_cl_free(vol_cl_of(world), &copy->memory);
    vol_release(&world->def.allocator, copy->last, copy->room, 1);
    *copy = (vol_cl_copy){0};
}

/* --- Slots -------------------------------------------------------------------------------------------------------- */

/* The slots of all flocks, one after the other, as they would be with `grown` at `capacity`. */
typedef struct layout {
    const vol_flock_data *grown;
    size_t capacity;
    uint32_t flocks; /* with a new one, which is not yet in the world's list */
    uint64_t slots, real4s;
    bool pending;
    bool moves; /* a flock that is on the device will lie elsewhere */
} layout;

static vol_flock_data *flock_of(const vol_world *world, const layout *l, uint32_t number) {
    return number < world->flock_count ? world->flocks[number] : (vol_flock_data *)l->grown;
}

/* The flock behind those that are in the layout: where it will lie. */
static vol_device_flock put_flock(layout *l, const vol_flock_data *flock) {
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    vol_device_flock record = own->record;
    record.capacity = flock == l->grown ? (uint32_t)l->capacity : own->capacity;
    record.slot = l->slots;
    record.state = l->real4s;
    l->slots += record.capacity;
    l->real4s += (uint64_t)record.capacity * own->number_of_real4;
    l->pending = l->pending || own->pending > 0;
    return record;
}

static bool lies_elsewhere(const vol_cl_flock *own, const vol_device_flock *record) {
    return record->slot != own->record.slot || record->state != own->record.state ||
           record->capacity != own->record.capacity;
}

static layout plan_layout(const vol_world *world, const vol_flock_data *grown, size_t capacity) {
    layout l = {.grown = grown, .capacity = capacity, .flocks = world->flock_count};
    bool known = !grown;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        known = known || world->flocks[i] == grown;
    }
    l.flocks += !known;
    for (uint32_t i = 0; i < l.flocks; i++) {
        const vol_cl_flock *own = vol_cl_flock_of(flock_of(world, &l, i));
        const vol_device_flock record = put_flock(&l, flock_of(world, &l, i));
        l.moves = l.moves || (own->on_device && own->count > 0 && lies_elsewhere(own, &record));
    }
    return l;
}

/* Candidates are read a few at a time, also behind the last boid. */
enum { VOL_CL_BEHIND = 8 };

/* Bytes of each array. */
static size_t bytes_of(const vol_world *world, int array, const layout *l) {
    switch (array) {
    case VOL_CL_STATE:
    case VOL_CL_SORTED: return (size_t)(l->real4s + VOL_CL_BEHIND) * vol_cl_real4(world);
    case VOL_CL_ID:
    case VOL_CL_ID_2:
    case VOL_CL_CELL: return (size_t)l->slots * 4;
    case VOL_CL_PLACES: return (size_t)l->slots * 8;
    case VOL_CL_PENDING: return l->pending ? (size_t)l->slots * 3 * vol_number_size(world) : 0;
    default: return 0;
    }
}

/* The arrays for a layout: those there are where they are large enough, and nothing moves about within them. */
static bool make_arrays(vol_world *world, const layout *l, vol_cl_memory made[VOL_CL_COUNTS]) {
    vol_cl_world *w = vol_cl_of(world);
    bool fits = true;
    for (int a = 0; a < VOL_CL_COUNTS; a++) {
        const size_t bytes = bytes_of(world, a, l);
        const bool anew = l->moves && (a == VOL_CL_STATE || a == VOL_CL_ID || a == VOL_CL_ID_2);
        made[a] = w->array[a];
        if (anew || !w->array[a].buffer || w->array[a].bytes < bytes) {
            fits = fits && make_new(w, &made[a], bytes);
        }
    }
    for (int a = 0; !fits && a < VOL_CL_COUNTS; a++) {
        if (made[a].buffer != w->array[a].buffer) {
            vol_cl_free(w, &made[a]);
        }
    }
    return fits;
}

/* Copies what a flock has on the device from where it was to where it will be, in other arrays. */
static void copy_flock(vol_world *world, const vol_cl_memory *made, const vol_cl_flock *own,
                       const vol_device_flock *to) {
    vol_cl_world *w = vol_cl_of(world);
    const size_t real4 = vol_cl_real4(world), count = own->count;
    const vol_device_flock *from = &own->record;
    cl_mem state = w->array[VOL_CL_STATE].buffer, id = w->array[VOL_CL_ID + w->current].buffer;
    const bool state_moves = made[VOL_CL_STATE].buffer != state, id_moves = made[VOL_CL_ID + w->current].buffer != id;
    for (uint32_t i = 0; count > 0 && state_moves && i < own->number_of_real4; i++) {
        vol_cl_ok(w, w->cl.EnqueueCopyBuffer(w->queue, state, made[VOL_CL_STATE].buffer,
                                             (from->state + (uint64_t)i * from->capacity) * real4,
                                             (to->state + (uint64_t)i * to->capacity) * real4, count * real4, 0, NULL,
                                             NULL));
    }
    if (count > 0 && id_moves) {
        vol_cl_ok(w, w->cl.EnqueueCopyBuffer(w->queue, id, made[VOL_CL_ID + w->current].buffer, from->slot * 4,
                                             to->slot * 4, count * 4, 0, NULL, NULL));
    }
}

bool vol_cl_lay_out(vol_world *world, vol_flock_data *grown, size_t capacity) {
    vol_cl_world *w = vol_cl_of(world);
    const layout planned = plan_layout(world, grown, capacity);
    layout l = {.grown = grown, .capacity = capacity};
    vol_cl_memory made[VOL_CL_COUNTS] = {{0}};
    if (!make_arrays(world, &planned, made)) {
        return false;
    }
    for (uint32_t i = 0; i < planned.flocks; i++) {
        vol_cl_flock *own = vol_cl_flock_of(flock_of(world, &planned, i));
        const vol_device_flock record = put_flock(&l, flock_of(world, &planned, i));
        if (own->on_device) {
            copy_flock(world, made, own, &record);
        }
        own->record = record;
        own->capacity = record.capacity;
        own->counted = false;
    }
    for (int a = 0; a < VOL_CL_COUNTS; a++) {
        if (made[a].buffer != w->array[a].buffer) {
            vol_cl_free(w, &w->array[a]);
            w->array[a] = made[a];
        }
    }
    w->slots = planned.slots;
    return vol_cl_ok(w, CL_SUCCESS);
}

/* --- Programs ----------------------------------------------------------------------------------------------------- */

vol_cl_program *vol_cl_program_of(vol_world *world, const char *path, const char *model, const char *options) {
    vol_cl_world *w = vol_cl_of(world);
    char key[VOL_CL_OPTIONS];
    snprintf(key, sizeof key, "%s %s", path, options);
    for (vol_cl_program *p = w->programs; p; p = p->next) {
        if (strcmp(p->key, key) == 0) {
            return p;
        }
    }
    vol_cl_program *made = w->failed == CL_SUCCESS ? vol_allocate(&world->def.allocator, 1, sizeof *made) : NULL;
    if (!made) {
        return NULL;
    }
    vol_error error;
    vol_result result = vol_cl_build(&w->cl, w->context, &w->device, &world->def.allocator, path, model, options,
                                     world->def.fast && model, &made->program, &error);
    if (result != VOL_OK) {
        vol_cl_ok(w, result == VOL_ERROR_MEMORY ? CL_OUT_OF_HOST_MEMORY : CL_BUILD_PROGRAM_FAILURE);
        vol_release(&world->def.allocator, made, 1, sizeof *made);
        return NULL;
    }
    memcpy(made->key, key, sizeof key);
    made->next = w->programs;
    w->programs = made;
    return made;
}

static cl_kernel kernel_of(vol_cl_world *w, vol_cl_program *program, const char *name) {
    for (uint32_t i = 0; i < program->kernels; i++) {
        if (program->kernel[i].name == name || strcmp(program->kernel[i].name, name) == 0) {
            return program->kernel[i].kernel;
        }
    }
    cl_int result = CL_INVALID_KERNEL_NAME;
    cl_kernel kernel =
        program->kernels < VOL_CL_KERNELS_MOST ? w->cl.CreateKernel(program->program, name, &result) : NULL;
    if (kernel) {
        program->kernel[program->kernels].name = name;
        program->kernel[program->kernels++].kernel = kernel;
    }
    vol_cl_ok(w, result);
    return kernel;
}

size_t vol_cl_group(const vol_cl_world *w, size_t items) {
    return items < (size_t)w->device.info.units * VOL_GROUP && w->device.info.gpu ? VOL_GROUP / 4 : VOL_GROUP / 2;
}

void vol_cl_run(vol_cl_world *w, vol_cl_program *program, const char *name, size_t items, size_t group,
                const vol_cl_argument *arguments, uint32_t count) {
    cl_kernel kernel = program && w->failed == CL_SUCCESS ? kernel_of(w, program, name) : NULL;
    if (!kernel || items == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!vol_cl_ok(w, w->cl.SetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value))) {
            return;
        }
    }
    const size_t all = (items + group - 1) / group * group;
    const bool timed = w->usual && w->events < VOL_CL_EVENTS;
    w->stage_of[timed ? w->events : 0] = (uint8_t)w->stage;
    vol_cl_ok(w, w->cl.EnqueueNDRangeKernel(w->queue, kernel, 1, NULL, &all, &group, 0, NULL,
                                            timed ? &w->event[w->events++] : NULL));
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

/* Steps between two that are timed. */
enum { VOL_CL_TIMES_APART = 1024 };

bool vol_cl_time(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    if (w->timed_step > 0 && world->steps + 1 - w->timed_step < VOL_CL_TIMES_APART && world->steps >= w->timed_step) {
        return false;
    }
    w->timed_step = world->steps + 1;
    if (!w->timed) { /* a queue of its own, because clocks make a queue slower */
        w->timed = w->cl.CreateCommandQueue(w->context, w->device.id, CL_QUEUE_PROFILING_ENABLE, NULL);
    }
    if (!w->timed || !vol_cl_ok(w, w->cl.Finish(w->queue))) {
        return false;
    }
    w->usual = w->queue;
    w->queue = w->timed;
    w->events = 0;
    return true;
}

void vol_cl_time_end(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    cl_ulong sum[VOL_CL_STAGES] = {0};
    vol_cl_ok(w, w->cl.Finish(w->queue));
    for (uint32_t i = 0; i < w->events; i++) {
        cl_ulong begin = 0, end = 0;
        if (w->cl.GetEventProfilingInfo(w->event[i], CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL) ==
                CL_SUCCESS &&
            w->cl.GetEventProfilingInfo(w->event[i], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) == CL_SUCCESS) {
            sum[w->stage_of[i]] += end - begin;
        }
        w->cl.ReleaseEvent(w->event[i]);
    }
    const cl_ulong all = sum[VOL_CL_INDEX] + sum[VOL_CL_MOVE];
    w->index_share = all > 0 ? (double)sum[VOL_CL_INDEX] / (double)all : w->index_share;
    w->queue = w->usual;
    w->usual = NULL;
}
