/* The window's side of a played scene: what is shown where, what mouse and keys do, what the panel shows. All of it
 * belongs to the main thread; sessions belong to the runner. */
#ifndef VOLERY_APP_PLAY_DESK_H
#define VOLERY_APP_PLAY_DESK_H

#include "cli/options.h"
#include "draw/gl.h"
#include "play/config.h"
#include "play/edit.h"
#include "play/imgui_shim.h"
#include "play/reel.h"
#include "play/runner.h"
#include "play/window.h"

/* What the mouse is. */
typedef enum app_tool {
    APP_TOOL_ADD,
    APP_TOOL_PLAYER,
    APP_TOOL_PREDATOR,
    APP_TOOL_GOAL,
    APP_TOOL_WIND,
    APP_TOOL_ERASER,
    APP_TOOL_EDIT,
    APP_TOOL_COUNT
} app_tool;

/* What may be drawn over the world. */
typedef enum app_overlay {
    APP_OVERLAY_ZONES,
    APP_OVERLAY_NEIGHBOURS,
    APP_OVERLAY_FORCES,
    APP_OVERLAY_VIEW,
    APP_OVERLAY_CELLS,
    APP_OVERLAY_TRAILS,
    APP_OVERLAY_DENSITY,
    APP_OVERLAY_COPIES,
    APP_OVERLAY_LEGEND,
    APP_OVERLAY_COUNT
} app_overlay;

/* The mouse. Places are pixels. */
typedef struct app_hand {
    float x, y;
    bool buttons[3]; /* left, right, middle */
    bool ours[3];    /* pressed over the world, not over the panel */
    float from_x, from_y;
    int side;   /* the world it is over, -1: none */
    bool moved; /* since the frame before */
} app_hand;

/* A widget that a script can find by its name. */
typedef struct app_named {
    char name[192];
    app_ui_box box;
} app_named;

/* Parameters of a session as its scene had them. */
typedef struct app_firsts {
    vol_flock_def *flocks;
    size_t count;
    vol_world_def world;
    app_around_show around;
} app_firsts;

/* What a slider of a parameter that is fixed while a world runs is dragged to. */
typedef struct app_kept {
    char key[160]; /* "": nothing is */
    double values[3];
    bool sent;    /* it was let go, and what it says is asked for */
    double until; /* seconds of `time`: so long that is waited for */
} app_kept;

typedef struct app_gallery app_gallery;

typedef struct app_desk {
    const app_options *options;
    app_runner *runner;
    const app_stage *stage;
    app_window window;
    app_gl *gl;
    const char *font;
    app_config config;
    app_gallery *gallery;
    bool gallery_open;
    double letters; /* what their slider is dragged to, */
    bool letters_held;
    double hint_since; /* seconds of `time` since when the first hints are shown; 0: they are not */

    app_ui_box areas[APP_MOST_SIDES]; /* where each world is */
    app_camera cameras[APP_MOST_SIDES];
    uint64_t scene_number;   /* that the cameras are made for */
    uint32_t look_window[2]; /* the size that its look asks for */
    app_firsts firsts[APP_MOST_SIDES];
    app_kept kept;

    app_tool tool;
    uint32_t add_flock;
    double add_count;
    double tool_pixels[APP_TOOL_COUNT]; /* how far those tools reach that reach some way, on a common screen */
    app_edit edit;
    int new_relation[3];             /* from, kind, to: what the panel would add */
    uint32_t stroke;                 /* of the mouse: what is done in one is undone together */
    bool player_placed, goal_placed; /* by the mouse, which is one of them */
    app_hand hand;
    app_ui_input input;
    bool follows;                        /* the camera, the boid */
    bool hidden;                         /* the panel */
    bool help;                           /* is the list of keys shown? */
    float legend_widths[APP_MOST_SIDES]; /* in the frame before */
    bool overlays[APP_OVERLAY_COUNT];
    bool trails, dense, measured;         /* as the sessions were told */
    bool plots;                           /* are they shown? */
    bool world_wanted;                    /* as a picture, when it is drawn */
    bool picture_wanted;                  /* of the window, when the frame is drawn */
    bool lay_out;                         /* anew, before the next frame */
    bool restyle;                         /* another theme or size of letters was chosen */
    bool plots_wanted;                    /* as a picture, when the frame is drawn */
    app_ui_box plots_box;                 /* of the line above them */
    double map_spans[APP_MOST_CURVES][2]; /* the ends of the sliders of each map of sound: scale, offset */
    bool map_held, map_was_held;          /* is one of them, in this frame and the one before? */
    int panel_side;                       /* whose parameters the panel shows */
    char *explanation;
    uint32_t pictures; /* taken so far, for their names */
    app_reel *reel;    /* NULL: nothing is filmed */
    char reel_path[256];
    double reel_due; /* when its next picture is */
    uint32_t messages[APP_MOST_SIDES];
    char notice[512];
    bool notice_trouble;
    double notice_until; /* seconds of `time` */
    double time;         /* since the window opened; by frames where no clock is to matter */
    bool quit;
    bool scripted; /* time goes by frames */

    app_named *named; /* in the frame before */
    size_t named_count, named_room;
    char wanted[192]; /* the panel scrolls to the widget of this name */
} app_desk;

/* Sends a wish to the session(s). */
void app_desk_wish(app_desk *desk, app_wish wish);
/* The same where the kind says it all. */
void app_desk_do(app_desk *desk, app_wish_kind kind);

/* Tells the person something for a few seconds. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void app_desk_notice(app_desk *desk, bool trouble, const char *format, ...);

/* --- desk.c: frames ----------------------------------------------------------------------------------------------- */

/* Seconds that the parts of a frame took. */
typedef struct app_frame_times {
    double wait, draw, panel, swap;
} app_frame_times;

/* Opens the window and all that belongs to it; the runner must be there. */
bool app_desk_open(app_desk *desk, app_fault *fault);
void app_desk_close(app_desk *desk);
/* Takes in what mouse and keyboard did, and shows a frame. `times`, unless NULL, gets what it took; then each part
 * waits until the graphics card has done it. */
void app_desk_frame(app_desk *desk, app_frame_times *times);
/* Where the world and the panel are, for the window's size. */
void app_desk_lay_out(app_desk *desk);
/* Another theme or size of letters was chosen. Not between app_ui_begin and app_ui_end. */
void app_desk_restyle(app_desk *desk);
float app_desk_panel_width(const app_desk *desk);
float app_desk_timeline_height(const app_desk *desk);

/* --- desk_files.c: what is written -------------------------------------------------------------------------------- */

/* Saves what the window showed last. */
bool app_desk_screenshot(app_desk *desk, const char *path, app_fault *fault);
/* The first name of its kind that no file has: NAME-1.ENDING, NAME-2.ENDING, ... */
void app_desk_free_name(const app_desk *desk, const char *ending, char *path, size_t size);
/* The worlds as they are now, for the film: as many frames as time has passed. */
void app_desk_film(app_desk *desk);
void app_desk_save_plots(app_desk *desk);
/* The worlds without the panel. */
void app_desk_save_world(app_desk *desk);
void app_desk_take_picture(app_desk *desk);
void app_desk_save_scene(app_desk *desk);
void app_desk_toggle_record(app_desk *desk);
void app_desk_toggle_film(app_desk *desk);

/* --- hand.c: mouse and keys --------------------------------------------------------------------------------------- */

void app_desk_event(app_desk *desk, const SDL_Event *event);
/* What a tool does in every frame while it is used. */
void app_desk_use_tool(app_desk *desk);
void app_desk_choose_tool(app_desk *desk, app_tool tool);
bool app_desk_is_full(const app_desk *desk);
void app_desk_full_screen(app_desk *desk); /* or no longer */
const char *app_tool_name(app_tool tool);
const char *app_tool_help(app_tool tool);
/* A row of the list of keys; NULL behind the last. */
const char *const *app_key_row(size_t index);

/* --- panel.c, panel_params.c, overlay.c --------------------------------------------------------------------------- */

void app_desk_panel(app_desk *desk);
void app_desk_params(app_desk *desk, const app_show *show);
void app_desk_timeline(app_desk *desk);
void app_desk_overlays(app_desk *desk, int side, float part);
/* What colours mean in a world, and how long things are (legend.c). */
void app_desk_legend(app_desk *desk, int side);
/* Lines of tools, notices and help, over everything. */
void app_desk_hints(app_desk *desk);
/* Gives the last widget a name that scripts can find. */
void app_desk_name(app_desk *desk, const char *name);

/* --- script.c ----------------------------------------------------------------------------------------------------- */

/* Plays a script: synthetic events, frames, and lines about what is shown to standard output. */
bool app_desk_script(app_desk *desk, const char *path, app_fault *fault);

#endif
