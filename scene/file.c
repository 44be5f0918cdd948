/* Where a scene comes from: a built-in name, a file, or standard input; and where other files are that it names. */
#include "part.h"
#include "value.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
static bool is_absolute(const char *path) {
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}
static const char *last_slash(const char *path) {
    const char *slash = strrchr(path, '/'), *other = strrchr(path, '\\');
    return slash == NULL || (other != NULL && other > slash) ? other : slash;
}
#else
static bool is_absolute(const char *path) {
    return path[0] == '/';
}
static const char *last_slash(const char *path) {
    return strrchr(path, '/');
}
#endif

const char *vol_scene_file_path(vol_scene *scene, const vol_scene_node *node, const char *key, vol_scene_fault *fault) {
    const char *path = NULL;
    if (!vol_scene_value_text(node, key, &path, fault)) {
        return NULL;
    }
    if (path[0] == '\0') {
        vol_scene_fault_at(fault, node, key, "the path is empty");
        return NULL;
    }
    const char *joined =
        is_absolute(path) ? path : vol_arena_print(&scene->inside->arena, "%s/%s", scene->directory, path);
    char *real = realpath(joined, NULL);
    const char *result = real != NULL ? vol_arena_copy(&scene->inside->arena, real, strlen(real)) : joined;
    free(real);
    if (access(result, R_OK) != 0) {
        vol_scene_fault_at(fault, node, key, "the file '%s' cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    return result;
}

static bool no_such_scene(const char *name, vol_scene_fault *fault) {
    vol_words known = {.may_fail = true};
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        vol_words_add(&known, vol_scene_builtin_at(i)->name);
    }
    const char *nearest = vol_words_nearest(&known, name);
    vol_text list = {.may_fail = true};
    vol_words_list(&known, &list);
    vol_scene_fault_set(fault, VOL_SCENE_WRONG, "scene '%s': no such file, and no built-in scene of that name", name);
    if (nearest != NULL) {
        vol_scene_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    vol_scene_fault_more(fault, "%s built in: %s", nearest != NULL ? "" : ";", vol_text_read(&list));
    vol_text_release(&list);
    vol_words_release(&known);
    return false;
}

/* The part of a path before its last slash; NULL: there is no memory left. */
static char *directory_of(const char *path) {
    const char *slash = last_slash(path);
    vol_text text = {.may_fail = true};
    if (slash == NULL) {
        vol_text_put(&text, ".");
    } else {
        vol_text_add(&text, path, slash == path ? 1 : (size_t)(slash - path));
    }
    return text.data;
}

/* Reads until the end, or until it is known that the rest is of no use. */
static bool read_pieces(FILE *file, const char *name, size_t most, bool is_text, vol_text *text,
                        vol_scene_fault *fault) {
    char piece[64 * 1024];
    bool more = true;
    while (more) {
        size_t count = fread(piece, 1, sizeof piece, file);
        if (count < sizeof piece && ferror(file)) {
            return vol_scene_fault_in(fault, name, 0, "cannot be read: %s", strerror(errno));
        }
        vol_text_add(text, piece, count);
        if (text->failed) {
            return vol_scene_no_memory(fault);
        }
        more = count == sizeof piece && text->length <= most && !(is_text && memchr(piece, '\0', count) != NULL);
    }
    return true;
}

char *vol_scene_file_read(const char *path, size_t most, bool is_text, size_t *length, vol_scene_fault *fault) {
    const char *name = path != NULL ? path : "standard input";
    FILE *file = path != NULL ? fopen(path, "rb") : stdin;
    if (file == NULL) {
        vol_scene_fault_in(fault, name, 0, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    struct stat about;
    bool known = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    vol_text text = {.may_fail = true};
    vol_text_add(&text, "", 0);
    bool too_large = known && (uintmax_t)about.st_size > most;
    bool right = !text.failed || vol_scene_no_memory(fault);
    right = right && (too_large || read_pieces(file, name, most, is_text, &text, fault));
    too_large = too_large || text.length > most;
    if (right && too_large) {
        right = vol_scene_fault_in(fault, name, 0, "larger than %zu bytes", most);
    }
    if (path != NULL) {
        fclose(file);
    }
    if (!right) {
        vol_text_release(&text);
        return NULL;
    }
    *length = text.length;
    return text.data;
}

/* Reads the text of a scene that is called `name`, in the look (NULL: its own). */
static bool read_text(vol_scene *scene, const char *name, const char *directory, const char *text, size_t length,
                      const char *look, const vol_scene_override *overrides, size_t count, vol_scene_fault *fault) {
    if (look == NULL) {
        return vol_scene_read(scene, name, directory, text, length, overrides, count, fault);
    }
    vol_scene_override *all = malloc((count + 1) * sizeof *all);
    if (all == NULL) {
        return vol_scene_no_memory(fault);
    }
    all[0] = (vol_scene_override){"looks", look, NULL};
    for (size_t i = 0; i < count; i++) {
        all[i + 1] = overrides[i];
    }
    bool right = vol_scene_read(scene, name, directory, text, length, all, count + 1, fault);
    free(all);
    return right;
}

static bool is_there(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 || errno != ENOENT;
}

static bool load_file(vol_scene *scene, const char *name, const char *path, const char *look,
                      const vol_scene_override *overrides, size_t count, vol_scene_fault *fault) {
    size_t length = 0;
    char *text = vol_scene_file_read(strcmp(path, "-") == 0 ? NULL : path, VOL_SCENE_MOST_BYTES, false, &length, fault);
    char *directory = directory_of(path);
    bool right = text != NULL && (directory != NULL || vol_scene_no_memory(fault)) &&
                 read_text(scene, name, directory, text, length, look, overrides, count, fault);
    free(directory);
    free(text);
    return right;
}

bool vol_scene_load_as(uint64_t layout, vol_scene *scene, const char *name, const vol_scene_override *overrides,
                       size_t override_count, vol_scene_fault *fault) {
    if (!vol_scene_check_layout(layout, scene, fault)) {
        return false;
    }
    const vol_scene_builtin *builtin = vol_scene_builtin_find(name);
    const char *colon = strrchr(name, ':');
    if (builtin != NULL) {
        return read_text(scene, name, ".", builtin->text, builtin->length, colon != NULL ? colon + 1 : NULL, overrides,
                         override_count, fault);
    }
    if (strcmp(name, "-") == 0 || is_there(name)) {
        return load_file(scene, name, name, NULL, overrides, override_count, fault);
    }
    if (colon == NULL || colon == name) {
        return no_such_scene(name, fault);
    }
    vol_text path = {.may_fail = true}; /* a file, and behind the colon a look */
    vol_text_add(&path, name, (size_t)(colon - name));
    bool right = !path.failed || vol_scene_no_memory(fault);
    right = right && (strcmp(path.data, "-") == 0 || is_there(path.data) || no_such_scene(name, fault)) &&
            load_file(scene, name, path.data, colon + 1, overrides, override_count, fault);
    vol_text_release(&path);
    return right;
}

bool vol_scene_reload_as(uint64_t layout, vol_scene *scene, const vol_scene *from, const vol_scene_override *overrides,
                         size_t override_count, vol_scene_fault *fault) {
    return vol_scene_check_layout(layout, scene, fault) &&
           vol_scene_read_like(scene, from->name, from->directory, from->inside->text, from->inside->length, overrides,
                               override_count, from, fault);
}
