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

/* Boids of a flock: the first real4 of each from number `a` on, the second ones from `b` on (kernels/device_data.h). */
__kernel void raster(__global const raster_real4 *state, ulong a, ulong b, __global uint *numbers, vol_lens lens,
                     uint count) {
    const size_t i = get_global_id(0);
    if (i >= count) {
        return;
    }
    const raster_real4 p = state[a + i];
#if VOL_D == 3
    const raster_real4 v = lens.kind == RASTER_COUNT ? (raster_real4)(0) : state[b + i];
    raster_add(&lens, numbers, raster_pixel(&lens, p.x, p.y, p.z), v.x, v.y, v.z);
#else
    raster_add(&lens, numbers, raster_pixel(&lens, p.x, p.y, 0), p.z, p.w, 0);
#endif
}
