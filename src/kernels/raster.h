/* From a boid to the pixel it is in: draw, one boid at a time in doubles, whatever the precision. C and OpenCL C. */
#ifndef VOLERY_KERNELS_RASTER_H
#define VOLERY_KERNELS_RASTER_H

#include "core/platform.h"

/* vol_raster_kind, and VOL_RASTER_PARTS. */
enum { RASTER_COUNT, RASTER_HEADING, RASTER_SPEED, RASTER_PARTS = 255 };

#define RASTER_NOWHERE 0xffffffffu

/* How a flock is seen: a vol_raster_view with all that counting needs. */
typedef struct vol_lens {
    double row[3][4];
    double near;
    double per_speed; /* 1 / full speed */
    vol_u32 width, height;
    vol_u32 kind;
    vol_u32 plane; /* the first of the flock's */
} vol_lens;

VOL_INLINE double raster_row(const vol_lens *lens, int row, double x, double y, double z) {
    return lens->row[row][0] * x + lens->row[row][1] * y + lens->row[row][2] * z + lens->row[row][3];
}

/* The number of the pixel, row by row, or RASTER_NOWHERE. A comparison with what is not a number is false. */
VOL_INLINE vol_u32 raster_pixel(const vol_lens *lens, double x, double y, double z) {
    double w = raster_row(lens, 2, x, y, z);
    double u = raster_row(lens, 0, x, y, z) / w, v = raster_row(lens, 1, x, y, z) / w;
    if (!(w > lens->near && u >= 0 && u <= lens->width && v >= 0 && v <= lens->height)) {
        return RASTER_NOWHERE;
    }
    vol_u32 column = (vol_u32)u, row = (vol_u32)v;
    column -= column == lens->width;
    row -= row == lens->height;
    return row * lens->width + column;
}

/* A number from -1 to 1 in parts; one that is none is 0. */
VOL_INLINE vol_u32 raster_parts(double number) {
    double within = number > 1 ? 1 : number < -1 ? -1 : number == number ? number : 0;
    return (vol_u32)(int)(within * RASTER_PARTS);
}

/* What a boid of that velocity adds to the planes behind that of the count; returns how many there are. */
VOL_INLINE vol_u32 raster_sums(const vol_lens *lens, double x, double y, double z, vol_u32 sum[2]) {
    double a = x * lens->per_speed, b = y * lens->per_speed, c = z * lens->per_speed;
    if (lens->kind == RASTER_HEADING) {
        sum[0] = raster_parts(a);
        sum[1] = raster_parts(b);
        return 2;
    }
    sum[0] = raster_parts(a * a + b * b + c * c);
    return lens->kind == RASTER_SPEED;
}

#endif
