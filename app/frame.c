/* From the world to a frame: a copy, sorted by id, that the writing thread may read while the world goes on. Between the
 * step and the formats of trajectories. */
#include "trajectory.h"

#include <stdlib.h>
#include <string.h>

static void make_room(vol_frame_flock *flock, size_t count, size_t real, int dimensions) {
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

/* The slots of the boids of a flock that lost none have a short way to their place: a boid's id is its place. */
static bool ids_are_places(const vol_view *view) {
    uint32_t largest = 0;
    for (size_t i = 0; i < view->count; i++) {
        largest = view->id[i] > largest ? view->id[i] : largest;
    }
    return largest < view->count;
}

/* to[id[i]] = from[i] */
static void put_by_id(void *to, const void *from, const uint32_t *id, size_t count, vol_precision precision) {
    if (precision == VOL_PRECISION_DOUBLE) {
        for (size_t i = 0; i < count; i++) {
            ((double *)to)[id[i]] = ((const double *)from)[i];
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            ((float *)to)[id[i]] = ((const float *)from)[i];
        }
    }
}

/* to[i] = from[order[i]] */
static void take_by_order(void *to, const void *from, const uint32_t *order, size_t count, vol_precision precision) {
    if (precision == VOL_PRECISION_DOUBLE) {
        for (size_t i = 0; i < count; i++) {
            ((double *)to)[i] = ((const double *)from)[order[i]];
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            ((float *)to)[i] = ((const float *)from)[order[i]];
        }
    }
}

static void copy_flock(vol_frame_flock *flock, vol_world *world, vol_flock which) {
    vol_view view = vol_flock_view(world, which);
    size_t real = view.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
    make_room(flock, view.count, real, view.dimensions);
    bool placed = ids_are_places(&view);
    const uint32_t *way = placed ? view.id : vol_flock_order(world, which);
    void (*copy)(void *, const void *, const uint32_t *, size_t, vol_precision) = placed ? put_by_id : take_by_order;
    for (size_t i = 0; i < view.count; i++) {
        flock->id[i] = placed ? (uint32_t)i : view.id[way[i]];
    }
    for (int axis = 0; axis < view.dimensions; axis++) {
        copy(flock->position[axis], view.position[axis], way, view.count, view.precision);
        copy(flock->velocity[axis], view.velocity[axis], way, view.count, view.precision);
    }
}

void vol_frame_copy(vol_frame *frame, vol_world *world, const vol_scene *scene) {
    if (frame->flocks == NULL) {
        size_t bytes = scene->flock_count * sizeof *frame->flocks;
        frame->flocks = memset(vol_take(bytes), 0, bytes);
        frame->flock_count = scene->flock_count;
    }
    frame->step = vol_world_steps(world);
    frame->world = vol_world_get_def(world);
    frame->time = vol_scene_time(scene, frame->step);
    for (size_t i = 0; i < frame->flock_count; i++) {
        copy_flock(&frame->flocks[i], world, (vol_flock)i);
    }
}

void vol_frame_release(vol_frame *frame) {
    for (size_t i = 0; i < frame->flock_count; i++) {
        vol_frame_flock *flock = &frame->flocks[i];
        free(flock->id);
        for (int axis = 0; axis < 3; axis++) {
            free(flock->position[axis]);
            free(flock->velocity[axis]);
        }
    }
    free(frame->flocks);
    *frame = (vol_frame){0};
}
