/* Obstacles and relations from their maps to the library's defs, row by row, and back to text. The ranges are those of
 * <volery/surround.h>, so that a wrong number is reported where it stands. */
#include "scene_fields.h"

#include "scene_print.h"
#include "scene_value.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(vol_law) == sizeof(unsigned) && sizeof(vol_relation_kind) == sizeof(unsigned) &&
                   sizeof(vol_obstacle_shape) == sizeof(unsigned) && sizeof(vol_choose) == sizeof(unsigned),
               "enums are read and written as unsigned");

static const char *shape_word(unsigned i) {
    static const char *const words[] = {"circle", "box", "segment", "polygon"};
    return i < VOL_OBSTACLE_SHAPE_COUNT ? words[i] : NULL;
}

static const char *law_word(unsigned i) {
    static const char *const words[] = {"fade", "flat", "hard"};
    return i < VOL_LAW_COUNT ? words[i] : NULL;
}

static const char *kind_word(unsigned i) {
    static const char *const words[] = {"flee", "avoid", "follow", "hunt", "flock_with"};
    return i < VOL_RELATION_KIND_COUNT ? words[i] : NULL;
}

static const char *choose_word(unsigned i) {
    static const char *const words[] = {"nearest", "random"};
    return i < VOL_CHOOSE_COUNT ? words[i] : NULL;
}

#define OF_OBSTACLE(member) offsetof(vol_obstacle_def, member)
#define OF_RELATION(member) offsetof(vol_relation_def, member)

const vol_field vol_obstacle_fields[] = {
    {"shape", VOL_FIELD_WORD, OF_OBSTACLE(shape), 0, 0, shape_word, NULL, NULL, NULL, false},
    {"center", VOL_FIELD_VECTOR, OF_OBSTACLE(center), -1e12, 1e12, NULL, "shape", " circle box ", " circle box ", true},
    {"size", VOL_FIELD_VECTOR, OF_OBSTACLE(size), 0, 1e12, NULL, "shape", " box ", " box ", true},
    {"points", VOL_FIELD_OTHER, 0, -1e12, 1e12, NULL, "shape", " segment polygon ", " segment polygon ", false},
    {"radius", VOL_FIELD_REAL, OF_OBSTACLE(radius), 0, 1e12, NULL, "shape", NULL, " circle ", true},
    {"reach", VOL_FIELD_REAL, OF_OBSTACLE(reach), 0, 1e12, NULL, NULL, NULL, NULL, true},
    {"strength", VOL_FIELD_REAL, OF_OBSTACLE(strength), -1e9, 1e9, NULL, NULL, NULL, NULL, true},
    {"law", VOL_FIELD_WORD, OF_OBSTACLE(law), 0, 0, law_word, NULL, NULL, NULL, true},
    {NULL, VOL_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
};

const vol_field vol_relation_fields[] = {
    {"from", VOL_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, "", false},
    {"to", VOL_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, "", false},
    {"kind", VOL_FIELD_WORD, OF_RELATION(kind), 0, 0, kind_word, NULL, NULL, "", false},
    {"radius", VOL_FIELD_REAL, OF_RELATION(radius), 0, 1e12, NULL, NULL, NULL, NULL, true},
    {"weight", VOL_FIELD_REAL, OF_RELATION(weight), -1e6, 1e6, NULL, "kind", " flee avoid follow ", NULL, true},
    {"force", VOL_FIELD_REAL, OF_RELATION(force), 0, 1e9, NULL, "kind", " hunt ", NULL, true},
    {"choose", VOL_FIELD_WORD, OF_RELATION(choose), 0, 0, choose_word, "kind", " hunt ", NULL, true},
    {"eat", VOL_FIELD_REAL, OF_RELATION(eat), 0, 1e12, NULL, "kind", " hunt ", NULL, true},
    {"delay", VOL_FIELD_WHOLE, OF_RELATION(delay), 0, 1, NULL, "kind", " hunt ", NULL, true},
    {NULL, VOL_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
};

const vol_field *vol_field_find(const vol_field *fields, const char *name) {
    while (fields->name != NULL && strcmp(fields->name, name) != 0) {
        fields++;
    }
    return fields->name != NULL ? fields : NULL;
}

/* The word that the row's selector has in this def. */
static const char *selector_word(const vol_field *fields, const vol_field *field, const void *def) {
    const vol_field *selector = vol_field_find(fields, field->selector);
    unsigned choice = 0;
    memcpy(&choice, (const char *)def + selector->offset, sizeof choice);
    return selector->word(choice);
}

static bool among(const char *word, const char *words) {
    char blank[40];
    snprintf(blank, sizeof blank, " %s ", word);
    return strstr(words, blank) != NULL;
}

bool vol_field_used(const vol_field *fields, const vol_field *field, const void *def) {
    return field->with == NULL || among(selector_word(fields, field, def), field->with);
}

static bool is_needed(const vol_field *fields, const vol_field *field, const void *def) {
    return field->needed != NULL &&
           (field->needed[0] == '\0' || among(selector_word(fields, field, def), field->needed));
}

bool vol_field_passed_over(const vol_field *fields, const vol_field *field, const void *def, const vol_node *map) {
    const vol_node *node = vol_tree_find(map, field->name);
    const vol_node *chosen = field->with != NULL ? vol_tree_find(map, field->selector) : NULL;
    return !vol_field_used(fields, field, def) && chosen != NULL && chosen->origin->option && !node->origin->option;
}

bool vol_field_read(const vol_field *field, void *def, const vol_node *node, const char *key, int dimensions,
                    vol_fault *fault) {
    void *at = (char *)def + field->offset;
    uint64_t whole = 0;
    unsigned choice = 0;
    double values[3] = {0, 0, 0};
    int number = 0;
    switch (field->type) {
    case VOL_FIELD_REAL:
        if (!vol_value_real(node, key, field->least, field->most, values, fault)) {
            return false;
        }
        memcpy(at, values, sizeof *values);
        return true;
    case VOL_FIELD_WHOLE:
        if (!vol_value_whole(node, key, (uint64_t)field->least, (uint64_t)field->most, &whole, fault)) {
            return false;
        }
        number = (int)whole;
        memcpy(at, &number, sizeof number);
        return true;
    case VOL_FIELD_WORD:
        if (!vol_value_choice(node, key, field->word, &choice, fault)) {
            return false;
        }
        memcpy(at, &choice, sizeof choice);
        return true;
    case VOL_FIELD_VECTOR:
        if (!vol_value_vector(node, key, dimensions, values, fault)) {
            return false;
        }
        for (const vol_node *item = node->first; item != NULL; item = item->next) {
            double ignored;
            if (!vol_value_real(item, key, field->least, field->most, &ignored, fault)) {
                return false;
            }
        }
        memcpy(at, values, (size_t)dimensions * sizeof *values);
        return true;
    case VOL_FIELD_OTHER: break;
    }
    return true;
}

static bool check_keys(const vol_field *fields, const vol_node *map, const char *key, vol_fault *fault) {
    const char *known[16] = {NULL};
    for (size_t i = 0; fields[i].name != NULL; i++) {
        known[i] = fields[i].name;
    }
    return vol_value_map(map, key, fault) && vol_value_known_keys(map, key, known, fault);
}

bool vol_fields_read(const vol_field *fields, void *def, const vol_node *map, const char *key, vol_scene *scene,
                     vol_fault *fault) {
    if (!check_keys(fields, map, key, fault)) {
        return false;
    }
    for (const vol_field *field = fields; field->name != NULL; field++) {
        const vol_node *node = vol_tree_find(map, field->name);
        if (node == NULL) {
            if (is_needed(fields, field, def)) {
                return vol_fault_at(fault, map, key, "has no '%s'", field->name);
            }
            continue;
        }
        if (vol_field_passed_over(fields, field, def, map)) {
            continue;
        }
        const char *name = vol_arena_print(&scene->arena, "%s.%s", key, field->name);
        if (!vol_field_used(fields, field, def)) {
            return vol_fault_at(fault, node->key, name, "has no use with %s '%s'; allowed with:%.*s", field->selector,
                                selector_word(fields, field, def), (int)strlen(field->with) - 1, field->with);
        }
        if (!vol_field_read(field, def, node, name, scene->world.dimensions, fault)) {
            return false;
        }
    }
    return true;
}

void vol_field_copy(const vol_field *field, void *def, const void *from) {
    size_t size = 0;
    switch (field->type) {
    case VOL_FIELD_REAL: size = sizeof(double); break;
    case VOL_FIELD_WHOLE: size = sizeof(int); break;
    case VOL_FIELD_WORD: size = sizeof(unsigned); break;
    case VOL_FIELD_VECTOR: size = 3 * sizeof(double); break;
    case VOL_FIELD_OTHER: break;
    }
    memcpy((char *)def + field->offset, (const char *)from + field->offset, size);
}

void vol_field_print(const vol_field *field, const void *def, int dimensions, vol_text *text) {
    const void *at = (const char *)def + field->offset;
    unsigned choice = 0;
    int whole = 0;
    vol_text_print(text, "%s: ", field->name);
    switch (field->type) {
    case VOL_FIELD_REAL: vol_print_number(text, *(const double *)at); break;
    case VOL_FIELD_WHOLE:
        memcpy(&whole, at, sizeof whole);
        vol_text_print(text, "%d", whole);
        break;
    case VOL_FIELD_WORD:
        memcpy(&choice, at, sizeof choice);
        vol_text_put(text, field->word(choice));
        break;
    case VOL_FIELD_VECTOR: vol_print_vector(text, at, dimensions); break;
    case VOL_FIELD_OTHER: break;
    }
}
