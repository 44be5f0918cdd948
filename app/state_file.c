/* Saved states as files; the bytes are the library's snapshots, which know their version and check themselves. */
#include "state_file.h"

#include "arena.h"
#include "file.h"
#include "scene_part.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)1 << 40)

bool vol_state_save(vol_world *world, const char *path, vol_fault *fault) {
    size_t size = vol_snapshot_size(world);
    void *bytes = vol_take(size);
    vol_snapshot_write(world, bytes);
    bool right = vol_file_replace(path, bytes, size) ||
                 vol_fault_set(fault, VOL_EXIT_FAILED, "%s: the state cannot be written: %s", path, strerror(errno));
    free(bytes);
    return right;
}

bool vol_state_check(const char *path, vol_fault *fault) {
    const char *slash = strrchr(path, '/');
    vol_text folder = {0};
    vol_text_add(&folder, path, slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path));
    bool right = access(slash != NULL ? folder.data : ".", W_OK) == 0;
    if (!right) {
        vol_fault_set(fault, VOL_EXIT_FAILED, "%s: the state cannot be written: %s", path, strerror(errno));
    }
    vol_text_release(&folder);
    return right;
}

bool vol_state_load(vol_world *world, const char *path, vol_fault *fault) {
    size_t size = 0;
    char *bytes = vol_file_read(path, MOST_BYTES, &size, fault);
    if (bytes == NULL) {
        return false;
    }
    vol_error error;
    vol_result result = vol_snapshot_read(world, bytes, size, &error);
    free(bytes);
    return result == VOL_OK || vol_fault_set(fault, VOL_EXIT_WRONG, "%s: %s", path, error.text);
}
