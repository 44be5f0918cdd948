/* A strip of the world along its slowest axis (y in the plane, z in space), whose boids one process computes; others
 * near it are there as ghosts, to be seen. Places outside the world count as at its edge. */
#ifndef VOLERY_INDEX_STRIP_H
#define VOLERY_INDEX_STRIP_H

#include <stdbool.h>

typedef struct vol_strip {
    int axis;
    bool wraps;       /* boids see across the edges of the world */
    bool last;        /* has the upper edge of the world, too */
    double low, high; /* from `low` on, below `high` */
    double begin;     /* where the world begins along the axis */
    double size;      /* of the world along it */
    double wide;      /* boids so far away from it are there, too; INFINITY: all */
} vol_strip;

/* Where a boid is along the axis; also what is no number is somewhere. */
static inline double vol_strip_place(const vol_strip *strip, double at) {
    const double end = strip->begin + strip->size;
    return at > strip->begin ? at < end ? at : end : strip->begin;
}

static inline bool vol_strip_owns(const vol_strip *strip, double place) {
    return place >= strip->low && (place < strip->high || strip->last);
}

/* Is a boid in the strip or within `wide` of it? */
static inline bool vol_strip_sees(const vol_strip *strip, double place) {
    const double low = strip->low - strip->wide, high = strip->high + strip->wide;
    return (place >= low && place <= high) ||
           (strip->wraps && (place - strip->size >= low || place + strip->size <= high));
}

#endif
