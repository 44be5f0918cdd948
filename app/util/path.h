/* Which file a path means. */
#ifndef VOLERY_APP_UTIL_PATH_H
#define VOLERY_APP_UTIL_PATH_H

#include "util/fault.h"

#include <stddef.h>

/* The path behind all symbolic links of its last part, also if there is no file there yet; to be freed. NULL: errno
 * says why. */
char *app_path_follow(const char *path);

/* What a command does with a file. */
typedef struct app_use {
    const char *what; /* "-o", "the scene" */
    const char *path; /* NULL: not given; - is standard input or output */
    bool written;
} app_use;

/* Of one command. Start with {0}. */
typedef struct app_uses {
    app_use *use;
    size_t count;
} app_uses;

void app_uses_add(app_uses *uses, const char *what, const char *path, bool written);
/* Adds the files that a scene comes from: itself, as `what`, its start files, its flow files and its sound. `name` is
 * what was asked for. */
void app_uses_add_scene(app_uses *uses, const vol_scene *scene, const char *what, const char *name);
void app_uses_release(app_uses *uses);

/* Does no output go where an input comes from, to where another output goes, or to a file that standard output goes to?
 * False with a fault that names both. Paths are compared by the files they mean: other spellings, symbolic and hard
 * links are seen through. */
bool app_uses_check(const app_uses *uses, const char *command, app_fault *fault);

#endif
