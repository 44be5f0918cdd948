/* In which directions the nearest neighbours lie, seen along the flock's flight. After cells.c or neighbours.c has
 * found them. */
#include "measure/meter.h"

#include <math.h>
#include <string.h>

#define SAME_SHARE 1e-12 /* of the directions: so near to each other two are a tie */
enum { PIECE_NUMBERS = 16384, SWEEPS = 32 };

static double period_of(const vol_meter *meter, int axis) {
    return meter->space.periodic ? meter->space.period[axis] : INFINITY;
}

bool vol_meter_prefers(const vol_meter *meter, const double at[3], const double one[3], const double other[3]) {
    for (int c = 0; c < meter->space.dimensions; c++) {
        const double period = period_of(meter, c);
        const double to_one = space_way(at[c], one[c], period), to_other = space_way(at[c], other[c], period);
        if (to_one != to_other) {
            return to_one > to_other;
        }
    }
    return false;
}

/* Up to VOL_BLOCK boids. Where the nearest is at the same place there is no direction. */
static void add_block(const vol_meter *meter, uint32_t begin, uint32_t count, vol_nearness *near) {
    const int dimensions = meter->space.dimensions;
    double way[3][VOL_BLOCK] = {{0}}, product[VOL_BLOCK];
    const uint32_t *partner = meter->partner + begin;
    const double *nearest = meter->nearest + begin;
    for (uint32_t k = 0; k < count; k++) {
        near->faced += nearest[k] > 0;
    }
    for (int c = 0; c < dimensions; c++) {
        const double *at = meter->sorted[c], *own = at + begin, period = period_of(meter, c);
        for (uint32_t k = 0; k < count; k++) {
            way[c][k] = space_way(own[k], at[partner[k]], period);
        }
        for (uint32_t k = 0; k < count; k++) {
            way[c][k] /= nearest[k] > 0 ? nearest[k] : 1;
        }
    }
    for (int t = 0; t < 6; t++) {
        const int a = facing_first(t), b = facing_second(t);
        if (a < dimensions && b < dimensions) {
            for (uint32_t k = 0; k < count; k++) {
                product[k] = way[a][k] * way[b][k];
            }
            vol_sum_add_many(&near->facing[t], product, count, vol_sum_unit(1));
        }
    }
}

static void facing_piece(void *context, uint32_t piece, uint32_t worker) {
    const vol_meter *meter = context;
    const uint32_t boids = meter->tree.count, begin = piece * PIECE_NUMBERS;
    const uint32_t end = boids - begin < PIECE_NUMBERS ? boids : begin + PIECE_NUMBERS;
    for (uint32_t i = begin; i < end; i += VOL_BLOCK) {
        add_block(meter, i, end - i < VOL_BLOCK ? end - i : VOL_BLOCK, &meter->nearness[worker]);
    }
}

/* Turns rows and columns p and q of a symmetric matrix, and the vectors with them, so that m[p][q] becomes 0. */
static void turn_pair(double m[3][3], double vector[3][3], int p, int q) {
    if (m[p][q] == 0) {
        return;
    }
    double half = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double tangent = (half < 0 ? -1 : 1) / (fabs(half) + sqrt(half * half + 1));
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (int k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = cosine * a - sine * b;
        m[k][q] = sine * a + cosine * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k], u = vector[k][p], v = vector[k][q];
        m[p][k] = cosine * a - sine * b;
        m[q][k] = sine * a + cosine * b;
        vector[k][p] = cosine * u - sine * v;
        vector[k][q] = sine * u + cosine * v;
    }
    m[p][q] = m[q][p] = 0;
}

/* Jacobi's way to the eigenvalues, which come to stand in the diagonal, and their vectors, in columns. */
static void find_axes(double m[3][3], double vector[3][3]) {
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        turn_pair(m, vector, 0, 1);
        turn_pair(m, vector, 0, 2);
        turn_pair(m, vector, 1, 2);
    }
}

/* The square of the cosine between flight and the axis in which the fewest lie; where several axes have as few, the
 * mean over all of them. */
static double seen_along(const vol_meter *meter, double m[3][3]) {
    const int dimensions = meter->space.dimensions;
    double vector[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, square = 0, sum = 0, axes = 0, least = INFINITY;
    find_axes(m, vector);
    for (int c = 0; c < dimensions; c++) {
        double scaled = meter->velocity[c] / meter->speed_most;
        square += scaled * scaled;
        least = m[c][c] < least ? m[c][c] : least;
    }
    for (int axis = 0; axis < dimensions; axis++) {
        double along = 0;
        for (int c = 0; c < dimensions; c++) {
            along += vector[c][axis] * (meter->velocity[c] / meter->speed_most);
        }
        if (m[axis][axis] - least <= SAME_SHARE) {
            sum += along * along;
            axes += 1;
        }
    }
    const double gamma = sum / axes / square;
    return square > 0x1p-90 ? (gamma < 1 ? gamma : 1) : NAN; /* less is rounding of velocities that cancel */
}

void vol_meter_anisotropy(vol_meter *meter, bool known) {
    const uint32_t pieces = known ? 0 : (meter->tree.count + PIECE_NUMBERS - 1) / PIECE_NUMBERS;
    uint64_t faced = 0;
    double m[3][3];
    vol_crew_run(&meter->world->crew, pieces, facing_piece, meter);
    for (uint32_t w = 0; w < meter->workers; w++) {
        faced += meter->nearness[w].faced;
    }
    if (faced == 0 || !(meter->speed_most > 0)) {
        return;
    }
    for (int t = 0; t < 6; t++) {
        vol_sum all = {0, 0};
        for (uint32_t w = 0; w < meter->workers; w++) {
            vol_sum_join(&all, &meter->nearness[w].facing[t]);
        }
        const int a = facing_first(t), b = facing_second(t);
        m[a][b] = m[b][a] = vol_sum_value(&all, vol_sum_unit(1)) / (double)faced;
    }
    meter->value[VOL_MEASURE_ANISOTROPY] = seen_along(meter, m);
}
