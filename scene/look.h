/* How a scene looks: shapes, sizes and colours. Read with the scene, used by whoever draws. */
#ifndef VOLERY_SCENE_LOOK_H
#define VOLERY_SCENE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

typedef enum vol_scene_shape {
    VOL_SCENE_SHAPE_TRIANGLE, /* nose `size` ahead, two corners half as far behind at 2.5 rad */
    VOL_SCENE_SHAPE_DISC,     /* of diameter `size` */
    VOL_SCENE_SHAPE_ARROW,    /* of length `size` */
    VOL_SCENE_SHAPE_FISH,     /* of length `size` */
    VOL_SCENE_SHAPE_SQUARE,   /* of side `size` */
    VOL_SCENE_SHAPE_DOT,      /* of `size` pixels, however near */
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
    VOL_SCENE_COLOR_RULES
} vol_scene_color_rule;

typedef struct vol_scene_color {
    vol_scene_color_rule rule;
    uint8_t red, green, blue;
    char name[16]; /* as it was written */
} vol_scene_color;

typedef struct vol_scene_flock_look {
    vol_scene_shape shape;
    double size;
    vol_scene_color color;
    vol_scene_color outline; /* of the shape */
    vol_scene_color head;    /* of a small disc ahead of the boid, farther the faster it is */
    vol_scene_color leader;  /* of one boid, drawn as a square */
} vol_scene_flock_look;

typedef struct vol_scene_look {
    vol_scene_color background;
    uint32_t window[2]; /* 0, 0: as large as the world, if that fits */
    uint32_t fps;
    bool y_up; /* the y axis points up, not down */
    bool axes; /* with ticks and numbers around a flat world */
} vol_scene_look;

vol_scene_flock_look vol_scene_default_flock_look(void);
vol_scene_look vol_scene_default_look(void);

/* Reads a colour: a name, #rrggbb or a rule. False if it is none of these. */
bool vol_scene_color_read(vol_scene_color *color, const char *word);

/* "white, black, ...": the names of all colours, NULL behind the last. */
const char *vol_scene_color_name(unsigned index);

/* "triangle", ...; NULL behind the last. */
const char *vol_scene_shape_name(unsigned shape);

#endif
