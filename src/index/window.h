/* The cells of a grid that are here, where a process has a part of the boids: those of some layers (in the plane rows),
 * in one stretch, or in two where its strip goes over an edge of the world. They are numbered one after the other, in
 * the order of the whole grid. */
#ifndef VOLERY_INDEX_WINDOW_H
#define VOLERY_INDEX_WINDOW_H

#include "index/strip.h"
#include "kernels/cells.h"

typedef struct vol_window {
    bool part;                 /* false: all cells are here, and the rest means nothing */
    uint32_t layer;            /* cells in a layer */
    uint32_t begin[2], end[2]; /* layers of each stretch */
    uint32_t first, beyond;    /* layers whose boids are counted here, for what ranks add up */
} vol_window;

static inline int vol_window_axis(const vol_cells *cells) {
    return cells->dimensions - 1;
}

/* The cells for a strip; NULL: all. */
static inline vol_window vol_window_of(const vol_cells *cells, const vol_strip *strip) {
    vol_window w = {.part = strip != NULL};
    if (!strip) {
        return w;
    }
    const int axis = vol_window_axis(cells);
    const uint32_t layers = cells->number[axis];
    const vol_stretches here = cells_within(cells, axis, strip->low, strip->high, strip->wide);
    w.layer = cells->number[0] * (axis == 2 ? cells->number[1] : 1);
    w.begin[0] = here.first[0];
    w.end[0] = here.last[0] + 1;
    w.begin[1] = here.count == 2 ? here.first[1] : w.end[0];
    w.end[1] = here.count == 2 ? here.last[1] + 1 : w.end[0];
    w.first =
        strip->low > strip->begin ? cell_along(strip->low, cells->low[axis], cells->per_length[axis], layers, 0) : 0;
    w.beyond = strip->last ? layers : cell_along(strip->high, cells->low[axis], cells->per_length[axis], layers, 0);
    return w;
}

static inline uint32_t vol_window_layers(const vol_window *w) {
    return w->end[0] - w->begin[0] + w->end[1] - w->begin[1];
}

/* The number here of a layer; false if it is not here. */
static inline bool vol_window_layer(const vol_window *w, uint32_t layer, uint32_t *here) {
    if (!w->part) {
        *here = layer;
        return true;
    }
    const int second = layer >= w->end[0];
    *here = second ? layer - w->begin[1] + w->end[0] - w->begin[0] : layer - w->begin[0];
    return layer >= w->begin[second] && layer < w->end[second];
}

/* And back. */
static inline uint32_t vol_window_layer_of(const vol_window *w, uint32_t here) {
    const uint32_t first = w->end[0] - w->begin[0];
    return !w->part ? here : here < first ? w->begin[0] + here : w->begin[1] + (here - first);
}

/* The numbers here of cells. One that is not here is that of a boid which no rule reaches from here, and may be any. */
static inline void vol_window_cells(const vol_window *w, uint32_t *cell, uint32_t begin, uint32_t end) {
    const uint32_t low[2] = {w->begin[0] * w->layer, w->begin[1] * w->layer};
    const uint32_t high[2] = {w->end[0] * w->layer, w->end[1] * w->layer}, first = high[0] - low[0];
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t c = cell[i], one = c - low[0], two = c - low[1] + first;
        cell[i] = c >= low[0] && c < high[0] ? one : c >= low[1] && c < high[1] ? two : 0;
    }
}

#endif
