/* What is given by the step, in a world that takes it by the unit of time (world.time): a step of dt has a share of it,
 * lasts so many steps, happens with such a chance. By own maths: the same on every machine. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "around/timing.h"

#include "lanes/maths.h"

#include <math.h>

double vol_time_share(const vol_world_def *world) {
    return world->time == VOL_TIME_PER_TIME ? world->dt : 1;
}

uint32_t vol_time_steps(const vol_world_def *world, uint64_t amount) {
    if (world->time == VOL_TIME_PER_STEP) {
        return (uint32_t)amount;
    }
    const double steps = floor((double)amount / world->dt + 0.5);
    return !(steps < VOL_TIME_STEPS_MOST) ? VOL_TIME_STEPS_MOST : steps < 1 ? 1 : (uint32_t)steps;
}

/* None of the steps in a unit of time has what would come with that chance: (1 - chance), as often as there are. */
double vol_time_chance(const vol_world_def *world, double chance) {
    return world->time == VOL_TIME_PER_STEP || chance >= 1 ? chance : 1 - v_pow(1 - chance, world->dt);
}

const vol_flock_def *vol_time_flock(const vol_world_def *world, const vol_flock_def *flock, vol_flock_def *room) {
    if (world->time != VOL_TIME_PER_TIME || !(flock->turn.rate > 0)) {
        return flock;
    }
    /* still above 0, which would be no limit; from half a circle on nothing is limited */
    const double rate = flock->turn.rate * world->dt;
    *room = *flock;
    room->turn.rate = rate > 180 ? 180 : rate < VOL_TIME_TURN_LEAST ? VOL_TIME_TURN_LEAST : rate;
    return room;
}
