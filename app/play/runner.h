/* Sessions that run at their pace on a thread of their own, whatever the window does. Wishes go in, shows come out. */
#ifndef VOLERY_APP_PLAY_RUNNER_H
#define VOLERY_APP_PLAY_RUNNER_H

#include "play/show.h"

enum { VOL_MOST_SIDES = 2 };

/* What the runner shows: one moment of each session, and how it goes. */
typedef struct vol_stage {
    vol_show sides[VOL_MOST_SIDES];
    uint32_t side_count;
    bool paused;
    double speed;  /* wanted, in times of the scene's own */
    double period; /* seconds that a step is to take */
    double rate;   /* steps a second as they are */
    double taken;  /* when: vol_app_clock */
    uint64_t number;
} vol_stage;

typedef struct vol_runner vol_runner;

typedef struct vol_runner_def {
    const char *name; /* scene or recording */
    const vol_override *overrides;
    size_t override_count;
    uint32_t threads;
    bool own_thread; /* false: steps are computed by vol_runner_advance alone, so that a script meets the same steps in
                        every run */
    const char *record; /* a file for all that happens; NULL: none */
} vol_runner_def;

vol_runner *vol_runner_start(const vol_runner_def *def, vol_fault *fault);
/* Closes all that is open. */
void vol_runner_stop(vol_runner *runner);

void vol_runner_wish(vol_runner *runner, const vol_wish *wish);

/* Without a thread: does all wishes, then so many steps unless it is paused. */
void vol_runner_advance(vol_runner *runner, uint64_t steps);

/* The latest moment; valid until the next call. */
const vol_stage *vol_runner_look(vol_runner *runner);

#endif
