/* The other looks that a scene has by name (`looks`): each says of the scene's look and of those of its flocks what is
 * to be otherwise. One is chosen by an override of the key `looks`, in whose place what it says is put. */
#include "part.h"
#include "value.h"

#include <string.h>

/* What a key of a look changes: the scene's look, or that of a flock. */
static bool read_part(const vol_scene *scene, const vol_scene_node *part, vol_scene_fault *fault) {
    const char *word = part->key->word;
    vol_scene_look look = scene->look;
    size_t flock = 0;
    if (strcmp(word, "look") == 0) {
        return vol_scene_read_look_map(&look, part, fault);
    }
    if (!vol_scene_lookup_find(&scene->inside->flock_names, word, &flock)) {
        return vol_scene_no_such_flock(scene, part, "looks", word, fault);
    }
    vol_scene_flock_look other = scene->flocks[flock].look;
    return vol_scene_read_flock_look(&other, part, word, fault);
}

bool vol_scene_read_looks(const vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    if (map == NULL) {
        return true;
    }
    bool right = vol_scene_value_map(map, "looks", fault);
    for (const vol_scene_node *one = right ? map->first : NULL; one != NULL && right; one = one->next) {
        right = vol_scene_value_map(one, "looks", fault);
        for (const vol_scene_node *part = right ? one->first : NULL; part != NULL && right; part = part->next) {
            right = read_part(scene, part, fault);
        }
    }
    return right;
}

/* What a node says, as the value of an override. */
static const char *value_of(vol_scene *scene, const vol_scene_node *node) {
    vol_arena *arena = &scene->inside->arena;
    return node->kind == VOL_SCENE_NODE_WORD
               ? node->word
               : vol_arena_copy(arena, scene->inside->text + node->begin, node->end - node->begin);
}

static size_t keys_of(const vol_scene_node *look) {
    size_t keys = 0;
    for (const vol_scene_node *part = look->first; part != NULL; part = part->next) {
        keys += part->count;
    }
    return keys;
}

static size_t add_keys(vol_scene *scene, const vol_scene_node *look, const char *name, vol_scene_override *to) {
    vol_arena *arena = &scene->inside->arena;
    const char *option = vol_arena_print(arena, "looks.%s", name);
    size_t count = 0;
    for (const vol_scene_node *part = look->first; part != NULL; part = part->next) {
        const char *owner = part->key->word;
        const char *middle = strcmp(owner, "look") == 0 ? "" : ".look";
        for (const vol_scene_node *node = part->first; node != NULL && part->kind == VOL_SCENE_NODE_MAP;
             node = node->next) {
            const char *key = vol_arena_print(arena, "%s%s.%s", owner, middle, node->key->word);
            to[count++] = (vol_scene_override){key, value_of(scene, node), option};
        }
    }
    return count;
}

static bool no_such_look(const vol_scene *scene, const char *name, vol_scene_fault *fault) {
    const vol_scene_node *looks = vol_scene_tree_find(scene->inside->tree, "looks");
    vol_scene_fault_set(fault, VOL_SCENE_WRONG, "scene '%s' has no look '%.63s'", scene->name, name);
    if (looks == NULL || looks->kind != VOL_SCENE_NODE_MAP || looks->count == 0) {
        vol_scene_fault_more(fault, "; it has no other looks");
        return false;
    }
    vol_words known = {.may_fail = true};
    for (const vol_scene_node *look = looks->first; look != NULL; look = look->next) {
        vol_words_add(&known, look->key->word);
    }
    vol_text list = {.may_fail = true};
    vol_words_list(&known, &list);
    vol_scene_fault_more(fault, "; it has %s", vol_text_read(&list));
    vol_text_release(&list);
    vol_words_release(&known);
    return false;
}

static const vol_scene_node *find_look(const vol_scene *scene, const char *name) {
    const vol_scene_node *look = vol_scene_tree_find(vol_scene_tree_find(scene->inside->tree, "looks"), name);
    return look != NULL && look->kind == VOL_SCENE_NODE_MAP ? look : NULL;
}

const vol_scene_override *vol_scene_choose_look(vol_scene *scene, const vol_scene_override *overrides, size_t *count,
                                                vol_scene_fault *fault) {
    size_t room = *count + 1;
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(overrides[i].key, "looks") == 0) {
            const vol_scene_node *look = find_look(scene, overrides[i].value);
            if (look == NULL) {
                no_such_look(scene, overrides[i].value, fault);
                return NULL;
            }
            room += keys_of(look);
        }
    }
    vol_scene_override *all = vol_arena_take(&scene->inside->arena, room * sizeof *all);
    size_t used = 0;
    for (size_t i = 0; i < *count && all != NULL; i++) {
        if (strcmp(overrides[i].key, "looks") == 0) {
            used += add_keys(scene, find_look(scene, overrides[i].value), overrides[i].value, all + used);
        } else {
            all[used++] = overrides[i];
        }
    }
    *count = used;
    return all;
}
