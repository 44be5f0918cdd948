/* Scenes for hosts that do not look into them: opened, asked and closed by functions alone. */
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* birds.terms.home.weight with the number of the term, as rows have it. */
static const char *by_number(const vol_scene *scene, vol_arena *arena, const char *key) {
    const char *terms = strstr(key, ".terms.");
    const char *rest = terms != NULL ? strchr(terms + 7, '.') : NULL;
    if (rest == NULL) {
        return key;
    }
    const char *word = vol_arena_copy(arena, terms + 7, (size_t)(rest - terms) - 7);
    const vol_scene_flock *flock = vol_scene_find_flock(scene, vol_arena_copy(arena, key, (size_t)(terms - key)));
    const vol_scene_term *term =
        flock != NULL ? vol_scene_find_term(scene, (vol_flock)(flock - scene->flocks), word) : NULL;
    return term == NULL ? key
                        : vol_arena_print(arena, "%s.terms.%zu%s", flock->name,
                                          (size_t)(term - scene->terms) - flock->first_term, rest);
}

/* The scene in memory of its own, if it could be read. */
static vol_scene *keep(vol_scene *read, bool right, vol_scene_fault *fault) {
    vol_scene *scene = right ? malloc(sizeof *scene) : NULL;
    if (scene != NULL) {
        *scene = *read;
    } else if (right) {
        vol_scene_release(read);
        vol_scene_no_memory(fault);
    }
    return scene;
}

vol_scene *vol_scene_open(const char *name, const vol_scene_override *overrides, size_t override_count,
                          vol_scene_fault *fault) {
    vol_scene scene;
    return keep(&scene, vol_scene_load(&scene, name, overrides, override_count, fault), fault);
}

vol_scene *vol_scene_open_text(const char *name, const char *directory, const char *text, size_t length,
                               const vol_scene_override *overrides, size_t override_count, vol_scene_fault *fault) {
    vol_scene scene;
    return keep(&scene, vol_scene_read(&scene, name, directory, text, length, overrides, override_count, fault), fault);
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

char *vol_scene_get(const vol_scene *scene, const char *key, vol_scene_fault *fault) {
    vol_arena arena = {.may_fail = true};
    vol_scene_rows rows = {0};
    char *value = NULL;
    bool listed = vol_scene_rows_list(scene, &arena, &rows);
    const char *plain = listed ? by_number(scene, &arena, key) : "";
    bool found = false;
    for (size_t i = 0; i < rows.count && listed && !found; i++) {
        found = strcmp(rows.row[i].key, plain) == 0;
        if (found) {
            vol_text text = {.may_fail = true};
            vol_text_put(&text, rows.row[i].value);
            value = text.data;
        }
    }
    if (listed && !found) {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "scene '%s': there is no key '%s'", scene->name, key);
        snprintf(fault->key, sizeof fault->key, "%s", key);
    } else if (value == NULL) {
        vol_scene_no_memory(fault);
    }
    vol_arena_release(&arena);
    return value;
}

char *vol_scene_list(const vol_scene *scene, size_t *length) {
    vol_arena arena = {.may_fail = true};
    vol_scene_rows rows = {0};
    vol_text text = {.may_fail = true};
    text.failed = !vol_scene_rows_list(scene, &arena, &rows);
    for (size_t i = 0; i < rows.count; i++) {
        vol_text_print(&text, "%s: %s\n", rows.row[i].key, rows.row[i].value);
    }
    vol_arena_release(&arena);
    if (text.failed) {
        vol_text_release(&text);
    } else if (length != NULL) {
        *length = text.length;
    }
    return text.data;
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
