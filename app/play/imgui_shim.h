/* The few things of Dear ImGui that the window uses, as C. Sizes and places are pixels of the screen's own, from the upper
 * left corner. Between vol_ui_begin and vol_ui_end widgets and lines are given; vol_ui_end draws them all with OpenGL. */
#ifndef VOLERY_APP_PLAY_IMGUI_SHIM_H
#define VOLERY_APP_PLAY_IMGUI_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vol_ui_box {
    float x, y, width, height;
} vol_ui_box;

/* Colours are 0xRRGGBBAA. */
typedef uint32_t vol_ui_color;

/* What mouse and keyboard do in a frame. */
typedef struct vol_ui_input {
    float width, height; /* of the window */
    float seconds;       /* since the frame before */
    float mouse_x, mouse_y, wheel;
    bool buttons[3]; /* left, right, middle */
    bool shift, control;
    char text[32]; /* typed */
    bool enter, backspace, escape, left, right, home, end, erase;
} vol_ui_input;

/* `scale` 2: a screen of double density. `font` is a file, or NULL for a small built-in one. */
void vol_ui_open(float scale, const char *font);
void vol_ui_close(void);
/* The window is on another screen now. */
void vol_ui_rescale(float scale, const char *font);
void vol_ui_begin(const vol_ui_input *input);
void vol_ui_end(void);

/* Does the mouse (the keyboard) belong to the panel, wherever it is: is a widget held, a menu open, a number typed? */
bool vol_ui_wants_mouse(void);
bool vol_ui_wants_keys(void);

/* --- Windows and layout ------------------------------------------------------------------------------------------- */

/* A window that stays where it is put. With `height` 0 it is as high as what is in it. */
void vol_ui_window_begin(const char *name, vol_ui_box box, bool background);
void vol_ui_window_end(void);
void vol_ui_scroll_begin(const char *name, float height);
void vol_ui_scroll_end(void);
bool vol_ui_header(const char *name, bool open, bool force);
bool vol_ui_tree(const char *name, bool open, bool force);
void vol_ui_tree_end(void);
bool vol_ui_tabs_begin(const char *name);
bool vol_ui_tab_begin(const char *name, bool select);
void vol_ui_tab_end(void);
void vol_ui_tabs_end(void);
void vol_ui_same_line(float x);
/* On the same line, so many pixels after the widget before. */
void vol_ui_same_line_gap(float gap);
/* Where the next widget begins, from the window's left side. */
float vol_ui_cursor(void);
void vol_ui_gap(float height);
void vol_ui_line_here(void);
void vol_ui_next_width(float width);
float vol_ui_room(void);
float vol_ui_text_width(const char *text);
float vol_ui_line_height(void);
void vol_ui_push_id(const char *id);
void vol_ui_pop_id(void);
void vol_ui_scroll_here(void);
float vol_ui_window_height(void);

/* --- Widgets ------------------------------------------------------------------------------------------------------ */

void vol_ui_text(const char *text);
/* As high as a slider, to stand beside it. */
void vol_ui_label(const char *text);
void vol_ui_label_colored(const char *text, vol_ui_color color);
void vol_ui_text_wrapped_faint(const char *text);
void vol_ui_text_faint(const char *text);
void vol_ui_text_colored(const char *text, vol_ui_color color);
void vol_ui_text_wrapped(const char *text);
bool vol_ui_button(const char *label, float width, bool lit);
bool vol_ui_small_button(const char *label);
bool vol_ui_check(const char *label, bool *value);
bool vol_ui_choice(const char *label, int *chosen, const char *const *names);
/* Changed by a drag, or typed after a double click. */
bool vol_ui_slider(const char *label, double *value, double least, double most, const char *format, bool logarithmic);
bool vol_ui_number(const char *label, uint64_t *value);
/* The last widget: does somebody hold it, has he just let it go, where is it, and what does it say when pointed at? */
bool vol_ui_held(void);
bool vol_ui_released(void);
bool vol_ui_hovered(void);
vol_ui_box vol_ui_place(void);
void vol_ui_tip(const char *text);
/* A small line on the last slider, at this part of its width. */
void vol_ui_mark(double part);
void vol_ui_plot(const char *name, const float *values, size_t count, float low, float high, float height,
                 const char *caption);
/* A bar filled to a part of its width. */
void vol_ui_bar(float part, float width, vol_ui_color color);
bool vol_ui_menu_begin(const char *label, float width);
bool vol_ui_menu_item(const char *label, const char *help, bool chosen);
void vol_ui_menu_end(void);

/* --- Lines over the world and under the panel; or, `above`, over everything --------------------------------------- */

void vol_ui_draw_above(bool above);
void vol_ui_draw_line(float x1, float y1, float x2, float y2, vol_ui_color color, float width);
void vol_ui_draw_circle(float x, float y, float radius, vol_ui_color color, float width);
void vol_ui_draw_disc(float x, float y, float radius, vol_ui_color color);
void vol_ui_draw_box(vol_ui_box box, vol_ui_color color, float rounding);
void vol_ui_draw_arc(float x, float y, float radius, float from, float to, vol_ui_color color, bool filled);
void vol_ui_draw_text(float x, float y, vol_ui_color color, const char *text);
void vol_ui_draw_arrow(float x1, float y1, float x2, float y2, vol_ui_color color, float width);
/* What follows is drawn only inside the box, until vol_ui_draw_everywhere. */
void vol_ui_draw_inside(vol_ui_box box);
void vol_ui_draw_everywhere(void);

#ifdef __cplusplus
}
#endif

#endif
