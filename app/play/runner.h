/* Sessions that run at their pace on a thread of their own, whatever the window does. Wishes go in, shows come out. */
#ifndef VOLERY_APP_PLAY_RUNNER_H
#define VOLERY_APP_PLAY_RUNNER_H

#include "osc/osc.h"
#include "play/show.h"

enum { APP_MOST_SIDES = 2 };

/* What the runner shows: one moment of each session, and how it goes. */
typedef struct app_stage {
    app_show sides[APP_MOST_SIDES];
    uint32_t side_count;
    bool paused;
    double speed;  /* wanted, in times of the scene's own */
    double period; /* seconds that a step is to take */
    double rate;   /* steps a second as they are */
    bool muted;    /* the scene's sound is not played */
    bool hears;    /* a device is listened to: */
    char device[200];
    double latency;           /* seconds from a sound to its features */
    char device_trouble[256]; /* why none is, where one is wanted; "" else */
    double taken;             /* when: app_clock */
    uint64_t number;
} app_stage;

typedef struct app_runner app_runner;

typedef struct app_runner_def {
    const char *name; /* scene or recording */
    const vol_scene_override *overrides;
    size_t override_count;
    vol_scene_where where;
    bool own_thread; /* false: only app_runner_advance computes steps, so that a script gets the same steps each run */
    bool every_boid; /* shows have every boid, however many there are */
    app_osc_options osc;
    const char *record; /* a file for all that happens; NULL: none */
} app_runner_def;

app_runner *app_runner_start(const app_runner_def *def, app_fault *fault);
/* Closes all that is open. */
void app_runner_stop(app_runner *runner);

void app_runner_wish(app_runner *runner, const app_wish *wish);

/* Says what picture a session is shown in: flocks of very many boids are counted for it (draw/density.h). Until it is
 * said, that is a picture as large as the scene wants it. */
void app_runner_aim(app_runner *runner, uint32_t side, const app_camera *camera, float pixel);

/* Without a thread: does all wishes, then so many steps unless it is paused. */
void app_runner_advance(app_runner *runner, uint64_t steps);

/* The latest moment; valid until the next call. */
const app_stage *app_runner_look(app_runner *runner);

#endif
