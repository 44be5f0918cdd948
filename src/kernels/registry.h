/* Choosing the kernels for this machine. */
#ifndef VOLERY_KERNELS_REGISTRY_H
#define VOLERY_KERNELS_REGISTRY_H

#include "core/platform.h"
#include "kernels/meter_abi.h"

/* The kernels of that instruction set for worlds, or the best ones for NULL; where it has none in that precision, the
 * next best ones. NULL if this build or machine has none of that name. */
const vol_kernels *vol_find_kernels(const char *isa, vol_precision precision);

/* The same for measures, which are taken in doubles. */
const vol_kernels *vol_find_meters(const char *isa);

/* The kernels that measures have of their own; NULL if this build has none in that precision. */
const vol_meter_kernels *vol_find_meter_kernels(const char *isa, vol_precision precision);

/* Has the flock's model, if it is of the host's own, kernels that fit these? */
vol_result vol_check_own_model(const vol_kernels *kernels, const vol_flock_def *def, vol_error *error);

/* The kernels of a flock's model among these; of a model that the build has, or of the host's own. */
const vol_model_kernels *vol_find_model(const vol_kernels *kernels, const vol_flock_def *def);

/* The traits of a flock's model, whatever the instruction set; of a model that the build has, or of the host's own. */
int vol_model_traits(const vol_flock_def *def);

#endif
