/* A program that cannot draw in the terminal: says what it was built without. */
#include "play/play.h"

const char *vol_play_tty_missing(void) {
    return "this volery was built without ncurses";
}

int vol_play_tty(const vol_options *options, vol_fault *fault) {
    (void)options;
    vol_fault_set(fault, VOL_EXIT_FAILED, "volery play --tty: %s", vol_play_tty_missing());
    return VOL_EXIT_FAILED;
}
