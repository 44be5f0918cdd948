/* The kernels of a model of the host's own, for one instruction set and precision. Compiled by hosts, not by the
 * library: volery_add_model (cmake/VoleryKit.cmake) defines VOL_KIT_MODEL (its name), VOL_KIT_HEADER,
 * VOL_KIT_DIMENSIONS, VOL_ISA, the lanes and VOL_DOUBLE. */
#include "kernels/abi.h"
#include "kernels/advance.h"
#include "kernels/batch.h"
#include "kernels/near_runs.h"
#include "kernels/nearest.h"
#include "kernels/picked.h"

#include VOL_KIT_HEADER

#define VOL_MODEL_NAME VOL_KIT_MODEL
enum { VOL_CAT(VOL_MODEL_NAME, dimensions) = VOL_KIT_DIMENSIONS };
#include "kernels/model_table.h"

#define VOL_KIT_TABLE VOL_CAT(vol_own, VOL_CAT(VOL_MODEL_NAME, VOL_CAT(VOL_ISA, VOL_PRECISION_SUFFIX)))
extern const vol_model_kernels *const VOL_KIT_TABLE;
const vol_model_kernels *const VOL_KIT_TABLE = &VOL_CAT(VOL_MODEL_NAME, kernels);
