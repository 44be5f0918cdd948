/* The values that a column takes, each once: what the axes of a sweep are made of. */
#ifndef VOLERY_APP_PLOT_LEVELS_H
#define VOLERY_APP_PLOT_LEVELS_H

#include "plot/axes.h"
#include "plot/table.h"

typedef struct vol_levels {
    const char *title;
    bool numeric;
    size_t count;
    double *value;     /* ascending; of texts 0, 1, 2, ... in the order of the table */
    const char **name; /* as the table has them */
    size_t *of_row;    /* which level each row has */
} vol_levels;

/* For qsort and bsearch over doubles: ascending. */
int vol_by_value(const void *a, const void *b);

/* Memory is of the arena. */
void vol_levels_find(vol_levels *levels, vol_arena *arena, const vol_table *table, size_t column);

/* Do the levels go up by equal ratios rather than by equal steps? */
bool vol_levels_are_ratios(const vol_levels *levels);

/* Are they so few and so short that they can stand at an axis themselves? */
bool vol_levels_are_ticks(const vol_levels *levels);

/* An axis that shows all levels, with `room` (a part of it) at both ends. */
void vol_levels_ruler(const vol_levels *levels, vol_ruler *axis, double room);

/* Edges of cells around the levels: count + 1. */
void vol_levels_edges(const vol_levels *levels, double *edges);

#endif
