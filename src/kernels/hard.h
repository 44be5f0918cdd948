/* Hard obstacles: a boid that would get in stops at the surface, and slides.
 *
 * A boid's way is walked in straight pieces. Each ends where it first comes too near to an obstacle; what is left of it
 * goes on along the surface. The place it comes to is taken only if it is free after rounding to the world's precision,
 * else the boid stays where it was: so no boid gets in, nor through a wall without thickness, whatever the speed.
 *
 * One boid at a time, in doubles whatever the precision; so few boids touch anything that lanes would not pay. C and
 * OpenCL C: no calls through pointers, no recursion.
 */
#ifndef VOLERY_KERNELS_HARD_H
#define VOLERY_KERNELS_HARD_H

#include "kernels/hard_parts.h"

/* Finds what is within `size` of the boid. What was found in a larger box will do: what is too far adds nothing. */
VOL_OUTLINE int hard_look_around(hard_walk *w, double size) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, reach = size + 128 * w->rounding;
    int known = 1;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        low[c] = w->p[c] - reach;
        high[c] = w->p[c] + reach;
        known = known && low[c] >= w->around->low[c] && high[c] <= w->around->high[c];
    }
    if (!known) {
        hard_copy(w->own.low, low);
        hard_copy(w->own.high, high);
        find_near(w->obstacles, low, high, 1, &w->own.near);
        w->around = &w->own;
    }
    return w->around->near.count > 0;
}

/* Takes from u what points against the surfaces touched so far, the last one first. */
VOL_OUTLINE void hard_yield_to(const hard_walk *w, double u[3]) {
    const double *last = w->normal[w->touches - 1];
    double against = hard_dot(u, last);
    hard_add(u, last, against < 0 ? -against : 0);
    for (int i = w->touches - 2; i >= 0; i--) {
        const double *other = w->normal[i];
        if (hard_dot(u, other) >= -1e-12 * VOL_SQRT(hard_dot(u, u))) {
            continue;
        }
        double edge[3] = {last[1] * other[2] - last[2] * other[1], last[2] * other[0] - last[0] * other[2],
                          last[0] * other[1] - last[1] * other[0]};
        double square = w->world->dimensions == 3 ? hard_dot(edge, edge) : 0;
        double along = square > 1e-12 ? hard_dot(u, edge) / square : 0;
        for (int c = 0; c < 3; c++) {
            u[c] = edge[c] * along; /* in a corner: along the edge between two surfaces, if there is one */
        }
    }
}

VOL_OUTLINE double hard_inside_world(const hard_walk *w, const double step[3]) {
    double free = 1;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        double low, high;
        edges_of(w->world, c, &low, &high);
        double room = step[c] > 0 ? high - w->p[c] : w->p[c] - low;
        if (room < v_abs(step[c])) {
            free = v_min(v_max(room, 0) / v_abs(step[c]), free); /* also where that is 0 / 0 */
        }
    }
    return free;
}

/* Walks along the step, sliding where something is in the way; false if something was. */
VOL_OUTLINE int hard_slide(hard_walk *w, const double step[3]) {
    hard_search search;
    hard_ask(&search, HARD_TOUCH);
    hard_piece *s = &search.piece;
    hard_copy(s->step, step);
    s->length = VOL_SQRT(hard_dot(step, step));
    hard_look_around(w, s->length);
    w->touches = 0;
    for (int pass = 0; pass < HARD_PASSES && s->length > 0; pass++) {
        s->free = pass == 0 ? 1 : hard_inside_world(w, s->step);
        double limit = s->free;
        hard_visit_near(w, s->length, &search);
        hard_add(w->p, s->step, s->free);
        if (s->free >= limit) {
            return pass == 0;
        }
        hard_copy(w->normal[w->touches++], s->normal);
        for (int c = 0; c < 3; c++) {
            s->step[c] *= 1 - s->free;
        }
        hard_yield_to(w, s->step);
        hard_yield_to(w, w->velocity);
        s->length = VOL_SQRT(hard_dot(s->step, s->step));
    }
    return s->length == 0 && w->touches == 0;
}

/* Puts a boid that is inside something onto the surface. Between obstacles that overlap it is pushed to and fro, each
 * time farther; one that is still wedged then moves on unhindered. */
VOL_OUTLINE int hard_get_out(hard_walk *w) {
    double p[3], velocity[3]; /* before */
    hard_copy(p, w->p);
    hard_copy(velocity, w->velocity);
    for (int pass = 0; pass < HARD_ESCAPES; pass++) {
        hard_search search;
        hard_ask(&search, HARD_ESCAPE);
        const hard_escape *e = &search.escape;
        hard_look_around(w, 0);
        hard_visit_near(w, 0, &search);
        if (!e->barrier) {
            return 1;
        }
        hard_add(w->p, e->normal, (e->margin - e->height) * (pass < 3 ? 1 : pass / 2.0));
        if (has_walls(w->world)) {
            into_world(w->world, w->p);
        }
        double inward = hard_dot(w->velocity, e->normal);
        hard_add(w->velocity, e->normal, inward < 0 ? -inward : 0);
    }
    hard_copy(w->p, p);
    hard_copy(w->velocity, velocity);
    return 0;
}

/* Rounding may have brought the boid down towards a surface: lifts it as far as others allow. */
VOL_OUTLINE int hard_lift(hard_walk *w) {
    hard_search search;
    hard_ask(&search, HARD_LIFT);
    const hard_escape *e = &search.escape;
    hard_visit_near(w, 0, &search);
    if (!e->barrier) {
        return 0;
    }
    hard_piece *s = &search.piece;
    search.what = HARD_TOUCH;
    s->length = e->margin - e->height;
    s->free = 1;
    hard_add(s->step, e->normal, s->length);
    hard_visit_near(w, s->length, &search);
    hard_add(w->p, s->step, s->free);
    return 1;
}

/* Is p in nothing hard, nor nearly where that is asked? *low: something could lift the boid there. */
VOL_OUTLINE int hard_is_free(hard_walk *w, const double p[3], int strictly, int *low) {
    hard_search search;
    hard_ask(&search, HARD_INSIDE);
    double before[3];
    hard_copy(before, w->p);
    hard_copy(w->p, p);
    if (hard_look_around(w, 0)) {
        hard_visit_near(w, 0, &search);
    }
    hard_copy(w->p, before);
    *low = search.low;
    return !search.inside && !(strictly && search.near);
}

/* Over the edge that the step leads to first, to where the boundary puts the boid; false if it does not get there. */
VOL_OUTLINE int hard_cross_edge(hard_walk *w, double step[3], const double to[3], int *crossed) {
    int axis = -1;
    double share = 1, edge = 0;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        double low, high;
        edges_of(w->world, c, &low, &high);
        double beyond = step[c] > 0 ? w->p[c] + step[c] - high : low - w->p[c] - step[c];
        double here = 1 - v_min(beyond / v_abs(step[c]), 1);
        if (step[c] != 0 && beyond > 0 && here <= share) {
            share = here;
            axis = c;
            edge = step[c] > 0 ? high : low;
        }
    }
    *crossed = axis >= 0;
    double first[3] = {step[0] * share, step[1] * share, step[2] * share};
    if (!hard_slide(w, first) || axis < 0) {
        return axis < 0 && w->touches == 0;
    }
    double there[3] = {w->p[0], w->p[1], w->p[2]}, size = world_side(w->world, axis);
    if (w->world->boundary == VOL_EDGE_WRAP) {
        double begin = world_begin(w->world, axis), end = world_end(w->world, axis), part = (w->p[axis] - begin) / size;
        double outside = step[axis] > 0 ? part : 1 - part;
        there[axis] = share > 0 ? (edge > begin ? begin : end)
                                : w->p[axis] - v_copysign(size * v_max(v_floor(outside), 1), step[axis]);
    } else {
        there[axis] = to[axis];
    }
    int low;
    if (!hard_is_free(w, there, 1, &low)) { /* the other side is taken */
        w->velocity[axis] = 0;
        return 0;
    }
    hard_copy(w->p, there);
    for (int c = 0; c < 3; c++) {
        step[c] = c == axis && w->world->boundary != VOL_EDGE_WRAP ? 0 : step[c] * (1 - share);
    }
    return 1;
}

/* Walks the way piece by piece; true if nothing was in it. */
VOL_OUTLINE int hard_walk_way(hard_walk *w, const double from[3], const double to[3]) {
    VOL_GLOBAL const vol_world_numbers *world = w->world;
    int turns =
        world->boundary == VOL_EDGE_WRAP || world->boundary == VOL_EDGE_JUMP || world->boundary == VOL_EDGE_TILE;
    double step[3] = {0, 0, 0};
    int turned = 0;
    for (int c = 0; c < (int)world->dimensions; c++) {
        double went = w->velocity[c] * world->dt;
        step[c] = to[c] - from[c];
        if (turns && v_abs(step[c] - went) > world->size[c] / 2) { /* over an edge */
            step[c] = went;
            turned = 1;
        }
    }
    if (!turned) {
        return hard_slide(w, step);
    }
    int crossed = 1;
    for (int i = 0; i < HARD_TURNS_MOST && crossed; i++) {
        if (!hard_cross_edge(w, step, to, &crossed)) {
            return 0;
        }
    }
    return !crossed;
}

/* Is nothing hard in the way, nor so near to either end that the boid would be lifted? This holds for nearly all
 * boids. */
VOL_OUTLINE int hard_is_clear(hard_walk *w, const double from[3], const double to[3]) {
    hard_search search;
    hard_ask(&search, HARD_REACH);
    double step[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        double went = w->velocity[c] * w->world->dt, most = v_max(v_abs(step[c]), v_abs(went));
        if (v_max(most, v_abs(step[c] - went)) > w->world->size[c] / 2) {
            return 0; /* perhaps over an edge: what is between is unknown */
        }
    }
    search.piece.length = VOL_SQRT(hard_dot(step, step));
    if (hard_look_around(w, search.piece.length + 128 * w->rounding)) {
        hard_visit_near(w, search.piece.length, &search);
    }
    return !search.near && search.piece.length < VOL_INFINITY;
}

/* Leaves out what the boid cannot touch on a way of that length. What is left is mostly one wall, box or circle, which
 * is then asked again and again. */
VOL_OUTLINE void hard_narrow(hard_walk *w, double length) {
    const vol_near_box *known = w->around;
    const double reach = length + 224 * w->rounding; /* it may be lifted first */
    vol_u32 count = 0;
    int within = !known->near.all && !w->world->images;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        within = within && w->p[c] - reach >= known->low[c] && w->p[c] + reach <= known->high[c];
    }
    if (!within) {
        return;
    }
    for (vol_u32 i = 0; i < known->near.count; i++) {
        VOL_GLOBAL const vol_barrier *b = &w->obstacles->barrier[known->near.which[i]];
        hard_part q = hard_part_of(w, b);
        const double far = b->radius + 1.75 * reach + 2 * q.margin; /* into the corners of the box */
        hard_set_side(w, &q, 0);
        if (b->shape == VOL_CORE_POLYGON || !hard_is_far(&q, w->p, far)) {
            w->own.near.which[count++] = known->near.which[i];
            if (b->shape != VOL_CORE_POLYGON) {
                w->lone = q;
            }
        }
    }
    w->own.near.count = count;
    w->own.near.all = 0;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        w->own.low[c] = w->p[c] - reach;
        w->own.high[c] = w->p[c] + reach;
    }
    w->around = &w->own;
}

/* Where the boid comes to; false if it stays where it was. */
VOL_OUTLINE int hard_find_place(hard_walk *w, const double from[3], const double to[3], double place[3]) {
    int low, single = w->world->single_precision != 0, free = hard_is_free(w, from, 0, &low), moved = !free;
    hard_copy(place, to);
    if (!free && !hard_get_out(w)) {
        return 1;
    }
    moved = ((low || !free) && hard_lift(w)) || moved;
    moved = !hard_walk_way(w, from, to) || moved;
    into_world(w->world, w->p);
    for (int c = 0; moved && c < (int)w->world->dimensions; c++) {
        place[c] = single ? (double)(float)w->p[c] : w->p[c];
    }
    return !free || hard_is_free(w, place, 1, &low);
}

/* What a piece does at the one wall or side that is near; HARD_UNSURE where that is no line, or rounding could matter.
 */
VOL_OUTLINE int hard_meet_lone(const hard_walk *w, const hard_piece *s, const hard_line *line, double *free) {
    const hard_part *q = &w->lone;
    int near = hard_line_near(line, q->margin);
    if (near == HARD_UNSURE && line->known) {
        double normal[3];
        near = hard_height(w, q, w->p, normal) < q->margin ? HARD_MEETS : HARD_MISSES;
    }
    return hard_line_meets(line, s->length, q->margin, near == HARD_MEETS, free);
}

/* hard_lift from the one wall that is near; -1 where the boid is inside it. */
VOL_INLINE int hard_lift_lone(hard_walk *w) {
    const hard_part *q = &w->lone;
    double normal[3], step[3] = {0, 0, 0}, height = hard_height(w, q, w->p, normal);
    if (height < q->margin / 2) {
        hard_add(step, normal, q->margin - height);
        hard_add(w->p, step, 1);
    }
    return height < 0 ? -1 : height < q->margin / 2;
}

/* From w->p to `to` along one wall, *moved if that was in the way; false where more than this must be known. */
VOL_OUTLINE int hard_pass_lone(hard_walk *w, const double to[3], int *moved) {
    const hard_part *q = &w->lone;
    hard_piece s;
    double free = 0;
    int inside_world = 1, lifted = 0;
    for (int c = 0; c < 3; c++) {
        s.step[c] = to[c] - w->p[c];
        inside_world = inside_world && v_abs(s.step[c] - w->velocity[c] * w->world->dt) <= w->world->size[c] / 2;
    }
    s.length = VOL_SQRT(hard_dot(s.step, s.step));
    hard_line line = hard_line_of(w, q, &s);
    if (line.known && v_abs(line.start) - line.thick <= q->margin / 2 + line.spare) {
        lifted = hard_lift_lone(w);
        line = hard_line_of(w, q, &s);
    }
    if (!inside_world || !line.known || lifted < 0) {
        return 0;
    }
    const int met = hard_meet_lone(w, &s, &line, &free);
    *moved = lifted || met == HARD_MEETS;
    if (met != HARD_MEETS) {
        hard_add(w->p, s.step, 1);
        return met == HARD_MISSES;
    }
    hard_add(w->p, s.step, free);
    hard_height(w, q, w->p, w->normal[0]);
    for (int c = 0; c < 3; c++) {
        s.step[c] *= 1 - free;
    }
    w->touches = 1;
    hard_yield_to(w, s.step);
    hard_yield_to(w, w->velocity);
    s.length = VOL_SQRT(hard_dot(s.step, s.step));
    line = hard_line_of(w, q, &s);
    if (!(s.length > 0) || hard_meet_lone(w, &s, &line, &free) != HARD_MISSES) {
        return 0;
    }
    hard_add(w->p, s.step, hard_inside_world(w, s.step));
    return 1;
}

/* hard_find_place where the boid can touch one straight wall or side alone and slides along it, as nearly all do that
 * touch anything; false, and nothing has changed, where it is not as simple. */
VOL_OUTLINE int hard_slide_along(hard_walk *w, const double to[3], double place[3]) {
    const hard_part *q = &w->lone;
    const double from[3] = {w->p[0], w->p[1], w->p[2]};
    const double velocity[3] = {w->velocity[0], w->velocity[1], w->velocity[2]};
    int moved = 0;
    if (w->around == &w->own && w->own.near.count == 1 && q->barrier && hard_pass_lone(w, to, &moved)) {
        int over = 0; /* an edge of the world, to where others may be near */
        hard_copy(place, w->p);
        into_world(w->world, w->p);
        for (int c = 0; c < 3; c++) {
            over = over || (moved && place[c] != w->p[c]);
            place[c] = !moved ? to[c] : w->world->single_precision ? (double)(float)w->p[c] : w->p[c];
        }
        if (!over && hard_is_far(q, place, q->barrier->radius + q->margin / 16 + q->unsure)) {
            return 1;
        }
    }
    hard_copy(w->p, from);
    hard_copy(w->velocity, velocity);
    w->touches = 0;
    return 0;
}

/* Keeps a boid that goes from `from` to `to` out of all hard obstacles: corrects `to`, takes from its velocity what
 * points into them. There are obstacles; `known`, if not 0, are those near it and others. `tested`: it may well meet
 * one. */
VOL_OUTLINE void hard_stop(const vol_obstacle_cells *obstacles, const vol_near_box *known, int tested,
                           VOL_GLOBAL const vol_world_numbers *world, const double from[3], double to[3],
                           double velocity[3]) {
    hard_walk w;
    double start[3] = {0, 0, 0}, end[3] = {0, 0, 0}, place[3], size = 0;
    w.obstacles = obstacles;
    w.world = world;
    w.touches = 0;
    w.known.from = 0;
    w.lone.barrier = 0;
    w.around = known ? known : &w.own;
    for (int c = 0; c < 3; c++) {
        w.p[c] = w.velocity[c] = 0;
        w.own.low[c] = VOL_INFINITY; /* nothing is known yet */
        w.own.high[c] = -VOL_INFINITY;
    }
    for (int c = 0; c < (int)world->dimensions; c++) {
        w.p[c] = start[c] = from[c];
        end[c] = to[c];
        w.velocity[c] = velocity[c];
        double edge = world->boundary == VOL_EDGE_OPEN ? 0 : world_extent(world, c) + world->margin;
        double farthest = v_max(v_abs(from[c]), v_abs(to[c])) + v_abs(velocity[c] * world->dt);
        size = v_max(v_max(farthest, edge), size); /* wherever the way may lead */
    }
    w.rounding = size * (world->single_precision ? 0x1p-24 : 0x1p-48) + 1e-30;
    if (!tested && hard_is_clear(&w, start, end)) {
        return;
    }
    const double way[3] = {end[0] - start[0], end[1] - start[1], end[2] - start[2]};
    hard_narrow(&w, VOL_SQRT(hard_dot(way, way)));
    int goes = hard_slide_along(&w, end, place) || hard_find_place(&w, start, end, place);
    into_world(world, start); /* one that stays and was added outside of the world comes in all the same */
    const double most = VOL_MOST_PLACE + world->margin; /* no obstacle pushes boids farther than one may be added */
    for (int c = 0; c < (int)world->dimensions; c++) {
        to[c] = v_min(v_max(goes ? place[c] : start[c], -most), most);
        velocity[c] = w.velocity[c];
    }
}

#endif
