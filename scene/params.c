/* From a map of the tree to a def of the library: every key is looked up in the parameter table, whose rows are dotted
 * names ("cohesion.weight"); a map inside a map is a group of such names. The few keys of a flock that the table does
 * not have (name, model, look, start.path, leader, terms), and the players' paths, are read elsewhere and only known
 * here. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 192 };

typedef struct section {
    vol_scene *scene;
    vol_scene_flock *flock; /* NULL: the world */
    const char *title;      /* name of the flock, or "world", "wind", "player" */
    const vol_scene_node *map;
    vol_scene_fault *fault;
} section;

/* Keys that the table does not have, of flocks and of the world. */
static const char *const own_keys[2][7] = {{"name", "model", "look", "start.path", "leader", "terms", NULL},
                                           {"player.path", "player.paths", NULL}};

static const char *const *own_keys_of(const section *s) {
    return own_keys[s->flock == NULL];
}

static bool is_own_key(const section *s, const char *name) {
    for (const char *const *own = own_keys_of(s); *own != NULL; own++) {
        if (strcmp(name, *own) == 0) {
            return true;
        }
    }
    return false;
}

/* A key that only means something with one value of another: the selector. */
typedef struct condition {
    const char *name, *selector;
    const char *values; /* of the selector, with blanks around */
} condition;

static const condition conditions[] = {
    {"world.margin", "world.boundary", " tile "},
    {"start.center", "start.shape", " box disc grid ring "},
    {"start.size", "start.shape", " box "},
    {"start.radius", "start.shape", " disc ring "},
    {"start.spacing", "start.shape", " grid "},
    {"start.path", "start.shape", " file "},
    {"start.speed", "start.shape", " uniform box disc grid ring "},
    {"start.heading", "start.shape", " uniform box disc grid ring "},
    {"start.whole", "start.shape", " uniform box disc grid ring "},
};

/* The node of a dotted name in the section, or NULL. */
static const vol_scene_node *find_node(const section *s, const char *name) {
    if (s->flock == NULL) {
        return vol_scene_tree_find(s->map, strchr(name, '.') + 1);
    }
    const char *dot = strchr(name, '.');
    if (dot == NULL) {
        return vol_scene_tree_find(s->map, name);
    }
    char group[NAME_SIZE];
    snprintf(group, sizeof group, "%.*s", (int)(dot - name), name);
    return vol_scene_tree_find(vol_scene_tree_find(s->map, group), dot + 1);
}

/* The selector's value in effect: what the map says, or the default. */
static void selector_value(const section *s, const char *selector, char *text, size_t size) {
    const vol_scene_node *node = find_node(s, selector);
    if (node != NULL && node->kind == VOL_SCENE_NODE_WORD) {
        snprintf(text, size, "%s", node->word);
    } else if (s->flock == NULL) {
        vol_world_def_get(&s->scene->world, selector, text, size, NULL);
    } else {
        vol_flock_def_get(&s->flock->def, selector, text, size, NULL);
    }
}

/* May a key that has no use be passed over? Yes if the command line changed the selector under a scene that had it
 * right: `--set birds.start.shape=uniform` must not fail because the file gave the disc's radius. */
static bool may_ignore(const section *s, const vol_scene_node *node, const char *selector) {
    const vol_scene_node *chosen = find_node(s, selector);
    return chosen != NULL && chosen->origin->option && !node->origin->option;
}

/* Has the key a use with what the selectors say? Sets *ignored where it has none but may be passed over. */
static bool check_condition(const section *s, const vol_scene_node *node, const char *name, const char *key,
                            bool *ignored) {
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const condition *c = &conditions[i];
        char value[64] = "";
        char blank[72];
        if (strcmp(c->name, name) != 0) {
            continue;
        }
        selector_value(s, c->selector, value, sizeof value);
        snprintf(blank, sizeof blank, " %s ", value);
        const vol_param *param = vol_param_find(c->selector);
        bool known = false;
        for (size_t k = 0; param != NULL && param->choices[k] != NULL; k++) {
            known = known || strcmp(param->choices[k], value) == 0;
        }
        if (!known || strstr(c->values, blank) != NULL) {
            continue; /* an unknown value is reported where it stands */
        }
        *ignored = may_ignore(s, node, c->selector);
        if (*ignored) {
            vol_scene_node_pass_over(node);
        } else {
            return vol_scene_fault_at(s->fault, node->key, key, "has no use with %s '%s'; allowed with:%.*s",
                                      c->selector, value, (int)strlen(c->values) - 1, c->values);
        }
    }
    return true;
}

/* The keys that may stand below a prefix ("", "cohesion."), each once. */
static void known_keys(const section *s, const char *prefix, vol_words *words) {
    size_t skip = strlen(prefix);
    vol_arena *arena = &s->scene->inside->arena;
    for (const char *const *own = own_keys_of(s); *own != NULL; own++) {
        if (strncmp(*own, prefix, skip) == 0 && strchr(*own + skip, '.') == NULL) {
            vol_words_add(words, *own + skip);
        }
    }
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world != (s->flock == NULL) || strncmp(param->name, prefix, skip) != 0 ||
            (s->flock != NULL && !vol_param_used(param, s->flock->def.model))) {
            continue;
        }
        const char *rest = param->name + skip;
        const char *word = vol_arena_copy(arena, rest, strcspn(rest, "."));
        if (!vol_words_have(words, word)) {
            vol_words_add(words, word);
        }
    }
}

static bool unknown_key(const section *s, const vol_scene_node *node, const char *prefix, const char *key) {
    vol_words words = {.may_fail = true};
    known_keys(s, prefix, &words);
    vol_scene_value_unknown_key(node, key, &words, s->fault);
    vol_words_release(&words);
    return false;
}

static bool is_group(const section *s, const char *name) {
    const vol_param *param;
    size_t length = strlen(name);
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world == (s->flock == NULL) && strncmp(param->name, name, length) == 0 &&
            param->name[length] == '.') {
            return true;
        }
    }
    return false;
}

/* How many numbers vectors have. The size of the world says it, and may stand behind what has to follow it. */
static int dimensions_of(const section *s) {
    const vol_scene_node *size = s->flock == NULL ? vol_scene_tree_find(s->map, "size") : NULL;
    int numbers = 0;
    for (const vol_scene_node *number = size != NULL ? size->first : NULL; number != NULL; number = number->next) {
        numbers++;
    }
    return strcmp(s->title, "world") == 0 && (numbers == 2 || numbers == 3) ? numbers : s->scene->world.dimensions;
}

/* One parameter of the table. */
static bool read_param(const section *s, const vol_scene_node *node, const vol_param *param, const char *prefix,
                       const char *key) {
    vol_scene *scene = s->scene;
    if (s->flock != NULL && !vol_param_used(param, s->flock->def.model)) {
        if (may_ignore(s, node, "model")) {
            vol_scene_node_pass_over(node);
            return true;
        }
        vol_words words = {.may_fail = true};
        vol_text list = {.may_fail = true};
        known_keys(s, prefix, &words);
        vol_words_list(&words, &list);
        vol_scene_fault_at(s->fault, node->key, key, "the model %s has no use for it; allowed: %s",
                           vol_model_name(s->flock->def.model), list.data != NULL ? list.data : "nothing here");
        if (strcmp(param->name, "max_speed") == 0 && vol_param_used(vol_param_find("speed"), s->flock->def.model)) {
            vol_scene_fault_more(s->fault, "; did you mean 'speed'?");
        }
        vol_text_release(&list);
        vol_words_release(&words);
        return false;
    }
    if (param->type == VOL_PARAM_MASK) {
        return vol_scene_mask_param(scene, node, key, param, &scene->world, s->fault) != NULL;
    }
    bool says_dimensions = strcmp(param->name, "world.size") == 0;
    int dimensions = says_dimensions ? 0 : dimensions_of(s);
    const char *text = vol_scene_value_param(&scene->inside->arena, node, key, param, dimensions, s->fault);
    if (text == NULL) {
        return false;
    }
    vol_error error;
    vol_result result = s->flock == NULL ? vol_world_def_set(&scene->world, param->name, text, &error)
                                         : vol_flock_def_set(&s->flock->def, param->name, text, &error);
    return result == VOL_OK || vol_scene_fault_at(s->fault, node, key, "%s", error.text);
}

/* The keys below a prefix; maps inside are groups. */
static bool read_group(const section *s, const vol_scene_node *map, const char *prefix, const char *title) {
    if (!vol_scene_value_map(map, title, s->fault)) {
        return false;
    }
    for (const vol_scene_node *node = map->first; node != NULL; node = node->next) {
        const char *word = node->key->word;
        const char *name = vol_arena_print(&s->scene->inside->arena, "%s%.100s", prefix, word);
        const char *key = vol_arena_print(&s->scene->inside->arena, "%s.%.100s", title, word);
        const vol_param *param = vol_param_find(name);
        bool dotted = strchr(word, '.') != NULL;
        bool ignored = false;
        if (!dotted && !check_condition(s, node, name, key, &ignored)) {
            return false;
        }
        if (ignored || (!dotted && is_own_key(s, name))) {
            continue;
        }
        bool right = true;
        if (!dotted && param != NULL && param->of_world == (s->flock == NULL)) {
            right = read_param(s, node, param, prefix, key);
        } else if (!dotted && is_group(s, name)) {
            right = read_group(s, node, vol_arena_print(&s->scene->inside->arena, "%s.", name), key);
        } else {
            right = unknown_key(s, node, prefix, key);
        }
        if (!right) {
            return false;
        }
    }
    return true;
}

bool vol_scene_read_params(vol_scene *scene, vol_scene_flock *flock, const char *title, const vol_scene_node *map,
                           vol_scene_fault *fault) {
    section s = {scene, flock, title, map, fault};
    return read_group(&s, map, flock != NULL ? "" : vol_arena_print(&scene->inside->arena, "%s.", title), title);
}

bool vol_scene_owns_params(const char *word) {
    const vol_param *param;
    size_t length = strlen(word);
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world && strncmp(param->name, word, length) == 0 && param->name[length] == '.') {
            return true;
        }
    }
    return false;
}
