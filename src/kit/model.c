/* A model of the host's own, NAME_model: the table of what kit/kernels.c was compiled to. Compiled by hosts as that is,
 * but once. */
#include "kernels/own_model.h"

#include <volery/volery.h>

#define VOL_KIT_TEXT_(name) #name
#define VOL_KIT_TEXT(name) VOL_KIT_TEXT_(name)
#define VOL_KIT_TABLE(isa, precision) VOL_CAT(vol_own, VOL_CAT(VOL_KIT_MODEL, isa##_##precision))

/* As in kernels/registry.c; models have no use for doubles that are there for measures. */
#if VOL_WITHOUT_single
#define SINGLE(isa) NULL
#else
#define SINGLE(isa) &VOL_KIT_TABLE(isa, single)
#define VOL_TABLE(isa) extern const vol_model_kernels *const VOL_KIT_TABLE(isa, single);
#define VOL_SINGLE_TABLE(isa) VOL_TABLE(isa)
#include "kernels/isas.def"
#endif
#if VOL_WITHOUT_double
#define DOUBLE(isa) NULL
#else
#define DOUBLE(isa) &VOL_KIT_TABLE(isa, double)
#define VOL_TABLE(isa) extern const vol_model_kernels *const VOL_KIT_TABLE(isa, double);
#define VOL_SINGLE_TABLE(isa)
#include "kernels/isas.def"
#endif

static const vol_own_row rows[] = {
#define VOL_TABLE(isa) {#isa, {SINGLE(isa), DOUBLE(isa)}},
#define VOL_SINGLE_TABLE(isa) {#isa, {SINGLE(isa), NULL}},
#include "kernels/isas.def"
};

extern const vol_own_model VOL_CAT(VOL_KIT_MODEL, model);
const vol_own_model VOL_CAT(VOL_KIT_MODEL, model) = {.version = VOL_KIT_VERSION,
                                                     .layout = VOL_KIT_LAYOUT,
                                                     .name = VOL_KIT_TEXT(VOL_KIT_MODEL),
                                                     .dimensions = VOL_KIT_DIMENSIONS,
                                                     .rows = sizeof rows / sizeof *rows,
                                                     .row = rows};
