/* Terms for the step: by flock, then in the order of their priorities, as plain numbers. */
#include "around/surround.h"
#include "around/timing.h"

#include <string.h>

VOL_SAME(VOL_STEER_SEEK, VOL_TERM_SEEK);
VOL_SAME(VOL_STEER_FLEE, VOL_TERM_FLEE);
VOL_SAME(VOL_STEER_ARRIVE, VOL_TERM_ARRIVE);
VOL_SAME(VOL_STEER_PURSUE, VOL_TERM_PURSUE);
VOL_SAME(VOL_STEER_EVADE, VOL_TERM_EVADE);
VOL_SAME(VOL_STEER_WANDER, VOL_TERM_WANDER);
VOL_SAME(VOL_STEER_CONTAIN, VOL_TERM_CONTAIN);
VOL_SAME(VOL_STEER_FOLLOW_PATH, VOL_TERM_FOLLOW_PATH);
VOL_SAME(VOL_STEER_FOLLOW_FLOW, VOL_TERM_FOLLOW_FLOW);
VOL_SAME(VOL_STEER_AVOID_OBSTACLES, VOL_TERM_AVOID_OBSTACLES);
VOL_SAME(VOL_STEER_AVOID_COLLISION, VOL_TERM_AVOID_COLLISION);
VOL_SAME(VOL_STEER_FOLLOW_LEADER, VOL_TERM_FOLLOW_LEADER);
VOL_SAME(VOL_STEER_WIND, VOL_TERM_WIND);
_Static_assert((int)VOL_STEER_WIND + 1 == (int)VOL_TERM_KIND_COUNT, "a number for every kind");

static bool comes_before(const vol_terms *terms, uint32_t a, uint32_t b) {
    const vol_term_def *one = &terms->term[a].def, *other = &terms->term[b].def;
    if (one->flock != other->flock) {
        return one->flock < other->flock;
    }
    return one->priority != other->priority ? one->priority < other->priority : a < b;
}

/* Lets the term at a place of the heap sink below those that come after it. */
static void sink(const vol_terms *terms, uint32_t at, uint32_t count) {
    uint32_t *order = terms->order;
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && comes_before(terms, order[child], order[child + 1]);
        if (!comes_before(terms, order[at], order[child])) {
            return;
        }
        uint32_t swap = order[at];
        order[at] = order[child];
        order[child] = swap;
    }
}

/* A heap sort, which needs no memory; no two terms are alike. */
static void sort_terms(vol_terms *terms) {
    bool in_order = true;
    terms->living = 0;
    for (uint32_t i = 0; i < terms->count; i++) {
        if (terms->term[i].exists) {
            uint32_t at = terms->living++;
            terms->order[at] = i;
            in_order = in_order && (at == 0 || comes_before(terms, terms->order[at - 1], i));
        }
    }
    for (uint32_t i = terms->living / 2; !in_order && i > 0; i--) {
        sink(terms, i - 1, terms->living);
    }
    for (uint32_t left = terms->living; !in_order && left > 1; left--) {
        uint32_t last = terms->order[left - 1];
        terms->order[left - 1] = terms->order[0];
        terms->order[0] = last;
        sink(terms, 0, left - 1);
    }
}

/* How many numbers a term has at each point of its flow, and how many points. */
static size_t flow_numbers(const vol_term_def *def, int dimensions) {
    size_t points = 1;
    for (int c = 0; c < dimensions; c++) {
        points *= def->flow_count[c];
    }
    return points * (size_t)dimensions;
}

static vol_term_core core_of(const vol_term_data *term, const vol_world_def *world) {
    const vol_term_def *def = &term->def;
    return (vol_term_core){
        .point = {def->point[0], def->point[1], def->point[2]},
        /* wind moves boids by the step; forces have their time already */
        .weight = def->kind == VOL_TERM_WIND ? def->weight * vol_time_share(world) : def->weight,
        .force = def->force,
        .radius = def->radius,
        .distance = def->distance,
        .width = def->width,
        .time = def->time,
        .angle = def->angle,
        .kind = (uint32_t)def->kind,
        .target = def->target,
        .period = vol_time_steps(world, def->period),
        .closed = def->closed,
        .count = term->path_count,
        .flow = {(uint32_t)def->flow_count[0], (uint32_t)def->flow_count[1], (uint32_t)def->flow_count[2]}};
}

void vol_terms_flatten(vol_terms *terms, const vol_world_def *world) {
    if (terms->sorted && terms->share == vol_time_share(world)) {
        return;
    }
    size_t used = 0;
    sort_terms(terms);
    for (uint32_t i = 0; i < terms->living; i++) {
        const vol_term_data *term = &terms->term[terms->order[i]];
        size_t path = 4 * (size_t)term->path_count,
               flow = term->def.flow ? flow_numbers(&term->def, world->dimensions) : 0;
        terms->core[i] = core_of(term, world);
        terms->core[i].first = (uint32_t)used;
        if (path + flow > 0) {
            memcpy(terms->number + used, path > 0 ? term->path : term->def.flow, (path + flow) * sizeof *terms->number);
        }
        used += path + flow;
    }
    terms->sorted = true;
    terms->share = vol_time_share(world);
}

/* The first term of a flock in the order, or of a later flock. */
static uint32_t first_of(const vol_terms *terms, uint32_t flock) {
    uint32_t low = 0, high = terms->living;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (terms->term[terms->order[middle]].def.flock < flock) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void vol_terms_of(const vol_terms *terms, uint32_t flock, uint32_t *begin, uint32_t *end) {
    *begin = first_of(terms, flock);
    *end = *begin;
    while (*end < terms->living && terms->term[terms->order[*end]].def.flock == flock) {
        ++*end;
    }
}
