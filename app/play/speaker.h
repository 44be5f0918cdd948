/* The sound of a scene's file, played while the scene is. It follows the steps, not the other way round, so that what
 * is computed does not depend on it. */
#ifndef VOLERY_APP_PLAY_SPEAKER_H
#define VOLERY_APP_PLAY_SPEAKER_H

#include "util/fault.h"

typedef struct app_speaker app_speaker;

/* The sound of the scene's file or tune. NULL on failure: there may be no device to play with. */
app_speaker *app_speaker_open(const vol_scene *scene, app_fault *fault);
void app_speaker_close(app_speaker *speaker); /* NULL: does nothing */

/* Keeps playing, such that `time` seconds behind the beginning are heard now; or is silent. To be called at every step,
 * and some times a second. */
void app_speaker_follow(app_speaker *speaker, double time, bool playing);

#endif
