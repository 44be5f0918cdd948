/* From what a person wants to events of the scene: the one place where a click, a key, or a message from elsewhere
 * becomes something that happens at a step, and happens again whenever that step is computed again. */
#ifndef VOLERY_APP_PLAY_DEEDS_H
#define VOLERY_APP_PLAY_DEEDS_H

#include "play/wish.h"
#include <volery/scene.h>

/* Takes an event, which is to happen at once. False: it cannot. */
typedef bool (*app_deed)(void *context, vol_scene_event event);

/* Makes the events of a wish and hands them over, one by one. The scene's list of events may grow meanwhile. False: the
 * wish is none that becomes an event, or is APP_WISH_SET, whose words must stay: those are the caller's. */
bool app_deeds_do(const vol_scene *scene, vol_world *world, const app_wish *wish, app_deed deed, void *context);

#endif
