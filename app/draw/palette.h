/* The colours of everything that is drawn: one place for the window, pictures, film and plots. Colours are made in OKLab,
 * where equal steps look equal, so that no heading or flock stands out by accident. */
#ifndef VOLERY_APP_DRAW_PALETTE_H
#define VOLERY_APP_DRAW_PALETTE_H

#include "scene/look.h"

/* Red, green, blue and opacity, from 0 to 1, as the screen takes them (sRGB, not multiplied by the opacity). */
typedef struct vol_rgba {
    float r, g, b, a;
} vol_rgba;

/* What a colour lies on: light and dark grounds want different lightness. */
typedef enum vol_ground { VOL_GROUND_DARK, VOL_GROUND_LIGHT } vol_ground;

/* A named or coded colour of a scene. */
vol_rgba vol_palette_plain(const vol_color *color);

/* Dark or light, by how bright the background looks. */
vol_ground vol_palette_ground(vol_rgba background);

/* A cyclic map: t and t + 1 are the same colour. For headings. */
vol_rgba vol_palette_cyclic(double t, vol_ground ground);

/* A map from dull violet over green to bright yellow (dark ground), or to dark blue (light ground): the higher t, from 0
 * to 1, the more it stands out from the ground. For speed, density, and maps in plots. */
vol_rgba vol_palette_ramp(double t, vol_ground ground);

/* Colours that are easily told apart: flocks, lines of a plot. Any number. */
vol_rgba vol_palette_distinct(unsigned index, vol_ground ground);

/* The colour of one boid among many of random colours; the same for the same seed and id. */
vol_rgba vol_palette_random(uint64_t seed, uint32_t id, vol_ground ground);

/* Between two colours: part 0 is a, 1 is b. */
vol_rgba vol_palette_mix(vol_rgba a, vol_rgba b, float part);

/* The same with another opacity. */
vol_rgba vol_palette_fade(vol_rgba color, float opacity);

/* Lines, ticks and letters on a background: strong and faint. */
vol_rgba vol_palette_ink(vol_ground ground);
vol_rgba vol_palette_faint(vol_ground ground);

/* A number from 0 to below 1 for a seed and an id. Shaders compute the same from the salt and the id. */
float vol_palette_chance(uint64_t seed, uint32_t id);
uint32_t vol_palette_salt(uint64_t seed);

#endif
