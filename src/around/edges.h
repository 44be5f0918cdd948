/* The edges of a world in its own precision: where the kernels put boids that cross them. */
#ifndef VOLERY_SURROUND_EDGES_H
#define VOLERY_SURROUND_EDGES_H

#include <volery/world.h>

/* How long the world is along an axis in its own precision: the place that boids come to at its far edge. It may be above the
 * length that was asked for. */
double vol_world_side(const vol_world_def *world, int axis);

/* From where to where the world goes along an axis; without end where it is open. */
void vol_edges_of(const vol_world_def *world, int axis, double *low, double *high);

/* Do boids stay inside because they cannot cross the edges? */
bool vol_has_walls(const vol_world_def *world);

/* Where the boundary puts a boid at p: at the edge, or on the other side. */
void vol_into_world(const vol_world_def *world, double p[3]);

/* Is p beyond a wall of the world? */
bool vol_is_beyond(const vol_world_def *world, const double p[3]);

#endif
