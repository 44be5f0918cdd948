/* The boids of a flock, their trails and shadows: one instanced call each. */
#include "draw/gl_inside.h"
#include "draw/shapes.h"

#include <math.h>

/* Attribute numbers as the shaders have them: three for each row of vectors, then density and id. */
static void point_attributes(const vol_gl_picture *p, const vol_draw_flock *flock, size_t slot) {
    int dimensions = p->frame->world.dimensions;
    for (int row = VOL_ROW_POSITION; row <= VOL_ROW_ID; row++) {
        for (int axis = 0; axis < (row < VOL_ROW_DENSITY ? 3 : 1); axis++) {
            GLuint attribute = (GLuint)(row < VOL_ROW_DENSITY ? 3 * row + axis : 9 + (row == VOL_ROW_ID));
            if (axis >= dimensions) {
                glDisableVertexAttribArray(attribute);
                glVertexAttrib1f(attribute, 0);
                continue;
            }
            const float *from = vol_draw_row(p->frame, flock, (vol_row)row, axis) + slot;
            const void *offset = (const char *)0 + (from - flock->block) * (ptrdiff_t)sizeof(float);
            glEnableVertexAttribArray(attribute);
            if (row == VOL_ROW_ID) {
                glVertexAttribIPointer(attribute, 1, GL_UNSIGNED_INT, 0, offset);
            } else {
                glVertexAttribPointer(attribute, 1, GL_FLOAT, GL_FALSE, 0, offset);
            }
            glVertexAttribDivisor(attribute, 1);
        }
    }
}

static void upload(const vol_gl_picture *p, const vol_draw_flock *flock) {
    size_t bytes = (size_t)vol_draw_rows(p->frame) * flock->count * sizeof *flock->block;
    glBindBuffer(GL_ARRAY_BUFFER, p->gl->boids);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, flock->block, GL_STREAM_DRAW);
    point_attributes(p, flock, 0);
}

static void set_colors(GLuint program, const vol_gl_picture *p, const vol_draw_flock *flock) {
    uint64_t seed = p->frame->world.seed;
    vol_gl_whole(program, "rule", (int)flock->look.color.rule);
    vol_gl_color(program, "fixed_color", vol_palette_plain(&flock->look.color));
    vol_gl_real(program, "max_speed", flock->max_speed > 0 ? flock->max_speed : 1);
    glUniform1ui(glGetUniformLocation(program, "seed"), vol_palette_salt(seed));
}

static void set_outline(GLuint program, const vol_shape_outline *o) {
    float side[VOL_SHAPE_POINTS][3];
    for (size_t i = 0; i < o->count; i++) {
        const float *a = o->point[i];
        const float *b = o->point[(i + 1) % o->count];
        float length = hypotf(b[0] - a[0], b[1] - a[1]);
        side[i][0] = (b[1] - a[1]) / length;
        side[i][1] = (a[0] - b[0]) / length;
        side[i][2] = a[0] * side[i][0] + a[1] * side[i][1];
    }
    vol_gl_whole(program, "corners", (int)o->count);
    vol_gl_whole(program, "convex", o->convex);
    vol_gl_whole(program, "turns", o->turns);
    glUniform3fv(glGetUniformLocation(program, "eyes"), 1, o->eye);
    if (o->convex) {
        glUniform3fv(glGetUniformLocation(program, "side"), (GLsizei)o->count, &side[0][0]);
    } else if (o->count > 0) {
        glUniform2fv(glGetUniformLocation(program, "corner"), (GLsizei)o->count, &o->point[0][0]);
    }
}

/* `size` in units of length, or in pixels if negative; `least` pixels in any case. */
static void set_shape(GLuint program, vol_draw_shape shape, float size, float least) {
    vol_shape_outline outline;
    vol_shape_outline_of(shape, &outline);
    set_outline(program, &outline);
    vol_gl_real(program, "size", size);
    glUniform4f(glGetUniformLocation(program, "box"), outline.back, outline.front, outline.side, least);
}

static void draw_heads(const vol_gl_picture *p, GLuint program, const vol_draw_flock *flock) {
    float size = (float)flock->look.size;
    set_shape(program, VOL_DRAW_DISC, size * VOL_HEAD_SIZE, 1.5F * p->style->pixel);
    vol_gl_whole(program, "rule", VOL_COLOR_FIXED);
    vol_gl_color(program, "fixed_color", vol_palette_plain(&flock->look.head));
    vol_gl_color(program, "outline", (vol_rgba){0});
    vol_gl_real(program, "ahead", VOL_HEAD_AHEAD * size / (flock->max_speed > 0 ? flock->max_speed : 1));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)flock->count);
    vol_gl_real(program, "ahead", 0);
}

/* The leader is drawn over all others. */
static void draw_leader(const vol_gl_picture *p, GLuint program, const vol_draw_flock *flock) {
    set_shape(program, VOL_DRAW_SQUARE, (float)flock->look.size * VOL_LEADER_SIDE, 3 * p->style->pixel);
    vol_gl_whole(program, "rule", VOL_COLOR_FIXED);
    vol_gl_color(program, "fixed_color", vol_palette_plain(&flock->look.leader));
    vol_gl_color(program, "outline", (vol_rgba){0});
    glUniform1ui(glGetUniformLocation(program, "left_out"), VOL_NONE);
    point_attributes(p, flock, flock->leader_slot);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 1);
}

void vol_gl_draw_flock(const vol_gl_picture *p, const vol_draw_flock *flock) {
    const vol_flock_look *look = &flock->look;
    if (flock->count == 0) {
        return;
    }
    bool deep = p->camera->dimensions == 3;
    bool led = look->leader.rule != VOL_COLOR_NONE && flock->leader_slot != VOL_NONE;
    bool lined = look->outline.rule != VOL_COLOR_NONE;
    float pixel = p->style->pixel;
    upload(p, flock);
    GLuint program = vol_gl_use(p, deep ? VOL_PASS_BOIDS_DEEP : VOL_PASS_BOIDS);
    set_colors(program, p, flock);
    float size = look->shape == VOL_DRAW_DOT ? -(float)look->size * pixel : (float)look->size;
    set_shape(program, look->shape, size, look->shape == VOL_DRAW_DOT ? pixel : 2.5F * pixel);
    vol_gl_real(program, "ahead", 0);
    vol_gl_real(program, "margin", 1.5F);
    vol_gl_real(program, "outline_width", pixel);
    vol_gl_color(program, "outline", lined ? vol_palette_plain(&look->outline) : (vol_rgba){0});
    glUniform1ui(glGetUniformLocation(program, "left_out"), led ? flock->leader : VOL_NONE);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)flock->count);
    if (look->head.rule != VOL_COLOR_NONE) {
        draw_heads(p, program, flock);
    }
    if (led) {
        draw_leader(p, program, flock);
    }
}

void vol_gl_draw_shadows(const vol_gl_picture *p, const vol_draw_flock *flock) {
    if (flock->count == 0) {
        return;
    }
    upload(p, flock);
    GLuint program = vol_gl_use(p, VOL_PASS_SHADOWS);
    vol_gl_real(program, "size", (float)flock->look.size * 0.6F);
    vol_gl_real(program, "height", (float)p->camera->size[2]);
    vol_gl_real(program, "strength", p->frame->ground == VOL_GROUND_DARK ? 0.5F : 0.3F);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)flock->count);
}

static void disable_attributes(void) {
    for (GLuint i = 0; i <= 10; i++) {
        glDisableVertexAttribArray(i);
    }
}

void vol_gl_draw_trails(const vol_gl_picture *p, const vol_draw_flock *flock) {
    bool deep = p->camera->dimensions == 3;
    size_t texels = flock->trail_rows * flock->trail_ids;
    if (flock->trail_rows < 2 || flock->trail_ids == 0 ||
        !vol_gl_texels(p->gl, 0, flock->trail, texels, deep ? 4 : 2)) {
        return;
    }
    disable_attributes();
    GLuint program = vol_gl_use(p, deep ? VOL_PASS_TRAILS_DEEP : VOL_PASS_TRAILS);
    set_colors(program, p, flock);
    vol_gl_whole(program, "trail", 1);
    vol_gl_whole(program, "ids", (int)flock->trail_ids);
    vol_gl_whole(program, "rows", (int)flock->trail_rows);
    vol_gl_real(program, "width", fmaxf((float)flock->look.size * p->scale * 0.2F, p->style->pixel));
    vol_gl_real(program, "opacity", 0.55F);
    vol_gl_real(program, "fading", 1);
    vol_gl_real(program, "row_time", p->frame->world.dt > 0 ? (float)p->frame->world.dt : 1);
    glDepthMask(GL_FALSE);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)((flock->trail_rows - 1) * flock->trail_ids));
    glDepthMask(GL_TRUE);
}

void vol_gl_draw_lines(const vol_gl_picture *p, const float *points, size_t count, vol_rgba color, float width) {
    bool deep = p->camera->dimensions == 3;
    if (!vol_gl_texels(p->gl, 0, points, 2 * count, deep ? 4 : 2)) {
        return;
    }
    disable_attributes();
    GLuint program = vol_gl_use(p, deep ? VOL_PASS_TRAILS_DEEP : VOL_PASS_TRAILS);
    glUniform3f(glGetUniformLocation(program, "period"), 0, 0, 0);
    vol_gl_whole(program, "rule", VOL_COLOR_FIXED);
    vol_gl_color(program, "fixed_color", color);
    vol_gl_whole(program, "trail", 1);
    vol_gl_whole(program, "ids", (int)count);
    vol_gl_whole(program, "rows", 2);
    vol_gl_real(program, "width", width);
    vol_gl_real(program, "opacity", 1);
    vol_gl_real(program, "fading", 0);
    vol_gl_real(program, "row_time", 1);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)count);
}
