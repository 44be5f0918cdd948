/* Stands in for the plots where there is no cairo. */
#include "plot/plot.h"

static bool missing(const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: volery was built without cairo", what);
}

bool app_plot_check(const char *path, const char *option, const app_plot_options *options, app_fault *fault) {
    (void)path;
    (void)options;
    return missing(option, fault);
}

bool app_plot_table(const app_table *table, const app_plot_options *options, app_output *output, app_fault *fault) {
    (void)table;
    (void)options;
    return missing(output->name, fault);
}

int app_plot_command(const app_options *options, app_fault *fault) {
    (void)options;
    missing("volery plot", fault);
    return APP_EXIT_WRONG;
}
