/* Which backend computes a world: see <volery/device.h>. */
#ifndef VOLERY_BACKENDS_DEVICES_H
#define VOLERY_BACKENDS_DEVICES_H

#include "world.h"

/* Chooses the backend of a new world by def.device. */
vol_result vol_devices_open(vol_world *world, vol_error *error);
void vol_devices_close(vol_world *world);

/* Before steps: with device "auto", moves the world to where it is computed best. VOL_ERROR_MEMORY: it can no longer be
 * computed where it is, and there is no memory to move it. */
vol_result vol_devices_settle(vol_world *world);

/* Would a device that was asked for refuse such a world with so many flocks, or such a flock in it (NULL: none)? */
vol_result vol_devices_check(const vol_world_def *world, const vol_flock_def *flock, uint32_t flocks, vol_error *error);

#endif
