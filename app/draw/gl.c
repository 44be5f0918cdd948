/* The OpenGL renderer: programs, buffers, and the order in which a picture is drawn. gl_boids.c and gl_marks.c draw
 * what is in it. */
#include "common/arena.h"
#include "draw/gl_inside.h"
#include "draw/overlay.h"
#include "draw/shaders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void app_gl_real(GLuint program, const char *name, float value) {
    glUniform1f(glGetUniformLocation(program, name), value);
}

void app_gl_whole(GLuint program, const char *name, int value) {
    glUniform1i(glGetUniformLocation(program, name), value);
}

void app_gl_color(GLuint program, const char *name, app_rgba c) {
    glUniform4f(glGetUniformLocation(program, name), c.r, c.g, c.b, c.a);
}

/* What is put in front of a program's shaders. */
typedef struct constants {
    int dimensions, shape;
    bool lined;
} constants;

static GLuint compile(GLenum kind, const constants *c, const char *body, app_fault *fault) {
    char head[160];
    snprintf(head, sizeof head,
             "#version 330 core\n#define DIMENSIONS %d\nconst int SHAPE = %d;\nconst bool LINED = %s;\n", c->dimensions,
             c->shape, c->lined ? "true" : "false");
    const char *parts[3] = {head, kind == GL_VERTEX_SHADER ? app_shader_common : "", body};
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 3, parts, NULL);
    glCompileShader(shader);
    GLint right = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &right);
    if (!right) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        app_fault_set(fault, APP_EXIT_FAILED, "OpenGL: a shader was refused: %s", log);
    }
    return shader;
}

static GLuint link_program(const constants *c, const char *const body[2], app_fault *fault) {
    static const GLenum kinds[2] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    GLuint program = glCreateProgram();
    for (int i = 0; i < 2; i++) {
        GLuint shader = compile(kinds[i], c, body[i], fault);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint right = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &right);
    if (!right && fault->text[0] == '\0') {
        char log[1024] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        app_fault_set(fault, APP_EXIT_FAILED, "OpenGL: a program was refused: %s", log);
    }
    return program;
}

/* The program of a pass, made when it is needed for the first time. */
static GLuint find_program(app_gl *gl, app_gl_pass pass, int variant, app_fault *fault) {
    static const char *const bodies[APP_PASS_BOIDS + 1][2] = {
        [APP_PASS_TRAILS] = {app_shader_trail_vertex, app_shader_trail_fragment},
        [APP_PASS_SHADOWS] = {app_shader_shadow_vertex, app_shader_shadow_fragment},
        [APP_PASS_MARKS] = {app_shader_mark_vertex, app_shader_mark_fragment},
        [APP_PASS_MESHES] = {app_shader_mesh_vertex, app_shader_mesh_fragment},
        [APP_PASS_BACKDROP] = {app_shader_overlay_vertex, app_shader_backdrop_fragment},
        [APP_PASS_OVERLAY] = {app_shader_overlay_vertex, app_shader_overlay_fragment},
        [APP_PASS_BOIDS] = {app_shader_boid_vertex, app_shader_boid_fragment},
    };
    GLuint *program = &gl->program[(int)pass + variant];
    if (*program == 0) {
        bool deep = pass == APP_PASS_SHADOWS || pass == APP_PASS_MESHES || (variant & 1) != 0;
        constants c = {deep ? 3 : 2, variant / 4, (variant & 2) != 0};
        *program = link_program(&c, bodies[pass], fault);
    }
    return *program;
}

app_gl *app_gl_make(app_fault *fault) {
    int version = epoxy_gl_version();
    if (version < 33) {
        app_fault_set(fault, APP_EXIT_FAILED, "OpenGL %d.%d is too old; 3.3 is needed", version / 10, version % 10);
        return NULL;
    }
    fault->text[0] = '\0';
    app_gl *gl = vol_take(sizeof *gl);
    *gl = (app_gl){.maps_for = -1};
    find_program(gl, APP_PASS_BOIDS, 4 * APP_OUTLINE_TRIANGLE, fault);
    find_program(gl, APP_PASS_MARKS, 0, fault);
    if (fault->text[0] != '\0') {
        app_gl_release(gl);
        return NULL;
    }
    glGenVertexArrays(1, &gl->array);
    glGenBuffers(1, &gl->quads);
    glGenBuffers(1, &gl->meshes);
    glGenBuffers(2, gl->rows);
    glGenTextures(2, gl->row_texture);
    glGenTextures(1, &gl->maps);
    glGenTextures(1, &gl->overlay);
    glGenTextures(1, &gl->density);
    glGenTextures(1, &gl->behind);
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &gl->most_texels);
    return gl;
}

static void release_kept(app_gl_kept *kept) {
    glDeleteBuffers(1, &kept->buffer);
    glDeleteTextures(2, kept->texture);
}

void app_gl_forget(app_gl *gl) {
    for (int kind = 0; kind < APP_KEEP_KINDS; kind++) {
        for (int i = 0; i < APP_KEPT_FLOCKS * APP_KEPT_WAYS; i++) {
            gl->kept[kind][i / APP_KEPT_WAYS][i % APP_KEPT_WAYS].taken = 0;
        }
    }
}

uint64_t app_gl_uploads(const app_gl *gl) {
    return gl->uploads;
}

app_gl_kept *app_gl_find_kept(const app_gl_picture *p, app_gl_keep kind, const app_draw_flock *flock, bool *there) {
    size_t index = (size_t)(flock - p->frame->flocks);
    app_gl_kept *kept = index < APP_KEPT_FLOCKS ? p->gl->kept[kind][index] : &p->gl->other[kind];
    *there = false;
    if (index < APP_KEPT_FLOCKS) {
        int found = 0;
        while (found < APP_KEPT_WAYS &&
               (kept[found].frame != p->frame || kept[found].taken == 0 || kept[found].taken != p->frame->taken)) {
            found++;
        }
        *there = found < APP_KEPT_WAYS;
        app_gl_kept used = kept[*there ? found : APP_KEPT_WAYS - 1];
        for (int i = *there ? found : APP_KEPT_WAYS - 1; i > 0; i--) {
            kept[i] = kept[i - 1];
        }
        kept[0] = used;
    }
    if (kept->buffer == 0) {
        glGenBuffers(1, &kept->buffer);
        glGenTextures(2, kept->texture);
    }
    kept->frame = p->frame;
    kept->taken = p->frame->taken;
    p->gl->uploads += !*there;
    return kept;
}

void app_gl_release(app_gl *gl) {
    if (gl == NULL) {
        return;
    }
    for (int i = 0; i < APP_PASS_COUNT; i++) {
        glDeleteProgram(gl->program[i]);
    }
    for (int kind = 0; kind < APP_KEEP_KINDS; kind++) {
        release_kept(&gl->other[kind]);
        for (int i = 0; i < APP_KEPT_FLOCKS * APP_KEPT_WAYS; i++) {
            release_kept(&gl->kept[kind][i / APP_KEPT_WAYS][i % APP_KEPT_WAYS]);
        }
    }
    glDeleteVertexArrays(1, &gl->array);
    glDeleteBuffers(1, &gl->quads);
    glDeleteBuffers(1, &gl->meshes);
    glDeleteBuffers(2, gl->rows);
    glDeleteTextures(2, gl->row_texture);
    glDeleteTextures(1, &gl->maps);
    glDeleteTextures(1, &gl->overlay);
    glDeleteTextures(1, &gl->density);
    glDeleteTextures(1, &gl->behind);
    app_backdrop_release(&gl->backdrop);
    free(gl->corners);
    free(gl->overlay_bytes);
    free(gl);
}

bool app_gl_texels(app_gl *gl, int index, const float *numbers, size_t texels, int width) {
    if (texels > (size_t)gl->most_texels) {
        return false;
    }
    glActiveTexture(GL_TEXTURE1);
    glBindBuffer(GL_TEXTURE_BUFFER, gl->rows[index]);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)(texels * (size_t)width * sizeof *numbers), numbers, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, gl->row_texture[index]);
    glTexBuffer(GL_TEXTURE_BUFFER, width == 2 ? GL_RG32F : GL_RGBA32F, gl->rows[index]);
    return true;
}

static int maps_number(vol_scene_map map, app_ground ground) {
    return 2 * (int)map + (int)ground;
}

/* The colour maps as a small texture. */
static void make_maps(app_gl *gl, vol_scene_map map, app_ground ground) {
    unsigned char texel[2][256][4];
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < 256; i++) {
            app_rgba c = row == 0 ? app_palette_cyclic(i / 255.0, ground) : app_palette_map(map, i / 255.0, ground);
            const float parts[4] = {c.r, c.g, c.b, c.a};
            for (int part = 0; part < 4; part++) {
                texel[row][i][part] = (unsigned char)(parts[part] * 255 + 0.5F);
            }
        }
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->maps_for = maps_number(map, ground);
}

/* The backdrop as a texture, painted anew when the camera has moved. */
static void make_behind(const app_gl_picture *p) {
    app_gl *gl = p->gl;
    glActiveTexture(GL_TEXTURE4);
    glBindTexture(GL_TEXTURE_2D, gl->behind);
    if (app_backdrop_paint(&gl->backdrop, &p->frame->look, p->camera)) {
        const app_backdrop *b = &gl->backdrop;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)b->width, (GLsizei)b->height, 0, GL_BGRA, GL_UNSIGNED_BYTE,
                     b->pixels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
}

/* Lays the backdrop over the whole picture. */
static void draw_behind(const app_gl_picture *p) {
    GLuint program = app_gl_use(p, APP_PASS_BACKDROP, 0);
    glUniform4f(glGetUniformLocation(program, "box"), -1, -1, 1, 1);
    glDisable(GL_BLEND);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glEnable(GL_BLEND);
}

GLuint app_gl_use(const app_gl_picture *p, app_gl_pass pass, int variant) {
    app_fault refused = {0};
    GLuint program = find_program(p->gl, pass, variant, &refused);
    const app_camera *camera = p->camera;
    float matrix[16];
    float period[3];
    app_camera_matrix(camera, matrix);
    app_draw_periods(p->frame, period);
    glUseProgram(program);
    glUniformMatrix4fv(glGetUniformLocation(program, "matrix"), 1, GL_FALSE, matrix);
    glUniform2f(glGetUniformLocation(program, "screen"), (float)camera->width, (float)camera->height);
    glUniform3fv(glGetUniformLocation(program, "period"), 1, period);
    app_gl_whole(program, "behind", 4);
    app_gl_real(program, "upright", p->style->top_first ? -1 : 1);
    app_gl_real(program, "scale", p->scale);
    app_gl_real(program, "part", p->style->part);
    app_gl_real(program, "pixel", p->style->pixel);
    app_gl_whole(program, "maps", 0);
    if (camera->dimensions == 3) {
        double eye = app_camera_distance(camera);
        double deep = 0.5 * (camera->size[0] + camera->size[1]);
        double right[3], up[3], back[3];
        app_camera_axes(camera, right, up, back);
        glUniform3f(glGetUniformLocation(program, "right"), (float)right[0], (float)right[1], (float)right[2]);
        glUniform3f(glGetUniformLocation(program, "back"), (float)back[0], (float)back[1], (float)back[2]);
        app_gl_real(program, "eye", (float)eye);
        glUniform2f(glGetUniformLocation(program, "fog"), (float)(eye - deep * 0.55), (float)(eye + deep * 0.8));
    }
    return program;
}

/* Axes and letters, which cairo draws where there is one, and which stay the same from frame to frame. */
static void draw_overlay(const app_gl_picture *p) {
    app_gl *gl = p->gl;
    int width = (int)p->camera->width;
    int height = (int)p->camera->height;
    uint64_t key = app_overlay_key(p->frame, p->camera, p->style);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, gl->overlay);
    if (key != gl->overlay_key) {
        gl->overlay_bytes = vol_retake(gl->overlay_bytes, (size_t)width * (size_t)height * 4);
        if (!app_overlay_paint(gl->overlay_bytes, p->frame, p->camera, p->style)) {
            return;
        }
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, gl->overlay_bytes);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        gl->overlay_key = key;
    }
    GLuint program = app_gl_use(p, APP_PASS_OVERLAY, 0);
    app_gl_whole(program, "picture", 1);
    glUniform4f(glGetUniformLocation(program, "box"), -1, -1, 1, 1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void begin(const app_gl_picture *p) {
    const app_camera *camera = p->camera;
    app_rgba background = app_palette_plain(&p->frame->look.background);
    glViewport(p->style->left, p->style->bottom, (GLsizei)camera->width, (GLsizei)camera->height);
    glScissor(p->style->left, p->style->bottom, (GLsizei)camera->width, (GLsizei)camera->height);
    glEnable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glClearColor(background.r, background.g, background.b, 1);
    glClear(camera->dimensions == 3 ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(p->gl->array);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, p->gl->maps);
    if (p->gl->maps_for != maps_number(p->frame->look.map, p->frame->ground)) {
        make_maps(p->gl, p->frame->look.map, p->frame->ground);
    }
    make_behind(p);
}

static void end(void) {
    glUseProgram(0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
}

static void draw_flat(const app_gl_picture *p) {
    app_gl_draw_marks(p);
    for (size_t i = 0; i < p->frame->flock_count; i++) {
        app_gl_draw_trails(p, &p->frame->flocks[i]);
    }
    for (size_t i = 0; i < p->frame->flock_count; i++) {
        app_gl_draw_flock(p, &p->frame->flocks[i]);
    }
}

enum { MOST_COPIES = 3 }; /* to each side */

/* Which copies of the world, counted from itself, are in the picture along an axis. */
static void find_copies(double a, double b, double period, int range[2]) {
    double low = floor(fmin(a, b) / period);
    double high = floor(fmax(a, b) / period);
    range[0] = low < -MOST_COPIES ? -MOST_COPIES : (int)fmin(low, 0);
    range[1] = high > MOST_COPIES ? MOST_COPIES : (int)fmax(high, 0);
}

/* What is past the edges of a world that goes on at the other side: the world again, by another camera. */
static void draw_copies(app_gl_picture *p) {
    double low[3];
    double high[3];
    float period[3];
    int across[2];
    int down[2];
    app_draw_periods(p->frame, period);
    if (period[0] <= 0 || period[1] <= 0 || p->camera->axes || p->frame->dense.there) {
        return;
    }
    app_camera_to_world(p->camera, 0, 0, low);
    app_camera_to_world(p->camera, p->camera->width, p->camera->height, high);
    find_copies(low[0], high[0], (double)period[0], across);
    find_copies(low[1], high[1], (double)period[1], down);
    if (across[0] == across[1] && down[0] == down[1]) {
        return;
    }
    p->copied = true;
    for (int y = down[0]; y <= down[1]; y++) {
        for (int x = across[0]; x <= across[1]; x++) {
            app_camera camera = *p->camera;
            camera.center[0] -= x * (double)period[0];
            camera.center[1] -= y * (double)period[1];
            app_gl_picture copy = *p;
            copy.camera = &camera;
            if (x != 0 || y != 0) {
                draw_flat(&copy);
            }
        }
    }
    app_gl_draw_veil(p);
}

void app_gl_draw(app_gl *gl, const app_draw_frame *frame, const app_camera *camera, const app_draw_style *style) {
    app_gl_picture p = {gl, frame, camera, style, (float)app_camera_scale(camera), false};
    bool deep = camera->dimensions == 3;
    begin(&p);
    if (frame->look.backdrop != VOL_SCENE_BACKDROP_NONE) {
        draw_behind(&p);
    }
    if (deep) {
        bool ground = app_camera_over_ground(camera);
        if (ground) {
            app_gl_draw_ground(&p);
        }
        for (size_t i = 0; i < frame->flock_count && ground; i++) {
            app_gl_draw_shadows(&p, &frame->flocks[i]);
        }
        glEnable(GL_DEPTH_TEST);
        app_gl_draw_bodies(&p);
    } else {
        if (style->copies) {
            draw_copies(&p);
        }
        app_gl_draw_marks(&p);
    }
    for (size_t i = 0; i < frame->flock_count; i++) {
        app_gl_draw_trails(&p, &frame->flocks[i]);
    }
    if (frame->dense.there) {
        glDisable(GL_DEPTH_TEST);
        app_gl_draw_density(&p);
    }
    if (deep) {
        glEnable(GL_DEPTH_TEST);
    }
    for (size_t i = 0; i < frame->flock_count; i++) {
        app_gl_draw_flock(&p, &frame->flocks[i]);
    }
    glDisable(GL_DEPTH_TEST);
    if (app_overlay_wanted(frame, style)) {
        draw_overlay(&p);
    }
    end();
}
