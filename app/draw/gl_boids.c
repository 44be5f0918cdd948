/* The boids of a flock, their trails and shadows: one upload, and one call each. */
#include "common/arena.h"
#include "draw/gl_inside.h"
#include "draw/shapes.h"

#include <math.h>
#include <stdlib.h>

/* Draws `quads` quads of four vertices each; the numbers of their corners are made once and kept. */
static void draw_quads(const app_gl_picture *p, size_t quads) {
    app_gl *gl = p->gl;
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gl->quads);
    if (quads > gl->quad_room) {
        static const uint32_t corner[6] = {0, 1, 2, 2, 1, 3};
        gl->quad_room = quads + quads / 8;
        uint32_t *numbers = vol_take(gl->quad_room * sizeof corner);
        for (size_t i = 0; i < gl->quad_room; i++) {
            for (size_t k = 0; k < 6; k++) {
                numbers[6 * i + k] = (uint32_t)(4 * i) + corner[k];
            }
        }
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(gl->quad_room * sizeof corner), numbers, GL_STATIC_DRAW);
        free(numbers);
    }
    glDrawElements(GL_TRIANGLES, (GLsizei)(6 * quads), GL_UNSIGNED_INT, NULL);
}

/* The one upload of a flock; shaders read it as numbers and, for the ids, as words. */
static bool upload(const app_gl_picture *p, const app_draw_flock *flock) {
    app_gl *gl = p->gl;
    size_t numbers = (size_t)app_draw_rows(p->frame) * flock->count;
    bool there = false;
    if (numbers == 0 || numbers > (size_t)gl->most_texels) {
        return false;
    }
    app_gl_kept *kept = app_gl_find_kept(p, APP_KEEP_BOIDS, flock, &there);
    if (!there) {
        glBindBuffer(GL_TEXTURE_BUFFER, kept->buffer);
        glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)(numbers * sizeof *flock->block), flock->block, GL_STREAM_DRAW);
    }
    for (int i = 0; i < 2; i++) {
        glActiveTexture((GLenum)(GL_TEXTURE2 + i));
        glBindTexture(GL_TEXTURE_BUFFER, kept->texture[i]);
        if (!there) {
            glTexBuffer(GL_TEXTURE_BUFFER, i == 0 ? GL_R32F : GL_R32UI, kept->buffer);
        }
    }
    return true;
}

/* The same of its trail. */
static bool upload_trail(const app_gl_picture *p, const app_draw_flock *flock, bool deep) {
    size_t texels = flock->trail_rows * flock->trail_ids;
    bool there = false;
    if (flock->trail_rows < 2 || texels == 0 || texels > (size_t)p->gl->most_texels) {
        return false;
    }
    app_gl_kept *kept = app_gl_find_kept(p, APP_KEEP_TRAIL, flock, &there);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_BUFFER, kept->texture[0]);
    if (!there) {
        glBindBuffer(GL_TEXTURE_BUFFER, kept->buffer);
        glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)(texels * (deep ? 4 : 2) * sizeof *flock->trail), flock->trail,
                     GL_STREAM_DRAW);
        glTexBuffer(GL_TEXTURE_BUFFER, deep ? GL_RGBA32F : GL_RG32F, kept->buffer);
    }
    return true;
}

static void set_flock(GLuint program, const app_draw_flock *flock) {
    app_gl_whole(program, "numbers", 2);
    app_gl_whole(program, "words", 3);
    app_gl_whole(program, "count", (int)flock->count);
    app_gl_whole(program, "first", 0);
}

static void set_colors(GLuint program, const app_gl_picture *p, const app_draw_flock *flock) {
    app_gl_whole(program, "rule", (int)flock->look.color.rule);
    app_gl_color(program, "fixed_color", app_palette_plain(&flock->look.color));
    app_gl_real(program, "max_speed", flock->max_speed > 0 ? flock->max_speed : 1);
    glUniform1ui(glGetUniformLocation(program, "seed"), app_palette_salt(p->frame->world.seed));
}

/* The sides of a triangle, and where its corners go when it is widened. */
static void set_triangle(GLuint program, const app_shape_outline *o) {
    float side[3][3];
    float miter[3][2];
    for (int i = 0; i < 3; i++) {
        const float *a = o->point[i];
        const float *b = o->point[(i + 1) % 3];
        float length = hypotf(b[0] - a[0], b[1] - a[1]);
        side[i][0] = (b[1] - a[1]) / length;
        side[i][1] = (a[0] - b[0]) / length;
        side[i][2] = a[0] * side[i][0] + a[1] * side[i][1];
    }
    for (int i = 0; i < 3; i++) {
        const float *n = side[i];
        const float *m = side[(i + 2) % 3];
        float wide = 1 + n[0] * m[0] + n[1] * m[1];
        miter[i][0] = (n[0] + m[0]) / wide;
        miter[i][1] = (n[1] + m[1]) / wide;
    }
    glUniform2fv(glGetUniformLocation(program, "corner"), 3, &o->point[0][0]);
    glUniform2fv(glGetUniformLocation(program, "miter"), 3, &miter[0][0]);
    glUniform3fv(glGetUniformLocation(program, "side"), 3, &side[0][0]);
}

/* One drawing of boids: their shape, how large, in which colour. */
typedef struct drawing {
    vol_scene_shape shape;
    float size;  /* in units of length, or in pixels if negative, */
    float least; /* but so many pixels in any case */
    const vol_scene_color *color;
    const vol_scene_color *outline; /* NULL: none */
    float ahead;                    /* how far ahead of the boid, times its velocity */
    uint32_t left_out;              /* the id of one that is not drawn */
    size_t first, count;            /* slots */
} drawing;

static void draw_boids(const app_gl_picture *p, const app_draw_flock *flock, const drawing *d) {
    app_shape_outline o;
    app_shape_outline_of(d->shape, &o);
    bool lined = d->outline != NULL && d->outline->rule != VOL_SCENE_COLOR_NONE;
    app_gl_outline kind = o.count == 0 ? APP_OUTLINE_DISC : o.count == 3 ? APP_OUTLINE_TRIANGLE : APP_OUTLINE_ANY;
    int variant = (p->camera->dimensions == 3) + 2 * lined + 4 * (int)kind;
    GLuint program = app_gl_use(p, APP_PASS_BOIDS, variant);
    set_flock(program, flock);
    set_colors(program, p, flock);
    app_gl_whole(program, "first", (int)d->first);
    app_gl_whole(program, "rule", (int)d->color->rule);
    app_gl_color(program, "fixed_color", app_palette_plain(d->color));
    app_gl_whole(program, "turns", o.turns);
    app_gl_real(program, "size", d->size);
    glUniform4f(glGetUniformLocation(program, "box"), o.back, o.front, o.side, d->least);
    app_gl_real(program, "ahead", d->ahead);
    glUniform1ui(glGetUniformLocation(program, "left_out"), d->left_out);
    if (lined) {
        app_gl_color(program, "outline", app_palette_plain(d->outline));
        app_gl_real(program, "outline_width", p->style->pixel);
    }
    if (kind == APP_OUTLINE_TRIANGLE) {
        set_triangle(program, &o);
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * d->count));
        return;
    }
    if (kind == APP_OUTLINE_ANY) {
        app_gl_whole(program, "corners", (int)o.count);
        glUniform2fv(glGetUniformLocation(program, "points"), (GLsizei)o.count, &o.point[0][0]);
        glUniform3fv(glGetUniformLocation(program, "eyes"), 1, o.eye);
    }
    draw_quads(p, d->count);
}

void app_gl_draw_flock(const app_gl_picture *p, const app_draw_flock *flock) {
    const vol_scene_flock_look *look = &flock->look;
    if (!upload(p, flock)) {
        return;
    }
    float pixel = p->style->pixel;
    float size = (float)look->size;
    bool dot = look->shape == VOL_SCENE_SHAPE_DOT;
    bool led = look->leader.rule != VOL_SCENE_COLOR_NONE && flock->leader_slot != VOL_NONE;
    drawing all = {.shape = look->shape,
                   .size = dot ? -size * pixel : size,
                   .least = dot ? pixel : 2.5F * pixel,
                   .color = &look->color,
                   .outline = &look->outline,
                   .left_out = led ? flock->leader : VOL_NONE,
                   .count = flock->count};
    draw_boids(p, flock, &all);
    if (look->head.rule != VOL_SCENE_COLOR_NONE) {
        drawing heads = {.shape = VOL_SCENE_SHAPE_DISC,
                         .size = size * APP_HEAD_SIZE,
                         .least = 1.5F * pixel,
                         .color = &look->head,
                         .ahead = APP_HEAD_AHEAD * size / (flock->max_speed > 0 ? flock->max_speed : 1),
                         .left_out = VOL_NONE,
                         .count = flock->count};
        draw_boids(p, flock, &heads);
    }
    if (led) { /* over all others */
        drawing leader = {.shape = VOL_SCENE_SHAPE_SQUARE,
                          .size = size * APP_LEADER_SIDE,
                          .least = 3 * pixel,
                          .color = &look->leader,
                          .left_out = VOL_NONE,
                          .first = flock->leader_slot,
                          .count = 1};
        draw_boids(p, flock, &leader);
    }
}

void app_gl_draw_shadows(const app_gl_picture *p, const app_draw_flock *flock) {
    if (!upload(p, flock)) {
        return;
    }
    GLuint program = app_gl_use(p, APP_PASS_SHADOWS, 0);
    set_flock(program, flock);
    app_gl_real(program, "size", (float)flock->look.size * 0.6F);
    app_gl_real(program, "ground", (float)p->camera->low[2]);
    app_gl_real(program, "height", (float)p->camera->size[2]);
    app_gl_real(program, "strength", p->frame->ground == APP_GROUND_DARK ? 0.5F : 0.3F);
    draw_quads(p, flock->count);
}

void app_gl_draw_trails(const app_gl_picture *p, const app_draw_flock *flock) {
    bool deep = p->camera->dimensions == 3;
    if (!upload_trail(p, flock, deep)) {
        return;
    }
    GLuint program = app_gl_use(p, APP_PASS_TRAILS, deep);
    set_colors(program, p, flock);
    app_gl_whole(program, "trail", 1);
    app_gl_whole(program, "ids", (int)flock->trail_ids);
    app_gl_whole(program, "rows", (int)flock->trail_rows);
    app_gl_real(program, "width", fmaxf((float)flock->look.size * p->scale * 0.2F, p->style->pixel));
    app_gl_real(program, "opacity", 0.55F);
    app_gl_real(program, "fading", 1);
    app_gl_real(program, "row_time", p->frame->world.dt > 0 ? (float)p->frame->world.dt : 1);
    glDepthMask(GL_FALSE);
    draw_quads(p, (flock->trail_rows - 1) * flock->trail_ids);
    glDepthMask(GL_TRUE);
}

void app_gl_draw_lines(const app_gl_picture *p, const float *points, size_t count, app_rgba color, float width) {
    bool deep = p->camera->dimensions == 3;
    if (!app_gl_texels(p->gl, 0, points, 2 * count, deep ? 4 : 2)) {
        return;
    }
    GLuint program = app_gl_use(p, APP_PASS_TRAILS, deep);
    glUniform3f(glGetUniformLocation(program, "period"), 0, 0, 0);
    app_gl_whole(program, "rule", VOL_SCENE_COLOR_FIXED);
    app_gl_color(program, "fixed_color", color);
    app_gl_whole(program, "trail", 1);
    app_gl_whole(program, "ids", (int)count);
    app_gl_whole(program, "rows", 2);
    app_gl_real(program, "width", width);
    app_gl_real(program, "opacity", 1);
    app_gl_real(program, "fading", 0);
    app_gl_real(program, "row_time", 1);
    draw_quads(p, count);
}

/* Where a picture that was made for another camera is now, in clip coordinates. In 3D it stays where it is until the
 * next one. */
static bool find_box(const app_draw_dense *dense, const app_camera *camera, float box[4]) {
    double corner[2][2] = {{0, 0}, {camera->width, camera->height}};
    bool moved = false;
    for (int i = 0; i < 2 && camera->dimensions == 2; i++) {
        double at[3];
        double screen[2];
        app_camera_to_world(&dense->camera, i * (double)dense->width, i * (double)dense->height, at);
        app_camera_to_screen(camera, at, screen, NULL);
        for (int axis = 0; axis < 2; axis++) {
            if (fabs(screen[axis] - corner[i][axis]) > 0.01) {
                corner[i][axis] = screen[axis];
                moved = true;
            }
        }
    }
    box[0] = (float)(2 * corner[0][0] / camera->width - 1);
    box[1] = (float)(1 - 2 * corner[1][1] / camera->height);
    box[2] = (float)(2 * corner[1][0] / camera->width - 1);
    box[3] = (float)(1 - 2 * corner[0][1] / camera->height);
    return moved;
}

void app_gl_draw_density(const app_gl_picture *p) {
    const app_draw_dense *dense = &p->frame->dense;
    float box[4];
    GLint filter = find_box(dense, p->camera, box) ? GL_LINEAR : GL_NEAREST;
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, p->gl->density);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)dense->width, (GLsizei)dense->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, dense->pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    GLuint program = app_gl_use(p, APP_PASS_OVERLAY, 0);
    app_gl_whole(program, "picture", 1);
    glUniform4fv(glGetUniformLocation(program, "box"), 1, box);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}
