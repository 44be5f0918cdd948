/* Old lines against new ones: reads what `volery bench --json` wrote, finds the partner of each line, and prints how
 * many times faster the new one is. */
#include "bench/bench.h"
#include "common/words.h"
#include "util/file.h"
#include "util/json.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 16 * 1024 * 1024 };

/* A line that is read. */
typedef struct reading {
    const char *name; /* "old.json, line 3" */
    app_bench_line line;
    uint64_t seen; /* a bit a column */
    bool of_machine;
    app_fault *fault;
} reading;

/* A number is one without quotes, a text one with them: that is how JSON tells. */
static bool read_field(const reading *r, const app_bench_column *column, void *field, const char *value, bool is_text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789/_-";
    const bool of_device = strcmp(column->name, "device") == 0; /* names that others have given */
    if (is_text != (column->kind == APP_BENCH_TEXT)) {
        return app_fault_set(r->fault, APP_EXIT_WRONG, "%s: key '%s' must be %s", r->name, column->name,
                             is_text ? "a number" : "a text");
    }
    if (is_text) {
        size_t length = strlen(value);
        if (length == 0 || length >= column->size || (!of_device && strspn(value, letters) != length)) {
            return app_fault_set(
                r->fault, APP_EXIT_WRONG, "%s: key '%s': value '%s' is not allowed; allowed are 1 to %zu %s", r->name,
                column->name, value, column->size - 1, of_device ? "characters" : "letters, digits, / _ -");
        }
        memcpy(field, value, length + 1);
        return true;
    }
    bool right = column->kind == APP_BENCH_WHOLE ? vol_whole_read(value, field) : vol_number_read(value, field);
    if (!right || (column->kind == APP_BENCH_REAL && *(double *)field < 0)) {
        return app_fault_set(r->fault, APP_EXIT_WRONG,
                             "%s: key '%s': value '%s' is not allowed; allowed is a %snumber from 0 on", r->name,
                             column->name, value, column->kind == APP_BENCH_WHOLE ? "whole " : "");
    }
    return true;
}

/* Is this a line that tells of the machine? */
static bool look_for_machine(void *context, const char *key, const char *value, bool is_text) {
    reading *r = context;
    (void)value;
    (void)is_text;
    r->of_machine = r->of_machine || strcmp(key, "machine") == 0;
    return true;
}

static bool read_value(void *context, const char *key, const char *value, bool is_text) {
    reading *r = context;
    const app_bench_column *column;
    size_t i = 0;
    while ((column = app_bench_column_at(i)) != NULL && strcmp(column->name, key) != 0) {
        i++;
    }
    if (column == NULL && strcmp(key, "stages") == 0) {
        return app_fault_set(r->fault, APP_EXIT_WRONG, "%s: key 'stages' must be a map", r->name);
    }
    if (column == NULL || (r->seen >> i & 1) != 0) {
        return app_fault_set(r->fault, APP_EXIT_WRONG, "%s: %s key '%s'", r->name,
                             column == NULL ? "unknown" : "more than one", key);
    }
    r->seen |= UINT64_C(1) << i;
    return read_field(r, column, (char *)&r->line + column->field, value, is_text);
}

static bool check_whole(const reading *r) {
    const app_bench_column *column;
    for (size_t i = 0; (column = app_bench_column_at(i)) != NULL; i++) {
        if ((r->seen >> i & 1) == 0 && !column->optional) {
            return app_fault_set(r->fault, APP_EXIT_WRONG, "%s: key '%s' is missing", r->name, column->name);
        }
    }
    return r->line.seconds_per_step > 0 ||
           app_fault_set(r->fault, APP_EXIT_WRONG,
                         "%s: key 'seconds_per_step': value '0' is not allowed; allowed is more than 0", r->name);
}

/* One line of the file. What tells of the machine has no workload, and is passed over. */
static bool read_line(app_bench_lines *lines, const char *name, const char *text, app_fault *fault) {
    reading r = {.name = name, .fault = fault};
    const char *problem = NULL;
    if (text[0] != '{') {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: not a line of volery bench --json, which begins with {", name);
    }
    if (!app_json_read(text, look_for_machine, &r, &problem)) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: no JSON from column %zu on", name,
                             (size_t)(problem - text) + 1);
    }
    if (r.of_machine) {
        return true;
    }
    bool right = app_json_read(text, read_value, &r, &problem) && check_whole(&r);
    if (right) {
        app_bench_lines_add(lines, &r.line);
    }
    return right;
}

bool app_bench_lines_read(app_bench_lines *lines, const char *path, app_fault *fault) {
    size_t length = 0;
    char *bytes = app_file_read_text(path, MOST_BYTES, &length, fault);
    if (bytes == NULL) {
        return false;
    }
    bool right = true;
    size_t number = 1;
    vol_text name = {0};
    for (size_t at = 0; right && at < length; number++) {
        char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - (bytes + at)) : length - at;
        bytes[at + size] = '\0';
        name.length = 0;
        vol_text_print(&name, "%s, line %zu", path, number);
        if (size > 0) {
            right = read_line(lines, name.data, bytes + at, fault);
        }
        at += size + 1;
    }
    vol_text_release(&name);
    free(bytes);
    if (right && lines->count == 0) {
        right = app_fault_set(fault, APP_EXIT_WRONG, "%s: there is no line of volery bench --json in it", path);
    }
    return right;
}

static bool are_partners(const app_bench_line *a, const app_bench_line *b) {
    const app_bench_column *column;
    for (size_t i = 0; (column = app_bench_column_at(i)) != NULL; i++) {
        const char *left = (const char *)a + column->field;
        const char *right = (const char *)b + column->field;
        if (!column->same) {
            continue;
        }
        if (column->kind == APP_BENCH_TEXT ? strcmp(left, right) != 0 : memcmp(left, right, sizeof(uint64_t)) != 0) {
            return false;
        }
    }
    return true;
}

/* Where the partner of a line is; as many as there are lines: it has none. The last one counts: a file to which lines
 * were added has the newest at its end. */
static size_t partner(const app_bench_lines *lines, const app_bench_line *line) {
    for (size_t i = lines->count; i > 0; i--) {
        if (are_partners(&lines->item[i - 1], line)) {
            return i - 1;
        }
    }
    return lines->count;
}

static void put_names(vol_text *text, const app_bench_line *line) {
    vol_text_print(text, "%-17s %1llu %10llu %7llu %-8s %-9s %-6s ", line->workload,
                   (unsigned long long)line->dimension, (unsigned long long)line->boids,
                   (unsigned long long)line->threads, app_bench_on_device(line) ? line->device : line->isa,
                   line->precision, line->index);
}

static void put_pair(vol_text *text, const app_bench_line *old, const app_bench_line *now) {
    put_names(text, now);
    vol_text_print(text, "%12.4f %12.4f %9.3f", 1e3 * old->seconds_per_step, 1e3 * now->seconds_per_step,
                   old->seconds_per_step / now->seconds_per_step);
    for (int i = 0; i < 4; i++) {
        if (now->stage[i] > 0) {
            vol_text_print(text, " %7.3f", old->stage[i] / now->stage[i]);
        } else {
            vol_text_print(text, " %7s", "-");
        }
    }
    vol_text_print(text, "  %s\n", strcmp(old->hash, now->hash) == 0 ? "same" : "differs");
}

void app_bench_compare(vol_text *text, const app_bench_lines *old, const app_bench_lines *now) {
    vol_text_print(text, "%-17s %1s %10s %7s %-8s %-9s %-6s %12s %12s %9s %7s %7s %7s %7s  %s\n", "workload", "D",
                   "boids", "threads", "isa", "precision", "index", "old ms/step", "new ms/step", "old/new", "index",
                   "sense", "decide", "move", "hash");
    for (size_t i = 0; i < now->count; i++) {
        size_t other = partner(old, &now->item[i]);
        if (other < old->count) {
            put_pair(text, &old->item[other], &now->item[i]);
        } else {
            put_names(text, &now->item[i]);
            vol_text_print(text, "%12s %12.4f  only new\n", "", 1e3 * now->item[i].seconds_per_step);
        }
    }
    for (size_t i = 0; i < old->count; i++) {
        if (partner(now, &old->item[i]) == now->count) {
            put_names(text, &old->item[i]);
            vol_text_print(text, "%12.4f %12s  only old\n", 1e3 * old->item[i].seconds_per_step, "");
        }
    }
    vol_text_put(text, "old/new and the columns of stages: how many times faster the new one is.\n");
}
