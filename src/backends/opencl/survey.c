/* Passes of meters over boids on a device: only sums, counts and a sample come to the host. The kernels are in
 * measure.cl. */
#include "backends/opencl/opencl.h"

#include "core/memory.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(vol_look) <= sizeof(vol_moments), "parts have room for both");

enum { GROUPS_MOST = 1024, DRAWN_BYTES = 64, PART_BYTES = GROUPS_MOST * sizeof(vol_look) };

/* What the passes over the flocks share. */
typedef struct passes {
    vol_world *world;
    vol_cl_world *w;
    vol_cl_program *program;
    const vol_survey *survey;
    const vol_surveyed *to;
    vol_i64 *part; /* PART_BYTES of what was added up; NULL without memory */
} passes;

/* The boids of a flock, as kernels are told of them. */
typedef struct flock_place {
    cl_ulong a, b, slot;
    cl_uint count;
} flock_place;

static flock_place place_of(const passes *p, uint32_t flock) {
    const vol_cl_flock *own = vol_cl_flock_of(p->world->flocks[flock]);
    const cl_ulong a = own->record.state;
    return (flock_place){a, a + own->record.capacity, own->record.slot, own->count};
}

/* Boids are dealt out to so many groups at most. */
static size_t groups_for(const flock_place *f, size_t group) {
    const size_t groups = ((size_t)f->count + group - 1) / group;
    return groups < GROUPS_MOST ? groups : GROUPS_MOST;
}

#define BOIDS(p, f)                                                                                          \
    VOL_CL_ARRAY((p)->w, VOL_CL_STATE), VOL_CL_VALUE((f).a), VOL_CL_VALUE((f).b), VOL_CL_VALUE((f).count), { \
        sizeof *(p)->survey, (p)->survey                                                                     \
    }

/* --- Each of the passes over a flock ------------------------------------------------------------------------------ */

static bool look(const passes *p, uint32_t flock) {
    const flock_place f = place_of(p, flock);
    const size_t groups = groups_for(&f, VOL_SURVEY_GROUP), bytes = groups * sizeof(vol_look);
    VOL_CL_RUN_IN(p->w, p->program, "look_round", groups * VOL_SURVEY_GROUP, VOL_SURVEY_GROUP, BOIDS(p, f),
                  VOL_CL_ARRAY(p->w, VOL_CL_PARTS), VOL_CL_ARRAY(p->w, VOL_CL_SAMPLE));
    const vol_look *part = (const vol_look *)p->part;
    if (!vol_cl_read(p->w, &p->w->array[VOL_CL_PARTS], 0, bytes, p->part)) {
        return false;
    }
    for (size_t i = 0; i < groups; i++) {
        look_join(p->to->look, &part[i]);
    }
    return true;
}

/* What groups have added up, `numbers` each, comes to the host as one sum. */
static bool join(const passes *p, size_t groups, cl_uint numbers) {
    const cl_uint some = (cl_uint)groups;
    VOL_CL_RUN(p->w, p->program, "join", numbers, VOL_CL_ARRAY(p->w, VOL_CL_PARTS), VOL_CL_VALUE(numbers),
               VOL_CL_VALUE(some));
    return vol_cl_read(p->w, &p->w->array[VOL_CL_PARTS], 0, numbers * sizeof *p->part, p->part);
}

static bool add_up(const passes *p, uint32_t flock) {
    const flock_place f = place_of(p, flock);
    const size_t groups = groups_for(&f, VOL_SURVEY_GROUP);
    vol_i64 *sums = (vol_i64 *)p->to->sums;
    VOL_CL_RUN_IN(p->w, p->program, "add_up", groups * VOL_SURVEY_GROUP, VOL_SURVEY_GROUP, BOIDS(p, f),
                  VOL_CL_ARRAY(p->w, VOL_CL_PARTS));
    if (!join(p, groups, VOL_SURVEY_NUMBERS)) {
        return false;
    }
    for (size_t i = 0; i < VOL_SURVEY_NUMBERS; i++) {
        sums[i] += p->part[i];
    }
    return true;
}

static bool add_waves(const passes *p, uint32_t flock) {
    const flock_place f = place_of(p, flock);
    const size_t groups = groups_for(&f, VOL_WAVE_GROUP);
    const size_t waves = p->world->def.dimensions == 3 ? VOL_WAVES : VOL_WAVES_FLAT;
    const vol_sum *part = (const vol_sum *)p->part;
    VOL_CL_RUN_IN(p->w, p->program, "add_waves", groups * VOL_WAVE_GROUP, VOL_WAVE_GROUP, BOIDS(p, f),
                  VOL_CL_ARRAY(p->w, VOL_CL_PARTS));
    if (!join(p, groups, VOL_WAVE_GROUP * VOL_WAVE_NUMBERS)) {
        return false;
    }
    for (size_t i = 0; i < VOL_WAVE_GROUP; i++) {
        vol_sum_join(&p->to->waves->part[i % waves][0], &part[2 * i]);
        vol_sum_join(&p->to->waves->part[i % waves][1], &part[2 * i + 1]);
    }
    return true;
}

static bool count(const passes *p, uint32_t flock) {
    const flock_place f = place_of(p, flock);
    VOL_CL_RUN_IN(p->w, p->program, "count_boxes", groups_for(&f, VOL_GROUP) * VOL_GROUP, VOL_GROUP, BOIDS(p, f),
                  VOL_CL_ARRAY(p->w, VOL_CL_SAMPLE));
    return p->w->failed == CL_SUCCESS;
}

static bool draw(const passes *p, uint32_t flock) {
    const flock_place f = place_of(p, flock);
    VOL_CL_RUN_IN(p->w, p->program, "draw", groups_for(&f, VOL_GROUP) * VOL_GROUP, VOL_GROUP, BOIDS(p, f),
                  VOL_CL_ARRAY(p->w, VOL_CL_ID + p->w->current), VOL_CL_VALUE(f.slot), VOL_CL_ARRAY(p->w, VOL_CL_PARTS),
                  VOL_CL_ARRAY(p->w, VOL_CL_SAMPLE));
    return p->w->failed == CL_SUCCESS;
}

/* --- Over all flocks ---------------------------------------------------------------------------------------------- */

static bool each(const passes *p, uint32_t begin, uint32_t end, bool (*pass)(const passes *, uint32_t)) {
    bool done = true;
    for (uint32_t flock = begin; done && flock < end; flock++) {
        done = vol_cl_flock_of(p->world->flocks[flock])->count == 0 || pass(p, flock);
    }
    return done;
}

static bool look_at_all(const passes *p, uint32_t begin, uint32_t end) {
    uint32_t bins[3][VOL_CIRCLE_BINS] = {{0}};
    const size_t bytes = (size_t)p->world->def.dimensions * sizeof *bins;
    if (!vol_cl_make_zero(p->w, &p->w->array[VOL_CL_SAMPLE], bytes) || !each(p, begin, end, look) ||
        !vol_cl_read(p->w, &p->w->array[VOL_CL_SAMPLE], 0, bytes, bins)) {
        return false;
    }
    for (int c = 0; c < 3; c++) {
        for (int bin = 0; bin < VOL_CIRCLE_BINS; bin++) {
            p->to->circle[c][bin] += bins[c][bin];
        }
    }
    return true;
}

static bool draw_from_all(const passes *p, uint32_t begin, uint32_t end) {
    const size_t dimensions = (size_t)p->world->def.dimensions, bytes = p->survey->room * sizeof(double);
    cl_uint number = 0;
    if (!vol_cl_make(p->w, &p->w->array[VOL_CL_SAMPLE], 2 * dimensions * bytes) ||
        !vol_cl_make_zero(p->w, &p->w->array[VOL_CL_PARTS], DRAWN_BYTES) || !each(p, begin, end, draw) ||
        !vol_cl_read(p->w, &p->w->array[VOL_CL_PARTS], 0, sizeof number, &number)) {
        return false;
    }
    *p->to->drawn = number;
    const size_t some = (number < p->survey->room ? number : p->survey->room) * sizeof(double);
    for (size_t i = 0; some > 0 && i < 2 * dimensions; i++) {
        double *to = p->to->sample[i < dimensions ? i : 3 + i - dimensions];
        if (!vol_cl_read(p->w, &p->w->array[VOL_CL_SAMPLE], i * bytes, some, to)) {
            return false;
        }
    }
    return true;
}

static bool pass_over(passes *p, uint32_t begin, uint32_t end) {
    const vol_surveyed *to = p->to;
    const size_t counts = ((size_t)p->survey->box_count + p->survey->cell_count) * sizeof *to->counts;
    if (to->look && !look_at_all(p, begin, end)) {
        return false;
    }
    if (to->sums && !each(p, begin, end, add_up)) {
        return false;
    }
    if (to->waves && !each(p, begin, end, add_waves)) {
        return false;
    }
    if (to->counts && !(vol_cl_make_zero(p->w, &p->w->array[VOL_CL_SAMPLE], counts) && each(p, begin, end, count) &&
                        vol_cl_read(p->w, &p->w->array[VOL_CL_SAMPLE], 0, counts, to->counts))) {
        return false;
    }
    return !to->sample || draw_from_all(p, begin, end);
}

/* Are the boids there, or at least not all of them here? Then the others go there, as they must before a step. */
static bool bring_flocks(vol_world *world, uint32_t begin, uint32_t end) {
    bool there = true, here = true;
    for (uint32_t flock = begin; flock < end; flock++) {
        const vol_cl_flock *own = vol_cl_flock_of(world->flocks[flock]);
        there = there && (own->on_device || own->count == 0);
        here = here && own->on_host;
    }
    for (uint32_t flock = begin; !there && !here && flock < end; flock++) {
        if (!vol_cl_send(world, world->flocks[flock])) {
            return false;
        }
    }
    return there || !here;
}

/* What the groups of the largest flock write. */
static size_t parts_bytes(const passes *p, uint32_t begin, uint32_t end) {
    size_t most = DRAWN_BYTES;
    for (uint32_t flock = begin; flock < end; flock++) {
        const flock_place f = place_of(p, flock);
        const size_t sums = groups_for(&f, VOL_SURVEY_GROUP) * sizeof(vol_moments);
        const size_t waves = p->to->waves ? groups_for(&f, VOL_WAVE_GROUP) * VOL_WAVE_GROUP * 2 * sizeof(vol_sum) : 0;
        most = sums > most ? sums : most;
        most = waves > most ? waves : most;
    }
    return most;
}

bool vol_cl_survey(vol_world *world, uint32_t begin, uint32_t end, const vol_survey *survey, const vol_surveyed *to) {
    vol_cl_world *w = vol_cl_of(world);
    passes p = {.world = world, .w = w, .survey = survey, .to = to};
    char options[80];
    snprintf(options, sizeof options, "-DVOL_DOUBLE=1 -DVOL_STATE_DOUBLE=%d -DVOL_D=%d",
             world->def.precision == VOL_PRECISION_DOUBLE, world->def.dimensions);
    if (w->failed != CL_SUCCESS || !bring_flocks(world, begin, end)) {
        return false;
    }
    const size_t bytes = parts_bytes(&p, begin, end);
    p.part = vol_allocate(&world->def.allocator, PART_BYTES, 1);
    p.program = p.part && vol_cl_make(w, &w->array[VOL_CL_PARTS], bytes)
                    ? vol_cl_program_of(world, "backends/opencl/measure.cl", NULL, options)
                    : NULL;
    const bool done = p.program && pass_over(&p, begin, end);
    vol_release(&world->def.allocator, p.part, PART_BYTES, 1);
    return done && w->failed == CL_SUCCESS;
}
