/* All kernels of one instruction set and precision: included by the three-line files isa_*.c, which name the
 * instruction set (VOL_ISA) and choose the lanes. Exports one table, vol_<isa>_single or vol_<isa>_double. */
#include "kernels/abi.h"
#include "kernels/advance.h"
#include "kernels/arrays.h"
#include "kernels/batch.h"
#include "kernels/boxes.h"
#include "kernels/host_rule.h"
#include "kernels/meetings.h"
#include "kernels/near.h"
#if VOL_DOUBLE
#include "kernels/moments.h"
#include "kernels/pairs.h"
#endif
#include "kernels/pick.h"
#include "kernels/steer.h"
#include "models/blend.h"
#include "models/capped.h"
#include "models/custom.h"
#include "models/nudge.h"
#include "models/sighted.h"
#include "models/steering.h"

#define VOL_MODEL_NAME nudge
#include "kernels/model_kernels.h"
#define VOL_MODEL_NAME capped
#include "kernels/model_kernels.h"
#define VOL_MODEL_NAME blend
#include "kernels/model_kernels.h"
#define VOL_MODEL_NAME sighted
#include "kernels/model_kernels.h"
#define VOL_MODEL_NAME steering
#include "kernels/model_kernels.h"
#define VOL_MODEL_NAME custom
#include "kernels/model_kernels.h"

#define VOL_MODEL_NAME nudge
#include "kernels/alone.h"
#define VOL_MODEL_NAME capped
#include "kernels/alone.h"
#define VOL_MODEL_NAME blend
#include "kernels/alone.h"
#define VOL_MODEL_NAME steering
#include "kernels/alone.h"

static void fill_constants(void *constants, const vol_world_def *world, const vol_flock_def *flock, uint32_t number,
                           uint64_t step, bool shifted, double reach) {
    static const bool own_sight[] = {
#define VOL_MODEL(name, NAME, dimensions, about, uses) [VOL_MODEL_##NAME] = name##_sight,
#include "params/models.def"
    };
    vol_constants *k = constants;
    fill_numbers(k, world, flock);
    /* a little more, so that no way of rounding the distance of a model leaves anybody out */
    k->reach_d2 = (real)(reach * reach * (1 + 0x1p-10)) + REAL(1e-37);
    k->images = world->images && !shifted;
    k->view_limited = !own_sight[flock->model] && (flock->view.angle < 360 || flock->view.distance > 0);
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
#define VOL_DECIDES(name, D) \
    { name##_decide_##D##0, name##_decide_##D##1 }

extern const vol_kernels VOL_CAT(vol, VOL_CAT(VOL_ISA, VOL_PRECISION_SUFFIX));
const vol_kernels VOL_CAT(vol, VOL_CAT(VOL_ISA, VOL_PRECISION_SUFFIX)) = {
    .isa = VOL_TEXT_OF(VOL_ISA),
    .width = VOL_WIDTH,
    .constants_size = sizeof(vol_constants),
    .fill_constants = fill_constants,
#define VOL_MODEL(name, NAME, dimensions, about, uses)                                                        \
    .sense[VOL_MODEL_##NAME] = {VOL_SENSES(name, 2), VOL_SENSES(name, 3)},                                    \
    .decide[VOL_MODEL_##NAME] = {VOL_DECIDES(name, 2), VOL_DECIDES(name, 3)},                                 \
    .forces[VOL_MODEL_##NAME] = {{name##_forces_20, name##_forces_21}, {name##_forces_30, name##_forces_31}}, \
    .move[VOL_MODEL_##NAME] = {name##_move_2, name##_move_3}, .heading[VOL_MODEL_##NAME] = name##_heading,    \
    .force[VOL_MODEL_##NAME] = name##_force,
#include "params/models.def"
    .pick = group_pick,
    .alone[VOL_MODEL_NUDGE] = {nudge_alone_0, nudge_alone_1},
    .alone[VOL_MODEL_CAPPED] = {capped_alone_0, capped_alone_1},
    .alone[VOL_MODEL_BLEND] = {blend_alone_0, blend_alone_1},
    .alone[VOL_MODEL_STEERING] = {steering_alone_0, steering_alone_1},
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
    .bounds = array_bounds,
    .meet_flock = group_meet_flock,
    .meet_obstacles = group_meet_obstacles,
    .meet_players = group_meet_players,
    .blow = batch_blow,
    .nearest = array_nearest,
    .nearest_of = group_nearest,
    .gather_wide = array_gather_wide,
    .widen = array_widen,
    .range = array_range,
#if VOL_DOUBLE
    .speed2 = block_speed2,
    .means = block_means,
    .turns = block_turns,
    .pairs = array_pairs,
#endif
    .steer = group_steer,
    .steer_end = group_steer_end,
    .rule_begin = rule_begin,
    .rule_read = rule_read,
    .rule_end = rule_end,
};
