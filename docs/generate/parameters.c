/* Prints docs/parameters.md from the parameter table; a test compares what is committed with what this prints. */
#include <volery/volery.h>

#include <math.h>
#include <stdio.h>

/* The value in words: choices by name, not-a-number by what it stands for. */
static void print_value(const vol_param *p, double value) {
    if (p->choices) {
        printf("%s", p->choices[(int)value]);
    } else if (p->type == VOL_PARAM_FLAG) {
        printf("%s", value != 0 ? "true" : "false");
    } else if (p->type == VOL_PARAM_LIST) {
        printf("none");
    } else if (isnan(value)) {
        printf("%s", p->random ? "random" : "middle");
    } else {
        printf("%.10g", value);
    }
}

static void print_allowed(const vol_param *p) {
    if (p->choices) {
        for (size_t i = 0; p->choices[i]; i++) {
            printf("%s%s", i ? ", " : "", p->choices[i]);
        }
    } else if (p->type == VOL_PARAM_FLAG) {
        printf("true, false");
    } else if (p->type == VOL_PARAM_SEED) {
        printf("0 to 2^64 - 1");
    } else if (p->type == VOL_PARAM_LIST) {
        printf("2 to %d numbers from %g to %g", VOL_TABLE_MOST, p->least, p->most);
    } else if (p->type == VOL_PARAM_MASK) {
        printf("all, or a list of flocks");
    } else if (p->type == VOL_PARAM_FLOCK || p->type == VOL_PARAM_FLOCKS) {
        printf("%s", p->type == VOL_PARAM_FLOCK ? "a flock" : "flocks");
    } else {
        bool whole = p->type == VOL_PARAM_COUNT || p->type == VOL_PARAM_WHOLE;
        printf(whole ? "%.10g to %.10g" : "%g to %g", p->least, p->most);
        printf("%s", p->random ? ", random" : "");
    }
}

static void print_world(void) {
    vol_world_def def = vol_default_world_def();
    printf("## The world\n\n| name | default | allowed | unit | live | what it does |\n|---|---|---|---|---|---|\n");
    const vol_param *p;
    for (size_t i = 0; (p = vol_param_at(i)) != NULL; i++) {
        char value[128] = "";
        if (p->of_world && vol_world_def_get(&def, p->name, value, sizeof value, NULL) == VOL_OK) {
            printf("| `%s` | %s | ", p->name, value);
            print_allowed(p);
            printf(" | %s | %s | %s |\n", p->unit, p->live ? "yes" : "no", p->help);
        }
    }
}

static void print_flocks(void) {
    printf("\n## Flocks\n\nAn empty field: the model has no use for the parameter, and giving it is an error.\n\n| "
           "name |");
    for (int m = 0; m < VOL_MODEL_COUNT; m++) {
        printf(" %s |", vol_model_name((vol_model)m));
    }
    printf(" allowed | unit | live | what it does |\n|---|");
    for (int m = 0; m < VOL_MODEL_COUNT + 4; m++) {
        printf("---|");
    }
    printf("\n");
    const vol_param *p;
    for (size_t i = 0; (p = vol_param_at(i)) != NULL; i++) {
        if (p->of_world) {
            continue;
        }
        printf("| `%s` |", p->name);
        for (int m = 0; m < VOL_MODEL_COUNT; m++) {
            printf(" ");
            if (vol_param_used(p, (vol_model)m)) {
                print_value(p, vol_param_default(p, (vol_model)m));
            }
            printf(" |");
        }
        printf(" ");
        print_allowed(p);
        printf(" | %s | %s | %s |\n", p->unit, p->live ? "yes" : "no", p->help);
    }
}

/* The default where the row need not be given, and with which kinds there is another one or none. */
static void print_defaults(const vol_param *p, const char *const *kinds) {
    size_t used = 0, needed = 0;
    for (unsigned kind = 0; kinds[kind]; kind++) {
        used += vol_surrounding_used(p, kind);
        needed += vol_surrounding_needed(p, kind);
    }
    if (needed == used) {
        printf("must be given");
        return;
    }
    if (p->type == VOL_PARAM_FLOCK || p->type == VOL_PARAM_MASK) {
        printf("%s", p->type == VOL_PARAM_MASK ? "all" : "the own one");
    } else {
        print_value(p, p->standard);
    }
    for (unsigned kind = 0; kinds[kind]; kind++) {
        double own = vol_surrounding_default(p, kind);
        if (vol_surrounding_needed(p, kind)) {
            printf("; %s: must be given", kinds[kind]);
        } else if (vol_surrounding_used(p, kind) && own != p->standard) {
            printf("; %s: ", kinds[kind]);
            print_value(p, own);
        }
    }
}

/* How long lists may be: "2, or 3 to 4096 of them" where this differs by kind. */
static void print_lengths(const vol_param *p, const char *const *kinds) {
    size_t fewest, most, before = 0;
    for (unsigned kind = 0; kinds[kind]; kind++) {
        vol_surrounding_lengths(p, kind, &fewest, &most);
        if (most > 0 && most != before) {
            printf(before > 0 ? ", or %zu" : "; %zu", fewest);
            if (most > fewest) {
                printf(" to %zu", most);
            }
            before = most;
        }
    }
    if (before > 0) {
        printf("%s", p->type == VOL_PARAM_FLOW ? " along each axis" : " of them");
    }
}

static void print_kinds(const vol_param *p, const char *const *kinds) {
    size_t used = 0, count = 0;
    for (; kinds[count]; count++) {
        used += vol_surrounding_used(p, (unsigned)count);
    }
    for (unsigned kind = 0, printed = 0; used < count && kinds[kind]; kind++) {
        if (vol_surrounding_used(p, kind)) {
            printf("%s%s", printed++ ? ", " : "", kinds[kind]);
        }
    }
}

static void print_surrounding(vol_surrounding of, const char *title, const char *about) {
    const char *selector = vol_surrounding_kind(of)->name;
    const char *const *kinds = vol_surrounding_kind(of)->choices;
    printf("\n## %s\n\n%s\n\n| name | default | allowed | unit | live | only with %s | what it does |\n"
           "|---|---|---|---|---|---|---|\n",
           title, about, selector);
    const vol_param *p;
    for (size_t i = 0; (p = vol_surrounding_at(of, i)) != NULL; i++) {
        printf("| `%s` | ", p->name);
        print_defaults(p, kinds);
        printf(" | ");
        print_allowed(p);
        print_lengths(p, kinds);
        printf(" | %s | %s | ", p->unit, p->live ? "yes" : "no");
        print_kinds(p, kinds);
        printf(" | %s |\n", p->help);
    }
}

int main(void) {
    printf("# Parameters\n\nMade from the parameter table (src/params/params.def, surroundings.def, "
           "include/volery/models.def) by\n`make docs`; do not edit.\n\n"
           "World parameters are set as `world.NAME`, a flock's by the flock's name: `birds.cohesion.weight`. Live "
           "ones may\n"
           "change between two steps; the others are fixed when the world or the flock is made.\n\n");
    print_world();
    print_flocks();
    print_surrounding(VOL_SURROUNDING_OBSTACLE, "Obstacles", "Set as `obstacles.0.radius`, counted from 0.");
    print_surrounding(VOL_SURROUNDING_RELATION, "Relations", "Set as `relations.0.weight`, counted from 0.");
    print_surrounding(VOL_SURROUNDING_TERM, "Steering terms",
                      "Set as `birds.terms.0.weight` or, where the term has a name, `birds.terms.home.weight`.");
    printf("\n## Models\n\n| name | dimensions | about |\n|---|---|---|\n");
    for (int m = 0; m < VOL_MODEL_COUNT; m++) {
        printf("| `%s` | %s | %s |\n", vol_model_name((vol_model)m),
               vol_model_has_dimensions((vol_model)m, 3) ? "2, 3" : "2", vol_model_about((vol_model)m));
    }
    return 0;
}
