/* Sensing in a grid, part of step.cl: the rows of cells around a boid, in the order in which a processor takes them.
 * OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_SENSE_GRID_H
#define VOLERY_BACKENDS_OPENCL_SENSE_GRID_H

/* Where a boid is in its cell: which one, and how far from its sides. What is in the cells below is at least `low`
 * away, what is in those above `high`; a little less, because numbers are rounded. */
typedef struct vol_in_cell {
    uint at;
    real low, high;
} vol_in_cell;

VOL_INLINE vol_in_cell in_cell(__constant const vol_cells *cells, const int axis, double p, real size) {
    const double per_length = cells->per_length[axis], c = (p - cells->low[axis]) * per_length;
    const real spare = ((real)fabs(p) + size) * REAL(0x1p-20), side = REAL(1) / (real)per_length;
    vol_in_cell in;
    in.at = cell_along(p, cells->low[axis], per_length, cells->number[axis], VOL_TORUS);
    const real part = (real)(VOL_TORUS ? c - floor(c) : c - in.at) * side;
    in.low = fmax(part - spare, REAL(0));
    in.high = fmax(side - part - spare, REAL(0));
    return in;
}

/* The square of the distance from a row of cells along an axis. */
VOL_INLINE real away2(const vol_in_cell *in, int step) {
    const real away = step < 0 ? in->low : step > 0 ? in->high : REAL(0);
    return away * away;
}

/* A row of cells around cell x, `aside2` away: what is round the world below it, itself, what is above. Cells that no
 * neighbour can be in are left out. */
VOL_INLINE void look_in_row(const vol_context *c, const vself *me, uint i, uint row, const vol_in_cell *x, real aside2,
                            real reach2, vol_run *run, vol_gathered *to) {
    __constant const vol_cells *cells = &c->own.index->cells;
    __global const uint *ends = c->own.ends + row;
    const uint across = cells->number[0];
    const int below = away2(x, -1) + aside2 < reach2, above = away2(x, 1) + aside2 < reach2;
    const int wraps = VOL_IMAGES || VOL_TORUS;
    if (wraps && x->at == 0 && below) {
        run->begin = ends[across - 1];
        run->end = ends[across];
        run->shift[0] = -cells->period[0];
        look_at_run(c, me, i, run, to);
    }
    run->begin = ends[x->at - (x->at > 0 && below)];
    run->end = ends[x->at + 1 + (x->at + 1 < across && above)];
    run->shift[0] = 0;
    look_at_run(c, me, i, run, to);
    if (wraps && x->at == across - 1 && above) {
        run->begin = ends[0];
        run->end = ends[1];
        run->shift[0] = cells->period[0];
        look_at_run(c, me, i, run, to);
    }
}

/* Rows in the plane, where they are short. A boid that is pushed away from needs a root, the rest of what is seen does
 * not: of 28 candidates in three rows 10 are neighbours, and 2 or 3 of these are that near. So the rest is summed
 * first, all candidates in their order, and the near ones of all rows afterwards. Work items that run together then
 * wait for the one with the most near ones, not in every turn for a root. */
#define VOL_PUSH_APART ((VOL_D == 2) & VOL_HAS_ZONES & ((VOL_OF(traits) & VOL_TRAIT_ROOTS) != 0) & (VOL_NEAREST == 0))

/* Boids begin to end - 1, at most 32: all but the push. A bit for each one that is near, the last one's the lowest. */
VOL_INLINE uint look_at_rest(const vol_manner how, const vol_context *c, const vself *me, uint i, uint begin, uint end,
                             vol_gathered *to) {
    __constant const vol_constants *k = c->constants;
    vol_manner rest = how;
    uint near = 0;
    rest.push = 0;
    VOL_UNROLL_TWICE
    for (uint j = begin; j < end; j++) {
        vother o;
        o.p = place_at(VOL_D, &c->own.now, j);
        VOL_OF(measure)(how, k, me, &o);
        near = near << 1 | SIGN_OF(o.d2 - k->separation_d2);
        gather(rest, c, me, c->flock, &c->own, i, j, REAL(0), REAL(0), REAL(0), to);
    }
    return near;
}

/* The three rows around a boid, whose cell is `row` in the first of them; 0, and nothing is done, if one is too
 * long. */
VOL_INLINE int sense_rows(const vol_manner how, const vol_context *c, const vself *me, uint i, __global const uint *row,
                          uint across, vol_gathered *to) {
    vol_manner push = how;
    uint begin[3], end[3], near[3];
    push.match = push.pull = 0;
    VOL_UNROLL
    for (uint r = 0; r < 3; r++, row += across) {
        begin[r] = row[-1];
        end[r] = row[2];
    }
    if (max(max(end[0] - begin[0], end[1] - begin[1]), end[2] - begin[2]) > VOL_TESTED) {
        return 0;
    }
    VOL_UNROLL
    for (uint r = 0; r < 3; r++) {
        near[r] = look_at_rest(how, c, me, i, begin[r], end[r], to);
    }
    near[1] &= ~(1u << (end[1] - 1 - i)); /* the boid itself */
    while (near[0] | near[1] | near[2]) {
        const uint here = near[0] ? near[0] : near[1] ? near[1] : near[2];
        const uint last = near[0] ? end[0] : near[1] ? end[1] : end[2];
        const uint bit = 31 - clz(here), left = here ^ 1u << bit;
        near[2] = near[0] | near[1] ? near[2] : left;
        near[1] = near[0] ? near[1] : near[1] ? left : near[1];
        near[0] = near[0] ? left : near[0];
        gather(push, c, me, c->flock, &c->own, i, last - 1 - bit, REAL(0), REAL(0), REAL(0), to);
    }
    return 1;
}

/* Far from the edges nothing is shifted: one kind of loop. */
VOL_INLINE void sense_inside(const vol_context *c, const vself *me, uint i, const vol_in_cell in[3], real reach2,
                             vol_gathered *to) {
    __constant const vol_cells *cells = &c->own.index->cells;
    vol_manner plain = manner_of(0);
    plain.plain = plain.same = VOL_PLAIN;
    vol_run run;
    run.shift[0] = run.shift[1] = run.shift[2] = 0;
    const uint across = cells->number[0];
    if (VOL_PUSH_APART && sense_rows(plain, c, me, i, c->own.ends + (in[1].at - 1) * across + in[0].at, across, to)) {
        return;
    }
    for (int dz = VOL_D == 3 ? -1 : 0; dz <= (VOL_D == 3 ? 1 : 0); dz++) {
        for (int dy = -1; dy <= 1; dy++) {
            const real aside2 = away2(&in[1], dy) + (VOL_D == 3 ? away2(&in[2], dz) : REAL(0));
            const uint z = VOL_D == 3 ? in[2].at + dz : 0, y = in[1].at + dy;
            __global const uint *ends = c->own.ends + (z * cells->number[1] + y) * across + in[0].at;
            if (VOL_D == 2 || aside2 < reach2) {
                run.begin = ends[-1];
                run.end = ends[2];
                look_along(plain, 0, c, me, i, &run, to);
            }
        }
    }
}

VOL_INLINE int is_inside(__constant const vol_cells *cells, const vol_in_cell in[3]) {
    int inside = 1;
    for (int axis = 0; axis < VOL_D; axis++) {
        inside &= in[axis].at > 0 && in[axis].at + 1 < cells->number[axis];
    }
    return inside;
}

VOL_INLINE void sense_grid(const vol_context *c, const vself *me, uint i, vol_gathered *to) {
    __constant const vol_cells *cells = &c->own.index->cells;
    __constant const vol_constants *k = c->constants;
    const double p[3] = {me->p.x, me->p.y, VOL_D == 3 ? me->p.z : 0};
    const real reach2 = k->reach_d2;
    vol_in_cell in[3];
    for (int axis = 0; axis < VOL_D; axis++) {
        in[axis] = in_cell(cells, axis, p[axis], axis == 0 ? k->size_x : axis == 1 ? k->size_y : k->size_z);
    }
    if (is_inside(cells, in)) {
        sense_inside(c, me, i, in, reach2, to);
        return;
    }
    vol_run run;
    for (int dz = VOL_D == 3 ? -1 : 0; dz <= (VOL_D == 3 ? 1 : 0); dz++) {
        uint y, z = 0;
        run.shift[2] = 0;
        if (VOL_D == 3 && !neighbour_row(cells, 2, in[2].at, dz, &z, &run.shift[2])) {
            continue;
        }
        for (int dy = -1; dy <= 1; dy++) {
            const real aside2 = away2(&in[1], dy) + (VOL_D == 3 ? away2(&in[2], dz) : REAL(0));
            if (aside2 < reach2 && neighbour_row(cells, 1, in[1].at, dy, &y, &run.shift[1])) {
                look_in_row(c, me, i, (z * cells->number[1] + y) * cells->number[0], &in[0], aside2, reach2, &run, to);
            }
        }
    }
}

#endif
