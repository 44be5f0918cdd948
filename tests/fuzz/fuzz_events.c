/* Any bytes as the events of a scene, and lines of overrides before them: refused with a message, or events that read
 * back from their own print and happen, or fail with a message. Input: lines KEY=VALUE, an empty line, the list of
 * events. */
#include "fuzz.h"

enum { STEPS = 4 };

static const char base[] = "world: {size: [100, 80], index: grid}\n"
                           "flocks:\n"
                           "- {name: birds, model: steering, count: 5, leader: 1, terms: [{kind: seek, name: home, "
                           "point: [5, 5]}, {kind: wander}]}\n"
                           "- {name: hawks, model: nudge, count: 2}\n"
                           "relations:\n"
                           "- {from: birds, to: hawks, kind: flee, radius: 20}\n"
                           "- {from: hawks, to: birds, kind: hunt, radius: 30, eat: 2}\n"
                           "obstacles:\n"
                           "- {shape: circle, center: [30, 30], radius: 5, reach: 10}\n"
                           "- {shape: segment, points: [[60, 10], [60, 40]], radius: 1, law: hard}\n"
                           "player: {path: [[0, 10, 10], [3, 20, 20]], flee_radius: 10}\n"
                           "events:\n";

static void check_print(const vol_scene *scene) {
    size_t length = 0;
    char *once = vol_scene_print(scene, &length);
    vol_scene again;
    vol_scene_fault fault = {0};
    if (!vol_scene_read(&again, "print", "/nowhere", once, length, NULL, 0, &fault)) {
        fprintf(stderr, "%s\n%s", fault.text, once);
        abort();
    }
    char *twice = vol_scene_print(&again, NULL);
    MUST(strcmp(once, twice) == 0);
    MUST(again.event_count == scene->event_count);
    free(once);
    free(twice);
    vol_scene_release(&again);
}

/* Lets the events happen; and brings a second world to where the first one ended. */
static void run(const vol_scene *scene) {
    vol_world *world = NULL, *later = NULL;
    vol_scene_fault fault = {0};
    if (!vol_scene_make_world(scene, 1, &world, &fault)) {
        MUST(fault.text[0] != '\0');
        return;
    }
    bool right = true;
    for (int step = 0; step < STEPS && right; step++) {
        right = vol_scene_apply_events(scene, world, &fault);
        MUST(right || fault.text[0] != '\0');
        MUST(!right || vol_world_step(world, 1) == VOL_OK);
    }
    MUST(!(vol_scene_time(scene, vol_world_steps(world)) < 0));
    if (right && vol_scene_make_world(scene, 1, &later, &fault)) {
        size_t size = vol_snapshot_size(world);
        void *bytes = vol_take(size);
        vol_snapshot_write(world, bytes);
        right = vol_scene_resume(scene, later, "state", bytes, size, &fault);
        MUST(right || fault.text[0] != '\0');
        free(bytes);
    }
    vol_world_destroy(later);
    vol_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *input = fuzz_text(data, size);
    vol_scene_override overrides[FUZZ_OVERRIDES];
    size_t count = 0;
    size_t at = fuzz_overrides(input, size, overrides, &count);
    vol_text text = {0};
    vol_scene scene;
    vol_scene_fault fault = {0};
    vol_text_put(&text, base);
    vol_text_add(&text, input + at, size - at);
    if (vol_scene_read(&scene, "fuzz", "/nowhere", text.data, text.length, overrides, count, &fault)) {
        check_print(&scene);
        if (fuzz_is_small(&scene)) {
            run(&scene);
        }
        vol_scene_release(&scene);
    } else {
        MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG);
    }
    vol_text_release(&text);
    free(input);
    return 0;
}
