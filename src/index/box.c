/* The boids near a box: the rows of cells that it touches, for flocks with relations to others. */
#include "index/index.h"

static bool add_row(const vol_grid *grid, const vol_boids *of, uint32_t row, const vol_stretches *x, vol_runs *runs) {
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

/* The number of a row among those that are here; false if it is not. */
static bool row_here(const vol_grid *grid, uint32_t y, uint32_t z, uint32_t *row) {
    uint32_t layer;
    const bool flat = grid->cells.dimensions == 2, here = vol_window_layer(&grid->window, flat ? y : z, &layer);
    *row = flat ? layer : layer * grid->cells.number[1] + y;
    return here;
}

bool vol_grid_box(const vol_grid *grid, const vol_boids *of, const double low[3], const double high[3], double reach,
                  vol_runs *runs) {
    const uint32_t *number = grid->cells.number;
    vol_stretches s[3] = {{1, {0, 0}, {0, 0}}, {1, {0, 0}, {0, 0}}, {1, {0, 0}, {0, 0}}};
    for (int c = 0; c < grid->cells.dimensions; c++) {
        s[c] = cells_within(&grid->cells, c, low[c], high[c], reach);
    }
    for (int i = 0; i < s[2].count; i++) {
        for (uint32_t z = s[2].first[i]; z <= s[2].last[i]; z++) {
            for (int j = 0; j < s[1].count; j++) {
                for (uint32_t y = s[1].first[j]; y <= s[1].last[j]; y++) {
                    uint32_t row;
                    if (row_here(grid, y, z, &row) && !add_row(grid, of, row * number[0], &s[0], runs)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}
