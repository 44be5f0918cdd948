/* One boid at the edges of a world and at hard obstacles, in doubles whatever the precision. */
#ifndef VOLERY_KERNELS_ONE_BOID_H
#define VOLERY_KERNELS_ONE_BOID_H

#include "kernels/obstacle_cells.h"

#include <volery/world.h>

/* The world's numbers. */
vol_world_numbers vol_world_numbers_of(const vol_world_def *world);

/* Keeps a boid that goes from `from` to `to` out of all hard obstacles: corrects `to`, takes from its velocity what
 * points into them. `known` are those near it and others; `tested`: it is not far from all of them. */
void vol_hard_stop(const vol_world_numbers *world, const vol_obstacle_cells *obstacles, const vol_near_box *known,
                   bool tested, const double from[3], double to[3], double velocity[3]);

#endif
