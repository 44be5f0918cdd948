/* What the last step on a device had to do: candidates, counted there by work.cl, and bytes of its arrays. */
#include "backends/opencl/opencl.h"

#include <stdio.h>

enum { GROUPS = 256 };

static uint64_t candidates_of(vol_world *world, const vol_flock_data *flock) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    const cl_uint number = flock->number;
    cl_ulong part[GROUPS] = {0}, sum = 0;
    char options[60];
    if (flock->used == VOL_INDEX_BRUTE) {
        return (uint64_t)own->count * own->count;
    }
    snprintf(options, sizeof options, "-DVOL_DOUBLE=%d -DVOL_D=%d", world->def.precision == VOL_PRECISION_DOUBLE,
             world->def.dimensions);
    vol_cl_program *program = vol_cl_program_of(world, "backends/opencl/work.cl", NULL, options);
    if (!program || !vol_cl_make(w, &w->array[VOL_CL_PARTS], sizeof part)) {
        return 0;
    }
    VOL_CL_RUN(w, program, "count_pairs", (size_t)GROUPS * VOL_GROUP, VOL_CL_INPUT(w, VOL_CL_FLOCKS),
               VOL_CL_VALUE(number), VOL_CL_ARRAY(w, VOL_CL_FOUND), VOL_CL_ARRAY(w, VOL_CL_ENDS),
               VOL_CL_ARRAY(w, VOL_CL_BOXES), VOL_CL_ARRAY(w, VOL_CL_PARTS));
    vol_cl_read(w, &w->array[VOL_CL_PARTS], 0, sizeof part, part);
    for (int i = 0; i < GROUPS; i++) {
        sum += part[i];
    }
    return w->failed == CL_SUCCESS ? sum : 0;
}

/* Each array that sorting and stepping need is read once, and written once where it changes: no step can do with less
 * that has these arrays. Boids go from the state to the sorted copy and back, with their ids; of a grid, each boid's
 * cell, rank and place (or its link or rank alone), its turn, and cells' counts and ends, and where their lists begin;
 * of a tree, a key and a slot for each pass of sorting by digits, and boxes. */
static uint64_t bytes_of(const vol_world *world, const vol_flock_data *flock) {
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    const vol_device_flock *r = &own->record;
    const uint64_t real4 = vol_cl_real4(world), boids = own->count, boid = real4 * own->number_of_real4;
    uint64_t bytes = boids * (4 * boid + 2 * 4);
    if (flock->used == VOL_INDEX_GRID) {
        const uint64_t of_boid = (r->cells_kept ? 3u : 1u) + own->together, of_cell = r->heads > 0 ? 3 : 2;
        bytes += (boids * of_boid + r->cell_count * of_cell) * 2 * 4;
    } else if (flock->used == VOL_INDEX_TREE) {
        const uint64_t dimensions = (uint64_t)world->def.dimensions;
        const uint64_t bits = vol_cl_of(world)->found[flock->number].bits * dimensions;
        const uint64_t passes = (bits + VOL_DIGIT_BITS - 1) / VOL_DIGIT_BITS;
        bytes += boids * (passes * 2 * (8 + 4)) + r->box_count * 2 * real4 * (dimensions - 1);
    }
    return bytes;
}

vol_work vol_cl_work(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    vol_work work = {0, 0};
    bool known = w->failed == CL_SUCCESS && w->in_order > 0;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        known = known && vol_cl_flock_of(world->flocks[i])->on_device;
    }
    for (uint32_t i = 0; known && i < world->flock_count; i++) {
        if (vol_cl_flock_of(world->flocks[i])->count > 0) {
            work.candidates += candidates_of(world, world->flocks[i]);
            work.bytes += bytes_of(world, world->flocks[i]);
        }
    }
    return w->failed == CL_SUCCESS ? work : (vol_work){0, 0};
}
