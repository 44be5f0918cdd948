/* How many boids there are in boxes: the density map, and how the number in a box fluctuates with the size of boxes. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "lanes/maths.h"
#include "measure/meter.h"

#include <string.h>

/* The box that is divided: the world, or where that has no edges, the box around the boids. */
void vol_meter_region(const vol_meter *meter, double low[3], double high[3]) {
    const vol_world_def *def = &meter->world->def;
    for (int c = 0; c < 3; c++) {
        low[c] = meter->space.periodic ? meter->space.low[c] : def->origin[c];
        high[c] = low[c] + (meter->space.periodic ? meter->space.period[c] : def->size[c]);
        if (def->boundary == VOL_BOUNDARY_OPEN) {
            low[c] = meter->low[c];
            high[c] = meter->high[c];
        }
        if (!(high[c] > low[c]) || c >= def->dimensions) { /* flat: one long, around them */
            double middle = c < def->dimensions ? low[c] : 0;
            low[c] = middle - 0.5;
            high[c] = middle + 0.5;
        }
    }
}

void vol_meter_count(vol_meter *meter, const vol_block *block, uint32_t worker) {
    uint32_t *boxes = &meter->count[worker * (meter->boxes + meter->cells)], *cells = boxes + meter->boxes;
    size_t finest = (size_t)1 << meter->def.fluctuation.levels;
    const size_t number[3] = {finest, finest, finest};
    if (meter->boxes > 0) {
        meter->own->counts(block, &meter->map, meter->space.dimensions, number, boxes);
    }
    if (meter->cells > 0) {
        meter->own->counts(block, &meter->map, meter->space.dimensions, meter->def.density.cells, cells);
    }
}

static void make_map(vol_meter *meter) {
    vol_density *map = &meter->map;
    const uint32_t *count = meter->count + meter->boxes;
    double cell = 1;
    for (int c = 0; c < meter->space.dimensions; c++) {
        cell *= (map->high[c] - map->low[c]) / (double)meter->def.density.cells[c];
    }
    for (size_t i = 0; i < meter->cells; i++) {
        meter->density[i] = count[i] / cell;
    }
    memcpy(map->cells, meter->def.density.cells, sizeof map->cells);
    map->value = meter->density;
}

/* Mean and variance over boxes; that of boids spread at random is their mean, whatever the number of boxes. */
static void add_level(vol_meter *meter, const uint32_t *count, size_t boxes) {
    vol_curve_room *room = &meter->room[VOL_CURVE_FLUCTUATION];
    size_t at = meter->points[VOL_CURVE_FLUCTUATION]++;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < boxes; i++) {
        sum += count[i];
    }
    double mean = sum / (double)boxes;
    for (size_t i = 0; i < boxes; i++) {
        squares += (count[i] - mean) * (count[i] - mean);
    }
    room->x[at] = mean;
    room->y[at] = squares / (double)(boxes - 1);
    room->number[at] = (double)boxes;
}

/* Twice as wide: each box is the sum of four, or eight. `side` boxes along each axis are left. */
static void join_boxes(uint32_t *count, size_t side, int dimensions) {
    size_t layers = dimensions == 3 ? side : 1, deep = dimensions == 3 ? 2 : 1, fine = 2 * side;
    for (size_t z = 0; z < layers; z++) {
        for (size_t y = 0; y < side; y++) {
            for (size_t x = 0; x < side; x++) {
                uint32_t sum = 0;
                for (size_t k = 0; k < deep; k++) {
                    const uint32_t *corner = &count[((z * deep + k) * fine + 2 * y) * fine + 2 * x];
                    sum += corner[0] + corner[1] + corner[fine] + corner[fine + 1];
                }
                count[(z * side + y) * side + x] = sum; /* what lies there is not read any more */
            }
        }
    }
}

/* The slope of log deviation over log mean, by least squares; a level counts by its number of boxes, less one. */
static double slope(const vol_meter *meter) {
    const vol_curve_room *room = &meter->room[VOL_CURVE_FLUCTUATION];
    double weights = 0, x_mean = 0, y_mean = 0, xx = 0, xy = 0;
    size_t used = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < meter->points[VOL_CURVE_FLUCTUATION]; i++) {
            if (!(room->x[i] >= 1 && room->y[i] > 0)) { /* boxes that are mostly empty tell nothing */
                continue;
            }
            double x = v_log(room->x[i]), y = 0.5 * v_log(room->y[i]), weight = room->number[i] - 1;
            if (pass == 0) {
                used++;
                weights += weight;
                x_mean += weight * x;
                y_mean += weight * y;
            } else {
                xx += weight * (x - x_mean) * (x - x_mean);
                xy += weight * (x - x_mean) * (y - y_mean);
            }
        }
        if (pass == 0 && used > 0) {
            x_mean /= weights;
            y_mean /= weights;
        }
    }
    return used > 1 ? xy / xx : VOL_NAN;
}

static void reverse(double *numbers, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        double swap = numbers[i];
        numbers[i] = numbers[count - 1 - i];
        numbers[count - 1 - i] = swap;
    }
}

static void make_fluctuation(vol_meter *meter) {
    vol_curve_room *room = &meter->room[VOL_CURVE_FLUCTUATION];
    int dimensions = meter->space.dimensions;
    for (size_t level = meter->def.fluctuation.levels; level > 0; level--) {
        add_level(meter, meter->count, (size_t)1 << (level * (size_t)dimensions));
        join_boxes(meter->count, (size_t)1 << (level - 1), dimensions);
    }
    size_t points = meter->points[VOL_CURVE_FLUCTUATION]; /* largest boxes first */
    reverse(room->x, points);
    reverse(room->y, points);
    reverse(room->number, points);
    meter->value[VOL_MEASURE_FLUCTUATION] = slope(meter);
}

void vol_meter_clear_counts(vol_meter *meter) {
    vol_meter_region(meter, meter->map.low, meter->map.high);
    memset(meter->count, 0, meter->workers * (meter->boxes + meter->cells) * sizeof *meter->count);
}

void vol_meter_counts(vol_meter *meter) {
    size_t numbers = meter->boxes + meter->cells;
    for (uint32_t w = 1; w < meter->workers; w++) {
        for (size_t i = 0; i < numbers; i++) {
            meter->count[i] += meter->count[w * numbers + i];
        }
    }
    if (meter->cells > 0) {
        make_map(meter);
    }
    if (meter->boxes > 0) {
        make_fluctuation(meter);
    }
}
