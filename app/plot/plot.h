/* Plots: from a table or a recording to a picture. `volery plot` and `volery sweep --plot` ask for them. */
#ifndef VOLERY_APP_PLOT_PLOT_H
#define VOLERY_APP_PLOT_PLOT_H

#include "cli/options.h"
#include "plot/table.h"
#include "util/output.h"

/* Can a picture of this name, kind and size be made? False with a fault that begins with `option` and says which there
 * are. */
bool app_plot_check(const char *path, const char *option, const app_plot_options *options, app_fault *fault);

/* Draws a table into an output that is open, as the options say and its header suggests. */
bool app_plot_table(const app_table *table, const app_plot_options *options, app_output *output, app_fault *fault);

#endif
