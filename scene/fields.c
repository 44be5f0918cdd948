/* Obstacles, relations and terms from their maps to the library's defs, row by row, and back to text. The ranges are those
 * of <volery/surround.h> and <volery/steer.h>, so that a wrong number is reported where it stands. */
#include "fields.h"

#include "part.h"
#include "print.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(vol_law) == sizeof(unsigned) && sizeof(vol_relation_kind) == sizeof(unsigned) &&
                   sizeof(vol_obstacle_shape) == sizeof(unsigned) && sizeof(vol_choose) == sizeof(unsigned) &&
                   sizeof(vol_term_kind) == sizeof(unsigned),
               "enums are read and written as unsigned");
_Static_assert(sizeof(int) == sizeof(uint32_t), "whole numbers are read and written as int");

/* Lists as the defs hold them: these members lie side by side. */
typedef struct points {
    const double *numbers;
    size_t count;
} points;

typedef struct flow {
    const double *numbers;
    uint32_t count[3];
} flow;

_Static_assert(offsetof(vol_obstacle_def, point_count) ==
                       offsetof(vol_obstacle_def, points) + offsetof(points, count) &&
                   offsetof(vol_term_def, point_count) == offsetof(vol_term_def, points) + offsetof(points, count) &&
                   offsetof(vol_term_def, flow_count) == offsetof(vol_term_def, flow) + offsetof(flow, count),
               "a list and its count are read and written together");

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

static const char *term_word(unsigned i) {
    return vol_term_kind_name((vol_term_kind)i);
}

static const char *choose_word(unsigned i) {
    static const char *const words[] = {"nearest", "random"};
    return i < VOL_CHOOSE_COUNT ? words[i] : NULL;
}

#define OF_OBSTACLE(member) offsetof(vol_obstacle_def, member)
#define OF_RELATION(member) offsetof(vol_relation_def, member)
#define OF_TERM(member) offsetof(vol_term_def, member)

/* All kinds of terms but wind. */
#define FORCES                                                                                               \
    " seek flee arrive pursue evade wander contain follow_path follow_flow avoid_obstacles avoid_collision " \
    "follow_leader "

const vol_scene_field vol_scene_obstacle_fields[] = {
    {"shape", VOL_SCENE_FIELD_WORD, OF_OBSTACLE(shape), 0, 0, shape_word, NULL, NULL, NULL, false},
    {"center", VOL_SCENE_FIELD_VECTOR, OF_OBSTACLE(center), -1e12, 1e12, NULL, "shape", " circle box ", " circle box ",
     true},
    {"size", VOL_SCENE_FIELD_VECTOR, OF_OBSTACLE(size), 0, 1e12, NULL, "shape", " box ", " box ", true},
    {"points", VOL_SCENE_FIELD_POINTS, OF_OBSTACLE(points), -1e12, 1e12, NULL, "shape", " segment polygon ",
     " segment polygon ", false},
    {"radius", VOL_SCENE_FIELD_REAL, OF_OBSTACLE(radius), 0, 1e12, NULL, "shape", NULL, " circle ", true},
    {"reach", VOL_SCENE_FIELD_REAL, OF_OBSTACLE(reach), 0, 1e12, NULL, NULL, NULL, NULL, true},
    {"strength", VOL_SCENE_FIELD_REAL, OF_OBSTACLE(strength), -1e9, 1e9, NULL, NULL, NULL, NULL, true},
    {"law", VOL_SCENE_FIELD_WORD, OF_OBSTACLE(law), 0, 0, law_word, NULL, NULL, NULL, true},
    {NULL, VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
};

const vol_scene_field vol_scene_relation_fields[] = {
    {"from", VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, "", false},
    {"to", VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, "", false},
    {"kind", VOL_SCENE_FIELD_WORD, OF_RELATION(kind), 0, 0, kind_word, NULL, NULL, "", false},
    {"radius", VOL_SCENE_FIELD_REAL, OF_RELATION(radius), 0, 1e12, NULL, NULL, NULL, NULL, true},
    {"weight", VOL_SCENE_FIELD_REAL, OF_RELATION(weight), -1e6, 1e6, NULL, "kind", " flee avoid follow ", NULL, true},
    {"force", VOL_SCENE_FIELD_REAL, OF_RELATION(force), 0, 1e9, NULL, "kind", " hunt ", NULL, true},
    {"choose", VOL_SCENE_FIELD_WORD, OF_RELATION(choose), 0, 0, choose_word, "kind", " hunt ", NULL, true},
    {"eat", VOL_SCENE_FIELD_REAL, OF_RELATION(eat), 0, 1e12, NULL, "kind", " hunt ", NULL, true},
    {"delay", VOL_SCENE_FIELD_WHOLE, OF_RELATION(delay), 0, 1, NULL, "kind", " hunt ", NULL, true},
    {NULL, VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
};

const vol_scene_field vol_scene_term_fields[] = {
    {"name", VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
    {"kind", VOL_SCENE_FIELD_WORD, OF_TERM(kind), 0, 0, term_word, NULL, NULL, "", false},
    {"weight", VOL_SCENE_FIELD_REAL, OF_TERM(weight), -1e6, 1e6, NULL, NULL, NULL, NULL, true},
    {"priority", VOL_SCENE_FIELD_WHOLE, OF_TERM(priority), -1e6, 1e6, NULL, "kind", FORCES, NULL, true},
    {"force", VOL_SCENE_FIELD_REAL, OF_TERM(force), 0, 1e9, NULL, "kind", FORCES, NULL, true},
    {"point", VOL_SCENE_FIELD_VECTOR, OF_TERM(point), -1e12, 1e12, NULL, "kind", " seek flee arrive ", NULL, true},
    {"path", VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, "kind", " seek flee arrive ", NULL, false},
    {"target", VOL_SCENE_FIELD_FLOCK, OF_TERM(target), 0, 0, NULL, "kind", " pursue evade follow_leader ",
     " pursue evade ", true},
    {"radius", VOL_SCENE_FIELD_REAL, OF_TERM(radius), 0, 1e12, NULL, "kind",
     " seek flee arrive pursue evade follow_path avoid_collision follow_leader ", NULL, true},
    {"distance", VOL_SCENE_FIELD_REAL, OF_TERM(distance), 0, 1e12, NULL, "kind", " contain follow_leader ", NULL, true},
    {"width", VOL_SCENE_FIELD_REAL, OF_TERM(width), 0, 1e12, NULL, "kind",
     " avoid_obstacles avoid_collision follow_leader ", NULL, true},
    {"time", VOL_SCENE_FIELD_REAL, OF_TERM(time), 0, 1e6, NULL, "kind",
     " contain follow_path follow_flow avoid_obstacles avoid_collision follow_leader ", NULL, true},
    {"angle", VOL_SCENE_FIELD_REAL, OF_TERM(angle), 0, 180, NULL, "kind", " wander ", NULL, true},
    {"period", VOL_SCENE_FIELD_WHOLE, OF_TERM(period), 1, 1e6, NULL, "kind", " wander ", NULL, true},
    {"points", VOL_SCENE_FIELD_POINTS, OF_TERM(points), -1e12, 1e12, NULL, "kind", " follow_path ", " follow_path ",
     true},
    {"closed", VOL_SCENE_FIELD_FLAG, OF_TERM(closed), 0, 0, NULL, "kind", " follow_path ", NULL, true},
    {"flow", VOL_SCENE_FIELD_FLOW, OF_TERM(flow), 0, 0, NULL, "kind", " follow_flow wind ", " follow_flow wind ", true},
    {NULL, VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
};

/* Bytes that the row has in a def. */
static size_t field_size(const vol_scene_field *field) {
    static const size_t sizes[] = {sizeof(double),
                                   sizeof(int),
                                   sizeof(unsigned),
                                   sizeof(bool),
                                   3 * sizeof(double),
                                   sizeof(vol_flock),
                                   offsetof(points, count) + sizeof(size_t),
                                   offsetof(flow, count) + 3 * sizeof(uint32_t),
                                   0};
    return sizes[field->type];
}

const vol_scene_field *vol_scene_field_find(const vol_scene_field *fields, const char *name) {
    while (fields->name != NULL && strcmp(fields->name, name) != 0) {
        fields++;
    }
    return fields->name != NULL ? fields : NULL;
}

/* The word that the row's selector has in this def. */
static const char *selector_word(const vol_scene_field *fields, const vol_scene_field *field, const void *def) {
    const vol_scene_field *selector = vol_scene_field_find(fields, field->selector);
    unsigned choice = 0;
    memcpy(&choice, (const char *)def + selector->offset, sizeof choice);
    return selector->word(choice);
}

static bool among(const char *word, const char *words) {
    char blank[40];
    snprintf(blank, sizeof blank, " %s ", word);
    return strstr(words, blank) != NULL;
}

bool vol_scene_field_used(const vol_scene_field *fields, const vol_scene_field *field, const void *def) {
    return field->with == NULL || among(selector_word(fields, field, def), field->with);
}

static bool is_needed(const vol_scene_field *fields, const vol_scene_field *field, const void *def) {
    return field->needed != NULL &&
           (field->needed[0] == '\0' || among(selector_word(fields, field, def), field->needed));
}

bool vol_scene_field_passed_over(const vol_scene_field *fields, const vol_scene_field *field, const void *def,
                                 const vol_scene_node *map) {
    const vol_scene_node *node = vol_scene_tree_find(map, field->name);
    const vol_scene_node *chosen = field->with != NULL ? vol_scene_tree_find(map, field->selector) : NULL;
    return !vol_scene_field_used(fields, field, def) && chosen != NULL && chosen->origin->option &&
           !node->origin->option;
}

/* Numbers as many as the world has dimensions, within the row's range. */
static bool read_vector(const vol_scene_field *field, const vol_scene_node *node, const char *key, int dimensions,
                        double *values, vol_scene_fault *fault) {
    if (!vol_scene_value_vector(node, key, dimensions, values, fault)) {
        return false;
    }
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        double ignored;
        if (!vol_scene_value_real(item, key, field->least, field->most, &ignored, fault)) {
            return false;
        }
    }
    return true;
}

static bool read_points(const vol_scene_field *field, points *list, const vol_scene_node *node, const char *key,
                        vol_scene *scene, vol_scene_fault *fault) {
    size_t dimensions = (size_t)scene->world.dimensions;
    if (!vol_scene_value_list(node, key, fault)) {
        return false;
    }
    double *numbers = vol_arena_take(&scene->inside->arena, node->count * dimensions * sizeof *numbers);
    *list = (points){numbers, 0};
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        char name[96];
        snprintf(name, sizeof name, "%.64s[%zu]", key, list->count++);
        if (!read_vector(field, item, name, (int)dimensions, numbers, fault)) {
            return false;
        }
        numbers += dimensions;
    }
    return true;
}

bool vol_scene_field_read(const vol_scene_field *field, void *def, const vol_scene_node *node, const char *key,
                          vol_scene *scene, vol_scene_fault *fault) {
    union {
        double values[3];
        int whole;
        unsigned choice;
        bool flag;
        vol_flock flock;
        points points;
        flow flow;
    } read;
    memset(&read, 0, sizeof read);
    bool right = true;
    switch (field->type) {
    case VOL_SCENE_FIELD_REAL:
        right = vol_scene_value_real(node, key, field->least, field->most, read.values, fault);
        break;
    case VOL_SCENE_FIELD_WHOLE:
        right = vol_scene_value_int(node, key, (int)field->least, (int)field->most, &read.whole, fault);
        break;
    case VOL_SCENE_FIELD_WORD: right = vol_scene_value_choice(node, key, field->word, &read.choice, fault); break;
    case VOL_SCENE_FIELD_FLAG: right = vol_scene_value_flag(node, key, &read.flag, fault); break;
    case VOL_SCENE_FIELD_VECTOR:
        right = read_vector(field, node, key, scene->world.dimensions, read.values, fault);
        break;
    case VOL_SCENE_FIELD_FLOCK: right = vol_scene_read_flock_name(scene, node, key, &read.flock, fault); break;
    case VOL_SCENE_FIELD_POINTS: right = read_points(field, &read.points, node, key, scene, fault); break;
    case VOL_SCENE_FIELD_FLOW:
        right = vol_scene_flow_read(scene, node, key, &read.flow.numbers, read.flow.count, fault);
        break;
    case VOL_SCENE_FIELD_OTHER: break;
    }
    if (right) {
        memcpy((char *)def + field->offset, &read, field_size(field));
    }
    return right;
}

static bool check_keys(const vol_scene_field *fields, const vol_scene_node *map, const char *key,
                       vol_scene_fault *fault) {
    const char *known[20] = {NULL};
    for (size_t i = 0; fields[i].name != NULL; i++) {
        known[i] = fields[i].name;
    }
    return vol_scene_value_map(map, key, fault) && vol_scene_value_known_keys(map, key, known, fault);
}

bool vol_scene_fields_read(const vol_scene_field *fields, void *def, const vol_scene_node *map, const char *key,
                           vol_scene *scene, vol_scene_fault *fault) {
    if (!check_keys(fields, map, key, fault)) {
        return false;
    }
    for (const vol_scene_field *field = fields; field->name != NULL; field++) {
        const vol_scene_node *node = vol_scene_tree_find(map, field->name);
        if (node == NULL) {
            if (is_needed(fields, field, def)) {
                return vol_scene_fault_at(fault, map, key, "has no '%s'", field->name);
            }
            continue;
        }
        if (vol_scene_field_passed_over(fields, field, def, map)) {
            continue;
        }
        const char *name = vol_arena_print(&scene->inside->arena, "%s.%s", key, field->name);
        if (!vol_scene_field_used(fields, field, def)) {
            return vol_scene_fault_at(fault, node->key, name, "has no use with %s '%s'; allowed with:%.*s",
                                      field->selector, selector_word(fields, field, def), (int)strlen(field->with) - 1,
                                      field->with);
        }
        if (!vol_scene_field_read(field, def, node, name, scene, fault)) {
            return false;
        }
    }
    return true;
}

void vol_scene_field_copy(const vol_scene_field *field, void *def, const void *from) {
    memcpy((char *)def + field->offset, (const char *)from + field->offset, field_size(field));
}

static void print_list(vol_text *text, const double *numbers, size_t count, int dimensions) {
    vol_text_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        vol_text_put(text, i > 0 ? ", " : "");
        vol_scene_print_vector(text, numbers + i * (size_t)dimensions, dimensions);
    }
    vol_text_put(text, "]");
}

static void print_flow(vol_text *text, const flow *grid, int dimensions) {
    size_t count = 1;
    vol_text_put(text, "{count: ");
    for (int axis = 0; axis < dimensions; axis++) {
        vol_text_print(text, "%s%u", axis == 0 ? "[" : ", ", (unsigned)grid->count[axis]);
        count *= grid->count[axis];
    }
    vol_text_put(text, "], velocities: ");
    print_list(text, grid->numbers, count, dimensions);
    vol_text_put(text, "}");
}

void vol_scene_field_print(const vol_scene_field *field, const void *def, const vol_scene *scene, vol_text *text) {
    const void *at = (const char *)def + field->offset;
    int dimensions = scene->world.dimensions;
    unsigned choice = 0;
    int whole = 0;
    points list = {0};
    flow grid = {0};
    vol_text_print(text, "%s: ", field->name);
    switch (field->type) {
    case VOL_SCENE_FIELD_REAL: vol_scene_print_number(text, *(const double *)at); break;
    case VOL_SCENE_FIELD_WHOLE:
        memcpy(&whole, at, sizeof whole);
        vol_text_print(text, "%d", whole);
        break;
    case VOL_SCENE_FIELD_WORD:
        memcpy(&choice, at, sizeof choice);
        vol_text_put(text, field->word(choice));
        break;
    case VOL_SCENE_FIELD_FLAG: vol_text_put(text, *(const bool *)at ? "true" : "false"); break;
    case VOL_SCENE_FIELD_VECTOR: vol_scene_print_vector(text, at, dimensions); break;
    case VOL_SCENE_FIELD_FLOCK: vol_scene_print_quoted(text, scene->flocks[*(const vol_flock *)at].name); break;
    case VOL_SCENE_FIELD_POINTS:
        memcpy(&list, at, field_size(field));
        print_list(text, list.numbers, list.count, dimensions);
        break;
    case VOL_SCENE_FIELD_FLOW:
        memcpy(&grid, at, field_size(field));
        print_flow(text, &grid, dimensions);
        break;
    case VOL_SCENE_FIELD_OTHER: break;
    }
}
