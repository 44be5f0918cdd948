/* Stands in for sheet_h5.c where there is no HDF5 library: the ending is refused before anything is run. */
#include "sweep/sweep.h"

bool vol_sweep_has_h5(void) {
    return false;
}

bool vol_sweep_write_h5(const vol_sweep *sweep, vol_output *output, const vol_text *csv, vol_fault *fault) {
    (void)sweep;
    (void)csv;
    return vol_fault_set(fault, VOL_EXIT_WRONG, "volery sweep: -o %s: volery was built without HDF5", output->name);
}
