/* What the files of the OpenGL renderer share. */
#ifndef VOLERY_APP_DRAW_GL_INSIDE_H
#define VOLERY_APP_DRAW_GL_INSIDE_H

#include "draw/gl.h"

#include <epoxy/gl.h>

/* Programs are made when they are first used. Those of boids and trails come in pairs: 2D, 3D; those of boids once for
 * each kind of outline, without and with a line around it. */
typedef enum vol_gl_pass {
    VOL_PASS_TRAILS = 0,
    VOL_PASS_SHADOWS = 2,
    VOL_PASS_MARKS,
    VOL_PASS_MESHES,
    VOL_PASS_OVERLAY,
    VOL_PASS_BOIDS, /* + 1 in 3D, + 2 with a line, + 4 * kind of outline */
    VOL_PASS_COUNT = VOL_PASS_BOIDS + 12
} vol_gl_pass;

/* The kinds of outline, as the shaders have them. */
typedef enum vol_gl_outline { VOL_OUTLINE_DISC, VOL_OUTLINE_TRIANGLE, VOL_OUTLINE_ANY } vol_gl_outline;

/* A corner of a triangle in 3D. */
typedef struct vol_mesh_corner {
    float point[3], normal[3], tone[4];
} vol_mesh_corner;

struct vol_gl {
    GLuint program[VOL_PASS_COUNT];
    GLuint array;           /* the vertex array object */
    GLuint boids;           /* buffer of a flock's block, */
    GLuint boid_texture[2]; /* as shaders read it: numbers, and words */
    GLuint quads;           /* buffer: which corners make quads, */
    size_t quad_room;       /* and how many quads it has */
    GLuint rows[2];         /* buffers of trails and of polygons' points, */
    GLuint row_texture[2];  /* as shaders read them */
    GLuint meshes;          /* buffer */
    GLuint maps;            /* texture: the colour maps for the ground they were made for */
    GLuint overlay;         /* texture */
    int maps_for;
    GLint most_texels;
    vol_mesh_corner *corners;
    size_t corner_count, corner_room;
    unsigned char *overlay_bytes;
    int overlay_size[2];
    uint64_t overlay_key;
};

/* One picture being drawn. */
typedef struct vol_gl_picture {
    vol_gl *gl;
    const vol_draw_frame *frame;
    const vol_camera *camera;
    const vol_draw_style *style;
    float scale; /* pixels per unit of length, in 3D at the middle */
} vol_gl_picture;

/* Makes the program of a pass current, with the uniforms that all have. `variant` is what is added to the pass. */
GLuint vol_gl_use(const vol_gl_picture *p, vol_gl_pass pass, int variant);

void vol_gl_real(GLuint program, const char *name, float value);
void vol_gl_whole(GLuint program, const char *name, int value);
void vol_gl_color(GLuint program, const char *name, vol_rgba color);

/* Uploads numbers that a shader reads one texel of `width` (2 or 4) floats at a time; index 0 trails, 1 points. False:
 * there are more than the driver takes. */
bool vol_gl_texels(vol_gl *gl, int index, const float *numbers, size_t texels, int width);

void vol_gl_draw_flock(const vol_gl_picture *p, const vol_draw_flock *flock);
void vol_gl_draw_shadows(const vol_gl_picture *p, const vol_draw_flock *flock);
void vol_gl_draw_trails(const vol_gl_picture *p, const vol_draw_flock *flock);
/* `count` lines: `points` has their first ends, then their second ends, 2 or 4 numbers each. */
void vol_gl_draw_lines(const vol_gl_picture *p, const float *points, size_t count, vol_rgba color, float width);
void vol_gl_draw_marks(const vol_gl_picture *p);
/* 3D: the ground, and marks as bodies. */
void vol_gl_draw_ground(const vol_gl_picture *p);
void vol_gl_draw_bodies(const vol_gl_picture *p);

#endif
