/* Obstacles as the step sees them: cores with a range, found by a coarse grid of their own. */
#ifndef VOLERY_SURROUND_BARRIERS_H
#define VOLERY_SURROUND_BARRIERS_H

#include "kernels/abi.h"
#include "kernels/obstacle_cells.h"

typedef struct vol_barriers {
    vol_barrier *barrier; /* in the order in which they were made; those taken away have a range below 0 */
    uint32_t count, room;
    uint32_t *number; /* of each, by which the host knows it: ascending, none is ever given twice */
    uint32_t number_room;
    uint32_t given; /* numbers given so far */
    uint32_t gone;  /* how many of them are taken away, and still have a place */
    double *points; /* three numbers each */
    uint32_t point_count, point_room;
    uint32_t soft, hard;               /* how many push, and how many stop; once sorted */
    uint64_t soft_flocks, hard_flocks; /* on which some of these act, by bits */
    void **user;                       /* of each, the host's */
    uint32_t user_room;

    vol_obstacle_grid grid;
    uint32_t *start, *list; /* as in vol_obstacle_cells */
    uint32_t start_room, list_room;
    size_t entries; /* that the list will have */
    bool sorted;    /* else there is room to do so */
} vol_barriers;

/* After an obstacle or the world has changed: makes room to sort the obstacles into cells anew; false if there is no
 * memory for it, and nothing has changed. */
bool vol_barriers_index(vol_barriers *barriers, const vol_world_def *world);

/* The same after one obstacle alone was made, changed or taken away, which reached `before` cells until then (0: it was
 * not there): most of the time nothing has to be counted but that one. */
bool vol_barriers_index_one(vol_barriers *barriers, const vol_world_def *world, uint32_t number, size_t before);

/* How many cells an obstacle reaches into; none once it was taken away. */
size_t vol_barriers_reached(const vol_barriers *barriers, uint32_t number);

/* Before a step: does so, if there is need. Thousands that are made one by one are sorted once. */
void vol_barriers_sort(vol_barriers *barriers);

/* An array with room for at least `needed` elements, the first `used` kept; without memory the one that was given, and
 * *room is less. */
void *vol_grown(void *array, size_t used, uint32_t *room, size_t needed, size_t element,
                const vol_allocator *allocator);

/* The place of the obstacle that the host knows by that number, or VOL_NONE. */
uint32_t vol_barriers_find(const vol_barriers *barriers, uint32_t number);

/* After one was taken away: where most are gone, the others close up, in their order. */
void vol_barriers_close_up(vol_barriers *barriers, const vol_world_def *world);

void vol_barriers_release(vol_barriers *barriers, const vol_allocator *allocator);

/* Once they are sorted: what finds them. */
vol_obstacle_cells vol_barriers_cells(const vol_barriers *barriers);

#endif
