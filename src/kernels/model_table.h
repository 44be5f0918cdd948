/* The kernels of one model and the table of them, NAME_kernels; all zero where the build leaves the model out.
 *
 * Included once for each model with VOL_MODEL_NAME defined, after the model's header and its NAME_dimensions. A name is
 * as in models.def, so that VOL_WITHOUT_steering=1 leaves that one out. */
#if VOL_CAT(VOL_WITHOUT, VOL_MODEL_NAME)
static const vol_model_kernels VOL_CAT(VOL_MODEL_NAME, kernels);
#else
#include "kernels/sense.h"

#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)
#define VOL_SENSES(D)                                     \
    {                                                     \
        {VOL_OF(sense_##D##00), VOL_OF(sense_##D##01)}, { \
            VOL_OF(sense_##D##10), VOL_OF(sense_##D##11)  \
        }                                                 \
    }
#define VOL_BOTH(what)                            \
    {                                             \
        {VOL_OF(what##_20), VOL_OF(what##_21)}, { \
            VOL_OF(what##_30), VOL_OF(what##_31)  \
        }                                         \
    }

static const vol_model_kernels VOL_OF(kernels) = {
    .traits = VOL_OF(traits),
    .sums_size = sizeof(VOL_OF(sums)),
    .constants_size = sizeof(vol_constants),
    .sense = {VOL_SENSES(2), VOL_SENSES(3)},
#if !VOL_WITHOUT_turn_lists
    .alone = {VOL_OF(alone_0), VOL_OF(alone_1)},
#endif
    .sense_nearest = VOL_BOTH(nearest),
    .decide = VOL_BOTH(decide),
    .move = {VOL_OF(move_2), VOL_OF(move_3)},
#if VOL_WIDTH == 1
    .forces = VOL_BOTH(forces),
    .sense_in_turn = VOL_BOTH(sense_in_turn),
#endif
};
#undef VOL_SENSES
#undef VOL_BOTH
#undef VOL_OF
#endif
