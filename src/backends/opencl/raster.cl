/* Counts boids into pixels: the kernels of rasters, one work item a boid. `numbers` are the planes of a raster's
 * buffer, all 0 before the first flock; adding whole numbers has no order, so they are those of the processor. */
#include "kernels/raster.h"

#if VOL_DOUBLE
typedef double4 raster_real4;
#else
typedef float4 raster_real4;
#endif

VOL_INLINE void raster_add(const vol_lens *lens, __global uint *numbers, uint pixel, double vx, double vy, double vz) {
    size_t pixels = (size_t)lens->width * lens->height;
    __global uint *plane = numbers + lens->plane * pixels;
    uint sum[2];
    if (pixel == RASTER_NOWHERE) {
        return;
    }
    atomic_inc(plane + pixel);
    uint more = lens->kind == RASTER_COUNT ? 0 : raster_sums(lens, vx, vy, vz, sum);
    for (uint k = 0; k < more; k++) {
        atomic_add(plane + (k + 1) * pixels + pixel, sum[k]);
    }
}

/* 2D: x, y, vx, vy of each boid. */
__kernel void raster_2(__global const raster_real4 *boids, __global uint *numbers, vol_lens lens, uint count) {
    size_t i = get_global_id(0);
    if (i < count) {
        raster_real4 b = boids[i];
        raster_add(&lens, numbers, raster_pixel(&lens, b.x, b.y, 0), b.z, b.w, 0);
    }
}

/* 3D: x, y, z of each boid, and its velocity, of which only sums are in need. */
__kernel void raster_3(__global const raster_real4 *positions, __global const raster_real4 *velocities,
                       __global uint *numbers, vol_lens lens, uint count) {
    size_t i = get_global_id(0);
    if (i < count) {
        raster_real4 p = positions[i];
        raster_real4 v = lens.kind == RASTER_COUNT ? (raster_real4)(0) : velocities[i];
        raster_add(&lens, numbers, raster_pixel(&lens, p.x, p.y, p.z), v.x, v.y, v.z);
    }
}
