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

/* Candidates are read a few at a time, also behind the last boid. */
enum { VOL_CL_BEHIND = 8 };

/* Bytes of each array, for so many slots, and so many real4 in all. */
static size_t bytes_of(const vol_world *world, int array, uint64_t slots, uint64_t real4s, bool order, bool pending) {
    switch (array) {
    case VOL_CL_STATE:
    case VOL_CL_SORTED: return (size_t)(real4s + VOL_CL_BEHIND) * vol_cl_real4(world);
    case VOL_CL_ID:
    case VOL_CL_ID_2:
    case VOL_CL_CELL: return (size_t)slots * 4;
    case VOL_CL_PLACES: return (size_t)slots * 8;
    case VOL_CL_ORDER: return order ? (size_t)slots * 4 : 0;
    case VOL_CL_PENDING: return pending ? (size_t)slots * 3 * vol_number_size(world) : 0;
    default: return 0;
    }
}

static bool chooses_at_random(const vol_world *world) {
    bool random = false;
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        random = random || world->around.relations[i].choose == VOL_CHOOSE_RANDOM;
    }
    return random;
}

/* Copies what a flock has on the device from where it was to where it will be. */
static void copy_flock(vol_world *world, const vol_cl_memory *made, const vol_cl_flock *own,
                       const vol_device_flock *to) {
    vol_cl_world *w = vol_cl_of(world);
    const size_t real4 = vol_cl_real4(world), count = own->count;
    const vol_device_flock *from = &own->record;
    for (uint32_t i = 0; count > 0 && i < own->number_of_real4; i++) {
        vol_cl_ok(w, w->cl.EnqueueCopyBuffer(w->queue, w->array[VOL_CL_STATE].buffer, made[VOL_CL_STATE].buffer,
                                             (from->state + (uint64_t)i * from->capacity) * real4,
                                             (to->state + (uint64_t)i * to->capacity) * real4, count * real4, 0, NULL,
                                             NULL));
    }
    if (count > 0) {
        vol_cl_ok(w, w->cl.EnqueueCopyBuffer(w->queue, w->array[VOL_CL_ID + w->current].buffer,
                                             made[VOL_CL_ID + w->current].buffer, from->slot * 4, to->slot * 4,
                                             count * 4, 0, NULL, NULL));
    }
}

bool vol_cl_lay_out(vol_world *world, vol_flock_data *grown, size_t capacity) {
    vol_cl_world *w = vol_cl_of(world);
    uint64_t slots = 0, real4s = 0;
    bool pending = false, fits = true;
    for (uint32_t i = 0; i <= world->flock_count; i++) {
        const vol_flock_data *flock = i < world->flock_count ? world->flocks[i] : grown;
        if (!flock || (i < world->flock_count && flock == grown)) {
            continue; /* the one that grows comes last */
        }
        const vol_cl_flock *own = vol_cl_flock_of(flock);
        const uint64_t room = flock == grown ? capacity : own->capacity;
        slots += room;
        real4s += room * own->number_of_real4;
        pending = pending || own->pending > 0;
    }
    vol_cl_memory made[VOL_CL_COUNTS] = {{0}};
    for (int a = 0; a < VOL_CL_COUNTS; a++) {
        const size_t bytes = bytes_of(world, a, slots, real4s, chooses_at_random(world), pending);
        made[a] = w->array[a];
        if (!w->array[a].buffer || w->array[a].bytes < bytes) {
            fits = fits && make_new(w, &made[a], bytes);
        }
    }
    if (!fits) {
        for (int a = 0; a < VOL_CL_COUNTS; a++) {
            if (made[a].buffer != w->array[a].buffer) {
                vol_cl_free(w, &made[a]);
            }
        }
        return false;
    }
    uint64_t slot = 0, state = 0;
    for (uint32_t i = 0; i <= world->flock_count; i++) {
        vol_flock_data *flock = i < world->flock_count ? world->flocks[i] : grown;
        if (!flock || (i < world->flock_count && flock == grown)) {
            continue;
        }
        vol_cl_flock *own = vol_cl_flock_of(flock);
        vol_device_flock record = own->record;
        record.capacity = flock == grown ? (uint32_t)capacity : own->capacity;
        record.slot = slot;
        record.state = state;
        const bool moves = made[VOL_CL_STATE].buffer != w->array[VOL_CL_STATE].buffer ||
                           made[VOL_CL_ID].buffer != w->array[VOL_CL_ID].buffer || record.slot != own->record.slot ||
                           record.capacity != own->record.capacity;
        if (moves && own->on_device && own->count > 0) {
            copy_flock(world, made, own, &record);
        }
        own->record = record;
        own->capacity = record.capacity;
        own->counted = false;
        slot += record.capacity;
        state += (uint64_t)record.capacity * own->number_of_real4;
    }
    for (int a = 0; a < VOL_CL_COUNTS; a++) {
        if (made[a].buffer != w->array[a].buffer) {
            vol_cl_free(w, &w->array[a]);
            w->array[a] = made[a];
        }
    }
    w->slots = slots;
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
                                     world->def.fast, &made->program, &error);
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
    return items < (size_t)w->device.info.units * VOL_GROUP && w->device.info.gpu ? VOL_GROUP / 4 : VOL_GROUP;
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
    cl_command_queue timed = w->cl.CreateCommandQueue(w->context, w->device.id, CL_QUEUE_PROFILING_ENABLE, NULL);
    if (!timed) {
        return false;
    }
    w->usual = w->queue;
    w->queue = timed;
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
    w->cl.ReleaseCommandQueue(w->queue);
    w->queue = w->usual;
    w->usual = NULL;
}
