/* Queries: boids near a point or a boid, the nearest to a point, the first along a ray, those in a box: of one flock,
 * or of several or all (vol_query_..._any). And obstacles: the nearest one, and the first along a ray.
 *
 *     vol_hit hits[16];
 *     size_t found;
 *     vol_query_near(world, birds, mouse, 50, hits, 16, &found, NULL);
 *     for (size_t i = 0; i < found && i < 16; i++) {
 *         ... hits[i].slot is a place in vol_flock_view(world, birds), hits[i].id the boid ...
 *     }
 *
 * Rules:
 * - A query sees the boids as they are now, after the last step and every change since; it changes no state, and its
 *   answer is the same on every machine, whatever the world's index. Distances are computed in double precision from
 *   the positions in the view.
 * - Call from the thread that steps the world, between two steps, never from within one.
 * - Functions for several flocks: vol_query_near_any(world, NULL, 0, ...) asks all flocks of the world.
 * - The first query of a flock after a step or a change prepares an index of that flock, in time proportional to the
 *   number of its boids. It may ask the allocator for memory; once made, the memory is used again until the flock
 *   grows. Without memory the result is VOL_ERROR_MEMORY and nothing has changed. All further queries look at nearby
 *   boids only.
 * - Points, directions and corners have as many numbers as the world has dimensions, each from -1e12 to 1e12.
 * - In a world with images (vol_world_def.images) every boid is at its place and also at every multiple of the world's
 *   size from it; each function says what that means for it.
 * - Hits are written to an array of the caller. Where there are more than `room`, the first ones in the stated order
 *   are written; *found is the number of all. With room 0 they are only counted, and `hits` may be NULL.
 * - When the result is not VOL_OK, *found is 0. A boid whose position is not a number is never found. */
#ifndef VOLERY_QUERY_H
#define VOLERY_QUERY_H

#include <volery/surround.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A boid that a query found. Since 0.1. */
typedef struct vol_hit {
    uint32_t slot;   /* its place in the view, until the world steps or changes; VOL_NONE: no boid */
    uint32_t id;     /* VOL_NONE: no boid */
    double distance; /* from the point or boid; for a ray: from its origin, along it; for a box: 0 */
    vol_flock flock; /* that it is of; VOL_NONE: no boid */
} vol_hit;

/* The boids of a flock nearer to the point than `radius` (from 0 to 1e12), nearest first, of two equally near the lower
 * id. With images a distance is that to the nearest image, and the point may lie anywhere. Since 0.1. */
VOL_API vol_result vol_query_near(vol_world *world, vol_flock flock, const double *point, double radius, vol_hit *hits,
                                  size_t room, size_t *found, vol_error *error);

/* The same around the boid with that id, without the boid itself. An id that does not exist is
 * VOL_ERROR_NAME. For boids of another flock near this one, take its position from the view to vol_query_near.
 * Since 0.1. */
VOL_API vol_result vol_query_neighbours(vol_world *world, vol_flock flock, uint32_t id, double radius, vol_hit *hits,
                                        size_t room, size_t *found, vol_error *error);

/* The `count` boids nearest to the point, however far away, nearest first, of two equally near the lower id; *found is
 * less than `count` only if the flock has fewer. A boid that is itself at the point is the first. Since 0.1. */
VOL_API vol_result vol_query_nearest(vol_world *world, vol_flock flock, const double *point, size_t count,
                                     vol_hit *hits, size_t *found, vol_error *error);

/* The first boid that a ray meets: of those nearer to the ray than `radius` (from 0 to 1e12), the one that the ray
 * passes first, of two at once the lower id. If there is none, the result is VOL_OK and hit->slot is VOL_NONE.
 *
 * The ray starts at `origin`, goes in `direction` (of any length but 0) and is `length` long (from 0 to 1e12). Only
 * boids ahead are met: the foot of the perpendicular on the ray is beyond the origin, so that a ray from a boid along
 * its heading does not meet that boid, and not beyond the end.
 *
 * With images the ray leaves the world at one edge and continues at the opposite one; length + radius is at most 16
 * times the shortest side of the world. Without images it continues outside. Since 0.1. */
VOL_API vol_result vol_query_ray(vol_world *world, vol_flock flock, const double *origin, const double *direction,
                                 double length, double radius, vol_hit *hit, vol_error *error);

/* The boids with low <= position <= high on every axis, by ascending id. `low` must not exceed `high`.
 *
 * With images a box may lie across an edge or outside, and holds each boid with an image in it, once: a box from -10 to
 * 10 holds boids at both ends of that axis. Since 0.1. */
VOL_API vol_result vol_query_box(vol_world *world, vol_flock flock, const double *low, const double *high,
                                 vol_hit *hits, size_t room, size_t *found, vol_error *error);

/* --- Several flocks ----------------------------------------------------------------------------------------------- */

/* The same over `flock_count` flocks, each once, in any order; `flocks` NULL and 0: over all flocks. Of two hits that
 * are equally near, or in a box, the one of the lower flock comes first, then of the lower id. Since 0.1. */
VOL_API vol_result vol_query_near_any(vol_world *world, const vol_flock *flocks, size_t flock_count,
                                      const double *point, double radius, vol_hit *hits, size_t room, size_t *found,
                                      vol_error *error);
VOL_API vol_result vol_query_nearest_any(vol_world *world, const vol_flock *flocks, size_t flock_count,
                                         const double *point, size_t count, vol_hit *hits, size_t *found,
                                         vol_error *error);
VOL_API vol_result vol_query_box_any(vol_world *world, const vol_flock *flocks, size_t flock_count, const double *low,
                                     const double *high, vol_hit *hits, size_t room, size_t *found, vol_error *error);

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

/* A place on the surface of an obstacle, which is `radius` around its core, whatever its law, reach and flocks.
 * Circles, boxes and polygons are solid; a segment is as thick as its radius. In a world with images each obstacle is
 * at its place and also at every multiple of the world's size from it (of those larger than 16 worlds, the 33 around
 * its middle along each axis). Queries of obstacles look at each of them: a thousand take some tens of microseconds.
 * Since 0.1. */
typedef struct vol_obstacle_hit {
    vol_obstacle obstacle; /* VOL_NONE: none */
    double distance;       /* from the point, below 0 inside; for a ray: from its origin, along it */
    double point[3];       /* the place; in a world with images it may be of an image, outside the world */
    double normal[3];      /* of length 1, out of the obstacle */
} vol_obstacle_hit;

/* The obstacle whose surface is nearest to the point, of two equally near the lower number. A point inside is below 0
 * away from it: that deep below the surface, the deepest of several comes first; in a polygon, deep is the distance
 * from its nearest side, and the radius. If the world has no obstacles, the result is VOL_OK and hit->obstacle is
 * VOL_NONE. Since 0.1. */
VOL_API vol_result vol_query_obstacle(const vol_world *world, const double *point, vol_obstacle_hit *hit,
                                      vol_error *error);

/* The first obstacle that a ray meets, of two at once the lower number; numbers of the ray as for vol_query_ray. A ray
 * that starts inside meets that obstacle at distance 0, with the normal of the surface nearest to there. One that
 * starts on a surface (to within 1e-12 of how far from 0 that is) and leads away does not meet it again there: a ray
 * can go on from where the last one ended, after turning. If there is none, the result is VOL_OK and hit->obstacle is
 * VOL_NONE. Since 0.1. */
VOL_API vol_result vol_query_obstacle_ray(const vol_world *world, const double *origin, const double *direction,
                                          double length, vol_obstacle_hit *hit, vol_error *error);

/* The first of all that a ray meets: boids of several or all flocks that are nearer to it than `radius`, and obstacles,
 * which the ray itself must touch. An obstacle comes before a boid at the same distance. One of the two is met, or
 * none: of the other the numbers are VOL_NONE. Since 0.1. */
VOL_API vol_result vol_query_ray_any(vol_world *world, const vol_flock *flocks, size_t flock_count,
                                     const double *origin, const double *direction, double length, double radius,
                                     vol_hit *boid, vol_obstacle_hit *obstacle, vol_error *error);

#ifdef __cplusplus
}
#endif

#endif
