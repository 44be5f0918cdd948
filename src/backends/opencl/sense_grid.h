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

VOL_INLINE uint cell_on(VOL_SHARED const vol_cells *cells, const int axis, double p) {
    return cell_along(p, cells->low[axis], cells->per_length[axis], cells->number[axis], VOL_TORUS);
}

VOL_INLINE void find_sides(VOL_SHARED const vol_cells *cells, const int axis, double p, real size, vol_in_cell *in) {
    const double per_length = cells->per_length[axis], c = (p - cells->low[axis]) * per_length;
    const real spare = ((real)fabs(p) + size) * REAL(0x1p-20), side = REAL(1) / (real)per_length;
    const real part = (real)(VOL_TORUS ? c - floor(c) : c - in->at) * side;
    in->low = fmax(part - spare, REAL(0));
    in->high = fmax(side - part - spare, REAL(0));
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
    VOL_SHARED const vol_cells *cells = &c->own.index->cells;
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
#define VOL_ROWS_APART ((VOL_D == 2) & VOL_HAS_ZONES & ((VOL_OF(traits) & VOL_TRAIT_ROOTS) != 0) & (VOL_NEAREST == 0))

VOL_INLINE vol_manner inside_manner(void) {
    vol_manner plain = manner_of(0);
    plain.plain = plain.same = VOL_PLAIN;
    return plain;
}

/* Boids begin to end - 1, at most 32: all but the push. A bit for each one that is near, the last one's the lowest. The
 * arrays are moved along, because compilers would else make each address anew. `own`: the boid itself, which is in slot
 * i, may be among them, and others at the same place, which is in the same cell. */
VOL_INLINE uint look_at_rest(const vol_manner how, const int own, const vol_context *c, const vself *me, uint i,
                             uint begin, uint end, vol_gathered *to) {
    VOL_SHARED const vol_constants *k = c->constants;
    vol_manner rest = how;
    vol_arrays at = c->own.now;
    uint near = 0;
    rest.push = !VOL_PUSH_LATER;
    rest.apart = !own;
    at.a += begin;
    at.b += begin;
    VOL_UNROLL_TWICE
    for (uint j = begin; j < end; j++, at.a++, at.b++) {
        vother o;
        o.p = place_at(VOL_D, &at, 0);
        o.v = velocity_at(VOL_D, &at, 0);
        o.heading = VOL_HAS_HEADING ? heading_at(&at, 0) : REAL(0);
        o.speed = VOL_HAS_HEADING ? speed_at(&at, 0) : REAL(0);
        VOL_OF(consider)(rest, k, me, own && j == i, &o, to);
        near = VOL_PUSH_LATER ? near << 1 | SIGN_OF(o.d2 - k->separation_d2) : 0;
    }
    return near;
}

/* The near boids of three rows, by bits, and the slot of each row's last boid. */
typedef struct near_rows {
    uint bits[3], last[3];
} near_rows;

/* If row r has no near boids, those behind it move up. */
VOL_INLINE void close_gap(near_rows *rows, const int r) {
    const int none = rows->bits[r] == 0;
    VOL_UNROLL
    for (int to = r; to < 2; to++) {
        rows->bits[to] = none ? rows->bits[to + 1] : rows->bits[to];
        rows->last[to] = none ? rows->last[to + 1] : rows->last[to];
    }
    rows->bits[2] = none ? 0 : rows->bits[2];
}

/* The push from the boid in slot j, which is near. */
VOL_INLINE void push_near(const vol_manner push, const vol_context *c, const vself *me, uint j, vol_gathered *to) {
    vother o;
    o.p = place_at(VOL_D, &c->own.now, j);
    o.v = vec_zero();
    o.heading = o.speed = REAL(0);
    VOL_OF(consider)(push, c->constants, me, 0, &o, to);
}

/* The least coordinate for which the square of the distance to any other is not 0. */
#if VOL_DOUBLE
#define VOL_LEAST_APART 0x1p-480
#else
#define VOL_LEAST_APART 0x1p-50f
#endif

/* The three rows around a boid, whose cell is `row` in the first of them; 0, and nothing is done, if one is too long,
 * or the boid so near 0 that one in another row might be no distance away, rounded. */
VOL_INLINE int sense_rows(const vol_context *c, const vself *me, uint i, __global const uint *row, uint across,
                          vol_gathered *to) {
    const vol_manner how = inside_manner();
    vol_manner push = how;
    near_rows near;
    uint begin[3], end[3];
    push.match = push.pull = 0;
    VOL_UNROLL
    for (uint r = 0; r < 3; r++, row += across) {
        VOL_ONE_POINTER(row);
        begin[r] = row[-1];
        end[r] = row[2];
    }
    if (max(max(end[0] - begin[0], end[1] - begin[1]), end[2] - begin[2]) > VOL_TESTED ||
        fabs(me->p.y) < VOL_LEAST_APART) {
        return 0;
    }
    VOL_UNROLL
    for (uint r = 0; r < 3; r++) {
        near.bits[r] = look_at_rest(how, r == 1, c, me, i, begin[r], end[r], to);
        near.last[r] = end[r] - 1;
    }
    near.bits[1] &= ~(1u << (near.last[1] - i)); /* the boid itself */
    close_gap(&near, 1);
    close_gap(&near, 0);
    while (near.bits[0]) {
        const uint bit = 31 - clz(near.bits[0]);
        near.bits[0] ^= 1u << bit;
        push_near(push, c, me, near.last[0] - bit, to);
        close_gap(&near, 0);
    }
    return 1;
}

/* Far from the edges nothing is shifted: one kind of loop. */
VOL_INLINE void sense_inside(const vol_context *c, const vself *me, uint i, const vol_in_cell in[3], real reach2,
                             vol_gathered *to) {
    VOL_SHARED const vol_cells *cells = &c->own.index->cells;
    const vol_manner plain = inside_manner();
    const uint across = cells->number[0];
    vol_run run;
    run.shift[0] = run.shift[1] = run.shift[2] = 0;
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

VOL_INLINE int is_inside(VOL_SHARED const vol_cells *cells, const vol_in_cell in[3]) {
    int inside = 1;
    for (int axis = 0; axis < VOL_D; axis++) {
        inside &= in[axis].at > 0 && in[axis].at + 1 < cells->number[axis];
    }
    return inside;
}

VOL_INLINE void sense_grid(const vol_context *c, const vself *me, uint i, vol_gathered *to) {
    VOL_SHARED const vol_cells *cells = &c->own.index->cells;
    VOL_SHARED const vol_constants *k = c->constants;
    const double p[3] = {me->p.x, me->p.y, VOL_D == 3 ? me->p.z : 0};
    const real reach2 = k->reach_d2;
    vol_in_cell in[3];
    for (int axis = 0; axis < VOL_D; axis++) {
        in[axis].at = cell_on(cells, axis, p[axis]);
    }
    const int inside = is_inside(cells, in);
    const uint across = cells->number[0];
    if (VOL_ROWS_APART && inside &&
        sense_rows(c, me, i, c->own.ends + (in[1].at - 1) * across + in[0].at, across, to)) {
        return;
    }
    for (int axis = 0; axis < VOL_D; axis++) {
        find_sides(cells, axis, p[axis], axis == 0 ? k->size_x : axis == 1 ? k->size_y : k->size_z, &in[axis]);
    }
    if (inside) {
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
