/* What the options of `volery run` ask for, before a scene is read. */
#ifndef VOLERY_APP_CLI_RUN_OPTIONS_H
#define VOLERY_APP_CLI_RUN_OPTIONS_H

#include "cli/options.h"

/* Tells wrong uses that need no scene to be seen. */
bool app_run_check(const app_options *o, app_fault *fault);

bool app_run_is_stdout(const char *path);

/* Checkpoints are beside the first file, unless they have a name of their own. NULL: nothing is written. */
const char *app_run_beside(const app_options *o);

#endif
