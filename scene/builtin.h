/* The scenes that are part of the program: the files of scenes/, as they are. */
#ifndef VOLERY_SCENE_BUILTIN_H
#define VOLERY_SCENE_BUILTIN_H

#include <stddef.h>

typedef struct vol_scene_builtin {
    const char *name;
    const char *text;
    size_t length;
} vol_scene_builtin;

/* NULL behind the last. */
const vol_scene_builtin *vol_scene_builtin_at(size_t index);

/* NULL if there is none of that name. */
const vol_scene_builtin *vol_scene_builtin_find(const char *name);

#endif
