/* A window with OpenGL 3.3 in it, through SDL. */
#ifndef VOLERY_APP_PLAY_WINDOW_H
#define VOLERY_APP_PLAY_WINDOW_H

#include "util/fault.h"

#include <SDL2/SDL.h>
#include <stdint.h>

typedef struct app_window {
    SDL_Window *window;
    SDL_GLContext context;
    int width, height; /* in pixels of the screen's own */
    float ratio;       /* such pixels per unit of mouse coordinates */
    float pixel;       /* how wide a thin line is: 1 on a common screen */
    float letters;     /* how large letters are to be, in times of the usual size; 0: that */
    float scale;       /* how much larger letters are than on a common screen: both of these */
    bool unseen;       /* it is on no screen: there is none, or no need for one */
} app_window;

typedef struct app_window_def {
    const char *title;
    int width, height; /* on a common screen */
    bool unseen;       /* do without a screen if there is none */
    float letters;     /* as in app_window */
    bool waits;        /* for the screen, so that nothing is torn */
    bool grows;        /* it may become larger while there is no screen, as scripts want it */
} app_window_def;

/* Is there a screen to open windows on? If not, `why` is what SDL says. */
bool app_window_possible(const char **why);

bool app_window_open(app_window *window, const app_window_def *def, app_fault *fault);
void app_window_close(app_window *window);

/* Are the variables VOLERY_SCALE and VOLERY_FONT, where they are set, of any use? */
bool app_window_check(app_fault *fault);

/* How wide letters and lines are on the screen: 1 on a common one. To be known before the window is opened. */
float app_window_scale(void);

/* Shows what was drawn. */
void app_window_show(const app_window *window);

/* Another size, as in app_window_def; it is there when the window says so. */
void app_window_resize(app_window *window, int width, int height);

/* Not smaller than what the panel and something of the world beside it need with letters as large as they are now: a
 * window that is smaller becomes so large. */
void app_window_limit(app_window *window);

/* Reads the size again, after it changed. */
void app_window_measure(app_window *window);

/* "llvmpipe (LLVM 15.0.6, 256 bits)": the driver. */
const char *app_window_renderer(void);

/* What is in a part of the window, from its lower left corner: four bytes a pixel, the top row first. */
void app_window_read(int left, int bottom, int width, int height, uint8_t *pixels);

#endif
