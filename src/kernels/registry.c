/* The list of all kernels in this build, best first; vol_pick_kernels chooses what the machine can run. */
#include "kernels/registry.h"

#include <string.h>

#define VOL_TABLE(isa) extern const vol_kernels vol_##isa##_single, vol_##isa##_double;
#include "kernels/isas.def"

typedef struct isa_row {
    const vol_kernels *kernels[VOL_PRECISION_COUNT];
} isa_row;

static const isa_row isas[] = {
#define VOL_TABLE(isa) {{&vol_##isa##_single, &vol_##isa##_double}},
#include "kernels/isas.def"
};
#define ISAS (sizeof isas / sizeof *isas)

static const vol_kernels *nth_runnable(size_t index, vol_precision precision) {
    for (size_t i = 0; i < ISAS; i++) {
        const vol_kernels *kernels = isas[i].kernels[precision];
        if (VOL_CPU_RUNS(kernels->isa) && index-- == 0) {
            return kernels;
        }
    }
    return NULL;
}

const char *vol_isa_name(size_t index) {
    const vol_kernels *kernels = nth_runnable(index, VOL_PRECISION_SINGLE);
    return kernels ? kernels->isa : NULL;
}

const vol_kernels *vol_find_kernels(const char *isa, vol_precision precision) {
    const vol_kernels *kernels;
    for (size_t i = 0; (kernels = nth_runnable(i, precision)) != NULL; i++) {
        if (!isa || strcmp(isa, kernels->isa) == 0) {
            return kernels;
        }
    }
    return NULL;
}
