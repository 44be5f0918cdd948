/* The values that a column takes, each once: what the axes of a sweep are made of. */
#ifndef VOLERY_APP_PLOT_LEVELS_H
#define VOLERY_APP_PLOT_LEVELS_H

#include "draw/ruler.h"
#include "plot/table.h"

typedef struct app_levels {
    const char *title;
    bool numeric;
    size_t count;
    double *value;     /* ascending; of texts 0, 1, 2, ... in the order of the table */
    const char **name; /* as the table has them */
    size_t *of_row;    /* which level each row has */
} app_levels;

/* For qsort and bsearch over doubles: ascending. */
int app_by_value(const void *a, const void *b);

/* Memory is of the arena. */
void app_levels_find(app_levels *levels, vol_arena *arena, const app_table *table, size_t column);

/* Do the levels go up by equal ratios rather than by equal steps? */
bool app_levels_are_ratios(const app_levels *levels);

/* Are they so few and so short that they can stand at an axis themselves? */
bool app_levels_are_ticks(const app_levels *levels);

/* An axis that shows all levels, with `room` (a part of it) at both ends. */
void app_levels_ruler(const app_levels *levels, app_ruler *axis, double room);

/* Edges of cells around the levels: count + 1. */
void app_levels_edges(const app_levels *levels, double *edges);

#endif
