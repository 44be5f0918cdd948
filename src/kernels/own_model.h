/* A model that the host compiled with the kit (src/kit/): its kernels for each instruction set and precision. */
#ifndef VOLERY_KERNELS_OWN_MODEL_H
#define VOLERY_KERNELS_OWN_MODEL_H

#include "kernels/abi.h"

/* What must be the same in the kit that compiled a model and in the library: the version, and all that is shared. */
#define VOL_KIT_VERSION ((VOL_VERSION_MAJOR << 20) | (VOL_VERSION_MINOR << 10) | VOL_VERSION_PATCH)
#define VOL_KIT_LAYOUT                                                                                          \
    (sizeof(vol_model_kernels) + 7 * sizeof(vol_context) + 31 * sizeof(vol_batch) + 127 * sizeof(vol_nearest) + \
     255 * sizeof(vol_flock_def))

/* The kernels of one instruction set; NULL in a precision that was left out. */
typedef struct vol_own_row {
    const char *isa;
    const vol_model_kernels *const *kernels[VOL_PRECISION_COUNT];
} vol_own_row;

struct vol_own_model {
    uint32_t version;
    size_t layout;
    const char *name;
    int dimensions; /* 2, 3, or 23 for both */
    size_t rows;
    const vol_own_row *row;
};

#endif
