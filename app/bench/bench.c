/* `volery bench`: reads what is asked for, lets each case be measured, and prints a line as soon as there is one. */
#include "bench/bench.h"

#include "common/words.h"
#include "util/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 32, MOST_BOIDS = INT32_MAX, MOST_THREADS = 1024, LEAST_SCALE = 100, MOST_SCALE = 100000000 };

/* The command line, understood. */
typedef struct plan {
    const app_options *options;
    vol_scene_where where; /* but for threads, which are a list */
    uint64_t boids[MOST_ITEMS], threads[MOST_ITEMS];
    const char *isa[MOST_ITEMS];
    size_t boid_sizes, thread_counts, isas;
    app_bench_cases cases;
    app_bench_way ways[MOST_ITEMS * MOST_ITEMS];
    size_t way_count;
    app_bench_lines old, lines;
    vol_arena arena;
} plan;

static bool wrong(const char *option, const char *word, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "volery bench: --%s: value '%s' is not allowed; allowed ", option,
                         word);
}

/* "a,b,c" into words; every one of them is something, and none is there twice. */
static bool split(plan *p, const char *option, const char *list, const char **words, size_t *count, app_fault *fault) {
    *count = 0;
    for (const char *at = list; at != NULL;) {
        const char *comma = strchr(at, ',');
        const char *word = vol_arena_copy(&p->arena, at, comma != NULL ? (size_t)(comma - at) : strlen(at));
        vol_words known = {.word = words, .count = *count};
        if (word[0] == '\0' || *count == MOST_ITEMS || vol_words_have(&known, word)) {
            wrong(option, list, fault);
            app_fault_more(fault, "are up to %d different values, with commas between them", MOST_ITEMS);
            return false;
        }
        words[(*count)++] = word;
        at = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

static bool read_numbers(plan *p, const char *option, const char *list, uint64_t most, uint64_t *numbers, size_t *count,
                         app_fault *fault) {
    const char *words[MOST_ITEMS];
    if (list == NULL) {
        return true;
    }
    if (!split(p, option, list, words, count, fault)) {
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        if (!vol_whole_read(words[i], &numbers[i]) || numbers[i] < 1 || numbers[i] > most) {
            wrong(option, words[i], fault);
            app_fault_more(fault, "is a whole number from 1 to %llu, or several with commas between them",
                           (unsigned long long)most);
            return false;
        }
    }
    return true;
}

static bool is_isa(const char *name) {
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        if (strcmp(vol_isa_name(i), name) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_isas(plan *p, app_fault *fault) {
    const char *list = p->options->bench.isa;
    if (list == NULL) {
        return true;
    }
    if (!split(p, "isa", list, p->isa, &p->isas, fault)) {
        return false;
    }
    for (size_t i = 0; i < p->isas; i++) {
        if (!is_isa(p->isa[i])) {
            wrong("isa", p->isa[i], fault);
            app_fault_more(fault, "here:");
            for (size_t k = 0; vol_isa_name(k) != NULL; k++) {
                app_fault_more(fault, "%s %s", k > 0 ? "," : "", vol_isa_name(k));
            }
            return false;
        }
    }
    return true;
}

/* Words that the parameter of that name may be, as numbers of its choices. */
static bool read_choices(plan *p, const char *parameter, const char *list, int *choices, size_t *count,
                         app_fault *fault) {
    const vol_param *param = vol_param_find(parameter);
    const char *option = strchr(parameter, '.') + 1, *words[MOST_ITEMS];
    if (list == NULL) {
        return true;
    }
    if (!split(p, option, list, words, count, fault)) {
        return false;
    }
    for (size_t w = 0; w < *count; w++) {
        choices[w] = 0;
        while (param->choices[choices[w]] != NULL && strcmp(param->choices[choices[w]], words[w]) != 0) {
            choices[w]++;
        }
        if (param->choices[choices[w]] == NULL) {
            wrong(option, words[w], fault);
            for (int i = 0; param->choices[i] != NULL; i++) {
                app_fault_more(fault, "%s%s", i > 0 ? ", " : "are: ", param->choices[i]);
            }
            return false;
        }
    }
    return true;
}

/* Every case in every precision with every index that was asked for. */
static bool read_cases(plan *p, app_fault *fault) {
    int precisions[MOST_ITEMS] = {0}, indexes[MOST_ITEMS] = {0};
    size_t precision_count = 0, index_count = 0;
    app_bench_cases own = {0};
    app_bench_choice choice = {p->options->operand, p->boids, p->boid_sizes};
    if (!read_choices(p, "world.precision", p->options->bench.precision, precisions, &precision_count, fault) ||
        !read_choices(p, "world.index", p->options->bench.index, indexes, &index_count, fault) ||
        !app_bench_choose(&own, &choice, fault)) {
        free(own.item);
        return false;
    }
    size_t times = (precision_count > 0 ? precision_count : 1) * (index_count > 0 ? index_count : 1);
    p->cases.item = vol_take(own.count * times * sizeof *p->cases.item);
    for (size_t i = 0; i < own.count * times; i++) {
        app_bench_case *c = &p->cases.item[p->cases.count++];
        size_t way = i % times;
        *c = own.item[i / times];
        if (index_count > 0) {
            c->world.index = (vol_index)indexes[way % index_count];
            way /= index_count;
        }
        if (precision_count > 0) {
            c->says = (int)c->world.precision == precisions[way] ? c->says : NULL;
            c->world.precision = (vol_precision)precisions[way];
        }
    }
    free(own.item);
    return true;
}

/* Every number of threads with every instruction set. */
static void make_ways(plan *p) {
    for (size_t i = 0; i == 0 || i < p->isas; i++) {
        for (size_t k = 0; k == 0 || k < p->thread_counts; k++) {
            app_bench_way *way = &p->ways[p->way_count++];
            *way = (app_bench_way){.where = p->where, .isa = p->isa[i]};
            way->where.threads = (uint32_t)p->threads[k];
        }
    }
}

static bool read_plan(plan *p, app_fault *fault) {
    const app_options *o = p->options;
    if (!app_where_read(o, &p->where, fault)) {
        return false;
    }
    if (o->json && o->bench.csv) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery bench: --json and --csv cannot be given together");
    }
    if (!read_numbers(p, "boids", o->bench.boids, MOST_BOIDS, p->boids, &p->boid_sizes, fault) ||
        !read_numbers(p, "threads", o->bench.threads, MOST_THREADS, p->threads, &p->thread_counts, fault) ||
        !read_isas(p, fault) || !read_cases(p, fault)) {
        return false;
    }
    make_ways(p);
    return o->bench.compare == NULL || app_bench_lines_read(&p->old, o->bench.compare, fault);
}

/* Prints and empties the text. */
static bool put_out(vol_text *text, FILE *file, app_fault *fault) {
    bool right = text->data == NULL || (fputs(text->data, file) >= 0 && fflush(file) == 0);
    vol_text_release(text);
    return right || app_fault_set(fault, APP_EXIT_FAILED, "volery bench: standard output cannot be written");
}

static void put_line(const app_options *o, const app_bench_line *line, vol_text *text) {
    if (o->json) {
        app_bench_json_line(text, line);
    } else if (o->bench.csv) {
        app_bench_csv_line(text, line);
    } else {
        app_bench_table_line(text, line);
    }
}

static bool run_case(plan *p, const app_bench_case *c, app_fault *fault) {
    const app_options *o = p->options;
    vol_text text = {0};
    app_bench_line *lines = vol_take(p->way_count * sizeof *lines);
    bool refused = false;
    bool right = app_bench_measure(c, p->ways, p->way_count, o->bench.repeat, o->bench.steps, lines, &refused, fault);
    for (size_t i = 0; right && i < p->way_count; i++) {
        put_line(o, &lines[i], &text);
        app_bench_lines_add(&p->lines, &lines[i]);
    }
    free(lines);
    if (right && c->settle_is_less > 0 && !o->quiet) {
        fprintf(stderr, "%s, %zu boids: settled %llu steps, not %llu, which would take long\n", c->workload,
                c->flock.count, (unsigned long long)c->settle, (unsigned long long)c->settle_is_less);
    }
    if (refused && p->cases.count > 1) { /* of several, the others are still worth it */
        fprintf(stderr, "%s; left out\n", fault->text);
        fault->text[0] = '\0';
        return true;
    }
    return put_out(&text, stdout, fault) && right;
}

/* Behind the last case of a workload: what its figures stand for. Programs read the key `update`. */
static bool say(const plan *p, size_t number, app_fault *fault) {
    const app_options *o = p->options;
    const app_bench_case *c = &p->cases.item[number];
    const bool last = number + 1 == p->cases.count || c[1].says != c->says;
    vol_text text = {0};
    if (c->says == NULL || !last || o->json || o->bench.csv) {
        return true;
    }
    vol_text_print(&text, "%s: %s\n", c->workload, c->says);
    return put_out(&text, stdout, fault);
}

static bool run_plan(plan *p, app_fault *fault) {
    const app_options *o = p->options;
    vol_text text = {0};
    if (o->bench.csv) {
        app_bench_csv_head(&text);
    } else if (!o->json) {
        app_bench_table_head(&text);
    }
    bool right = put_out(&text, stdout, fault);
    for (size_t i = 0; right && i < p->cases.count; i++) {
        right = run_case(p, &p->cases.item[i], fault) && say(p, i, fault);
    }
    if (right && p->lines.count == 0) {
        right = app_fault_set(fault, APP_EXIT_WRONG, "volery bench: all workloads were left out");
    }
    /* Where programs read standard output, the comparison is for the person beside it. */
    if (right && o->bench.compare != NULL) {
        bool for_people = !o->json && !o->bench.csv;
        vol_text_put(&text, for_people ? "\n" : "");
        app_bench_compare(&text, &p->old, &p->lines);
        right = put_out(&text, for_people ? stdout : stderr, fault);
    }
    return right;
}

/* Workloads that have lines of their own. Returns false if it is none of them; else `text` has the lines, or the fault
 * is set. */
static bool measure_apart(const app_options *options, vol_text *text, app_fault *fault) {
    const char *name = options->operand != NULL ? options->operand : "";
    uint64_t boids = 0;
    if (strcmp(name, "sound") == 0) {
        app_bench_sound(text, options->bench.repeat, options->json);
    } else if (strcmp(name, "frame") == 0) {
        app_bench_frame(text, options->bench.repeat, options->json);
    } else if (strcmp(name, "scale") == 0) {
        const char *word = options->bench.boids;
        if (word != NULL && (!vol_whole_read(word, &boids) || boids < LEAST_SCALE || boids > MOST_SCALE)) {
            wrong("boids", word, fault);
            app_fault_more(fault, "is here a whole number from %d to %d", LEAST_SCALE, MOST_SCALE);
        } else {
            app_bench_scale(text, options->bench.repeat, options->json, (uint32_t)boids);
        }
    } else {
        return false;
    }
    return true;
}

int app_bench_command(const app_options *options, app_fault *fault) {
    if (options->bench.list) {
        vol_text text = {0};
        bool listed = app_bench_list(&text, fault) && put_out(&text, stdout, fault);
        vol_text_release(&text);
        return listed ? APP_EXIT_DONE : fault->code;
    }
    vol_text text = {0};
    if (measure_apart(options, &text, fault)) {
        return fault->text[0] == '\0' && put_out(&text, stdout, fault) ? APP_EXIT_DONE : fault->code;
    }
    plan *p = vol_take(sizeof *p);
    *p = (plan){.options = options};
    int code = APP_EXIT_DONE;
    if (!read_plan(p, fault)) {
        code = fault->code;
    } else {
        app_interrupt_catch();
        if (!run_plan(p, fault)) {
            code = app_interrupt_came() ? APP_EXIT_INTERRUPTED : fault->code;
        }
    }
    app_bench_lines_release(&p->old);
    app_bench_lines_release(&p->lines);
    free(p->cases.item);
    vol_arena_release(&p->arena);
    free(p);
    return code;
}
