/* Prints the tables that say what a scene may hold, so that the generator knows a new parameter as soon as it is there. */
#include "ways.h"

#include "scene/fields.h"

#include <math.h>
#include <stdio.h>

static void print_words(const char *key, const char *(*word)(unsigned)) {
    printf(", \"%s\": [", key);
    for (unsigned i = 0; word(i) != NULL; i++) {
        printf("%s\"%s\"", i > 0 ? ", " : "", word(i));
    }
    printf("]");
}

static void print_param(const vol_param *param) {
    static const char *const types[] = {"real", "count", "seed", "choice", "flag", "vector", "list"};
    printf("{\"name\": \"%s\", \"type\": \"%s\", \"world\": %s, \"live\": %s, \"random\": %s, \"least\": %.17g, "
           "\"most\": %.17g, "
           "\"unit\": \"%s\"",
           param->name, types[param->type], param->of_world ? "true" : "false", param->live ? "true" : "false",
           param->random ? "true" : "false", param->least, param->most, param->unit);
    for (size_t i = 0; param->choices != NULL && param->choices[i] != NULL; i++) {
        printf("%s\"%s\"", i > 0 ? ", " : ", \"choices\": [", param->choices[i]);
    }
    printf("%s, \"models\": {", param->choices != NULL ? "]" : "");
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

static void print_fields(const char *name, const vol_scene_field *fields) {
    static const char *const types[] = {"real", "whole", "word", "flag", "vector", "flock", "points", "flow", "other"};
    printf(",\n\"%s\": [", name);
    for (const vol_scene_field *field = fields; field->name != NULL; field++) {
        printf("%s\n{\"name\": \"%s\", \"type\": \"%s\", \"least\": %.17g, \"most\": %.17g, \"live\": %s",
               field == fields ? "" : ",", field->name, types[field->type], field->least, field->most,
               field->live ? "true" : "false");
        printf(", \"selector\": \"%s\", \"with\": ", field->selector != NULL ? field->selector : "");
        printf(field->with != NULL ? "\"%s\"" : "null", field->with);
        printf(", \"needed\": ");
        printf(field->needed != NULL ? "\"%s\"" : "null", field->needed);
        if (field->word != NULL) {
            print_words("words", field->word);
        }
        printf("}");
    }
    printf("]");
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
    print_fields("obstacles", vol_scene_obstacle_fields);
    print_fields("relations", vol_scene_relation_fields);
    print_fields("terms", vol_scene_term_fields);
    printf(",\n\"isas\": [");
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        printf("%s\"%s\"", i > 0 ? ", " : "", vol_isa_name(i));
    }
    printf("]}\n");
}
