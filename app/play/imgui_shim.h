/* The few things of Dear ImGui that the window uses, as C. Sizes and places are pixels of the screen's own, from the
 * upper left corner. Between app_ui_begin and app_ui_end widgets and lines are given; app_ui_end draws them all with
 * OpenGL. */
#ifndef VOLERY_APP_PLAY_IMGUI_SHIM_H
#define VOLERY_APP_PLAY_IMGUI_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct app_ui_box {
    float x, y, width, height;
} app_ui_box;

/* Colours are 0xRRGGBBAA. */
typedef uint32_t app_ui_color;

/* What mouse and keyboard do in a frame. */
typedef struct app_ui_input {
    float width, height; /* of the window */
    float seconds;       /* since the frame before */
    float mouse_x, mouse_y, wheel;
    bool buttons[3]; /* left, right, middle */
    bool shift, control;
    char text[32]; /* typed */
    bool enter, backspace, escape, left, right, home, end, erase;
} app_ui_input;

/* `scale` 2: a screen of double density. `font` is a file, or NULL for a small built-in one. */
void app_ui_open(float scale, const char *font);
void app_ui_close(void);
/* The window is on another screen now. */
void app_ui_rescale(float scale, const char *font);
void app_ui_begin(const app_ui_input *input);
void app_ui_end(void);

/* Does the mouse (the keyboard) belong to the panel, wherever it is: is a widget held, a menu open, a number typed? */
bool app_ui_wants_mouse(void);
bool app_ui_wants_keys(void);

/* --- Windows and layout ------------------------------------------------------------------------------------------- */

/* A window that stays where it is put. With `height` 0 it is as high as what is in it. */
void app_ui_window_begin(const char *name, app_ui_box box, bool background);
void app_ui_window_end(void);
void app_ui_scroll_begin(const char *name, float height);
void app_ui_scroll_end(void);
bool app_ui_header(const char *name, bool open, bool force);
bool app_ui_tree(const char *name, bool open, bool force);
void app_ui_tree_end(void);
bool app_ui_tabs_begin(const char *name);
bool app_ui_tab_begin(const char *name, bool select);
void app_ui_tab_end(void);
void app_ui_tabs_end(void);
void app_ui_same_line(float x);
/* On the same line, so many pixels after the widget before. */
void app_ui_same_line_gap(float gap);
/* Where the next widget begins, from the window's left side. */
float app_ui_cursor(void);
void app_ui_gap(float height);
void app_ui_line_here(void);
void app_ui_next_width(float width);
float app_ui_room(void);
float app_ui_text_width(const char *text);
float app_ui_line_height(void);
void app_ui_push_id(const char *id);
void app_ui_pop_id(void);
void app_ui_scroll_here(void);
float app_ui_window_height(void);

/* --- Widgets ------------------------------------------------------------------------------------------------------ */

void app_ui_text(const char *text);
/* As high as a slider, to stand beside it. */
void app_ui_label(const char *text);
void app_ui_label_colored(const char *text, app_ui_color color);
void app_ui_text_wrapped_faint(const char *text);
void app_ui_text_faint(const char *text);
void app_ui_text_colored(const char *text, app_ui_color color);
void app_ui_text_wrapped(const char *text);
bool app_ui_button(const char *label, float width, bool lit);
bool app_ui_small_button(const char *label);
bool app_ui_check(const char *label, bool *value);
bool app_ui_choice(const char *label, int *chosen, const char *const *names);
/* Changed by a drag, or typed after a double click. */
bool app_ui_slider(const char *label, double *value, double least, double most, const char *format, bool logarithmic);
bool app_ui_number(const char *label, uint64_t *value);
/* The last widget: is it held, was it just let go, where is it, and what does it say when pointed at? */
bool app_ui_held(void);
bool app_ui_released(void);
bool app_ui_hovered(void);
app_ui_box app_ui_place(void);
void app_ui_tip(const char *text);
/* A small line on the last slider, at this part of its width. */
void app_ui_mark(double part);
void app_ui_plot(const char *name, const float *values, size_t count, float low, float high, float height,
                 const char *caption);
/* A bar filled to a part of its width. */
void app_ui_bar(float part, float width, app_ui_color color);
bool app_ui_menu_begin(const char *label, float width);
bool app_ui_menu_item(const char *label, const char *help, bool chosen);
void app_ui_menu_end(void);

/* --- Lines over the world and under the panel; or, `above`, over everything --------------------------------------- */

void app_ui_draw_above(bool above);
void app_ui_draw_line(float x1, float y1, float x2, float y2, app_ui_color color, float width);
void app_ui_draw_circle(float x, float y, float radius, app_ui_color color, float width);
void app_ui_draw_disc(float x, float y, float radius, app_ui_color color);
void app_ui_draw_box(app_ui_box box, app_ui_color color, float rounding);
void app_ui_draw_arc(float x, float y, float radius, float from, float to, app_ui_color color, bool filled);
void app_ui_draw_text(float x, float y, app_ui_color color, const char *text);
void app_ui_draw_arrow(float x1, float y1, float x2, float y2, app_ui_color color, float width);
/* What follows is drawn only inside the box, until app_ui_draw_everywhere. */
void app_ui_draw_inside(app_ui_box box);
void app_ui_draw_everywhere(void);

#ifdef __cplusplus
}
#endif

#endif
