/* What stands in the world: in 2D a quad for each mark, filled by distance; in 3D bodies of triangles and a ground. */
#include "common/arena.h"
#include "draw/gl_inside.h"

#include <math.h>
#include <string.h>

/* The corners of a mark's area in units of length: low x, low y, high x, high y. */
static void find_bounds(const app_draw_frame *frame, const app_mark *mark, float around, float bounds[4]) {
    float low[2] = {mark->a[0], mark->a[1]};
    float high[2] = {mark->a[0], mark->a[1]};
    for (int axis = 0; axis < 2; axis++) {
        if (mark->kind == APP_MARK_BOX) {
            low[axis] -= mark->b[axis];
            high[axis] += mark->b[axis];
        } else if (mark->kind == APP_MARK_LINE) {
            low[axis] = fminf(mark->a[axis], mark->b[axis]);
            high[axis] = fmaxf(mark->a[axis], mark->b[axis]);
        } else if (mark->kind == APP_MARK_POLYGON) {
            low[axis] = high[axis] = frame->points[2 * mark->first + (size_t)axis];
            for (size_t i = mark->first; i < mark->first + mark->count; i++) {
                low[axis] = fminf(low[axis], frame->points[2 * i + (size_t)axis]);
                high[axis] = fmaxf(high[axis], frame->points[2 * i + (size_t)axis]);
            }
        }
        bounds[axis] = low[axis] - around;
        bounds[2 + axis] = high[axis] + around;
    }
}

static void draw_mark(const app_gl_picture *p, GLuint program, const app_mark *mark) {
    float pixel = p->style->pixel;
    float radius = mark->radius * p->scale + mark->pixels * pixel;
    float reach = mark->reach * p->scale;
    float bounds[4];
    find_bounds(p->frame, mark, (radius + reach + (2 + mark->edge_width) * pixel) / p->scale, bounds);
    glUniform4fv(glGetUniformLocation(program, "bounds"), 1, bounds);
    glUniform2f(glGetUniformLocation(program, "a"), mark->a[0], mark->a[1]);
    glUniform2f(glGetUniformLocation(program, "b"), mark->b[0], mark->b[1]);
    app_gl_whole(program, "kind", (int)mark->kind);
    app_gl_real(program, "radius", radius);
    app_gl_real(program, "reach", reach);
    app_gl_real(program, "edge_width", mark->edge_width * pixel);
    app_gl_color(program, "fill", mark->fill);
    app_gl_color(program, "edge", mark->edge);
    app_gl_color(program, "halo", mark->halo);
    app_gl_whole(program, "first", (int)mark->first);
    app_gl_whole(program, "count", (int)mark->count);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static GLuint use_marks(const app_gl_picture *p) {
    const app_draw_frame *frame = p->frame;
    GLuint program = app_gl_use(p, APP_PASS_MARKS, 0);
    app_gl_whole(program, "points", 1);
    static const float none[2] = {0, 0};
    app_gl_texels(p->gl, 1, frame->point_count > 0 ? frame->points : none,
                  frame->point_count > 0 ? frame->point_count : 1, 2);
    return program;
}

void app_gl_draw_veil(const app_gl_picture *p) {
    GLuint program = use_marks(p);
    app_rgba veil = app_palette_fade(app_palette_plain(&p->frame->look.background), 0.55F);
    double low[3];
    double high[3];
    app_camera_to_world(p->camera, 0, 0, low);
    app_camera_to_world(p->camera, p->camera->width, p->camera->height, high);
    double top = fmin(low[1], high[1]) - 1;
    double bottom = fmax(low[1], high[1]) + 1;
    const double left = p->camera->low[0], right = left + p->camera->size[0];
    const double first = p->camera->low[1], last = first + p->camera->size[1];
    double inner[2] = {fmin(fmax(top, first), bottom), fmax(fmin(bottom, last), top)};
    const double boxes[4][4] = {{low[0] - 1, top, left, bottom},
                                {right, top, high[0] + 1, bottom},
                                {fmax(low[0] - 1, left), top, fmin(high[0] + 1, right), inner[0]},
                                {fmax(low[0] - 1, left), inner[1], fmin(high[0] + 1, right), bottom}};
    for (int i = 0; i < 4; i++) {
        const double *b = boxes[i];
        if (b[2] > b[0] && b[3] > b[1]) {
            app_mark mark = {.kind = APP_MARK_BOX, .fill = veil};
            for (int axis = 0; axis < 2; axis++) {
                mark.a[axis] = (float)((b[axis] + b[axis + 2]) / 2);
                mark.b[axis] = (float)((b[axis + 2] - b[axis]) / 2);
            }
            draw_mark(p, program, &mark);
        }
    }
}

/* What is an image is seen in the world alone. */
static void draw_image(const app_gl_picture *p, GLuint program, const app_mark *mark) {
    const app_camera *camera = p->camera;
    const GLint left = p->style->left, bottom = p->style->bottom;
    double box[4];
    app_camera_world_box(camera, box);
    glScissor(left + (GLint)box[0], bottom + (GLint)(camera->height - box[3]), (GLsizei)(box[2] - box[0]),
              (GLsizei)(box[3] - box[1]));
    draw_mark(p, program, mark);
    glScissor(left, bottom, (GLsizei)camera->width, (GLsizei)camera->height);
}

void app_gl_draw_marks(const app_gl_picture *p) {
    const app_draw_frame *frame = p->frame;
    GLuint program = use_marks(p);
    app_mark border;
    if (app_draw_border(frame, p->camera, &border)) {
        draw_mark(p, program, &border);
    }
    for (size_t i = 0; i < frame->mark_count; i++) {
        if (!frame->marks[i].image) {
            draw_mark(p, program, &frame->marks[i]);
        } else if (!p->copied) {
            draw_image(p, program, &frame->marks[i]);
        }
    }
}

static void add_corner(app_gl *gl, const float point[3], const float normal[3], app_rgba tone) {
    if (gl->corner_count == gl->corner_room) {
        gl->corner_room = gl->corner_room * 2 + 1024;
        gl->corners = vol_retake(gl->corners, gl->corner_room * sizeof *gl->corners);
    }
    app_mesh_corner *corner = &gl->corners[gl->corner_count++];
    memcpy(corner->point, point, sizeof corner->point);
    memcpy(corner->normal, normal, sizeof corner->normal);
    memcpy(corner->tone, (float[4]){tone.r, tone.g, tone.b, tone.a}, sizeof corner->tone);
}

/* Two triangles between four points, in the order of the letter Z. */
static void add_quad(app_gl *gl, float point[4][3], float normal[4][3], app_rgba tone) {
    static const int order[6] = {0, 1, 2, 2, 1, 3};
    for (int i = 0; i < 6; i++) {
        add_corner(gl, point[order[i]], normal[order[i]], tone);
    }
}

/* A ball whose two halves may be apart, with a tube between them: balls and thick lines in one. */
static void add_capsule(app_gl *gl, const float a[3], const float b[3], float radius, app_rgba tone) {
    enum { AROUND = 28, DOWN = 14 };
    float axis[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    float length = sqrtf(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    float w[3] = {0, 0, 1};
    for (int i = 0; i < 3 && length > 0; i++) {
        w[i] = axis[i] / length;
    }
    float u[3] = {1, 0, 0};
    if (fabsf(w[2]) < 0.99F) {
        float flat = sqrtf(w[0] * w[0] + w[1] * w[1]);
        memcpy(u, (float[3]){-w[1] / flat, w[0] / flat, 0}, sizeof u);
    }
    float v[3] = {w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2], w[0] * u[1] - w[1] * u[0]};
    for (int j = 0; j <= DOWN; j++) {
        for (int i = 0; i < AROUND; i++) {
            float point[4][3];
            float normal[4][3];
            for (int k = 0; k < 4; k++) {
                /* rows go from b over the tube, which is the middle one, to a */
                int row = j + (k >> 1);
                float down = (float)(row <= DOWN / 2 ? row : row - 1) * 3.14159265F / DOWN;
                float turn = (float)(i + (k & 1)) * 6.2831853F / AROUND;
                for (int d = 0; d < 3; d++) {
                    normal[k][d] = sinf(down) * (cosf(turn) * u[d] + sinf(turn) * v[d]) + cosf(down) * w[d];
                    point[k][d] = (row <= DOWN / 2 ? b[d] : a[d]) + radius * normal[k][d];
                }
            }
            add_quad(gl, point, normal, tone);
        }
    }
}

static void add_box(app_gl *gl, const app_mark *mark, float around, app_rgba tone) {
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        float point[4][3];
        float normal[4][3] = {{0}};
        for (int k = 0; k < 4; k++) {
            float sign[3];
            sign[axis] = face % 2 == 0 ? -1.0F : 1.0F;
            sign[(axis + 1) % 3] = (k & 1) == 0 ? -1.0F : 1.0F;
            sign[(axis + 2) % 3] = (k & 2) == 0 ? -1.0F : 1.0F;
            normal[k][axis] = sign[axis];
            for (int d = 0; d < 3; d++) {
                point[k][d] = mark->a[d] + sign[d] * (mark->b[d] + around);
            }
        }
        add_quad(gl, point, normal, tone);
    }
}

static void draw_corners(const app_gl_picture *p) {
    app_gl *gl = p->gl;
    glBindBuffer(GL_ARRAY_BUFFER, gl->meshes);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(gl->corner_count * sizeof *gl->corners), gl->corners, GL_STREAM_DRAW);
    static const GLint sizes[3] = {3, 3, 4};
    static const size_t offsets[3] = {offsetof(app_mesh_corner, point), offsetof(app_mesh_corner, normal),
                                      offsetof(app_mesh_corner, tone)};
    for (GLuint i = 0; i < 3; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, sizes[i], GL_FLOAT, GL_FALSE, sizeof *gl->corners,
                              (const void *)(uintptr_t)offsets[i]);
    }
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)gl->corner_count);
    for (GLuint i = 0; i < 3; i++) {
        glDisableVertexAttribArray(i);
    }
    gl->corner_count = 0;
}

/* The ground: larger than the world, with lines, and fading out. */
void app_gl_draw_ground(const app_gl_picture *p) {
    const double *low = p->camera->low, *size = p->camera->size;
    app_rgba background = app_palette_plain(&p->frame->look.background);
    app_rgba tone = app_palette_mix(background, app_palette_ink(p->frame->ground), 0.14F);
    float point[4][3];
    float none[4][3] = {{0}};
    for (int k = 0; k < 4; k++) {
        point[k][0] = (float)(low[0] + size[0] * ((k & 1) == 0 ? -0.5 : 1.5));
        point[k][1] = (float)(low[1] + size[1] * ((k & 2) == 0 ? -0.5 : 1.5));
        point[k][2] = (float)low[2];
    }
    add_quad(p->gl, point, none, tone);
    GLuint program = app_gl_use(p, APP_PASS_MESHES, 0);
    float step = (float)fmax(size[0], size[1]) / 8;
    glUniform4f(glGetUniformLocation(program, "grid"), (float)size[0], (float)size[1], step,
                p->frame->ground == APP_GROUND_DARK ? 0.05F : -0.06F);
    glUniform2f(glGetUniformLocation(program, "begin"), (float)low[0], (float)low[1]);
    draw_corners(p);
}

/* The twelve edges of the world. */
static void draw_edges(const app_gl_picture *p) {
    float points[2][12][4] = {{{0}}};
    int count = 0;
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 4; k++, count++) {
            int corner = (k & 1) << (axis + 1) % 3 | k >> 1 << (axis + 2) % 3;
            for (int end = 0; end < 2; end++) {
                int at = corner | end << axis;
                for (int d = 0; d < 3; d++) {
                    const double low = p->camera->low[d];
                    points[end][count][d] = (float)((at >> d & 1) != 0 ? low + p->camera->size[d] : low);
                }
            }
        }
    }
    app_gl_draw_lines(p, &points[0][0][0], 12, app_palette_fade(app_palette_faint(p->frame->ground), 0.6F),
                      p->style->pixel);
}

void app_gl_draw_bodies(const app_gl_picture *p) {
    if (p->frame->look.backdrop == VOL_SCENE_BACKDROP_NONE) {
        draw_edges(p);
    }
    for (size_t i = 0; i < p->frame->mark_count; i++) {
        const app_mark *mark = &p->frame->marks[i];
        float radius = mark->radius + mark->pixels * p->style->pixel / p->scale;
        app_rgba tone = mark->fill.a > 0 ? mark->fill : mark->edge;
        if (mark->kind == APP_MARK_BOX) {
            add_box(p->gl, mark, radius, tone);
        } else {
            add_capsule(p->gl, mark->a, mark->kind == APP_MARK_LINE ? mark->b : mark->a, radius, tone);
        }
    }
    if (p->gl->corner_count > 0) {
        GLuint program = app_gl_use(p, APP_PASS_MESHES, 0);
        glUniform4f(glGetUniformLocation(program, "grid"), 0, 0, 0, 0);
        draw_corners(p);
    }
}
