/* The edges of a world in its own precision, for stages that work one boid at a time in doubles: hard obstacles after
 * move, and the folding of boids into a world with images. C and OpenCL C. */
#ifndef VOLERY_KERNELS_EDGES_H
#define VOLERY_KERNELS_EDGES_H

#include "kernels/around.h"
#include "lanes/lanes.h"

#if !VOL_DOUBLE || VOL_WIDTH != 1
#error "edges are for one boid in doubles"
#endif

/* How long the world is along an axis in its own precision. It may be above the length that was asked for. */
VOL_INLINE double world_side(VOL_GLOBAL const vol_world_numbers *world, int axis) {
    double size = world->size[axis];
    return world->single_precision ? (double)(float)size : size;
}

/* The places that boids come to at its near and at its far edge: `advance` computes them by the same operations. */
VOL_INLINE double world_begin(VOL_GLOBAL const vol_world_numbers *world, int axis) {
    double origin = world->origin[axis];
    return world->single_precision ? (double)(float)origin : origin;
}

VOL_INLINE double world_end(VOL_GLOBAL const vol_world_numbers *world, int axis) {
    double end = world_begin(world, axis) + world_side(world, axis);
    return world->single_precision ? (double)((float)world->origin[axis] + (float)world->size[axis]) : end;
}

/* From where to where the world goes along an axis; without end where it is open. */
VOL_INLINE void edges_of(VOL_GLOBAL const vol_world_numbers *world, int axis, double *low, double *high) {
    double margin = world->boundary == VOL_EDGE_TILE ? world->margin : 0, begin = world_begin(world, axis);
    double end = world_end(world, axis), near = -(margin - begin), far = end + margin;
    if (world->single_precision) {
        near = (double)-((float)margin - (float)begin);
        far = (double)((float)end + (float)margin);
    }
    int open = world->boundary == VOL_EDGE_OPEN;
    *low = open ? -VOL_INFINITY : near;
    *high = open ? VOL_INFINITY : far;
}

/* Do boids stay inside because they cannot cross the edges? */
VOL_INLINE int has_walls(VOL_GLOBAL const vol_world_numbers *world) {
    return world->boundary == VOL_EDGE_CLAMP || world->boundary == VOL_EDGE_BOUNCE;
}

/* Puts a boid at p where the boundary does: at the edge, or on the other side. */
VOL_INLINE void into_world(VOL_GLOBAL const vol_world_numbers *world, double p[3]) {
    for (int c = 0; c < 3 && c < (int)world->dimensions; c++) {
        double low, high, size = world_side(world, c);
        edges_of(world, c, &low, &high);
        if (p[c] >= low && p[c] <= high) {
            continue;
        }
        if (world->boundary == VOL_EDGE_WRAP) {
            double begin = world_begin(world, c), inside = p[c] - size * v_floor((p[c] - begin) / size);
            p[c] = v_min(v_max(inside, begin), world_end(world, c));
        } else {
            p[c] = has_walls(world) == (p[c] < low) ? low : high;
        }
    }
}

/* Is p beyond a wall of the world? */
VOL_INLINE int is_beyond(VOL_GLOBAL const vol_world_numbers *world, const double p[3]) {
    double kept[3] = {p[0], p[1], p[2]};
    into_world(world, kept);
    return has_walls(world) && (kept[0] != p[0] || kept[1] != p[1] || kept[2] != p[2]);
}

#endif
