/* Opens the window and the OpenGL context in it. Where there is no screen, SDL's `offscreen` driver gives an invisible
 * one, for --frames and scripts. */
#include "play/window.h"

#include "common/arena.h"
#include "common/words.h"
#include "play/font.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#define BORDERS 16.0F /* pixels on a common screen */
#define TITLE_BAR 48.0F
enum { MOST_GROWN = 2048 }; /* pixels: where there is no screen the memory that is drawn into stays as it began */
enum { LEAST_WIDTH = 640, LEAST_HEIGHT = 400 }; /* the panel and something of the world beside it */

/* Is this a system whose windows are those of X or Wayland, and is there none of them? SDL would search for them, and
 * libraries that it loads for that complain to standard error. */
static bool no_display(void) {
    bool x11 = false;
    for (int i = 0; i < SDL_GetNumVideoDrivers(); i++) {
        x11 = x11 || strcmp(SDL_GetVideoDriver(i), "x11") == 0;
    }
    return x11 && getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL;
}

bool app_window_possible(const char **why) {
    *why = "";
    const char *driver = getenv("SDL_VIDEODRIVER");
    if (driver == NULL && no_display()) {
        *why = "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)";
        return false;
    }
    bool seen = driver == NULL || (strcmp(driver, "dummy") != 0 && strcmp(driver, "offscreen") != 0);
    if (seen && SDL_InitSubSystem(SDL_INIT_VIDEO) == 0) {
        driver = SDL_GetCurrentVideoDriver();
        seen = driver != NULL && strcmp(driver, "dummy") != 0 && strcmp(driver, "offscreen") != 0;
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        if (seen) {
            return true;
        }
        *why = "there is no display";
        return false;
    }
    *why = seen ? SDL_GetError() : "SDL_VIDEODRIVER says so";
    return false;
}

bool app_window_check(app_fault *fault) {
    const char *scale = getenv("VOLERY_SCALE");
    const char *font = getenv("VOLERY_FONT");
    double value = 0;
    if (scale != NULL && (!vol_number_read(scale, &value) || value < 1 || value > 4)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery play: VOLERY_SCALE: value '%s' is not allowed; allowed is a number from 1 to 4",
                             scale);
    }
    const char *why = font != NULL ? app_font_fault(font) : NULL;
    if (why != NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery play: VOLERY_FONT: the file '%s' cannot be read: %s; allowed is a TrueType font",
                             font, why);
    }
    return true;
}

float app_window_scale(void) {
    const char *wanted = getenv("VOLERY_SCALE");
    double own = 0;
    float scale = wanted != NULL && vol_number_read(wanted, &own) ? (float)own : 0;
    float dpi = 0;
    if (scale == 0 && SDL_GetDisplayDPI(0, NULL, &dpi, NULL) == 0 && dpi >= 144) {
        scale = dpi / 96;
    }
    scale = scale < 1 ? 1 : scale > 4 ? 4 : scale;
    return (float)(int)(scale * 4 + 0.5F) / 4;
}

void app_window_measure(app_window *window) {
    int width = 1;
    int height = 1;
    SDL_GetWindowSize(window->window, &width, &height);
    SDL_GL_GetDrawableSize(window->window, &window->width, &window->height);
    window->ratio = width > 0 ? (float)window->width / (float)width : 1;
    float scale = app_window_scale();
    window->pixel = window->ratio > scale ? window->ratio : scale;
    window->scale = window->pixel * (window->letters > 0 ? window->letters : 1);
}

static bool no_gl(app_fault *fault, const char *what) {
    return app_fault_set(fault, APP_EXIT_FAILED,
                         "volery play: the window needs OpenGL 3.3, and %s: %s. On Debian the packages libgl1-mesa-dri "
                         "and libegl1 draw without a graphics card; volery play --tty draws in the terminal",
                         what, SDL_GetError());
}

/* Not larger than the screen, with room for a title bar and borders, whose sizes are not known before there is a
 * window. */
static void fit(int *width, int *height, float scale) {
    SDL_Rect room;
    if (SDL_GetDisplayUsableBounds(0, &room) == 0 && room.w > 64 && room.h > 64) {
        int wide = room.w - (int)(BORDERS * scale);
        int high = room.h - (int)(TITLE_BAR * scale);
        *width = *width > wide ? wide : *width;
        *height = *height > high ? high : *height;
    }
}

/* From the size on a common screen to that of SDL. */
static void convert(const app_window *window, int *width, int *height) {
    const char *driver = SDL_GetCurrentVideoDriver();
    if (driver != NULL && (strcmp(driver, "x11") == 0 || strcmp(driver, "offscreen") == 0)) {
        *width = (int)((float)*width * app_window_scale()); /* there sizes are pixels, elsewhere points */
        *height = (int)((float)*height * app_window_scale());
    }
    if (!window->unseen) {
        fit(width, height, app_window_scale());
    }
}

void app_window_limit(app_window *window) {
    float points = window->scale / window->ratio;
    int least[2] = {(int)(LEAST_WIDTH * points), (int)(LEAST_HEIGHT * points)};
    if (!window->unseen) {
        fit(&least[0], &least[1], app_window_scale());
    }
    SDL_SetWindowMinimumSize(window->window, least[0], least[1]);
    SDL_PumpEvents();
    app_window_measure(window);
}

void app_window_resize(app_window *window, int width, int height) {
    convert(window, &width, &height);
    SDL_SetWindowSize(window->window, width, height);
    SDL_PumpEvents();
}

static bool open_with_gl(app_window *window, const app_window_def *def) {
    int width = def->width;
    int height = def->height;
    convert(window, &width, &height);
    bool grows = window->unseen && def->grows;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    window->window = SDL_CreateWindow(def->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      grows && width < MOST_GROWN ? MOST_GROWN : width,
                                      grows && height < MOST_GROWN ? MOST_GROWN : height,
                                      SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    window->context = window->window != NULL ? SDL_GL_CreateContext(window->window) : NULL;
    if (window->context == NULL && window->window != NULL) {
        SDL_DestroyWindow(window->window);
        window->window = NULL;
    }
    if (grows && window->context != NULL) {
        SDL_SetWindowSize(window->window, width, height);
    }
    return window->context != NULL;
}

bool app_window_open(app_window *window, const app_window_def *def, app_fault *fault) {
    const char *why = "";
    *window = (app_window){.letters = def->letters};
    window->unseen = def->unseen && !app_window_possible(&why);
    if (window->unseen) {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return app_fault_set(fault, APP_EXIT_FAILED, "volery play: no window can be opened: %s", SDL_GetError());
    }
    if (!open_with_gl(window, def)) {
        no_gl(fault, "there is none");
        app_window_close(window);
        return false;
    }
    if (epoxy_gl_version() < 33) {
        no_gl(fault, "this one is older");
        app_window_close(window);
        return false;
    }
    SDL_GL_SetSwapInterval(def->waits ? 1 : 0);
    app_window_measure(window);
    app_window_limit(window);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    return true;
}

void app_window_close(app_window *window) {
    if (window->context != NULL) {
        SDL_GL_DeleteContext(window->context);
    }
    if (window->window != NULL) {
        SDL_DestroyWindow(window->window);
    }
    SDL_Quit();
    *window = (app_window){0};
}

void app_window_show(const app_window *window) {
    if (window->unseen) {
        glFinish(); /* there is no screen, and exchanging buffers that are not there costs memory in each frame */
    } else {
        SDL_GL_SwapWindow(window->window);
    }
}

const char *app_window_renderer(void) {
    return (const char *)glGetString(GL_RENDERER);
}

void app_window_read(int left, int bottom, int width, int height, uint8_t *pixels) {
    size_t row = (size_t)width * 4;
    size_t rows = (size_t)height;
    uint8_t *spare = vol_take(row);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadBuffer(GL_BACK);
    glReadPixels(left, bottom, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (size_t i = 0; i < rows / 2; i++) {
        memcpy(spare, pixels + i * row, row);
        memcpy(pixels + i * row, pixels + (rows - 1 - i) * row, row);
        memcpy(pixels + (rows - 1 - i) * row, spare, row);
    }
    free(spare);
}
