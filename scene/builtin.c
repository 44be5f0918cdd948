/* The built-in scenes. builtin.inc is written by generate/embed.c from the files of scenes/. */
#include "scene.h"

#include <string.h>

#include "builtin.inc"

const vol_scene_builtin *vol_scene_builtin_at(size_t index) {
    return index < sizeof builtins / sizeof *builtins ? &builtins[index] : NULL;
}

const vol_scene_builtin *vol_scene_builtin_find(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        if (strcmp(builtins[i].name, name) == 0) {
            return &builtins[i];
        }
    }
    return NULL;
}
