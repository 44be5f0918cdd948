/* Choosing the kernels for this machine. */
#ifndef VOLERY_KERNELS_REGISTRY_H
#define VOLERY_KERNELS_REGISTRY_H

#include "core/platform.h"
#include "kernels/abi.h"

/* The kernels of that instruction set, or the best ones for NULL; NULL if this build or machine has none of that
 * name. */
const vol_kernels *vol_find_kernels(const char *isa, vol_precision precision);

#endif
