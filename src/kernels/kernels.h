/* All kernels of one instruction set and precision: included by the three-line files isa_*.c, which name the
 * instruction set (VOL_ISA) and choose the lanes. Exports one table, vol_<isa>_single or vol_<isa>_double. */
#if VOL_FOR_METERS
#include "kernels/meters.h"
#else
#include "kernels/abi.h"
#include "kernels/advance.h"
#include "kernels/arrays.h"
#include "kernels/batch.h"
#include "kernels/boxes.h"
#include "kernels/geometry.h"
#include "kernels/halve.h"
#include "kernels/near_runs.h"
#include "kernels/nearest.h"
#include "kernels/pick.h"
#include "kernels/source.h"

/* Measures are taken in doubles: these kernels are there where no world may have this precision. */
#define VOL_FOR_WORLDS (VOL_DOUBLE ? !VOL_WITHOUT_double : !VOL_WITHOUT_single)
#if VOL_FOR_WORLDS
#include "kernels/host_rule.h"
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
#define VOL_EACH_MODEL "kernels/model_table.h"
#include <volery/models.def>

VOL_SAME(VOL_CHANCE_ANGULAR, VOL_NOISE_ANGULAR);
VOL_SAME(VOL_CHANCE_VECTORIAL, VOL_NOISE_VECTORIAL);
VOL_SAME(VOL_CHANCE_WRAPPED, VOL_NOISE_WRAPPED);

static void fill_constants(void *constants, const vol_world_def *world, const vol_flock_def *flock, int traits,
                           uint32_t number, uint64_t step, bool shifted, double reach) {
    vol_constants *k = constants;
    fill_numbers(k, world, flock);
    /* a little more, so that no way of rounding the distance of a model leaves a neighbour out */
    k->reach_d2 = (real)(reach * reach * (1 + 0x1p-10)) + REAL(1e-37);
    k->images = world->images && !shifted;
    k->view_limited = !(traits & VOL_TRAIT_SIGHT) && (flock->view.angle < 360 || flock->view.distance > 0);
    k->nearest = (uint32_t)(flock->neighbours.count > 0 ? flock->neighbours.count
                            : flock->rule.decide        ? flock->rule.neighbours
                                                        : 0);
    if (k->nearest > 0 && (traits & VOL_TRAIT_TOPOLOGICAL)) {
        k->alignment_most_d2 = VOL_INFINITY;
    }
    k->flock = number;
    k->seed = world->seed;
    k->step = step;
}

#endif

/* The pick of flocks whose boids move together. */
static bool group_pick(const vol_context *c, int dimensions, const vol_group *group, vol_pick_place *place,
                       vol_batch *batch) {
    return dimensions == 3 ? pick_body(3, c, group, place, batch) : pick_body(2, c, group, place, batch);
}

#define VOL_TEXT_OF_(name) #name
#define VOL_TEXT_OF(name) VOL_TEXT_OF_(name)
#define VOL_TABLE_NAME VOL_CAT(vol, VOL_CAT(VOL_ISA, VOL_PRECISION_SUFFIX))
extern const vol_kernels VOL_TABLE_NAME;

const vol_kernels VOL_TABLE_NAME = {
    .isa = VOL_TEXT_OF(VOL_ISA),
    .precision = VOL_DOUBLE ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE,
    .width = VOL_WIDTH,
    .constants_size = sizeof(vol_constants),
    .numbers_size = offsetof(vol_constants, weights),
    .step_offset = offsetof(vol_constants, step),
#if VOL_FOR_WORLDS
    .fill_constants = fill_constants,
#define VOL_MODEL(name, NAME, dimensions, about, uses) .model[VOL_MODEL_##NAME] = &name##_kernels,
#include <volery/models.def>
    .surround = {surround_2, surround_3},
    .delayed = {delayed_2, delayed_3},
    .stop = {stop_2, stop_3},
    .stage = {stage_2, stage_3},
    .rule_begin = rule_begin,
    .rule_read = rule_read,
    .rule_end = rule_end,
#endif
    .pick = group_pick,
    .nearest_k = group_nearest_k,
    .outside = array_outside,
    .some_outside = array_some_outside,
    .bin = array_bin,
    .span = array_span,
    .halve = nodes_halve,
    .lattice = array_lattice,
    .curve = array_curve,
    .enclose = array_enclose,
    .near_boxes = boxes_near,
    .near_leaves = leaves_near,
    .moved = array_moved,
    .copy = array_copy,
    .gather = array_gather,
    .scatter = array_scatter,
    .brush = array_brush,
    .put = array_put,
    .get = array_get,
    .face = array_face,
    .hash = array_hash,
    .nearest = array_nearest,
    .gather_wide = array_gather_wide,
    .widen = array_widen,
    .range = array_range,
    .strayed = array_strayed,
};
#endif
