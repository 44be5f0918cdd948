/* Paths as files: where links lead, and whether two of them are one file. Before anything is opened. */
#include "util/path.h"

#include "common/arena.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, MOST_LENGTH = 4096 };

/* Length of the part of a path up to its last slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

char *app_path_follow(const char *path) {
    char *link = vol_take(MOST_LENGTH);
    vol_text at = {0};
    vol_text_put(&at, path);
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t length = readlink(at.data, link, MOST_LENGTH);
        if (length < 0) { /* no link, or nothing there */
            free(link);
            return at.data;
        }
        if (length == MOST_LENGTH) {
            break;
        }
        vol_text next = {0};
        vol_text_add(&next, at.data, link[0] == '/' ? 0 : folder_length(at.data));
        vol_text_add(&next, link, (size_t)length);
        vol_text_release(&at);
        at = next;
    }
    vol_text_release(&at);
    free(link);
    errno = ELOOP;
    return NULL;
}

#ifdef _WIN32
/* Files have numbers there too, but stat does not tell them. */
#include <windows.h>
static void number_it(const char *path, struct stat *about, uint64_t *device, uint64_t *number) {
    BY_HANDLE_FILE_INFORMATION found = {0};
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
    (void)about;
    if (file != INVALID_HANDLE_VALUE) {
        GetFileInformationByHandle(file, &found);
        CloseHandle(file);
    }
    *device = found.dwVolumeSerialNumber;
    *number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
}
#else
static void number_it(const char *path, struct stat *about, uint64_t *device, uint64_t *number) {
    (void)path;
    *device = (uint64_t)about->st_dev;
    *number = (uint64_t)about->st_ino;
}
#endif

/* What tells files apart: their number, or, where there is none yet, the number of the folder and the name in it. */
typedef struct place {
    bool known;
    uint64_t device, number;
    char *name; /* NULL: the file is there */
} place;

static place find_place(const char *path, bool written) {
    struct stat about;
    place p = {0};
    if (strcmp(path, "-") == 0) { /* standard output has a check of its own */
        p.known = !written && fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode);
        if (p.known) {
            number_it("", &about, &p.device, &p.number);
        }
    } else if (stat(path, &about) == 0) {
        p.known = S_ISREG(about.st_mode) || S_ISFIFO(about.st_mode); /* devices may be used twice */
        number_it(path, &about, &p.device, &p.number);
    } else {
        char *target = app_path_follow(path);
        vol_text folder = {0};
        if (target != NULL) {
            size_t length = folder_length(target);
            vol_text_add(&folder, length > 0 ? target : "./", length > 0 ? length : 2);
            p.known = stat(folder.data, &about) == 0;
            if (p.known) {
                number_it(folder.data, &about, &p.device, &p.number);
            }
            size_t rest = strlen(target + length) + 1;
            p.name = memcpy(vol_take(rest), target + length, rest);
        }
        vol_text_release(&folder);
        free(target);
    }
    return p;
}

static bool is_one_place(const place *a, const place *b) {
    bool same_name = a->name == NULL ? b->name == NULL : b->name != NULL && strcmp(a->name, b->name) == 0;
    return a->known && b->known && a->device == b->device && a->number == b->number && same_name;
}

void app_uses_add(app_uses *uses, const char *what, const char *path, bool written) {
    if (path != NULL) {
        uses->use = vol_retake(uses->use, (uses->count + 1) * sizeof *uses->use);
        uses->use[uses->count++] = (app_use){what, path, written};
    }
}

void app_uses_add_scene(app_uses *uses, const vol_scene *scene, const char *what, const char *name) {
    app_uses_add(uses, what, vol_scene_builtin_find(name) == NULL ? name : NULL, false);
    for (size_t i = 0; i < scene->flock_count; i++) {
        app_uses_add(uses, "a start file of the scene", scene->flocks[i].start_path, false);
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        app_uses_add(uses, "a flow file of the scene", scene->terms[i].flow_path, false);
    }
    if (scene->sound.source == VOL_SCENE_SOUND_FILE) {
        app_uses_add(uses, "the sound of the scene", scene->sound.file, false);
    }
}

void app_uses_release(app_uses *uses) {
    free(uses->use);
    *uses = (app_uses){0};
}

static bool refuse(const app_use *output, const app_use *other, const char *command, app_fault *fault) {
    if (other->written) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: %s %s and %s %s are the same file", command,
                             other->what, other->path, output->what, output->path);
    }
    const char *input = strcmp(other->path, "-") == 0 ? "standard input" : other->path;
    return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: %s %s would overwrite %s, %s", command, output->what,
                         output->path, other->what, input);
}

static bool check_standard(const app_use *use, const place *p, const char *command, app_fault *fault) {
    struct stat about;
    bool same = use->written && p->known && p->name == NULL && fstat(STDOUT_FILENO, &about) == 0 &&
                S_ISREG(about.st_mode) && (uint64_t)about.st_dev == p->device && (uint64_t)about.st_ino == p->number;
    return !same || app_fault_set(fault, APP_EXIT_WRONG, "volery %s: %s %s and standard output are the same file",
                                  command, use->what, use->path);
}

/* One output against all inputs, and the outputs before it. */
static bool check_output(const app_uses *uses, const place *places, size_t output, const char *command,
                         app_fault *fault) {
    bool right = check_standard(&uses->use[output], &places[output], command, fault);
    for (size_t i = 0; i < uses->count && right; i++) {
        bool looked_at = i < output || !uses->use[i].written;
        if (i != output && looked_at && is_one_place(&places[i], &places[output])) {
            right = refuse(&uses->use[output], &uses->use[i], command, fault);
        }
    }
    return right;
}

bool app_uses_check(const app_uses *uses, const char *command, app_fault *fault) {
    place *places = vol_take(uses->count * sizeof *places);
    bool right = true;
    for (size_t i = 0; i < uses->count; i++) {
        places[i] = find_place(uses->use[i].path, uses->use[i].written);
    }
    for (size_t i = 0; i < uses->count && right; i++) {
        right = !uses->use[i].written || check_output(uses, places, i, command, fault);
    }
    for (size_t i = 0; i < uses->count; i++) {
        free(places[i].name);
    }
    free(places);
    return right;
}
