/* The module for browsers and node: what JavaScript calls, over the scene library and the program's recorder. Numbers
 * and places in memory go in and out; what has many parts goes as JSON. web/volery.js is the other side. */
#ifndef VOLERY_WEB_MODULE_H
#define VOLERY_WEB_MODULE_H

#include "common/arena.h"
#include <volery/scene.h>

#if defined(__EMSCRIPTEN__)
#define WEB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define WEB_EXPORT(name)
#endif

/* A scene, its world, and all that the host made happen in it: as events of the scene, marked `added`, so that the same
 * world can be computed again up to any step. */
typedef struct web_world {
    vol_scene scene;
    vol_world *world;
    vol_meter *meter;
    uint64_t measures; /* that the meter reads */
    size_t applied;    /* events of the scene that have happened */
    size_t room;       /* of scene.events, which are the module's own; 0: they are still the scene's */
    bool placed; /* have all events of this step happened, and sound, and are players and goals in their places? */
    uint64_t generation; /* counts whatever moves or replaces boids in memory */
} web_world;

/* What the last call that failed has to say, and what the last one that returns bytes has made. One of each: calls come
 * one at a time. */
extern vol_scene_fault web_fault;
vol_text *web_answer(void);

/* Fills web_fault from an error of the library; always false. */
bool web_error(const vol_error *error);

/* A world of the scene at step 0, with all events of the scene still to come. */
bool web_world_begin(web_world *w);

/* Lets happen what is due at this step, once. `recorder` is told of it unless it is NULL. */
struct app_recorder;
bool web_world_happen(web_world *w, struct app_recorder *recorder);

/* What sound does before the next step: after the events, once. */
bool web_world_hear(web_world *w);

#endif
