/* Groups of near boids, over the grid of cells.c: joins cells whose boids are all near each other, or else boids. Where
 * cells would be crowded, or are too few, neighbours.c takes over with its tree; spacing.c asks for it. */
#include "measure/cells.h"
#include "measure/forest.h"

#include <string.h>

enum { STRIPS = 6 };

/* The cell that lies so far from `at`, going round where the world does; false if there is none. */
static bool cell_from(const vol_cell_search *s, const int64_t at[3], const vol_cell_way *w, uint32_t *cell) {
    int64_t sum = 0;
    for (int c = s->dimensions - 1; c >= 0; c--) {
        int64_t number = s->grid->cells.number[c], there = at[c] + w->step[c];
        if ((there < 0 || there >= number) && !(s->grid->cells.period[c] > 0)) {
            return false;
        }
        sum = sum * number + (there + number) % number;
    }
    *cell = (uint32_t)sum;
    return true;
}

/* Is a boid of one cell within the radius of a boid of another? */
static bool are_near(const vol_cell_search *s, uint32_t a, uint32_t b) {
    const uint32_t *start = s->grid->start;
    for (uint32_t i = start[a]; i < start[a + 1]; i++) {
        for (uint32_t j = start[b]; j < start[b + 1]; j++) {
            if (vol_cells_square(s, i, j) < s->radius2) {
                return true;
            }
        }
    }
    return false;
}

/* Joins near boids of two cells, or of one. */
static void join_boids(const vol_cell_search *s, uint32_t a, uint32_t b) {
    const uint32_t *start = s->grid->start;
    atomic_uint *parent = s->meter->parent;
    for (uint32_t i = start[a]; i < start[a + 1]; i++) {
        for (uint32_t j = a == b ? i + 1 : start[b]; j < start[b + 1]; j++) {
            if (!vol_forest_beside(parent, i, j) && vol_cells_square(s, i, j) < s->radius2) {
                vol_forest_unite(parent, i, j);
            }
        }
    }
}

/* The cells that a worker joins at a time: rows first to last - 1. It is alone with them while `outside` is false and
 * each is joined with those among them that it has come by already; afterwards, all others are. */
typedef struct cell_strip {
    uint32_t first, last;
    bool outside;
} cell_strip;

/* A cell with those around that come before it, the nearest first: with one of these it mostly joins at once, and with
 * the others it is in one group already. */
static void join_around(const vol_cell_search *s, const cell_strip *strip, uint32_t cell, const int64_t at[3],
                        bool inside) {
    atomic_uint *parent = s->meter->parent;
    const uint32_t begin = strip->first * s->grid->cells.number[0];
    uint32_t own = s->tight ? vol_forest_parent(parent, cell) : VOL_NONE; /* else trees are of boids, not of cells */
    for (int w = 0; w < s->ways; w++) {
        uint32_t other = (uint32_t)(cell - s->way[w].back);
        if ((!inside && !cell_from(s, at, &s->way[w], &other)) || (other >= begin && other < cell) == strip->outside) {
            continue;
        }
        if (!s->tight) {
            join_boids(s, cell, other);
            continue;
        }
        uint32_t up = vol_forest_parent(parent, other);
        if ((up == own) | (up == VOL_NONE) || vol_forest_joined(parent, cell, other) || !are_near(s, cell, other)) {
            continue;
        }
        if (strip->outside) {
            vol_forest_unite(parent, cell, other);
        } else {
            vol_forest_unite_own(parent, cell, other);
        }
        own = vol_forest_parent(parent, cell);
    }
}

/* Every boid of the cell is a group, or the cell is one. */
static void plant_cell(const vol_cell_search *s, uint32_t cell) {
    const uint32_t *start = s->grid->start;
    if (s->tight) {
        atomic_init(&s->meter->parent[cell], start[cell] < start[cell + 1] ? cell : VOL_NONE);
        return;
    }
    for (uint32_t i = start[cell]; i < start[cell + 1]; i++) {
        atomic_init(&s->meter->parent[i], i);
    }
    join_boids(s, cell, cell);
}

/* Cells from x_first to x_last - 1 of a row. */
static void join_row(const vol_cell_search *s, const cell_strip *strip, uint32_t row, bool inside, uint32_t x_first,
                     uint32_t x_last) {
    const uint32_t *number = s->grid->cells.number, *start = s->grid->start;
    for (uint32_t x = x_first; x < x_last; x++) {
        const uint32_t cell = row * number[0] + x;
        const int64_t at[3] = {x, row % number[1], row / number[1]};
        if (!strip->outside) {
            plant_cell(s, cell);
        }
        if (start[cell] == start[cell + 1]) {
            continue;
        }
        join_around(s, strip, cell, at, inside);
    }
}

enum { FIRSTS = 256 };

/* Where the first boids of some cells are. */
typedef struct firsts {
    double at[3][FIRSTS + 1];
} firsts;

/* No boid is nowhere, which is not near. */
static void find_firsts(const vol_cell_search *s, uint32_t cell, uint32_t count, firsts *f) {
    const uint32_t *start = s->grid->start + cell;
    for (int c = 0; c < (s->dimensions == 3 ? 3 : 2); c++) {
        const double *at = s->meter->sorted[c];
        for (uint32_t k = 0; k < count; k++) {
            double there = at[start[k]];
            f->at[c][k] = start[k] < start[k + 1] ? there : (double)NAN;
        }
    }
}

/* All bits set if a first boid is near another, with no edge between them. */
static inline uint32_t are_firsts_near(const vol_cell_search *s, const firsts *a, uint32_t i, const firsts *b,
                                       uint32_t j) {
    double x = b->at[0][j] - a->at[0][i], y = b->at[1][j] - a->at[1][i], square = x * x + y * y;
    if (s->dimensions == 3) {
        double z = b->at[2][j] - a->at[2][i];
        square += z * z;
    }
    return 0 - (uint32_t)(square < s->radius2);
}

/* What is known of the groups around a cell, while going along a row: are they, at a glance, one, and which? */
typedef struct outlook {
    bool one;
    uint32_t label; /* VOL_NONE: there is no boid */
} outlook;

/* With one more neighbour. */
static inline outlook take_in(outlook o, uint32_t label) {
    o.label = o.label == VOL_NONE ? label : o.label;
    o.one &= (label == o.label) | (label == VOL_NONE);
    return o;
}

static outlook look_all_round(const vol_cell_search *s, uint32_t cell) {
    outlook o = {true, VOL_NONE};
    for (int w = 0; w < s->ways; w++) {
        o = take_in(o, vol_forest_parent(s->meter->parent, (uint32_t)(cell - s->way[w].back)));
    }
    return o;
}

/* The same as join_row of tight cells that have all others around within the strip and the world. Most have their first
 * boid near that of the cell to the left or below and are, with that, in one group with all around. */
static void join_quickly(const vol_cell_search *s, const cell_strip *strip, uint32_t begin, uint32_t count,
                         outlook *o) {
    const int64_t at[3] = {0, 0, 0}; /* not asked for, because no cell looks over an edge */
    const uint32_t number = s->grid->cells.number[0], *front = s->front, *start = s->grid->start + begin;
    const int fronts = s->fronts;
    atomic_uint *parent = s->meter->parent;
    outlook around = *o;
    firsts own, below;
    find_firsts(s, begin - 1, count + 1, &own);
    find_firsts(s, begin - number, count, &below);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t cell = begin + k, empty = start[k] == start[k + 1] ? VOL_NONE : 0;
        const uint32_t left = vol_forest_parent(parent, cell - 1);
        const uint32_t by_left = are_firsts_near(s, &own, k + 1, &own, k);
        const uint32_t by_below = are_firsts_near(s, &own, k + 1, &below, k);
        uint32_t label = (vol_forest_parent(parent, cell - number) & by_below) | (cell & ~by_below);
        label = (left & by_left) | (label & ~by_left) | empty;
        atomic_store_explicit(&parent[cell], label, memory_order_relaxed);
        around = take_in(around, left); /* from the cell to the left to this one: all others were around that, too */
        for (int f = 0; f < fronts; f++) {
            around = take_in(around, vol_forest_parent(parent, cell - front[f]));
        }
        if (!around.one) {
            around = look_all_round(s, cell);
        }
        const bool same = around.one & ((label == around.label) | (around.label == VOL_NONE));
        if (!same && !empty) {
            join_around(s, strip, cell, at, true);
        }
    }
    *o = around;
}

static void join_row_quickly(const vol_cell_search *s, const cell_strip *strip, uint32_t row, uint32_t x_first,
                             uint32_t x_last) {
    outlook o = {false, VOL_NONE};
    for (uint32_t x = x_first; x < x_last; x += FIRSTS) {
        uint32_t count = x_last - x < FIRSTS ? x_last - x : FIRSTS;
        join_quickly(s, strip, row * s->grid->cells.number[0] + x, count, &o);
    }
}

/* Most cells have their neighbours within the strip and the world: nothing about those is left to do in the end. */
static void join_strip(const vol_cell_search *s, const cell_strip *strip) {
    const uint32_t *number = s->grid->cells.number, edge = (uint32_t)s->around;
    const uint32_t left = number[0] < 2 * edge ? number[0] : edge,
                   right = number[0] < 2 * edge ? left : number[0] - edge;
    for (uint32_t row = strip->first; row < strip->last; row++) {
        const uint32_t y = row % number[1], z = row / number[1];
        bool inside = y >= edge && y + edge < number[1];
        inside = inside && (s->dimensions == 2 || (z >= edge && z + edge < number[2]));
        const bool whole = inside && (row - strip->first) * (int64_t)number[0] >= s->back_most;
        join_row(s, strip, row, false, 0, left);
        if (whole && s->tight && !strip->outside) {
            join_row_quickly(s, strip, row, left, right);
        } else if (!whole || !strip->outside) {
            join_row(s, strip, row, inside, left, right);
        }
        join_row(s, strip, row, false, right, number[0]);
    }
}

static cell_strip strip_of(const vol_cell_search *s, uint32_t piece, bool outside) {
    uint32_t first = piece * s->strip;
    return (cell_strip){first, s->rows - first < s->strip ? s->rows : first + s->strip, outside};
}

static void join_inside(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const vol_cell_search *s = context;
    const cell_strip strip = strip_of(s, piece, false);
    join_strip(s, &strip);
}

static void join_outside(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const vol_cell_search *s = context;
    const cell_strip strip = strip_of(s, piece, true);
    join_strip(s, &strip);
}

/* Adds a way to cells before, in its place by distance, unless no boid there can be within the radius. */
static void add_way(vol_cell_search *s, int x, int y, int z) {
    const uint32_t *number = s->grid->cells.number;
    vol_cell_way w = {.step = {x, y, z}, .back = -(x + (int64_t)number[0] * (y + (int64_t)number[1] * z))};
    double gap2 = 0;
    for (int c = 0; c < 3; c++) {
        double steps = fabs((double)w.step[c]), gap = steps > 1 ? (steps - 1) * s->width[c] : 0;
        gap2 += gap * gap;
        w.distance2 += steps * steps;
    }
    if (gap2 * (1 - VOL_CELL_ROUNDING) > s->radius2) {
        return;
    }
    int at = s->ways++;
    for (; at > 0 && s->way[at - 1].distance2 > w.distance2; at--) {
        s->way[at] = s->way[at - 1];
    }
    s->way[at] = w;
    s->back_most = w.back > s->back_most ? w.back : s->back_most;
    if (x == s->around) {
        s->front[s->fronts++] = (uint32_t)w.back;
    }
}

/* All ways to cells around that come before, or would if the world did not end. */
static void find_ways(vol_cell_search *s) {
    const int k = s->around, deep = s->dimensions == 3 ? k : 0;
    for (int z = -deep; z <= 0; z++) {
        for (int y = -k; y <= (z < 0 ? k : 0); y++) {
            for (int x = -k; x <= (z < 0 || y < 0 ? k : -1); x++) {
                add_way(s, x, y, z);
            }
        }
    }
}

/* Cells so small that all in one are near each other, as wide as may be, if there is room for so many; else as wide as
 * the radius. Cells come out a little wider than asked for, the more the fewer they are. */
bool vol_cells_for_groups(vol_meter *meter, double radius, vol_cell_search *s) {
    static const double flat[] = {0.702, 0.64, 1}, deep[] = {0.573, 0.52, 1};
    const double *width = meter->space.dimensions == 3 ? deep : flat;
    for (int i = 0; i < 3; i++) {
        double across2 = 0;
        if (!vol_cells_choose(meter, radius * width[i], s)) {
            return false;
        }
        for (int c = 0; c < s->dimensions; c++) {
            across2 += s->width[c] * s->width[c];
        }
        s->radius2 = radius * radius;
        s->tight = across2 * (1 + VOL_CELL_ROUNDING) < s->radius2;
        s->around = s->least * (1 - VOL_CELL_ROUNDING) >= radius ? 1 : 2;
        if (2 * s->least * (1 - VOL_CELL_ROUNDING) >= radius && (s->tight || s->around == 1)) {
            return true;
        }
    }
    return false;
}

bool vol_meter_join_by_cells(vol_meter *meter, double radius) {
    const uint32_t workers = meter->world->crew.workers;
    vol_cell_search s;
    if (!vol_cells_for_groups(meter, radius, &s) || !vol_cells_sort(&s, true, s.tight ? 64 : 12)) {
        return false;
    }
    find_ways(&s);
    uint32_t strips = workers > 1 ? STRIPS * workers : 1;
    s.strip = (s.rows + strips - 1) / strips;
    strips = (s.rows + s.strip - 1) / s.strip;
    meter->by_cell = s.tight;
    vol_crew_run(&meter->world->crew, strips, join_inside, &s);
    vol_crew_run(&meter->world->crew, strips, join_outside, &s);
    return true;
}
