/* From the world to a frame: a plain copy, for which the step waits, and then the same sorted by id, which the writing
 * thread makes while the world goes on. Between the step and the formats of trajectories. */
#include "common/arena.h"
#include "trajectory/trajectory.h"

#include <stdlib.h>
#include <string.h>

static void make_room(app_frame_flock *flock, size_t count, size_t real, int dimensions) {
    flock->count = count;
    if (count <= flock->room) {
        return;
    }
    flock->room = count + count / 8;
    flock->id = vol_retake(flock->id, flock->room * sizeof *flock->id);
    for (int axis = 0; axis < dimensions; axis++) {
        flock->position[axis] = vol_retake(flock->position[axis], flock->room * real);
        flock->velocity[axis] = vol_retake(flock->velocity[axis], flock->room * real);
    }
}

static size_t real_size(const app_frame *frame) {
    return frame->world.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
}

static void make_flocks(app_frame *frame, size_t count) {
    if (frame->flocks == NULL) {
        size_t bytes = count * sizeof *frame->flocks;
        frame->flocks = memset(vol_take(bytes), 0, bytes);
        frame->flock_count = count;
    }
}

void app_frame_copy(app_frame *frame, vol_world *world, const vol_scene *scene) {
    make_flocks(frame, scene->flock_count);
    frame->step = vol_world_steps(world);
    frame->world = vol_world_get_def(world);
    frame->time = vol_scene_time(scene, frame->step);
    size_t real = real_size(frame);
    for (size_t i = 0; i < frame->flock_count; i++) {
        app_frame_flock *flock = &frame->flocks[i];
        vol_view view = vol_flock_view(world, (vol_flock)i);
        make_room(flock, view.count, real, view.dimensions);
        if (view.count > 0) {
            memcpy(flock->id, view.id, view.count * sizeof *flock->id);
            for (int axis = 0; axis < view.dimensions; axis++) {
                memcpy(flock->position[axis], view.position[axis], view.count * real);
                memcpy(flock->velocity[axis], view.velocity[axis], view.count * real);
            }
        }
    }
}

/* The places of the boids in id order, by a table of all ids that there ever were. */
static void make_order(app_frame_flock *flock, const app_frame_flock *from) {
    size_t ids = 0;
    for (size_t i = 0; i < from->count; i++) {
        ids = from->id[i] >= ids ? (size_t)from->id[i] + 1 : ids;
    }
    if (ids > flock->order_room) {
        flock->order_room = ids + ids / 8;
        flock->order = vol_retake(flock->order, flock->order_room * sizeof *flock->order);
    }
    for (size_t id = 0; id < ids; id++) {
        flock->order[id] = VOL_NONE;
    }
    for (size_t i = 0; i < from->count; i++) {
        flock->order[from->id[i]] = (uint32_t)i;
    }
    size_t count = 0;
    for (size_t id = 0; id < ids; id++) {
        uint32_t place = flock->order[id];
        if (place != VOL_NONE) {
            flock->id[count] = (uint32_t)id;
            flock->order[count++] = place;
        }
    }
}

/* to[i] = from[order[i]] */
static void gather(void *to, const void *from, const uint32_t *order, size_t count, size_t real) {
    if (real == sizeof(double)) {
        for (size_t i = 0; i < count; i++) {
            ((double *)to)[i] = ((const double *)from)[order[i]];
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            ((float *)to)[i] = ((const float *)from)[order[i]];
        }
    }
}

void app_frame_sort(app_frame *frame, const app_frame *from) {
    make_flocks(frame, from->flock_count);
    frame->step = from->step;
    frame->time = from->time;
    frame->world = from->world;
    size_t real = real_size(from);
    for (size_t i = 0; i < frame->flock_count; i++) {
        app_frame_flock *flock = &frame->flocks[i];
        const app_frame_flock *like = &from->flocks[i];
        make_room(flock, like->count, real, from->world.dimensions);
        make_order(flock, like);
        for (int axis = 0; axis < from->world.dimensions; axis++) {
            gather(flock->position[axis], like->position[axis], flock->order, like->count, real);
            gather(flock->velocity[axis], like->velocity[axis], flock->order, like->count, real);
        }
    }
}

void app_frame_release(app_frame *frame) {
    for (size_t i = 0; i < frame->flock_count; i++) {
        app_frame_flock *flock = &frame->flocks[i];
        free(flock->id);
        free(flock->order);
        for (int axis = 0; axis < 3; axis++) {
            free(flock->position[axis]);
            free(flock->velocity[axis]);
        }
    }
    free(frame->flocks);
    *frame = (app_frame){0};
}
