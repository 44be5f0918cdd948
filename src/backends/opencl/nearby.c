/* Measures of near boids on a device: sorting by cells into memory of its own, which is given back after a reading, and
 * what near.cl makes of it. */
#include "backends/opencl/opencl.h"

#include "core/memory.h"

#include <stdio.h>
#include <string.h>

enum { GROUPS_MOST = 1024 };

/* What a pass knows. */
typedef struct near_job {
    vol_world *world;
    vol_cl_world *w;
    vol_cl_program *program;
    const vol_nearby *ask;
    vol_nearby_found *found;
    uint32_t begin, end;
    cl_ulong room; /* boids of all these flocks */
    cl_uint boids; /* of them that are sorted */
} near_job;

#define ASKED(job) \
    { sizeof *(job)->ask, (job)->ask }
#define PLACES(job)                                                                                                    \
    VOL_CL_ARRAY((job)->w, VOL_CL_NEAR_STARTS), VOL_CL_ARRAY((job)->w, VOL_CL_NEAR_PLACES), VOL_CL_VALUE((job)->room), \
        VOL_CL_VALUE((job)->boids)

/* --- Sorting ------------------------------------------------------------------------------------------------------ */

/* One of the two passes over the boids as they lie: by `kernel`, which may have more arguments than the other. */
static void each_flock(const near_job *job, bool place) {
    vol_cl_world *w = job->w;
    cl_ulong first = 0;
    for (uint32_t i = job->begin; i < job->end; i++) {
        const vol_cl_flock *own = vol_cl_flock_of(job->world->flocks[i]);
        const cl_ulong a = own->record.state, b = a + own->record.capacity;
        const cl_uint count = own->count;
        if (place) {
            VOL_CL_RUN(w, job->program, "place_near", count, VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_VALUE(a),
                       VOL_CL_VALUE(b), VOL_CL_VALUE(count), ASKED(job), VOL_CL_VALUE(first),
                       VOL_CL_ARRAY(w, VOL_CL_NEAR_STARTS), VOL_CL_ARRAY(w, VOL_CL_NEAR_RANKS),
                       VOL_CL_ARRAY(w, VOL_CL_NEAR_PLACES), VOL_CL_VALUE(job->room));
        } else {
            VOL_CL_RUN(w, job->program, "count_near", count, VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_VALUE(a),
                       VOL_CL_VALUE(b), VOL_CL_VALUE(count), ASKED(job), VOL_CL_VALUE(first),
                       VOL_CL_ARRAY(w, VOL_CL_NEAR_STARTS), VOL_CL_ARRAY(w, VOL_CL_NEAR_RANKS));
        }
        first += count;
    }
}

/* Where each cell begins; and the sum of the squares of boids in them. */
static bool scan(const near_job *job) {
    vol_cl_world *w = job->w;
    const cl_uint cells = job->ask->cell_count, blocks = (cells + VOL_BLOCK_ITEMS - 1) / VOL_BLOCK_ITEMS;
    const size_t all = (size_t)blocks * VOL_GROUP, sums = ((size_t)blocks * 4 + 63) / 64 * 64;
    if (!vol_cl_make(w, &w->array[VOL_CL_NEAR_SUMS], sums) ||
        !vol_cl_make(w, &w->array[VOL_CL_PARTS], (size_t)blocks * 8)) {
        return false;
    }
    VOL_CL_RUN(w, job->program, "sum_near", all, VOL_CL_ARRAY(w, VOL_CL_NEAR_STARTS), VOL_CL_VALUE(cells),
               VOL_CL_ARRAY(w, VOL_CL_NEAR_SUMS), VOL_CL_ARRAY(w, VOL_CL_PARTS));
    VOL_CL_RUN(w, job->program, "top_near", VOL_GROUP, VOL_CL_ARRAY(w, VOL_CL_NEAR_SUMS), VOL_CL_VALUE(blocks));
    VOL_CL_RUN(w, job->program, "spread_near", all, VOL_CL_ARRAY(w, VOL_CL_NEAR_STARTS), VOL_CL_VALUE(cells),
               VOL_CL_ARRAY(w, VOL_CL_NEAR_SUMS));
    cl_uint boids = 0;
    cl_ulong *squares = vol_allocate(&job->world->def.allocator, blocks, sizeof *squares);
    const bool done = squares &&
                      vol_cl_read(job->w, &job->w->array[VOL_CL_PARTS], 0, blocks * sizeof *squares, squares) &&
                      vol_cl_read(job->w, &job->w->array[VOL_CL_NEAR_STARTS], (size_t)cells * 4, sizeof boids, &boids);
    job->found->boids = boids;
    job->found->squares = 0;
    for (cl_uint i = 0; done && i < blocks; i++) {
        job->found->squares += squares[i];
    }
    vol_release(&job->world->def.allocator, squares, blocks, sizeof *squares);
    return done;
}

static bool sort(const near_job *job) {
    vol_cl_world *w = job->w;
    const size_t dimensions = (size_t)job->world->def.dimensions, boids = (size_t)job->room;
    if (!vol_cl_make_zero(job->w, &job->w->array[VOL_CL_NEAR_STARTS], ((size_t)job->ask->cell_count + 1) * 4) ||
        !vol_cl_make(w, &w->array[VOL_CL_NEAR_RANKS], (boids + 1) * 4) ||
        !vol_cl_make(w, &w->array[VOL_CL_NEAR_PLACES], boids * dimensions * sizeof(double))) {
        return false;
    }
    each_flock(job, false);
    if (!scan(job)) {
        return false;
    }
    each_flock(job, true);
    return w->failed == CL_SUCCESS;
}

/* --- Passes over sorted boids ------------------------------------------------------------------------------------- */

static size_t items_of(const near_job *job) {
    const size_t groups = ((size_t)job->boids + VOL_SURVEY_GROUP - 1) / VOL_SURVEY_GROUP;
    return (groups < GROUPS_MOST ? groups : GROUPS_MOST) * VOL_SURVEY_GROUP;
}

static bool make_parts(const near_job *job) {
    return vol_cl_make(job->w, &job->w->array[VOL_CL_PARTS], items_of(job) / VOL_SURVEY_GROUP * sizeof(vol_nearness));
}

/* Joins what the groups of work items have found. */
static bool join_parts(const near_job *job) {
    const cl_uint groups = (cl_uint)(items_of(job) / VOL_SURVEY_GROUP);
    vol_nearness part;
    VOL_CL_RUN_IN(job->w, job->program, "join_near", 1, 1, VOL_CL_ARRAY(job->w, VOL_CL_PARTS), VOL_CL_VALUE(groups));
    if (!vol_cl_read(job->w, &job->w->array[VOL_CL_PARTS], 0, sizeof part, &part)) {
        return false;
    }
    nearness_join(&job->found->near, &part);
    return true;
}

static bool find_nearest(const near_job *job) {
    vol_cl_world *w = job->w;
    if (!make_parts(job) || !vol_cl_make(w, &w->array[VOL_CL_NEAR_ROOM], (size_t)job->room * sizeof(double))) {
        return false;
    }
    VOL_CL_RUN_IN(w, job->program, "find_nearest", items_of(job), VOL_SURVEY_GROUP, ASKED(job), PLACES(job),
                  VOL_CL_ARRAY(w, VOL_CL_NEAR_ROOM), VOL_CL_ARRAY(w, VOL_CL_PARTS));
    return join_parts(job);
}

static bool count_bins(const near_job *job) {
    vol_cl_world *w = job->w;
    const size_t bytes = job->ask->bins * sizeof *job->found->bins;
    if (!make_parts(job) || !vol_cl_make_zero(job->w, &job->w->array[VOL_CL_SAMPLE], bytes)) {
        return false;
    }
    VOL_CL_RUN_IN(w, job->program, "count_bins", items_of(job), VOL_SURVEY_GROUP, ASKED(job),
                  VOL_CL_ARRAY(w, VOL_CL_NEAR_ROOM), VOL_CL_VALUE(job->boids), VOL_CL_ARRAY(w, VOL_CL_SAMPLE),
                  VOL_CL_ARRAY(w, VOL_CL_PARTS));
    return join_parts(job) && vol_cl_read(job->w, &job->w->array[VOL_CL_SAMPLE], 0, bytes, job->found->bins);
}

static bool count_within(const near_job *job) {
    if (!make_parts(job)) {
        return false;
    }
    VOL_CL_RUN_IN(job->w, job->program, "count_within", items_of(job), VOL_SURVEY_GROUP, ASKED(job), PLACES(job),
                  VOL_CL_ARRAY(job->w, VOL_CL_PARTS));
    return join_parts(job);
}

/* Ranks are not needed any more: their place is that of how many groups have a size. */
static bool find_groups(const near_job *job) {
    vol_cl_world *w = job->w;
    const cl_uint room = (cl_uint)job->found->size_room;
    const cl_uint boids = job->boids;
    cl_uint listed = 0;
    if (!vol_cl_make_zero(job->w, &job->w->array[VOL_CL_SAMPLE], (2 + 2 * (size_t)room) * 4) ||
        !vol_cl_make_zero(job->w, &job->w->array[VOL_CL_NEAR_RANKS], ((size_t)boids + 1) * 4) ||
        !vol_cl_make(w, &w->array[VOL_CL_NEAR_ROOM], (size_t)boids * 4) ||
        !vol_cl_make(w, &w->array[VOL_CL_NEAR_SIZES], (size_t)boids * 4)) {
        return false;
    }
    VOL_CL_RUN(w, job->program, "plant_groups", boids, VOL_CL_VALUE(boids), VOL_CL_ARRAY(w, VOL_CL_NEAR_ROOM),
               VOL_CL_ARRAY(w, VOL_CL_NEAR_SIZES));
    VOL_CL_RUN(w, job->program, "join_groups", boids, ASKED(job), PLACES(job), VOL_CL_ARRAY(w, VOL_CL_NEAR_ROOM));
    VOL_CL_RUN(w, job->program, "size_groups", boids, VOL_CL_VALUE(boids), VOL_CL_ARRAY(w, VOL_CL_NEAR_ROOM),
               VOL_CL_ARRAY(w, VOL_CL_NEAR_SIZES));
    VOL_CL_RUN(w, job->program, "sort_groups", boids, VOL_CL_VALUE(boids), VOL_CL_ARRAY(w, VOL_CL_NEAR_ROOM),
               VOL_CL_ARRAY(w, VOL_CL_NEAR_SIZES), VOL_CL_ARRAY(w, VOL_CL_NEAR_RANKS));
    VOL_CL_RUN(w, job->program, "list_groups", boids, VOL_CL_VALUE(boids), VOL_CL_ARRAY(w, VOL_CL_NEAR_RANKS),
               VOL_CL_ARRAY(w, VOL_CL_SAMPLE), VOL_CL_VALUE(room));
    if (!vol_cl_read(job->w, &job->w->array[VOL_CL_SAMPLE], 0, sizeof listed, &listed) || listed > room) {
        return false;
    }
    job->found->size_count = listed;
    return vol_cl_read(job->w, &job->w->array[VOL_CL_SAMPLE], 8, listed * sizeof *job->found->sizes, job->found->sizes);
}

/* Also of what survey.c took. */
static void end(vol_cl_world *w) {
    for (int array = VOL_CL_PARTS; array <= VOL_CL_NEAR_SIZES; array++) {
        vol_cl_free(w, &w->array[array]);
    }
}

bool vol_cl_nearby(vol_world *world, uint32_t begin, uint32_t last, enum vol_nearby_pass pass, const vol_nearby *ask,
                   vol_nearby_found *found) {
    static bool (*const passes[])(const near_job *) = {[VOL_NEARBY_SORT] = sort,
                                                       [VOL_NEARBY_NEAREST] = find_nearest,
                                                       [VOL_NEARBY_BINS] = count_bins,
                                                       [VOL_NEARBY_NUMBER] = count_within,
                                                       [VOL_NEARBY_GROUPS] = find_groups};
    vol_cl_world *w = vol_cl_of(world);
    near_job job = {.world = world, .w = w, .ask = ask, .found = found, .begin = begin, .end = last};
    char options[100];
    if (pass == VOL_NEARBY_END) {
        end(w);
        return true;
    }
    for (uint32_t i = begin; i < last; i++) {
        const vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        job.room += own->count;
        if (!own->on_device && own->count > 0) {
            return false;
        }
    }
    job.boids = (cl_uint)found->boids;
    snprintf(options, sizeof options, "-DVOL_DOUBLE=1 -DVOL_STATE_DOUBLE=%d -DVOL_D=%d -DVOL_SECOND=0",
             world->def.precision == VOL_PRECISION_DOUBLE, world->def.dimensions);
    job.program = w->failed == CL_SUCCESS ? vol_cl_program_of(world, "backends/opencl/near.cl", NULL, options) : NULL;
    return job.program && passes[pass](&job) && w->failed == CL_SUCCESS;
}
