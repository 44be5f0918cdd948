/* Measures of near boids, where the boids lie: sorted into the cells of a grid over them, as doubles, in any order
 * within a cell; then each looks into the cells around its own. All that is made of that is a sum of whole numbers, a
 * count, a least or a most, so that it has the bits of measure/cells.c and its like. Compiled as measure.cl is, with
 * VOL_SECOND=0 for sorting.h. */
#include "backends/opencl/measured.h"
#include "backends/opencl/sorting.h"
#include "kernels/nearby.h"

/* --- Sorting by cells --------------------------------------------------------------------------------------------- */

VOL_INLINE uint near_cell(const vol_nearby *ask, const double at[3]) {
    const vol_cells *cells = &ask->cells;
    uint cell = 0;
    for (int c = VOL_D - 1; c >= 0; c--) {
        cell = cell * cells->number[c] + cell_along(at[c], cells->low[c], cells->per_length[c], cells->number[c], 0);
    }
    return cell;
}

VOL_INLINE int near_load(__global const state4 *state, ulong a, ulong b, ulong i, const vol_nearby *ask, double at[3]) {
    vol_block block;
    load_boid(state, a, b, i, &ask->space, &block);
    for (int c = 0; c < VOL_D; c++) {
        at[c] = block.position[c][0];
    }
    return block.count > 0;
}

/* Boids are numbered through all flocks: those of this one from `first` on. */
__kernel void count_near(__global const state4 *state, ulong a, ulong b, uint count, vol_nearby ask, ulong first,
                         __global uint *starts, __global uint *ranks) {
    const size_t i = get_global_id(0);
    double at[3];
    if (i < count) {
        const int proper = near_load(state, a, b, i, &ask, at);
        ranks[first + i] = proper ? atomic_inc(&starts[near_cell(&ask, at)]) : VOL_NO_RANK;
    }
}

/* The boids in each block of cells, and the squares of those in a cell. */
__kernel void sum_near(__global const uint *starts, uint cells, __global uint *sums, __global ulong *squares) {
    __local uint room[VOL_GROUP];
    __local ulong wide[VOL_GROUP];
    const uint first = get_global_id(0) * VOL_EACH;
    uint sum = 0, total;
    ulong square = 0;
    for (uint i = first; i < first + VOL_EACH && i < cells; i++) {
        sum += starts[i];
        square += (ulong)starts[i] * starts[i];
    }
    group_scan(sum, room, &total);
    square = group_sum(square, wide);
    if (get_local_id(0) == 0) {
        sums[get_group_id(0)] = total;
        squares[get_group_id(0)] = square;
    }
}

__kernel void top_near(__global uint *sums, uint blocks) {
    __local uint room[VOL_GROUP];
    scan_in_place(sums, blocks, room);
}

/* Counts of cells become where they begin; behind the last, how many boids there are. */
__kernel void spread_near(__global uint *starts, uint cells, __global const uint *sums) {
    __local uint room[VOL_GROUP];
    const uint first = get_global_id(0) * VOL_EACH;
    uint own[VOL_EACH], sum = 0, total;
    for (uint i = 0; i < VOL_EACH; i++) {
        own[i] = first + i < cells ? starts[first + i] : 0;
        sum += own[i];
    }
    uint start = sums[get_group_id(0)] + group_scan(sum, room, &total);
    for (uint i = 0; i < VOL_EACH && first + i < cells; i++) {
        starts[first + i] = start;
        start += own[i];
    }
    if (first < cells && first + VOL_EACH >= cells) {
        starts[cells] = start;
    }
}

__kernel void place_near(__global const state4 *state, ulong a, ulong b, uint count, vol_nearby ask, ulong first,
                         __global const uint *starts, __global const uint *ranks, __global double *places, ulong room) {
    const size_t i = get_global_id(0);
    double at[3];
    if (i < count && ranks[first + i] != VOL_NO_RANK) {
        near_load(state, a, b, i, &ask, at);
        const ulong to = starts[near_cell(&ask, at)] + ranks[first + i];
        for (int c = 0; c < VOL_D; c++) {
            places[c * room + to] = at[c];
        }
    }
}

/* --- Looking around ----------------------------------------------------------------------------------------------- */

/* Cells along an axis, ascending, in one stretch or, round the world, in two; and how those are shifted that are seen
 * round it. */
typedef struct near_span {
    int count;
    uint first[2], last[2];
    double shift[2];
} near_span;

VOL_INLINE near_span span_around(const vol_cells *cells, int axis, uint at, uint around) {
    const uint number = cells->number[axis], wide = 2 * around + 1;
    const double period = cells->period[axis];
    near_span s;
    s.count = 1;
    s.shift[0] = s.shift[1] = 0;
    s.first[1] = s.last[1] = 0;
    if (wide >= number && !(wide == number && period > 0)) {
        s.first[0] = 0;
        s.last[0] = number - 1;
        return s;
    }
    const int below = at < around, above = at + around >= number;
    s.first[0] = below ? 0 : at - around;
    s.last[0] = above ? number - 1 : at + around;
    if (period > 0 && below) {
        s.first[1] = at + number - around;
        s.last[1] = number - 1;
        s.shift[1] = -period;
        s.count = 2;
    } else if (period > 0 && above) {
        s.last[1] = at + around - number;
        s.shift[1] = period;
        s.count = 2;
    }
    return s;
}

enum { NEAR_LEAST, NEAR_NUMBER, NEAR_JOIN };

/* A boid that looks around, and what it has found. */
typedef struct near_look {
    __global const double *places;
    ulong room;
    volatile __global uint *parent;
    uint me;
    double own[3];
    double square; /* of the distance of the nearest, */
    uint slot;     /* and who it is */
    ulong number;
} near_look;

VOL_INLINE double near_at(const near_look *look, int axis, uint slot) {
    return look->places[axis * look->room + slot];
}

/* Of two equally near ones the one is taken that lies farther ahead along x, then y, z: measure/anisotropy.c. */
VOL_INLINE int near_prefers(const vol_nearby *ask, const near_look *look, uint j) {
    for (int c = 0; c < VOL_D; c++) {
        const double to_j = space_way(look->own[c], near_at(look, c, j), ask->period[c]),
                     to_k = space_way(look->own[c], near_at(look, c, look->slot), ask->period[c]);
        if (to_j != to_k) {
            return to_j > to_k;
        }
    }
    return 0;
}

/* Groups as trees (measure/forest.h): the later root comes to point to the earlier one. What is read may be old, but
 * was once right: all that matters is changed by exchange alone. */
VOL_INLINE uint forest_root(volatile __global uint *parent, uint i) {
    for (uint up = parent[i]; up != i; up = parent[i]) {
        const uint next = parent[up];
        parent[i] = next;
        i = next;
    }
    return i;
}

VOL_INLINE void forest_unite(volatile __global uint *parent, uint a, uint b) {
    if (parent[a] == parent[b]) {
        return;
    }
    a = forest_root(parent, a);
    b = forest_root(parent, b);
    while (a != b) {
        const uint low = min(a, b), high = max(a, b), was = atomic_cmpxchg(&parent[high], high, low);
        a = low;
        b = was == high ? low : forest_root(parent, was);
    }
}

VOL_INLINE void near_meet(const int what, const vol_nearby *ask, near_look *look, uint j, const double shift[3]) {
    double square = 0;
    if (j == look->me || (what == NEAR_JOIN && j > look->me)) {
        return;
    }
    for (int c = 0; c < VOL_D; c++) {
        const double d = what == NEAR_NUMBER ? near_at(look, c, j) - (look->own[c] - shift[c])
                                             : space_apart(look->own[c], near_at(look, c, j), ask->period[c]);
        square += d * d;
    }
    if (what == NEAR_NUMBER) {
        look->number += square <= ask->radius2;
    } else if (what == NEAR_JOIN) {
        if (square < ask->radius2) {
            forest_unite(look->parent, look->me, j);
        }
    } else if (square < look->square ||
               (square == look->square && look->slot != VOL_NO_RANK && near_prefers(ask, look, j))) {
        look->square = square;
        look->slot = j;
    }
}

/* Those in a row of cells. */
VOL_INLINE void look_along_row(const int what, const vol_nearby *ask, __global const uint *row, const near_span *x,
                               double y_shift, double z_shift, near_look *look) {
    for (int s = 0; s < x->count; s++) {
        const double shift[3] = {x->shift[s], y_shift, z_shift};
        const uint end = row[x->last[s] + 1];
        for (uint j = row[x->first[s]]; j < end; j++) {
            near_meet(what, ask, look, j, shift);
        }
    }
}

/* All boids in the cells up to `around` cells away along each axis. Returns how many cells these are. */
VOL_INLINE ulong look_around(const int what, const vol_nearby *ask, __global const uint *starts, uint around,
                             near_look *look) {
    const vol_cells *cells = &ask->cells;
    near_span span[3];
    ulong seen = 1;
    for (int c = 0; c < VOL_D; c++) {
        const uint at = cell_along(look->own[c], cells->low[c], cells->per_length[c], cells->number[c], 0);
        span[c] = span_around(cells, c, at, around);
        seen *=
            span[c].last[0] - span[c].first[0] + 1 + (span[c].count == 2 ? span[c].last[1] - span[c].first[1] + 1 : 0);
    }
    if (VOL_D == 2) {
        span[2].count = 1;
        span[2].first[0] = span[2].last[0] = 0;
        span[2].shift[0] = 0;
    }
    for (int sz = 0; sz < span[2].count; sz++) {
        for (uint z = span[2].first[sz]; z <= span[2].last[sz]; z++) {
            for (int sy = 0; sy < span[1].count; sy++) {
                for (uint y = span[1].first[sy]; y <= span[1].last[sy]; y++) {
                    __global const uint *row = starts + ((ulong)z * cells->number[1] + y) * cells->number[0];
                    look_along_row(what, ask, row, &span[0], span[1].shift[sy], span[2].shift[sz], look);
                }
            }
        }
    }
    return seen;
}

VOL_INLINE near_look look_begin(__global const double *places, ulong room, uint me) {
    near_look look;
    look.places = places;
    look.room = room;
    look.parent = 0;
    look.me = me;
    look.square = INFINITY;
    look.slot = VOL_NO_RANK;
    look.number = 0;
    for (int c = 0; c < VOL_D; c++) {
        look.own[c] = near_at(&look, c, me);
    }
    return look;
}

/* --- What becomes of it ------------------------------------------------------------------------------------------- */

VOL_INLINE vol_nearness no_nearness(void) {
    vol_nearness near;
    near.least = INFINITY;
    near.most = 0;
    near.sum.high = near.sum.low = 0;
    for (int t = 0; t < 6; t++) {
        near.facing[t].high = near.facing[t].low = 0;
    }
    near.faced = near.number = near.far = 0;
    return near;
}

/* Joins those of a group of work items, and writes them down. */
VOL_INLINE void near_end(const vol_nearness *mine, __local vol_nearness *room, __global vol_nearness *parts) {
    const uint me = (uint)get_local_id(0);
    room[me] = *mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) {
        vol_nearness all = *mine;
        for (uint i = 1; i < VOL_SURVEY_GROUP; i++) {
            const vol_nearness other = room[i];
            nearness_join(&all, &other);
        }
        parts[get_group_id(0)] = all;
    }
}

/* What all groups have found is joined to what the first has. By one work item: there are few. */
__kernel void join_near(__global vol_nearness *parts, uint groups) {
    vol_nearness all = parts[0];
    for (uint i = 1; i < groups && get_global_id(0) == 0; i++) {
        const vol_nearness other = parts[i];
        nearness_join(&all, &other);
    }
    if (get_global_id(0) == 0) {
        parts[0] = all;
    }
}

/* The direction in which the nearest lies; one in the same place has none. */
VOL_INLINE void near_face(const vol_nearby *ask, const near_look *look, double distance, vol_nearness *near) {
    double way[3];
    for (int c = 0; c < VOL_D; c++) {
        way[c] = space_way(look->own[c], near_at(look, c, look->slot), ask->period[c]) / distance;
    }
    for (int t = 0; t < 6; t++) {
        if (facing_first(t) < VOL_D && facing_second(t) < VOL_D) {
            vol_sum_add(&near->facing[t], way[facing_first(t)] * way[facing_second(t)], vol_sum_unit(1));
        }
    }
    near->faced++;
}

/* Farther and farther, until nothing that was not seen can be nearer. */
__kernel __attribute__((reqd_work_group_size(VOL_SURVEY_GROUP, 1, 1))) void
find_nearest(vol_nearby ask, __global const uint *starts, __global const double *places, ulong room, uint boids,
             __global double *nearest, __global vol_nearness *parts) {
    __local vol_nearness local_room[VOL_SURVEY_GROUP];
    vol_nearness mine = no_nearness();
    for (ulong i = get_global_id(0); i < boids; i += get_global_size(0)) {
        near_look look = look_begin(places, room, (uint)i);
        for (uint around = 1;; around *= 2) {
            const double proven = around * ask.least * (1 - VOL_CELL_ROUNDING);
            const ulong seen = look_around(NEAR_LEAST, &ask, starts, around, &look);
            if (look.square <= proven * proven || seen >= ask.cell_count) {
                break;
            }
            if (seen > VOL_NEARBY_CELLS) {
                mine.far++;
                break;
            }
            look.square = INFINITY;
            look.slot = VOL_NO_RANK;
        }
        const double distance = v_sqrt(look.square);
        nearest[i] = distance;
        mine.least = distance < mine.least ? distance : mine.least;
        mine.most = distance > mine.most ? distance : mine.most;
        if (ask.faces && distance > 0 && look.slot != VOL_NO_RANK) {
            near_face(&ask, &look, distance, &mine);
        }
    }
    near_end(&mine, local_room, parts);
}

__kernel __attribute__((reqd_work_group_size(VOL_SURVEY_GROUP, 1, 1))) void count_bins(vol_nearby ask,
                                                                                       __global const double *nearest,
                                                                                       uint boids, __global uint *bins,
                                                                                       __global vol_nearness *parts) {
    __local vol_nearness local_room[VOL_SURVEY_GROUP];
    vol_nearness mine = no_nearness();
    const double last = (double)(ask.bins - 1);
    for (ulong i = get_global_id(0); i < boids; i += get_global_size(0)) {
        const double distance = nearest[i], at = distance / ask.bin;
        vol_sum_add(&mine.sum, distance, ask.unit);
        if (distance <= ask.range) {
            atomic_inc(&bins[(int)(at < last ? at : last)]);
        }
    }
    near_end(&mine, local_room, parts);
}

__kernel __attribute__((reqd_work_group_size(VOL_SURVEY_GROUP, 1, 1))) void
count_within(vol_nearby ask, __global const uint *starts, __global const double *places, ulong room, uint boids,
             __global vol_nearness *parts) {
    __local vol_nearness local_room[VOL_SURVEY_GROUP];
    vol_nearness mine = no_nearness();
    for (ulong i = get_global_id(0); i < boids; i += get_global_size(0)) {
        near_look look = look_begin(places, room, (uint)i);
        look_around(NEAR_NUMBER, &ask, starts, 1, &look);
        mine.number += min(look.number, (ulong)ask.most);
    }
    near_end(&mine, local_room, parts);
}

/* --- Groups ------------------------------------------------------------------------------------------------------- */

__kernel void plant_groups(uint boids, __global uint *parent, __global uint *size) {
    const size_t i = get_global_id(0);
    if (i < boids) {
        parent[i] = (uint)i;
        size[i] = 0;
    }
}

__kernel void join_groups(vol_nearby ask, __global const uint *starts, __global const double *places, ulong room,
                          uint boids, volatile __global uint *parent) {
    const size_t i = get_global_id(0);
    if (i < boids) {
        near_look look = look_begin(places, room, (uint)i);
        look.parent = parent;
        look_around(NEAR_JOIN, &ask, starts, 1, &look);
    }
}

__kernel void size_groups(uint boids, volatile __global uint *parent, __global uint *size) {
    const size_t i = get_global_id(0);
    if (i < boids) {
        atomic_inc(&size[forest_root(parent, (uint)i)]);
    }
}

/* How many groups have a size. */
__kernel void sort_groups(uint boids, __global const uint *parent, __global const uint *size, __global uint *of_size) {
    const size_t i = get_global_id(0);
    if (i < boids && parent[i] == i) {
        atomic_inc(&of_size[size[i]]);
    }
}

/* The sizes that there are, in no special order: list[0] of them, then size and number of each. */
__kernel void list_groups(uint boids, __global const uint *of_size, __global uint *list, uint room) {
    const size_t size = get_global_id(0) + 1;
    const uint number = size <= boids ? of_size[size] : 0;
    if (number > 0) {
        const uint at = atomic_inc(&list[0]);
        if (at < room) {
            list[2 + 2 * at] = (uint)size;
            list[3 + 2 * at] = number;
        }
    }
}
