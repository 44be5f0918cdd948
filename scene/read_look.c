/* `look` of a scene and of its flocks: from the tree to the structs that drawing reads. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

static bool read_color(const vol_scene_node *node, const char *key, bool plain_only, bool or_none,
                       vol_scene_color *color, vol_scene_fault *fault) {
    vol_scene_color read = {0};
    bool right = node->kind == VOL_SCENE_NODE_WORD && vol_scene_color_read(&read, node->word);
    bool plain = read.rule == VOL_SCENE_COLOR_FIXED || (or_none && read.rule == VOL_SCENE_COLOR_NONE);
    if (right && (plain || (!plain_only && read.rule != VOL_SCENE_COLOR_NONE))) {
        *color = read;
        return true;
    }
    vol_words known = {.may_fail = true};
    for (unsigned i = 0; vol_scene_color_name(i) != NULL; i++) {
        vol_words_add(&known, vol_scene_color_name(i));
    }
    vol_text text = {.may_fail = true};
    vol_words_list(&known, &text);
    vol_scene_fault_at(fault, node, key,
                       "value '%.80s' is not allowed; allowed is a colour as \"#rrggbb\"%s%s, or one of %s", node->word,
                       plain_only ? "" : ", random, heading, speed, density", or_none ? ", none" : "",
                       vol_text_read(&text));
    vol_text_release(&text);
    vol_words_release(&known);
    return false;
}

bool vol_scene_read_flock_look(vol_scene_flock_look *look, const vol_scene_node *map, const char *flock,
                               vol_scene_fault *fault) {
    static const char *const known[] = {"shape", "size", "color", "outline", "head", "leader", NULL};
    char key[160];
    snprintf(key, sizeof key, "%.63s.look", flock);
    if (!vol_scene_value_map(map, key, fault) || !vol_scene_value_known_keys(map, key, known, fault)) {
        return false;
    }
    for (const vol_scene_node *node = map->first; node != NULL; node = node->next) {
        const char *word = node->key->word;
        snprintf(key, sizeof key, "%.63s.look.%.16s", flock, word);
        bool right = true;
        if (strcmp(word, "shape") == 0) {
            unsigned shape = 0;
            right = vol_scene_value_choice(node, key, vol_scene_shape_name, &shape, fault);
            look->shape = (vol_scene_shape)shape;
        } else if (strcmp(word, "size") == 0) {
            right = vol_scene_value_real(node, key, 0.01, 10000, &look->size, fault);
        } else if (strcmp(word, "color") == 0) {
            right = read_color(node, key, false, false, &look->color, fault);
        } else {
            vol_scene_color *color = word[0] == 'o' ? &look->outline : word[0] == 'h' ? &look->head : &look->leader;
            right = read_color(node, key, true, true, color, fault);
        }
        if (!right) {
            return false;
        }
    }
    return true;
}

static bool read_window(const vol_scene_node *node, uint32_t window[2], vol_scene_fault *fault) {
    if (node->kind != VOL_SCENE_NODE_LIST || node->count != 2) {
        return vol_scene_fault_at(fault, node, "look.window",
                                  "allowed is a list of two whole numbers from 16 to 16384");
    }
    int axis = 0;
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        uint64_t pixels = 0;
        if (!vol_scene_value_whole(item, "look.window", 16, 16384, &pixels, fault)) {
            return false;
        }
        window[axis++] = (uint32_t)pixels;
    }
    return true;
}

bool vol_scene_read_look(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    static const char *const known[] = {"background", "window", "fps", "y_up", "axes", NULL};
    vol_scene_look *look = &scene->look;
    *look = vol_scene_default_look();
    if (map == NULL) {
        return true;
    }
    if (!vol_scene_value_map(map, "look", fault) || !vol_scene_value_known_keys(map, "look", known, fault)) {
        return false;
    }
    const vol_scene_node *node = vol_scene_tree_find(map, "background");
    if (node != NULL && !read_color(node, "look.background", true, false, &look->background, fault)) {
        return false;
    }
    node = vol_scene_tree_find(map, "window");
    if (node != NULL && !read_window(node, look->window, fault)) {
        return false;
    }
    node = vol_scene_tree_find(map, "fps");
    uint64_t fps = look->fps;
    if (node != NULL && !vol_scene_value_whole(node, "look.fps", 1, 1000, &fps, fault)) {
        return false;
    }
    look->fps = (uint32_t)fps;
    node = vol_scene_tree_find(map, "y_up");
    if (node != NULL && !vol_scene_value_flag(node, "look.y_up", &look->y_up, fault)) {
        return false;
    }
    node = vol_scene_tree_find(map, "axes");
    return node == NULL || vol_scene_value_flag(node, "look.axes", &look->axes, fault);
}
