/* All kernels of one instruction set and precision: included by the three-line files isa_*.c, which name the
 * instruction set (VOL_ISA) and choose the lanes. Exports one table, vol_<isa>_single or vol_<isa>_double. */
#include "kernels/abi.h"
#include "kernels/advance.h"
#include "kernels/arrays.h"
#include "kernels/batch.h"
#include "kernels/boxes.h"
#include "kernels/host_rule.h"
#include "kernels/near.h"
#if VOL_DOUBLE
#include "kernels/moments.h"
#include "kernels/pairs.h"
#include "kernels/waves.h"
#endif
#include "kernels/near_runs.h"
#include "kernels/nearest.h"
#include "kernels/pick.h"
#include "kernels/picked.h"
#include "kernels/stage.h"
#include "kernels/stop.h"
#include "kernels/surround_batch.h"

/* Which dimensions a model knows: 2, 3, or 23 for both. */
enum {
#define VOL_MODEL(name, NAME, dimensions, about, uses) name##_dimensions = dimensions,
#include <volery/models.def>
};

#define VOL_EACH_MODEL "models/header.h"
#include <volery/models.def>
#define VOL_EACH_MODEL "kernels/sense.h"
#include <volery/models.def>

VOL_SAME(VOL_CHANCE_ANGULAR, VOL_NOISE_ANGULAR);
VOL_SAME(VOL_CHANCE_VECTORIAL, VOL_NOISE_VECTORIAL);
VOL_SAME(VOL_CHANCE_WRAPPED, VOL_NOISE_WRAPPED);

#define VOL_TABLE_NAME VOL_CAT(vol, VOL_CAT(VOL_ISA, VOL_PRECISION_SUFFIX))
extern const vol_kernels VOL_TABLE_NAME;

static void fill_constants(void *constants, const vol_world_def *world, const vol_flock_def *flock, uint32_t number,
                           uint64_t step, bool shifted, double reach) {
    vol_constants *k = constants;
    fill_numbers(k, world, flock);
    /* a little more, so that no way of rounding the distance of a model leaves a neighbour out */
    k->reach_d2 = (real)(reach * reach * (1 + 0x1p-10)) + REAL(1e-37);
    k->images = world->images && !shifted;
    k->view_limited = !(VOL_TABLE_NAME.traits[flock->model] & VOL_TRAIT_SIGHT) &&
                      (flock->view.angle < 360 || flock->view.distance > 0);
    k->nearest = (uint32_t)flock->neighbours.count;
    if (k->nearest > 0 && (VOL_TABLE_NAME.traits[flock->model] & VOL_TRAIT_TOPOLOGICAL)) {
        k->alignment_most_d2 = VOL_INFINITY;
    }
    k->flock = number;
    k->seed = world->seed;
    k->step = step;
}

#define VOL_TEXT_OF_(name) #name
#define VOL_TEXT_OF(name) VOL_TEXT_OF_(name)

#define VOL_SENSES(name, D)                             \
    {                                                   \
        {name##_sense_##D##00, name##_sense_##D##01}, { \
            name##_sense_##D##10, name##_sense_##D##11  \
        }                                               \
    }
#define VOL_NEAREST(name, D) \
    { name##_nearest_##D##0, name##_nearest_##D##1 }
#define VOL_DECIDES(name, D) \
    { name##_decide_##D##0, name##_decide_##D##1 }

#if VOL_WIDTH == 1
#define VOL_ONE_WIDE(name, NAME)                                                                              \
    .forces[VOL_MODEL_##NAME] = {{name##_forces_20, name##_forces_21}, {name##_forces_30, name##_forces_31}}, \
    .sense_in_turn[VOL_MODEL_##NAME] = {{name##_sense_in_turn_20, name##_sense_in_turn_21},                   \
                                        {name##_sense_in_turn_30, name##_sense_in_turn_31}},
#else
#define VOL_ONE_WIDE(name, NAME)
#endif

const vol_kernels VOL_TABLE_NAME = {
    .isa = VOL_TEXT_OF(VOL_ISA),
    .width = VOL_WIDTH,
    .constants_size = sizeof(vol_constants),
    .fill_constants = fill_constants,
#define VOL_MODEL(name, NAME, dimensions, about, uses)                                             \
    .traits[VOL_MODEL_##NAME] = name##_traits, .sums_size[VOL_MODEL_##NAME] = sizeof(name##_sums), \
    .sense[VOL_MODEL_##NAME] = {VOL_SENSES(name, 2), VOL_SENSES(name, 3)},                         \
    .alone[VOL_MODEL_##NAME] = {name##_alone_0, name##_alone_1},                                   \
    .sense_nearest[VOL_MODEL_##NAME] = {VOL_NEAREST(name, 2), VOL_NEAREST(name, 3)},               \
    .decide[VOL_MODEL_##NAME] = {VOL_DECIDES(name, 2), VOL_DECIDES(name, 3)},                      \
    .move[VOL_MODEL_##NAME] = {name##_move_2, name##_move_3}, VOL_ONE_WIDE(name, NAME)
#include <volery/models.def>
    .surround = {surround_2, surround_3},
    .delayed = {delayed_2, delayed_3},
    .stop = {stop_2, stop_3},
    .stage = {stage_2, stage_3},
    .pick = group_pick,
    .nearest_k = group_nearest_k,
    .bin = array_bin,
    .lattice = array_lattice,
    .curve = array_curve,
    .enclose = array_enclose,
    .near_boxes = boxes_near,
    .near_leaves = leaves_near,
    .gather = array_gather,
    .scatter = array_scatter,
    .brush = array_brush,
    .put = array_put,
    .get = array_get,
    .face = array_face,
    .hash = array_hash,
    .nearest = array_nearest,
    .nearest_of = group_nearest,
    .gather_wide = array_gather_wide,
    .widen = array_widen,
    .range = array_range,
#if VOL_DOUBLE
    .partner_of = group_partner,
    .number_of = group_number,
    .speed2 = block_speed2,
    .means = block_means,
    .turns = block_turns,
    .spins = block_spins,
    .waves = block_waves,
    .pairs = array_pairs,
#endif
    .rule_begin = rule_begin,
    .rule_read = rule_read,
    .rule_end = rule_end,
};
