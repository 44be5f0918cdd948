/* Values of a scene, read strictly: a number is a number, a text is a text, nothing is guessed. */
#include "value.h"

#include <stdio.h>
#include <string.h>

/* The value as a message shows it. */
static bool wrong_value(const vol_scene_node *node, const char *key, const char *allowed, vol_scene_fault *fault) {
    if (node->kind != VOL_SCENE_NODE_WORD) {
        return vol_scene_fault_at(fault, node, key, "%s cannot stand here; allowed is %s",
                                  vol_scene_node_kind_name(node), allowed);
    }
    if (node->word[0] == '\0' && !node->quoted) {
        return vol_scene_fault_at(fault, node, key, "has no value; allowed is %s", allowed);
    }
    const char *quote = node->quoted ? "\"" : "";
    return vol_scene_fault_at(fault, node, key, "value '%s%.80s%s' is not allowed; allowed is %s", quote, node->word,
                              quote, allowed);
}

bool vol_scene_value_map(const vol_scene_node *node, const char *key, vol_scene_fault *fault) {
    return node->kind == VOL_SCENE_NODE_MAP || wrong_value(node, key, "a map of keys and values", fault);
}

bool vol_scene_value_list(const vol_scene_node *node, const char *key, vol_scene_fault *fault) {
    return node->kind == VOL_SCENE_NODE_LIST || wrong_value(node, key, "a list", fault);
}

bool vol_scene_value_text(const vol_scene_node *node, const char *key, const char **text, vol_scene_fault *fault) {
    if (node->kind != VOL_SCENE_NODE_WORD || (vol_scene_node_is_plain_value(node) && !node->origin->option)) {
        return wrong_value(node, key, "a text (numbers, true and the like as texts: in quotes)", fault);
    }
    *text = node->word;
    return true;
}

static bool is_unquoted(const vol_scene_node *node) {
    return node->kind == VOL_SCENE_NODE_WORD && !node->quoted;
}

bool vol_scene_value_real(const vol_scene_node *node, const char *key, double least, double most, double *value,
                          vol_scene_fault *fault) {
    double read = 0;
    if (is_unquoted(node) && vol_number_read(node->word, &read) && read >= least && read <= most) {
        *value = read;
        return true;
    }
    char allowed[96];
    snprintf(allowed, sizeof allowed, "a number from %.10g to %.10g", least, most);
    return wrong_value(node, key, allowed, fault);
}

bool vol_scene_value_whole(const vol_scene_node *node, const char *key, uint64_t least, uint64_t most, uint64_t *value,
                           vol_scene_fault *fault) {
    uint64_t read = 0;
    if (is_unquoted(node) && vol_whole_read(node->word, &read) && read >= least && read <= most) {
        *value = read;
        return true;
    }
    char allowed[96];
    snprintf(allowed, sizeof allowed, "a whole number from %llu to %llu", (unsigned long long)least,
             (unsigned long long)most);
    return wrong_value(node, key, allowed, fault);
}

bool vol_scene_value_int(const vol_scene_node *node, const char *key, int least, int most, int *value,
                         vol_scene_fault *fault) {
    uint64_t size = 0;
    bool negative = node->word[0] == '-';
    if (is_unquoted(node) && vol_whole_read(node->word + (negative ? 1 : 0), &size) && size <= UINT32_MAX) {
        int64_t read = negative ? -(int64_t)size : (int64_t)size;
        if (read >= least && read <= most) {
            *value = (int)read;
            return true;
        }
    }
    char allowed[96];
    snprintf(allowed, sizeof allowed, "a whole number from %d to %d", least, most);
    return wrong_value(node, key, allowed, fault);
}

bool vol_scene_value_flag(const vol_scene_node *node, const char *key, bool *value, vol_scene_fault *fault) {
    if (is_unquoted(node) && (strcmp(node->word, "true") == 0 || strcmp(node->word, "false") == 0)) {
        *value = node->word[0] == 't';
        return true;
    }
    return wrong_value(node, key, "true or false", fault);
}

bool vol_scene_value_vector(const vol_scene_node *node, const char *key, int dimensions, double *values,
                            vol_scene_fault *fault) {
    char allowed[64];
    snprintf(allowed, sizeof allowed, "a list of %s numbers", dimensions == 2 ? "two" : "three");
    if (node->kind != VOL_SCENE_NODE_LIST) {
        return wrong_value(node, key, allowed, fault);
    }
    if (node->count != (size_t)dimensions) {
        return vol_scene_fault_at(fault, node, key, "a list of %zu; allowed is %s, as the world has %d dimensions",
                                  node->count, allowed, dimensions);
    }
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        if (!vol_scene_value_real(item, key, -VOL_FARTHEST, VOL_FARTHEST, values++, fault)) {
            return false;
        }
    }
    return true;
}

/* The number of the node's word among those that are known. */
static bool read_word(const vol_scene_node *node, const char *key, const vol_words *known, unsigned *choice,
                      vol_scene_fault *fault) {
    for (size_t i = 0; node->kind == VOL_SCENE_NODE_WORD && i < known->count; i++) {
        if (strcmp(known->word[i], node->word) == 0) {
            *choice = (unsigned)i;
            return true;
        }
    }
    if (known->failed) {
        return vol_scene_no_memory(fault);
    }
    vol_text allowed = {.may_fail = true};
    vol_words_list(known, &allowed);
    wrong_value(node, key, vol_text_read(&allowed), fault);
    const char *nearest = vol_words_nearest(known, node->word);
    if (nearest != NULL) {
        vol_scene_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    vol_text_release(&allowed);
    return false;
}

bool vol_scene_value_choice(const vol_scene_node *node, const char *key, const char *(*name)(unsigned),
                            unsigned *choice, vol_scene_fault *fault) {
    vol_words known = {.may_fail = true};
    for (unsigned i = 0; name(i) != NULL; i++) {
        vol_words_add(&known, name(i));
    }
    bool found = read_word(node, key, &known, choice, fault);
    vol_words_release(&known);
    return found;
}

bool vol_scene_value_word(const vol_scene_node *node, const char *key, const char *const *names, unsigned *choice,
                          vol_scene_fault *fault) {
    vol_words known = {.may_fail = true};
    for (size_t i = 0; names[i] != NULL; i++) {
        vol_words_add(&known, names[i]);
    }
    bool found = read_word(node, key, &known, choice, fault);
    vol_words_release(&known);
    return found;
}

/* What the table allows, in words. */
static void describe_allowed(const vol_param *param, int dimensions, vol_text *text) {
    if (param->choices != NULL) {
        for (size_t i = 0; param->choices[i] != NULL; i++) {
            vol_text_print(text, "%s%s", i > 0 ? ", " : "", param->choices[i]);
        }
        return;
    }
    switch (param->type) {
    case VOL_PARAM_FLAG: vol_text_put(text, "true or false"); return;
    case VOL_PARAM_SEED: vol_text_put(text, "a whole number from 0 to 18446744073709551615"); return;
    case VOL_PARAM_COUNT: vol_text_put(text, "a whole number"); break;
    case VOL_PARAM_VECTOR:
        vol_text_print(text, "a list of %s numbers, each",
                       dimensions == 2   ? "two"
                       : dimensions == 3 ? "three"
                                         : "two or three");
        break;
    case VOL_PARAM_LIST: vol_text_print(text, "a list of 2 to %d numbers, each", VOL_TABLE_MOST); break;
    default: vol_text_put(text, "a number"); break;
    }
    vol_text_print(text, " from %.10g to %.10g%s", param->least, param->most, param->random ? ", or random" : "");
}

static bool wrong_param(const vol_scene_node *node, const char *key, const vol_param *param, int dimensions,
                        vol_scene_fault *fault) {
    vol_text allowed = {.may_fail = true};
    describe_allowed(param, dimensions, &allowed);
    wrong_value(node, key, vol_text_read(&allowed), fault);
    vol_text_release(&allowed);
    if (param->choices != NULL && node->kind == VOL_SCENE_NODE_WORD) {
        vol_words known = {.may_fail = true};
        for (size_t i = 0; param->choices[i] != NULL; i++) {
            vol_words_add(&known, param->choices[i]);
        }
        const char *nearest = vol_words_nearest(&known, node->word);
        if (nearest != NULL) {
            vol_scene_fault_more(fault, "; did you mean '%s'?", nearest);
        }
        vol_words_release(&known);
    }
    return false;
}

/* May the list have so many numbers? */
static bool has_length(const vol_scene_node *node, const vol_param *param, int dimensions) {
    if (param->type == VOL_PARAM_LIST) {
        return node->count != 1 && node->count <= VOL_TABLE_MOST;
    }
    return dimensions == 0 ? node->count == 2 || node->count == 3 : node->count == (size_t)dimensions;
}

/* [1, 2] from a list of numbers. */
static const char *list_text(vol_arena *arena, const vol_scene_node *node, const char *key, const vol_param *param,
                             int dimensions, vol_scene_fault *fault) {
    if (!has_length(node, param, dimensions)) {
        vol_text allowed = {.may_fail = true};
        describe_allowed(param, dimensions, &allowed);
        vol_scene_fault_at(fault, node, key, "a list of %zu; allowed is %s", node->count, vol_text_read(&allowed));
        vol_text_release(&allowed);
        return NULL;
    }
    vol_text text = {.may_fail = true};
    vol_text_put(&text, "[");
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        double value = 0;
        if (!vol_scene_value_real(item, key, param->least, param->most, &value, fault)) {
            vol_text_release(&text);
            return NULL;
        }
        vol_text_print(&text, "%s%s", item == node->first ? "" : ", ", item->word);
    }
    vol_text_put(&text, "]");
    const char *copy = vol_arena_copy(arena, vol_text_read(&text), text.length);
    arena->failed = arena->failed || text.failed;
    vol_text_release(&text);
    return copy;
}

/* Is the node of the kind that the row asks for? */
static bool has_type(const vol_scene_node *node, const vol_param *param) {
    if (node->kind != VOL_SCENE_NODE_WORD) {
        return false;
    }
    if (param->type == VOL_PARAM_CHOICE) {
        return true;
    }
    return !node->quoted || (param->random && strcmp(node->word, "random") == 0);
}

const char *vol_scene_value_param(vol_arena *arena, const vol_scene_node *node, const char *key, const vol_param *param,
                                  int dimensions, vol_scene_fault *fault) {
    bool list = param->type == VOL_PARAM_VECTOR || param->type == VOL_PARAM_LIST;
    if (list && node->kind == VOL_SCENE_NODE_LIST) {
        return list_text(arena, node, key, param, dimensions, fault);
    }
    if (list || !has_type(node, param)) {
        wrong_param(node, key, param, dimensions, fault);
        return NULL;
    }
    /* The library reads the value for real into its def; here into a spare one, for a message with its place. */
    vol_world_def world = vol_default_world_def();
    vol_result result = VOL_OK;
    if (param->of_world) {
        result = vol_world_def_set(&world, param->name, node->word, NULL);
    } else {
        unsigned model = 0;
        while (vol_model_name((vol_model)model) != NULL && !vol_param_used(param, (vol_model)model)) {
            model++;
        }
        vol_flock_def flock = vol_default_flock_def((vol_model)model);
        result = vol_flock_def_set(&flock, param->name, node->word, NULL);
    }
    if (result == VOL_OK) {
        return node->word;
    }
    wrong_param(node, key, param, dimensions, fault);
    return NULL;
}

bool vol_scene_value_unknown_key(const vol_scene_node *node, const char *key, const vol_words *known,
                                 vol_scene_fault *fault) {
    const char *word = node->key->word;
    if (known->failed) {
        return vol_scene_no_memory(fault);
    }
    const char *nearest = vol_words_nearest(known, word);
    if (node->origin->option) {
        vol_scene_fault_at(fault, node->key, key, "unknown key '%s'", word);
    } else {
        vol_scene_fault_at(fault, node->key, key, "unknown key");
    }
    if (nearest != NULL) {
        vol_scene_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    vol_text list = {.may_fail = true};
    vol_words_list(known, &list);
    vol_scene_fault_more(fault, "%s allowed: %s", nearest != NULL ? "" : ";", list.data != NULL ? list.data : "none");
    vol_text_release(&list);
    return false;
}

bool vol_scene_value_keys(const vol_scene_node *map, const char *key, const vol_words *known, vol_scene_fault *fault) {
    for (const vol_scene_node *child = map->first; child != NULL; child = child->next) {
        if (!vol_words_have(known, child->key->word)) {
            char path[256];
            snprintf(path, sizeof path, "%s%s%s", key, key[0] != '\0' ? "." : "", child->key->word);
            return vol_scene_value_unknown_key(child, path, known, fault);
        }
    }
    return true;
}

bool vol_scene_value_known_keys(const vol_scene_node *map, const char *key, const char *const *known,
                                vol_scene_fault *fault) {
    vol_words words = {.may_fail = true};
    for (size_t i = 0; known[i] != NULL; i++) {
        vol_words_add(&words, known[i]);
    }
    bool right = vol_scene_value_keys(map, key, &words, fault);
    vol_words_release(&words);
    return right;
}
