/* Lines of the benchmark as a table for people, and as JSON and CSV for programs. */
#include "bench/bench.h"
#include "common/format_number.h"
#include "util/json.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(name, member, same) \
    { name, APP_BENCH_TEXT, offsetof(app_bench_line, member), sizeof(((app_bench_line *)0)->member), false, same }
#define WHOLE(name, member, same) \
    { name, APP_BENCH_WHOLE, offsetof(app_bench_line, member), 0, false, same }
#define REAL(name, member) \
    { name, APP_BENCH_REAL, offsetof(app_bench_line, member), 0, false, false }

/* In the order in which they are written. */
static const app_bench_column columns[] = {
    TEXT("workload", workload, true),
    WHOLE("dimension", dimension, true),
    WHOLE("boids", boids, true),
    WHOLE("steps", steps, false),
    WHOLE("threads", threads, true),
    TEXT("isa", isa, true),
    TEXT("device", device, true),
    TEXT("precision", precision, true),
    TEXT("index", index, true),
    REAL("seconds_per_step", seconds_per_step),
    REAL("ns_per_boid", ns_per_boid),
    REAL("stages.index", stage[0]),
    REAL("stages.sense", stage[1]),
    REAL("stages.decide", stage[2]),
    REAL("stages.move", stage[3]),
    {"neighbours", APP_BENCH_REAL, offsetof(app_bench_line, neighbours), 0, true, false},
    REAL("candidates", candidates),
    TEXT("hash", hash, false),
    {"settled", APP_BENCH_WHOLE, offsetof(app_bench_line, settled), 0, true, false},
    {"speedup", APP_BENCH_REAL, offsetof(app_bench_line, speedup), 0, true, false},
    {"fast", APP_BENCH_WHOLE, offsetof(app_bench_line, fast), 0, true, true},
    {"device_bytes", APP_BENCH_WHOLE, offsetof(app_bench_line, device_bytes), 0, true, false},
    {"update", APP_BENCH_TEXT, offsetof(app_bench_line, update), sizeof(((app_bench_line *)0)->update), true, false},
    {"candidates_per_second", APP_BENCH_REAL, offsetof(app_bench_line, candidates_per_second), 0, true, false},
    {"bytes_per_step", APP_BENCH_REAL, offsetof(app_bench_line, bytes_per_step), 0, true, false},
    {"ranks", APP_BENCH_WHOLE, offsetof(app_bench_line, ranks), 0, true, true},
    {"exchange", APP_BENCH_REAL, offsetof(app_bench_line, exchange), 0, true, false},
};

const app_bench_column *app_bench_column_at(size_t index) {
    return index < sizeof columns / sizeof *columns ? &columns[index] : NULL;
}

bool app_bench_on_device(const app_bench_line *line) {
    return strcmp(line->device, "cpu") != 0;
}

/* The field as text without quotes; "" for an optional one that is not there. */
static void field_text(const app_bench_column *column, const app_bench_line *line, char *text, size_t size) {
    const char *field = (const char *)line + column->field;
    char digits[VOL_NUMBER_SIZE] = "";
    switch (column->kind) {
    case APP_BENCH_TEXT: snprintf(text, size, "%s", field); return;
    case APP_BENCH_WHOLE: vol_format_whole(digits, *(const uint64_t *)(const void *)field); break;
    case APP_BENCH_REAL: vol_format_double(digits, *(const double *)(const void *)field); break;
    }
    const char *none = column->kind == APP_BENCH_REAL ? "nan" : "0";
    snprintf(text, size, "%s", column->optional && strcmp(digits, none) == 0 ? "" : digits);
}

void app_bench_json_line(vol_text *text, const app_bench_line *line) {
    vol_text object = {0};
    const app_bench_column *column;
    bool inside = false;
    app_json_open(&object, NULL, '{');
    for (size_t i = 0; (column = app_bench_column_at(i)) != NULL; i++) {
        const void *field = (const char *)line + column->field;
        const char *dot = strchr(column->name, '.');
        const char *name = dot != NULL ? dot + 1 : column->name;
        char value[160];
        field_text(column, line, value, sizeof value);
        if (inside != (dot != NULL)) {
            inside = !inside;
            if (inside) {
                app_json_open(&object, "stages", '{');
            } else {
                app_json_close(&object, '}');
            }
        }
        if (value[0] == '\0') {
            continue;
        }
        switch (column->kind) {
        case APP_BENCH_TEXT: app_json_text(&object, name, field); break;
        case APP_BENCH_WHOLE: app_json_whole(&object, name, *(const uint64_t *)field); break;
        case APP_BENCH_REAL: app_json_real(&object, name, *(const double *)field); break;
        }
    }
    app_json_close(&object, '}');
    vol_text_print(text, "%s\n", object.data);
    vol_text_release(&object);
}

void app_bench_csv_head(vol_text *text) {
    for (size_t i = 0; app_bench_column_at(i) != NULL; i++) {
        vol_text_print(text, "%s%s", i > 0 ? "," : "", app_bench_column_at(i)->name);
    }
    vol_text_put(text, "\n");
}

void app_bench_csv_line(vol_text *text, const app_bench_line *line) {
    for (size_t i = 0; app_bench_column_at(i) != NULL; i++) {
        char value[160];
        field_text(app_bench_column_at(i), line, value, sizeof value);
        vol_text_print(text, "%s%s", i > 0 ? "," : "", value);
    }
    vol_text_put(text, "\n");
}

void app_bench_table_head(vol_text *text) {
    vol_text_print(text, "%-17s %1s %10s %5s %7s %-8s %-9s %-6s %10s %9s %6s %6s %7s %5s %10s %10s %9s  %s\n",
                   "workload", "D", "boids", "steps", "threads", "isa", "precision", "index", "ms/step", "ns/boid",
                   "index%", "sense%", "decide%", "move%", "neighbours", "candidates", "ns/cand.", "hash");
}

void app_bench_table_line(vol_text *text, const app_bench_line *line) {
    double all = line->stage[0] + line->stage[1] + line->stage[2] + line->stage[3];
    double share[4];
    for (int i = 0; i < 4; i++) {
        share[i] = all > 0 ? 100 * line->stage[i] / all : 0;
    }
    double a_candidate = line->candidates > 0 ? line->ns_per_boid / line->candidates : 0;
    vol_text_print(text, "%-17s %1llu %10llu %5llu %7llu %-8s %-9s %-6s %10.4f %9.2f %6.1f %6.1f %7.1f %5.1f ",
                   line->workload, (unsigned long long)line->dimension, (unsigned long long)line->boids,
                   (unsigned long long)line->steps, (unsigned long long)line->threads,
                   app_bench_on_device(line) ? "-" : line->isa, line->precision, line->index,
                   1e3 * line->seconds_per_step, line->ns_per_boid, share[0], share[1], share[2], share[3]);
    if (isnan(line->neighbours)) {
        vol_text_print(text, "%10s ", "-");
    } else {
        vol_text_print(text, "%10.2f ", line->neighbours);
    }
    vol_text_print(text, "%10.2f %9.3f  %s", line->candidates, a_candidate, line->hash);
    if (app_bench_on_device(line)) {
        vol_text_print(text, "  on %s%s, %.1f MiB", line->device, line->fast != 0 ? ", fast" : "",
                       (double)line->device_bytes / (1024 * 1024));
        if (all > 0) {
            vol_text_print(text, ", %.4f ms by its own clock", 1e3 * all);
        }
        if (line->bytes_per_step > 0) {
            vol_text_print(text, ", %.2f G candidates/s, %.1f GB/s", 1e-9 * line->candidates_per_second,
                           1e-9 * line->bytes_per_step / line->seconds_per_step);
        }
    }
    if (line->ranks > 0) {
        vol_text_print(text, "  %llu ranks, %.1f %% of the time in exchange", (unsigned long long)line->ranks,
                       100 * line->exchange);
    }
    if (line->speedup > 0) {
        vol_text_print(text, "  %.0f times the article's program", line->speedup);
    }
    vol_text_put(text, "\n");
}

void app_bench_lines_add(app_bench_lines *lines, const app_bench_line *line) {
    lines->item = vol_retake(lines->item, (lines->count + 1) * sizeof *lines->item);
    lines->item[lines->count++] = *line;
}

void app_bench_lines_release(app_bench_lines *lines) {
    free(lines->item);
    *lines = (app_bench_lines){0};
}
