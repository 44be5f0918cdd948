/* Stands in for the plots where there is no cairo. */
#include "plot/plot.h"

static bool missing(const char *what, vol_fault *fault) {
    return vol_fault_set(fault, VOL_EXIT_WRONG, "%s: volery was built without cairo", what);
}

bool vol_plot_check(const char *path, const char *option, const vol_plot_options *options, vol_fault *fault) {
    (void)path;
    (void)options;
    return missing(option, fault);
}

bool vol_plot_table(const vol_table *table, const vol_plot_options *options, vol_output *output, vol_fault *fault) {
    (void)table;
    (void)options;
    return missing(output->name, fault);
}

int vol_plot_command(const vol_options *options, vol_fault *fault) {
    (void)options;
    missing("volery plot", fault);
    return VOL_EXIT_WRONG;
}
