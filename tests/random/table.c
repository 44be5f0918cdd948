/* Prints the tables that say what a scene may hold, so that the generator knows a new parameter as soon as it is
 * there. */
#include "ways.h"

#include <math.h>
#include <stdio.h>

static const char *const types[] = {
    [VOL_PARAM_REAL] = "real",     [VOL_PARAM_COUNT] = "count",   [VOL_PARAM_SEED] = "seed",
    [VOL_PARAM_CHOICE] = "choice", [VOL_PARAM_FLAG] = "flag",     [VOL_PARAM_VECTOR] = "vector",
    [VOL_PARAM_LIST] = "list",     [VOL_PARAM_WHOLE] = "whole",   [VOL_PARAM_FLOCK] = "flock",
    [VOL_PARAM_FLOCKS] = "flocks", [VOL_PARAM_POINTS] = "points", [VOL_PARAM_FLOW] = "flow",
    [VOL_PARAM_MASK] = "mask"};

static void print_choices(const vol_param *param) {
    for (size_t i = 0; param->choices != NULL && param->choices[i] != NULL; i++) {
        printf("%s\"%s\"%s", i > 0 ? ", " : ", \"choices\": [", param->choices[i],
               param->choices[i + 1] == NULL ? "]" : "");
    }
}

static void print_param(const vol_param *param) {
    printf("{\"name\": \"%s\", \"type\": \"%s\", \"world\": %s, \"live\": %s, \"random\": %s, \"least\": %.17g, "
           "\"most\": %.17g, "
           "\"unit\": \"%s\"",
           param->name, types[param->type], param->of_world ? "true" : "false", param->live ? "true" : "false",
           param->random ? "true" : "false", param->least, param->most, param->unit);
    print_choices(param);
    printf(", \"models\": {");
    bool first = true;
    for (unsigned model = 0; model < VOL_MODEL_COUNT && !param->of_world; model++) {
        if (vol_param_used(param, (vol_model)model)) {
            double standard = vol_param_default(param, (vol_model)model);
            printf("%s\"%s\": ", first ? "" : ", ", vol_model_name((vol_model)model));
            if (isfinite(standard)) {
                printf("%.17g", standard);
            } else {
                printf("null");
            }
            first = false;
        }
    }
    printf("}}");
}

/* The kinds that the row has a use with, each with its default and how long a list may be; and those that need it. */
static void print_kinds(vol_surrounding of, const vol_param *field) {
    const char *const *kinds = vol_surrounding_kind(of)->choices;
    const char *comma = "";
    printf(", \"with\": {");
    for (unsigned kind = 0; kinds[kind] != NULL; kind++) {
        size_t fewest = 0;
        size_t most = 0;
        if (vol_surrounding_used(field, kind)) {
            vol_surrounding_lengths(field, kind, &fewest, &most);
            printf("%s\"%s\": {\"default\": %.17g, \"fewest\": %zu, \"most\": %zu, \"needed\": %s}", comma, kinds[kind],
                   vol_surrounding_default(field, kind), fewest, most,
                   vol_surrounding_needed(field, kind) ? "true" : "false");
            comma = ", ";
        }
    }
    printf("}");
}

static void print_fields(vol_surrounding of) {
    const vol_param *field;
    printf(",\n\"%ss\": {\"selector\": \"%s\", \"fields\": [", vol_surrounding_name(of),
           vol_surrounding_kind(of)->name);
    for (size_t i = 0; (field = vol_surrounding_at(of, i)) != NULL; i++) {
        printf("%s\n{\"name\": \"%s\", \"type\": \"%s\", \"least\": %.17g, \"most\": %.17g, \"unit\": \"%s\", "
               "\"live\": %s",
               i == 0 ? "" : ",", field->name, types[field->type], field->least, field->most, field->unit,
               field->live ? "true" : "false");
        print_choices(field);
        print_kinds(of, field);
        printf("}");
    }
    printf("]}");
}

void print_tables(void) {
    const vol_param *param;
    printf("{\"params\": [");
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        printf("%s\n", i > 0 ? "," : "");
        print_param(param);
    }
    printf("],\n\"models\": {");
    for (unsigned i = 0; i < VOL_MODEL_COUNT; i++) {
        printf("%s\"%s\": [%s%s]", i > 0 ? ", " : "", vol_model_name((vol_model)i),
               vol_model_has_dimensions((vol_model)i, 2) ? "2" : "",
               vol_model_has_dimensions((vol_model)i, 3) ? ", 3" : "");
    }
    printf("}");
    for (vol_surrounding of = 0; of < VOL_SURROUNDING_COUNT; of++) {
        print_fields(of);
    }
    printf(",\n\"farthest\": %.17g", VOL_FARTHEST);
    printf(",\n\"isas\": [");
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        printf("%s\"%s\"", i > 0 ? ", " : "", vol_isa_name(i));
    }
    printf("]}\n");
}
