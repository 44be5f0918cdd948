/* The edges of a world in its own precision, for those stages that work one boid at a time in doubles: hard obstacles after
 * move, and the folding of boids into a world with images. */
#include "around/edges.h"

#include <math.h>

double vol_world_side(const vol_world_def *world, int axis) {
    double size = world->size[axis];
    return world->precision == VOL_PRECISION_SINGLE ? (double)(float)size : size;
}

void vol_edges_of(const vol_world_def *world, int axis, double *low, double *high) {
    double margin = world->boundary == VOL_BOUNDARY_TILE ? world->margin : 0, far = world->size[axis] + margin;
    if (world->precision == VOL_PRECISION_SINGLE) {
        margin = (double)(float)margin;
        far = (double)((float)world->size[axis] + (float)margin);
    }
    bool open = world->boundary == VOL_BOUNDARY_OPEN;
    *low = open ? -INFINITY : -margin;
    *high = open ? INFINITY : far;
}

bool vol_has_walls(const vol_world_def *world) {
    return world->boundary == VOL_BOUNDARY_CLAMP || world->boundary == VOL_BOUNDARY_BOUNCE;
}

void vol_into_world(const vol_world_def *world, double p[3]) {
    for (int c = 0; c < 3 && c < world->dimensions; c++) {
        double low, high, size = vol_world_side(world, c);
        vol_edges_of(world, c, &low, &high);
        if (p[c] >= low && p[c] <= high) {
            continue;
        }
        bool below = p[c] < low;
        if (world->boundary == VOL_BOUNDARY_WRAP) {
            p[c] = fmin(fmax(p[c] - size * floor(p[c] / size), 0), size);
        } else {
            p[c] = vol_has_walls(world) == below ? low : high;
        }
    }
}

bool vol_is_beyond(const vol_world_def *world, const double p[3]) {
    double kept[3] = {p[0], p[1], p[2]};
    vol_into_world(world, kept);
    return vol_has_walls(world) && (kept[0] != p[0] || kept[1] != p[1] || kept[2] != p[2]);
}
