/* Colours and shapes by name. */
#include "part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct named_color {
    const char *name;
    uint8_t red, green, blue;
} named_color;

static const named_color colors[] = {
    {"black", 0, 0, 0},       {"white", 255, 255, 255},  {"gray", 127, 127, 127}, {"silver", 192, 192, 192},
    {"red", 255, 0, 0},       {"green", 0, 160, 0},      {"blue", 0, 0, 255},     {"yellow", 255, 225, 25},
    {"orange", 245, 130, 48}, {"purple", 145, 30, 180},  {"pink", 250, 150, 200}, {"brown", 154, 99, 36},
    {"cyan", 66, 212, 244},   {"magenta", 240, 50, 230}, {"teal", 0, 128, 128},   {"navy", 8, 20, 60},
    {"midnight", 10, 12, 24}, {"ivory", 255, 250, 235},  {"gold", 255, 200, 60},  {"sky", 135, 200, 250},
};

static const char *const rules[VOL_SCENE_COLOR_RULES] = {"none", NULL, "random", "heading", "speed", "density"};

static const char *const shapes[VOL_SCENE_SHAPE_COUNT] = {"triangle", "disc", "arrow", "fish", "square", "dot"};

const char *vol_scene_color_name(unsigned index) {
    return index < sizeof colors / sizeof *colors ? colors[index].name : NULL;
}

const char *vol_scene_shape_name(unsigned shape) {
    return shape < VOL_SCENE_SHAPE_COUNT ? shapes[shape] : NULL;
}

static bool read_code(vol_scene_color *color, const char *word) {
    if (word[0] != '#' || strlen(word) != 7 || strspn(word + 1, "0123456789abcdefABCDEF") != 6) {
        return false;
    }
    unsigned long code = strtoul(word + 1, NULL, 16);
    color->red = (uint8_t)(code >> 16);
    color->green = (uint8_t)(code >> 8 & 0xff);
    color->blue = (uint8_t)(code & 0xff);
    return true;
}

bool vol_scene_color_read(vol_scene_color *color, const char *word) {
    vol_scene_color read = {.rule = VOL_SCENE_COLOR_FIXED};
    bool right = read_code(&read, word);
    for (unsigned i = 0; i < VOL_SCENE_COLOR_RULES && !right; i++) {
        if (rules[i] != NULL && strcmp(word, rules[i]) == 0) {
            read.rule = (vol_scene_color_rule)i;
            right = true;
        }
    }
    for (unsigned i = 0; vol_scene_color_name(i) != NULL && !right; i++) {
        if (strcmp(word, colors[i].name) == 0) {
            read.red = colors[i].red;
            read.green = colors[i].green;
            read.blue = colors[i].blue;
            right = true;
        }
    }
    if (right) {
        snprintf(read.name, sizeof read.name, "%s", word);
        *color = read;
    }
    return right;
}

static vol_scene_color color_of(const char *word) {
    vol_scene_color color = {0};
    vol_scene_color_read(&color, word);
    return color;
}

vol_scene_flock_look vol_scene_default_flock_look(void) {
    return (vol_scene_flock_look){VOL_SCENE_SHAPE_TRIANGLE, 10, color_of("white"), color_of("none"), color_of("none"),
                                  color_of("none")};
}

vol_scene_look vol_scene_default_look(void) {
    return (vol_scene_look){.background = color_of("black"), .fps = 60};
}
