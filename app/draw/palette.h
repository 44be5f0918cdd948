/* The colours of everything that is drawn: one place for the window, pictures, film and plots. Colours are made in
 * OKLab, where equal steps look equal, so that no heading or flock stands out by accident. */
#ifndef VOLERY_APP_DRAW_PALETTE_H
#define VOLERY_APP_DRAW_PALETTE_H

#include <volery/scene.h>

/* Red, green, blue and opacity, from 0 to 1, as the screen takes them (sRGB, not multiplied by the opacity). */
typedef struct app_rgba {
    float r, g, b, a;
} app_rgba;

/* What a colour lies on: light and dark grounds want different lightness. */
typedef enum app_ground { APP_GROUND_DARK, APP_GROUND_LIGHT } app_ground;

/* A named or coded colour of a scene. */
app_rgba app_palette_plain(const vol_scene_color *color);

/* Dark or light, by how bright the background looks. */
app_ground app_palette_ground(app_rgba background);

/* A cyclic map: t and t + 1 are the same colour. For headings. */
app_rgba app_palette_cyclic(double t, app_ground ground);

/* A map from dull violet over green to bright yellow (dark ground), or to dark blue (light ground): the higher t, from
 * 0 to 1, the more it stands out from the ground. For speed, density, and maps in plots. */
app_rgba app_palette_ramp(double t, app_ground ground);

/* The same by another map; that of ramps is the first. */
app_rgba app_palette_map(vol_scene_map map, double t, app_ground ground);

/* Colours that are easily told apart: flocks, lines of a plot. Any number; the palette of flocks comes first. */
app_rgba app_palette_distinct(unsigned index, app_ground ground);

/* The colour of one boid among many of random colours; the same for the same seed and id. */
app_rgba app_palette_random(uint64_t seed, uint32_t id, app_ground ground);

/* Between two colours: part 0 is a, 1 is b. */
app_rgba app_palette_mix(app_rgba a, app_rgba b, float part);

/* The same with another opacity. */
app_rgba app_palette_fade(app_rgba color, float opacity);

/* Lines, ticks and letters on a background: strong and faint. */
app_rgba app_palette_ink(app_ground ground);
app_rgba app_palette_faint(app_ground ground);

/* A number from 0 to below 1 for a seed and an id. Shaders compute the same from the salt and the id. */
float app_palette_chance(uint64_t seed, uint32_t id);
uint32_t app_palette_salt(uint64_t seed);

#endif
