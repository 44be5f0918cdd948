/* Flocks of so many and so small boids that single ones cannot be told: drawn by how many are in each pixel, as points
 * where they are few and as brightness where they are many. The library counts (volery/raster.h), so that of a world on
 * a device only numbers of pixels are copied; then counts become colours here, once for every renderer. */
#ifndef VOLERY_APP_DRAW_DENSITY_H
#define VOLERY_APP_DRAW_DENSITY_H

#include "draw/frame.h"

/* Belongs to a world, and to the thread that steps it. Start with {0}. */
typedef struct app_density {
    bool aimed;
    app_camera camera; /* the picture it is for */
    float pixel;       /* how many pixels a thin line is wide */
    vol_raster *raster;
    const vol_world *world; /* that the raster is of */
    uint32_t size[2];       /* of the raster */
    vol_raster_flock *flocks;
    uint32_t flock_count, flock_room;
    uint32_t *numbers;      /* the flocks' numbers in the frame that waits, in the raster's order */
    uint32_t trails;        /* moments that what was is still seen */
    float (*glow)[4];       /* of that what is left: opacity, and red, green and blue times that; NULL: nothing */
    app_camera glow_camera; /* it is for, */
    uint64_t glow_step;     /* and up to which step */
} app_density;

/* From now on frames are taken for this picture. Without, every boid is drawn. */
void app_density_aim(app_density *density, const app_camera *camera, float pixel);

/* Is a flock to be drawn by its density? Where a boid is smaller than a pixel and there are many; or too many to draw
 * one by one at any size. */
bool app_density_suits(const app_density *density, const vol_scene_flock_look *look, size_t count);

/* Begins to count the flocks that are `dense` in the frame; if that fails, none is dense any more. `trails`: for so
 * many moments it is seen, ever fainter, where boids were. */
void app_density_begin(app_density *density, app_draw_frame *frame, vol_world *world, uint32_t trails);

/* Waits for the counts of the frame that was begun last, and makes its picture. Does nothing for a frame without. */
void app_density_end(app_density *density, app_draw_frame *frame);

/* To be called before the world is destroyed. */
void app_density_leave(app_density *density);

#endif
