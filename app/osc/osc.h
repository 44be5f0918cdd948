/* Open Sound Control for a scene that runs: what its boids do goes out to music programs, what controllers send comes
 * in as wishes. Both are off unless asked for. docs/osc.md has the addresses. */
#ifndef VOLERY_APP_OSC_OSC_H
#define VOLERY_APP_OSC_OSC_H

#include "measure/measures.h"
#include "play/wish.h"
#include "util/fault.h"

/* What the command line asks for. */
typedef struct app_osc_options {
    const char *in, *out; /* "9000", "HOST:9000"; NULL: not that way */
    uint64_t every;       /* step is sent */
    uint64_t boids;       /* of each flock are sent at most: those with the smallest ids */
    const char *measures; /* names with commas between them; NULL: APP_OSC_MEASURES */
} app_osc_options;

#define APP_OSC_MEASURES "polarisation,speed"
enum { APP_OSC_BOIDS = 100, APP_OSC_MOST_BOIDS = 10000 };

typedef struct app_osc_counts {
    uint64_t taken;      /* messages that had their effect */
    uint64_t ignored;    /* messages that had none, and packets that are none */
    uint64_t sent, lost; /* packets */
} app_osc_counts;

typedef struct app_osc app_osc;

/* Opens what is asked for; *osc is NULL where that is nothing, and on failure. `command` is "run" or "play". */
bool app_osc_open(app_osc **osc, const app_osc_options *options, const char *command, int dimensions, app_fault *fault);
void app_osc_close(app_osc *osc); /* NULL: does nothing */

/* The socket that messages come in by, to wait for; -1: none do. */
int app_osc_file(const app_osc *osc);
/* Where that is: "127.0.0.1:9000"; NULL: nowhere. */
const char *app_osc_at(const app_osc *osc);
app_osc_counts app_osc_count(const app_osc *osc);

/* Does a wish. False: it cannot be done, and `why` (of `size` bytes) says why. */
typedef bool (*app_osc_grant)(void *context, const app_wish *wish, char *why, size_t size);

/* Reads what has come, in its order, and has it done. Never waits, and never takes more than some hundreds of messages
 * at once: the system keeps some of the rest and drops what is more. Returns how many were done. `osc` may be NULL. */
size_t app_osc_take(app_osc *osc, const vol_scene *scene, app_osc_grant grant, void *context);

/* The first reason for which something was ignored, once, to be told to the person; NULL: nothing to tell. */
const char *app_osc_complaint(app_osc *osc);

/* What a device was heard to play. */
typedef struct app_osc_heard {
    const double *features; /* as many as there are; NULL: nothing is heard */
    bool onset, beat;       /* since the step before */
} app_osc_heard;

/* Sends the state of the world, in the steps that are sent; to be called after every step. `heard` NULL: the sound of
 * the scene's file, where it has one. `osc` may be NULL. */
void app_osc_send(app_osc *osc, const vol_scene *scene, vol_world *world, const app_osc_heard *heard);

#endif
