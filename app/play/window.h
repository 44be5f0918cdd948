/* A window with OpenGL 3.3 in it, through SDL. */
#ifndef VOLERY_APP_PLAY_WINDOW_H
#define VOLERY_APP_PLAY_WINDOW_H

#include "scene/fault.h"

#include <SDL2/SDL.h>
#include <stdint.h>

typedef struct vol_window {
    SDL_Window *window;
    SDL_GLContext context;
    int width, height; /* in pixels of the screen's own */
    float ratio;       /* such pixels per unit of mouse coordinates */
    float scale;       /* how much larger letters are than on a common screen */
    bool unseen;       /* nobody sees it: there is no screen, or no need for one */
} vol_window;

typedef struct vol_window_def {
    const char *title;
    int width, height; /* on a common screen */
    bool unseen;       /* do without a screen if there is none */
    bool waits;        /* for the screen, so that nothing is torn */
} vol_window_def;

/* Is there a screen to open windows on? If not, `why` is what SDL says. */
bool vol_window_possible(const char **why);

bool vol_window_open(vol_window *window, const vol_window_def *def, vol_fault *fault);
void vol_window_close(vol_window *window);

/* How wide letters and lines are on the screen: 1 on a common one. To be known before the window is opened. */
float vol_window_scale(void);

/* Shows what was drawn. */
void vol_window_show(const vol_window *window);

/* Reads the size again, after it changed. */
void vol_window_measure(vol_window *window);

/* "llvmpipe (LLVM 15.0.6, 256 bits)": who draws. */
const char *vol_window_renderer(void);

/* What is in a part of the window, from its lower left corner: four bytes a pixel, the top row first. */
void vol_window_read(int left, int bottom, int width, int height, uint8_t *pixels);

#endif
