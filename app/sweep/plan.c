/* From --over, --list and --latin to the table of combinations. */
#include "sweep/plan.h"

#include "plot/table.h"

#include <volery/volery.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RUNS = 10000000 };

/* One --over: a list of values, or a range. */
typedef struct axis {
    const char *key;    /* several that change together have a / between them, and so have their values */
    size_t keys;        /* how many these are */
    const char *option; /* for messages */
    vol_words values;
    bool is_range, logarithmic, has_count;
    double from, to;
    uint64_t count;
} axis;

static uint64_t mixed(uint64_t s) {
    s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
    s = (s ^ (s >> 27)) * 0x94D049BB133111EBu;
    return s ^ (s >> 31);
}

uint64_t app_sweep_seed(uint64_t seed, uint64_t combination, uint64_t repetition) {
    return mixed(seed + ((combination << 32 | repetition) + 1) * 0x9E3779B97F4A7C15u);
}

/* Uniform in [0, 1), by the numbers that ask. */
static double drawn(uint64_t seed, uint64_t dimension, uint64_t number) {
    return (double)(mixed(app_sweep_seed(seed, dimension, number) ^ 0x6C6174696Eu) >> 11) * 0x1p-53;
}

/* The row of the tables that a key of a scene names: world.dt, birds.max_speed, obstacles.0.radius,
 * birds.terms.home.time. */
static const vol_param *find_param(const char *key) {
    const char *dot = strchr(key, '.');
    const vol_param *param = vol_param_find(key);
    if (param != NULL || dot == NULL) {
        return param;
    }
    vol_surrounding of = strncmp(key, "obstacles.", 10) == 0   ? VOL_SURROUNDING_OBSTACLE
                         : strncmp(key, "relations.", 10) == 0 ? VOL_SURROUNDING_RELATION
                         : strncmp(dot, ".terms.", 7) == 0     ? VOL_SURROUNDING_TERM
                                                               : VOL_SURROUNDING_COUNT;
    return of == VOL_SURROUNDING_COUNT ? vol_param_find(dot + 1) : vol_surrounding_find(of, strrchr(key, '.') + 1);
}

const char *app_plan_unit(const char *key) {
    const vol_param *param = find_param(key);
    return param != NULL ? param->unit : "";
}

static bool is_whole(const char *key) {
    const vol_param *param = find_param(key);
    return param != NULL &&
           (param->type == VOL_PARAM_COUNT || param->type == VOL_PARAM_WHOLE || param->type == VOL_PARAM_SEED);
}

/* A number of a range as text: twelve digits, so that 0.1 to 0.5 goes over 0.3 and not a neighbour of it. */
static const char *number_text(app_plan *plan, const axis *a, double part) {
    double value = a->logarithmic ? a->from * pow(a->to / a->from, part) : a->from * (1 - part) + a->to * part;
    return is_whole(a->key) ? vol_arena_print(&plan->arena, "%.0f", value)
                            : vol_arena_print(&plan->arena, "%.12g", value);
}

static bool wrong_range(const axis *a, const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG,
                         "%s: %s; allowed is KEY=a,b,c or KEY=FROM:TO:COUNT or KEY=FROM:TO:COUNT:log (with --latin: "
                         "KEY=FROM:TO or KEY=FROM:TO:log)",
                         a->option, what);
}

/* FROM:TO, FROM:TO:COUNT, FROM:TO:log, FROM:TO:COUNT:log. `text` is cut up. */
static bool read_range(axis *a, char *text, app_fault *fault) {
    char *parts[5] = {text};
    size_t count = 1;
    for (char *colon = strchr(text, ':'); colon != NULL && count < 5; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        parts[count++] = colon + 1;
    }
    a->is_range = true;
    a->logarithmic = count > 2 && strcmp(parts[count - 1], "log") == 0;
    count -= a->logarithmic;
    a->has_count = count == 3;
    if (count > 3) {
        return wrong_range(a, "too many colons", fault);
    }
    if (!vol_number_read(parts[0], &a->from) || !vol_number_read(parts[1], &a->to)) {
        return wrong_range(a, "FROM and TO must be numbers", fault);
    }
    if (a->has_count && (!vol_whole_read(parts[2], &a->count) || a->count < 1 || a->count > MOST_RUNS)) {
        return wrong_range(a, "COUNT must be a whole number from 1 to 10000000", fault);
    }
    if (a->logarithmic && !(a->from > 0 && a->to > 0)) {
        return wrong_range(a, "FROM and TO must be above zero for log", fault);
    }
    return true;
}

/* Cuts a text at a mark; one within brackets, braces and quotes does not count. */
static void cut(char *text, char mark, vol_words *words) {
    int depth = 0;
    char quote = '\0';
    vol_words_add(words, text);
    for (char *at = text; *at != '\0'; at++) {
        if (quote != '\0') {
            quote = *at == quote ? '\0' : quote;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
        } else if (*at == '[' || *at == '{') {
            depth++;
        } else if (*at == ']' || *at == '}') {
            depth--;
        } else if (*at == mark && depth == 0) {
            *at = '\0';
            vol_words_add(words, at + 1);
        }
    }
}

/* Values of keys that change together: one of each, with / between them. They become values one after the other. */
static bool read_together(axis *a, char *text, app_fault *fault) {
    vol_words together = {0};
    bool right = true;
    cut(text, ',', &together);
    for (size_t i = 0; i < together.count && right; i++) {
        const size_t before = a->values.count;
        cut(text + (together.word[i] - text), '/', &a->values);
        right = a->values.count - before == a->keys;
    }
    vol_words_release(&together);
    return right || wrong_range(a, "of keys with / between them every value has as many parts", fault);
}

/* a,b,c. `text` is cut up. */
static bool read_values(axis *a, char *text, app_fault *fault) {
    bool right = true;
    if (a->keys > 1) {
        right = read_together(a, text, fault);
    } else {
        cut(text, ',', &a->values);
    }
    for (size_t i = 0; i < a->values.count && right; i++) {
        right = a->values.word[i][0] != '\0' || wrong_range(a, "a value is missing", fault);
    }
    return right;
}

static bool read_over(app_plan *plan, axis *a, const char *argument, app_fault *fault) {
    const char *equals = strchr(argument, '=');
    a->option = vol_arena_print(&plan->arena, "--over %s", argument);
    if (equals == NULL || equals == argument) {
        return wrong_range(a, "there is no key", fault);
    }
    a->key = vol_arena_copy(&plan->arena, argument, (size_t)(equals - argument));
    a->keys = 1;
    for (const char *at = a->key; *at != '\0'; at++) {
        a->keys += *at == '/';
    }
    char *text = vol_arena_copy(&plan->arena, equals + 1, strlen(equals + 1));
    bool is_range = strchr(text, ':') != NULL && strpbrk(text, ",{[\"'") == NULL;
    if (is_range && a->keys > 1) {
        return wrong_range(a, "keys with / between them have lists of values, no ranges", fault);
    }
    return is_range ? read_range(a, text, fault) : read_values(a, text, fault);
}

/* The range as a list, for a grid. */
static bool spread_range(app_plan *plan, axis *a, app_fault *fault) {
    if (!a->is_range) {
        return true;
    }
    if (!a->has_count) {
        return wrong_range(a, "COUNT is missing", fault);
    }
    for (uint64_t i = 0; i < a->count; i++) {
        double part = a->count > 1 ? (double)i / (double)(a->count - 1) : 0;
        vol_words_add(&a->values, number_text(plan, a, part));
    }
    return true;
}

static bool take_room(app_plan *plan, uint64_t combinations, app_fault *fault) {
    if (combinations > MOST_RUNS / plan->repeat) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: more than %d runs", MOST_RUNS);
    }
    plan->combinations = combinations;
    plan->values = vol_arena_take(&plan->arena, (size_t)combinations * plan->key_count * sizeof *plan->values + 1);
    return true;
}

/* All combinations; the last key changes fastest. */
static bool make_grid(app_plan *plan, axis *axes, size_t count, app_fault *fault) {
    uint64_t combinations = 1;
    for (size_t i = 0; i < count; i++) {
        if (!spread_range(plan, &axes[i], fault)) {
            return false;
        }
        combinations = combinations > MOST_RUNS ? combinations : combinations * (axes[i].values.count / axes[i].keys);
    }
    if (!take_room(plan, combinations, fault)) {
        return false;
    }
    for (uint64_t c = 0; c < combinations; c++) {
        uint64_t rest = c;
        const char **value = &plan->values[(c + 1) * plan->key_count];
        for (size_t i = count; i-- > 0;) {
            const size_t keys = axes[i].keys;
            const uint64_t number = axes[i].values.count / keys;
            value -= keys;
            memcpy(value, &axes[i].values.word[rest % number * keys], keys * sizeof *value);
            rest /= number;
        }
    }
    return true;
}

/* Each range is cut into as many strata as there are combinations; each stratum is used once, in an order of its own,
 * and the value is somewhere in it. */
static bool make_latin(app_plan *plan, axis *axes, uint64_t count, app_fault *fault) {
    if (!take_room(plan, count, fault)) {
        return false;
    }
    uint64_t *order = vol_arena_take(&plan->arena, (size_t)count * sizeof *order);
    for (size_t k = 0; k < plan->key_count; k++) {
        if (!axes[k].is_range || axes[k].has_count) { /* so that each has one key */
            return wrong_range(&axes[k], "--latin draws from ranges without COUNT", fault);
        }
        for (uint64_t i = 0; i < count; i++) {
            uint64_t j = (uint64_t)(drawn(plan->seed, 2 * k, i) * (double)(i + 1));
            order[i] = order[j];
            order[j] = i;
        }
        for (uint64_t i = 0; i < count; i++) {
            double part = ((double)order[i] + drawn(plan->seed, 2 * k + 1, i)) / (double)count;
            plan->values[i * plan->key_count + k] = number_text(plan, &axes[k], part);
        }
    }
    return true;
}

static bool read_list(app_plan *plan, const char *path, app_fault *fault) {
    app_table table;
    if (!app_table_read(&table, path, APP_TABLE_WHOLE, fault)) {
        return false;
    }
    plan->key_count = table.columns;
    plan->keys = vol_arena_take(&plan->arena, table.columns * sizeof *plan->keys);
    bool right = take_room(plan, table.rows, fault);
    for (size_t k = 0; right && k < table.columns; k++) {
        plan->keys[k] = vol_arena_copy(&plan->arena, table.titles[k], strlen(table.titles[k]));
    }
    for (size_t i = 0; right && i < table.rows * table.columns; i++) {
        const char *cell = table.cells[i];
        plan->values[i] = vol_arena_copy(&plan->arena, cell, strlen(cell));
        right = cell[0] != '\0' ||
                app_fault_set(fault, APP_EXIT_WRONG, "%s:%zu: column %zu (%s): a value is missing", path,
                              table.lines[i / table.columns], i % table.columns + 1, table.titles[i % table.columns]);
    }
    right = right && (table.rows > 0 || app_fault_set(fault, APP_EXIT_WRONG, "%s: no row behind the header", path));
    app_table_release(&table);
    return right;
}

/* The keys of an --over, one after the other. */
static void add_keys(app_plan *plan, const axis *a) {
    vol_words keys = {0};
    cut(vol_arena_copy(&plan->arena, a->key, strlen(a->key)), '/', &keys);
    for (size_t i = 0; i < keys.count; i++) {
        plan->keys[plan->key_count++] = keys.word[i];
    }
    vol_words_release(&keys);
}

static bool read_axes(app_plan *plan, const app_plan_source *source, app_fault *fault) {
    const size_t count = source->over.count;
    axis *axes = vol_arena_take(&plan->arena, count * sizeof *axes + 1);
    size_t keys = 0;
    bool right = true;
    for (size_t i = 0; i < count && right; i++) {
        right = read_over(plan, &axes[i], source->over.word[i], fault);
        keys += axes[i].keys;
    }
    plan->keys = vol_arena_take(&plan->arena, keys * sizeof *plan->keys + 1);
    for (size_t i = 0; i < count && right; i++) {
        add_keys(plan, &axes[i]);
    }
    if (right) {
        right = source->latin > 0 ? make_latin(plan, axes, source->latin, fault) : make_grid(plan, axes, count, fault);
    }
    for (size_t i = 0; i < count; i++) {
        vol_words_release(&axes[i].values);
    }
    return right;
}

static bool check_keys(app_plan *plan, app_fault *fault) {
    for (size_t k = 0; k < plan->key_count; k++) {
        for (size_t j = 0; j < k; j++) {
            if (strcmp(plan->keys[j], plan->keys[k]) == 0) {
                return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: '%s' is swept twice", plan->keys[k]);
            }
        }
        plan->seed_swept = plan->seed_swept || strcmp(plan->keys[k], "world.seed") == 0;
    }
    return !(plan->seed_swept && plan->repeat > 1) ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "volery sweep: world.seed is swept, so each of its seeds is a repetition already: leave "
                         "--repeat out");
}

bool app_plan_make(app_plan *plan, const app_plan_source *source, app_fault *fault) {
    *plan = (app_plan){.repeat = source->repeat, .seed = source->seed};
    if (source->list != NULL && (source->over.count > 0 || source->latin > 0)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery sweep: --list holds all combinations: leave --over and --latin out");
    }
    if (source->list == NULL && source->over.count == 0 && source->latin > 0) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: --latin needs --over KEY=FROM:TO");
    }
    bool right = source->list != NULL ? read_list(plan, source->list, fault) : read_axes(plan, source, fault);
    right = right && check_keys(plan, fault);
    if (!right) {
        app_plan_release(plan);
    }
    return right;
}

void app_plan_release(app_plan *plan) {
    vol_arena_release(&plan->arena);
    *plan = (app_plan){0};
}

const char *app_plan_value(const app_plan *plan, uint64_t combination, size_t key) {
    return plan->values[combination * plan->key_count + key];
}

uint64_t app_plan_runs(const app_plan *plan) {
    return plan->combinations * plan->repeat;
}

uint64_t app_plan_seed(const app_plan *plan, uint64_t run) {
    uint64_t seed = 0;
    for (size_t k = 0; plan->seed_swept && k < plan->key_count; k++) {
        if (strcmp(plan->keys[k], "world.seed") == 0 && vol_whole_read(app_plan_value(plan, run, k), &seed)) {
            return seed;
        }
    }
    return app_sweep_seed(plan->seed, run / plan->repeat, run % plan->repeat);
}
