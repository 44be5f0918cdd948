/* Measures of a session over its last steps, for the panel's plots. Read between steps, on the runner's thread. */
#ifndef VOLERY_APP_PLAY_GAUGES_H
#define VOLERY_APP_PLAY_GAUGES_H

#include <volery/volery.h>

typedef enum vol_gauge {
    VOL_GAUGE_POLARISATION,
    VOL_GAUGE_SPEED,
    VOL_GAUGE_NEIGHBOURS,
    VOL_GAUGE_GROUPS,
    VOL_GAUGE_STEP, /* milliseconds of a step, and of its stages: */
    VOL_GAUGE_INDEX,
    VOL_GAUGE_SENSE,
    VOL_GAUGE_DECIDE,
    VOL_GAUGE_MOVE,
    VOL_GAUGE_COUNT
} vol_gauge;

enum { VOL_GAUGE_POINTS = 240 };

/* The last readings, the oldest first. */
typedef struct vol_readings {
    size_t count;
    float values[VOL_GAUGE_COUNT][VOL_GAUGE_POINTS];
} vol_readings;

typedef struct vol_gauges {
    vol_meter *meter; /* of one world */
    vol_profile before;
    vol_readings readings;
} vol_gauges;

/* Reads all gauges of a world. */
void vol_gauges_read(vol_gauges *gauges, vol_world *world);
/* To be called before the world is destroyed; `all`: the readings are forgotten too. */
void vol_gauges_leave(vol_gauges *gauges, bool all);

#endif
