/* What the window writes: pictures, films, plots, scenes and recordings, under names that no file has yet. */
#include "play/desk.h"

#include "draw/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILM_FPS = 60 };

static void end_film(app_desk *desk) {
    app_fault fault = {0};
    if (app_reel_end(desk->reel, &fault)) {
        app_desk_notice(desk, false, "filmed to %s", desk->reel_path);
    } else {
        app_desk_notice(desk, true, "%s", fault.text);
    }
    desk->reel = NULL;
}

void app_desk_film(app_desk *desk) {
    uint32_t width = 0;
    uint32_t height = 0;
    unsigned times = 0;
    app_fault fault = {0};
    double fps = (double)desk->stage->sides[0].frame.look.fps;
    fps = fps > MOST_FILM_FPS ? MOST_FILM_FPS : fps;
    while (desk->reel_due <= desk->time && times < MOST_FILM_FPS) {
        desk->reel_due += 1 / fps;
        times++;
    }
    app_reel_size(desk->reel, &width, &height);
    int bottom = (int)app_desk_timeline_height(desk);
    if ((int)width > desk->window.width || (int)height > desk->window.height - bottom) {
        end_film(desk); /* the window has become smaller */
    } else if (times > 0) {
        app_window_read(0, bottom, (int)width, (int)height, app_reel_picture(desk->reel));
        if (!app_reel_send(desk->reel, times, &fault)) {
            end_film(desk);
            app_desk_notice(desk, true, "%s", fault.text);
        }
    }
}

bool app_desk_screenshot(app_desk *desk, const char *path, app_fault *fault) {
    const app_window *window = &desk->window;
    uint8_t *pixels = vol_take((size_t)window->width * (size_t)window->height * 4);
    app_window_read(0, 0, window->width, window->height, pixels);
    bool right = app_png_put(path, pixels, (uint32_t)desk->window.width, (uint32_t)desk->window.height, fault);
    free(pixels);
    return right;
}

void app_desk_free_name(const app_desk *desk, const char *ending, char *path, size_t size) {
    const char *name = desk->stage->sides[0].name;
    const char *slash = strrchr(name, '/');
    name = slash != NULL ? slash + 1 : strcmp(name, "-") == 0 ? "scene" : name;
    size_t length = strcspn(name, ".:"); /* without an ending or a look */
    for (unsigned number = 1; number < 100000; number++) {
        snprintf(path, size, "%.*s-%u.%s", (int)(length < 200 ? length : 200), name, number, ending);
        if (access(path, F_OK) != 0) {
            return;
        }
    }
}

void app_desk_take_picture(app_desk *desk) {
    char path[256];
    app_fault fault = {0};
    app_desk_free_name(desk, "png", path, sizeof path);
    if (app_desk_screenshot(desk, path, &fault)) {
        app_desk_notice(desk, false, "saved as %s", path);
    } else {
        app_desk_notice(desk, true, "%s", fault.text);
    }
}

void app_desk_save_scene(app_desk *desk) {
    app_wish wish = {.kind = APP_WISH_SAVE, .sides = 1U << desk->panel_side};
    app_desk_free_name(desk, "yaml", wish.value, sizeof wish.value);
    app_desk_wish(desk, wish);
}

void app_desk_toggle_record(app_desk *desk) {
    app_wish wish = {.kind = APP_WISH_RECORD, .sides = 1};
    if (desk->stage->sides[0].records) {
        wish.kind = APP_WISH_STOP_RECORD;
    } else {
        app_desk_free_name(desk, "vol", wish.value, sizeof wish.value);
    }
    app_desk_wish(desk, wish);
}

void app_desk_toggle_film(app_desk *desk) {
    app_fault fault = {0};
    if (desk->reel != NULL) {
        end_film(desk);
        return;
    }
    const char *ending = app_reel_ending(&fault);
    if (ending != NULL) {
        uint32_t fps = desk->stage->sides[0].frame.look.fps;
        uint32_t width = (uint32_t)(desk->window.width - (int)app_desk_panel_width(desk));
        uint32_t height = (uint32_t)(desk->window.height - (int)app_desk_timeline_height(desk));
        app_desk_free_name(desk, ending, desk->reel_path, sizeof desk->reel_path);
        desk->reel = app_reel_begin(desk->reel_path, width, height, fps > MOST_FILM_FPS ? MOST_FILM_FPS : fps, &fault);
        desk->reel_due = desk->time;
    }
    if (desk->reel == NULL) {
        app_desk_notice(desk, true, "%s", fault.text);
    } else {
        app_desk_notice(desk, false, "filming to %s", desk->reel_path);
    }
}

/* A part of the window as a picture. */
static void save_part(app_desk *desk, int left, int bottom, int width, int height) {
    char path[256];
    app_fault fault = {0};
    uint8_t *pixels = vol_take((size_t)width * (size_t)height * 4);
    app_window_read(left, bottom, width, height, pixels);
    app_desk_free_name(desk, "png", path, sizeof path);
    if (app_png_put(path, pixels, (uint32_t)width, (uint32_t)height, &fault)) {
        app_desk_notice(desk, false, "saved as %s", path);
    } else {
        app_desk_notice(desk, true, "%s", fault.text);
    }
    free(pixels);
}

void app_desk_save_world(app_desk *desk) {
    int bottom = (int)app_desk_timeline_height(desk);
    save_part(desk, 0, bottom, desk->window.width - (int)app_desk_panel_width(desk), desk->window.height - bottom);
}

/* What the panel shows below the buttons of the plots. */
void app_desk_save_plots(app_desk *desk) {
    int left = (int)(desk->input.width - app_desk_panel_width(desk));
    int height = desk->window.height - (int)(desk->plots_box.y + desk->plots_box.height);
    save_part(desk, left, 0, desk->window.width - left, height);
}
