/* `presets` of a scene: values for several keys at once, under a name. A preset is applied like overrides of the
 * command line (the override `preset`), so that it is checked and complained about as they are; when a scene is read,
 * each of its presets is tried. */
#include "edit.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const vol_scene_node *presets_of(const vol_scene *scene) {
    const vol_scene_node *map = vol_scene_tree_find(scene->inside->tree, "presets");
    return map != NULL && map->kind == VOL_SCENE_NODE_MAP ? map : NULL;
}

static const vol_scene_node *preset_at(const vol_scene *scene, size_t index) {
    const vol_scene_node *map = presets_of(scene);
    const vol_scene_node *preset = map != NULL ? map->first : NULL;
    for (; preset != NULL && index > 0; index--) {
        preset = preset->next;
    }
    return preset;
}

const char *vol_scene_preset_name(const vol_scene *scene, size_t preset) {
    const vol_scene_node *node = preset_at(scene, preset);
    return node != NULL ? node->key->word : NULL;
}

const char *vol_scene_preset_about(const vol_scene *scene, size_t preset) {
    const vol_scene_node *about = vol_scene_tree_find(preset_at(scene, preset), "about");
    return about != NULL ? about->word : "";
}

const char *vol_scene_preset_key(const vol_scene *scene, size_t preset, size_t index) {
    const vol_scene_node *node = preset_at(scene, preset);
    const vol_scene_node *value = node != NULL ? node->first : NULL;
    for (; value != NULL && index > 0; index--) {
        value = value->next;
    }
    return value != NULL ? value->key->word : NULL;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static bool check_keys(const vol_scene_node *preset, const char *key, vol_scene_fault *fault) {
    for (const vol_scene_node *value = preset->first; value != NULL; value = value->next) {
        const char *word = value->key->word;
        size_t length = strcspn(word, ".");
        bool own = strncmp(word, "presets", length) == 0 && (length == 7 || (length == 6 && word[length] == '\0'));
        if (own) {
            return vol_scene_fault_at(fault, value->key, key, "'%s': a preset cannot change presets", word);
        }
    }
    return true;
}

bool vol_scene_read_presets(const vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    if (map == NULL) {
        return true;
    }
    if (!vol_scene_value_map(map, "presets", fault)) {
        return false;
    }
    if (map->count > VOL_SCENE_MOST_PRESETS) {
        return vol_scene_fault_at(fault, map, "presets", "%zu presets; allowed are at most %d", map->count,
                                  VOL_SCENE_MOST_PRESETS);
    }
    for (const vol_scene_node *preset = map->first; preset != NULL; preset = preset->next) {
        if (!vol_scene_is_name(preset->key->word)) {
            return vol_scene_fault_at(fault, preset->key, "presets",
                                      "'%.80s' is no name; allowed are 1 to 63 letters, digits, _ and -",
                                      preset->key->word);
        }
        const char *key = vol_arena_print(&scene->inside->arena, "presets.%s", preset->key->word);
        if (!vol_scene_value_map(preset, key, fault) || !check_keys(preset, key, fault)) {
            return false;
        }
    }
    return true;
}

/* Reads the scene once more with one preset: as its text stands, or where that is wrong already, with what it was read
 * with. What fails both times is told as the first time. */
static bool try_preset(const vol_scene *scene, const vol_scene_node *preset, vol_scene_fault *fault) {
    const vol_scene_inside *inside = scene->inside;
    const vol_scene_override alone = {"preset", preset->key->word, NULL};
    vol_scene trial;
    if (vol_scene_read_like(&trial, scene->name, scene->directory, inside->text, inside->length, &alone, 1, scene,
                            fault)) {
        vol_scene_release(&trial);
        return true;
    }
    if (inside->given_count == 0 || fault->code != VOL_SCENE_WRONG) {
        return false;
    }
    vol_scene_override *all = malloc((inside->given_count + 1) * sizeof *all);
    if (all == NULL) {
        return vol_scene_no_memory(fault);
    }
    memcpy(all, inside->given, inside->given_count * sizeof *all);
    all[inside->given_count] = alone;
    vol_scene_fault other;
    bool right = vol_scene_read_like(&trial, scene->name, scene->directory, inside->text, inside->length, all,
                                     inside->given_count + 1, scene, &other);
    free(all);
    if (right) {
        vol_scene_release(&trial);
    }
    return right;
}

bool vol_scene_try_presets(const vol_scene *scene, vol_scene_fault *fault) {
    const vol_scene_node *map = presets_of(scene);
    bool right = true;
    for (const vol_scene_node *node = map != NULL ? map->first : NULL; node != NULL && right; node = node->next) {
        right = try_preset(scene, node, fault);
    }
    return right;
}

/* --- Applying ----------------------------------------------------------------------------------------------------- */

static bool no_such(const vol_scene *scene, const vol_scene_override *override, vol_scene_fault *fault) {
    const char *name = override->value;
    const vol_scene_node *map = presets_of(scene);
    vol_words known = {.may_fail = true};
    for (const vol_scene_node *node = map != NULL ? map->first : NULL; node != NULL; node = node->next) {
        vol_words_add(&known, node->key->word);
    }
    if (override->option != NULL) {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: ", override->option);
    } else {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "preset=%.100s: ", name);
    }
    vol_scene_fault_more(fault, "scene '%.200s' has no preset '%.100s'", scene->name, name);
    const char *nearest = vol_words_nearest(&known, name);
    if (nearest != NULL) {
        vol_scene_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    vol_text list = {.may_fail = true};
    vol_words_list(&known, &list);
    vol_scene_fault_more(fault, "%s it has: %s", nearest != NULL ? "" : ";", list.data != NULL ? list.data : "none");
    snprintf(fault->key, sizeof fault->key, "preset");
    bool failed = known.failed;
    vol_text_release(&list);
    vol_words_release(&known);
    return failed ? vol_scene_no_memory(fault) : false;
}

/* A node once more, with all that is in it, as written by an option. */
static vol_scene_node *copy_node(vol_arena *arena, const vol_scene_node *from, const vol_scene_origin *origin) {
    vol_scene_node *made = vol_arena_take(arena, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    *made = *from;
    made->origin = origin;
    made->first = NULL;
    made->next = NULL;
    vol_scene_node **end = &made->first;
    for (const vol_scene_node *child = from->first; child != NULL && end != NULL; child = child->next) {
        *end = copy_node(arena, child, origin);
        end = *end != NULL ? &(*end)->next : NULL;
    }
    return end != NULL ? made : NULL;
}

/* What an override of the same value says: words as they are, texts in quotes, lists and maps on one line. */
static const char *value_text(vol_arena *arena, const vol_scene_node *node) {
    vol_text text = {.may_fail = true};
    if (node->kind == VOL_SCENE_NODE_WORD && !node->quoted) {
        return node->word;
    }
    vol_scene_print_node(&text, node, false);
    const char *kept = text.failed ? NULL : vol_arena_copy(arena, text.data, text.length);
    arena->failed = arena->failed || text.failed;
    vol_text_release(&text);
    return kept;
}

/* The value of one key goes to where it belongs. */
static bool apply_value(vol_scene *scene, const vol_scene_node *preset, const vol_scene_node *value,
                        vol_scene_fault *fault) {
    vol_arena *arena = &scene->inside->arena;
    const char *key = value->key->word;
    vol_scene_origin *origin = vol_arena_take(arena, sizeof *origin);
    vol_scene_override kept = {key, value_text(arena, value), NULL};
    if (origin == NULL || kept.value == NULL) {
        return vol_scene_no_memory(fault);
    }
    bool in_file = !preset->origin->option;
    const char *place =
        in_file ? vol_arena_print(arena, "%s:%zu:%zu: key '%s'", value->origin->name, value->line, value->column, key)
                : preset->origin->name;
    *origin = (vol_scene_origin){.name = place, .option = true};
    kept.option = vol_arena_print(arena, "preset '%s': %s=%s", preset->key->word, key, kept.value);
    vol_scene_node *copy = copy_node(arena, value, origin);
    if (copy == NULL || arena->failed) {
        return vol_scene_no_memory(fault);
    }
    if (in_file) {
        origin->file = value->origin->name;
        origin->line = value->line;
        origin->column = value->column;
    }
    return vol_scene_override_put(scene, key, origin, copy, fault) && vol_scene_override_keep(scene, &kept, fault);
}

bool vol_scene_apply_preset(vol_scene *scene, const vol_scene_override *override, vol_scene_fault *fault) {
    const vol_scene_node *map = presets_of(scene);
    const vol_scene_node *preset = vol_scene_tree_find(map, override->value);
    if (preset == NULL) {
        return no_such(scene, override, fault);
    }
    if (!vol_scene_read_presets(scene, map, fault)) {
        return false;
    }
    bool right = true;
    for (const vol_scene_node *value = preset->first; value != NULL && right; value = value->next) {
        right = apply_value(scene, preset, value, fault);
    }
    return right;
}

vol_scene *vol_scene_open_preset(const vol_scene *scene, const char *preset, vol_scene_fault *fault) {
    const vol_scene_inside *inside = scene->inside;
    vol_scene_override *all = malloc((inside->given_count + 1) * sizeof *all);
    vol_scene *made = malloc(sizeof *made);
    size_t count = 0;
    if (all == NULL || made == NULL) {
        free(all);
        free(made);
        vol_scene_no_memory(fault);
        return NULL;
    }
    for (size_t i = 0; i < inside->given_count; i++) {
        if (strcmp(inside->given[i].key, "preset") != 0) {
            all[count++] = inside->given[i];
        }
    }
    if (preset != NULL) {
        all[count++] = (vol_scene_override){"preset", preset, NULL};
    }
    bool right = vol_scene_reload(made, scene, all, count, fault);
    free(all);
    if (!right) {
        free(made);
        made = NULL;
    }
    return made;
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

void vol_scene_print_preset(vol_text *text, const vol_scene *scene, size_t preset) {
    vol_scene_print_node(text, preset_at(scene, preset), false);
}

static void put_presets(vol_text *text, const vol_scene *scene, const bool *wanted) {
    const vol_scene_node *map = presets_of(scene);
    const vol_scene_node *node = map != NULL ? map->first : NULL;
    bool first = true;
    for (size_t i = 0; node != NULL; node = node->next, i++) {
        if (wanted[i]) {
            vol_text_put(text, first ? "presets:\n  " : "  ");
            vol_scene_print_key(text, node->key->word);
            vol_text_put(text, ": ");
            vol_scene_print_node(text, node, false);
            vol_text_put(text, "\n");
            first = false;
        }
    }
}

void vol_scene_print_presets(vol_text *text, const vol_scene *scene) {
    bool wanted[VOL_SCENE_MOST_PRESETS];
    vol_text trial = {.may_fail = true};
    if (presets_of(scene) == NULL || text->failed) {
        return;
    }
    for (size_t i = 0; i < VOL_SCENE_MOST_PRESETS; i++) {
        wanted[i] = true;
    }
    vol_text_add(&trial, text->data, text->length);
    put_presets(&trial, scene, wanted);
    for (size_t i = 0; vol_scene_preset_name(scene, i) != NULL && !trial.failed && !text->failed; i++) {
        const vol_scene_override chosen = {"preset", vol_scene_preset_name(scene, i), NULL};
        vol_scene made;
        vol_scene_fault fault;
        wanted[i] = vol_scene_read_like(&made, scene->name, scene->directory, trial.data, trial.length, &chosen, 1,
                                        scene, &fault);
        text->failed = !wanted[i] && fault.code == VOL_SCENE_FAILED;
        if (wanted[i]) {
            vol_scene_release(&made);
        }
    }
    text->failed = text->failed || trial.failed;
    vol_text_release(&trial);
    put_presets(text, scene, wanted);
}
