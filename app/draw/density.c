/* From counts to colours: a logarithmic scale, whose middle is what a boid sees around it, so that lone boids and dense
 * flocks are seen in one picture. */
#include "draw/density.h"

#include "common/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer boids than that are always drawn one by one, and so are those that have so many pixels each. */
enum { FEW_BOIDS = 20000, PIXELS_EACH = 16 };
/* Drawing more one by one takes more memory than graphics cards like. */
enum { MOST_BOIDS = 4000000 };
/* Numbers whose tones are known beforehand. */
enum { KNOWN_TONES = 1024, COLORS = 256 };

static const float TURN = 6.2831853F;

void app_density_aim(app_density *density, const app_camera *camera, float pixel) {
    density->aimed = camera->width >= 1 && camera->height >= 1;
    density->camera = *camera;
    density->pixel = pixel;
}

bool app_density_suits(const app_density *density, const vol_scene_flock_look *look, size_t count) {
    const app_camera *camera = &density->camera;
    if (!density->aimed || count <= FEW_BOIDS) {
        return false;
    }
    bool dot = look->shape == VOL_SCENE_SHAPE_DOT;
    double pixels = dot ? look->size : look->size * app_camera_scale(camera) / (double)density->pixel;
    bool small = dot ? pixels <= 1 : pixels < 1;
    return count > MOST_BOIDS || (small && (double)count * PIXELS_EACH > camera->width * camera->height);
}

void app_density_leave(app_density *density) {
    vol_raster_destroy(density->raster);
    free(density->flocks);
    free(density->numbers);
    free(density->glow);
    *density = (app_density){.aimed = density->aimed, .camera = density->camera, .pixel = density->pixel};
}

static vol_raster_kind kind_of(const vol_scene_color *color) {
    return color->rule == VOL_SCENE_COLOR_HEADING ? VOL_RASTER_HEADING
           : color->rule == VOL_SCENE_COLOR_SPEED ? VOL_RASTER_SPEED
                                                  : VOL_RASTER_COUNT;
}

/* Lists the dense flocks of a frame. False: the raster that is there is not for these. */
static bool list_flocks(app_density *density, const app_draw_frame *frame) {
    uint32_t count = 0;
    bool same = true;
    if (frame->flock_count > density->flock_room) {
        density->flock_room = (uint32_t)frame->flock_count;
        density->flocks = vol_retake(density->flocks, frame->flock_count * sizeof *density->flocks);
        density->numbers = vol_retake(density->numbers, frame->flock_count * sizeof *density->numbers);
    }
    for (uint32_t i = 0; i < frame->flock_count; i++) {
        const app_draw_flock *flock = &frame->flocks[i];
        if (flock->dense) {
            vol_raster_flock wanted = {.flock = i, .kind = kind_of(&flock->look.color)};
            const vol_raster_flock *before = &density->flocks[count];
            same = same && count < density->flock_count && before->flock == i && before->kind == wanted.kind;
            density->flocks[count] = wanted;
            density->numbers[count++] = i;
        }
    }
    same = same && count == density->flock_count;
    density->flock_count = count;
    return same;
}

/* Makes a raster for the flocks that are listed and the size of the picture. */
static bool make_raster(app_density *density, vol_world *world, uint32_t width, uint32_t height) {
    vol_raster_def def = vol_default_raster_def();
    vol_raster_destroy(density->raster);
    density->raster = NULL;
    density->world = world;
    def.width = width;
    def.height = height;
    def.flocks = density->flocks;
    def.flock_count = density->flock_count;
    return vol_raster_create(world, &def, &density->raster, NULL) == VOL_OK;
}

void app_density_begin(app_density *density, app_draw_frame *frame, vol_world *world, uint32_t trails) {
    app_draw_dense *dense = &frame->dense;
    vol_raster_view view;
    uint32_t width = (uint32_t)density->camera.width;
    uint32_t height = (uint32_t)density->camera.height;
    bool same = list_flocks(density, frame);
    dense->there = false;
    dense->begun = false;
    density->trails = trails;
    if (density->flock_count == 0) {
        return;
    }
    same = same && density->raster != NULL && density->world == world && density->size[0] == width &&
           density->size[1] == height;
    app_camera_view(&density->camera, &view);
    dense->begun = (same || make_raster(density, world, width, height)) &&
                   vol_raster_begin(density->raster, &view, NULL) == VOL_OK;
    density->size[0] = width;
    density->size[1] = height;
    dense->camera = density->camera;
    dense->width = width;
    dense->height = height;
    for (size_t i = 0; i < frame->flock_count && !dense->begun; i++) {
        frame->flocks[i].dense = false;
    }
}

/* --- Tones -------------------------------------------------------------------------------------------------------- */

/* How the counts of a flock become colours. */
typedef struct tones {
    const uint32_t *count;
    const uint32_t *sum[2]; /* the second for headings alone, the first for speeds too */
    vol_scene_color_rule rule;
    app_rgba color;
    float soft, most;            /* counts at which the scale bends, and at which it ends as a logarithm */
    float known[KNOWN_TONES];    /* tones of small counts, */
    app_rgba map[COLORS];        /* and the colours of a rule */
    app_rgba neutral;            /* of boids that fly in all directions */
    uint32_t ready[KNOWN_TONES]; /* pixels of small counts, where the rule asks for nothing else */
} tones;

/* How bright a pixel with so many boids is, from 0 to 1. */
static float tone_of(const tones *t, float count) {
    float tone = 0.2F + 0.8F * log1pf(count / t->soft) / t->most;
    return tone < 1 ? tone : 1;
}

/* Where a boid is, there are so many on the mean: what the scale is made for. It changes little from step to step. */
static double crowd(const uint32_t *count, size_t pixels) {
    double boids = 0;
    double squares = 0;
    for (size_t i = 0; i < pixels; i++) {
        double n = (double)count[i];
        boids += n;
        squares += n * n;
    }
    return boids > 0 ? squares / boids : 1;
}

static void make_tones(tones *t, const app_density *density, const app_draw_frame *frame, uint32_t index) {
    const app_draw_flock *flock = &frame->flocks[density->numbers[index]];
    size_t pixels = (size_t)frame->dense.width * frame->dense.height;
    vol_raster_kind kind = density->flocks[index].kind;
    t->count = vol_raster_plane(density->raster, index, 0);
    t->sum[0] = kind != VOL_RASTER_COUNT ? vol_raster_plane(density->raster, index, 1) : NULL;
    t->sum[1] = kind == VOL_RASTER_HEADING ? vol_raster_plane(density->raster, index, 2) : NULL;
    t->rule = flock->look.color.rule;
    t->color = app_palette_plain(&flock->look.color);
    t->neutral = app_palette_ink(frame->ground);
    if (t->rule == VOL_SCENE_COLOR_RANDOM) {
        t->color = t->neutral; /* what many colours come to */
    }
    double usual = crowd(t->count, pixels);
    t->soft = (float)fmax(usual / 24, 0.2);
    t->most = log1pf((float)(3 * usual) / t->soft);
    for (int i = 0; i < KNOWN_TONES; i++) {
        t->known[i] = i > 0 ? tone_of(t, (float)i) : 0;
    }
    for (int i = 0; i < COLORS; i++) {
        double place = i / (double)(COLORS - 1);
        t->map[i] = t->rule == VOL_SCENE_COLOR_HEADING ? app_palette_cyclic(place, frame->ground)
                                                       : app_palette_map(frame->look.map, place, frame->ground);
    }
}

static const app_rgba *from_map(const tones *t, float place) {
    return &t->map[place < 1 ? (int)(place * (COLORS - 1) + 0.5F) : COLORS - 1];
}

/* The mean heading, paler where the boids of a pixel fly apart. */
static app_rgba heading_color(const tones *t, size_t pixel, float count) {
    float x = (float)(int32_t)t->sum[0][pixel];
    float y = (float)(int32_t)t->sum[1][pixel];
    float way = sqrtf(x * x + y * y) / (count * VOL_RASTER_PARTS);
    float turn = atan2f(y, x) / TURN;
    const app_rgba *hue = from_map(t, turn < 0 ? turn + 1 : turn);
    return app_palette_mix(t->neutral, *hue, way < 0.5F ? 2 * way : 1);
}

/* The colour of a pixel where there are boids, and how much of it. */
static app_rgba pixel_color(const tones *t, size_t pixel) {
    uint32_t number = t->count[pixel];
    float count = (float)number;
    float tone = number < KNOWN_TONES ? t->known[number] : tone_of(t, count);
    app_rgba color = t->color;
    if (t->sum[0] != NULL && t->sum[1] != NULL) {
        color = heading_color(t, pixel, count);
    } else if (t->sum[0] != NULL) {
        color = *from_map(t, sqrtf((float)t->sum[0][pixel] / (count * VOL_RASTER_PARTS)));
    } else if (t->rule == VOL_SCENE_COLOR_DENSITY) {
        color = *from_map(t, tone);
    }
    color.a = tone;
    return color;
}

/* Red, green and blue times the opacity, as cairo and the shaders of overlays have them. */
static uint32_t packed(app_rgba c) {
    float scale = 255 * c.a;
    return (uint32_t)(scale + 0.5F) << 24 | (uint32_t)(c.r * scale + 0.5F) << 16 | (uint32_t)(c.g * scale + 0.5F) << 8 |
           (uint32_t)(c.b * scale + 0.5F);
}

/* Pixels that only depend on how many boids there are, and so are known. */
static void make_ready(tones *t) {
    uint32_t number = 0;
    tones one = *t;
    one.count = &number;
    for (number = 1; number < KNOWN_TONES && t->sum[0] == NULL; number++) {
        t->ready[number] = packed(pixel_color(&one, 0));
    }
    t->ready[0] = 0;
}

/* Flocks over each other: their colours by how much there is of each, in no order. */
static uint32_t blended(const tones *list, uint32_t count, size_t pixel) {
    app_rgba sum = {0};
    float clear = 1;
    if (count == 1 && list->sum[0] == NULL && list->count[pixel] < KNOWN_TONES) {
        return list->ready[list->count[pixel]];
    }
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].count[pixel] > 0) {
            app_rgba c = pixel_color(&list[i], pixel);
            sum.r += c.r * c.a;
            sum.g += c.g * c.a;
            sum.b += c.b * c.a;
            sum.a += c.a;
            clear *= 1 - c.a;
        }
    }
    if (sum.a <= 0) {
        return 0;
    }
    return packed((app_rgba){sum.r / sum.a, sum.g / sum.a, sum.b / sum.a, 1 - clear});
}

/* --- Trails ------------------------------------------------------------------------------------------------------- */

/* Makes what is left of the moments before fit for a frame: fainter with each step, nothing after a jump in time or of
 * the camera. */
static void fade_glow(app_density *density, const app_draw_frame *frame) {
    size_t pixels = (size_t)frame->dense.width * frame->dense.height;
    bool same = density->glow != NULL && app_camera_same(&density->glow_camera, &frame->dense.camera) &&
                frame->step >= density->glow_step;
    float left = frame->step == density->glow_step ? 1 : powf(0.04F, 1 / (float)density->trails);
    if (!same) {
        density->glow = vol_retake(density->glow, pixels * sizeof *density->glow);
        density->glow_camera = frame->dense.camera;
        left = 0;
    }
    for (size_t i = 0; i < pixels; i++) {
        for (int k = 0; k < 4; k++) {
            density->glow[i][k] = same ? density->glow[i][k] * left : 0;
        }
    }
    density->glow_step = frame->step;
}

/* Lays the picture over what is left of those before, and lets it be part of that. */
static void add_glow(app_density *density, app_draw_dense *dense) {
    size_t pixels = (size_t)dense->width * dense->height;
    for (size_t i = 0; i < pixels; i++) {
        float *glow = density->glow[i];
        uint32_t now = dense->pixels[i];
        float clear = 1 - (float)(now >> 24) / 255;
        uint32_t sum = 0;
        for (int k = 0; k < 4; k++) {
            float part = (float)(now >> (24 - 8 * k) & 255);
            sum = sum << 8 | (uint32_t)(part + glow[k] * clear + 0.5F);
            glow[k] = glow[k] > 0.5F * part ? glow[k] : 0.5F * part;
        }
        dense->pixels[i] = sum;
    }
}

void app_density_end(app_density *density, app_draw_frame *frame) {
    app_draw_dense *dense = &frame->dense;
    if (!dense->begun) {
        return;
    }
    dense->begun = false;
    if (vol_raster_take(density->raster, NULL, NULL) != VOL_OK) {
        return;
    }
    size_t pixels = (size_t)dense->width * dense->height;
    if (pixels > dense->room) {
        dense->room = pixels;
        dense->pixels = vol_retake(dense->pixels, pixels * sizeof *dense->pixels);
    }
    tones *list = vol_take(density->flock_count * sizeof *list);
    for (uint32_t i = 0; i < density->flock_count; i++) {
        make_tones(&list[i], density, frame, i);
        make_ready(&list[i]);
    }
    for (size_t i = 0; i < pixels; i++) {
        dense->pixels[i] = blended(list, density->flock_count, i);
    }
    free(list);
    if (density->trails > 0) {
        fade_glow(density, frame);
        add_glow(density, dense);
    }
    dense->there = true;
}
