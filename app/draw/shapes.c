/* Outlines of boids: corners, counter-clockwise. */
#include "draw/shapes.h"

#include <math.h>
#include <string.h>

static void add(app_shape_outline *o, double x, double y) {
    o->point[o->count][0] = (float)x;
    o->point[o->count][1] = (float)y;
    o->count++;
}

/* The upper half is given from nose to tail, without points on the axis at its ends; the lower half is its mirror. */
static void add_mirrored(app_shape_outline *o, const double (*half)[2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        add(o, half[i][0], half[i][1]);
    }
    for (size_t i = count; i-- > 0;) {
        if (half[i][1] > 0) {
            add(o, half[i][0], -half[i][1]);
        }
    }
}

/* Nose one size ahead, rear corners half a size away at 2.5 rad: the triangle of the articles. */
static void triangle(app_shape_outline *o) {
    add(o, 1, 0);
    add(o, 0.5 * cos(2.5), 0.5 * sin(2.5));
    add(o, 0.5 * cos(2.5), -0.5 * sin(2.5));
}

static void arrow(app_shape_outline *o) {
    static const double half[][2] = {{0.55, 0}, {0.02, 0.27}, {0.1, 0.085}, {-0.45, 0.06}};
    add_mirrored(o, half, sizeof half / sizeof *half);
}

/* A slender body, a forked tail. */
static void fish(app_shape_outline *o) {
    static const double half[][2] = {{0.5, 0},       {0.46, 0.055}, {0.36, 0.115},   {0.2, 0.165},
                                     {0.04, 0.165},  {-0.12, 0.12}, {-0.26, 0.055},  {-0.34, 0.06},
                                     {-0.44, 0.165}, {-0.5, 0.18},  {-0.475, 0.085}, {-0.44, 0}};
    add_mirrored(o, half, sizeof half / sizeof *half);
    o->eye[0] = 0.33F;
    o->eye[1] = 0.055F;
    o->eye[2] = 0.028F;
}

static void square(app_shape_outline *o) {
    add(o, 0.5, 0.5);
    add(o, -0.5, 0.5);
    add(o, -0.5, -0.5);
    add(o, 0.5, -0.5);
    o->turns = false;
}

static void measure(app_shape_outline *o) {
    if (o->count == 0) {
        o->reach = o->front = o->side = 0.5F;
        o->back = -0.5F;
    }
    for (size_t i = 0; i < o->count; i++) {
        float x = o->point[i][0];
        float y = o->point[i][1];
        o->reach = fmaxf(o->reach, sqrtf(x * x + y * y));
        o->front = fmaxf(o->front, x);
        o->back = fminf(o->back, x);
        o->side = fmaxf(o->side, fabsf(y));
    }
}

void app_shape_outline_of(vol_scene_shape shape, app_shape_outline *outline) {
    memset(outline, 0, sizeof *outline);
    outline->turns = true;
    switch (shape) {
    case VOL_SCENE_SHAPE_TRIANGLE: triangle(outline); break;
    case VOL_SCENE_SHAPE_ARROW: arrow(outline); break;
    case VOL_SCENE_SHAPE_FISH: fish(outline); break;
    case VOL_SCENE_SHAPE_SQUARE: square(outline); break;
    case VOL_SCENE_SHAPE_DISC:
    case VOL_SCENE_SHAPE_DOT:
    case VOL_SCENE_SHAPE_COUNT: outline->turns = false; break;
    }
    measure(outline);
}
