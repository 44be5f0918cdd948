/* Measures of a session over its last steps, for the panel's plots. Read between steps, on the runner's thread. */
#ifndef VOLERY_APP_PLAY_GAUGES_H
#define VOLERY_APP_PLAY_GAUGES_H

#include <volery/volery.h>

typedef enum app_gauge {
    APP_GAUGE_POLARISATION,
    APP_GAUGE_SPEED,
    APP_GAUGE_NEIGHBOURS,
    APP_GAUGE_GROUPS,
    APP_GAUGE_STEP, /* milliseconds of a step, and of its stages: */
    APP_GAUGE_INDEX,
    APP_GAUGE_SENSE,
    APP_GAUGE_DECIDE,
    APP_GAUGE_MOVE,
    APP_GAUGE_COUNT
} app_gauge;

enum { APP_GAUGE_POINTS = 240 };

/* The last readings, the oldest first. */
typedef struct app_readings {
    size_t count;
    uint64_t steps[APP_GAUGE_POINTS]; /* at which they were taken */
    float values[APP_GAUGE_COUNT][APP_GAUGE_POINTS];
} app_readings;

typedef struct app_gauges {
    vol_meter *meter; /* of one world */
    vol_profile before;
    app_readings readings;
} app_gauges;

/* Reads all gauges of a world. */
void app_gauges_read(app_gauges *gauges, vol_world *world);
/* To be called before the world is destroyed; `all`: the readings are forgotten too. */
void app_gauges_leave(app_gauges *gauges, bool all);

#endif
