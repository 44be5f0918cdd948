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
    } else {
        printf("%g to %g%s", p->least, p->most, p->random ? ", random" : "");
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

int main(void) {
    printf("# Parameters\n\nMade from the parameter table (src/params/params.def, include/volery/models.def) by `make docs`; do not "
           "edit.\n\n"
           "World parameters are set as `world.NAME`, a flock's by the flock's name: `birds.cohesion.weight`. Live "
           "ones may\n"
           "change between two steps; the others are fixed when the world or the flock is made.\n\n");
    print_world();
    print_flocks();
    printf("\n## Models\n\n| name | dimensions | about |\n|---|---|---|\n");
    for (int m = 0; m < VOL_MODEL_COUNT; m++) {
        printf("| `%s` | %s | %s |\n", vol_model_name((vol_model)m),
               vol_model_has_dimensions((vol_model)m, 3) ? "2, 3" : "2", vol_model_about((vol_model)m));
    }
    return 0;
}
