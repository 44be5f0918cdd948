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

typedef enum app_ui_theme { APP_THEME_DARK, APP_THEME_LIGHT, APP_THEME_COUNT } app_ui_theme;

/* What colours are for; each theme has its own. */
typedef enum app_tone {
    APP_TONE_TEXT,
    APP_TONE_FAINT,
    APP_TONE_LABEL,
    APP_TONE_ACCENT,
    APP_TONE_GOOD,
    APP_TONE_BAD,
    APP_TONE_WARM,
    APP_TONE_FILLED,
    APP_TONE_LIT,
    APP_TONE_LIT_HOVERED,
    APP_TONE_CARD,
    APP_TONE_CARD_BAD,
    APP_TONE_GROOVE,
    APP_TONE_GRID,
    APP_TONE_COUNT
} app_tone;

app_ui_color app_ui_tone(app_tone tone);

/* Keys that what is typed into the panel needs. */
typedef enum app_key {
    APP_KEY_ENTER,
    APP_KEY_BACKSPACE,
    APP_KEY_ESCAPE,
    APP_KEY_LEFT,
    APP_KEY_RIGHT,
    APP_KEY_HOME,
    APP_KEY_END,
    APP_KEY_DELETE,
    APP_KEY_TAB,
    APP_KEY_COUNT
} app_key;

typedef struct app_ui_input {
    float width, height; /* of the window */
    float seconds;       /* since the frame before */
    bool shift, control;
} app_ui_input;

/* `scale` 2: a screen of double density. `font` is a file, or NULL for a small built-in one. */
void app_ui_open(float scale, const char *font, app_ui_theme theme);
void app_ui_close(void);
/* The window is on another screen now, or is to look otherwise. */
void app_ui_rescale(float scale, const char *font, app_ui_theme theme);
void app_ui_begin(const app_ui_input *input);
void app_ui_end(void);

/* What mouse and keyboard do, in its order. Buttons: 0 left, 1 right, 2 middle. */
void app_ui_mouse_move(float x, float y);
void app_ui_mouse_button(int button, bool down);
void app_ui_mouse_wheel(float turn);
void app_ui_key(app_key key, bool down);
void app_ui_type(const char *text);
/* Has the panel seen all of that? What is too quick for one frame waits for the next. */
bool app_ui_idle(void);

/* Does the mouse (the keyboard) belong to the panel, wherever it is: is a widget held, a menu open, a number typed? */
bool app_ui_wants_mouse(void);
bool app_ui_wants_keys(void);
/* Closes menus; true: there was one open. */
bool app_ui_close_menus(void);

/* --- Windows and layout ------------------------------------------------------------------------------------------- */

/* A window that stays where it is put. With `height` 0 it is as high as what is in it. */
void app_ui_window_begin(const char *name, app_ui_box box, bool background);
void app_ui_window_end(void);
/* The next window lets nothing shine through. */
void app_ui_next_solid(void);
/* The window that was begun lies over all others from now on. */
void app_ui_raise(void);
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
float app_ui_text_height(void);
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
/* Words that can be clicked, over several lines where they are many. */
bool app_ui_link(const char *text);
bool app_ui_check(const char *label, bool *value);
/* `other` is shown where `chosen` is none of the names. */
bool app_ui_choice(const char *label, int *chosen, const char *const *names, const char *other);
/* What the last choice shows while it is open, and where; NULL behind the last, after which they are forgotten. */
const char *app_ui_choice_item(int index, app_ui_box *box);
/* Changed by a drag, or typed after Ctrl and a click. */
bool app_ui_slider(const char *label, double *value, double least, double most, const char *format, bool logarithmic);
bool app_ui_number(const char *label, uint64_t *value);
/* A line of text, with a hint while it is empty; true: Enter was pressed. */
bool app_ui_line(const char *label, char *text, size_t size, const char *hint);
/* A picture with its name below that can be clicked; texture 0: it is not there yet. */
bool app_ui_picture(const char *name, uint32_t texture, float width, float height);
/* The last widget: is it held, was it just let go, where is it, and what does it say when pointed at? */
bool app_ui_held(void);
bool app_ui_released(void);
/* Was the last slider typed into, and not dragged? */
bool app_ui_typed(void);
bool app_ui_hovered(void);
app_ui_box app_ui_place(void);
void app_ui_tip(const char *text);
/* A small line on the last slider, at this part of its width. */
void app_ui_mark(double part);
/* Room of the panel's width to draw in, with the functions below; and where the mouse is over it. */
app_ui_box app_ui_canvas(const char *name, float height);
bool app_ui_pointed(float *x, float *y);
/* A bar filled to a part of its width. */
void app_ui_bar(float part, float width, app_ui_color color);
bool app_ui_menu_begin(const char *label, float width);
bool app_ui_menu_item(const char *label, const char *help, bool chosen);
void app_ui_menu_end(void);

/* --- Lines over the world and under the panel; or, `above`, over everything --------------------------------------- */

void app_ui_draw_above(bool above);
void app_ui_draw_line(float x1, float y1, float x2, float y2, app_ui_color color, float width);
/* A line through points: x and y of each. */
void app_ui_draw_path(const float *points, size_t count, app_ui_color color, float width);
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
