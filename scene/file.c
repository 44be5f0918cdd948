/* Where a scene comes from: a built-in name, a file, or standard input; and where other files are that it names. */
#include "util/file.h"
#include "builtin.h"
#include "part.h"
#include "value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *vol_scene_file_path(vol_scene *scene, const vol_scene_node *node, const char *key, vol_scene_fault *fault) {
    const char *path = NULL;
    if (!vol_scene_value_text(node, key, &path, fault)) {
        return NULL;
    }
    if (path[0] == '\0') {
        vol_scene_fault_at(fault, node, key, "the path is empty");
        return NULL;
    }
    const char *joined = path[0] == '/' ? path : vol_arena_print(&scene->arena, "%s/%s", scene->directory, path);
    char *real = realpath(joined, NULL);
    const char *result = real != NULL ? vol_arena_copy(&scene->arena, real, strlen(real)) : joined;
    free(real);
    if (access(result, R_OK) != 0) {
        vol_scene_fault_at(fault, node, key, "the file '%s' cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    return result;
}

static bool no_such_scene(const char *name, vol_scene_fault *fault) {
    vol_words known = {0};
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        vol_words_add(&known, vol_scene_builtin_at(i)->name);
    }
    const char *nearest = vol_words_nearest(&known, name);
    vol_text list = {0};
    vol_words_list(&known, &list);
    vol_scene_fault_set(fault, VOL_SCENE_WRONG, "scene '%s': no such file, and no built-in scene of that name", name);
    if (nearest != NULL) {
        vol_scene_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    vol_scene_fault_more(fault, "%s built in: %s", nearest != NULL ? "" : ";", list.data);
    vol_text_release(&list);
    vol_words_release(&known);
    return false;
}

/* The part of a path before its last slash. */
static char *directory_of(const char *path) {
    const char *slash = strrchr(path, '/');
    vol_text text = {0};
    if (slash == NULL) {
        vol_text_put(&text, ".");
    } else {
        vol_text_add(&text, path, slash == path ? 1 : (size_t)(slash - path));
    }
    return text.data;
}

bool vol_scene_fetch(vol_scene_source *source, const char *name, vol_scene_fault *fault) {
    *source = (vol_scene_source){.name = name};
    const vol_scene_builtin *builtin = vol_scene_builtin_find(name);
    bool from_input = strcmp(name, "-") == 0;
    struct stat about;
    if (builtin == NULL && !from_input && stat(name, &about) != 0 && errno == ENOENT) {
        return no_such_scene(name, fault);
    }
    if (builtin != NULL) {
        source->bytes = memcpy(vol_take(builtin->length + 1), builtin->text, builtin->length + 1);
        source->length = builtin->length;
    } else {
        source->bytes = app_file_read(from_input ? NULL : name, VOL_SCENE_MOST_BYTES, &source->length, fault);
    }
    source->directory = directory_of(builtin != NULL || from_input ? "./" : name);
    if (source->bytes == NULL) {
        vol_scene_source_release(source);
        return false;
    }
    return true;
}

void vol_scene_uses(const vol_scene *scene, const char *what, const char *name, app_uses *uses) {
    app_uses_add(uses, what, vol_scene_builtin_find(name) == NULL ? name : NULL, false);
    for (size_t i = 0; i < scene->flock_count; i++) {
        app_uses_add(uses, "a start file of the scene", scene->flocks[i].start_path, false);
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        app_uses_add(uses, "a flow file of the scene", scene->terms[i].flow_path, false);
    }
}

void vol_scene_source_release(vol_scene_source *source) {
    free(source->directory);
    free(source->bytes);
    *source = (vol_scene_source){0};
}

bool vol_scene_load(vol_scene *scene, const char *name, const vol_scene_override *overrides, size_t override_count,
                    vol_scene_fault *fault) {
    vol_scene_source source;
    *scene = (vol_scene){0};
    if (!vol_scene_fetch(&source, name, fault)) {
        return false;
    }
    bool right = vol_scene_read(scene, source.name, source.directory, source.bytes, source.length, overrides,
                                override_count, fault);
    vol_scene_source_release(&source);
    return right;
}
