/* How the fluctuations of velocities, what is left of them without their mean, go together over distance. All pairs of
 * the boids, or of a sample of them that is drawn by id; distances in bins. After motion.c, which finds the mean. */
#include "measure/meter.h"

#include <math.h>
#include <string.h>

enum { PIECE_ROWS = 32 };

/* What the pieces of the work share. */
typedef struct pairing {
    vol_meter *meter;
    double period[3]; /* INFINITY where nothing comes again */
    double range, per_width, unit;
} pairing;

/* Multiples of the golden ratio lie evenly between whole numbers, however many are taken. */
static bool is_drawn(uint32_t id, uint32_t limit) {
    return (uint32_t)(id * 2654435769u) <= limit;
}

/* Takes those of a block that are drawn; goes on counting where there is no room. */
static void take_block(vol_meter *meter, const vol_block *block, uint32_t worker) {
    (void)worker;
    for (uint32_t i = 0; i < block->count; i++) {
        if (!is_drawn(block->id[i], meter->drawn.limit)) {
            continue;
        }
        size_t at = meter->drawn.boids++;
        for (int c = 0; c < meter->space.dimensions && at < meter->def.correlation.boids; c++) {
            meter->sample[c][at] = block->position[c][i];
            meter->sample[3 + c][at] = block->velocity[c][i] - meter->velocity[c];
        }
    }
}

/* Who is drawn depends on ids and numbers of boids alone: where too many are, everybody is drawn again. */
static void draw_sample(vol_meter *meter) {
    double share = (double)meter->def.correlation.boids / (double)meter->boids;
    meter->drawn.limit = share >= 1 ? UINT32_MAX : (uint32_t)(share * 0x1p32 * 0.98);
    for (;;) {
        meter->drawn.boids = 0;
        vol_meter_each_in_order(meter, take_block);
        if (meter->drawn.boids <= meter->def.correlation.boids) {
            return;
        }
        meter->drawn.limit -= meter->drawn.limit / 16 + 1;
    }
}

/* One boid with all behind it in the sample. */
static void add_row(const pairing *p, size_t i, vol_pair_bin *bins) {
    vol_meter *meter = p->meter;
    for (size_t j = i + 1; j < meter->drawn.boids; j++) {
        double square = 0, product = 0;
        for (int c = 0; c < meter->space.dimensions; c++) {
            double d = fabs(meter->sample[c][j] - meter->sample[c][i]), round = p->period[c] - d;
            d = round < d ? round : d;
            square += d * d;
            product += meter->sample[3 + c][j] * meter->sample[3 + c][i];
        }
        double distance = sqrt(square);
        if (distance < p->range) {
            size_t bin = (size_t)(distance * p->per_width);
            vol_pair_bin *b = &bins[bin < meter->def.correlation.bins ? bin : meter->def.correlation.bins - 1];
            b->pairs++;
            vol_sum_add(&b->sum, product, p->unit);
        }
    }
}

static void rows_piece(void *context, uint32_t piece, uint32_t worker) {
    const pairing *p = context;
    vol_pair_bin *bins = &p->meter->pairs[worker * p->meter->def.correlation.bins];
    size_t begin = (size_t)piece * PIECE_ROWS, end = begin + PIECE_ROWS;
    for (size_t i = begin; i < end && i < p->meter->drawn.boids; i++) {
        add_row(p, i, bins);
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

/* Where the correlation, from 1 at distance 0 on, first comes to zero, along straight lines between the bins; not at all:
 * the end of the range, at least. */
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

static void finish_bins(vol_meter *meter, const pairing *p, double square) {
    vol_curve_room *room = &meter->room[VOL_CURVE_CORRELATION];
    size_t bins = meter->def.correlation.bins;
    for (size_t b = 0; b < bins; b++) {
        vol_pair_bin all = meter->pairs[b];
        for (uint32_t w = 1; w < meter->workers; w++) {
            vol_sum_join(&all.sum, &meter->pairs[w * bins + b].sum);
            all.pairs += meter->pairs[w * bins + b].pairs;
        }
        room->x[b] = ((double)b + 0.5) * (p->range / (double)bins);
        room->y[b] = all.pairs > 0 ? vol_sum_value(&all.sum, p->unit) / (double)all.pairs / square : NAN;
        room->number[b] = (double)all.pairs;
    }
    meter->points[VOL_CURVE_CORRELATION] = bins;
}

void vol_meter_correlation(vol_meter *meter) {
    if (meter->boids < 2) {
        return;
    }
    pairing p = {.meter = meter, .range = range_of(meter)};
    for (int c = 0; c < 3; c++) {
        p.period[c] = meter->space.periodic ? meter->space.period[c] : INFINITY;
    }
    p.per_width = (double)meter->def.correlation.bins / p.range;
    p.unit = vol_sum_unit(4 * meter->speed_most * meter->speed_most);
    draw_sample(meter);
    double square = mean_square(meter, p.unit);
    /* where all fly alike, what is left is rounding, which is correlated with nothing */
    if (meter->drawn.boids < 2 || !(p.range > 0) || !(square > 0x1p-90 * meter->speed_most * meter->speed_most)) {
        return;
    }
    memset(meter->pairs, 0, meter->workers * meter->def.correlation.bins * sizeof *meter->pairs);
    vol_crew_run(&meter->world->crew, (uint32_t)((meter->drawn.boids + PIECE_ROWS - 1) / PIECE_ROWS), rows_piece, &p);
    finish_bins(meter, &p, square);
    meter->value[VOL_MEASURE_CORRELATION_LENGTH] = first_zero(meter, p.range);
}
