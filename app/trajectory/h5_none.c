/* Stands in for h5.c where there is no HDF5 library: the ending is known, and asking for it says why not. */
#include "trajectory/trajectory.h"

const app_trajectory_format app_trajectory_h5 = {.ending = ".h5", .about = "H5MD"};
