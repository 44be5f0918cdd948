/* Measures of one boid at a time: speed, direction, and how all lie and turn about their centre. Three passes, because the
 * centre must be known before anything about it, and in a periodic world first of all where to unroll the world.
 *
 * Every sum is free of order (core/sum.h), every other number a count, a least or a most. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "lanes/maths.h"
#include "measure/meter.h"

#include <string.h>

#define VOL_TURN 6.283185307179586

static double speed2_at(const vol_block *block, int dimensions, uint32_t i) {
    double sum = 0;
    for (int c = 0; c < dimensions; c++) {
        sum += block->velocity[c][i] * block->velocity[c][i];
    }
    return sum;
}

/* The first pass: what must be known beforehand, and directions, which need nothing. */
static void look_round(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    const vol_space *space = &meter->space;
    const double unit = vol_sum_unit(1);
    m->boids += block->count;
    for (uint32_t i = 0; i < block->count; i++) {
        double speed2 = speed2_at(block, space->dimensions, i), speed = v_sqrt(speed2);
        m->speed2_most = speed2 > m->speed2_most ? speed2 : m->speed2_most;
        for (int c = 0; c < space->dimensions; c++) {
            vol_sum_add(&m->direction[c], speed > 0 ? block->velocity[c][i] / speed : 0, unit);
        }
    }
    for (int c = 0; c < space->dimensions; c++) {
        const double *at = block->position[c];
        double scale = space->periodic ? VOL_CIRCLE_BINS / space->period[c] : 0;
        for (uint32_t i = 0; i < block->count; i++) {
            m->low[c] = at[i] < m->low[c] ? at[i] : m->low[c];
            m->high[c] = at[i] > m->high[c] ? at[i] : m->high[c];
            uint32_t bin = (uint32_t)((at[i] - space->low[c]) * scale);
            m->circle[c][bin < VOL_CIRCLE_BINS ? bin : VOL_CIRCLE_BINS - 1]++;
        }
    }
}

/* The second: mean velocity and speed, and the centre as it lies from the guess. */
static void add_up(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    const vol_space *space = &meter->space;
    const double speed_unit = vol_sum_unit(meter->speed_most);
    double unit[3] = {0, 0, 0};
    for (int c = 0; c < space->dimensions; c++) {
        unit[c] = vol_sum_unit(space->periodic ? space->period[c] : meter->high[c] - meter->low[c]);
    }
    for (uint32_t i = 0; i < block->count; i++) {
        vol_sum_add(&m->speed, v_sqrt(speed2_at(block, space->dimensions, i)), speed_unit);
        for (int c = 0; c < space->dimensions; c++) {
            double offset = vol_space_shortest(space, c, block->position[c][i] - meter->center[c]);
            vol_sum_add(&m->velocity[c], block->velocity[c][i], speed_unit);
            vol_sum_add(&m->offset[c], offset, unit[c]);
        }
    }
}

/* No square of a distance from the centre is larger. */
static double gyration_most(const vol_meter *meter) {
    double most = 0;
    for (int c = 0; c < meter->space.dimensions; c++) {
        double side = meter->space.periodic ? meter->space.period[c] : meter->high[c] - meter->low[c];
        most += side * side;
    }
    return most;
}

/* The third: how far from the centre, and which way round. */
static void turn_round(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    const vol_space *space = &meter->space;
    const double unit = vol_sum_unit(1), gyration_unit = vol_sum_unit(gyration_most(meter));
    for (uint32_t i = 0; i < block->count; i++) {
        double r[3] = {0, 0, 0}, v[3] = {0, 0, 0}, r2 = 0;
        for (int c = 0; c < space->dimensions; c++) {
            r[c] = vol_space_shortest(space, c, block->position[c][i] - meter->center[c]);
            v[c] = block->velocity[c][i];
            r2 += r[c] * r[c];
        }
        double both = v_sqrt(r2) * v_sqrt(speed2_at(block, space->dimensions, i));
        both = both > 0 ? both : 1; /* who is at the centre, or stands, adds nothing */
        vol_sum_add(&m->gyration, r2, gyration_unit);
        vol_sum_add(&m->turn[2], (r[0] * v[1] - r[1] * v[0]) / both, unit);
        if (space->dimensions == 3) {
            vol_sum_add(&m->turn[0], (r[1] * v[2] - r[2] * v[1]) / both, unit);
            vol_sum_add(&m->turn[1], (r[2] * v[0] - r[0] * v[2]) / both, unit);
        }
    }
}

static void clear(vol_meter *meter) {
    memset(meter->motion, 0, meter->workers * sizeof *meter->motion);
    for (uint32_t w = 0; w < meter->workers; w++) {
        for (int c = 0; c < 3; c++) {
            meter->motion[w].low[c] = VOL_INFINITY;
            meter->motion[w].high[c] = -VOL_INFINITY;
        }
    }
}

/* Joins what the workers have into the first one's. */
static vol_motion *join(vol_meter *meter) {
    vol_motion *all = &meter->motion[0];
    for (uint32_t w = 1; w < meter->workers; w++) {
        vol_motion *m = &meter->motion[w];
        all->boids += m->boids;
        all->speed2_most = m->speed2_most > all->speed2_most ? m->speed2_most : all->speed2_most;
        vol_sum_join(&all->speed, &m->speed);
        vol_sum_join(&all->gyration, &m->gyration);
        for (int c = 0; c < 3; c++) {
            all->low[c] = m->low[c] < all->low[c] ? m->low[c] : all->low[c];
            all->high[c] = m->high[c] > all->high[c] ? m->high[c] : all->high[c];
            vol_sum_join(&all->direction[c], &m->direction[c]);
            vol_sum_join(&all->velocity[c], &m->velocity[c]);
            vol_sum_join(&all->offset[c], &m->offset[c]);
            vol_sum_join(&all->turn[c], &m->turn[c]);
            for (int bin = 0; bin < VOL_CIRCLE_BINS; bin++) {
                all->circle[c][bin] += m->circle[c][bin];
            }
        }
    }
    return all;
}

/* The length of the mean of unit vectors; rounding shall not lead beyond 1. */
static double mean_length(const vol_sum sums[3], double unit, double boids) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        double mean = vol_sum_value(&sums[c], unit) / boids;
        square += mean * mean;
    }
    return square < 1 ? v_sqrt(square) : 1;
}

/* Around the axis as around a circle: the direction in which the mean of all lies. */
static double circle_center(const vol_space *space, int axis, const uint32_t *bins) {
    double x = 0, y = 0;
    for (int bin = 0; bin < VOL_CIRCLE_BINS; bin++) {
        double sine, cosine;
        v_sincos(VOL_TURN * (bin + 0.5) / VOL_CIRCLE_BINS, &sine, &cosine);
        x += bins[bin] * cosine;
        y += bins[bin] * sine;
    }
    double turn = v_atan2(y, x) / VOL_TURN;
    return space->low[axis] + space->period[axis] * (turn < 0 ? turn + 1 : turn);
}

static void guess_center(vol_meter *meter, const vol_motion *all) {
    for (int c = 0; c < meter->space.dimensions; c++) {
        meter->center[c] = meter->space.periodic ? circle_center(&meter->space, c, all->circle[c])
                                                 : meter->low[c] + (meter->high[c] - meter->low[c]) / 2;
    }
}

/* The mean of the offsets from the guess is how far it was off. */
static void find_center(vol_meter *meter, const vol_motion *all) {
    const vol_space *space = &meter->space;
    double boids = (double)meter->boids, speed_unit = vol_sum_unit(meter->speed_most);
    for (int c = 0; c < space->dimensions; c++) {
        double unit = vol_sum_unit(space->periodic ? space->period[c] : meter->high[c] - meter->low[c]);
        double center = meter->center[c] + vol_sum_value(&all->offset[c], unit) / boids;
        meter->center[c] = vol_space_fold(space, c, center);
        meter->velocity[c] = vol_sum_value(&all->velocity[c], speed_unit) / boids;
        meter->value[VOL_MEASURE_CENTER_X + c] = meter->center[c];
    }
    meter->value[VOL_MEASURE_SPEED] = vol_sum_value(&all->speed, speed_unit) / boids;
}

void vol_meter_motion(vol_meter *meter) {
    const double unit = vol_sum_unit(1);
    clear(meter);
    vol_meter_each(meter, look_round);
    const vol_motion *all = join(meter);
    double boids = (double)all->boids;
    meter->boids = all->boids;
    meter->value[VOL_MEASURE_BOIDS] = boids;
    if (meter->boids == 0) {
        return;
    }
    memcpy(meter->low, all->low, sizeof meter->low);
    memcpy(meter->high, all->high, sizeof meter->high);
    meter->speed_most = v_sqrt(all->speed2_most);
    meter->value[VOL_MEASURE_POLARISATION] = mean_length(all->direction, unit, boids);
    guess_center(meter, all);
    clear(meter);
    vol_meter_each(meter, add_up);
    meter->value[VOL_MEASURE_CENTER_Z] = 0;
    find_center(meter, join(meter));
    clear(meter);
    vol_meter_each(meter, turn_round);
    all = join(meter);
    meter->value[VOL_MEASURE_MILLING] = mean_length(all->turn, unit, boids);
    meter->value[VOL_MEASURE_GYRATION] =
        v_sqrt(vol_sum_value(&all->gyration, vol_sum_unit(gyration_most(meter))) / boids);
}
