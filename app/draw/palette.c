/* Colours: from lightness, chroma and hue to what a screen takes. */
#include "draw/palette.h"

#include <math.h>

static const double TURN = 6.283185307179586;

static double to_screen(double linear) {
    double clipped = linear < 0 ? 0 : linear > 1 ? 1 : linear;
    return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055;
}

/* OKLab to sRGB; colours that a screen does not have are clipped. */
static app_rgba from_lab(double lightness, double a, double b) {
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (app_rgba){(float)to_screen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                      (float)to_screen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                      (float)to_screen(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 1};
}

static app_rgba from_hue(double lightness, double chroma, double hue) {
    return from_lab(lightness, chroma * cos(hue * TURN), chroma * sin(hue * TURN));
}

app_rgba app_palette_plain(const vol_scene_color *color) {
    return (app_rgba){(float)color->red / 255, (float)color->green / 255, (float)color->blue / 255, 1};
}

app_ground app_palette_ground(app_rgba background) {
    float bright = 0.3F * background.r + 0.59F * background.g + 0.11F * background.b;
    return bright < 0.5F ? APP_GROUND_DARK : APP_GROUND_LIGHT;
}

/* A wheel of hues that is tilted: what red-green blind eyes lose in hue, they find in lightness. */
app_rgba app_palette_cyclic(double t, app_ground ground) {
    double turn = (t + 0.08) * TURN;
    bool dark = ground == APP_GROUND_DARK;
    double lightness = dark ? 0.77 - 0.085 * cos(turn) : 0.57 - 0.085 * cos(turn);
    return from_hue(lightness, dark ? 0.125 : 0.135, t + 0.08);
}

/* Lightness, a and b at equal distances along the maps, for dark grounds and for light ones. */
enum { KNOTS = 5 };
static const double maps[VOL_SCENE_MAP_COUNT][2][KNOTS][3] = {
    [VOL_SCENE_MAP_MEADOW] =
        {{{0.42, 0.05, -0.12}, {0.54, -0.02, -0.10}, {0.66, -0.09, 0.00}, {0.79, -0.12, 0.12}, {0.92, -0.04, 0.17}},
         {{0.84, -0.05, 0.13}, {0.70, -0.10, 0.06}, {0.56, -0.07, -0.03}, {0.43, 0.00, -0.11}, {0.30, 0.06, -0.13}}},
    [VOL_SCENE_MAP_DUNE] =
        {{{0.40, -0.02, -0.12}, {0.52, -0.01, -0.06}, {0.65, 0.00, 0.01}, {0.78, -0.01, 0.09}, {0.92, -0.02, 0.16}},
         {{0.86, -0.01, 0.14}, {0.72, 0.00, 0.08}, {0.58, 0.00, 0.01}, {0.44, -0.01, -0.06}, {0.31, -0.02, -0.12}}},
    [VOL_SCENE_MAP_EMBER] =
        {{{0.38, 0.10, -0.08}, {0.51, 0.15, 0.01}, {0.64, 0.14, 0.10}, {0.79, 0.05, 0.15}, {0.95, -0.01, 0.08}},
         {{0.86, 0.01, 0.13}, {0.72, 0.09, 0.13}, {0.58, 0.16, 0.07}, {0.43, 0.14, -0.02}, {0.28, 0.08, -0.08}}},
    [VOL_SCENE_MAP_ICE] =
        {{{0.42, -0.02, -0.14}, {0.55, -0.04, -0.12}, {0.69, -0.05, -0.09}, {0.83, -0.04, -0.05}, {0.97, -0.01, -0.01}},
         {{0.86, -0.03, -0.04}, {0.72, -0.05, -0.08}, {0.58, -0.05, -0.11}, {0.44, -0.03, -0.13}, {0.30, 0.00, -0.12}}},
    [VOL_SCENE_MAP_GRAY] = {{{0.42, 0, 0}, {0.56, 0, 0}, {0.70, 0, 0}, {0.84, 0, 0}, {0.98, 0, 0}},
                            {{0.82, 0, 0}, {0.66, 0, 0}, {0.50, 0, 0}, {0.34, 0, 0}, {0.18, 0, 0}}},
};

app_rgba app_palette_map(vol_scene_map map, double t, app_ground ground) {
    double place = (t < 0 || t != t ? 0 : t > 1 ? 1 : t) * (KNOTS - 1);
    int low = place < KNOTS - 2 ? (int)place : KNOTS - 2;
    const double *a = maps[map][ground][low];
    const double *b = maps[map][ground][low + 1];
    double part = place - low;
    return from_lab(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part);
}

app_rgba app_palette_ramp(double t, app_ground ground) {
    return app_palette_map(VOL_SCENE_MAP_MEADOW, t, ground);
}

app_rgba app_palette_distinct(unsigned index, app_ground ground) {
    if (index < VOL_SCENE_PALETTE) {
        vol_scene_color color = vol_scene_palette(index, ground == APP_GROUND_LIGHT);
        return app_palette_plain(&color);
    }
    double hue = fmod(0.68 + 0.381966 * index, 1);
    double chroma = index % 2 == 0 ? 0.15 : 0.12;
    return from_hue((ground == APP_GROUND_DARK ? 0.76 : 0.55) + (index % 3 == 2 ? 0.07 : 0), chroma, hue);
}

static uint32_t scramble(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

uint32_t app_palette_salt(uint64_t seed) {
    return scramble((uint32_t)(seed ^ seed >> 32) + 0x9e3779b9U);
}

float app_palette_chance(uint64_t seed, uint32_t id) {
    uint32_t mixed = scramble(id ^ app_palette_salt(seed));
    return (float)(mixed >> 8) / 16777216.0F;
}

app_rgba app_palette_random(uint64_t seed, uint32_t id, app_ground ground) {
    return app_palette_cyclic((double)app_palette_chance(seed, id), ground);
}

app_rgba app_palette_mix(app_rgba a, app_rgba b, float part) {
    return (app_rgba){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part, a.b + (b.b - a.b) * part,
                      a.a + (b.a - a.a) * part};
}

app_rgba app_palette_fade(app_rgba color, float opacity) {
    color.a = opacity;
    return color;
}

app_rgba app_palette_ink(app_ground ground) {
    return ground == APP_GROUND_DARK ? from_lab(0.93, 0, -0.01) : from_lab(0.25, 0, -0.02);
}

app_rgba app_palette_faint(app_ground ground) {
    return ground == APP_GROUND_DARK ? from_lab(0.45, -0.005, -0.035) : from_lab(0.78, 0, -0.015);
}
