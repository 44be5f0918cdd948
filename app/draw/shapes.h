/* The outlines of boids, once for every renderer. A shape of size 1 looks along the x axis; a boid of size s is it, s
 * times as large, turned to the boid's heading. */
#ifndef VOLERY_APP_DRAW_SHAPES_H
#define VOLERY_APP_DRAW_SHAPES_H

#include <volery/scene.h>

#include <stddef.h>

enum { APP_SHAPE_POINTS = 32 };

typedef struct app_shape_outline {
    size_t count; /* 0: a disc of diameter 1 */
    bool turns;   /* with the heading; a square does not */
    float reach;  /* no part is farther from the boid than this */
    float back;   /* the outline's least x, */
    float side;   /* and greatest y */
    float front;  /* and greatest x */
    float eye[3]; /* x, y and radius of an eye; radius 0: none */
    float point[APP_SHAPE_POINTS][2];
} app_shape_outline;

/* Fills *outline with that of the shape. */
void app_shape_outline_of(vol_scene_shape shape, app_shape_outline *outline);

/* Where the small disc ahead of a boid is: APP_HEAD_AHEAD sizes ahead at full speed; and its diameter in sizes. */
#define APP_HEAD_AHEAD (10.0F / 14.0F)
#define APP_HEAD_SIZE (6.0F / 14.0F)

/* The side of a leader's square in sizes. */
#define APP_LEADER_SIDE 0.5F

#endif
