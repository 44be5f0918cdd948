/* Plain loops over a flock's arrays in the kernel's precision: binning, sorting, hashing, access from outside. */
#ifndef VOLERY_KERNELS_ARRAYS_H
#define VOLERY_KERNELS_ARRAYS_H

#include "kernels/abi.h"
#include "kernels/meal.h"
#include "kernels/state_hash.h"
#include "models/polar.h"

#include <float.h>
#include <string.h>

VOL_INLINE void bin_body(const int D, const bool torus, const vol_cells *cells, const vol_state *state, uint32_t begin,
                         uint32_t end, uint32_t *cell) {
    const real *x = state->position[0], *y = state->position[1], *z = state->position[2];
    for (uint32_t i = begin; i < end; i++) {
        cell[i] = cell_of(D, torus, cells, (double)x[i], (double)y[i], D == 3 ? (double)z[i] : 0);
    }
}

static void array_bin(const vol_cells *cells, const vol_state *state, uint32_t begin, uint32_t end, uint32_t *cell) {
    if (cells->dimensions == 3) {
        if (cells->torus) {
            bin_body(3, true, cells, state, begin, end, cell);
        } else {
            bin_body(3, false, cells, state, begin, end, cell);
        }
    } else if (cells->torus) {
        bin_body(2, true, cells, state, begin, end, cell);
    } else {
        bin_body(2, false, cells, state, begin, end, cell);
    }
}

static void array_span(const uint32_t *number, uint32_t begin, uint32_t end, uint32_t *least, uint32_t *most) {
    uint32_t low = *least, high = *most;
    for (uint32_t i = begin; i < end; i++) {
        low = number[i] < low ? number[i] : low;
        high = number[i] > high ? number[i] : high;
    }
    *least = low;
    *most = high;
}

/* Both are written so that compilers make vectors of them. */
static void array_outside(const void *along, double low, double high, bool below, bool above, uint32_t begin,
                          uint32_t end, unsigned char *mark) {
    const real *p = along;
    const unsigned not_below = !below, not_above = !above;
    for (uint32_t i = begin; i < end; i++) {
        const double at = (double)p[i];
        mark[i] = (unsigned char)(((unsigned)!(at >= low) & not_below) | ((unsigned)(at >= high) & not_above));
    }
}

static bool array_some_outside(const void *along, double low, double high, const unsigned char *mark, uint32_t begin,
                               uint32_t end) {
    const real *p = along;
    unsigned some = 0;
    for (uint32_t i = begin; i < end; i++) {
        const double at = (double)p[i];
        some |= (unsigned)mark[i] | (unsigned)!(at > low) | (unsigned)!(at < high);
    }
    return some != 0;
}

/* The first loop is written so that compilers make vectors of it; the last one is without branches. */
static uint32_t array_moved(const uint32_t *cell, const uint32_t *was, const uint32_t *id, uint32_t begin, uint32_t end,
                            uint32_t *list) {
    uint32_t wrong = 0, count = 0;
    for (uint32_t i = begin > 0 ? begin : 1; i < end; i++) {
        wrong |= (uint32_t)(was[i - 1] > was[i]) | ((uint32_t)(was[i - 1] == was[i]) & (uint32_t)(id[i - 1] > id[i]));
    }
    uint32_t i = begin;
#ifdef VOL_UNLIKE
    for (; end - i >= VOL_WIDTH; i += VOL_WIDTH) {
        count += m_list(list + count, v_unlike(cell + i, was + i), i);
    }
#endif
    for (; i < end; i++) {
        list[count] = i;
        count += cell[i] != was[i];
    }
    return wrong ? VOL_NONE : count;
}

/* VOL_COPIED numbers, or ids. Numbers by lanes, because compilers make of a copy of 32 bytes two of 16. */
VOL_INLINE void copy_some(const bool numbers, const void *from, void *to, size_t size) {
    if (!numbers || VOL_WIDTH == 1 || VOL_COPIED % VOL_WIDTH != 0) {
        memcpy(to, from, VOL_COPIED * size);
        return;
    }
    for (uint32_t i = 0; i < VOL_COPIED; i += VOL_WIDTH) {
        v_store((real *)to + i, v_load((const real *)from + i));
    }
}

/* As many at once as fit before the end, then one by one. Boids that come from elsewhere would be waited for, each for
 * itself, if the memory was not told before. */
VOL_INLINE void array_copy_one(const bool numbers, const void *from, void *to, size_t size, const vol_copy *copy,
                               uint32_t count, uint32_t whole, uint32_t end, uint32_t ahead) {
    const unsigned char *source = from;
    unsigned char *target = to;
    for (uint32_t i = 0; i < whole; i++) {
        VOL_WILL_READ((uintptr_t)source + (copy[i].from + (size_t)ahead) * size);
        VOL_WILL_WRITE((uintptr_t)target + (copy[i].to + (size_t)ahead) * size);
        copy_some(numbers, source + copy[i].from * size, target + copy[i].to * size, size);
    }
    for (uint32_t i = whole; i < count; i++) {
        memcpy(target + copy[i].to * size, source + copy[i].from * size, (end - copy[i].to) * size);
    }
}

static void array_copy(const vol_state *from, const vol_state *to, const uint32_t *id, uint32_t *id_to,
                       const vol_copy *copy, uint32_t count, uint32_t end, uint32_t ahead) {
    const void *const source[] = {from->position[0], from->position[1], from->position[2], from->velocity[0],
                                  from->velocity[1], from->velocity[2], from->heading,     from->speed};
    void *const target[] = {to->position[0], to->position[1], to->position[2], to->velocity[0],
                            to->velocity[1], to->velocity[2], to->heading,     to->speed};
    uint32_t whole = count;
    while (whole > 0 && end - copy[whole - 1].to < VOL_COPIED) {
        whole--;
    }
    for (int a = 0; a < 8; a++) {
        if (source[a]) {
            array_copy_one(true, source[a], target[a], sizeof(real), copy, count, whole, end, ahead);
        }
    }
    array_copy_one(false, id, id_to, sizeof *id, copy, count, whole, end, ahead);
}

/* All arrays side by side, so that the memory has more than one thing to fetch at a time. */
static void array_gather(const vol_state *from, const vol_state *to, const uint32_t *order, uint32_t begin,
                         uint32_t end) {
    const void *const source[] = {from->position[0], from->position[1], from->position[2], from->velocity[0],
                                  from->velocity[1], from->velocity[2], from->heading,     from->speed};
    void *const target[] = {to->position[0], to->position[1], to->position[2], to->velocity[0],
                            to->velocity[1], to->velocity[2], to->heading,     to->speed};
    const real *numbers[8];
    real *sorted[8];
    int arrays = 0;
    for (int a = 0; a < 8; a++) {
        if (source[a]) {
            numbers[arrays] = source[a];
            sorted[arrays++] = target[a];
        }
    }
    uint32_t i = begin;
    for (; i + VOL_WIDTH <= end; i += VOL_WIDTH) {
        for (int a = 0; a < arrays; a++) {
            v_store(sorted[a] + i, v_gather(numbers[a], order + i));
        }
    }
    for (; i < end; i++) {
        for (int a = 0; a < arrays; a++) {
            sorted[a][i] = numbers[a][order[i]];
        }
    }
}

static void array_gather_wide(const vol_state *from, double *const to[3], const uint32_t *order, uint32_t begin,
                              uint32_t end) {
    for (int c = 0; c < 3; c++) {
        const real *numbers = from->position[c];
        double *wide = to[c];
        for (uint32_t i = begin; numbers && i < end; i++) {
            wide[i] = (double)numbers[order[i]];
        }
    }
}

static void array_widen(const void *from, uint32_t begin, uint32_t end, double *to) {
    const real *numbers = from;
    for (uint32_t i = begin; i < end; i++) {
        to[i - begin] = (double)numbers[i];
    }
}

/* Whatever is no number fails every comparison. */
static bool array_range(const void *from, uint32_t begin, uint32_t end, double most, double *low, double *high) {
    const real *numbers = from;
    const vreal first = v_set(numbers[begin]), bound = v_set((real)(VOL_DOUBLE ? most : FLT_MAX));
    vreal least = first, greatest = first;
    vmask proper = v_le(v_abs(first), bound);
    for (uint32_t i = begin; i < end; i += VOL_WIDTH) {
        vreal a = v_load(numbers + i);
        a = end - i < VOL_WIDTH ? v_if(m_first(end - i), a, first) : a;
        proper = m_and(proper, v_le(v_abs(a), bound));
        least = v_min(a, least);
        greatest = v_max(a, greatest);
    }
    if (m_any(m_not(proper))) {
        return false;
    }
    *low = (double)v_least(least);
    *high = (double)v_most(greatest);
    return true;
}

_Static_assert((int64_t)1e12 == (int64_t)VOL_FARTHEST && (int64_t)1e9 == (int64_t)VOL_FASTEST,
               "VOL_MOST_PLACE and VOL_MOST_SPEED are what callers may give");

VOL_INLINE real allowed_speed(real v) {
    return v > VOL_MOST_SPEED ? VOL_MOST_SPEED : v < -VOL_MOST_SPEED ? -VOL_MOST_SPEED : v;
}

static void array_scatter(const vol_state *state, int dimensions, uint32_t count, const double *center,
                          double strength) {
    for (int c = 0; c < dimensions; c++) {
        const real *p = state->position[c];
        real *v = state->velocity[c];
        for (uint32_t i = 0; i < count; i++) {
            v[i] = allowed_speed(v[i] + (real)strength * (p[i] - (real)center[c]));
        }
    }
}

/* The eight numbers of a boid: position, velocity, heading, speed. Arrays that a flock does not have are passed
 * over. */
static void array_put(const vol_state *state, int dimensions, uint32_t slot, const double *values) {
    for (int c = 0; c < dimensions; c++) {
        ((real *)state->position[c])[slot] = (real)values[c];
        ((real *)state->velocity[c])[slot] = (real)values[3 + c];
    }
    if (state->heading) {
        ((real *)state->heading)[slot] = (real)values[6];
        ((real *)state->speed)[slot] = (real)values[7];
    }
}

static void array_get(const vol_state *state, int dimensions, uint32_t slot, double *values) {
    for (int c = 0; c < dimensions; c++) {
        values[c] = (double)((const real *)state->position[c])[slot];
        values[3 + c] = (double)((const real *)state->velocity[c])[slot];
    }
    if (state->heading) {
        values[6] = (double)((const real *)state->heading)[slot];
        values[7] = (double)((const real *)state->speed)[slot];
    }
}

static void array_face(const vol_state *state, uint32_t begin, uint32_t end) {
    const real *vx = state->velocity[0], *vy = state->velocity[1];
    real *headings = state->heading, *speeds = state->speed;
    for (uint32_t i = begin; i < end; i++) {
        vreal heading = v_set(headings[i]), speed;
        polar_face(vec_set(v_set(vx[i]), v_set(vy[i]), v_set(REAL(0))), &heading, &speed);
        v_store_n(headings + i, heading, 1);
        v_store_n(speeds + i, speed, 1);
    }
}

static double squared_distance(const vol_state *state, const vol_world_def *world, uint32_t i, const double *point) {
    double d2 = 0;
    for (int c = 0; c < world->dimensions; c++) {
        d2 += meal_along((double)((const real *)state->position[c])[i] - point[c], world->size[c], world->images);
    }
    return d2;
}

static void array_brush(const vol_state *state, const vol_world_def *world, uint32_t count, const double *center,
                        double radius, const double *velocity) {
    for (uint32_t i = 0; i < count; i++) {
        double d2 = squared_distance(state, world, i, center), part = 1 - d2 / (radius * radius);
        for (int c = 0; part > 0 && c < world->dimensions; c++) {
            real *v = (real *)state->velocity[c] + i;
            *v = allowed_speed(*v + (real)(velocity[c] * part));
        }
    }
}

/* Most are told to be far by x alone, as many at once as there are lanes. */
static uint32_t array_nearest(const vol_state *state, const vol_world_def *world, uint32_t begin, uint32_t end,
                              const uint32_t *id, const double *point, const uint32_t *mark, uint32_t best,
                              double *least) {
    const real *x = state->position[0];
    const double slack = 1 + 0x1p-18, reach = (double)VOL_SQRT((real)*least) * slack;
    const vreal at = v_set((real)point[0]), near = v_set((real)(reach * slack));
    const vreal round = v_set(world->images ? (real)(world->size[0] / slack - reach) : VOL_INFINITY);
    for (uint32_t first = begin; first < end; first += VOL_WIDTH) {
        vreal d = v_abs(v_sub(v_load(x + first), at));
        if (!m_any(m_or(v_lt(d, near), v_lt(round, d)))) {
            continue;
        }
        for (uint32_t i = first; i < end && i < first + VOL_WIDTH; i++) {
            double d2 = squared_distance(state, world, i, point);
            if (!mark[i] && (d2 < *least || (d2 == *least && best != VOL_NONE && id[i] < id[best]))) {
                *least = d2;
                best = i;
            }
        }
    }
    return best;
}

/* Along an axis; NaN, which is nowhere, and what is infinitely far is not `proper`. */
VOL_INLINE vreal strayed_along(const real *now, const real *before, uint32_t begin, uint32_t end, vreal round,
                               vmask *proper) {
    vreal most = v_set(REAL(0));
    for (uint32_t i = begin; i < end; i += VOL_WIDTH) {
        vreal d = v_abs(v_sub(v_load(now + i), v_load(before + i)));
        d = v_min(v_abs(v_sub(round, d)), d);
        d = end - i < VOL_WIDTH ? v_if(m_first(end - i), d, v_set(REAL(0))) : d;
        *proper = m_and(*proper, v_lt(d, v_set(VOL_INFINITY)));
        most = v_max(d, most);
    }
    return most;
}

static double array_strayed(const vol_state *now, const vol_state *before, const vol_world_def *world, uint32_t begin,
                            uint32_t end) {
    vmask proper = m_first(VOL_WIDTH);
    vreal most = v_set(REAL(0));
    for (int c = 0; c < world->dimensions; c++) {
        const vreal round = v_set(world->images ? (real)world->size[c] : VOL_INFINITY);
        most = v_max(strayed_along(now->position[c], before->position[c], begin, end, round, &proper), most);
    }
    return m_any(m_not(proper)) ? (double)VOL_INFINITY : (double)v_most(most);
}

/* Every boid's own hash is added up, so the order of the slots does not matter. */
static uint64_t array_hash(const vol_state *state, int dimensions, uint32_t flock, const uint32_t *id, uint32_t begin,
                           uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t i = begin; i < end; i++) {
        uint64_t hash = state_hash_begin(flock, id[i]);
        for (int c = 0; c < dimensions; c++) {
            hash = state_hash_axis(hash, ((const real *)state->position[c])[i], ((const real *)state->velocity[c])[i]);
        }
        sum += hash;
    }
    return sum;
}

#endif
