/* What the files of the OpenGL renderer share. */
#ifndef VOLERY_APP_DRAW_GL_INSIDE_H
#define VOLERY_APP_DRAW_GL_INSIDE_H

#include "draw/backdrop.h"
#include "draw/gl.h"

#include <epoxy/gl.h>

/* Programs are made when they are first used. Those of boids and trails come in pairs: 2D, 3D; those of boids once for
 * each kind of outline, without and with a line around it. */
typedef enum app_gl_pass {
    APP_PASS_TRAILS = 0,
    APP_PASS_SHADOWS = 2,
    APP_PASS_MARKS,
    APP_PASS_MESHES,
    APP_PASS_OVERLAY,
    APP_PASS_BACKDROP,
    APP_PASS_BOIDS, /* + 1 in 3D, + 2 with a line, + 4 * kind of outline */
    APP_PASS_COUNT = APP_PASS_BOIDS + 12
} app_gl_pass;

/* The kinds of outline, as the shaders have them. */
typedef enum app_gl_outline { APP_OUTLINE_DISC, APP_OUTLINE_TRIANGLE, APP_OUTLINE_ANY } app_gl_outline;

/* A corner of a triangle in 3D. */
typedef struct app_mesh_corner {
    float point[3], normal[3], tone[4];
} app_mesh_corner;

/* Arrays of a flock that are on the graphics card already, while the frame that they are of is drawn again: in a window
 * between two steps. */
typedef struct app_gl_kept {
    const app_draw_frame *frame;
    uint64_t taken; /* which of its moments; 0: none */
    GLuint buffer, texture[2];
} app_gl_kept;

typedef enum app_gl_keep { APP_KEEP_BOIDS, APP_KEEP_TRAIL, APP_KEEP_KINDS } app_gl_keep;

/* So many flocks are kept, of two worlds side by side; others are uploaded for each drawing. */
enum { APP_KEPT_FLOCKS = 64, APP_KEPT_WAYS = 2 };

struct app_gl {
    GLuint program[APP_PASS_COUNT];
    GLuint array;                                                     /* the vertex array object */
    app_gl_kept kept[APP_KEEP_KINDS][APP_KEPT_FLOCKS][APP_KEPT_WAYS]; /* the one that was used last comes first */
    app_gl_kept other[APP_KEEP_KINDS];
    uint64_t uploads;      /* of arrays of flocks so far */
    GLuint quads;          /* buffer: which corners make quads, */
    size_t quad_room;      /* and how many quads it has */
    GLuint rows[2];        /* buffers of trails and of polygons' points, */
    GLuint row_texture[2]; /* as shaders read them */
    GLuint meshes;         /* buffer */
    GLuint maps;           /* texture: the colour maps for the ground they were made for */
    GLuint overlay;        /* texture */
    GLuint density;        /* texture */
    int maps_for;          /* a number of ground and map */
    GLuint behind;         /* texture: the backdrop */
    app_backdrop backdrop;
    GLint most_texels;
    app_mesh_corner *corners;
    size_t corner_count, corner_room;
    unsigned char *overlay_bytes;
    int overlay_size[2];
    uint64_t overlay_key;
};

/* One picture being drawn. */
typedef struct app_gl_picture {
    app_gl *gl;
    const app_draw_frame *frame;
    const app_camera *camera;
    const app_draw_style *style;
    float scale; /* pixels per unit of length, in 3D at the middle */
    bool copied; /* the world is drawn again past its edges, so that images of marks come from there */
} app_gl_picture;

/* Makes the program of a pass current, with the uniforms that all have. `variant` is what is added to the pass. */
GLuint app_gl_use(const app_gl_picture *p, app_gl_pass pass, int variant);

void app_gl_real(GLuint program, const char *name, float value);
void app_gl_whole(GLuint program, const char *name, int value);
void app_gl_color(GLuint program, const char *name, app_rgba color);

/* Where a flock's arrays are, or are to be put: *there says which. */
app_gl_kept *app_gl_find_kept(const app_gl_picture *p, app_gl_keep kind, const app_draw_flock *flock, bool *there);

/* Uploads numbers that a shader reads one texel of `width` (2 or 4) floats at a time; index 0 trails, 1 points. False:
 * there are more than the driver takes. */
bool app_gl_texels(app_gl *gl, int index, const float *numbers, size_t texels, int width);

void app_gl_draw_flock(const app_gl_picture *p, const app_draw_flock *flock);
void app_gl_draw_density(const app_gl_picture *p);
void app_gl_draw_shadows(const app_gl_picture *p, const app_draw_flock *flock);
void app_gl_draw_trails(const app_gl_picture *p, const app_draw_flock *flock);
/* `count` lines: `points` has their first ends, then their second ends, 2 or 4 numbers each. */
void app_gl_draw_lines(const app_gl_picture *p, const float *points, size_t count, app_rgba color, float width);
void app_gl_draw_marks(const app_gl_picture *p);
/* Fades all that is outside of a flat world; the picture is that of the world itself. */
void app_gl_draw_veil(const app_gl_picture *p);
/* 3D: the ground, and marks as bodies. */
void app_gl_draw_ground(const app_gl_picture *p);
void app_gl_draw_bodies(const app_gl_picture *p);

#endif
