/* The ways to play a scene: in a window, in the terminal, or, where there is no screen, as a film. */
#ifndef VOLERY_APP_PLAY_PLAY_H
#define VOLERY_APP_PLAY_PLAY_H

#include "cli/options.h"

/* What this build can do, for `volery info` and messages; NULL: it can. */
const char *app_play_window_missing(void);
const char *app_play_tty_missing(void);

/* Is there a screen? If not, `why` says what is missing. */
bool app_play_screen(const char **why);

/* Each returns the exit code. */
int app_play_window(const app_options *options, app_fault *fault);
int app_play_tty(const app_options *options, app_fault *fault);

#endif
