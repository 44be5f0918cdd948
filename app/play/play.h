/* The ways to play a scene: in a window, in the terminal, or, where there is no screen, as a film. */
#ifndef VOLERY_APP_PLAY_PLAY_H
#define VOLERY_APP_PLAY_PLAY_H

#include "cli/options.h"

/* What this build can do, for `volery info` and messages; NULL: it can. */
const char *vol_play_window_missing(void);
const char *vol_play_tty_missing(void);

/* Is there a screen? If not, `why` says what is missing. */
bool vol_play_screen(const char **why);

/* Each returns the exit code. */
int vol_play_window(const vol_options *options, vol_fault *fault);
int vol_play_tty(const vol_options *options, vol_fault *fault);

#endif
