/* Reads CSV as RFC 4180 has it: commas, quotes where a cell needs them, a header. First station of `plot`, and of lists
 * that a sweep goes through. The text is cut up in place. */
#include "plot/table.h"
#include "util/file.h"

#include "common/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 34)
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* Where in the text the reader is. */
typedef struct reader {
    app_table *table;
    char *at, *end;
    const char *tail; /* where a last line without an end begins that may be left out; NULL: none */
    size_t line;      /* of the row, counted from 1 */
    size_t inside;    /* line ends within its quotes */
    size_t column;    /* of the cell that is being read, counted from 1 */
    vol_words cells;
    size_t row_room;
    app_fault *fault;
} reader;

static bool wrong(const reader *r, const char *what) {
    return app_fault_set(r->fault, APP_EXIT_WRONG, "%s:%zu: column %zu: %s", r->table->name, r->line, r->column, what);
}

/* Is there a comma, a line end or the end of the text? */
static bool at_stop(const reader *r, const char *at) {
    return at == r->end || *at == ',' || *at == '\n' || (*at == '\r' && at + 1 < r->end && at[1] == '\n');
}

/* A cell in quotes, in which two quotes stand for one. Moves r->at behind it. */
static bool read_quoted(reader *r) {
    char *to = r->at;
    vol_words_add(&r->cells, to);
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at == '"' && r->at + 1 < r->end && r->at[1] == '"') {
            r->at++;
        } else if (*r->at == '"') {
            char *behind = r->at + 1;
            if (!at_stop(r, behind)) {
                return wrong(r, "something stands behind the closing quote; a quote within a cell is written twice");
            }
            *to = '\0';
            r->at = behind;
            return true;
        }
        r->inside += *r->at == '\n';
        *to++ = *r->at;
    }
    return wrong(r, "the quote is never closed");
}

static bool read_cell(reader *r) {
    if (r->at < r->end && *r->at == '"') {
        return read_quoted(r);
    }
    vol_words_add(&r->cells, r->at);
    while (!at_stop(r, r->at)) {
        if (*r->at == '"') {
            return wrong(r, "a quote within a cell that does not begin with one");
        }
        r->at++;
    }
    return true;
}

/* One row, cut into cells. */
static bool read_row(reader *r, size_t *count) {
    size_t before = r->cells.count;
    bool more = true;
    r->inside = 0;
    for (r->column = 1; more; r->column++) {
        if (!read_cell(r)) {
            return false;
        }
        more = r->at < r->end && *r->at == ',';
        if (more) {
            *r->at++ = '\0';
        }
    }
    if (r->at < r->end) {
        char *stop = r->at;
        r->at += *stop == '\r' ? 2 : 1;
        *stop = '\0';
    }
    *count = r->cells.count - before;
    if (*count == 1 && r->cells.word[before][0] == '\0') {
        return app_fault_set(r->fault, APP_EXIT_WRONG, "%s:%zu: an empty line", r->table->name, r->line);
    }
    return true;
}

static bool check_titles(reader *r) {
    const app_table *t = r->table;
    for (size_t i = 0; i < t->columns; i++) {
        r->column = i + 1;
        if (r->cells.word[i][0] == '\0') {
            return wrong(r, "the header has no name for this column");
        }
        for (size_t j = 0; j < i; j++) {
            if (strcmp(r->cells.word[i], r->cells.word[j]) == 0) {
                return app_fault_set(r->fault, APP_EXIT_WRONG, "%s:1: columns %zu and %zu are both called '%.60s'",
                                     t->name, j + 1, i + 1, r->cells.word[i]);
            }
        }
    }
    return true;
}

static void note_line(reader *r) {
    app_table *t = r->table;
    if (t->rows == r->row_room) {
        r->row_room = r->row_room * 2 + 256;
        t->lines = vol_retake(t->lines, r->row_room * sizeof *t->lines);
    }
    t->lines[t->rows++] = r->line;
}

/* Is this the first column of volery's own tables, in which every line has an end? */
static bool is_own(const char *title) {
    return strcmp(title, "step") == 0 || strcmp(title, "run") == 0;
}

/* The last line, which has no end: a row where it has all columns, else it is left out. */
static void read_tail(reader *r) {
    app_table *t = r->table;
    app_fault ignored;
    app_fault *fault = r->fault;
    size_t before = r->cells.count;
    size_t count = 0;
    r->fault = &ignored;
    if (!is_own(r->cells.word[0]) && read_row(r, &count) && count == t->columns) {
        note_line(r);
    } else {
        r->cells.count = before;
        t->cut_line = r->line;
    }
    r->at = r->end;
    r->fault = fault;
}

static bool read_rows(reader *r) {
    app_table *t = r->table;
    if (r->at == r->end) {
        return app_fault_set(r->fault, APP_EXIT_WRONG, "%s: the file is empty", t->name);
    }
    if (!read_row(r, &t->columns) || !check_titles(r)) {
        return false;
    }
    r->line += 1 + r->inside;
    while (r->at < r->end) {
        size_t count = 0;
        if (r->at == r->tail) {
            read_tail(r);
            break;
        }
        if (!read_row(r, &count)) {
            return false;
        }
        if (count != t->columns) {
            return app_fault_set(r->fault, APP_EXIT_WRONG, "%s:%zu: %zu columns; the header has %zu", t->name, r->line,
                                 count, t->columns);
        }
        note_line(r);
        r->line += 1 + r->inside;
    }
    return true;
}

/* Where the last line begins, if it has no end; NULL if it has one. */
static const char *find_tail(const char *text, size_t length) {
    const char *at = text + length;
    while (at > text && at[-1] != '\n') {
        at--;
    }
    return at < text + length ? at : NULL;
}

bool app_table_read_text(app_table *table, char *text, size_t length, const char *name, app_table_end end,
                         app_fault *fault) {
    *table = (app_table){.name = name, .text = text};
    reader r = {.table = table, .at = text, .end = text + length, .line = 1, .column = 1, .fault = fault};
    r.tail = end == APP_TABLE_CUT ? find_tail(text, length) : NULL;
    bool right = memchr(text, '\0', length) == NULL ||
                 app_fault_set(fault, APP_EXIT_WRONG, "%s: holds a zero byte; a table of CSV is text", name);
    if (length >= 3 && memcmp(text, BYTE_ORDER_MARK, 3) == 0) {
        r.at += 3; /* a mark that some programs put before a text */
    }
    right = right && read_rows(&r);
    table->titles = r.cells.word;
    table->cells = table->titles != NULL ? table->titles + table->columns : NULL;
    if (!right) {
        app_table_release(table);
    }
    return right;
}

bool app_table_split(char *row, vol_words *cells, app_fault *fault) {
    app_table table = {.name = "row"};
    reader r = {.table = &table, .at = row, .end = row + strlen(row), .line = 1, .fault = fault};
    size_t count = 0;
    bool right = read_row(&r, &count) && (r.at == r.end || wrong(&r, "there is a line end in it"));
    *cells = r.cells;
    return right;
}

bool app_table_read(app_table *table, const char *path, app_table_end end, app_fault *fault) {
    size_t length = 0;
    *table = (app_table){0};
    bool from_input = strcmp(path, "-") == 0;
    char *text = app_file_read_text(from_input ? NULL : path, MOST_BYTES, &length, fault);
    return text != NULL && app_table_read_text(table, text, length, from_input ? "standard input" : path, end, fault);
}

void app_table_release(app_table *table) {
    free(table->titles);
    free(table->lines);
    free(table->text);
    *table = (app_table){0};
}

const char *app_table_cell(const app_table *table, size_t row, size_t column) {
    return table->cells[row * table->columns + column];
}

size_t app_table_find(const app_table *table, const char *title) {
    size_t column = 0;
    while (column < table->columns && strcmp(table->titles[column], title) != 0) {
        column++;
    }
    return column;
}

bool app_table_need(const app_table *table, const char *title, size_t *column, app_fault *fault) {
    *column = app_table_find(table, title);
    if (*column < table->columns) {
        return true;
    }
    vol_words known = {.word = table->titles, .count = table->columns, .room = table->columns};
    const char *nearest = vol_words_nearest(&known, title);
    vol_text list = {0};
    vol_words_list(&known, &list);
    app_fault_set(fault, APP_EXIT_WRONG, "%s:1: there is no column '%s'", table->name, title);
    if (nearest != NULL) {
        app_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    app_fault_more(fault, "%s there are: %s", nearest != NULL ? "" : ";", list.data);
    vol_text_release(&list);
    return false;
}

/* What programs write where there is no number. */
static bool is_missing(const char *cell) {
    static const char *const words[] = {"", "nan", "-nan", "NaN", "inf", "-inf", NULL};
    size_t i = 0;
    while (words[i] != NULL && strcmp(words[i], cell) != 0) {
        i++;
    }
    return words[i] != NULL;
}

bool app_table_is_numeric(const app_table *table, size_t column) {
    double number = 0;
    bool numeric = true;
    for (size_t i = 0; i < table->rows && numeric; i++) {
        const char *cell = app_table_cell(table, i, column);
        numeric = is_missing(cell) || vol_number_read(cell, &number);
    }
    return numeric;
}

bool app_table_numbers(const app_table *table, size_t column, double *numbers, app_fault *fault) {
    for (size_t i = 0; i < table->rows; i++) {
        const char *cell = app_table_cell(table, i, column);
        if (is_missing(cell)) {
            numbers[i] = NAN;
        } else if (!vol_number_read(cell, &numbers[i])) {
            return app_fault_set(fault, APP_EXIT_WRONG, "%s:%zu: column %zu (%s): '%.60s' is not a number", table->name,
                                 table->lines[i], column + 1, table->titles[column], cell);
        }
    }
    return true;
}

void app_table_put(vol_text *text, const char *cell) {
    bool marked = strncmp(cell, BYTE_ORDER_MARK, 3) == 0; /* a reader would take it for the file's */
    if (strpbrk(cell, ",\"\r\n") == NULL && !marked) {
        vol_text_put(text, cell);
        return;
    }
    vol_text_put(text, "\"");
    for (; *cell != '\0'; cell++) {
        vol_text_add(text, *cell == '"' ? "\"\"" : cell, *cell == '"' ? 2 : 1);
    }
    vol_text_put(text, "\"");
}
