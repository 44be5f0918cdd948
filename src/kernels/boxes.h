/* The loops of the trees: where boids are on a lattice and on the curve, boxes around the boids of a leaf and around
 * boxes, and which leaves are near a box. One lane is one boid, or one box. Comes before sense: it gives the runs.
 *
 * Boxes are exact: a box's sides are coordinates of boids. A boid at a position that is NaN or infinite is in no box:
 * no rule reaches it. */
#ifndef VOLERY_KERNELS_BOXES_H
#define VOLERY_KERNELS_BOXES_H

#include "core/hilbert.h"
#include "kernels/pick.h"

static void array_lattice(const vol_lattice *lattice, const vol_state *state, uint32_t begin, uint32_t end,
                          uint32_t *const cell[3]) {
    const double last = 4294967295.0;
    for (int c = 0; c < lattice->dimensions; c++) {
        const real *p = state->position[c];
        for (uint32_t i = begin; i < end; i++) {
            double at = ((double)p[i] - lattice->low[c]) * lattice->per_length;
            at = at > 0 ? at : 0; /* also what is no number */
            at = at < last ? at : last;
            cell[c][i] = (uint32_t)(int64_t)at;
        }
    }
}

VOL_INLINE void curve_body(const int D, uint32_t *const cell[3], int bits, uint32_t begin, uint32_t end,
                           uint64_t *key) {
    for (uint32_t i = begin; i < end; i += VOL_HILBERT_BLOCK) {
        uint32_t n = end - i < VOL_HILBERT_BLOCK ? end - i : VOL_HILBERT_BLOCK, block[3][VOL_HILBERT_BLOCK] = {{0}};
        uint64_t keys[VOL_HILBERT_BLOCK];
        for (int c = 0; c < D; c++) {
            for (uint32_t k = 0; k < n; k++) {
                block[c][k] = cell[c][i + k] >> (32 - bits);
            }
        }
        vol_hilbert_keys(D, block, bits, keys);
        memcpy(key + i, keys, n * sizeof *key);
    }
}

static void array_curve(int dimensions, uint32_t *const cell[3], int bits, uint32_t begin, uint32_t end,
                        uint64_t *key) {
    if (dimensions == 3) {
        curve_body(3, cell, bits, begin, end, key);
    } else {
        curve_body(2, cell, bits, begin, end, key);
    }
}

/* The least of `low` and the greatest of `high` from number `first` to `end` - 1, of those that are numbers. */
VOL_INLINE void enclose(const real *low, const real *high, uint32_t first, uint32_t end, real *least, real *most) {
    vreal lowest = v_set(VOL_INFINITY), highest = v_set(-VOL_INFINITY);
    for (uint32_t i = first; i < end; i += VOL_WIDTH) {
        vmask live = m_first(end - i < VOL_WIDTH ? end - i : VOL_WIDTH);
        vreal l = v_load(low + i), h = v_load(high + i);
        lowest = v_min(v_if(m_and(live, v_lt(v_abs(l), v_set(VOL_INFINITY))), l, v_set(VOL_INFINITY)), lowest);
        highest = v_max(v_if(m_and(live, v_lt(v_abs(h), v_set(VOL_INFINITY))), h, v_set(-VOL_INFINITY)), highest);
    }
    *least = v_least(lowest);
    *most = v_most(highest);
}

/* The boxes of the level below a box, or the boids in a leaf. */
VOL_INLINE vol_stretch below(uint32_t box, uint32_t size, uint32_t all) {
    const uint32_t begin = box * size;
    return (vol_stretch){begin, all - begin < size ? all : begin + size};
}

static void array_enclose(const vol_boxes *boxes, const vol_state *state, int dimensions, uint32_t level,
                          uint32_t begin, uint32_t end) {
    const uint32_t size = level == 0 ? boxes->leaf : VOL_BOX_FAN;
    const uint32_t all = level == 0 ? boxes->count : boxes->nodes[level - 1];
    for (int c = 0; c < dimensions; c++) {
        const real *low = level == 0 ? state->position[c] : (const real *)boxes->low[c] + boxes->first[level - 1];
        const real *high = level == 0 ? state->position[c] : (const real *)boxes->high[c] + boxes->first[level - 1];
        real *least = (real *)boxes->low[c] + boxes->first[level], *most = (real *)boxes->high[c] + boxes->first[level];
        for (uint32_t i = begin; i < end; i++) {
            const vol_stretch in = below(i, size, all);
            enclose(low, high, in.begin, in.end, &least[i], &most[i]);
        }
    }
}

/* What boxes are measured by. */
typedef struct vol_gauge {
    const vol_boxes *boxes;
    vreal low[3], high[3], reach2;
} vol_gauge;

VOL_INLINE vol_gauge gauge_of(const int D, const vol_boxes *boxes, const vol_outlook *from) {
    vol_gauge gauge = {.boxes = boxes};
    for (int c = 0; c < D; c++) {
        gauge.low[c] = v_set((real)(from->low[c] - from->shift[c]));
        gauge.high[c] = v_set((real)(from->high[c] - from->shift[c]));
    }
    gauge.reach2 = v_set((real)(from->reach * from->reach) + REAL(1e-37));
    return gauge;
}

/* Lists those of boxes `begin` to `end` - 1 of a level that are near: at most VOL_BOX_FAN. */
VOL_INLINE uint32_t list_near(const int D, const vol_gauge *g, uint32_t level, uint32_t begin, uint32_t end,
                              uint32_t *near) {
    uint32_t found = 0;
    for (uint32_t i = begin; i < end; i += VOL_WIDTH) {
        const uint32_t at = g->boxes->first[level] + i;
        vreal d2 = v_set(REAL(0));
        for (int c = 0; c < D; c++) {
            vreal away = v_max(v_sub(g->low[c], load_at(g->boxes->high[c], at)),
                               v_max(v_sub(load_at(g->boxes->low[c], at), g->high[c]), v_set(REAL(0))));
            d2 = c == 0 ? v_mul(away, away) : v_add(d2, v_mul(away, away));
        }
        vmask live = m_first(end - i < VOL_WIDTH ? end - i : VOL_WIDTH);
        found += m_list(near + found, m_and(live, v_lt(d2, g->reach2)), i);
    }
    return found;
}

typedef struct vol_visit {
    vol_gauge gauge;
    vol_stretch *list;
    uint32_t count, room;
} vol_visit;

/* Lists what is near below boxes of a level, from the first to the last. As deep as there are levels. */
static void visit_boxes(const int D, vol_visit *v, uint32_t level, uint32_t begin, uint32_t end) {
    uint32_t near[VOL_BOX_FAN + VOL_WIDTH];
    const uint32_t found = list_near(D, &v->gauge, level, begin, end, near);
    for (uint32_t n = 0; n < found; n++) {
        if (level > 1) {
            const vol_stretch children = below(near[n], VOL_BOX_FAN, v->gauge.boxes->nodes[level - 1]);
            visit_boxes(D, v, level - 1, children.begin, children.end);
        } else if (v->count > 0 && (v->list[v->count - 1].end == near[n] || v->count == v->room)) {
            v->list[v->count - 1].end = near[n] + 1; /* without room, what lies between is taken in too */
        } else {
            v->list[v->count++] = (vol_stretch){near[n], near[n] + 1};
        }
    }
}

static uint32_t boxes_near(const vol_boxes *boxes, int dimensions, const vol_outlook *from, vol_stretch *list,
                           uint32_t room) {
    vol_visit v = {gauge_of(dimensions, boxes, from), list, 0, room};
    if (dimensions == 3) {
        visit_boxes(3, &v, boxes->levels - 1, 0, 1);
    } else {
        visit_boxes(2, &v, boxes->levels - 1, 0, 1);
    }
    return v.count;
}

VOL_INLINE uint32_t leaves_body(const int D, const vol_boxes *boxes, const vol_outlook *from, const vol_stretch *list,
                                uint32_t count, vol_run *run, uint32_t room) {
    const vol_gauge gauge = gauge_of(D, boxes, from);
    uint32_t runs = 0, near[VOL_BOX_FAN + VOL_WIDTH];
    for (uint32_t s = 0; s < count; s++) {
        for (uint32_t box = list[s].begin; box < list[s].end; box++) {
            const vol_stretch leaves = below(box, VOL_BOX_FAN, boxes->nodes[0]);
            const uint32_t found = list_near(D, &gauge, 0, leaves.begin, leaves.end, near);
            for (uint32_t n = 0; n < found; n++) {
                const vol_stretch boids = below(near[n], boxes->leaf, boxes->count);
                if (runs > 0 && (run[runs - 1].end == boids.begin || runs == room)) {
                    run[runs - 1].end = boids.end;
                } else {
                    run[runs++] =
                        (vol_run){NULL, boids.begin, boids.end, {from->shift[0], from->shift[1], from->shift[2]}};
                }
            }
        }
    }
    return runs;
}

static uint32_t leaves_near(const vol_boxes *boxes, int dimensions, const vol_outlook *from, const vol_stretch *list,
                            uint32_t count, vol_run *run, uint32_t room) {
    return dimensions == 3 ? leaves_body(3, boxes, from, list, count, run, room)
                           : leaves_body(2, boxes, from, list, count, run, room);
}

#endif
