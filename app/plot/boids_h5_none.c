/* Stands in for trajectories in HDF5 where that library is not there. */
#include "plot/boids.h"

bool app_boids_from_h5(app_boids *boids, const char *path, const app_plot_options *options, app_fault *fault) {
    (void)options;
    *boids = (app_boids){.name = path};
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: volery was built without HDF5", path);
}
