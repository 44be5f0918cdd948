/* Any bytes as a snapshot, with the checksum made right so that what is behind it is reached: refused, with the world
 * as it was, or restored, and then the world can go on. */
#include "core/hash.h"
#include "fuzz.h"

#include <string.h>

static const char flat[] = "{world: {size: [100, 80]}, flocks: [{name: a, model: sighted, count: 3}, "
                           "{name: b, model: nudge, count: 0}]}";
static const char solid[] = "{world: {size: [100, 80, 60], precision: double, images: true, index: grid}, flocks: "
                            "[{name: a, model: steering, count: 3}]}";

static void try_on(const char *text, const uint8_t *data, size_t size) {
    vol_scene scene;
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    vol_error error = {0};
    MUST(vol_scene_read(&scene, "fuzz", ".", text, strlen(text), NULL, 0, &fault));
    MUST(vol_scene_make_world(&scene, 1, &world, &fault));
    uint64_t before = vol_world_hash(world);
    if (vol_snapshot_read(world, data, size, &error) == VOL_OK) {
        MUST(vol_world_step(world, 2) == VOL_OK);
    } else {
        MUST(error.text[0] != '\0' && vol_world_hash(world) == before);
    }
    vol_world_destroy(world);
    vol_scene_release(&scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *bytes = memcpy(vol_take(size + 1), data, size);
    for (int i = 0; size >= 8 && i < 8; i++) {
        bytes[size - 8 + (size_t)i] = (uint8_t)(vol_checksum(data, size - 8) >> (8 * i));
    }
    try_on(flat, data, size);
    try_on(flat, bytes, size);
    try_on(solid, bytes, size);
    free(bytes);
    return 0;
}
