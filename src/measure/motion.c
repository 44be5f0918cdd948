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

/* What needs the third pass, and the second: the others need the first alone. */
#define ABOUT_CENTER (VOL_MEASURE_BIT(VOL_MEASURE_MILLING) | VOL_MEASURE_BIT(VOL_MEASURE_GYRATION))
#define MEANS                                                                                    \
    (ABOUT_CENTER | VOL_MEASURE_BIT(VOL_MEASURE_SPEED) | VOL_MEASURE_BIT(VOL_MEASURE_CENTER_X) | \
     VOL_MEASURE_BIT(VOL_MEASURE_CENTER_Y) | VOL_MEASURE_BIT(VOL_MEASURE_CENTER_Z) |             \
     VOL_MEASURE_BIT(VOL_MEASURE_CORRELATION_LENGTH))

static void find_speeds2(const vol_block *block, int dimensions, double *speed2) {
    for (uint32_t i = 0; i < block->count; i++) {
        double x = block->velocity[0][i], y = block->velocity[1][i];
        speed2[i] = x * x + y * y;
    }
    for (uint32_t i = 0; i < block->count && dimensions == 3; i++) {
        speed2[i] += block->velocity[2][i] * block->velocity[2][i];
    }
}

static void add_directions(vol_motion *m, const vol_block *block, int dimensions, const double *speed2) {
    double speed[VOL_BLOCK], term[VOL_BLOCK];
    for (uint32_t i = 0; i < block->count; i++) {
        double root = v_sqrt(speed2[i]);
        speed[i] = root > 0 ? root : 1;
    }
    for (int c = 0; c < dimensions; c++) {
        for (uint32_t i = 0; i < block->count; i++) {
            term[i] = block->velocity[c][i] / speed[i];
        }
        vol_sum_add_many(&m->direction[c], term, block->count, vol_sum_unit(1));
    }
}

/* The first pass: what must be known beforehand, and directions, which need nothing. */
static void look_round(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    const vol_space *space = &meter->space;
    double speed2[VOL_BLOCK], least = 0;
    find_speeds2(block, space->dimensions, speed2);
    vol_block_bounds(speed2, block->count, &least, &m->speed2_most);
    m->boids += block->count;
    if (meter->position[0]) {
        vol_meter_put(meter, block, block->first);
    }
    if (meter->def.measures & VOL_MEASURE_BIT(VOL_MEASURE_POLARISATION)) {
        add_directions(m, block, space->dimensions, speed2);
    }
    const bool circle = space->periodic && (meter->def.measures & MEANS);
    for (int c = 0; c < space->dimensions; c++) {
        const double *at = block->position[c];
        vol_block_bounds(at, block->count, &m->low[c], &m->high[c]);
        double scale = circle ? VOL_CIRCLE_BINS / space->period[c] : 0;
        for (uint32_t i = 0; i < block->count && circle; i++) {
            uint32_t bin = (uint32_t)((at[i] - space->low[c]) * scale);
            m->circle[c][bin < VOL_CIRCLE_BINS ? bin : VOL_CIRCLE_BINS - 1]++;
        }
    }
}

/* Where a block lies from the centre, or what is taken for it, along an axis. */
static void find_offsets(const vol_meter *meter, const vol_block *block, int axis, double *offset) {
    const double *at = block->position[axis], center = meter->center[axis];
    const double period = meter->space.periodic ? meter->space.period[axis] : 0;
    const double half = meter->space.periodic ? period / 2 : VOL_INFINITY;
    for (uint32_t i = 0; i < block->count; i++) {
        double d = at[i] - center, back = d > half ? period : 0, forth = d < -half ? period : 0;
        offset[i] = d - back + forth;
    }
}

/* Sums along an axis are of no larger numbers. */
static double side_of(const vol_meter *meter, int axis) {
    return meter->space.periodic ? meter->space.period[axis] : meter->high[axis] - meter->low[axis];
}

/* The second: mean velocity and speed, and the centre as it lies from the guess. */
static void add_up(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    const double unit = vol_sum_unit(meter->speed_most);
    double term[VOL_BLOCK];
    find_speeds2(block, meter->space.dimensions, term);
    for (uint32_t i = 0; i < block->count; i++) {
        term[i] = v_sqrt(term[i]);
    }
    vol_sum_add_many(&m->speed, term, block->count, unit);
    for (int c = 0; c < meter->space.dimensions; c++) {
        vol_sum_add_many(&m->velocity[c], block->velocity[c], block->count, unit);
        find_offsets(meter, block, c, term);
        vol_sum_add_many(&m->offset[c], term, block->count, vol_sum_unit(side_of(meter, c)));
    }
}

/* No square of a distance from the centre is larger. */
static double gyration_most(const vol_meter *meter) {
    double most = 0;
    for (int c = 0; c < meter->space.dimensions; c++) {
        most += side_of(meter, c) * side_of(meter, c);
    }
    return most;
}

/* Adds the component of r x v along an axis, over the lengths of both. */
static void add_turn(vol_motion *m, const vol_block *block, double r[3][VOL_BLOCK], const double *lengths, int axis) {
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    double term[VOL_BLOCK];
    for (uint32_t i = 0; i < block->count; i++) {
        term[i] = (r[a][i] * block->velocity[b][i] - r[b][i] * block->velocity[a][i]) / lengths[i];
    }
    vol_sum_add_many(&m->turn[axis], term, block->count, vol_sum_unit(1));
}

/* The third: how far from the centre, and which way round. */
static void turn_round(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    int dimensions = meter->space.dimensions;
    double r[3][VOL_BLOCK] = {{0}}, r2[VOL_BLOCK] = {0}, lengths[VOL_BLOCK];
    for (int c = 0; c < dimensions; c++) {
        find_offsets(meter, block, c, r[c]);
        for (uint32_t i = 0; i < block->count; i++) {
            r2[i] += r[c][i] * r[c][i];
        }
    }
    vol_sum_add_many(&m->gyration, r2, block->count, vol_sum_unit(gyration_most(meter)));
    find_speeds2(block, dimensions, lengths);
    for (uint32_t i = 0; i < block->count; i++) {
        double both = v_sqrt(r2[i]) * v_sqrt(lengths[i]);
        lengths[i] = both > 0 ? both : 1; /* who is at the centre, or stands, adds nothing */
    }
    for (int axis = dimensions == 3 ? 0 : 2; axis < 3; axis++) {
        add_turn(m, block, r, lengths, axis);
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
        double unit = vol_sum_unit(side_of(meter, c));
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
    if (meter->def.measures & MEANS) {
        guess_center(meter, all);
        clear(meter);
        vol_meter_each(meter, add_up);
        meter->value[VOL_MEASURE_CENTER_Z] = 0;
        find_center(meter, join(meter));
    }
    if (meter->def.measures & ABOUT_CENTER) {
        clear(meter);
        vol_meter_each(meter, turn_round);
        all = join(meter);
        double square = vol_sum_value(&all->gyration, vol_sum_unit(gyration_most(meter))) / boids;
        meter->value[VOL_MEASURE_MILLING] = mean_length(all->turn, unit, boids);
        meter->value[VOL_MEASURE_GYRATION] = v_sqrt(square);
    }
}
