/* How scenes look: shapes, colours, skies. <volery/scene.h> includes it. Everything here is since 0.1. */
#ifndef VOLERY_SCENE_LOOK_H
#define VOLERY_SCENE_LOOK_H

#include <volery/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vol_scene_shape {
    VOL_SCENE_SHAPE_TRIANGLE, /* nose `size` ahead, two corners half as far behind at 2.5 rad */
    VOL_SCENE_SHAPE_DISC,     /* of diameter `size` */
    VOL_SCENE_SHAPE_ARROW,    /* of length `size` */
    VOL_SCENE_SHAPE_FISH,     /* of length `size` */
    VOL_SCENE_SHAPE_SQUARE,   /* of side `size` */
    VOL_SCENE_SHAPE_DOT,      /* of `size` pixels, at any zoom */
    VOL_SCENE_SHAPE_COUNT
} vol_scene_shape;

/* What gives a boid its colour. */
typedef enum vol_scene_color_rule {
    VOL_SCENE_COLOR_NONE, /* not drawn */
    VOL_SCENE_COLOR_FIXED,
    VOL_SCENE_COLOR_RANDOM, /* one for each boid, by the seed */
    VOL_SCENE_COLOR_HEADING,
    VOL_SCENE_COLOR_SPEED,
    VOL_SCENE_COLOR_DENSITY,
    VOL_SCENE_COLOR_FLOCK, /* one for each flock, from a palette that colour-blind eyes tell apart too */
    VOL_SCENE_COLOR_AUTO,  /* what suits the scene: vol_scene_flock_shown says what that is */
    VOL_SCENE_COLOR_RULES
} vol_scene_color_rule;

typedef struct vol_scene_color {
    vol_scene_color_rule rule;
    uint8_t red, green, blue;
    char name[16]; /* as it was written */
} vol_scene_color;

/* What numbers from low to high are shown as; each map only rises in lightness on a dark background, and only falls on
 * a light one, so that colour-blind eyes and gray prints read it too. */
typedef enum vol_scene_map {
    VOL_SCENE_MAP_MEADOW, /* violet, green, yellow */
    VOL_SCENE_MAP_DUNE,   /* blue, gray, yellow */
    VOL_SCENE_MAP_EMBER,  /* purple, red, orange, pale yellow */
    VOL_SCENE_MAP_ICE,    /* blue to white */
    VOL_SCENE_MAP_GRAY,
    VOL_SCENE_MAP_COUNT
} vol_scene_map;

/* What is behind a world. In three dimensions it goes around the eye, and there is land below the horizon. */
typedef enum vol_scene_backdrop {
    VOL_SCENE_BACKDROP_NONE, /* the background's colour */
    VOL_SCENE_BACKDROP_DUSK,
    VOL_SCENE_BACKDROP_DAY,
    VOL_SCENE_BACKDROP_NIGHT,
    VOL_SCENE_BACKDROP_SEA, /* light from above, dark below */
    VOL_SCENE_BACKDROP_COUNT
} vol_scene_backdrop;

typedef struct vol_scene_flock_look {
    vol_scene_shape shape;
    double size; /* 0: as suits how crowded the world is */
    vol_scene_color color;
    vol_scene_color outline; /* of the shape */
    vol_scene_color head;    /* of a small disc ahead of the boid, farther the faster it is */
    vol_scene_color leader;  /* of one boid, drawn as a square */
} vol_scene_flock_look;

/* Degrees that a camera may be above the ground; below 0 it looks up. */
enum { VOL_SCENE_LEAST_PITCH = -40, VOL_SCENE_MOST_PITCH = 88 };

typedef struct vol_scene_look {
    vol_scene_color background;
    uint32_t window[2]; /* 0, 0: as large as the world, if that fits */
    uint32_t fps;
    bool y_up; /* the y axis points up, not down */
    bool axes; /* with ticks and numbers around a flat world */
    vol_scene_map map;
    vol_scene_backdrop backdrop;
    double camera[2]; /* 3D: degrees around the world, and above the ground */
    char unit[16];    /* of lengths, as legends and axes have it: "px", "m"; "": they have none */
} vol_scene_look;

/* "triangle", ...; NULL behind the last. */
VOL_API const char *vol_scene_shape_name(unsigned shape);

/* "meadow", ... and "none", "dusk", ...; NULL behind the last. */
VOL_API const char *vol_scene_map_name(unsigned map);
VOL_API const char *vol_scene_backdrop_name(unsigned backdrop);

/* Reads a colour: a name, #rrggbb or a rule. False if it is none of these. */
VOL_API bool vol_scene_color_read(vol_scene_color *color, const char *word);

/* The names of all colours; NULL behind the last. */
VOL_API const char *vol_scene_color_name(unsigned index);

#ifdef __cplusplus
}
#endif

#endif
