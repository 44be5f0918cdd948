/* Which index a step uses: the rule, and its thresholds. Comes first in a step, before boids are sorted.
 *
 * The order of an index is the order of the sums, so everything that takes part in a step must use the same one: every
 * thread, device and rank, and a world that goes on from a saved state. So the choice is a function of the world, the
 * reach, the number of boids and two sums of whole numbers over the cells. Each part of the boids can add up its own,
 * in any order, and earlier steps do not matter. */
#include "index/index.h"

#include "kernels/crowd.h"
#include "params/params.h"

#include <math.h>

/* Below this many boids, sorting costs more than testing all of them. */
enum { VOL_BRUTE_MOST = 40 };

/* Where a boid would test more than so many in the cells around, a tree is faster than the grid, as measured; in space,
 * where boxes are not as good, if it is more than VOL_CROWD_3D and cells are as narrow as the rules reach. */
enum { VOL_CROWD = 200, VOL_CROWD_3D = 800 };

double vol_index_most(const vol_search_need *need, const vol_cells *cells) {
    double most = VOL_CROWD;
    if (cells->dimensions == 3) {
        double narrow = VOL_CROWD_3D;
        for (int c = 0; c < 3; c++) {
            narrow *= need->reach * cells->per_length[c];
        }
        most = narrow > most ? narrow : most;
    }
    return most;
}

double vol_nearest_many(uint32_t nearest) {
    return nearest + 3 * sqrt(nearest) + 2;
}

/* By Newton's method, which takes the same steps on every machine. */
static double cube_root(double number) {
    double root = 1;
    for (int i = 0; i < 64; i++) {
        root = (2 * root + number / (root * root)) / 3;
    }
    return root;
}

double vol_ball_radius(int dimensions, double side, double share) {
    const double pi = 3.14159265358979323846;
    return dimensions == 3 ? side * cube_root(share * 3 / (4 * pi)) : side * sqrt(share / pi);
}

double vol_nearest_reach(const vol_world_def *world, uint32_t count, uint32_t nearest) {
    const int D = world->dimensions;
    const double volume = world->size[0] * world->size[1] * (D == 3 ? world->size[2] : 1);
    const double side = D == 3 ? cube_root(volume) : sqrt(volume);
    return vol_ball_radius(D, side, vol_nearest_many(nearest) / (count > 0 ? count : 1));
}

/* Grid or tree, where both serve. */
static vol_index agree_by_totals(const vol_search_need *need, const vol_cells *cells, const vol_index_totals *totals) {
    const double most = vol_index_most(need, cells), boids = need->count;
    if (totals->in_cells == VOL_NOT_COUNTED) {
        return VOL_INDEX_AUTO;
    }
    if (crowd_in_cells(cells->dimensions, totals->in_cells, boids, most) == VOL_CROWD_SPARSE) {
        return VOL_INDEX_GRID;
    }
    if (totals->around == VOL_NOT_COUNTED) {
        return VOL_INDEX_AUTO;
    }
    return crowd_around(totals->around, boids, most) == VOL_CROWD_DENSE ? VOL_INDEX_TREE : VOL_INDEX_GRID;
}

vol_index vol_index_agree(const vol_search_need *need, const vol_index_totals *totals) {
    const bool open = need->index == VOL_INDEX_AUTO;
    if (vol_in_turn(need->world) || need->index == VOL_INDEX_BRUTE || (open && need->count <= VOL_BRUTE_MOST) ||
        need->reach == INFINITY) {
        return VOL_INDEX_BRUTE;
    }
    vol_cells cells = {0};
    const bool tree = vol_tree_serves(need), grid = vol_grid_lattice(need, &cells);
    if (open && grid) {
        return tree ? agree_by_totals(need, &cells, totals) : VOL_INDEX_GRID;
    }
    if (open) {
        return tree ? VOL_INDEX_TREE : VOL_INDEX_BRUTE;
    }
    const bool serves = need->index == VOL_INDEX_GRID ? grid : tree;
    return serves ? need->index : VOL_INDEX_BRUTE; /* which always does */
}
