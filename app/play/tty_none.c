/* A program that cannot draw in the terminal: says what it was built without. */
#include "play/play.h"

const char *app_play_tty_missing(void) {
    return "this volery was built without ncurses";
}

int app_play_tty(const app_options *options, app_fault *fault) {
    (void)options;
    app_fault_set(fault, APP_EXIT_FAILED, "volery play --tty: %s", app_play_tty_missing());
    return APP_EXIT_FAILED;
}
