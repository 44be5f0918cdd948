/* Any bytes as a scene: they are refused with a message, or they are a scene that reads back from its own print and
 * that can be run. */
#include "fuzz.h"

#include <string.h>

enum { STEPS = 3 };

static void run(const vol_scene *scene) {
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    if (!vol_scene_make_world(scene, 1, &world, &fault)) {
        MUST(fault.text[0] != '\0');
        return;
    }
    for (int step = 0; step < STEPS && vol_scene_apply_events(scene, world, &fault); step++) {
        MUST(vol_world_step(world, 1) == VOL_OK);
    }
    vol_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vol_scene scene;
    vol_scene_fault fault = {0};
    if (!vol_scene_read(&scene, "fuzz", "/nowhere", (const char *)data, size, NULL, 0, &fault)) {
        MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG);
        return 0;
    }
    size_t length = 0;
    char *once = vol_scene_print(&scene, &length);
    vol_scene again;
    if (!vol_scene_read(&again, "print", "/nowhere", once, length, NULL, 0, &fault)) {
        fprintf(stderr, "%s\n%s", fault.text, once);
        abort();
    }
    char *twice = vol_scene_print(&again, NULL);
    MUST(strcmp(once, twice) == 0);
    if (fuzz_is_small(&scene)) {
        run(&scene);
    }
    free(once);
    free(twice);
    vol_scene_release(&again);
    vol_scene_release(&scene);
    return 0;
}
