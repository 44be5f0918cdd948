/* Colours and shapes by name, and what a look becomes that leaves something to the program. */
#include "part.h"

#include <math.h>
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

static const char *const rules[VOL_SCENE_COLOR_RULES] = {"none",  NULL,      "random", "heading",
                                                         "speed", "density", "flock",  "auto"};

static const char *const shapes[VOL_SCENE_SHAPE_COUNT] = {"triangle", "disc", "arrow", "fish", "square", "dot"};

static const char *const maps[VOL_SCENE_MAP_COUNT] = {"meadow", "dune", "ember", "ice", "gray"};

static const char *const backdrops[VOL_SCENE_BACKDROP_COUNT] = {"none", "dusk", "day", "night", "sea"};

/* Colours that differ in lightness, and from blue to yellow, more than from red to green: for a dark background, then
 * for a light one. A test sees them as colour-blind eyes do. */
static const uint32_t palette[2][VOL_SCENE_PALETTE] = {
    {0x5cb8f0, 0xf09a2c, 0xffffff, 0x158a66, 0xf6e84e, 0xd25f9a, 0x6a6ae0, 0xa83a1c},
    {0x0b62b5, 0xdf6a0c, 0x20202a, 0x16a078, 0xd6a800, 0xa8327c, 0x62bdea, 0x6e2c10},
};

const char *vol_scene_color_name(unsigned index) {
    return index < sizeof colors / sizeof *colors ? colors[index].name : NULL;
}

const char *vol_scene_shape_name(unsigned shape) {
    return shape < VOL_SCENE_SHAPE_COUNT ? shapes[shape] : NULL;
}

const char *vol_scene_map_name(unsigned map) {
    return map < VOL_SCENE_MAP_COUNT ? maps[map] : NULL;
}

const char *vol_scene_backdrop_name(unsigned backdrop) {
    return backdrop < VOL_SCENE_BACKDROP_COUNT ? backdrops[backdrop] : NULL;
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
    return (vol_scene_flock_look){VOL_SCENE_SHAPE_TRIANGLE, 0, color_of("auto"), color_of("none"), color_of("none"),
                                  color_of("none")};
}

vol_scene_look vol_scene_default_look(void) {
    return (vol_scene_look){.background = color_of("auto"), .fps = 60, .camera = {-60, 18}, .unit = "px"};
}

/* --- What is shown ------------------------------------------------------------------------------------------------ */

static vol_scene_color plain_color(uint32_t code, const char *name) {
    vol_scene_color color = {.rule = VOL_SCENE_COLOR_FIXED,
                             .red = (uint8_t)(code >> 16),
                             .green = (uint8_t)(code >> 8 & 0xff),
                             .blue = (uint8_t)(code & 0xff)};
    snprintf(color.name, sizeof color.name, "%s", name);
    return color;
}

vol_scene_color vol_scene_palette(unsigned index, bool light) {
    return plain_color(palette[light][index % VOL_SCENE_PALETTE], "flock");
}

bool vol_scene_color_light(const vol_scene_color *color) {
    return 30 * color->red + 59 * color->green + 11 * color->blue >= 50 * 255;
}

/* How large boids are that can be seen and do not hide each other: a part of the room that each has, within what a
 * picture of the world can show. */
static double suitable_size(const vol_scene *scene) {
    double boids = 0, room = 1, widest = 0;
    for (size_t i = 0; i < scene->flock_count; i++) {
        boids += (double)scene->flocks[i].def.count;
    }
    for (int axis = 0; axis < scene->world.dimensions; axis++) {
        room *= scene->world.size[axis];
        widest = fmax(widest, scene->world.size[axis]);
    }
    double apart = pow(room / fmax(boids, 1), 1.0 / scene->world.dimensions);
    bool deep = scene->world.dimensions == 3;
    return fmin(fmax((deep ? 0.3 : 0.42) * apart, 0.0035 * widest), 0.0125 * widest);
}

/* The colours that backdrops have where nothing covers them: what is drawn on them is light or dark by these. */
static vol_scene_color behind(vol_scene_backdrop backdrop) {
    static const uint32_t codes[VOL_SCENE_BACKDROP_COUNT] = {0x0a0c18, 0x3a3354, 0xb4d4ee, 0x0b1026, 0x0a3550};
    return plain_color(codes[backdrop], "auto");
}

vol_scene_shown vol_scene_look_shown(const vol_scene *scene) {
    vol_scene_shown shown = {.look = scene->look, .size = suitable_size(scene)};
    if (shown.look.background.rule == VOL_SCENE_COLOR_AUTO || shown.look.backdrop != VOL_SCENE_BACKDROP_NONE) {
        shown.look.background = behind(shown.look.backdrop);
    }
    shown.light = vol_scene_color_light(&shown.look.background);
    return shown;
}

vol_scene_flock_look vol_scene_flock_shown(const vol_scene *scene, const vol_scene_shown *shown, size_t flock) {
    vol_scene_flock_look look = scene->flocks[flock].look;
    if (look.size == 0) {
        look.size = look.shape == VOL_SCENE_SHAPE_DOT ? 3 : shown->size;
    }
    if (look.color.rule == VOL_SCENE_COLOR_AUTO) {
        look.color = color_of(scene->flock_count > 1 ? "flock" : "heading");
    }
    if (look.color.rule == VOL_SCENE_COLOR_FLOCK) {
        look.color = vol_scene_palette((unsigned)(flock % VOL_SCENE_PALETTE), shown->light);
    }
    return look;
}
