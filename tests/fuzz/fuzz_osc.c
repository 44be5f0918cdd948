/* Any bytes as a packet of OSC: refused with a reason and without an effect, or messages whose texts end within the
 * packet. Each is then asked for in a small world; what is accepted must be in the scene's events, so that its text is
 * read again. */
#include "fuzz.h"
#include "osc/command.h"
#include "osc/live.h"

typedef struct world_of {
    const uint8_t *bytes;
    size_t size, messages, done;
    vol_scene scene;
    app_live live;
} world_of;

static void must_be_inside(const world_of *w, const char *text) {
    const uint8_t *at = (const uint8_t *)text;
    MUST(at >= w->bytes && at < w->bytes + w->size && at + strlen(text) < w->bytes + w->size);
}

static void take(void *context, const app_osc_message *message) {
    enum { MOST = 24 }; /* messages that a world is asked for */
    world_of *w = context;
    app_wish wish;
    char why[256] = "";
    must_be_inside(w, message->address);
    MUST(message->address[0] == '/' && message->count <= APP_OSC_MOST_ARGUMENTS);
    for (size_t i = 0; i < message->count; i++) {
        if (message->argument[i].kind == APP_OSC_TEXT) {
            must_be_inside(w, message->argument[i].text);
        }
    }
    if (!app_osc_command(&w->scene, message, &wish, why, sizeof why)) {
        MUST(why[0] != '\0');
    } else if (w->messages++ < MOST && wish.kind < APP_WISH_UNDO && wish.count < 20) {
        bool done = app_live_do(&w->live, &wish);
        MUST(done || w->live.fault.text[0] != '\0');
        w->done += done;
    }
}

static void open_world(world_of *w) {
    static const char text[] =
        "{world: {size: [100, 80]}, flocks: [{name: birds, model: steering, count: 5}, {name: crows, model: capped, "
        "count: 2}]}";
    vol_scene_fault fault = {0};
    vol_world *world = NULL;
    MUST(vol_scene_read(&w->scene, "fuzz", ".", text, strlen(text), NULL, 0, &fault));
    MUST(vol_scene_make_world(&w->scene, 1, &world, &fault));
    w->live = (app_live){.scene = &w->scene, .world = world};
}

/* The scene with what was accepted, as text and run again: the same state. */
static void run_again(world_of *w) {
    vol_scene again;
    vol_scene_fault fault = {0};
    vol_world *twin = NULL;
    MUST(vol_scene_step_world(w->live.world, 1, &fault));
    char *text = vol_scene_print(&w->scene, NULL);
    MUST(vol_scene_read(&again, "again", ".", text, strlen(text), NULL, 0, &fault));
    MUST(vol_scene_make_world(&again, 1, &twin, &fault));
    MUST(vol_scene_run(&again, twin, 1, &fault));
    MUST(vol_world_hash(twin) == vol_world_hash(w->live.world));
    vol_scene_free(text);
    vol_world_destroy(twin);
    vol_scene_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    world_of w = {.bytes = data, .size = size};
    const char *wrong = app_osc_read(data, size, NULL, NULL);
    if (wrong != NULL) {
        MUST(wrong[0] != '\0');
        return 0;
    }
    open_world(&w);
    MUST(app_osc_read(data, size, take, &w) == NULL);
    if (w.done > 0) {
        run_again(&w);
    }
    vol_world_destroy(w.live.world);
    app_live_release(&w.live);
    vol_scene_release(&w.scene);
    return 0;
}
