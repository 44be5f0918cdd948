/* From the arrays of a frame to the colour of a boid, by the rule of its flock's look. */
#include "draw/color.h"

#include <math.h>

#define TURN 6.283185307179586

vol_rgba vol_draw_color_of(const vol_draw_frame *frame, const vol_draw_flock *flock, const double velocity[3],
                           uint32_t id, double density) {
    double speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    switch (flock->look.color.rule) {
    case VOL_COLOR_RANDOM: return vol_palette_random(frame->world.seed, id, frame->ground);
    case VOL_COLOR_HEADING: return vol_palette_cyclic(atan2(velocity[1], velocity[0]) / TURN + 1, frame->ground);
    case VOL_COLOR_SPEED:
        return vol_palette_ramp(flock->max_speed > 0 ? speed / (double)flock->max_speed : 0, frame->ground);
    case VOL_COLOR_DENSITY: return vol_palette_ramp(density, frame->ground);
    case VOL_COLOR_NONE:
    case VOL_COLOR_FIXED:
    case VOL_COLOR_RULES: break;
    }
    return vol_palette_plain(&flock->look.color);
}

vol_rgba vol_draw_color(const vol_draw_frame *frame, const vol_draw_flock *flock, size_t slot) {
    double velocity[3] = {0};
    for (int axis = 0; axis < frame->world.dimensions; axis++) {
        velocity[axis] = (double)vol_draw_row(frame, flock, VOL_ROW_VELOCITY, axis)[slot];
    }
    double density = (double)vol_draw_row(frame, flock, VOL_ROW_DENSITY, 0)[slot];
    return vol_draw_color_of(frame, flock, velocity, vol_draw_ids(frame, flock)[slot], density);
}
