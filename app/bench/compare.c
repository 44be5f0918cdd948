/* Old lines against new ones: reads what `volery bench --json` wrote, finds the partner of each line, and prints how many
 * times faster the new one is. */
#include "bench/bench.h"
#include "common/words.h"
#include "scene/part.h"
#include "util/file.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 16 * 1024 * 1024 };

/* A number is one without quotes, a text one with them: that is how JSON tells. */
static bool read_field(const app_bench_column *column, const vol_scene_node *node, app_bench_line *line,
                       app_fault *fault) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789/_-";
    void *field = (char *)line + column->field;
    bool is_text = column->kind == APP_BENCH_TEXT;
    if (node->kind != VOL_SCENE_NODE_WORD || node->quoted != is_text) {
        return vol_scene_fault_at(fault, node, NULL, "key '%s' must be %s", column->name,
                                  is_text ? "a text" : "a number");
    }
    if (is_text) {
        size_t length = strlen(node->word);
        if (length == 0 || length >= column->size || strspn(node->word, letters) != length) {
            return vol_scene_fault_at(
                fault, node, NULL, "key '%s': value '%s' is not allowed; allowed are 1 to %zu letters, digits, / _ -",
                column->name, node->word, column->size - 1);
        }
        memcpy(field, node->word, length + 1);
        return true;
    }
    bool right = column->kind == APP_BENCH_WHOLE ? vol_read_whole(node->word, field) : vol_read_real(node->word, field);
    if (!right || (column->kind == APP_BENCH_REAL && *(double *)field < 0)) {
        return vol_scene_fault_at(fault, node, NULL,
                                  "key '%s': value '%s' is not allowed; allowed is a %snumber from 0 on", column->name,
                                  node->word, column->kind == APP_BENCH_WHOLE ? "whole " : "");
    }
    return true;
}

static const vol_scene_node *find_column(const vol_scene_node *map, const char *name) {
    const char *dot = strchr(name, '.');
    if (dot == NULL) {
        return vol_scene_tree_find(map, name);
    }
    const vol_scene_node *stages = vol_scene_tree_find(map, "stages");
    return stages != NULL ? vol_scene_tree_find(stages, dot + 1) : NULL;
}

/* Every key must be one that a line has. */
static bool check_keys(const vol_scene_node *map, const char *prefix, app_fault *fault) {
    for (const vol_scene_node *node = map->first; node != NULL; node = node->next) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", prefix, node->key->word);
        bool known = strcmp(name, "stages") == 0;
        for (size_t i = 0; !known && app_bench_column_at(i) != NULL; i++) {
            known = strcmp(app_bench_column_at(i)->name, name) == 0;
        }
        if (!known) {
            return vol_scene_fault_at(fault, node, NULL, "unknown key '%s'", name);
        }
    }
    return true;
}

static bool read_line(const vol_scene_node *map, app_bench_line *line, app_fault *fault) {
    *line = (app_bench_line){.threads = 0};
    const vol_scene_node *stages = vol_scene_tree_find(map, "stages");
    if (stages != NULL && stages->kind != VOL_SCENE_NODE_MAP) {
        return vol_scene_fault_at(fault, stages, NULL, "key 'stages' must be a map");
    }
    if (!check_keys(map, "", fault) || (stages != NULL && !check_keys(stages, "stages.", fault))) {
        return false;
    }
    const app_bench_column *column;
    for (size_t i = 0; (column = app_bench_column_at(i)) != NULL; i++) {
        const vol_scene_node *node = find_column(map, column->name);
        if (node == NULL && !column->optional) {
            return vol_scene_fault_at(fault, map, NULL, "key '%s' is missing", column->name);
        }
        if (node != NULL && !read_field(column, node, line, fault)) {
            return false;
        }
    }
    return line->seconds_per_step > 0 ||
           vol_scene_fault_at(fault, map, NULL,
                              "key 'seconds_per_step': value '0' is not allowed; allowed is more than 0");
}

/* One line of the file. What tells of the machine has no workload, and is passed over. */
static bool read_object(app_bench_lines *lines, const char *path, size_t number, const char *text, size_t length,
                        app_fault *fault) {
    vol_arena arena = {0};
    app_bench_line line;
    const vol_scene_origin origin = {vol_arena_print(&arena, "%s, line %zu", path, number), true};
    bool right =
        text[0] == '{' ||
        app_fault_set(fault, APP_EXIT_WRONG, "%s: not a line of volery bench --json, which begins with {", origin.name);
    const vol_scene_node *tree = right ? vol_scene_tree_read(&arena, &origin, text, length, fault) : NULL;
    right = tree != NULL;
    if (right && vol_scene_tree_find(tree, "machine") == NULL) {
        right = read_line(tree, &line, fault);
        if (right) {
            app_bench_lines_add(lines, &line);
        }
    }
    vol_arena_release(&arena);
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
    for (size_t at = 0; right && at < length; number++) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - (bytes + at)) : length - at;
        if (size > 0) {
            right = read_object(lines, path, number, bytes + at, size, fault);
        }
        at += size + 1;
    }
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

/* Where the partner of a line is; as many as there are lines: it has none. The last one counts: a file to which lines were
 * added has the newest at its end. */
static size_t partner(const app_bench_lines *lines, const app_bench_line *line) {
    for (size_t i = lines->count; i > 0; i--) {
        if (are_partners(&lines->item[i - 1], line)) {
            return i - 1;
        }
    }
    return lines->count;
}

static void put_names(vol_text *text, const app_bench_line *line) {
    vol_text_print(text, "%-17s %1llu %9llu %7llu %-8s %-9s %-6s ", line->workload, (unsigned long long)line->dimension,
                   (unsigned long long)line->boids, (unsigned long long)line->threads, line->isa, line->precision,
                   line->index);
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
    vol_text_print(text, "%-17s %1s %9s %7s %-8s %-9s %-6s %12s %12s %9s %7s %7s %7s %7s  %s\n", "workload", "D",
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
