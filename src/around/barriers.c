/* The coarse grid over the obstacles: a group asks it which of them can matter, so thousands stay cheap. */
#include "around/barriers.h"

#include "core/memory.h"

#include <math.h>
#include <string.h>

/* The cells of one axis that low to high covers; in a world with images they may go on at the other end. */
typedef struct stretch {
    int64_t first, last;
} stretch;

static stretch cover(const vol_barriers *b, const vol_world_def *world, int axis, double low, double high) {
    const double far = 0x1p30;
    double a = low * b->per_length[axis], z = high * b->per_length[axis];
    bool counted = a > -far && z < far; /* else it is too many worlds away to tell in which cells it is seen */
    a = a > -far ? a < far ? a : far : -far;
    z = z > -far ? z < far ? z : far : -far;
    stretch s = {(int64_t)a, (int64_t)z};
    s.first -= a < (double)s.first;
    s.last -= z < (double)s.last;
    int64_t number = b->number[axis];
    if (world->images && counted && s.last - s.first + 1 < number) {
        return s; /* taken round by the caller */
    }
    s.first = world->images || s.first < 0 ? 0 : s.first < number ? s.first : number - 1;
    s.last = world->images || s.last >= number ? number - 1 : s.last < 0 ? 0 : s.last;
    return s;
}

static uint32_t wrapped(int64_t cell, uint32_t number) {
    int64_t rest = cell % (int64_t)number;
    return (uint32_t)(rest < 0 ? rest + (int64_t)number : rest);
}

typedef void (*cell_visit)(void *context, uint32_t cell);

static void for_each_cell(const vol_barriers *b, const vol_world_def *world, const double low[3], const double high[3],
                          cell_visit visit, void *context) {
    stretch s[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int c = 0; c < world->dimensions; c++) {
        s[c] = cover(b, world, c, low[c], high[c]);
    }
    for (int64_t z = s[2].first; z <= s[2].last; z++) {
        for (int64_t y = s[1].first; y <= s[1].last; y++) {
            for (int64_t x = s[0].first; x <= s[0].last; x++) {
                uint32_t row = wrapped(z, b->number[2]) * b->number[1] + wrapped(y, b->number[1]);
                visit(context, row * b->number[0] + wrapped(x, b->number[0]));
            }
        }
    }
}

/* The box in which an obstacle is felt, and a little more: whether it is must be left to the kernels, which round. */
static void box_of(const vol_barriers *b, const vol_barrier *barrier, double low[3], double high[3]) {
    for (int c = 0; c < 3; c++) {
        double reach = barrier->half[c] + barrier->range;
        reach += (fabs(barrier->center[c]) + reach + b->period[c]) * 0x1p-18;
        low[c] = barrier->center[c] - reach;
        high[c] = barrier->center[c] + reach;
    }
}

static void count_cell(void *context, uint32_t cell) {
    ((uint32_t *)context)[cell + 1]++;
}

typedef struct filling {
    vol_barriers *barriers;
    uint32_t number;
} filling;

static void fill_cell(void *context, uint32_t cell) {
    filling *f = context;
    f->barriers->list[f->barriers->start[cell]++] = f->number;
}

/* The array if it has room for that many numbers, else a new one, or NULL if there is no memory. */
static uint32_t *with_room(uint32_t *array, uint32_t room, size_t needed, const vol_allocator *allocator) {
    if (needed <= room) {
        return array;
    }
    return needed < UINT32_MAX / 2 ? vol_allocate(allocator, needed * 2, sizeof *array) : NULL;
}

static void take_room(uint32_t **array, uint32_t *room, uint32_t *made, size_t needed, const vol_allocator *allocator) {
    if (made != *array) {
        vol_release(allocator, *array, *room, sizeof **array);
        *array = made;
        *room = (uint32_t)needed * 2;
    }
}

/* About as many cells as obstacles. */
static uint32_t choose_cells(vol_barriers *b, const vol_world_def *world) {
    uint32_t side = 1, most = world->dimensions == 3 ? 16 : 64;
    while (side < most && (world->dimensions == 3 ? side * side * side : side * side) < b->count) {
        side *= 2;
    }
    for (int c = 0; c < 3; c++) {
        b->number[c] = c < world->dimensions ? side : 1;
        b->per_length[c] = side / world->size[c];
        b->period[c] = world->images ? world->size[c] : 0;
    }
    return b->number[0] * b->number[1] * b->number[2];
}

size_t vol_barriers_reached(const vol_barriers *b, const vol_world_def *world, uint32_t number) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    size_t cells = b->barrier[number].range >= 0;
    box_of(b, &b->barrier[number], low, high);
    for (int c = 0; c < 3 && c < world->dimensions; c++) {
        stretch s = cover(b, world, c, low[c], high[c]);
        cells *= (size_t)(s.last - s.first + 1);
    }
    return cells;
}

static void for_each_reached(vol_barriers *b, const vol_world_def *world, uint32_t i, cell_visit visit, void *context) {
    double low[3], high[3];
    if (b->barrier[i].range >= 0) {
        box_of(b, &b->barrier[i], low, high);
        for_each_cell(b, world, low, high, visit, context);
    }
}

/* Room for so many cells with so many entries; false if there is no memory, and nothing has changed. */
static bool make_room(vol_barriers *b, uint32_t cells, size_t entries, const vol_allocator *allocator) {
    uint32_t *start = with_room(b->start, b->start_room, cells + 1, allocator);
    uint32_t *list = with_room(b->list, b->list_room, entries, allocator);
    if (!start || (entries > 0 && !list)) { /* both or none: what is there must go on to serve */
        if (start != b->start) {
            vol_release(allocator, start, 2 * ((size_t)cells + 1), sizeof *start);
        }
        if (list != b->list) {
            vol_release(allocator, list, 2 * entries, sizeof *list);
        }
        return false;
    }
    take_room(&b->start, &b->start_room, start, cells + 1, allocator);
    take_room(&b->list, &b->list_room, list, entries, allocator);
    b->entries = entries;
    b->sorted = false;
    return true;
}

bool vol_barriers_index(vol_barriers *b, const vol_world_def *world) {
    vol_barriers before = *b;
    uint32_t cells = choose_cells(b, world);
    size_t entries = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        entries += vol_barriers_reached(b, world, i);
    }
    if (!make_room(b, cells, entries, &world->allocator)) {
        *b = before;
        return false;
    }
    return true;
}

bool vol_barriers_index_one(vol_barriers *b, const vol_world_def *world, uint32_t number, size_t before) {
    vol_barriers chosen = *b;
    uint32_t cells = choose_cells(&chosen, world);
    if (cells != b->number[0] * b->number[1] * b->number[2]) {
        return vol_barriers_index(b, world); /* more cells: the others reach into others too */
    }
    return make_room(b, cells, b->entries - before + vol_barriers_reached(b, world, number), &world->allocator);
}

/* Counts, sums, and fills from each start on, which moves it to the next cell's start. */
void vol_barriers_sort(vol_barriers *b, const vol_world_def *world) {
    if (b->sorted || b->count == 0) {
        return;
    }
    uint32_t cells = b->number[0] * b->number[1] * b->number[2];
    memset(b->start, 0, (cells + 1) * sizeof *b->start);
    b->soft = b->hard = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        b->soft += b->barrier[i].range >= 0 && b->barrier[i].law != VOL_LAW_HARD;
        b->hard += b->barrier[i].range >= 0 && b->barrier[i].law == VOL_LAW_HARD;
        for_each_reached(b, world, i, count_cell, b->start);
    }
    for (uint32_t c = 0; c < cells; c++) {
        b->start[c + 1] += b->start[c];
    }
    for (uint32_t i = 0; i < b->count; i++) {
        filling f = {b, i};
        for_each_reached(b, world, i, fill_cell, &f);
    }
    memmove(b->start + 1, b->start, cells * sizeof *b->start);
    b->start[0] = 0;
    b->sorted = true;
}

void vol_barriers_release(vol_barriers *b, const vol_allocator *allocator) {
    vol_release(allocator, b->barrier, b->room, sizeof *b->barrier);
    vol_release(allocator, b->points, b->point_room, 3 * sizeof *b->points);
    vol_release(allocator, b->start, b->start_room, sizeof *b->start);
    vol_release(allocator, b->list, b->list_room, sizeof *b->list);
    memset(b, 0, sizeof *b);
}

typedef struct asking {
    const vol_barriers *barriers;
    vol_near *near;
    bool hard;
    const double *low, *high; /* NULL where the box may go round the world */
} asking;

static bool reaches(const vol_barrier *barrier, const asking *a) {
    double low[3], high[3];
    if (a->low) {
        box_of(a->barriers, barrier, low, high);
    }
    for (int c = 0; a->low && c < 3; c++) {
        if (high[c] < a->low[c] || low[c] > a->high[c]) {
            return false;
        }
    }
    return true;
}

/* Inserts in order, each number once: sums must not depend on which cells a group happens to touch. */
static void insert_near(vol_near *near, uint32_t number) {
    uint32_t at = near->count;
    while (at > 0 && near->which[at - 1] > number) {
        at--;
    }
    if (at > 0 && near->which[at - 1] == number) {
        return;
    }
    if (near->count == VOL_NEAR_MOST) {
        near->all = true;
        return;
    }
    memmove(near->which + at + 1, near->which + at, (near->count - at) * sizeof *near->which);
    near->which[at] = number;
    near->count++;
}

static void ask_cell(void *context, uint32_t cell) {
    asking *a = context;
    const vol_barriers *b = a->barriers;
    for (uint32_t i = b->start[cell]; i < b->start[cell + 1]; i++) {
        const vol_barrier *barrier = &b->barrier[b->list[i]];
        if ((barrier->law == VOL_LAW_HARD) == a->hard && reaches(barrier, a)) {
            insert_near(a->near, b->list[i]);
        }
    }
}

void vol_barriers_near(const vol_barriers *b, const vol_world_def *world, const double low[3], const double high[3],
                       bool hard, vol_near *near) {
    asking a = {b, near, hard, world->images ? NULL : low, high};
    near->count = 0;
    near->all = false;
    for_each_cell(b, world, low, high, ask_cell, &a);
}
