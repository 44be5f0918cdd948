/* The cells of a grid: which one a place is in, which rows are around a row, and which cells a box touches. In doubles,
 * whatever the precision: two boids within reach of each other must land in the same or adjoining cells, also far from
 * the origin. C and OpenCL C. */
#ifndef VOLERY_KERNELS_CELLS_H
#define VOLERY_KERNELS_CELLS_H

#include "core/platform.h"

/* A uniform grid. Cells are counted along x first. */
typedef struct vol_cells {
    int dimensions;
    int torus;         /* positions beyond the last cell come round again; else they belong to the border cells */
    vol_u32 number[3]; /* of cells along each axis */
    vol_u32 unused;
    double per_length[3];
    double low[3];    /* where the first cell begins */
    double period[3]; /* > 0: rows go on at the other end, shifted by this */
    double slack[3];  /* more than what rounding adds to distances where they do */
} vol_cells;

/* The cell of one coordinate. Beyond 2^40 cells everything is one border cell. */
VOL_INLINE vol_u32 cell_along(double position, double low, double per_length, vol_u32 number, const int torus) {
    const double far = 0x1p40;
    double c = (position - low) * per_length;
    if (torus) {
        c = c > -far ? c : -far; /* also what a NaN becomes */
        c = c < far ? c : far;
        vol_i64 cell = (vol_i64)c;
        cell -= c < (double)cell;                       /* rounded down, not towards zero */
        return (vol_u32)((vol_u64)cell & (number - 1)); /* the number is a power of two */
    }
#ifdef VOL_OPENCL
    return min(convert_uint_sat(c), number - 1); /* the same in a quarter of the instructions */
#else
    double last = (double)(number - 1);
    c = c > 0 ? c : 0;
    c = c < last ? c : last;
    return (vol_u32)(int)c; /* by way of 32 bits with a sign, which vectors can convert to */
#endif
}

/* The cell of a place. */
VOL_INLINE vol_u32 cell_of(const int D, const int torus, VOL_SHARED const vol_cells *cells, double x, double y,
                           double z) {
    vol_u32 c = D == 3 ? cell_along(z, cells->low[2], cells->per_length[2], cells->number[2], torus) : 0;
    c = c * cells->number[1] + cell_along(y, cells->low[1], cells->per_length[1], cells->number[1], torus);
    return c * cells->number[0] + cell_along(x, cells->low[0], cells->per_length[0], cells->number[0], torus);
}

/* Row or layer number `at + step`, going round where the world does; 0 if there is none. */
VOL_INLINE int neighbour_row(VOL_SHARED const vol_cells *cells, const int axis, vol_u32 at, int step, vol_u32 *row,
                             double *shift) {
    const vol_u32 number = cells->number[axis];
    const int below = step < 0 && at == 0, above = step > 0 && at == number - 1;
    if ((below || above) && !cells->torus && !(cells->period[axis] > 0)) {
        return 0;
    }
    *shift = below ? -cells->period[axis] : above ? cells->period[axis] : 0;
    *row = below ? number - 1 : above ? 0 : (vol_u32)((vol_i64)at + step);
    return 1;
}

/* The cells along one axis, ascending: one stretch, or two where a box goes over an edge. */
typedef struct vol_stretches {
    int count;
    vol_u32 first[2], last[2];
} vol_stretches;

VOL_INLINE vol_i64 cell_number(double position, double low, double per_length) {
    const double far = 0x1p40;
    double c = (position - low) * per_length;
    c = c > -far ? c : -far;
    c = c < far ? c : far;
    vol_i64 cell = (vol_i64)c;
    return cell - (c < (double)cell);
}

/* Those from `low` to `high`, and `reach` more on both sides: wider than what rounding adds to it, also that of images;
 * whatever looks at the boids in them tests exactly. */
VOL_INLINE vol_stretches cells_within(VOL_SHARED const vol_cells *cells, const int axis, double low, double high,
                                      double reach) {
    const double wide = reach * (1 + 0x1p-10) + cells->slack[axis];
    const vol_i64 number = cells->number[axis];
    const vol_i64 first = cell_number(low - wide, cells->low[axis], cells->per_length[axis]),
                  last = cell_number(high + wide, cells->low[axis], cells->per_length[axis]);
    vol_stretches s;
    s.count = 1;
    s.first[0] = s.first[1] = s.last[1] = 0;
    s.last[0] = (vol_u32)(number - 1);
    if (!cells->torus && !(cells->period[axis] > 0)) {
        s.first[0] = (vol_u32)(first < 0 ? 0 : first < number ? first : number - 1);
        s.last[0] = (vol_u32)(last < 0 ? 0 : last < number ? last : number - 1);
    } else if (last - first + 1 < number) {
        vol_u32 a = (vol_u32)((first % number + number) % number), b = (vol_u32)((last % number + number) % number);
        s.first[0] = a <= b ? a : 0;
        s.last[0] = b;
        s.first[1] = a;
        s.last[1] = (vol_u32)(number - 1);
        s.count = a <= b ? 1 : 2;
    }
    return s;
}

#endif
