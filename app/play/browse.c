/* Reads a folder and shows what of it the window can open. */
#include "play/browse.h"

#include "common/arena.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_NAMES = 400 }; /* that are shown of one folder */

static void forget(app_browse *browse) {
    for (size_t i = 0; i < browse->count; i++) {
        free(browse->names[i]);
    }
    browse->count = 0;
}

static bool can_be_opened(const char *name) {
    static const char *const endings[] = {".yaml", ".yml", ".json", ".vol"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(name + length - ending, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_folder(const char *folder, const char *name) {
    struct stat about;
    vol_text path = {0};
    vol_text_print(&path, "%s/%s", folder, name);
    bool found = stat(path.data, &about) == 0 && S_ISDIR(about.st_mode);
    vol_text_release(&path);
    return found;
}

static void keep(app_browse *browse, const char *name, bool folder) {
    if (browse->count == browse->room) {
        browse->room = 2 * browse->room + 32;
        browse->names = vol_retake(browse->names, browse->room * sizeof *browse->names);
    }
    size_t size = strlen(name) + 2;
    browse->names[browse->count] = vol_take(size);
    snprintf(browse->names[browse->count++], size, "%s%s", name, folder ? "/" : "");
}

static int by_kind_and_name(const void *a, const void *b) {
    const char *left = *(char *const *)a;
    const char *right = *(char *const *)b;
    int later = (left[strlen(left) - 1] != '/') - (right[strlen(right) - 1] != '/');
    return later != 0 ? later : strcmp(left, right);
}

static void read_folder(app_browse *browse) {
    DIR *open = opendir(browse->folder);
    forget(browse);
    browse->shut = open == NULL;
    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;) {
        bool up = strcmp(entry->d_name, "..") == 0;
        if (entry->d_name[0] == '.' && !up) {
            continue;
        }
        bool folder = up || is_folder(browse->folder, entry->d_name);
        if (folder || can_be_opened(entry->d_name)) {
            keep(browse, entry->d_name, folder);
        }
    }
    if (open != NULL) {
        closedir(open);
    } else {
        keep(browse, "..", true);
    }
    qsort(browse->names, browse->count, sizeof *browse->names, by_kind_and_name);
}

/* To a folder that lies in this one or is the one above; without a name, to where the program was started. */
static void go(app_browse *browse, const char *name) {
    vol_text path = {0};
    vol_text_print(&path, "%s/%s", browse->folder != NULL ? browse->folder : ".", name);
    char *whole = realpath(path.data, NULL);
    vol_text_release(&path);
    if (whole != NULL) {
        free(browse->folder);
        browse->folder = whole;
        read_folder(browse);
    }
}

static bool has_files(const app_browse *browse) {
    const char *last = browse->count > 0 ? browse->names[browse->count - 1] : "/";
    return last[strlen(last) - 1] != '/';
}

bool app_browse_put(app_desk *desk, app_browse *browse, char *path, size_t size) {
    const char *chosen = NULL;
    if (browse->folder == NULL) {
        go(browse, "");
    }
    if (browse->folder == NULL) {
        return false;
    }
    app_ui_text_wrapped_faint(browse->folder);
    for (size_t i = 0; i < browse->count && i < MOST_NAMES; i++) {
        char named[180];
        app_ui_push_id(browse->names[i]);
        if (app_ui_link(browse->names[i])) {
            chosen = browse->names[i];
        }
        snprintf(named, sizeof named, "file.%s", browse->names[i]);
        app_desk_name(desk, named);
        if (strcmp(desk->wanted, named) == 0) {
            app_ui_scroll_here();
        }
        app_ui_pop_id();
    }
    if (browse->shut) {
        app_ui_text_wrapped_faint("This folder cannot be read.");
    } else if (browse->count > MOST_NAMES) {
        app_ui_text_wrapped_faint("There are more; type the path of one above.");
    } else if (!has_files(browse)) {
        app_ui_text_wrapped_faint("No scenes (.yaml, .json) or recordings (.vol) are here.");
    }
    if (chosen == NULL) {
        return false;
    }
    if (chosen[strlen(chosen) - 1] == '/') {
        go(browse, chosen);
        return false;
    }
    return snprintf(path, size, "%s/%s", browse->folder, chosen) < (int)size;
}

void app_browse_again(app_browse *browse) {
    if (browse->folder != NULL) {
        read_folder(browse);
    }
}

void app_browse_release(app_browse *browse) {
    forget(browse);
    free(browse->names);
    free(browse->folder);
    *browse = (app_browse){0};
}
