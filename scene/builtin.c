/* The built-in scenes. builtin.inc is written by generate/embed.c from the files of scenes/. */
#include <volery/scene.h>

#include <string.h>

#include "builtin.inc"

const vol_scene_builtin *vol_scene_builtin_at(size_t index) {
    return index < sizeof builtins / sizeof *builtins ? &builtins[index] : NULL;
}

const vol_scene_builtin *vol_scene_builtin_find(const char *name) {
    size_t length = strcspn(name, ":"); /* behind it is a look */
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        if (strncmp(builtins[i].name, name, length) == 0 && builtins[i].name[length] == '\0') {
            return &builtins[i];
        }
    }
    return NULL;
}

const char *vol_scene_builtin_name(size_t index) {
    const vol_scene_builtin *builtin = vol_scene_builtin_at(index);
    return builtin != NULL ? builtin->name : NULL;
}

const char *vol_scene_builtin_about(size_t index) {
    const vol_scene_builtin *builtin = vol_scene_builtin_at(index);
    return builtin != NULL ? builtin->about : NULL;
}

const char *vol_scene_builtin_text(size_t index) {
    const vol_scene_builtin *builtin = vol_scene_builtin_at(index);
    return builtin != NULL ? builtin->text : NULL;
}
