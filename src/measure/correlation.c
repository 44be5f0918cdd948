/* How the fluctuations of velocities, what is left of them without their mean, go together over distance. All pairs of
 * the boids, or of a sample of them that is drawn by id; distances in bins. After motion.c, which finds the mean. */
#include "measure/meter.h"

#include <math.h>
#include <string.h>

enum { PIECE_ROWS = 32, DRAWN_AT_ONCE = 64 };

/* What the pieces of the work share. */
typedef struct pair_job {
    vol_meter *meter;
    vol_pairing pairing;
} pair_job;

/* Goes on counting where there is no room. */
static void draw_boid(vol_meter *meter, const vol_view *view, size_t i) {
    vol_block block;
    vol_block_load(meter, view, i, i + 1, &block);
    const size_t at = meter->drawn.boids;
    for (int c = 0; c < meter->space.dimensions && block.count > 0 && at < meter->def.correlation.boids; c++) {
        meter->sample[c][at] = block.position[c][0];
        meter->sample[3 + c][at] = block.velocity[c][0] - meter->velocity[c];
    }
    meter->drawn.boids += block.count;
}

/* Takes those of a flock that are drawn. Of many boids they are few, so first some ids are looked at in a loop that
 * compilers make vectors of. */
static void draw_flock(vol_meter *meter, uint32_t flock) {
    const vol_view view = vol_flock_look(meter->world, meter->world->flocks[flock]);
    const uint32_t limit = meter->drawn.limit;
    for (size_t begin = 0; begin < view.count; begin += DRAWN_AT_ONCE) {
        const size_t end = view.count - begin < DRAWN_AT_ONCE ? view.count : begin + DRAWN_AT_ONCE;
        int any = 0;
        for (size_t i = begin; i < end; i++) {
            any |= block_draws(view.id[i], limit);
        }
        for (size_t i = begin; any && i < end; i++) {
            if (block_draws(view.id[i], limit)) {
                draw_boid(meter, &view, i);
            }
        }
    }
}

/* The same of all flocks where they lie. */
static void draw_there(vol_meter *meter) {
    uint64_t drawn = 0;
    vol_meter_survey(meter, 0, &(vol_surveyed){.sample = meter->sample, .drawn = &drawn});
    meter->drawn.boids = (size_t)drawn;
    const size_t most = meter->def.correlation.boids, some = meter->drawn.boids < most ? meter->drawn.boids : most;
    for (int c = 0; c < meter->space.dimensions; c++) {
        for (size_t i = 0; i < some; i++) {
            meter->sample[3 + c][i] -= meter->velocity[c];
        }
    }
}

/* Which boids are drawn depends on ids and numbers of boids alone: where too many are, all are drawn again. */
static void draw_sample(vol_meter *meter) {
    double share = (double)meter->def.correlation.boids / (double)meter->boids;
    meter->drawn.limit = share >= 1 ? UINT32_MAX : (uint32_t)(share * 0x1p32 * 0.98);
    for (;;) {
        meter->drawn.boids = 0;
        for (uint32_t flock = meter->flock_begin; flock < meter->flock_end && !meter->far; flock++) {
            draw_flock(meter, flock);
        }
        if (meter->far) {
            draw_there(meter);
        }
        if (meter->drawn.boids <= meter->def.correlation.boids) {
            return;
        }
        meter->drawn.limit -= meter->drawn.limit / 16 + 1;
    }
}

/* Boids with all behind them in the sample. */
static void rows_piece(void *context, uint32_t piece, uint32_t worker) {
    const pair_job *job = context;
    vol_meter *meter = job->meter;
    uint32_t boids = (uint32_t)meter->drawn.boids, begin = piece * PIECE_ROWS;
    uint32_t end = boids - begin < PIECE_ROWS ? boids : begin + PIECE_ROWS;
    for (uint32_t i = begin; i < end; i++) {
        meter->own->pairs(&job->pairing, meter->space.dimensions, i, i + 1, boids,
                          &meter->pairs[worker * (meter->def.correlation.bins + VOL_WIDTH_MOST)]);
    }
}

/* How far pairs are looked at. */
static double range_of(const vol_meter *meter) {
    double shortest = INFINITY, diagonal2 = 0;
    for (int c = 0; c < meter->space.dimensions; c++) {
        double side = meter->high[c] - meter->low[c];
        shortest = meter->space.period[c] < shortest ? meter->space.period[c] : shortest;
        diagonal2 += side * side;
    }
    double far = meter->space.periodic ? shortest / 2 : sqrt(diagonal2) * (1 + 0x1p-40);
    return meter->def.correlation.range > 0 ? meter->def.correlation.range : far;
}

/* The mean square of the fluctuations in the sample, which the correlation is 1 at. */
static double mean_square(const vol_meter *meter, double unit) {
    vol_sum sum = {0, 0};
    for (size_t i = 0; i < meter->drawn.boids; i++) {
        double square = 0;
        for (int c = 0; c < meter->space.dimensions; c++) {
            square += meter->sample[3 + c][i] * meter->sample[3 + c][i];
        }
        vol_sum_add(&sum, square, unit);
    }
    return vol_sum_value(&sum, unit) / (double)meter->drawn.boids;
}

/* Where the correlation, from 1 at distance 0 on, first comes to zero, along straight lines between the bins; not at
 * all: the end of the range, at least. */
static double first_zero(const vol_meter *meter, double range) {
    const vol_curve_room *room = &meter->room[VOL_CURVE_CORRELATION];
    double x = 0, y = 1;
    for (size_t b = 0; b < meter->def.correlation.bins; b++) {
        if (room->number[b] == 0) {
            continue;
        }
        if (room->y[b] <= 0) {
            return x + (room->x[b] - x) * (y / (y - room->y[b]));
        }
        x = room->x[b];
        y = room->y[b];
    }
    return range;
}

static void finish_bins(vol_meter *meter, const vol_pairing *p, double square) {
    vol_curve_room *room = &meter->room[VOL_CURVE_CORRELATION];
    size_t bins = meter->def.correlation.bins;
    for (size_t b = 0; b < bins; b++) {
        vol_pair_bin all = {0, 0, 0};
        for (uint32_t w = 0; w < meter->workers; w++) {
            const vol_pair_bin *bin = &meter->pairs[w * (bins + VOL_WIDTH_MOST) + b];
            all.high += bin->high;
            all.low += bin->low;
            all.pairs += bin->pairs;
        }
        const vol_sum sum = {vol_sum_shifted(all.high, all.pairs), vol_sum_shifted(all.low, all.pairs)};
        room->x[b] = ((double)b + 0.5) * (p->range / (double)bins);
        room->y[b] = all.pairs > 0 ? vol_sum_value(&sum, p->unit) / (double)all.pairs / square : NAN;
        room->number[b] = (double)all.pairs;
    }
    meter->points[VOL_CURVE_CORRELATION] = bins;
}

static vol_pairing pairing_of(const vol_meter *meter) {
    vol_pairing p = {.range = range_of(meter), .bins = (uint32_t)meter->def.correlation.bins};
    for (int c = 0; c < meter->space.dimensions; c++) {
        p.at[c] = meter->sample[c];
        p.swing[c] = meter->sample[3 + c];
        p.period[c] = meter->space.periodic ? meter->space.period[c] : INFINITY;
    }
    p.per_width = (double)meter->def.correlation.bins / p.range;
    p.unit = vol_sum_unit(4 * meter->speed_most * meter->speed_most);
    return p;
}

void vol_meter_correlation(vol_meter *meter) {
    if (meter->boids < 2) {
        return;
    }
    pair_job job = {meter, pairing_of(meter)};
    draw_sample(meter);
    double square = mean_square(meter, job.pairing.unit), range = job.pairing.range;
    /* where all fly alike, what is left is rounding, which is correlated with nothing */
    if (meter->drawn.boids < 2 || !(range > 0) || !(square > 0x1p-90 * meter->speed_most * meter->speed_most)) {
        return;
    }
    memset(meter->pairs, 0, meter->workers * (meter->def.correlation.bins + VOL_WIDTH_MOST) * sizeof *meter->pairs);
    vol_crew_run(&meter->world->crew, (uint32_t)((meter->drawn.boids + PIECE_ROWS - 1) / PIECE_ROWS), rows_piece, &job);
    finish_bins(meter, &job.pairing, square);
    meter->value[VOL_MEASURE_CORRELATION_LENGTH] = first_zero(meter, range);
}
