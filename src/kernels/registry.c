/* The list of all kernels in this build, best first; vol_find_kernels chooses what the machine can run. */
#include "kernels/registry.h"

#include "core/error.h"
#include "kernels/own_model.h"

#include <volery/params.h>

#include <string.h>

/* A table for each precision that worlds may have; in doubles for measures too. */
#if VOL_WITHOUT_measures
#define METERS(isa, precision) NULL
#define DECLARE_METERS(isa, precision)
#else
#define METERS(isa, precision) &vol_meters_##isa##_##precision
#define DECLARE_METERS(isa, precision) extern const vol_meter_kernels vol_meters_##isa##_##precision;
#endif
#if VOL_WITHOUT_single
#define SINGLE(isa) \
    { NULL, NULL }
#else
#define SINGLE(isa) \
    { &vol_##isa##_single, METERS(isa, single) }
#define VOL_TABLE(isa)                           \
    extern const vol_kernels vol_##isa##_single; \
    DECLARE_METERS(isa, single)
#define VOL_SINGLE_TABLE(isa) VOL_TABLE(isa)
#include "kernels/isas.def"
#endif
#if VOL_WITHOUT_double && VOL_WITHOUT_measures
#define DOUBLE(isa) \
    { NULL, NULL }
#else
#define DOUBLE(isa) \
    { &vol_##isa##_double, METERS(isa, double) }
#define VOL_TABLE(isa)                           \
    extern const vol_kernels vol_##isa##_double; \
    DECLARE_METERS(isa, double)
#define VOL_SINGLE_TABLE(isa)
#include "kernels/isas.def"
#endif

typedef struct isa_row {
    const char *isa;
    struct {
        const vol_kernels *kernels;
        const vol_meter_kernels *meters;
    } of[VOL_PRECISION_COUNT];
} isa_row;

static const isa_row isas[] = {
#define VOL_TABLE(isa) {#isa, {SINGLE(isa), DOUBLE(isa)}},
#define VOL_SINGLE_TABLE(isa) {#isa, {SINGLE(isa), {NULL, NULL}}},
#include "kernels/isas.def"
};
#define ISAS (sizeof isas / sizeof *isas)

static bool is_runnable(size_t i) {
    return VOL_CPU_RUNS(isas[i].isa);
}

const char *vol_isa_name(size_t index) {
    for (size_t i = 0; i < ISAS; i++) {
        if (is_runnable(i) && index-- == 0) {
            return isas[i].isa;
        }
    }
    return NULL;
}

static const isa_row *find(const char *isa, vol_precision precision, bool for_worlds) {
    bool found = !isa;
    for (size_t i = 0; i < ISAS; i++) {
        const vol_kernels *kernels = isas[i].of[precision].kernels;
        found = found || (is_runnable(i) && strcmp(isa, isas[i].isa) == 0);
        if (found && is_runnable(i) && kernels && (kernels->fill_constants || !for_worlds)) {
            return &isas[i];
        }
    }
    return NULL;
}

const vol_kernels *vol_find_kernels(const char *isa, vol_precision precision) {
    const isa_row *row = find(isa, precision, true);
    return row ? row->of[precision].kernels : NULL;
}

const vol_kernels *vol_find_meters(const char *isa) {
    const isa_row *row = find(isa, VOL_PRECISION_DOUBLE, false);
    return row ? row->of[VOL_PRECISION_DOUBLE].kernels : NULL;
}

const vol_meter_kernels *vol_find_meter_kernels(const char *isa, vol_precision precision) {
    const isa_row *row = find(isa, precision, false);
    return row ? row->of[precision].meters : NULL;
}

bool vol_precision_built(vol_precision precision) {
    static const bool built[VOL_PRECISION_COUNT] = {
#if !VOL_WITHOUT_single
        [VOL_PRECISION_SINGLE] = true,
#endif
#if !VOL_WITHOUT_double
        [VOL_PRECISION_DOUBLE] = true,
#endif
    };
    return (unsigned)precision < VOL_PRECISION_COUNT && built[precision];
}

/* Some kernels that have models: all tables of worlds have the same ones. */
static const vol_kernels *any_kernels(void) {
    return vol_find_kernels("scalar",
                            vol_precision_built(VOL_PRECISION_SINGLE) ? VOL_PRECISION_SINGLE : VOL_PRECISION_DOUBLE);
}

bool vol_model_built(vol_model model) {
    return (unsigned)model < VOL_MODEL_COUNT && any_kernels()->model[model]->sums_size > 0;
}

/* The kernels of a model of the host's own for that instruction set and precision, or NULL. */
static const vol_model_kernels *find_own(const vol_own_model *own, const char *isa, vol_precision precision) {
    for (size_t i = 0; i < own->rows; i++) {
        if (strcmp(own->row[i].isa, isa) == 0) {
            return own->row[i].kernels[precision] ? *own->row[i].kernels[precision] : NULL;
        }
    }
    return NULL;
}

int vol_model_traits(const vol_flock_def *def) {
    const vol_kernels *any = any_kernels();
    const vol_model_kernels *own = def->own.model ? find_own(def->own.model, any->isa, any->precision) : NULL;
    return own ? own->traits : any->model[def->model]->traits;
}

const vol_model_kernels *vol_find_model(const vol_kernels *kernels, const vol_flock_def *def) {
    return def->own.model ? find_own(def->own.model, kernels->isa, kernels->precision) : kernels->model[def->model];
}

vol_result vol_check_own_model(const vol_kernels *kernels, const vol_flock_def *def, vol_error *error) {
    const vol_own_model *own = def->own.model;
    if (!own) {
        return VOL_OK;
    }
    const vol_model_kernels *found = find_own(own, kernels->isa, kernels->precision);
    if (!found) {
        return vol_fail(error, VOL_ERROR_UNSUPPORTED, "own.model",
                        "the model %s was compiled without the instruction set %s in this precision: compile it with "
                        "the kit of this library",
                        own->name, kernels->isa);
    }
    if (found->constants_size != kernels->constants_size) {
        return vol_fail(error, VOL_ERROR_LAYOUT, "own.model",
                        "the model %s was compiled with the kit of another library: compile it anew", own->name);
    }
    return VOL_OK;
}
