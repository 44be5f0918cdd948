/* Which flocks an obstacle, the wind or players act on: `all`, or a list of names. */
#include "print.h"
#include "value.h"

#include <string.h>

/* Flocks from this one on have one bit between them where there are more than the bits. */
enum { LAST_BIT = 63 };

/* Does the name stand in the list before? */
static bool is_twice(const vol_scene_node *list, const vol_scene_node *item) {
    const vol_scene_node *before = list->first;
    while (before != item && strcmp(before->word, item->word) != 0) {
        before = before->next;
    }
    return before != item;
}

bool vol_scene_mask_read(const vol_scene *scene, const vol_scene_node *node, const char *key, vol_flocks *flocks,
                         vol_scene_fault *fault) {
    vol_flocks named = 0;
    size_t shared = 0;
    if (node->kind == VOL_SCENE_NODE_WORD && strcmp(node->word, "all") == 0) {
        *flocks = VOL_ALL_FLOCKS;
        return true;
    }
    if (node->kind != VOL_SCENE_NODE_LIST) {
        const char *word = node->kind == VOL_SCENE_NODE_WORD ? node->word : vol_scene_node_kind_name(node);
        return vol_scene_fault_at(fault, node, key, "value '%.80s' is not allowed; allowed is all, or a list of flocks",
                                  word);
    }
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        vol_flock flock = VOL_NONE;
        if (!vol_scene_read_flock_name(scene, item, key, &flock, fault)) {
            return false;
        }
        if (is_twice(node, item)) {
            return vol_scene_fault_at(fault, item, key, "'%s' is there twice", scene->flocks[flock].name);
        }
        named |= vol_flock_bit(flock);
        shared += flock >= LAST_BIT;
    }
    if (shared > 0 && shared != scene->flock_count - LAST_BIT) {
        return vol_scene_fault_at(
            fault, node, key,
            "has %zu of the %zu flocks from '%s' on; allowed are all of these or none, as only the "
            "%d before them are told apart",
            shared, scene->flock_count - LAST_BIT, scene->flocks[LAST_BIT].name, (int)LAST_BIT);
    }
    *flocks = named;
    return true;
}

void vol_scene_mask_print(vol_text *text, const vol_scene *scene, vol_flocks flocks) {
    const char *before = "";
    if (flocks == VOL_ALL_FLOCKS) {
        vol_text_put(text, "all");
        return;
    }
    vol_text_put(text, "[");
    for (size_t i = 0; i < scene->flock_count; i++) {
        if ((flocks & vol_flock_bit((vol_flock)i)) != 0) {
            vol_text_put(text, before);
            vol_scene_print_quoted(text, scene->flocks[i].name);
            before = ", ";
        }
    }
    vol_text_put(text, "]");
}

vol_flocks vol_scene_mask_of(const vol_world_def *world, const vol_param *param) {
    vol_flocks flocks;
    memcpy(&flocks, (const char *)world + vol_param_offset(param), sizeof flocks);
    return flocks;
}

const char *vol_scene_mask_param(vol_scene *scene, const vol_scene_node *node, const char *key, const vol_param *param,
                                 vol_world_def *world, vol_scene_fault *fault) {
    vol_flocks flocks = 0;
    vol_text text = {.may_fail = true};
    if (!vol_scene_mask_read(scene, node, key, &flocks, fault)) {
        return NULL;
    }
    memcpy((char *)world + vol_param_offset(param), &flocks, sizeof flocks);
    vol_scene_mask_print(&text, scene, flocks);
    const char *copy = vol_arena_copy(&scene->inside->arena, vol_text_read(&text), text.length);
    scene->inside->arena.failed = scene->inside->arena.failed || text.failed;
    vol_text_release(&text);
    return copy;
}
