/* What scenes and the program use of POSIX and mingw-w64 does not have. On Windows it is included before every file of
 * theirs (volery_posix in cmake/VoleryFlags.cmake); the library has core/system.h instead. */
#ifndef VOLERY_COMMON_WINDOWS_POSIX_H
#define VOLERY_COMMON_WINDOWS_POSIX_H

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* All files are bytes, and none is handed down to another process. */
#define O_CLOEXEC (O_BINARY | O_NOINHERIT)
#define O_NONBLOCK 0
#define LOCK_EX 2
#define LOCK_NB 4
#define _SC_NPROCESSORS_ONLN 84

#define fsync _commit
#define realpath(path, out) _fullpath(out, path, 0)

/* There are no links that matter. */
static inline ssize_t readlink(const char *path, char *link, size_t room) {
    (void)path;
    (void)link;
    (void)room;
    errno = EINVAL;
    return -1;
}

/* Windows itself keeps others from writing a file that is open for that. */
static inline int flock(int file, int how) {
    (void)file;
    (void)how;
    return 0;
}

static inline ssize_t pread(int file, void *bytes, size_t size, off_t from) {
    return _lseeki64(file, from, SEEK_SET) < 0 ? -1 : (ssize_t)_read(file, bytes, (unsigned)size);
}

static inline long sysconf(int what) {
    const char *processors = getenv("NUMBER_OF_PROCESSORS");
    (void)what;
    return processors ? atol(processors) : 1;
}

static inline int setenv(const char *name, const char *value, int overwrite) {
    return getenv(name) && !overwrite ? 0 : _putenv_s(name, value);
}

#endif
