/* Near boids, over the grid of cells.c: who is nearest to each, how many are within a radius, and links by which
 * links.c joins boids to groups; all of it at once where it is asked for at once. The fast way, for boids that are
 * spread about evenly.
 *
 * Kernels look in the precision of the world. A boid about which rounding leaves a doubt is looked at again here, in
 * doubles; and distances are those that neighbours.c computes, bit for bit. So both ways give the same answers. Where
 * cells would be crowded, or are too few, neighbours.c takes over with its tree. */
#include "measure/cells.h"

#include <string.h>

enum { PIECE_BOIDS = 4096, STRIPS = 6, FEW = 16, CROWD_MOST = 12, BATCH_MOST = VOL_BATCH_GROUPS * VOL_WIDTH_MOST };

/* What was found of the boids of a batch. */
typedef struct batch_found {
    uint32_t partner[BATCH_MOST], link[2][BATCH_MOST];
} batch_found;

/* The nearest of those that were looked at: the square of its distance, and who it is. */
typedef struct near_one {
    double square;
    uint32_t slot;
} near_one;

static void place_of(const vol_cell_search *s, uint32_t i, double at[3]) {
    for (int c = 0; c < s->dimensions; c++) {
        at[c] = vol_cells_at(s, c, i);
    }
}

static bool prefers(const vol_cell_search *s, uint32_t i, uint32_t j, uint32_t k) {
    double at[3], one[3], other[3];
    place_of(s, i, at);
    place_of(s, j, one);
    place_of(s, k, other);
    return vol_meter_prefers(s->meter, at, one, other);
}

/* The nearest to boid `i` of those from begin to end - 1, or what was found before. */
static near_one nearest_of(const vol_cell_search *s, uint32_t i, uint32_t begin, uint32_t end, near_one found) {
    for (uint32_t j = begin; j < end; j++) {
        double square = vol_cells_square(s, i, j);
        if (j != i &&
            (square < found.square || (square == found.square && square < INFINITY && prefers(s, i, j, found.slot)))) {
            found = (near_one){square, j};
        }
    }
    return found;
}

/* Looks farther and farther; INFINITY if that comes to too many rows of cells. */
static near_one look_farther(const vol_cell_search *s, uint32_t i) {
    const vol_boids all = {.now = s->sorted, .count = s->meter->tree.count};
    const near_one none = {INFINITY, VOL_NONE};
    double at[3] = {0, 0, 0};
    place_of(s, i, at);
    double reach = 0.75 * s->least;
    while (reach < s->diagonal) {
        reach *= 2;
        vol_runs runs;
        near_one found = none;
        runs.count = 0;
        if (!vol_grid_box(s->grid, &all, at, at, reach, &runs)) {
            break;
        }
        for (uint32_t r = 0; r < runs.count; r++) {
            found = nearest_of(s, i, runs.run[r].begin, runs.run[r].end, found);
        }
        if (found.square <= reach * reach) {
            return found;
        }
    }
    return none;
}

/* A few boids that are far from all others are compared with all. Itself: they are more than a few. */
static uint32_t find_partner(vol_near_job *job, uint32_t i) {
    near_one found = look_farther(&job->s, i);
    if (found.slot == VOL_NONE && atomic_fetch_add_explicit(&job->alone, 1, memory_order_relaxed) < FEW) {
        found = nearest_of(&job->s, i, 0, job->s.meter->tree.count, found);
    }
    return found.slot == VOL_NONE ? i : found.slot;
}

/* How many boids in the runs are within the radius of boid `i`. */
static uint32_t find_number(const vol_near_job *job, const vol_group *group, const vol_run *run, uint32_t i) {
    const vol_cell_search *s = &job->s;
    uint32_t number = 0;
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        for (uint32_t j = run[r].begin; j < run[r].end; j++) {
            double square = 0;
            for (int c = 0; c < s->dimensions; c++) {
                const double d = vol_cells_at(s, c, j) - (vol_cells_at(s, c, i) - run[r].shift[c]);
                square += d * d;
            }
            number += j != i && square <= s->radius2;
        }
    }
    return number;
}

/* How many count, of all boids of a group. */
static uint64_t count_found(const vol_near_job *job, uint32_t boids, const uint32_t *number) {
    const uint64_t most = job->task->most;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < boids; i++) {
        sum += number[i] < most ? number[i] : most;
    }
    return sum;
}

/* The groups of a batch, one by one; the result is how many count. */
static uint64_t look_around(vol_near_job *job, const vol_batch *batch, batch_found *seen) {
    const int what = job->ask.what;
    uint64_t number = 0;
    uint32_t at = 0;
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        vol_near_found found;
        if (job->kernels->near(&job->ask, group, batch->run, &found)) {
            for (uint32_t i = 0; i < group->count; i++) {
                if ((what & VOL_NEAR_PARTNER) && found.partner[i] == VOL_NONE) {
                    found.partner[i] = find_partner(job, group->first + i);
                }
                if ((what & VOL_NEAR_NUMBER) && found.number[i] == VOL_NONE) {
                    found.number[i] = find_number(job, group, batch->run, group->first + i);
                }
            }
        }
        memcpy(seen->partner + at, found.partner, group->count * sizeof *found.partner);
        memcpy(seen->link[0] + at, found.link[0], group->count * sizeof *found.link[0]);
        memcpy(seen->link[1] + at, found.link[1], group->count * sizeof *found.link[1]);
        number += what & VOL_NEAR_NUMBER ? count_found(job, group->count, found.number) : 0;
        at += group->count;
    }
    return number;
}

/* Distances to partners, and the directions in which they lie. */
static void face_partners(const vol_near_job *job, uint32_t first, uint32_t count, const uint32_t *partner,
                          vol_nearness *near) {
    vol_meter *meter = job->s.meter;
    const bool faces = (meter->def.measures & VOL_MEASURE_BIT(VOL_MEASURE_ANISOTROPY)) != 0;
    for (uint32_t k = 0; k < count; k += VOL_BLOCK) {
        const uint32_t some = count - k < VOL_BLOCK ? count - k : VOL_BLOCK;
        vol_facing facing;
        job->kernels->ways(&job->s.sorted, job->s.dimensions, first + k, some, partner + k, facing.way);
        meter->own->facing(&facing, job->s.dimensions, some, job->s.period, faces, near);
        memcpy(meter->nearest + first + k, facing.nearest, some * sizeof *meter->nearest);
    }
}

static void keep_links(const vol_meter *meter, uint32_t first, uint32_t count, const batch_found *seen) {
    for (uint32_t k = 0; k < count; k++) {
        atomic_init(&meter->size[first + k], seen->link[0][k]);
    }
    memcpy(meter->of_size + first, seen->link[1], count * sizeof *seen->link[1]);
}

static void search_piece(void *context, uint32_t piece, uint32_t worker) {
    vol_near_job *job = context;
    vol_meter *meter = job->s.meter;
    vol_batch *batch = &meter->world->workers[worker]->batch;
    const vol_boids all = {.now = job->s.sorted, .count = meter->tree.count};
    const uint32_t begin = piece * job->piece, count = meter->tree.count;
    const uint32_t end = count - begin < job->piece ? count : begin + job->piece;
    uint64_t number = 0;
    for (uint32_t at = begin; at < end; at += batch->count) {
        batch_found seen;
        vol_search_groups(&meter->search, &all, at, end, job->kernels->width, batch);
        number += look_around(job, batch, &seen);
        if (job->ask.what & VOL_NEAR_PARTNER) {
            face_partners(job, at, batch->count, seen.partner, &meter->nearness[worker]);
        }
        if (job->ask.what & VOL_NEAR_LINK) {
            keep_links(meter, at, batch->count, &seen);
        }
    }
    meter->motion[worker].neighbours += number;
    if (job->ask.what & VOL_NEAR_LINK) {
        vol_links_join(job, begin, end);
    }
}

/* What rounding may do to squares of distances. Differences are off by a share of themselves; and where there are
 * shifts, by no more than `off`, because coordinates, shifts and their sums are rounded: of coordinates up to `most` in
 * all. What that makes of a square, 4 off d at most, goes by the distance d: it is no more than `part` of the square
 * and 4 off^2 / part, whatever `part` is; the best is that for the distances that matter. */
static vol_near_limits limits_of(const vol_cell_search *s, double most) {
    const double share = s->single ? 0x1p-24 : 0x1p-53, off = 4 * share * most, far = sqrt(s->radius2);
    const double best = 2 * off / (far > 0 ? far : s->least), part = best < 0x1p-4 ? best : 0x1p-4;
    vol_near_limits limits = {.share = 32 * share + part, .slip = s->single ? 0x1p-100 : 0x1p-960};
    limits.slip += part > 0 ? 4 * off * off / part : 0;
    limits.sure = s->radius2 * (1 - limits.share) - limits.slip;
    limits.perhaps = s->radius2 * (1 + limits.share) + limits.slip;
    return limits;
}

static vol_near_ask ask_for(const vol_cell_search *s, int what) {
    const vol_space *space = &s->meter->space;
    const double proven = s->least * (1 - VOL_CELL_ROUNDING);
    double most = 0;
    for (int c = 0; c < s->dimensions && space->periodic; c++) {
        const double far = fabs(space->low[c]) + space->period[c];
        most = far > most ? far : most;
    }
    return (vol_near_ask){.at = s->sorted,
                          .dimensions = s->dimensions,
                          .what = what,
                          .proven = proven * proven * (1 - VOL_CELL_ROUNDING),
                          .plain = limits_of(s, 0),
                          .shifted = limits_of(s, most)};
}

/* Boids whose links are looked at form one piece of work for one worker, else a few for each: links within one are
 * joined at once. */
static uint32_t piece_of(const vol_meter *meter, int what) {
    const uint32_t workers = meter->world->crew.workers, strips = workers > 1 ? STRIPS * workers : 1;
    const uint32_t piece = (meter->tree.count + strips - 1) / strips;
    return (what & VOL_NEAR_LINK) && piece > PIECE_BOIDS ? piece : PIECE_BOIDS;
}

/* Cells much wider than the radius, because there would be too many, are no help where boids crowd in them. */
static uint64_t crowd_of(const vol_cell_search *s, const vol_near_task *task) {
    return task->what != VOL_NEAR_NUMBER ? CROWD_MOST : s->least > 2 * task->radius ? 64 : UINT32_MAX;
}

/* Do boids have so many near that most will be in one group? Spread at random in 2D they are from 4.5 on, in 3D from
 * 2.7. */
static bool may_link(const vol_cell_search *s) {
    const double radius2 = s->radius2, cell = s->width[0] * s->width[1] * (s->dimensions == 3 ? s->width[2] : 1);
    const double ball = 3.14159265358979 * radius2 * (s->dimensions == 3 ? sqrt(radius2) * 4 / 3 : 1);
    return (s->mates - 1) * ball / cell > (s->dimensions == 3 ? 3.5 : 6);
}

int vol_meter_search(vol_meter *meter, const vol_near_task *task) {
    vol_near_job job = {.task = task, .piece = piece_of(meter, task->what)};
    for (uint32_t w = 0; w < meter->workers; w++) {
        meter->motion[w].neighbours = 0;
        if (task->what & VOL_NEAR_PARTNER) {
            meter->nearness[w] = (vol_nearness){.least = INFINITY};
        }
    }
    if (!vol_cells_choose(meter, task->width, &job.s)) {
        return 0;
    }
    job.s.radius2 = task->radius * task->radius;
    if (!vol_cells_sort(&job.s, false, crowd_of(&job.s, task))) {
        return 0;
    }
    const int what = task->what & (may_link(&job.s) ? task->what : ~VOL_NEAR_LINK), unlinked = what & ~VOL_NEAR_LINK;
    if (what == 0) {
        return 0;
    }
    job.kernels = meter->own_of[job.s.single ? VOL_PRECISION_SINGLE : VOL_PRECISION_DOUBLE];
    job.ask = ask_for(&job.s, what);
    atomic_init(&job.alone, 0);
    vol_crew_run(&meter->world->crew, (meter->tree.count + job.piece - 1) / job.piece, search_piece, &job);
    if (atomic_load_explicit(&job.alone, memory_order_relaxed) > FEW) {
        return 0;
    }
    if (what == unlinked || !vol_links_finish(&job)) {
        return unlinked;
    }
    meter->by_cell = false;
    return what;
}

/* How far the one flock that is read sees, if who is within that can be counted along with what else is looked for;
 * else 0. */
static double reach_along(const vol_meter *meter, double radius) {
    const bool one = meter->flock_end - meter->flock_begin == 1;
    if (!one || !vol_meter_wants(meter, VOL_FAMILY_NEIGHBOURS) || meter->world->def.images != meter->space.periodic) {
        return 0;
    }
    const double reach = vol_meter_reach(meter, meter->flock_begin);
    const bool fits = vol_meter_wants(meter, VOL_FAMILY_GROUPS) ? reach == radius : reach > 0 && reach < INFINITY;
    return fits ? reach : 0;
}

void vol_meter_near(vol_meter *meter, double radius) {
    const bool nearest = vol_meter_wants(meter, VOL_FAMILY_NEAREST), groups = vol_meter_wants(meter, VOL_FAMILY_GROUPS);
    const double reach = meter->tree.count > 1 ? reach_along(meter, radius) : 0;
    const int what =
        (nearest ? VOL_NEAR_PARTNER : 0) | (groups ? VOL_NEAR_LINK : 0) | (reach > 0 ? VOL_NEAR_NUMBER : 0);
    vol_near_task task = {.what = what, .width = groups ? radius : reach, .radius = groups ? radius : reach};
    meter->known = 0;
    if (meter->tree.count < 2 || (what & (what - 1)) == 0) { /* one thing alone is looked for by itself */
        return;
    }
    if (nearest) {
        const double width = vol_cells_nearest_width(meter);
        task.width = width > task.width ? width : task.width;
    }
    if (reach > 0) {
        const uint64_t most = meter->world->flocks[meter->flock_begin]->def.neighbours.count;
        task.most = most > 0 ? most : UINT64_MAX;
    }
    meter->known = vol_meter_search(meter, &task);
    meter->number = 0;
    for (uint32_t w = 0; w < meter->workers; w++) {
        meter->number += meter->motion[w].neighbours;
    }
}
