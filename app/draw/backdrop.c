/* Skies, seas and land: colours by how high one looks, a glow where the sun is, hills along the horizon. */
#include "draw/backdrop.h"

#include "common/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COARSE = 3, STOPS = 5, HILLS = 4 }; /* pixels of the picture for one of the backdrop; parts of a gradient */

/* The sine of the angle above the horizon at which the gradient of a sky ends. */
static const double HIGHEST = 0.6;

typedef struct palette_of {
    float heights[STOPS];      /* from 0, the horizon or the lower edge, to 1 */
    uint32_t stops[STOPS];     /* colours there */
    uint32_t land, glow;       /* below the horizon; around the sun, */
    float strength, direction; /* how strong that is, and where it is: radians around the world */
} palette_of;

static const palette_of palettes[VOL_SCENE_BACKDROP_COUNT] = {
    [VOL_SCENE_BACKDROP_DUSK] = {{0, 0.13F, 0.34F, 0.62F, 1},
                                 {0xf6a05c, 0xe27a62, 0x9c5b7c, 0x4c4476, 0x1d2450},
                                 0x120f1a,
                                 0xffd79a,
                                 0.85F,
                                 2.25F},
    [VOL_SCENE_BACKDROP_DAY] = {{0, 0.12F, 0.35F, 0.65F, 1},
                                {0xe6eff4, 0xcfe3f1, 0xa6cdea, 0x76aede, 0x4a8acb},
                                0x5d7258,
                                0xffffff,
                                0.35F,
                                2.25F},
    [VOL_SCENE_BACKDROP_NIGHT] =
        {{0, 0.1F, 0.3F, 0.6F, 1}, {0x27345c, 0x1f2a50, 0x151d3d, 0x0c122b, 0x070b1c}, 0x04050b, 0x8fa4d8, 0.2F, 2.25F},
    [VOL_SCENE_BACKDROP_SEA] = {{0, 0.25F, 0.5F, 0.8F, 1},
                                {0x03141f, 0x06283d, 0x0b4260, 0x17688a, 0x2f8fa8},
                                0x020d15,
                                0xbfeaf0,
                                0.25F,
                                2.25F},
};

/* Waves that add up to the line of the hills: how many around, how high, where they begin. */
static const double hills[HILLS][3] = {{3, 0.012, 0.4}, {7, 0.008, 2.1}, {13, 0.004, 5.0}, {31, 0.0015, 1.3}};

static app_rgba color_of(uint32_t code) {
    return (app_rgba){(float)(code >> 16 & 255) / 255, (float)(code >> 8 & 255) / 255, (float)(code & 255) / 255, 1};
}

static app_rgba gradient(const palette_of *p, float height) {
    int i = 0;
    while (i + 2 < STOPS && height > p->heights[i + 1]) {
        i++;
    }
    float part = (height - p->heights[i]) / (p->heights[i + 1] - p->heights[i]);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return app_palette_mix(color_of(p->stops[i]), color_of(p->stops[i + 1]), part);
}

static double hill_at(double turn) {
    double high = 0.016;
    for (int i = 0; i < HILLS; i++) {
        high += hills[i][1] * sin(hills[i][0] * turn + hills[i][2]);
    }
    return high;
}

/* Light around the sun, flatter than a disc. */
static app_rgba lighten(const palette_of *p, app_rgba sky, const double way[3]) {
    double toward = way[0] * cos((double)p->direction) + way[1] * sin((double)p->direction);
    double near = toward - 1.6 * way[2] * way[2];
    double t = fmin(fmax((near - 0.55) / 0.45, 0), 1);
    return app_palette_mix(sky, color_of(p->glow), p->strength * (float)(t * t * t));
}

/* What is seen along a way of length 1; `blur` is how wide an edge is, as a part of that. */
static app_rgba look_along(const palette_of *p, const double way[3], double blur) {
    app_rgba sky = lighten(p, gradient(p, (float)(fmax(way[2], 0) / HIGHEST)), way);
    if (way[2] > 0.05) {
        return sky;
    }
    double above = way[2] - hill_at(atan2(way[1], way[0]));
    float land = (float)fmin(fmax(0.5 - above / blur, 0), 1);
    app_rgba far = app_palette_mix(color_of(p->land), sky, (float)(0.22 * exp(30 * fmin(above, 0)))); /* mist */
    return app_palette_mix(sky, far, land);
}

static uint32_t packed(app_rgba c) {
    const float parts[3] = {c.r, c.g, c.b};
    uint32_t pixel = 255;
    for (int i = 0; i < 3; i++) {
        float part = parts[i] < 0 ? 0 : parts[i] > 1 ? 1 : parts[i];
        pixel = pixel << 8 | (uint32_t)(part * 255 + 0.5F);
    }
    return pixel;
}

/* In a flat world a gradient from the lower to the upper edge. */
static void paint_flat(app_backdrop *b, const palette_of *p) {
    for (uint32_t y = 0; y < b->height; y++) {
        b->pixels[y] = packed(gradient(p, 1 - ((float)y + 0.5F) / (float)b->height));
    }
}

static void paint_around(app_backdrop *b, const palette_of *p, const app_camera *camera) {
    double right[3], up[3], back[3], way[3];
    app_camera_axes(camera, right, up, back);
    double focus = app_camera_scale(camera) * app_camera_distance(camera); /* pixels */
    double middle[2] = {camera->inset[0] + (camera->width - camera->inset[0] - camera->inset[2]) / 2,
                        camera->inset[1] + (camera->height - camera->inset[1] - camera->inset[3]) / 2};
    for (uint32_t y = 0; y < b->height; y++) {
        for (uint32_t x = 0; x < b->width; x++) {
            double dx = (((double)x + 0.5) * camera->width / b->width - middle[0]) / focus;
            double dy = (middle[1] - ((double)y + 0.5) * camera->height / b->height) / focus;
            double length = sqrt(1 + dx * dx + dy * dy);
            for (int axis = 0; axis < 3; axis++) {
                way[axis] = (right[axis] * dx + up[axis] * dy - back[axis]) / length;
            }
            b->pixels[(size_t)y * b->width + x] = packed(look_along(p, way, COARSE / focus));
        }
    }
}

static uint64_t add_number(uint64_t sum, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (sum ^ bits) * UINT64_C(0x100000001b3);
}

static uint64_t key_of(const vol_scene_look *look, const app_camera *c) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    const vol_scene_color *ground = &look->background;
    sum = add_number(sum, look->backdrop);
    sum = add_number(sum, ground->red * 65536 + ground->green * 256 + ground->blue);
    if (look->backdrop != VOL_SCENE_BACKDROP_NONE) {
        sum = add_number(add_number(sum, c->width), c->height);
    }
    if (look->backdrop != VOL_SCENE_BACKDROP_NONE && c->dimensions == 3) {
        sum = add_number(add_number(add_number(sum, c->yaw), c->pitch), c->zoom);
    }
    return sum | 1;
}

bool app_backdrop_paint(app_backdrop *b, const vol_scene_look *look, const app_camera *camera) {
    uint64_t key = key_of(look, camera);
    if (b->key == key) {
        return false;
    }
    bool plain = look->backdrop == VOL_SCENE_BACKDROP_NONE;
    b->key = key;
    b->width = plain || camera->dimensions == 2 ? 1 : (uint32_t)(camera->width / COARSE) + 1;
    b->height = plain ? 1 : (uint32_t)(camera->height / COARSE) + 1;
    size_t needed = (size_t)b->width * b->height;
    if (needed > b->room) {
        b->room = needed;
        b->pixels = vol_retake(b->pixels, needed * sizeof *b->pixels);
    }
    if (plain) {
        b->pixels[0] = packed(app_palette_plain(&look->background));
    } else if (camera->dimensions == 2) {
        paint_flat(b, &palettes[look->backdrop]);
    } else {
        paint_around(b, &palettes[look->backdrop], camera);
    }
    return true;
}

app_rgba app_backdrop_at(const app_backdrop *b, const app_camera *camera, double x, double y) {
    double at[2] = {x / camera->width * b->width, y / camera->height * b->height};
    uint32_t limits[2] = {b->width - 1, b->height - 1};
    uint32_t place[2];
    for (int i = 0; i < 2; i++) {
        place[i] = at[i] > 0 ? (uint32_t)fmin(at[i], limits[i]) : 0;
    }
    return color_of(b->pixels[(size_t)place[1] * b->width + place[0]]);
}

void app_backdrop_release(app_backdrop *b) {
    free(b->pixels);
    *b = (app_backdrop){0};
}
