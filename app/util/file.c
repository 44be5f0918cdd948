/* How whole files get into the memory, and bytes to a descriptor. */
#include "util/file.h"

#include "common/arena.h"
#include "util/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 64 * 1024, WAIT_MS = 100, LOCK_WAIT_MS = 10, LOCK_WAITS = 50 };

/* What ends the reading before the file does. */
typedef struct rule {
    size_t most;
    bool text;        /* a zero byte */
    const char *mark; /* another beginning; NULL: any is fine */
} rule;

bool app_file_lock(int file) {
    bool locked = false;
    for (int i = 0; i <= LOCK_WAITS && !locked && !(i > 0 && app_interrupt_came()); i++) {
        if (i > 0) {
            app_interrupt_wait(-1, false, LOCK_WAIT_MS);
        }
        locked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    }
    return locked;
}

bool app_file_write(int file, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(file, at, size);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool too_large(const char *name, size_t most, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: larger than %zu bytes", name, most);
}

static bool cannot_read(const char *name, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: cannot be read: %s", name, strerror(errno));
}

/* More than is known to be useless? */
static bool goes_on(const rule *r, const vol_text *text, size_t before) {
    size_t marked = r->mark != NULL ? strlen(r->mark) : 0;
    bool other = before < marked && text->length >= marked && memcmp(text->data, r->mark, marked) != 0;
    bool ended = r->text && memchr(text->data + before, '\0', text->length - before) != NULL;
    return !other && !ended && text->length <= r->most;
}

/* Reads in pieces; a pipe is waited for until an interrupt comes. */
static bool read_pieces(int file, const char *name, const rule *r, vol_text *text, app_fault *fault) {
    char piece[PIECE];
    bool more = true;
    while (more) {
        bool ready = app_interrupt_wait(file, false, WAIT_MS);
        if (app_interrupt_came()) {
            return app_fault_set(fault, APP_EXIT_INTERRUPTED, "%s: interrupted while it was read", name);
        }
        ssize_t count = ready ? read(file, piece, sizeof piece) : -1;
        if (count < 0 && ready && errno != EINTR && errno != EAGAIN) {
            return cannot_read(name, fault);
        }
        size_t before = text->length;
        vol_text_add(text, piece, count > 0 ? (size_t)count : 0);
        more = count < 0 || (count > 0 && goes_on(r, text, before));
    }
    return text->length <= r->most || too_large(name, r->most, fault);
}

static bool check_size(int file, const char *name, const rule *r, app_fault *fault) {
    struct stat about;
    if (fstat(file, &about) != 0) {
        return cannot_read(name, fault);
    }
    if (S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return cannot_read(name, fault);
    }
    return !S_ISREG(about.st_mode) || (uintmax_t)about.st_size <= r->most || too_large(name, r->most, fault);
}

static char *read_by(const rule *r, const char *path, size_t *length, app_fault *fault) {
    const char *name = path != NULL ? path : "standard input";
    int file = path != NULL ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : STDIN_FILENO;
    if (file < 0) {
        app_fault_set(fault, APP_EXIT_WRONG, "%s: cannot be opened: %s", name, strerror(errno));
        return NULL;
    }
    vol_text text = {0};
    vol_text_add(&text, "", 0);
    bool right = check_size(file, name, r, fault) && read_pieces(file, name, r, &text, fault);
    if (path != NULL) {
        close(file);
    }
    if (!right) {
        vol_text_release(&text);
        return NULL;
    }
    *length = text.length;
    return text.data;
}

char *app_file_read(const char *path, size_t most, size_t *length, app_fault *fault) {
    return read_by(&(rule){.most = most}, path, length, fault);
}

char *app_file_read_text(const char *path, size_t most, size_t *length, app_fault *fault) {
    return read_by(&(rule){.most = most, .text = true}, path, length, fault);
}

char *app_file_read_marked(const char *path, const char *mark, size_t most, size_t *length, app_fault *fault) {
    return read_by(&(rule){.most = most, .mark = mark}, path, length, fault);
}

bool app_file_begins(const char *path, const char *mark) {
    char bytes[32];
    struct stat about;
    size_t length = strlen(mark);
    int file = -1;
    if (length <= sizeof bytes && stat(path, &about) == 0 && S_ISREG(about.st_mode)) {
        file = open(path, O_RDONLY | O_CLOEXEC);
    }
    bool begins = file >= 0 && read(file, bytes, length) == (ssize_t)length && memcmp(bytes, mark, length) == 0;
    if (file >= 0) {
        close(file);
    }
    return begins;
}
