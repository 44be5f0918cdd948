/* Stands in for sheet_h5.c where there is no HDF5 library: the ending is refused before anything is run. */
#include "sweep/sweep.h"

bool app_sweep_has_h5(void) {
    return false;
}

bool app_sweep_write_h5(const app_sweep *sweep, app_output *output, const vol_text *csv, app_fault *fault) {
    (void)sweep;
    (void)csv;
    return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: -o %s: volery was built without HDF5", output->name);
}
