/* The gallery of scenes over the world. Each picture is the scene itself, some steps after its start and with fewer
 * boids where it has many; one is made in each frame in which the gallery is open, until all are there. */
#include "play/gallery.h"

#include "play/browse.h"
#include "play/panel_learn.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCENES = 64, MOST_BOIDS = 900, STEPS = 60 };
#define PICTURE_WIDTH 200.0F
#define PICTURE_HEIGHT 118.0F
#define NEAREST 3.0 /* times as large as the whole world */

struct app_gallery {
    GLuint pictures[MOST_SCENES]; /* textures; 0: none could be made */
    size_t made;
    char path[512];    /* that is typed */
    app_browse browse; /* the files of a folder, */
    bool browses;      /* which are shown */
    const char *about; /* of the scene that the mouse points at, in the frame before */
};

app_gallery *app_gallery_make(void) {
    app_gallery *gallery = vol_take(sizeof *gallery);
    *gallery = (app_gallery){.made = 0};
    return gallery;
}

void app_gallery_release(app_gallery *gallery) {
    if (gallery != NULL) {
        glDeleteTextures((GLsizei)gallery->made, gallery->pictures);
        app_browse_release(&gallery->browse);
        free(gallery);
    }
}

/* What can be chosen: the scenes, each followed by its other looks, as leader:pond. False: there are no more. */
static bool entry_at(size_t index, char name[96], const char **about) {
    const vol_scene_builtin *builtin;
    for (size_t i = 0; (builtin = vol_scene_builtin_at(i)) != NULL; i++) {
        const char *look = builtin->looks;
        *about = builtin->about;
        if (index-- == 0) {
            snprintf(name, 96, "%s", builtin->name);
            return true;
        }
        for (; *look != '\0'; look += strcspn(look, " "), look += *look == ' ') {
            if (index-- == 0) {
                snprintf(name, 96, "%s:%.*s", builtin->name, (int)strcspn(look, " "), look);
                return true;
            }
        }
    }
    return false;
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

/* The scene some steps after its start, as a frame to draw. */
static bool take_frame(const char *name, app_draw_frame *frame) {
    vol_scene scene;
    vol_scene_where where = {0};
    vol_world *world = NULL;
    app_fault fault = {0};
    if (!vol_scene_load(&scene, name, NULL, 0, &fault)) {
        return false;
    }
    for (size_t i = 0; i < scene.flock_count; i++) {
        vol_flock_def *def = &scene.flocks[i].def;
        def->count = def->count > MOST_BOIDS ? MOST_BOIDS : def->count;
    }
    scene.sound.source = VOL_SCENE_SOUND_NONE;
    bool right = vol_scene_make_world_on(&scene, &where, &world, &fault);
    for (int i = 0; right && i < STEPS; i++) {
        right = vol_scene_step(&scene, world, &fault);
    }
    if (right) {
        app_draw_history *history = app_draw_history_make(0);
        app_draw_frame_take(frame, history, world, &scene, NULL, NULL);
        app_draw_history_release(history);
    }
    vol_world_destroy(world);
    vol_scene_release(&scene);
    return right;
}

/* Where boids are in a small part of a flat world with nothing else in it, only that is shown. */
static void go_near(app_camera *camera, const app_draw_frame *frame) {
    double share = 0;
    double middle[2];
    for (int axis = 0; axis < 2; axis++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < frame->flock_count; i++) {
            const float *at = app_draw_row(frame, &frame->flocks[i], APP_ROW_POSITION, axis);
            for (size_t k = 0; k < frame->flocks[i].count; k++) {
                least = fmin(least, (double)at[k]);
                most = fmax(most, (double)at[k]);
            }
        }
        middle[axis] = (least + most) / 2;
        share = fmax(share, (most - least) / camera->size[axis]);
    }
    if (camera->dimensions == 2 && frame->mark_count == 0 && share > 0 && share < 0.4) {
        memcpy(camera->center, middle, sizeof middle);
        camera->zoom = fmin(0.5 / share, NEAREST);
    }
}

/* Draws a frame into a texture. */
static GLuint paint(app_desk *desk, const app_draw_frame *frame, int width, int height) {
    GLuint picture = 0;
    GLuint target = 0;
    GLuint depth = 0;
    glGenTextures(1, &picture);
    glBindTexture(GL_TEXTURE_2D, picture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glGenFramebuffers(1, &target);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        app_camera camera = app_camera_make(&frame->world, &frame->look, (double)width, (double)height);
        go_near(&camera, frame);
        app_draw_style style = app_default_draw_style();
        style.top_first = true;
        style.plain = true;
        app_gl_draw(desk->gl, frame, &camera, &style);
        app_gl_forget(desk->gl); /* the frame is gone after this */
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &target);
    glDeleteRenderbuffers(1, &depth);
    glViewport(0, 0, desk->window.width, desk->window.height);
    return picture;
}

static void make_next(app_desk *desk) {
    app_gallery *gallery = desk->gallery;
    char name[96];
    const char *about;
    if (gallery->made == MOST_SCENES || !entry_at(gallery->made, name, &about)) {
        return;
    }
    app_draw_frame frame = {0};
    if (take_frame(name, &frame)) {
        int width = (int)(PICTURE_WIDTH * desk->window.scale);
        gallery->pictures[gallery->made] = paint(desk, &frame, width, (int)(PICTURE_HEIGHT * desk->window.scale));
    }
    gallery->made++;
    app_draw_frame_release(&frame);
}

/* --- What is shown ------------------------------------------------------------------------------------------------ */

static void open(app_desk *desk, const char *name) {
    app_wish wish = {.kind = APP_WISH_OPEN};
    if (name[0] == '\0' || strlen(name) >= sizeof wish.value) {
        return;
    }
    snprintf(wish.value, sizeof wish.value, "%s", name);
    app_desk_wish(desk, wish);
    desk->gallery_open = false;
}

static void put_path(app_desk *desk) {
    app_gallery *gallery = desk->gallery;
    float scale = desk->window.scale;
    float start = app_ui_cursor();
    app_ui_label("open a file");
    app_ui_same_line(start + 100 * scale);
    app_ui_next_width(app_ui_room() - 180 * scale);
    bool entered = app_ui_line("##path", gallery->path, sizeof gallery->path, "the path of a scene or recording");
    app_desk_name(desk, "gallery.path");
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "open", 84 * scale, false, "A file can also be dropped on the window.") || entered) {
        open(desk, gallery->path);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "browse", app_ui_room(), gallery->browses, "the scenes and recordings of a folder")) {
        gallery->browses = !gallery->browses;
        app_browse_again(&gallery->browse);
    }
}

static void put_recent(app_desk *desk) {
    const app_config *config = &desk->config;
    if (config->recent_count > 0) {
        app_ui_text_wrapped_faint("opened last");
    }
    for (size_t i = 0; i < config->recent_count; i++) {
        char name[32];
        app_ui_push_id(config->recent[i]);
        if (app_ui_link(config->recent[i])) {
            open(desk, config->recent[i]);
        }
        snprintf(name, sizeof name, "recent.%zu", i);
        app_desk_name(desk, name);
        app_ui_pop_id();
    }
}

static void put_files(app_desk *desk) {
    app_gallery *gallery = desk->gallery;
    char path[512];
    put_path(desk);
    if (!gallery->browses) {
        put_recent(desk);
    } else if (app_browse_put(desk, &gallery->browse, path, sizeof path)) {
        open(desk, path);
    }
}

static void put_scenes(app_desk *desk) {
    app_gallery *gallery = desk->gallery;
    float scale = desk->window.scale;
    float gap = 12 * scale;
    int columns = (int)((app_ui_room() + gap) / (PICTURE_WIDTH * scale + gap));
    columns = columns < 1 ? 1 : columns;
    float width = (app_ui_room() - gap * (float)(columns - 1)) / (float)columns;
    gallery->about = NULL;
    char scene[96];
    const char *about;
    for (size_t i = 0; i < MOST_SCENES && entry_at(i, scene, &about); i++) {
        char name[128];
        if (i % (size_t)columns != 0) {
            app_ui_same_line_gap(gap);
        }
        GLuint picture = i < gallery->made ? gallery->pictures[i] : 0;
        snprintf(name, sizeof name, "gallery.%s", scene);
        if (app_ui_picture(scene, picture, width, width * PICTURE_HEIGHT / PICTURE_WIDTH)) {
            open(desk, scene);
        }
        app_desk_name(desk, name);
        if (strcmp(desk->wanted, name) == 0) {
            app_ui_scroll_here();
        }
        gallery->about = app_ui_hovered() ? about : gallery->about;
    }
}

void app_desk_gallery(app_desk *desk) {
    if (!desk->gallery_open) {
        return;
    }
    float scale = desk->window.scale;
    float room = desk->input.width - app_desk_panel_width(desk);
    bool all = room < 480 * scale; /* too little beside the panel: over all of the window */
    room = all ? desk->input.width : room;
    float height = desk->input.height - (all ? 0 : app_desk_timeline_height(desk));
    app_ui_next_solid();
    app_ui_window_begin("gallery", (app_ui_box){0, 0, room, height}, true);
    app_ui_raise();
    const char *about = desk->gallery->about;
    float start = app_ui_cursor();
    float close = start + app_ui_room() - 84 * scale;
    app_ui_label_colored(about != NULL ? about : "Choose a scene", app_ui_tone(APP_TONE_ACCENT));
    app_ui_same_line(close);
    if (app_panel_button(desk, "close", app_ui_room(), false, "stays with the scene that is there  (Esc)")) {
        desk->gallery_open = false;
    }
    app_ui_scroll_begin("scenes", 0);
    put_files(desk);
    app_ui_gap(4 * scale);
    put_scenes(desk);
    app_ui_scroll_end();
    app_ui_window_end();
    make_next(desk);
}
