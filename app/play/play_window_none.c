/* A program without a window: says what it was built without. */
#include "play/play.h"

const char *app_play_window_missing(void) {
    return "this volery was built without a window: SDL2, libepoxy, Dear ImGui and a C++ compiler were not all there";
}

bool app_play_screen(const char **why) {
    *why = app_play_window_missing();
    return false;
}

int app_play_window(const app_options *options, app_fault *fault) {
    (void)options;
    app_fault_set(fault, APP_EXIT_FAILED, "volery play: %s", app_play_window_missing());
    return APP_EXIT_FAILED;
}
