/* Obstacles, relations and terms from their maps to the library's defs, row by row of its table, and back to text. */
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

/* Lists as the defs hold them. */
typedef struct points {
    const double *numbers;
    size_t count;
} points;

typedef struct flow {
    const double *numbers;
    uint32_t count[3];
} flow;

/* Keys that only scenes have, and the row that says with which kinds; "": with all. */
typedef struct own_key {
    vol_surrounding of;
    const char *name, *like;
} own_key;

static const own_key own_keys[] = {{VOL_SURROUNDING_TERM, "name", ""}, {VOL_SURROUNDING_TERM, "path", "point"}};
enum { OWN_KEYS = sizeof own_keys / sizeof *own_keys };

bool vol_scene_field_own(vol_surrounding of, const char *name) {
    for (size_t i = 0; i < OWN_KEYS; i++) {
        if (own_keys[i].of == of && strcmp(own_keys[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Bytes that the row has in a def. */
static size_t field_size(const vol_param *field) {
    switch (field->type) {
    case VOL_PARAM_REAL: return sizeof(double);
    case VOL_PARAM_WHOLE: return sizeof(int);
    case VOL_PARAM_CHOICE: return sizeof(unsigned);
    case VOL_PARAM_FLAG: return sizeof(bool);
    case VOL_PARAM_VECTOR: return 3 * sizeof(double);
    case VOL_PARAM_FLOCK: return sizeof(vol_flock);
    case VOL_PARAM_MASK: return sizeof(vol_flocks);
    case VOL_PARAM_POINTS: return offsetof(points, count) + sizeof(size_t);
    case VOL_PARAM_FLOW: return offsetof(flow, count) + 3 * sizeof(uint32_t);
    default: return 0;
    }
}

static unsigned kind_of(vol_surrounding of, const void *def) {
    unsigned kind = 0;
    memcpy(&kind, (const char *)def + vol_surrounding_offset(vol_surrounding_kind(of)), sizeof kind);
    return kind;
}

bool vol_scene_field_used(vol_surrounding of, const vol_param *field, const void *def) {
    return vol_surrounding_used(field, kind_of(of, def));
}

/* Fails where a key has no use, unless the command line changed the kind under a scene that had it right: then
 * *ignored. */
static bool check_use(vol_surrounding of, const vol_param *field, const void *def, const vol_scene_node *map,
                      const vol_scene_node *node, const char *key, bool *ignored, vol_scene_fault *fault) {
    const vol_param *selector = vol_surrounding_kind(of);
    const vol_scene_node *chosen = vol_scene_tree_find(map, selector->name);
    if (vol_scene_field_used(of, field, def)) {
        return true;
    }
    *ignored = chosen != NULL && chosen->origin->option && !node->origin->option;
    if (*ignored) {
        vol_scene_node_pass_over(node);
        return true;
    }
    vol_scene_fault_at(fault, node->key, key, "has no use with %s '%s'; allowed with:", selector->name,
                       selector->choices[kind_of(of, def)]);
    for (unsigned kind = 0; selector->choices[kind] != NULL; kind++) {
        if (vol_surrounding_used(field, kind)) {
            vol_scene_fault_more(fault, " %s", selector->choices[kind]);
        }
    }
    return false;
}

/* Numbers as many as the world has dimensions, within the row's range. */
static bool read_vector(const vol_param *field, const vol_scene_node *node, const char *key, int dimensions,
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

static bool read_points(const vol_param *field, unsigned kind, points *list, const vol_scene_node *node,
                        const char *key, vol_scene *scene, vol_scene_fault *fault) {
    size_t dimensions = (size_t)scene->world.dimensions;
    size_t fewest = 0;
    size_t most = 0;
    if (!vol_scene_value_list(node, key, fault)) {
        return false;
    }
    double *numbers = vol_arena_take(&scene->inside->arena, node->count * dimensions * sizeof *numbers);
    *list = (points){numbers, 0};
    if (numbers == NULL) {
        return vol_scene_no_memory(fault);
    }
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        char name[96];
        snprintf(name, sizeof name, "%.64s[%zu]", key, list->count++);
        if (!read_vector(field, item, name, (int)dimensions, numbers, fault)) {
            return false;
        }
        numbers += dimensions;
    }
    vol_surrounding_lengths(field, kind, &fewest, &most);
    if (list->count >= fewest && list->count <= most) {
        return true;
    }
    vol_scene_fault_at(fault, node, key, "a list of %zu; allowed is a list of %zu", list->count, fewest);
    vol_scene_fault_more(fault, most > fewest ? " to %zu points" : " points", most);
    return false;
}

bool vol_scene_field_read(vol_surrounding of, const vol_param *field, void *def, const vol_scene_node *node,
                          const char *key, vol_scene *scene, vol_scene_fault *fault) {
    union {
        double values[3];
        int whole;
        unsigned choice;
        bool flag;
        vol_flock flock;
        vol_flocks flocks;
        points points;
        flow flow;
    } read;
    memset(&read, 0, sizeof read);
    bool right = true;
    switch (field->type) {
    case VOL_PARAM_REAL: right = vol_scene_value_real(node, key, field->least, field->most, read.values, fault); break;
    case VOL_PARAM_WHOLE:
        right = vol_scene_value_int(node, key, (int)field->least, (int)field->most, &read.whole, fault);
        break;
    case VOL_PARAM_CHOICE: right = vol_scene_value_word(node, key, field->choices, &read.choice, fault); break;
    case VOL_PARAM_FLAG: right = vol_scene_value_flag(node, key, &read.flag, fault); break;
    case VOL_PARAM_VECTOR: right = read_vector(field, node, key, scene->world.dimensions, read.values, fault); break;
    case VOL_PARAM_FLOCK: right = vol_scene_read_flock_name(scene, node, key, &read.flock, fault); break;
    case VOL_PARAM_MASK: right = vol_scene_mask_read(scene, node, key, &read.flocks, fault); break;
    case VOL_PARAM_POINTS: right = read_points(field, kind_of(of, def), &read.points, node, key, scene, fault); break;
    case VOL_PARAM_FLOW:
        right = vol_scene_flow_read(scene, node, key, &read.flow.numbers, read.flow.count, fault);
        break;
    default: break;
    }
    if (right) {
        memcpy((char *)def + vol_surrounding_offset(field), &read, field_size(field));
    }
    return right;
}

/* Adds the keys of scenes alone that belong behind a row; "": before all. */
static void add_own_keys(vol_surrounding of, const char *row, vol_words *known) {
    for (size_t i = 0; i < OWN_KEYS; i++) {
        if (own_keys[i].of == of && strcmp(own_keys[i].like, row) == 0) {
            vol_words_add(known, own_keys[i].name);
        }
    }
}

static bool check_keys(vol_surrounding of, const vol_scene_node *map, const char *key, vol_scene_fault *fault) {
    vol_words known = {.may_fail = true};
    const vol_param *field;
    if (!vol_scene_value_map(map, key, fault)) {
        return false;
    }
    add_own_keys(of, "", &known);
    for (size_t i = 0; (field = vol_surrounding_at(of, i)) != NULL; i++) {
        vol_words_add(&known, field->name);
        add_own_keys(of, field->name, &known);
    }
    bool right = vol_scene_value_keys(map, key, &known, fault);
    vol_words_release(&known);
    return right;
}

/* The keys that only scenes have are read by the caller. */
static bool check_own_keys(vol_surrounding of, const void *def, const vol_scene_node *map, const char *key,
                           vol_scene *scene, vol_scene_fault *fault) {
    bool right = true;
    for (size_t i = 0; i < OWN_KEYS && right; i++) {
        const vol_param *like = vol_surrounding_find(of, own_keys[i].like);
        const vol_scene_node *node = vol_scene_tree_find(map, own_keys[i].name);
        bool ignored = false;
        if (own_keys[i].of == of && like != NULL && node != NULL) {
            right = check_use(of, like, def, map, node,
                              vol_arena_print(&scene->inside->arena, "%s.%s", key, own_keys[i].name), &ignored, fault);
        }
    }
    return right;
}

bool vol_scene_fields_read(vol_surrounding of, void *def, const vol_scene_node *map, const char *key, vol_scene *scene,
                           vol_scene_fault *fault) {
    const vol_param *field;
    if (!check_keys(of, map, key, fault)) {
        return false;
    }
    for (size_t i = 0; (field = vol_surrounding_at(of, i)) != NULL; i++) {
        const vol_scene_node *node = vol_scene_tree_find(map, field->name);
        if (node == NULL) {
            if (vol_surrounding_needed(field, kind_of(of, def))) {
                return vol_scene_fault_at(fault, map, key, "has no '%s'", field->name);
            }
            continue;
        }
        const char *name = vol_arena_print(&scene->inside->arena, "%s.%s", key, field->name);
        bool ignored = false;
        if (!check_use(of, field, def, map, node, name, &ignored, fault) ||
            (!ignored && !vol_scene_field_read(of, field, def, node, name, scene, fault))) {
            return false;
        }
    }
    return check_own_keys(of, def, map, key, scene, fault);
}

void vol_scene_field_copy(const vol_param *field, void *def, const void *from) {
    size_t offset = vol_surrounding_offset(field);
    memcpy((char *)def + offset, (const char *)from + offset, field_size(field));
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

/* Only relations have lists of flocks. */
static void print_flocks(vol_text *text, const vol_relation_def *def, const vol_scene *scene) {
    for (size_t i = 0; i < def->to_count; i++) {
        vol_text_put(text, i > 0 ? ", " : "[");
        vol_scene_print_quoted(text, scene->flocks[def->to[i]].name);
    }
    vol_text_put(text, "]");
}

void vol_scene_field_print(const vol_param *field, const void *def, const vol_scene *scene, vol_text *text) {
    const void *at = (const char *)def + vol_surrounding_offset(field);
    int dimensions = scene->world.dimensions;
    unsigned choice = 0;
    int whole = 0;
    points list = {0};
    flow grid = {0};
    vol_text_print(text, "%s: ", field->name);
    switch (field->type) {
    case VOL_PARAM_REAL: vol_scene_print_number(text, *(const double *)at); break;
    case VOL_PARAM_WHOLE:
        memcpy(&whole, at, sizeof whole);
        vol_text_print(text, "%d", whole);
        break;
    case VOL_PARAM_CHOICE:
        memcpy(&choice, at, sizeof choice);
        vol_text_put(text, field->choices[choice]);
        break;
    case VOL_PARAM_FLAG: vol_text_put(text, *(const bool *)at ? "true" : "false"); break;
    case VOL_PARAM_VECTOR: vol_scene_print_vector(text, at, dimensions); break;
    case VOL_PARAM_FLOCK: vol_scene_print_quoted(text, scene->flocks[*(const vol_flock *)at].name); break;
    case VOL_PARAM_FLOCKS: print_flocks(text, def, scene); break;
    case VOL_PARAM_MASK: vol_scene_mask_print(text, scene, *(const vol_flocks *)at); break;
    case VOL_PARAM_POINTS:
        memcpy(&list, at, field_size(field));
        print_list(text, list.numbers, list.count, dimensions);
        break;
    case VOL_PARAM_FLOW:
        memcpy(&grid, at, field_size(field));
        print_flow(text, &grid, dimensions);
        break;
    default: break;
    }
}
