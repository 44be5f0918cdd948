/* The colour of one boid, for renderers that draw boid by boid; shaders compute the same. */
#ifndef VOLERY_APP_DRAW_COLOR_H
#define VOLERY_APP_DRAW_COLOR_H

#include "draw/frame.h"

/* The colour of a boid that moves so; `id` and `density` for the rules that want them. */
app_rgba app_draw_color_of(const app_draw_frame *frame, const app_draw_flock *flock, const double velocity[3],
                           uint32_t id, double density);

/* That of the boid in a slot. */
app_rgba app_draw_color(const app_draw_frame *frame, const app_draw_flock *flock, size_t slot);

#endif
