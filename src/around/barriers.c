/* The coarse grid over the obstacles: a group finds by it the obstacles within reach, so thousands stay cheap. */
#include "around/barriers.h"

#include "core/find.h"
#include "core/memory.h"

#include <string.h>

VOL_SAME(VOL_CORE_POINT, VOL_OBSTACLE_CIRCLE);
VOL_SAME(VOL_CORE_BOX, VOL_OBSTACLE_BOX);
VOL_SAME(VOL_CORE_SEGMENT, VOL_OBSTACLE_SEGMENT);
VOL_SAME(VOL_CORE_POLYGON, VOL_OBSTACLE_POLYGON);
VOL_SAME(VOL_CORE_FADE, VOL_LAW_FADE);
VOL_SAME(VOL_CORE_FLAT, VOL_LAW_FLAT);
VOL_SAME(VOL_CORE_HARD, VOL_LAW_HARD);

void *vol_grown(void *array, size_t used, uint32_t *room, size_t needed, size_t element,
                const vol_allocator *allocator) {
    if (needed <= *room) {
        return array;
    }
    void *larger = needed < UINT32_MAX / 2 ? vol_allocate(allocator, needed * 2, element) : NULL;
    if (!larger) {
        return array;
    }
    if (used > 0) {
        memcpy(larger, array, used * element);
    }
    vol_release(allocator, array, *room, element);
    *room = (uint32_t)needed * 2;
    return larger;
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

static uint32_t cell_count(const vol_barriers *b) {
    return b->grid.number[0] * b->grid.number[1] * b->grid.number[2];
}

/* About as many cells as obstacles. */
static uint32_t choose_cells(vol_barriers *b, const vol_world_def *world) {
    uint32_t side = 1, most = world->dimensions == 3 ? 16 : 64;
    while (side < most && (world->dimensions == 3 ? side * side * side : side * side) < b->count) {
        side *= 2;
    }
    for (int c = 0; c < 3; c++) {
        b->grid.number[c] = c < world->dimensions ? side : 1;
        b->grid.low[c] = world->origin[c];
        b->grid.per_length[c] = side / world->size[c];
        b->grid.period[c] = world->images ? world->size[c] : 0;
    }
    b->grid.dimensions = (uint32_t)world->dimensions;
    return cell_count(b);
}

/* The cells that an obstacle reaches into; none once it was taken away. */
static vol_cell_walk cells_reached(const vol_barriers *b, uint32_t number) {
    double low[3], high[3];
    cells_box_of(&b->grid, &b->barrier[number], low, high);
    vol_cell_walk walk = cells_of_box(&b->grid, low, high);
    walk.last[0] = b->barrier[number].range >= 0 ? walk.last[0] : walk.first[0] - 1;
    return walk;
}

size_t vol_barriers_reached(const vol_barriers *b, uint32_t number) {
    vol_cell_walk walk = cells_reached(b, number);
    size_t cells = 1;
    for (int c = 0; c < 3; c++) {
        cells *= (size_t)(walk.last[c] - walk.first[c] + 1);
    }
    return cells;
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
        entries += vol_barriers_reached(b, i);
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
    if (cells != cell_count(b)) {
        return vol_barriers_index(b, world); /* more cells: the others reach into others too */
    }
    return make_room(b, cells, b->entries - before + vol_barriers_reached(b, number), &world->allocator);
}

/* Counts, sums, and fills from each start on, which moves it to the next cell's start. */
void vol_barriers_sort(vol_barriers *b) {
    if (b->sorted || b->count == 0) {
        return;
    }
    uint32_t cells = cell_count(b), cell;
    memset(b->start, 0, (cells + 1) * sizeof *b->start);
    b->soft = b->hard = 0;
    b->soft_flocks = b->hard_flocks = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const bool there = b->barrier[i].range >= 0, hard = b->barrier[i].law == VOL_LAW_HARD;
        b->soft += there && !hard;
        b->hard += there && hard;
        b->soft_flocks |= there && !hard ? b->barrier[i].flocks : 0;
        b->hard_flocks |= there && hard ? b->barrier[i].flocks : 0;
        for (vol_cell_walk walk = cells_reached(b, i); cells_next(&b->grid, &walk, &cell);) {
            b->start[cell + 1]++;
        }
    }
    for (uint32_t c = 0; c < cells; c++) {
        b->start[c + 1] += b->start[c];
    }
    for (uint32_t i = 0; i < b->count; i++) {
        for (vol_cell_walk walk = cells_reached(b, i); cells_next(&b->grid, &walk, &cell);) {
            b->list[b->start[cell]++] = i;
        }
    }
    memmove(b->start + 1, b->start, cells * sizeof *b->start);
    b->start[0] = 0;
    b->grid.count = b->count;
    b->sorted = true;
}

uint32_t vol_barriers_find(const vol_barriers *b, uint32_t number) {
    const uint32_t place = vol_find_number(b->number, sizeof *b->number, b->count, number);
    return place != VOL_NONE && b->barrier[place].range >= 0 ? place : VOL_NONE;
}

/* Fewer obstacles than this are not worth it. */
enum { CLOSE_UP_FROM = 32 };

void vol_barriers_close_up(vol_barriers *b, const vol_world_def *world) {
    if (b->gone < CLOSE_UP_FROM || b->gone <= b->count / 2) {
        return;
    }
    uint32_t kept = 0, points = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        vol_barrier *from = &b->barrier[i];
        if (from->range < 0) {
            continue;
        }
        if (from->point_count > 0) {
            memmove(b->points + 3 * (size_t)points, b->points + 3 * (size_t)from->point_first,
                    3 * (size_t)from->point_count * sizeof *b->points);
        }
        from->point_first = points;
        points += from->point_count;
        b->number[kept] = b->number[i];
        b->user[kept] = b->user[i];
        b->barrier[kept++] = *from;
    }
    b->count = kept;
    b->point_count = points;
    b->gone = 0;
    vol_barriers_index(b, world); /* of fewer there are no more cells and entries than there is room for */
}

bool vol_barriers_prepare(vol_barriers *spare, const vol_barriers *counts, const unsigned char *bytes,
                          const vol_world_def *world) {
    const vol_allocator *allocator = &world->allocator;
    spare->barrier = vol_grown(spare->barrier, 0, &spare->room, counts->count, sizeof *spare->barrier, allocator);
    spare->number = vol_grown(spare->number, 0, &spare->number_room, counts->count, sizeof *spare->number, allocator);
    spare->points =
        vol_grown(spare->points, 0, &spare->point_room, counts->point_count, 3 * sizeof *spare->points, allocator);
    spare->user = vol_grown((void *)spare->user, 0, &spare->user_room, counts->count, sizeof *spare->user, allocator);
    if (spare->room < counts->count || spare->number_room < counts->count || spare->user_room < counts->count ||
        spare->point_room < counts->point_count) {
        return false;
    }
    if (counts->count > 0) {
        memcpy(spare->barrier, bytes, counts->count * sizeof *spare->barrier);
        bytes += counts->count * sizeof *spare->barrier;
        memcpy(spare->number, bytes, counts->count * sizeof *spare->number);
        bytes += counts->count * sizeof *spare->number;
        memcpy((void *)spare->user, bytes, counts->count * sizeof *spare->user);
        bytes += counts->count * sizeof *spare->user;
    }
    if (counts->point_count > 0) {
        memcpy(spare->points, bytes, 3 * (size_t)counts->point_count * sizeof *spare->points);
    }
    spare->count = counts->count;
    spare->point_count = counts->point_count;
    spare->given = counts->given;
    spare->gone = counts->gone;
    return vol_barriers_index(spare, world);
}

void vol_barriers_release(vol_barriers *b, const vol_allocator *allocator) {
    vol_release(allocator, b->number, b->number_room, sizeof *b->number);
    vol_release(allocator, b->barrier, b->room, sizeof *b->barrier);
    vol_release(allocator, b->points, b->point_room, 3 * sizeof *b->points);
    vol_release(allocator, b->start, b->start_room, sizeof *b->start);
    vol_release(allocator, b->list, b->list_room, sizeof *b->list);
    vol_release(allocator, (void *)b->user, b->user_room, sizeof *b->user);
    memset(b, 0, sizeof *b);
}

vol_obstacle_cells vol_barriers_cells(const vol_barriers *b) {
    return (vol_obstacle_cells){&b->grid, b->barrier, b->points, b->start, b->list, VOL_ALL_FLOCKS};
}
