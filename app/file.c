/* How states, tables and pictures reach the disk. */
#include "file.h"

#include "arena.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(const char *path, const void *bytes, size_t size, bool wait_for_disk) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    errno = 0;
    bool right = fwrite(bytes, 1, size, file) == size && fflush(file) == 0;
    right = right && (!wait_for_disk || fsync(fileno(file)) == 0);
    int reason = errno;
    right = fclose(file) == 0 && right;
    if (!right) {
        errno = reason != 0 ? reason : errno;
    }
    return right;
}

bool vol_file_write(int file, const void *bytes, size_t size) {
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

bool vol_file_replace(const char *path, const void *bytes, size_t size) {
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) {
        return write_all(path, bytes, size, false);
    }
    vol_text beside = {0};
    vol_text_print(&beside, "%s.tmp%ld", path, (long)getpid());
    bool right = write_all(beside.data, bytes, size, true) && rename(beside.data, path) == 0;
    int reason = errno;
    if (!right) {
        remove(beside.data);
        errno = reason;
    }
    vol_text_release(&beside);
    return right;
}
