/* Terms: between decide and the surroundings, each group steers, term after term in the order of their priorities. */
#include "around/step_terms.h"

#include <math.h>
#include <string.h>

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
void vol_terms_sort(vol_terms *terms) {
    if (terms->sorted) {
        return;
    }
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
    terms->sorted = true;
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

/* The obstacles that the corridors of a group may hit. */
static void find_barriers(const vol_encounter *e, const vol_group *group, const vol_term_def *def, vol_near near[2],
                          vol_term_aid *aid) {
    const vol_barriers *barriers = &e->around->barriers;
    int dimensions = e->world->dimensions;
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, slow[3] = {0, 0, 0}, fast[3] = {0, 0, 0};
    vol_state velocities = *e->job->now;
    memcpy(velocities.position, velocities.velocity, sizeof velocities.position);
    e->kernels->bounds(e->job->now, dimensions, group->first, group->count, low, high);
    e->kernels->bounds(&velocities, dimensions, group->first, group->count, slow, fast);
    for (int c = 0; c < dimensions; c++) {
        /* a little more than the way, because the kernels round: whether something is hit is left to them */
        double aside = (def->width / 2 + fabs(low[c]) + fabs(high[c]) + e->world->size[c]) * 0x1p-16 + def->width / 2;
        double time = def->time * (1 + 0x1p-10);
        low[c] += (slow[c] < 0 ? slow[c] * time : 0) - aside;
        high[c] += (fast[c] > 0 ? fast[c] * time : 0) + aside;
    }
    aid->barriers = barriers->barrier;
    aid->points = barriers->points;
    for (int hard = 0; hard < 2; hard++) {
        near[hard].count = 0;
        near[hard].all = false;
        if ((hard ? barriers->hard : barriers->soft) > 0) {
            vol_barriers_near(barriers, e->world, low, high, hard, &near[hard]);
        }
        aid->near[hard].which = near[hard].all ? NULL : near[hard].which;
        aid->near[hard].count = near[hard].all ? barriers->count : near[hard].count;
    }
}

/* Who is within the term's radius of a group. */
static void find_others(const vol_encounter *e, const vol_group *group, const vol_term_def *def, vol_term_aid *aid) {
    const vol_party *party = &e->parties[def->kind == VOL_TERM_AVOID_COLLISION ? def->flock : def->target];
    double low[3], high[3];
    e->guests->count = 0;
    e->kernels->bounds(e->job->now, e->world->dimensions, group->first, group->count, low, high);
    vol_guest_run all = {party->now, party->id, 0, party->count};
    vol_search_box(party->search, &all, low, high, def->radius, e->guests);
    aid->guests = e->guests;
}

/* The leader as it is now: where boids move in turn it may have moved already. */
static void find_leader(const vol_encounter *e, const vol_term_def *def, double values[8], vol_term_aid *aid) {
    const vol_party *party = &e->parties[def->target];
    aid->leader = NULL;
    if (party->leader != VOL_NONE) {
        memset(values, 0, 8 * sizeof *values);
        e->kernels->get(party->now, e->world->dimensions, party->leader, values);
        aid->leader = values;
        aid->leader_slot = def->target == e->flock ? party->leader : VOL_NONE;
    }
}

static void steer_group(const vol_encounter *e, const vol_group *group, uint32_t first_term, vol_term_aid *aid) {
    const vol_batch *batch = e->job->batch;
    const vol_terms *terms = &e->around->terms;
    vol_meeting meeting = {e->job->constants, e->job->now, group->first, group->count, NULL, 0, e->time};
    meeting.add = batch->wish + (e->force ? 3 : 0);
    meeting.at = group->first - batch->first;
    vol_term_sums sums;
    vol_near near[2];
    double leader[8];
    memset(&sums, 0, sizeof sums);
    for (uint32_t i = first_term; i < terms->living; i++) {
        const vol_term_data *term = &terms->term[terms->order[i]];
        if (term->def.flock != e->flock) {
            break;
        }
        switch (term->def.kind) {
        case VOL_TERM_PURSUE:
        case VOL_TERM_EVADE:
        case VOL_TERM_AVOID_COLLISION: find_others(e, group, &term->def, aid); break;
        case VOL_TERM_AVOID_OBSTACLES: find_barriers(e, group, &term->def, near, aid); break;
        case VOL_TERM_FOLLOW_LEADER: find_leader(e, &term->def, leader, aid); break;
        default: break;
        }
        e->kernels->steer(&meeting, e->world->dimensions, term, aid, &sums);
    }
    e->kernels->steer_end(&meeting, e->world->dimensions, &sums);
}

void vol_terms_batch(const vol_encounter *e, const vol_flock_def *flock) {
    const vol_terms *terms = &e->around->terms;
    uint32_t first = first_of(terms, e->flock);
    if (first == terms->living || terms->term[terms->order[first]].def.flock != e->flock) {
        return;
    }
    vol_term_aid aid;
    memset(&aid, 0, sizeof aid);
    aid.id = e->job->id;
    aid.budget = flock->steer.combine == VOL_COMBINE_PRIORITY ? flock->steer.budget : -1;
    aid.velocity = e->job->batch->wish;
    for (uint32_t g = 0; g < e->job->batch->groups; g++) {
        steer_group(e, &e->job->batch->group[g], first, &aid);
    }
}
