/* A table of CSV in memory: what plots are made of, and lists of a sweep. The header names the columns, every row has
 * all of them; cells are text until numbers are asked for. */
#ifndef VOLERY_APP_PLOT_TABLE_H
#define VOLERY_APP_PLOT_TABLE_H

#include "common/arena.h"
#include "common/words.h"
#include "util/fault.h"

#include <stddef.h>

typedef struct app_table {
    const char *name; /* of the file, for messages */
    char *text;       /* that the cells point into */
    size_t columns, rows;
    const char **titles; /* of the columns */
    const char **cells;  /* row after row */
    size_t *lines;       /* of the file, in which each row begins */
    size_t cut_line;     /* the last line, which was left out because its writer was stopped in it; 0: none */
} app_table;

/* How a table is read whose last line has no line end and not all columns. */
typedef enum app_table_end {
    APP_TABLE_WHOLE, /* that is refused: what is computed from it must be all there */
    APP_TABLE_CUT    /* the line is left out, see `cut_line`. Of tables that volery writes any last line without an end:
                        its last number may have lost digits */
} app_table_end;

/* Reads a file (- is standard input). On failure the table is empty, and the fault names file, line and column. */
bool app_table_read(app_table *table, const char *path, app_table_end end, app_fault *fault);
/* The same from `length` bytes with a zero behind them, which were allocated and now belong to the table. */
bool app_table_read_text(app_table *table, char *text, size_t length, const char *name, app_table_end end,
                         app_fault *fault);
void app_table_release(app_table *table);

/* Cuts one row, a line without its end, into cells, in place. The words are to be released in any case. */
bool app_table_split(char *row, vol_words *cells, app_fault *fault);

const char *app_table_cell(const app_table *table, size_t row, size_t column);

/* The number of the column of that title; `columns` if there is none. */
size_t app_table_find(const app_table *table, const char *title);
/* The same, and a fault that lists the titles if there is none. */
bool app_table_need(const app_table *table, const char *title, size_t *column, app_fault *fault);

/* Are all cells of the column numbers, or empty? */
bool app_table_is_numeric(const app_table *table, size_t column);
/* The numbers of a column, as many as there are rows; an empty cell, nan and inf are not a number. */
bool app_table_numbers(const app_table *table, size_t column, double *numbers, app_fault *fault);

/* Appends a cell as CSV has it, in quotes where it needs them. */
void app_table_put(vol_text *text, const char *cell);

#endif
