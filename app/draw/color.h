/* The colour of one boid, for renderers that draw boid by boid; shaders compute the same. */
#ifndef VOLERY_APP_DRAW_COLOR_H
#define VOLERY_APP_DRAW_COLOR_H

#include "draw/frame.h"

vol_rgba vol_draw_color(const vol_draw_frame *frame, const vol_draw_flock *flock, size_t slot);

#endif
