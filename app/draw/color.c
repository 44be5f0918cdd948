/* From the arrays of a frame to the colour of a boid, by the rule of its flock's look. */
#include "draw/color.h"

#include <math.h>

#define TURN 6.283185307179586

app_rgba app_draw_color_of(const app_draw_frame *frame, const app_draw_flock *flock, const double velocity[3],
                           uint32_t id, double density) {
    double speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    switch (flock->look.color.rule) {
    case VOL_SCENE_COLOR_RANDOM: return app_palette_random(frame->world.seed, id, frame->ground);
    case VOL_SCENE_COLOR_HEADING: return app_palette_cyclic(atan2(velocity[1], velocity[0]) / TURN + 1, frame->ground);
    case VOL_SCENE_COLOR_SPEED:
        return app_palette_map(frame->look.map, flock->max_speed > 0 ? speed / (double)flock->max_speed : 0,
                               frame->ground);
    case VOL_SCENE_COLOR_DENSITY: return app_palette_map(frame->look.map, density, frame->ground);
    case VOL_SCENE_COLOR_FLOCK: /* is a colour in frames */
    case VOL_SCENE_COLOR_AUTO:
    case VOL_SCENE_COLOR_NONE:
    case VOL_SCENE_COLOR_FIXED:
    case VOL_SCENE_COLOR_RULES: break;
    }
    return app_palette_plain(&flock->look.color);
}

app_rgba app_draw_color(const app_draw_frame *frame, const app_draw_flock *flock, size_t slot) {
    double velocity[3] = {0};
    for (int axis = 0; axis < frame->world.dimensions; axis++) {
        velocity[axis] = (double)app_draw_row(frame, flock, APP_ROW_VELOCITY, axis)[slot];
    }
    double density = (double)app_draw_row(frame, flock, APP_ROW_DENSITY, 0)[slot];
    return app_draw_color_of(frame, flock, velocity, app_draw_ids(frame, flock)[slot], density);
}
