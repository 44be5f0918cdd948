/* `look` of a scene and of its flocks: from the tree to the structs that drawing reads. */
#include "part.h"
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a colour may be beside one that is named. */
typedef enum color_kind { COLOR_OF_BOIDS, COLOR_OF_PARTS, COLOR_OF_GROUND } color_kind;

static bool is_allowed(color_kind kind, vol_scene_color_rule rule) {
    return rule == VOL_SCENE_COLOR_FIXED || (kind == COLOR_OF_PARTS && rule == VOL_SCENE_COLOR_NONE) ||
           (kind == COLOR_OF_GROUND && rule == VOL_SCENE_COLOR_AUTO) ||
           (kind == COLOR_OF_BOIDS && rule != VOL_SCENE_COLOR_NONE);
}

static bool read_color(const vol_scene_node *node, const char *key, color_kind kind, vol_scene_color *color,
                       vol_scene_fault *fault) {
    static const char *const others[] = {", random, heading, speed, density, flock, auto", ", none", ", auto"};
    vol_scene_color read = {0};
    bool right = node->kind == VOL_SCENE_NODE_WORD && vol_scene_color_read(&read, node->word);
    if (right && is_allowed(kind, read.rule)) {
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
                       "value '%.80s' is not allowed; allowed is a colour as \"#rrggbb\"%s, or one of %s", node->word,
                       others[kind], vol_text_read(&text));
    vol_text_release(&text);
    vol_words_release(&known);
    return false;
}

static bool read_size(const vol_scene_node *node, const char *key, double *size, vol_scene_fault *fault) {
    if (node->kind == VOL_SCENE_NODE_WORD && strcmp(node->word, "auto") == 0) {
        *size = 0;
        return true;
    }
    return vol_scene_value_real(node, key, 0.01, 10000, size, fault);
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
            right = read_size(node, key, &look->size, fault);
        } else if (strcmp(word, "color") == 0) {
            right = read_color(node, key, COLOR_OF_BOIDS, &look->color, fault);
        } else {
            vol_scene_color *color = word[0] == 'o' ? &look->outline : word[0] == 'h' ? &look->head : &look->leader;
            right = read_color(node, key, COLOR_OF_PARTS, color, fault);
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

/* Where the camera of a world in three dimensions is. */
static bool read_camera(const vol_scene_node *node, double camera[2], vol_scene_fault *fault) {
    double angles[2] = {0, 0};
    if (!vol_scene_value_vector(node, "look.camera", 2, angles, fault)) {
        return false;
    }
    if (fabs(angles[0]) > 360 || angles[1] < VOL_SCENE_LEAST_PITCH || angles[1] > VOL_SCENE_MOST_PITCH) {
        return vol_scene_fault_at(fault, node, "look.camera",
                                  "allowed are the degrees around the world, from -360 to 360, and above the ground, "
                                  "from %d to %d",
                                  VOL_SCENE_LEAST_PITCH, VOL_SCENE_MOST_PITCH);
    }
    memcpy(camera, angles, sizeof angles);
    return true;
}

/* A short word, or `none`. */
static bool read_unit(const vol_scene_node *node, char unit[16], vol_scene_fault *fault) {
    const char *word = NULL;
    if (!vol_scene_value_text(node, "look.unit", &word, fault)) {
        return false;
    }
    if (strlen(word) > 15 || strpbrk(word, "\n\t{}[]\"") != NULL) {
        return vol_scene_fault_at(fault, node, "look.unit",
                                  "value '%.80s' is not allowed; allowed is a word of at most "
                                  "15 bytes, or none",
                                  word);
    }
    snprintf(unit, 16, "%s", strcmp(word, "none") == 0 ? "" : word);
    return true;
}

static bool read_key(vol_scene_look *look, const vol_scene_node *node, vol_scene_fault *fault) {
    const char *word = node->key->word;
    unsigned choice = 0;
    uint64_t fps = look->fps;
    bool right = true;
    if (strcmp(word, "background") == 0) {
        right = read_color(node, "look.background", COLOR_OF_GROUND, &look->background, fault);
    } else if (strcmp(word, "window") == 0) {
        right = read_window(node, look->window, fault);
    } else if (strcmp(word, "fps") == 0) {
        right = vol_scene_value_whole(node, "look.fps", 1, 1000, &fps, fault);
        look->fps = (uint32_t)fps;
    } else if (strcmp(word, "y_up") == 0) {
        right = vol_scene_value_flag(node, "look.y_up", &look->y_up, fault);
    } else if (strcmp(word, "axes") == 0) {
        right = vol_scene_value_flag(node, "look.axes", &look->axes, fault);
    } else if (strcmp(word, "map") == 0) {
        right = vol_scene_value_choice(node, "look.map", vol_scene_map_name, &choice, fault);
        look->map = (vol_scene_map)choice;
    } else if (strcmp(word, "backdrop") == 0) {
        right = vol_scene_value_choice(node, "look.backdrop", vol_scene_backdrop_name, &choice, fault);
        look->backdrop = (vol_scene_backdrop)choice;
    } else if (strcmp(word, "unit") == 0) {
        right = read_unit(node, look->unit, fault);
    } else {
        right = read_camera(node, look->camera, fault);
    }
    return right;
}

bool vol_scene_read_look_map(vol_scene_look *look, const vol_scene_node *map, vol_scene_fault *fault) {
    static const char *const known[] = {"background", "window",   "fps",    "y_up", "axes",
                                        "map",        "backdrop", "camera", "unit", NULL};
    if (!vol_scene_value_map(map, "look", fault) || !vol_scene_value_known_keys(map, "look", known, fault)) {
        return false;
    }
    bool right = true;
    for (const vol_scene_node *node = map->first; node != NULL && right; node = node->next) {
        right = read_key(look, node, fault);
    }
    return right;
}

bool vol_scene_read_look(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    scene->look = vol_scene_default_look();
    return map == NULL || vol_scene_read_look_map(&scene->look, map, fault);
}
