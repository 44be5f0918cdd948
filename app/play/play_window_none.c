/* A program without a window: says what it was built without. */
#include "play/play.h"

const char *vol_play_window_missing(void) {
    return "this volery was built without a window: SDL2, libepoxy, Dear ImGui and a C++ compiler were not all there";
}

bool vol_play_screen(const char **why) {
    *why = vol_play_window_missing();
    return false;
}

int vol_play_window(const vol_options *options, vol_fault *fault) {
    (void)options;
    vol_fault_set(fault, VOL_EXIT_FAILED, "volery play: %s", vol_play_window_missing());
    return VOL_EXIT_FAILED;
}
