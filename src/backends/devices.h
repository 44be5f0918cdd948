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

/* Before what is done on the processor alone. With device "auto" the world moves there, and stays; else a device or a
 * cluster refuses it. */
vol_result vol_devices_stay(vol_world *world, enum vol_stays why, vol_error *error);

/* Is a device asked for by name, rather than where it is faster? */
bool vol_devices_wanted(const vol_world_def *def);

/* Would a device that was asked for refuse such a world with so many flocks, or such a flock in it (NULL: none)? */
vol_result vol_devices_check(const vol_world_def *world, const vol_flock_def *flock, uint32_t flocks, vol_error *error);

#endif
