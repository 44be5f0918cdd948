/* Scenes for hosts that do not look into them: opened, asked and closed by functions alone. */
#include "part.h"

#include <stdlib.h>

/* The scene in memory of its own, if it could be read. */
static vol_scene *keep(const vol_scene *read, bool right) {
    vol_scene *scene = right ? vol_take(sizeof *scene) : NULL;
    if (scene != NULL) {
        *scene = *read;
    }
    return scene;
}

vol_scene *vol_scene_open(const char *name, const vol_scene_override *overrides, size_t override_count,
                          vol_scene_fault *fault) {
    vol_scene scene;
    return keep(&scene, vol_scene_load(&scene, name, overrides, override_count, fault));
}

vol_scene *vol_scene_open_text(const char *name, const char *directory, const char *text, size_t length,
                               const vol_scene_override *overrides, size_t override_count, vol_scene_fault *fault) {
    vol_scene scene;
    return keep(&scene, vol_scene_read(&scene, name, directory, text, length, overrides, override_count, fault));
}

void vol_scene_close(vol_scene *scene) {
    if (scene != NULL) {
        vol_scene_release(scene);
        free(scene);
    }
}

void vol_scene_free(char *text) {
    free(text);
}

const char *vol_scene_name(const vol_scene *scene) {
    return scene->name;
}

const char *vol_scene_directory(const vol_scene *scene) {
    return scene->directory;
}

const char *vol_scene_about(const vol_scene *scene) {
    return scene->about;
}

const char *vol_scene_text(const vol_scene *scene, size_t *length) {
    if (length != NULL) {
        *length = scene->inside->length;
    }
    return scene->inside->text;
}

const vol_world_def *vol_scene_world_def(const vol_scene *scene) {
    return &scene->world;
}

const vol_meter_def *vol_scene_meter_def(const vol_scene *scene) {
    return &scene->meter;
}

size_t vol_scene_event_count(const vol_scene *scene) {
    return scene->event_count;
}

size_t vol_scene_flock_count(const vol_scene *scene) {
    return scene->flock_count;
}

const char *vol_scene_flock_name(const vol_scene *scene, size_t flock) {
    return flock < scene->flock_count ? scene->flocks[flock].name : NULL;
}

const vol_flock_def *vol_scene_flock_def(const vol_scene *scene, size_t flock) {
    return flock < scene->flock_count ? &scene->flocks[flock].def : NULL;
}
