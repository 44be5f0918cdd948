/* Saved states as files; the bytes are the library's snapshots, which know their version and check themselves. */
#include "record/state_file.h"

#include "cluster/cluster.h"
#include "common/arena.h"
#include "util/file.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 36)
#define MARK "VOLSNAP" /* snapshots of every version begin with it */

void *app_state_bytes(vol_world *world, size_t *size) {
    *size = vol_snapshot_size(world);
    void *bytes = vol_take(*size);
    vol_snapshot_write(world, bytes);
    return bytes;
}

bool app_state_save(vol_world *world, app_output *output, app_fault *fault) {
    size_t size = 0;
    void *bytes = app_state_bytes(world, &size);
    bool right = app_output_fill(output, bytes, size, fault);
    free(bytes);
    return right;
}

bool app_state_load(const vol_scene *scene, vol_world *world, const char *path, app_fault *fault) {
    size_t size = 0;
    const char *from = strcmp(path, "-") == 0 ? NULL : path;
    char *bytes = app_file_read_marked(from, MARK, MOST_BYTES, &size, fault);
    if (!app_cluster_agree(bytes != NULL, fault)) {
        free(bytes);
        return false;
    }
    bool right = vol_scene_resume(scene, world, from != NULL ? from : "standard input", bytes, size, fault);
    free(bytes);
    return right;
}
