/* The colour of one boid, for renderers that draw boid by boid; shaders compute the same. */
#ifndef VOLERY_APP_DRAW_COLOR_H
#define VOLERY_APP_DRAW_COLOR_H

#include "draw/frame.h"

/* The colour of a boid that moves so; `id` and `density` for the rules that want them. */
vol_rgba vol_draw_color_of(const vol_draw_frame *frame, const vol_draw_flock *flock, const double velocity[3],
                           uint32_t id, double density);

/* That of the boid in a slot. */
vol_rgba vol_draw_color(const vol_draw_frame *frame, const vol_draw_flock *flock, size_t slot);

#endif
