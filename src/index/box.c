/* The boids near a box: the rows of cells that it touches, for flocks with relations to others. */
#include "index/index.h"

/* The cells along one axis, ascending: one stretch, or two where the box goes over an edge. */
typedef struct stretches {
    int count;
    uint32_t first[2], last[2];
} stretches;

static int64_t cell_number(double position, double per_length) {
    const double far = 0x1p40;
    double c = position * per_length;
    c = c > -far ? c : -far;
    c = c < far ? c : far;
    int64_t cell = (int64_t)c;
    return cell - (c < (double)cell);
}

static stretches cells_along(const vol_grid *grid, int axis, double low, double high) {
    int64_t number = grid->cells.number[axis];
    int64_t first = cell_number(low, grid->cells.per_length[axis]),
            last = cell_number(high, grid->cells.per_length[axis]);
    stretches s = {1, {0, 0}, {(uint32_t)(number - 1), 0}};
    if (!grid->cells.torus && grid->period[axis] <= 0) {
        s.first[0] = (uint32_t)(first < 0 ? 0 : first < number ? first : number - 1);
        s.last[0] = (uint32_t)(last < 0 ? 0 : last < number ? last : number - 1);
    } else if (last - first + 1 < number) {
        uint32_t a = (uint32_t)((first % number + number) % number), b = (uint32_t)((last % number + number) % number);
        s.first[0] = a <= b ? a : 0;
        s.last[0] = b;
        s.first[1] = a;
        s.last[1] = (uint32_t)(number - 1);
        s.count = a <= b ? 1 : 2;
    }
    return s;
}

static bool add_row(const vol_grid *grid, const vol_boids *of, uint32_t row, const stretches *x, vol_runs *runs) {
    for (int i = 0; i < x->count; i++) {
        uint32_t begin = grid->start[row + x->first[i]], end = grid->start[row + x->last[i] + 1];
        if (begin == end) {
            continue;
        }
        if (runs->count + VOL_TARGETS_MOST >= VOL_RUNS_MOST) { /* leaves room for runs that take in a whole flock */
            return false;
        }
        runs->run[runs->count++] = (vol_run){of, begin, end, {0, 0, 0}};
    }
    return true;
}

bool vol_grid_box(const vol_grid *grid, const vol_boids *of, const double low[3], const double high[3], double reach,
                  vol_runs *runs) {
    const uint32_t *number = grid->cells.number;
    stretches s[3] = {{1, {0, 0}, {0, 0}}, {1, {0, 0}, {0, 0}}, {1, {0, 0}, {0, 0}}};
    for (int c = 0; c < grid->cells.dimensions; c++) {
        /* wider than what rounding adds to the reach, also that of images: the kernels test exactly */
        double wide = reach * (1 + 0x1p-10) + grid->period[c] * 0x1p-18;
        s[c] = cells_along(grid, c, low[c] - wide, high[c] + wide);
    }
    for (int i = 0; i < s[2].count; i++) {
        for (uint32_t z = s[2].first[i]; z <= s[2].last[i]; z++) {
            for (int j = 0; j < s[1].count; j++) {
                for (uint32_t y = s[1].first[j]; y <= s[1].last[j]; y++) {
                    if (!add_row(grid, of, (z * number[1] + y) * number[0], &s[0], runs)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}
