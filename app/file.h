/* Files that are there whole or not at all. */
#ifndef VOLERY_APP_FILE_H
#define VOLERY_APP_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Puts the bytes into the file, through another one beside it: whoever looks sees the old file or the new one, also after
 * the machine stopped in between. Pipes and devices are written to. False: errno says why. */
bool vol_file_replace(const char *path, const void *bytes, size_t size);

/* Writes all of the bytes to a descriptor, however many calls that takes. False: errno says why. */
bool vol_file_write(int file, const void *bytes, size_t size);

#endif
