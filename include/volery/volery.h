/* Volery: flocks of boids in two and three dimensions, the same bits everywhere.
 *
 *     vol_world_def world_def = vol_default_world_def();
 *     vol_world *world;
 *     vol_flock flock;
 *     vol_world_create(&world_def, &world, NULL);
 *     vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
 *     flock_def.count = 500;
 *     vol_flock_create(world, &flock_def, &flock, NULL);
 *     if (vol_world_step(world, 60) != VOL_OK) { ... }
 *     vol_view view = vol_flock_view(world, flock);
 *     ... draw view.count boids ...
 *     vol_world_destroy(world);
 *
 * Rules:
 * - A world is used by one thread at a time; different worlds may be used by different threads at once.
 * - Nothing is global, nothing is read or written but memory (one exception: VOLERY_ISA, see vol_world_def.isa).
 * - Wrong calls (a NULL world, a flock that was never made) are a vol_result, or stop the program where a function
 *   returns none, in every build: <volery/base.h> has the rules. Everything that can come from a user or the
 *   environment is a vol_result, and the world is as it was before the call.
 * - Where a function takes a `vol_error *`, NULL is fine; else it is filled when the result is not VOL_OK.
 */
#ifndef VOLERY_VOLERY_H
#define VOLERY_VOLERY_H

#include <volery/base.h>
#include <volery/cluster.h>
#include <volery/custom.h>
#include <volery/device.h>
#include <volery/events.h>
#include <volery/flock.h>
#include <volery/measure.h>
#include <volery/params.h>
#include <volery/query.h>
#include <volery/raster.h>
#include <volery/steer.h>
#include <volery/surround.h>
#include <volery/world.h>

#endif
