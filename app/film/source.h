/* What is rendered: a scene, or a recording of one. Both are computed, step after step. */
#ifndef VOLERY_APP_FILM_SOURCE_H
#define VOLERY_APP_FILM_SOURCE_H

#include "record/recording.h"
#include <volery/scene.h>

typedef struct app_source {
    vol_scene scene;
    vol_world *world;
    bool recorded;
    uint64_t last; /* the recording's last step; UINT64_MAX: a scene has none */
} app_source;

/* `name` is a scene (a file, a built-in name, -) or a recording; overrides are for scenes alone. On failure there is
 * nothing to close. */
bool app_source_open(app_source *source, const char *name, const vol_scene_override *overrides, size_t override_count,
                     const vol_scene_where *where, app_fault *fault);

/* Lets the events of this step happen and computes the next one. */
bool app_source_step(app_source *source, app_fault *fault);

void app_source_close(app_source *source);

#endif
