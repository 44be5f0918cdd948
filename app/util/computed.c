/* By what a world is computed. */
#include "util/computed.h"

#include "common/words.h"

#include <string.h>

static const char FAST[] = ", fast";

bool app_computed_on_device(const vol_world *world) {
    return strcmp(vol_world_device(world), "cpu") != 0;
}

bool app_computed_fast(const vol_world *world) {
    return app_computed_on_device(world) && vol_world_get_def(world).fast;
}

void app_computed_text(const vol_world *world, vol_text *text) {
    if (app_computed_on_device(world)) {
        vol_text_print(text, "on %s%s", vol_world_device(world), app_computed_fast(world) ? FAST : "");
    } else {
        vol_text_print(text, "%s, %u thread%s", vol_world_isa(world), (unsigned)vol_world_workers(world),
                       vol_world_workers(world) == 1 ? "" : "s");
    }
}

bool app_computed_text_is_fast(const char *text) {
    return vol_ends_with(text, FAST);
}
