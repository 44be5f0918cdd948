/* Rasters: how many boids are in each pixel of a picture, for flocks of which a boid is smaller than a pixel.
 *
 *     vol_raster_def def = vol_default_raster_def();
 *     def.width = 1280;
 *     def.height = 720;
 *     vol_raster *raster;
 *     vol_raster_create(world, &def, &raster, NULL);
 *     vol_raster_view view = vol_raster_view_of((double[2]){0, 0}, (double[2]){800, 450}, def.width, def.height);
 *     vol_raster_begin(raster, &view, NULL);
 *     while (...) {
 *         vol_world_step(world, 1);
 *         vol_raster_begin(raster, &view, NULL);
 *         vol_raster_take(raster, NULL, NULL);
 *         ... draw vol_raster_plane(raster, 0, 0), which is of the step before ...
 *     }
 *     vol_raster_destroy(raster);
 *
 * Rules:
 * - A raster has two buffers. vol_raster_begin counts the boids as they are now into the one that is older, and on a
 *   device does not wait for it: only numbers of pixels come from there, never boids. vol_raster_take waits for the
 *   oldest that was begun and not taken yet. Who takes right after each begin gets this very moment; who begins the
 *   next one first, as above, gets the one before and need not wait.
 * - The numbers are a function of the state and the view alone: the same on every device, for any number of threads.
 * - Use it from the thread that steps the world, between two steps, never from within one. On the processor it runs on
 *   the world's workers.
 * - Memory is asked for when a raster is made, and on a device with the first begin. */
#ifndef VOLERY_RASTER_H
#define VOLERY_RASTER_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is summed in each pixel for a flock, beside counting its boids. Since 0.1. */
typedef enum vol_raster_kind {
    VOL_RASTER_COUNT,   /* nothing. Plane 0: boids */
    VOL_RASTER_HEADING, /* planes 1 and 2: their velocities along x and y, as int32_t, in parts of the full speed */
    VOL_RASTER_SPEED,   /* plane 1: the squares of their speeds, in parts of the square of the full speed */
    VOL_RASTER_KINDS
} vol_raster_kind;

/* So many parts are one; a boid that is faster counts as if it had the full speed. Sums have 32 bits: in a pixel with
 * more than eight million boids they may come round, which counts do not. */
#define VOL_RASTER_PARTS 255

/* A flock that is counted. Since 0.1. */
typedef struct vol_raster_flock {
    vol_flock flock;
    vol_raster_kind kind;
    double full_speed; /* in units of length per time; 0: its max_speed, or twice the speed at its start where that is
                          the highest allowed; 1 if it is not a positive number */
} vol_raster_flock;

/* What a raster counts. Get one from vol_default_raster_def() and change what you like. Since 0.1. */
typedef struct vol_raster_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_raster_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    uint32_t width, height;         /* pixels; from 1 to 16384 each; default 640 and 480 */
    const vol_raster_flock *flocks; /* which; they are copied. Default NULL: all that there are now, counted alone */
    uint32_t flock_count;
} vol_raster_def;

/* The defaults named above. Since 0.1. */
VOL_API vol_result vol_raster_def_init(vol_raster_def *def, size_t bytes);
static inline vol_raster_def vol_default_raster_def(void) {
    vol_raster_def def;
    vol_raster_def_init(&def, sizeof def);
    return def;
}

/* From the world to the picture. Each row times (x, y, z, 1) gives a number: u, v and w. The boid is in column u / w
 * and row v / w, rounded down; on the right or lower edge of the picture it is in the last pixel. In 2D z is 0, and
 * rows that give a w of 1 are all that is needed: vol_raster_view_of makes them. In 3D, w is the distance along the
 * line of sight, and boids of a w of `near` or less are behind the eye: not seen. Boids whose place is not a number are
 * not seen either. Since 0.1. */
typedef struct vol_raster_view {
    double row[3][4];
    double near; /* 0 or more */
} vol_raster_view;

/* Looks straight at the rectangle from `low` to `high`, which fills the picture; `low` is its upper left corner. For y
 * upwards give the larger y in `low`. Since 0.1. */
static inline vol_raster_view vol_raster_view_of(const double low[2], const double high[2], uint32_t width,
                                                 uint32_t height) {
    vol_raster_view view = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}}, 0};
    const double size[2] = {(double)width, (double)height};
    for (int axis = 0; axis < 2; axis++) {
        view.row[axis][axis] = size[axis] / (high[axis] - low[axis]);
        view.row[axis][3] = -low[axis] * view.row[axis][axis];
    }
    return view;
}

/* Counts the boids of a world. Since 0.1. */
typedef struct vol_raster vol_raster;

/* Makes a raster for a world, which must outlive it. On failure *raster is NULL. Since 0.1. */
VOL_API vol_result vol_raster_create(vol_world *world, const vol_raster_def *def, vol_raster **raster,
                                     vol_error *error);

/* Destroys a raster; NULL is fine. Since 0.1. */
VOL_API void vol_raster_destroy(vol_raster *raster);

/* Begins to count the boids as they are now. Of two that were begun and not taken the older one is given up. A view
 * with a number that is not finite is VOL_ERROR_VALUE; a device that fails is VOL_ERROR_DEVICE or VOL_ERROR_MEMORY:
 * nothing was begun then. Since 0.1. */
VOL_API vol_result vol_raster_begin(vol_raster *raster, const vol_raster_view *view, vol_error *error);

/* How many were begun and not taken: 0, 1 or 2. Since 0.1. */
VOL_API uint32_t vol_raster_waiting(const vol_raster *raster);

/* Waits for the oldest that was begun and not taken; there must be one. `step`, unless NULL, gets the step of which it
 * is. Since 0.1. */
VOL_API vol_result vol_raster_take(vol_raster *raster, uint64_t *step, vol_error *error);

/* Numbers of the one that was taken last: plane `plane` (see vol_raster_kind) of flock number `flock` in the raster's
 * list, row by row, `width` numbers each, the upper one first. Valid until the second begin after the one that it was
 * begun by. NULL before the first was taken. Since 0.1. */
VOL_API const uint32_t *vol_raster_plane(const vol_raster *raster, uint32_t flock, uint32_t plane);

#ifdef __cplusplus
}
#endif

#endif
