/* Files that are written, on Windows: util/output.c without pipes and links. While a file is open here no other process
 * can open it for writing. */
#include "util/output.h"

#include "common/arena.h"
#include "util/interrupt.h"

#include <share.h>
#include <stdio.h>
#include <sys/stat.h>
#include <windows.h>

enum { PIECE = 1 << 20 };

static bool cannot_open(app_output *o, app_fault *fault) {
    if (errno == EACCES && o->path != NULL && _access(o->path, 2) == 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: another process is writing it; nothing was changed", o->name);
    } else {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be opened for writing: %s", o->name, strerror(errno));
    }
    app_output_close(o, NULL);
    return false;
}

static char *copy(const char *text) {
    return memcpy(vol_take(strlen(text) + 1), text, strlen(text) + 1);
}

static bool name_it(app_output *o, const char *path) {
    *o = (app_output){.file = -1, .old = -1, .standard = strcmp(path, "-") == 0};
    o->name = copy(o->standard ? "standard output" : path);
    o->file = o->standard ? _fileno(stdout) : -1;
    return o->standard;
}

bool app_output_nowhere(app_output *o, const char *path) {
    name_it(o, path);
    o->path = copy(path);
    o->nowhere = true;
    return true;
}

/* Opens o->path. */
static bool open_it(app_output *o, app_fault *fault) {
    struct _stat64 about;
    o->made = _access(o->path, 0) != 0;
    if (_sopen_s(&o->file, o->path, O_WRONLY | O_CREAT | O_CLOEXEC, _SH_DENYWR, _S_IREAD | _S_IWRITE) != 0) {
        o->file = -1;
        return cannot_open(o, fault);
    }
    o->regular = _fstat64(o->file, &about) == 0 && (about.st_mode & S_IFMT) == S_IFREG;
    return true;
}

bool app_output_open(app_output *o, const char *path, app_fault *fault) {
    if (name_it(o, path)) {
        return true;
    }
    o->path = copy(path);
    return open_it(o, fault);
}

bool app_output_replace(app_output *o, const char *path, app_fault *fault) {
    if (name_it(o, path)) {
        return true;
    }
    vol_text beside = {0};
    vol_text_print(&beside, "%s.volery-tmp", path);
    o->target = copy(path);
    o->path = beside.data;
    return open_it(o, fault);
}

static bool not_written(const app_output *o, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", o->name, strerror(errno));
}

bool app_output_begin(app_output *o, app_fault *fault) {
    if (o->standard) {
        fflush(stdout);
    }
    if (o->regular && !o->begun && _chsize_s(o->file, 0) != 0) {
        return not_written(o, fault);
    }
    o->begun = true;
    return true;
}

bool app_output_write(app_output *o, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0 && !o->nowhere) {
        int written = _write(o->file, at, size < PIECE ? (unsigned)size : PIECE);
        if (written < 0) {
            return false;
        }
        at += written;
        size -= (size_t)written;
    }
    return true;
}

bool app_output_finish(app_output *o, app_fault *fault) {
    if (o->target == NULL) {
        return true;
    }
    bool right = o->hurried || _commit(o->file) == 0;
    right = _close(o->file) == 0 && right; /* an open file keeps its name */
    o->file = -1;
    if (!right || !MoveFileExA(o->path, o->target, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        errno = right ? EACCES : errno;
        not_written(o, fault);
        _unlink(o->path);
        return false;
    }
    free(o->path);
    o->path = o->target;
    o->target = NULL;
    o->begun = true;
    return true;
}

void app_output_cut(app_output *o, size_t bytes) {
    if (o->regular) {
        _chsize_s(o->file, (int64_t)bytes); /* else it keeps a last part that is no use */
    }
}

void app_output_drop(app_output *o) {
    o->made = o->regular;
    o->begun = false;
}

bool app_output_close(app_output *o, app_fault *fault) {
    if (o->name == NULL) {
        return true;
    }
    bool useless = o->made && (o->target != NULL || !o->begun) && o->path != NULL && o->file >= 0;
    bool right = o->file < 0 || o->standard || _close(o->file) == 0;
    if (useless) {
        _unlink(o->path);
    }
    if (!right && fault != NULL) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be closed: %s", o->name, strerror(errno));
    }
    free(o->name);
    free(o->path);
    free(o->target);
    *o = (app_output){.file = -1, .old = -1};
    return right;
}

bool app_output_try(const char *path, app_fault *fault) {
    app_output output;
    bool right = app_output_replace(&output, path, fault);
    app_output_close(&output, NULL);
    return right;
}

bool app_output_fill(app_output *o, const void *bytes, size_t size, app_fault *fault) {
    return app_output_begin(o, fault) && (app_output_write(o, bytes, size) || not_written(o, fault)) &&
           app_output_finish(o, fault);
}

bool app_output_put(const char *path, const void *bytes, size_t size, app_fault *fault) {
    app_output output;
    app_interrupt_catch();
    if (!app_output_replace(&output, path, fault)) {
        return false;
    }
    bool right = app_output_fill(&output, bytes, size, fault);
    return app_output_close(&output, right ? fault : NULL) && right;
}
