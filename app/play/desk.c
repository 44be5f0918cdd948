/* The window's frames: takes the latest moment from the runner, draws it, and lays panel and lines over it. */
#include "play/desk.h"

#include "play/font.h"
#include "play/gallery.h"
#include "util/file.h"
#include "util/terminal.h"
#include <volery/scene.h>

#include <epoxy/gl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PANEL_WIDTH 336.0F
#define TIMELINE_HEIGHT 40.0F
#define NOTICE_SECONDS 3.0
#define READ_SECONDS 0.03        /* of a letter */
#define FRAME_SECONDS (1.0 / 60) /* where time goes by frames */
enum { MANY_BOIDS = 500, TRAIL_MOMENTS = 40, MOST_EXPLANATION = 64 * 1024, WIDEST = 1600, HIGHEST = 1000 };

void app_desk_wish(app_desk *desk, app_wish wish) {
    app_runner_wish(desk->runner, &wish);
}

void app_desk_do(app_desk *desk, app_wish_kind kind) {
    app_desk_wish(desk, (app_wish){.kind = kind});
}

void app_desk_notice(app_desk *desk, bool trouble, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->notice, sizeof desk->notice, format, arguments);
    va_end(arguments);
    desk->notice_trouble = trouble;
    desk->notice_until = desk->time + NOTICE_SECONDS + READ_SECONDS * (double)strlen(desk->notice);
}

float app_desk_panel_width(const app_desk *desk) {
    return desk->hidden ? 0 : PANEL_WIDTH * desk->window.scale;
}

void app_desk_restyle(app_desk *desk) {
    desk->window.letters = (float)desk->config.letters;
    app_window_measure(&desk->window);
    app_window_limit(&desk->window);
    app_ui_rescale(desk->window.scale, desk->font, desk->config.theme);
    app_desk_lay_out(desk);
}

float app_desk_timeline_height(const app_desk *desk) {
    return desk->hidden ? 0 : TIMELINE_HEIGHT * desk->window.scale;
}

void app_desk_lay_out(app_desk *desk) {
    float before = desk->window.scale;
    app_window_measure(&desk->window);
    if (desk->window.scale != before) {
        app_ui_rescale(desk->window.scale, desk->font, desk->config.theme);
    }
    desk->input.width = (float)desk->window.width;
    desk->input.height = (float)desk->window.height;
    float sides = (float)desk->stage->side_count;
    float gap = sides > 1 ? 2 * desk->window.scale : 0;
    float width = desk->input.width - app_desk_panel_width(desk);
    float height = desk->input.height - app_desk_timeline_height(desk);
    width = width < 16 ? 16 : width;
    height = height < 16 ? 16 : height;
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        float left = (float)(int)((float)i * (width + gap) / sides);
        float each = (float)(int)((width - gap * (sides - 1)) / sides);
        desk->areas[i] = (app_ui_box){left, 0, each, (float)(int)height};
        app_camera_resize(&desk->cameras[i], (double)each, (double)(int)height);
    }
}

/* The lines with # at the head of a scene: what it is, how it works, what to notice and to try. */
static char *explanation_of(const char *name) {
    const vol_scene_builtin *builtin = vol_scene_builtin_find(name);
    app_fault fault;
    size_t length = 0;
    char *bytes = builtin == NULL ? app_file_read(name, MOST_EXPLANATION, &length, &fault) : NULL;
    const char *at = builtin != NULL ? builtin->text : bytes;
    vol_text text = {0};
    while (at != NULL && *at == '#') {
        const char *end = strchr(at, '\n');
        size_t line = end != NULL ? (size_t)(end - at) : strlen(at);
        size_t skip = line > 1 && at[1] == ' ' ? 2 : 1;
        vol_text_add(&text, at + skip, line - skip);
        vol_text_put(&text, "\n");
        at = end != NULL ? end + 1 : NULL;
    }
    free(bytes);
    return text.data;
}

static void remember(app_firsts *firsts, const app_show *show) {
    firsts->flocks = vol_retake(firsts->flocks, (show->flock_count + 1) * sizeof *firsts->flocks);
    memcpy(firsts->flocks, show->starts, show->flock_count * sizeof *firsts->flocks);
    firsts->count = show->flock_count;
    firsts->world = show->world;
    firsts->around = show->around;
}

/* Flocks that have come, gone or become others are those of the scene from now on. */
static void meet_flocks(app_desk *desk) {
    for (uint32_t side = 0; side < desk->stage->side_count; side++) {
        const app_show *show = &desk->stage->sides[side];
        app_firsts *firsts = &desk->firsts[side];
        bool same = firsts->count == show->flock_count;
        for (uint32_t i = 0; same && i < show->flock_count; i++) {
            same = firsts->flocks[i].model == show->flocks[i].model;
        }
        if (!same) {
            remember(firsts, show);
        }
    }
}

/* Another scene is there: cameras, remembered parameters and texts are made anew. */
static void meet_scene(app_desk *desk) {
    const app_show *show = &desk->stage->sides[0];
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        const app_draw_frame *frame = &desk->stage->sides[i].frame;
        desk->cameras[i] = app_camera_make(&frame->world, &frame->look, 16, 16);
    }
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        remember(&desk->firsts[i], &desk->stage->sides[i]);
    }
    desk->add_count = show->boids > MANY_BOIDS ? 10 : 1;
    desk->add_flock = 0;
    desk->player_placed = false;
    desk->goal_placed = false;
    desk->kept.key[0] = '\0';
    desk->follows = false;
    desk->panel_side = 0;
    desk->dense = false; /* a new session knows nothing of these */
    desk->measured = false;
    free(desk->edit.points);
    free(desk->edit.steps);
    free(desk->edit.preview);
    desk->edit.points = NULL;
    desk->edit.steps = NULL;
    desk->edit.preview = NULL;
    desk->edit.handle = APP_HANDLE_NONE;
    free(desk->explanation);
    desk->explanation = explanation_of(show->name);
    desk->scene_number = show->scene_number;
    memcpy(desk->look_window, show->around.look.window, sizeof desk->look_window);
    if (vol_scene_builtin_find(show->name) == NULL) {
        app_config_opened(&desk->config, show->name);
    }
    char title[320];
    snprintf(title, sizeof title, "volery: %s", show->name);
    SDL_SetWindowTitle(desk->window.window, title);
    app_desk_lay_out(desk);
}

/* As large as the scene says, and the panel beside it. */
static void wanted_size(const app_desk *desk, int *width, int *height) {
    const app_draw_frame *frame = &desk->stage->sides[0].frame;
    double wide = frame->look.window[0] > 0 ? (double)frame->look.window[0] : frame->world.size[0];
    double high = frame->look.window[1] > 0 ? (double)frame->look.window[1] : frame->world.size[1];
    wide = wide > WIDEST ? WIDEST : wide < 320 ? 320 : wide;
    high = high > HIGHEST ? HIGHEST : high < 240 ? 240 : high;
    *width = (int)(wide + (desk->hidden ? 0 : (double)PANEL_WIDTH));
    *height = (int)(high + (desk->hidden ? 0 : (double)TIMELINE_HEIGHT));
}

bool app_desk_open(app_desk *desk, app_fault *fault) {
    desk->stage = app_runner_look(desk->runner);
    desk->hand.side = -1;
    app_window_def def = {.title = "volery", .unseen = desk->scripted, .waits = !desk->scripted};
    def.grows = desk->options->play.script != NULL;
    app_config_read(&desk->config, !desk->scripted);
    def.letters = (float)desk->config.letters;
    wanted_size(desk, &def.width, &def.height);
    if (desk->config.width > 0 && desk->config.height > 0) {
        def.width = desk->config.width;
        def.height = desk->config.height;
    }
    if (!app_window_open(&desk->window, &def, fault)) {
        return false;
    }
    desk->gl = app_gl_make(fault);
    if (desk->gl == NULL) {
        app_window_close(&desk->window);
        return false;
    }
    desk->font = app_font_find();
    app_ui_open(desk->window.scale, desk->font, desk->config.theme);
    SDL_StartTextInput();
    meet_scene(desk);
    desk->gallery = app_gallery_make();
    desk->gallery_open = desk->options->operand == NULL && (!desk->scripted || desk->options->play.script != NULL);
    desk->hint_since = desk->config.hinted || desk->config.path[0] == '\0' ? 0 : app_clock();
    return true;
}

/* The size on a common screen, unless the window fills the screen just now. */
static void remember_size(app_desk *desk) {
    uint32_t flags = SDL_GetWindowFlags(desk->window.window);
    if ((flags & (SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_MAXIMIZED)) == 0) {
        desk->config.width = (int)((float)desk->window.width / desk->window.pixel);
        desk->config.height = (int)((float)desk->window.height / desk->window.pixel);
    }
}

void app_desk_close(app_desk *desk) {
    app_fault ignored;
    remember_size(desk);
    app_config_write(&desk->config, &ignored);
    app_gallery_release(desk->gallery);
    app_reel_end(desk->reel, &ignored);
    app_ui_close();
    app_gl_release(desk->gl);
    app_window_close(&desk->window);
    for (int i = 0; i < APP_MOST_SIDES; i++) {
        free(desk->firsts[i].flocks);
    }
    free(desk->edit.points);
    free(desk->edit.steps);
    free(desk->edit.preview);
    free(desk->explanation);
    free(desk->named);
}

/* How far the way from the moment before to this one is gone. */
static float part_gone(const app_desk *desk) {
    const app_stage *stage = desk->stage;
    if (desk->scripted || stage->paused) {
        return 1;
    }
    double part = (app_clock() - stage->taken) / stage->period;
    return part < 0 ? 0 : part > 1 ? 1 : (float)part;
}

/* The camera goes with the boid that is followed. */
static void go_along(app_desk *desk, uint32_t side, float part) {
    const app_show *show = &desk->stage->sides[side];
    if (!desk->follows || !show->focus.there) {
        return;
    }
    app_camera *camera = &desk->cameras[side];
    for (int axis = 0; axis < camera->dimensions; axis++) {
        camera->center[axis] =
            show->focus.position[axis] - (double)(1 - part) * show->focus.velocity[axis] * show->world.dt;
    }
}

static void draw_worlds(app_desk *desk, float part) {
    glClearColor(0.04F, 0.05F, 0.07F, 1);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        app_draw_style style = app_default_draw_style();
        const app_ui_box *area = &desk->areas[i];
        app_camera_relook(&desk->cameras[i], &desk->stage->sides[i].frame.look);
        go_along(desk, i, part);
        style.part = part;
        style.copies = desk->overlays[APP_OVERLAY_COPIES] && !app_camera_whole(&desk->cameras[i]);
        style.pixel = desk->window.pixel;
        style.left = (int)area->x;
        style.bottom = desk->window.height - (int)(area->y + area->height);
        app_gl_draw(desk->gl, &desk->stage->sides[i].frame, &desk->cameras[i], &style);
    }
    glViewport(0, 0, desk->window.width, desk->window.height);
}

/* What sessions have to say. */
static void hear(app_desk *desk) {
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        const app_show *show = &desk->stage->sides[i];
        if (show->messages != desk->messages[i] && show->message[0] != '\0') {
            app_desk_notice(desk, show->trouble, "%s", show->message);
        }
        desk->messages[i] = show->messages;
    }
}

static void draw_panel(app_desk *desk, float part) {
    app_ui_begin(&desk->input);
    desk->named_count = 0;
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        app_desk_overlays(desk, (int)i, part);
    }
    app_edit_bar(desk);
    if (!desk->hidden) {
        app_edit_show(desk, true);
        app_desk_panel(desk);
        app_edit_show(desk, false);
        app_desk_timeline(desk);
    }
    app_desk_gallery(desk);
    app_desk_hints(desk);
    app_ui_end();
}

/* Tells the sessions what they have to do for what is shown. */
static void ask_for(app_desk *desk) {
    if (desk->trails != desk->overlays[APP_OVERLAY_TRAILS]) {
        desk->trails = !desk->trails;
        app_desk_wish(desk, (app_wish){.kind = APP_WISH_TRAILS, .count = desk->trails ? TRAIL_MOMENTS : 0});
    }
    if (desk->dense != desk->overlays[APP_OVERLAY_DENSITY]) {
        desk->dense = !desk->dense;
        app_wish wish = {.kind = APP_WISH_TINT};
        snprintf(wish.value, sizeof wish.value, "%s", desk->dense ? "density" : "");
        app_desk_wish(desk, wish);
    }
    if (desk->measured != desk->plots) {
        desk->measured = desk->plots;
        app_desk_wish(desk, (app_wish){.kind = APP_WISH_MEASURE, .none = !desk->plots});
    }
}

/* The look of the scene asks for another size of the window now; not while its slider is still dragged. */
static void follow_size(app_desk *desk) {
    const uint32_t *wanted = desk->stage->sides[0].around.look.window;
    int width = 0, height = 0;
    if (desk->hand.buttons[0] || memcmp(wanted, desk->look_window, sizeof desk->look_window) == 0) {
        return;
    }
    memcpy(desk->look_window, wanted, sizeof desk->look_window);
    wanted_size(desk, &width, &height);
    if (!app_desk_is_full(desk)) {
        app_window_resize(&desk->window, width, height);
        desk->lay_out = true;
    }
}

/* Tells the sessions where the window looks. */
static void aim(app_desk *desk) {
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        app_runner_aim(desk->runner, i, &desk->cameras[i], desk->window.pixel);
    }
}

/* The clock; or in a script, which must be the same each time, the number of frames. */
static void go_on(app_desk *desk) {
    double now = desk->scripted ? desk->time + FRAME_SECONDS : app_clock();
    double passed = desk->time > 0 ? now - desk->time : FRAME_SECONDS;
    desk->time = now;
    desk->input.seconds = (float)(passed > 0.25 ? 0.25 : passed);
}

void app_desk_frame(app_desk *desk, app_frame_times *times) {
    SDL_Event event;
    double begin = app_clock();
    go_on(desk);
    if (desk->restyle) {
        desk->restyle = false;
        app_desk_restyle(desk);
    }
    if (desk->lay_out) {
        desk->lay_out = false;
        app_desk_lay_out(desk);
    }
    while (SDL_PollEvent(&event)) {
        app_desk_event(desk, &event);
    }
    app_desk_use_tool(desk);
    ask_for(desk);
    aim(desk);
    if (desk->scripted) {
        app_runner_advance(desk->runner, 1);
    }
    desk->stage = app_runner_look(desk->runner);
    if (desk->stage->sides[0].scene_number != desk->scene_number) {
        meet_scene(desk);
    }
    meet_flocks(desk);
    follow_size(desk);
    hear(desk);
    double waited = app_clock();
    float part = part_gone(desk);
    draw_worlds(desk, part);
    if (desk->reel != NULL) {
        app_desk_film(desk);
    }
    if (desk->world_wanted) {
        desk->world_wanted = false;
        app_desk_save_world(desk);
    }
    if (times != NULL) {
        glFinish();
    }
    double drawn = app_clock();
    draw_panel(desk, part);
    if (times != NULL) {
        glFinish();
    }
    if (desk->picture_wanted) {
        desk->picture_wanted = false;
        app_desk_take_picture(desk);
    }
    if (desk->plots_wanted) {
        desk->plots_wanted = false;
        app_desk_save_plots(desk);
    }
    double listed = app_clock();
    if (times != NULL) {
        *times = (app_frame_times){waited - begin, drawn - waited, listed - drawn, 0};
    }
}
