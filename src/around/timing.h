/* World.time: how much of what was given happens in a step. */
#ifndef VOLERY_AROUND_TIMING_H
#define VOLERY_AROUND_TIMING_H

#include <volery/flock.h>

/* The longest that anything lasts, in steps; the least turn in a step, in degrees, where turning is limited. */
#define VOL_TIME_STEPS_MOST 10000000
#define VOL_TIME_TURN_LEAST 1e-30

/* What a step has of an amount. */
double vol_time_share(const vol_world_def *world);

/* How many steps something lasts, and the chance in each. */
uint32_t vol_time_steps(const vol_world_def *world, uint64_t amount);
double vol_time_chance(const vol_world_def *world, double chance);

/* The flock's numbers for a step: its own, or in `room` if some are others. */
const vol_flock_def *vol_time_flock(const vol_world_def *world, const vol_flock_def *flock, vol_flock_def *room);

#endif
