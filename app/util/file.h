/* Files that are read, whole, and bytes that are written to a descriptor; output.h has the files that are written. */
#ifndef VOLERY_APP_UTIL_FILE_H
#define VOLERY_APP_UTIL_FILE_H

#include "util/fault.h"

#include <stddef.h>

/* Reads a file, with a zero behind it; NULL as `path` is standard input. NULL on failure; what is larger than `most` is
 * refused, and known to be so before it is read where the file says how large it is. */
char *app_file_read(const char *path, size_t most, size_t *length, app_fault *fault);
/* The same for text: it ends soon behind the first zero byte, which the reader of the text refuses. */
char *app_file_read_text(const char *path, size_t most, size_t *length, app_fault *fault);
/* The same for bytes that begin with `mark`: it ends soon if they do not. */
char *app_file_read_marked(const char *path, const char *mark, size_t most, size_t *length, app_fault *fault);

/* Is this a file on a disk that begins with the mark? Pipes are not read: what is read from them is gone. */
bool app_file_begins(const char *path, const char *mark);

/* Locks a file as all outputs are locked. False: another process has it, also half a second later: what a killed sweep
 * has just started holds its locks for a moment. A disk that knows no locks has none to respect. */
bool app_file_lock(int file);

/* Writes all of the bytes to a descriptor, however many calls that takes. False: errno says why. */
bool app_file_write(int file, const void *bytes, size_t size);

#endif
