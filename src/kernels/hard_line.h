/* What a straight piece of a boid's way meets at a straight wall, by the line that its height follows: without roots,
 * and nearly always what kernels/hard_parts.h would find by taking heights one by one. Where rounding could decide,
 * that does. C and OpenCL C, in doubles. */
#ifndef VOLERY_KERNELS_HARD_LINE_H
#define VOLERY_KERNELS_HARD_LINE_H

#include "kernels/around.h"
#include "lanes/lanes.h"

enum { HARD_HALVINGS = 60 /* of an interval, at most: then it is as narrow as numbers allow */ };

/* Where a piece is beside one side of a wall or box all the way, or goes through that side: how far from the middle of
 * the core it is, below 0 on the other side, is a line. */
typedef struct hard_line {
    int known;
    double start, slope; /* after the share t of the piece start + slope * t */
    double thick;        /* above the surface is what is farther away */
    double spare;        /* more than what rounding makes of it and of heights */
} hard_line;

enum hard_met { HARD_UNSURE, HARD_MISSES, HARD_MEETS };

/* Is it certain whether the piece goes towards the core where it is so far from its middle? `far` is start + slope * t.
 */
VOL_INLINE int hard_heads(const hard_line *line, double length, double far) {
    return v_abs(line->slope * far) > 2 * line->spare * length;
}

/* Halves a piece that goes through the wall until it is below `least`: there is *low. */
VOL_INLINE int hard_line_low(const hard_line *line, double length, double margin, double least, double *low) {
    const double wide = 2 * line->spare;
    double falls = 0, rises = 1;
    for (int i = 0; i < HARD_HALVINGS; i++) {
        const double middle = (falls + rises) / 2, far = line->start + line->slope * middle;
        const double height = v_abs(far) - line->thick;
        const double rest = height - (rises - falls) / 2 * length - (least - margin / 16);
        if (v_abs(height - least) <= wide) {
            return HARD_UNSURE;
        }
        if (height < least) {
            *low = middle;
            return HARD_MEETS;
        }
        if (v_abs(rest) <= wide || !hard_heads(line, length, far)) {
            return HARD_UNSURE;
        }
        if (rest > 0) {
            return HARD_MISSES;
        }
        if (line->slope * far < 0) {
            falls = middle;
        } else {
            rises = middle;
        }
    }
    return HARD_UNSURE;
}

/* Halves from 0 to `low` until what is left is no longer than a sixteenth of the margin: where the last halving ends
 * follows from where the line is at `least`, `drop` below its start. */
VOL_INLINE int hard_line_touch(const hard_line *line, double length, double margin, double drop, double low,
                               double *free) {
    const double fall = v_abs(line->slope), wide = 2 * line->spare;
    double width = low, left = low * length, parts = 1;
    int halvings = 0;
    while (left > margin / 16 && halvings < 28) {
        left /= 2;
        width /= 2;
        parts *= 2;
        halvings++;
    }
    const double number = v_max(v_floor(v_min(drop / (fall * width), parts - 1)), 0), before = number * width;
    const double behind = before + width;
    *free = before;
    return halvings > 0 && halvings < 28 && (double)(float)low == low && 4 * wide < fall * width &&
                   (number == 0 || before * fall < drop - wide) && (number == parts - 1 || behind * fall > drop + wide)
               ? HARD_MEETS
               : HARD_UNSURE;
}

/* Is a boid nearer to the wall than `margin`, which it keeps from the surface? HARD_UNSURE if rounding could matter. */
VOL_INLINE int hard_line_near(const hard_line *line, double margin) {
    const double height = v_abs(line->start) - line->thick;
    return !line->known || v_abs(height - margin) <= line->spare ? HARD_UNSURE
           : height < margin                                     ? HARD_MEETS
                                                                 : HARD_MISSES;
}

/* Does the piece come too near to the wall, and after which share of it, *free? One that is `near` already may come a
 * little nearer still. */
VOL_OUTLINE int hard_line_meets(const hard_line *line, double length, double margin, int near, double *free) {
    const double far = v_abs(line->start), height = far - line->thick, wide = 2 * line->spare;
    const double slope = line->start < 0 ? -line->slope : line->slope, end = far + slope;
    const double least = near ? v_max(height - margin / 4, margin / 4) : margin;
    if (!line->known || height <= least - (near ? -wide : wide)) {
        return HARD_UNSURE;
    }
    if (v_min(far, end) - line->thick > least + wide) {
        return HARD_MISSES;
    }
    if (slope >= 0) {
        return HARD_UNSURE;
    }
    const double last = v_abs(end) - line->thick;
    double low = 1;
    if (v_abs(last - least) <= wide || !hard_heads(line, length, far)) {
        return HARD_UNSURE;
    }
    if (last > least) { /* it has gone through */
        if (!hard_heads(line, length, end)) {
            return HARD_UNSURE;
        }
        const int found = hard_line_low(line, length, margin, least, &low);
        if (found != HARD_MEETS) {
            return found;
        }
    }
    return hard_line_touch(line, length, margin, height - least, low, free);
}

#endif
