/* Measures of one boid at a time: speed, direction, and how all lie and turn about their centre. Three passes, because
 * the centre must be known before anything about it, and in a periodic world first of all where to unroll the world.
 *
 * Every sum is free of order (core/sum.h), every other number a count, a least or a most. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "lanes/maths.h"
#include "measure/meter.h"

#include <string.h>

#define VOL_TURN 6.283185307179586

/* What needs the third pass, and the second: the others need the first alone. */
#define TURNS (VOL_MEASURE_BIT(VOL_MEASURE_MILLING) | VOL_MEASURE_BIT(VOL_MEASURE_GYRATION))
#define SPINS (VOL_MEASURE_BIT(VOL_MEASURE_ROTATION) | VOL_MEASURE_BIT(VOL_MEASURE_ROTATION_ABS))
#define MEANS                                                                                       \
    (TURNS | SPINS | VOL_MEASURE_BIT(VOL_MEASURE_ANISOTROPY) | VOL_MEASURE_BIT(VOL_MEASURE_SPEED) | \
     VOL_MEASURE_BIT(VOL_MEASURE_CENTER_X) | VOL_MEASURE_BIT(VOL_MEASURE_CENTER_Y) |                \
     VOL_MEASURE_BIT(VOL_MEASURE_CENTER_Z) | VOL_MEASURE_BIT(VOL_MEASURE_POLARISATION) |            \
     VOL_MEASURE_BIT(VOL_MEASURE_CORRELATION_LENGTH))

/* How many boids there are along each axis, by all axes at once: `bin` numbers cells along x first. */
static void count_circle(const vol_meter *meter, const vol_block *block, vol_motion *m) {
    vol_cells cells = {.dimensions = meter->space.dimensions};
    vol_state state = {{NULL}, {NULL}, NULL, NULL};
    uint32_t cell[VOL_BLOCK];
    for (int c = 0; c < cells.dimensions; c++) {
        cells.number[c] = VOL_CIRCLE_BINS;
        cells.per_length[c] = VOL_CIRCLE_BINS / meter->space.period[c];
        cells.low[c] = meter->space.low[c];
        state.position[c] = (void *)(uintptr_t)block->position[c]; /* `bin` reads it alone */
    }
    meter->kernels->bin(&cells, &state, 0, block->count, cell);
    for (uint32_t i = 0; i < block->count; i++) {
        m->circle[0][cell[i] % VOL_CIRCLE_BINS]++;
        m->circle[1][(cell[i] >> VOL_CIRCLE_BITS) % VOL_CIRCLE_BINS]++;
    }
    for (uint32_t i = 0; i < block->count && cells.dimensions == 3; i++) {
        m->circle[2][cell[i] >> 2 * VOL_CIRCLE_BITS]++;
    }
}

/* The first pass: what must be known beforehand. */
static void look_round(vol_meter *meter, const vol_block *block, uint32_t worker) {
    vol_motion *m = &meter->motion[worker];
    double speed2 = meter->own->speed2(block, meter->space.dimensions);
    look_add(&m->look, block, meter->space.dimensions, speed2);
    if (meter->space.periodic && (meter->def.measures & MEANS)) {
        count_circle(meter, block, m);
    }
}

/* The second: directions, mean velocity and speed, and the centre as it lies from the guess; numbers in boxes, and
 * waves. */
static void add_up(vol_meter *meter, const vol_block *block, uint32_t worker) {
    if (meter->def.measures & MEANS) {
        meter->own->means(block, meter->space.dimensions, &meter->frame, &meter->motion[worker].sums);
    }
    if (meter->boxes + meter->cells > 0) {
        vol_meter_count(meter, block, worker);
    }
    if (meter->waves) {
        meter->own->waves(block, meter->space.dimensions, &meter->frame, &meter->waves[worker]);
    }
}

/* The third: how far from the centre, and which way round. */
static void turn_round(vol_meter *meter, const vol_block *block, uint32_t worker) {
    const bool turns = (meter->def.measures & TURNS) != 0, spins = (meter->def.measures & SPINS) != 0;
    meter->own->turns(block, meter->space.dimensions, &meter->frame, turns, spins, &meter->motion[worker].sums);
}

/* One of them over all boids. */
static void pass(vol_meter *meter, vol_block_visit visit, uint32_t sums, vol_surveyed there) {
    if (meter->far) {
        vol_meter_survey(meter, sums, &there);
    } else {
        vol_meter_each(meter, visit);
    }
}

static void clear(vol_meter *meter) {
    memset(meter->motion, 0, meter->workers * sizeof *meter->motion);
    for (uint32_t w = 0; w < meter->workers; w++) {
        for (int c = 0; c < 3; c++) {
            meter->motion[w].look.low[c] = VOL_INFINITY;
            meter->motion[w].look.high[c] = -VOL_INFINITY;
        }
    }
}

/* Joins what the workers have into the first one's. */
static vol_motion *join(vol_meter *meter) {
    vol_motion *all = &meter->motion[0];
    for (uint32_t w = 1; w < meter->workers; w++) {
        vol_motion *m = &meter->motion[w];
        look_join(&all->look, &m->look);
        vol_sum_join(&all->sums.speed, &m->sums.speed);
        vol_sum_join(&all->sums.gyration, &m->sums.gyration);
        vol_sum_join(&all->sums.spin_abs, &m->sums.spin_abs);
        vol_sum_join(&all->sums.spin_most, &m->sums.spin_most);
        for (int c = 0; c < 3; c++) {
            vol_sum_join(&all->sums.direction[c], &m->sums.direction[c]);
            vol_sum_join(&all->sums.velocity[c], &m->sums.velocity[c]);
            vol_sum_join(&all->sums.offset[c], &m->sums.offset[c]);
            vol_sum_join(&all->sums.turn[c], &m->sums.turn[c]);
            vol_sum_join(&all->sums.spin[c], &m->sums.spin[c]);
            for (int bin = 0; bin < VOL_CIRCLE_BINS; bin++) {
                all->circle[c][bin] += m->circle[c][bin];
            }
        }
    }
    return all;
}

/* The length of the mean of vectors no longer than 1; rounding shall not lead beyond 1. */
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

/* Where the centre is taken to be, and the units of all sums. */
static void make_frame(vol_meter *meter, const vol_motion *all) {
    vol_frame *frame = &meter->frame;
    double most2 = 0; /* no square of a distance from the centre is larger */
    for (int c = 0; c < meter->space.dimensions; c++) {
        double extent = meter->high[c] - meter->low[c], side = meter->space.periodic ? meter->space.period[c] : extent;
        frame->period[c] = meter->space.periodic ? side : 0;
        frame->half_way[c] = meter->space.periodic ? side / 2 : VOL_INFINITY;
        frame->center[c] =
            meter->space.periodic ? circle_center(&meter->space, c, all->circle[c]) : meter->low[c] + extent / 2;
        frame->side_unit[c] = vol_sum_unit(side);
        most2 += side * side;
    }
    frame->one_unit = vol_sum_unit(1);
    frame->speed_unit = vol_sum_unit(meter->speed_most);
    frame->square_unit = vol_sum_unit(most2);
    frame->spin_unit = vol_sum_unit(v_sqrt(most2) * meter->speed_most);
}

/* The mean of the offsets from the guess is how far it was off. */
static void find_center(vol_meter *meter, const vol_moments *sums) {
    vol_frame *frame = &meter->frame;
    double boids = (double)meter->boids;
    for (int c = 0; c < meter->space.dimensions; c++) {
        double center = frame->center[c] + vol_sum_value(&sums->offset[c], frame->side_unit[c]) / boids;
        frame->center[c] = space_fold(&meter->space, c, center);
        meter->velocity[c] = vol_sum_value(&sums->velocity[c], frame->speed_unit) / boids;
        meter->value[VOL_MEASURE_CENTER_X + c] = frame->center[c];
    }
    meter->value[VOL_MEASURE_SPEED] = vol_sum_value(&sums->speed, frame->speed_unit) / boids;
    meter->value[VOL_MEASURE_POLARISATION] = mean_length(sums->direction, frame->one_unit, boids);
}

/* What the third pass has added up. A boid alone is its own centre, about which only rounding would turn. */
static void measure_turning(vol_meter *meter, const vol_moments *sums) {
    const double boids = (double)meter->boids, most = vol_sum_value(&sums->spin_most, meter->frame.spin_unit);
    meter->value[VOL_MEASURE_MILLING] = mean_length(sums->turn, meter->frame.one_unit, boids);
    meter->value[VOL_MEASURE_GYRATION] = v_sqrt(vol_sum_value(&sums->gyration, meter->frame.square_unit) / boids);
    if (most > 0 && meter->boids > 1) {
        double share = vol_sum_value(&sums->spin_abs, meter->frame.spin_unit) / most;
        meter->value[VOL_MEASURE_ROTATION] = mean_length(sums->spin, meter->frame.spin_unit, most);
        meter->value[VOL_MEASURE_ROTATION_ABS] = share < 1 ? share : 1;
    }
}

void vol_meter_motion(vol_meter *meter) {
    clear(meter);
    vol_motion *own = meter->motion;
    pass(meter, look_round, 0, (vol_surveyed){.look = &own->look, .circle = own->circle});
    const vol_motion *all = join(meter);
    meter->even = !all->look.uneven;
    meter->boids = all->look.boids;
    meter->value[VOL_MEASURE_BOIDS] = (double)all->look.boids;
    if (meter->boids == 0 || meter->lost) {
        return;
    }
    memcpy(meter->low, all->look.low, sizeof meter->low);
    memcpy(meter->high, all->look.high, sizeof meter->high);
    meter->speed_most = v_sqrt(all->look.speed2_most);
    const bool counts = meter->boxes + meter->cells > 0, means = (meter->def.measures & MEANS) != 0;
    if (counts) {
        vol_meter_clear_counts(meter);
    }
    if (means) {
        make_frame(meter, all);
        clear(meter);
    }
    if (meter->waves) {
        vol_meter_clear_waves(meter);
    }
    if (means || counts || meter->waves) {
        pass(meter, add_up, VOL_SURVEY_MEANS,
             (vol_surveyed){
                 .sums = means ? &own->sums : NULL, .counts = counts ? meter->count : NULL, .waves = meter->waves});
    }
    if (means) {
        meter->value[VOL_MEASURE_CENTER_Z] = 0;
        find_center(meter, &join(meter)->sums);
    }
    if (meter->def.measures & (TURNS | SPINS)) {
        clear(meter);
        const uint32_t sums =
            (meter->def.measures & TURNS ? VOL_SURVEY_TURNS : 0) | (meter->def.measures & SPINS ? VOL_SURVEY_SPINS : 0);
        pass(meter, turn_round, sums, (vol_surveyed){.sums = &own->sums});
        measure_turning(meter, &join(meter)->sums);
    }
}
