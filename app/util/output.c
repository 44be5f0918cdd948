/* Opening, locking and replacing files, and writing to them: the last station of everything that leaves the program. */
#include "util/output.h"

#include "common/arena.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_TRIES = 100, /* others may make and remove a file while it is being opened */
    PIECE = 4096,     /* as much as a pipe takes at once if it takes anything */
    WAIT_MS = 100,    /* how long a wait is before an interrupt is checked for */
    MOST_WAITS = 50   /* of them, after an interrupt, for a reader that takes nothing */
};

static bool refuse(app_output *o, const char *what, app_fault *fault) {
    app_fault_set(fault, APP_EXIT_FAILED, "%s: %s: %s", o->name, what, strerror(errno));
    app_output_close(o, NULL);
    return false;
}

static bool cannot_open(app_output *o, app_fault *fault) {
    return refuse(o, "cannot be opened for writing", fault);
}

static bool busy(app_output *o, app_fault *fault) {
    app_fault_set(fault, APP_EXIT_FAILED, "%s: another process is writing it; nothing was changed", o->name);
    app_output_close(o, NULL);
    return false;
}

static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Is the open file still the one that has this name? Another process may have removed it before it was locked. */
static bool still_named(int file, const char *path) {
    struct stat open_one;
    struct stat named;
    return fstat(file, &open_one) == 0 && stat(path, &named) == 0 && is_same(&open_one, &named);
}

/* The file beside the target. Its name has always the same length, whatever the target's is. */
static char *beside(const char *target) {
    const char *slash = strrchr(target, '/');
    const char *name = slash != NULL ? slash + 1 : target;
    uint64_t number = UINT64_C(0xCBF29CE484222325);
    for (const char *at = name; *at != '\0'; at++) {
        number = (number ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
    }
    vol_text text = {0};
    vol_text_add(&text, target, (size_t)(name - target));
    vol_text_print(&text, ".volery-%016llx.tmp", (unsigned long long)number);
    return text.data;
}

/* Does another process replace this file? */
static bool is_claimed(const char *path) {
    char *target = app_path_follow(path);
    char *claim = target != NULL ? beside(target) : NULL;
    int file = claim != NULL ? open(claim, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    bool claimed = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0) {
        close(file);
    }
    free(claim);
    free(target);
    return claimed;
}

static void name_it(app_output *o, const char *path) {
    vol_text name = {0};
    vol_text_put(&name, strcmp(path, "-") == 0 ? "standard output" : path);
    *o = (app_output){.name = name.data, .file = -1, .old = -1};
}

static char *copy(const char *text) {
    return memcpy(vol_take(strlen(text) + 1), text, strlen(text) + 1);
}

static bool open_standard(app_output *o) {
    o->standard = true;
    o->file = STDOUT_FILENO;
    return true;
}

bool app_output_nowhere(app_output *o, const char *path) {
    name_it(o, path);
    o->path = copy(path);
    o->nowhere = true;
    return true;
}

/* Opens what is at a path, or makes it. */
static int open_or_make(const char *path, bool *made) {
    struct stat about;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *made = file >= 0;
    if (file < 0 && errno == EEXIST) {
        bool points_to_nothing = stat(path, &about) != 0; /* a link */
        file = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
        *made = file >= 0 && points_to_nothing;
    }
    return file;
}

bool app_output_open(app_output *o, const char *path, app_fault *fault) {
    struct stat about;
    name_it(o, path);
    if (strcmp(path, "-") == 0) {
        return open_standard(o);
    }
    o->path = copy(path);
    if (stat(path, &about) == 0 && S_ISFIFO(about.st_mode)) {
        o->waits = true;
        return true;
    }
    for (int i = 0; i < MOST_TRIES; i++) {
        if (is_claimed(path)) { /* now, so that nothing is made in the place of what is to come */
            return busy(o, fault);
        }
        o->file = open_or_make(path, &o->made);
        if (o->file < 0 || fstat(o->file, &about) != 0) {
            return cannot_open(o, fault);
        }
        o->regular = S_ISREG(about.st_mode);
        if (!o->regular) {
            return true;
        }
        bool locked = app_file_lock(o->file);
        if (!locked || is_claimed(path)) { /* and now, since no other process can claim it any more */
            o->made = o->made && locked;   /* else it is by now the other one's */
            return busy(o, fault);
        }
        if (still_named(o->file, path)) {
            return true;
        }
        close(o->file);
        o->file = -1;
    }
    errno = EBUSY;
    return cannot_open(o, fault);
}

/* Opens the file beside the target: a new one, or one of ours that a killed process has left. 0: try once more. */
static int claim(app_output *o, app_fault *fault) {
    struct stat about;
    o->file = open(o->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (o->file < 0 && errno == EEXIST) {
        o->file = open(o->path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (o->file < 0 && errno == ENOENT) {
            return 0;
        }
    }
    if (o->file < 0 || fstat(o->file, &about) != 0) {
        cannot_open(o, fault);
        return -1;
    }
    if (!S_ISREG(about.st_mode) || about.st_uid != geteuid() || about.st_nlink > 1) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be opened for writing: %s is in the way", o->name, o->path);
    } else if (!app_file_lock(o->file)) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: another process is writing it; nothing was changed", o->name);
    } else if (still_named(o->file, o->path)) {
        o->made = true;
        return 1;
    } else {
        close(o->file);
        o->file = -1;
        return 0;
    }
    app_output_close(o, NULL);
    return -1;
}

/* Locks the file that will be replaced, if there is one. */
static bool lock_old(app_output *o, app_fault *fault) {
    struct stat about;
    o->old = open(o->target, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (o->old < 0) {
        return errno == ENOENT || cannot_open(o, fault);
    }
    if (!app_file_lock(o->old)) {
        return busy(o, fault);
    }
    if (fstat(o->old, &about) == 0) {
        fchmod(o->file, about.st_mode & 0777);
    }
    return true;
}

bool app_output_replace(app_output *o, const char *path, app_fault *fault) {
    struct stat about;
    name_it(o, path);
    if (strcmp(path, "-") == 0) {
        return open_standard(o);
    }
    bool there = stat(path, &about) == 0;
    if (there && !S_ISREG(about.st_mode)) { /* pipes and devices; folders are refused there */
        app_output_close(o, NULL);
        return app_output_open(o, path, fault);
    }
    o->target = app_path_follow(path);
    if (o->target == NULL) {
        return cannot_open(o, fault);
    }
    o->path = beside(o->target);
    o->regular = true;
    const char *slash = strrchr(o->target, '/');
    size_t length = strlen(slash != NULL ? slash + 1 : o->target);
    if (length == 0 || length > NAME_MAX) {
        errno = length == 0 ? EISDIR : ENAMETOOLONG;
        return cannot_open(o, fault);
    }
    int state = 0;
    for (int i = 0; i < MOST_TRIES && state == 0; i++) {
        state = claim(o, fault);
    }
    if (state == 0) {
        errno = EBUSY;
        return cannot_open(o, fault);
    }
    return state > 0 && lock_old(o, fault);
}

/* A pipe with a name can be opened for writing only when it has a reader. */
static bool wait_for_reader(app_output *o, app_fault *fault) {
    while ((o->file = open(o->path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && errno == ENXIO) {
        app_interrupt_wait(-1, true, WAIT_MS / 5);
        if (app_interrupt_came()) {
            return app_fault_set(fault, APP_EXIT_INTERRUPTED, "%s: interrupted while no process read it", o->name);
        }
    }
    return o->file >= 0 ||
           app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be opened for writing: %s", o->name, strerror(errno));
}

bool app_output_begin(app_output *o, app_fault *fault) {
    if (o->nowhere) {
        return true;
    }
    if (o->waits && o->file < 0 && !wait_for_reader(o, fault)) {
        return false;
    }
    if (o->standard) {
        fflush(stdout);
    }
    if (o->regular && !o->begun && ftruncate(o->file, 0) != 0) {
        return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", o->name, strerror(errno));
    }
    o->begun = true;
    return true;
}

/* Pipes: waits until something can be written. */
static bool wait_for_room(const app_output *o) {
    int waits = 0;
    while (!app_interrupt_wait(o->file, true, WAIT_MS)) {
        waits += app_interrupt_came();
        if (waits > MOST_WAITS) {
            errno = ETIMEDOUT;
            return false;
        }
    }
    return true;
}

bool app_output_write(app_output *o, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0 && !o->nowhere) {
        if (!o->regular && !wait_for_room(o)) {
            return false;
        }
        ssize_t written = write(o->file, at, o->regular || size < PIECE ? size : PIECE);
        if (written < 0 && errno != EINTR && errno != EAGAIN) {
            return false;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* A new name is on the disk when its folder is. Some disks cannot do that. */
static void sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    vol_text folder = {0};
    vol_text_add(&folder, slash != NULL ? path : "./", slash != NULL ? (size_t)(slash - path) + 1 : 2);
    int file = open(folder.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    vol_text_release(&folder);
}

bool app_output_finish(app_output *o, app_fault *fault) {
    if (o->target == NULL) {
        return true;
    }
    bool free_to_take = o->old >= 0 || lock_old(o, fault);
    if (!free_to_take) {
        return false;
    }
    if ((!o->hurried && fsync(o->file) != 0) || rename(o->path, o->target) != 0) {
        return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", o->name, strerror(errno));
    }
    if (!o->hurried) {
        sync_folder(o->target);
    }
    free(o->path);
    o->path = o->target;
    o->target = NULL;
    o->begun = true; /* also by another descriptor, as HDF5 does it */
    return true;
}

void app_output_cut(app_output *o, size_t bytes) {
    if (o->regular && ftruncate(o->file, (off_t)bytes) != 0) {
        return; /* it keeps a last part that is no use */
    }
}

void app_output_drop(app_output *o) {
    o->made = o->regular;
    o->begun = false;
}

/* A link that leads there stays. */
static void remove_it(const char *path) {
    char *target = app_path_follow(path);
    if (target != NULL) {
        unlink(target);
    }
    free(target);
}

bool app_output_close(app_output *o, app_fault *fault) {
    if (o->name == NULL) {
        return true;
    }
    bool useless = o->target != NULL || !o->begun;
    if (o->made && useless && o->path != NULL && o->file >= 0 && still_named(o->file, o->path)) {
        remove_it(o->path);
    }
    if (o->old >= 0) {
        close(o->old);
    }
    bool right = o->file < 0 || o->standard || close(o->file) == 0;
    if (!right && fault != NULL) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be closed: %s", o->name, strerror(errno));
    }
    free(o->name);
    free(o->path);
    free(o->target);
    *o = (app_output){.file = -1, .old = -1};
    return right;
}

void app_output_leave(app_output *o) {
    if (o->name != NULL && o->file >= 0 && !o->standard) {
        close(o->file);
    }
    if (o->name != NULL && o->old >= 0) {
        close(o->old);
    }
    o->file = o->old = -1;
}

bool app_output_try(const char *path, app_fault *fault) {
    app_output output;
    bool right = app_output_replace(&output, path, fault);
    app_output_close(&output, NULL);
    return right;
}

bool app_output_fill(app_output *o, const void *bytes, size_t size, app_fault *fault) {
    if (!app_output_begin(o, fault)) {
        return false;
    }
    if (!app_output_write(o, bytes, size)) {
        return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", o->name, strerror(errno));
    }
    return app_output_finish(o, fault);
}

bool app_output_put(const char *path, const void *bytes, size_t size, app_fault *fault) {
    app_output output;
    app_interrupt_catch(); /* so that no part of it is left beside the target */
    if (!app_output_replace(&output, path, fault)) {
        return false;
    }
    bool right = app_output_fill(&output, bytes, size, fault);
    return app_output_close(&output, right ? fault : NULL) && right;
}
