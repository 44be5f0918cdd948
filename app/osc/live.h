/* Wishes in a run without a window: each becomes events of the scene that happen at once, and are recorded. */
#ifndef VOLERY_APP_OSC_LIVE_H
#define VOLERY_APP_OSC_LIVE_H

#include "common/arena.h"
#include "play/wish.h"
#include "record/recording.h"

typedef struct app_live {
    vol_scene *scene;
    vol_world *world;
    app_recorder *recorder; /* NULL: nothing is recorded */
    vol_arena words;
    vol_scene_event *events; /* the scene's, from the first wish on */
    size_t room;
    app_fault fault;    /* why a wish was not done */
    app_fault recorded; /* why an event could not be recorded; text "" if all were */
} app_live;

/* Lets happen what the wish becomes, where the world is. To be called after the scene's own events of this step. False:
 * nothing came of it, and `fault` says why. */
bool app_live_do(app_live *live, const app_wish *wish);

/* Releases all, and with it the scene's events: to be called when the scene is not used any more, before it is
 * released. */
void app_live_release(app_live *live);

#endif
