/* The shapes that queries look for, and regions hold: what query.c makes of the host's numbers. */
#ifndef VOLERY_QUERY_INTERNAL_H
#define VOLERY_QUERY_INTERNAL_H

#include "world.h"

/* Around a point. */
typedef struct vol_ball {
    int dimensions;
    double period[3]; /* of the images; 0: none */
    double point[3];
    double radius;
} vol_ball;

/* Along a ray. */
typedef struct vol_beam {
    int dimensions;
    double origin[3], along[3]; /* along: of length 1 */
    double length, radius;
    double slack; /* more than what rounding can do to what is that near */
} vol_beam;

/* In a box: for each axis one stretch, or three, one period apart, of which it is enough to be in one. */
typedef struct vol_boxed {
    int dimensions;
    int stretches;
    double low[3][3], high[3][3]; /* by axis, then stretch */
} vol_boxed;

/* The images of the world, counted along an axis, in which a ray could meet something. */
typedef struct vol_image_range {
    int first, last;
} vol_image_range;

/* Are these a number, the numbers of a point, or the corners of a box, as a query takes them? */
vol_result vol_query_check_number(const char *field, double value, double lowest, double highest, vol_error *error);
vol_result vol_query_check_point(const vol_world *world, const char *field, const double *point, vol_error *error);
vol_result vol_query_check_box(const vol_world *world, const double *low, const double *high, vol_error *error);

/* Shapes of numbers that were checked. */
vol_ball vol_ball_of(const vol_world *world, const double *point, double radius);
vol_boxed vol_boxed_of(const vol_world *world, const double *low, const double *high);

/* A ray, after checking its numbers. */
vol_result vol_beam_of(const vol_world *world, const double *origin, const double *direction, double length,
                       double radius, vol_beam *beam, vol_error *error);

/* What a position measures, as in vol_tree_search: INFINITY, it is not in the shape. */
double vol_ball_measure(const void *shape, const double position[3]);
double vol_boxed_measure(const void *shape, const double position[3]);

/* Where the ray enters a box that is wider than `node` by the ray's radius on all sides; INFINITY: nowhere. */
double vol_beam_bound(const void *shape, const vol_tree_node *node);

/* The images, along an axis, of what is in the box that the ray could meet. */
vol_image_range vol_beam_images(const vol_world *world, const vol_beam *b, const vol_tree_node *all, int axis);

/* The first boid of these flocks (NULL: of all) that the ray meets. */
vol_result vol_query_beam(vol_world *world, const vol_flock *flocks, size_t flock_count, const vol_beam *beam,
                          vol_hit *hit, vol_error *error);

#endif
