/* The window's side of a played scene: what is shown where, what mouse and keys do, what the panel shows. All of it belongs
 * to the main thread; sessions belong to the runner. */
#ifndef VOLERY_APP_PLAY_DESK_H
#define VOLERY_APP_PLAY_DESK_H

#include "cli/options.h"
#include "draw/gl.h"
#include "play/imgui_shim.h"
#include "play/reel.h"
#include "play/runner.h"
#include "play/window.h"

/* What the mouse is. */
typedef enum vol_tool {
    VOL_TOOL_ADD,
    VOL_TOOL_PLAYER,
    VOL_TOOL_PREDATOR,
    VOL_TOOL_GOAL,
    VOL_TOOL_WIND,
    VOL_TOOL_ERASER,
    VOL_TOOL_COUNT
} vol_tool;

/* What may be drawn over the world. */
typedef enum vol_overlay {
    VOL_OVERLAY_ZONES,
    VOL_OVERLAY_NEIGHBOURS,
    VOL_OVERLAY_FORCES,
    VOL_OVERLAY_VIEW,
    VOL_OVERLAY_CELLS,
    VOL_OVERLAY_TRAILS,
    VOL_OVERLAY_DENSITY,
    VOL_OVERLAY_COUNT
} vol_overlay;

/* The mouse. Places are pixels. */
typedef struct vol_hand {
    float x, y;
    bool buttons[3]; /* left, right, middle */
    bool ours[3];    /* pressed over the world, not over the panel */
    float from_x, from_y;
    int side;   /* the world it is over, -1: none */
    bool moved; /* since the frame before */
} vol_hand;

/* A widget that a script can find by its name. */
typedef struct vol_named {
    char name[192];
    vol_ui_box box;
} vol_named;

typedef struct vol_desk {
    const vol_options *options;
    vol_runner *runner;
    const vol_stage *stage;
    vol_window window;
    vol_gl *gl;
    const char *font;

    vol_ui_box areas[VOL_MOST_SIDES]; /* where each world is */
    vol_camera cameras[VOL_MOST_SIDES];
    uint64_t scene_number; /* that the cameras are made for */
    vol_flock_def *firsts; /* parameters of the first session as the scene had them */
    vol_world_def first_world;
    size_t first_count;

    vol_tool tool;
    uint32_t add_flock;
    double add_count;
    vol_hand hand;
    vol_ui_input input;
    bool follows; /* the camera, the boid */
    bool hidden;  /* the panel */
    bool help;    /* is the list of keys shown? */
    bool overlays[VOL_OVERLAY_COUNT];
    bool trails, dense, measured; /* as the sessions were told */
    bool plots;                   /* are they shown? */
    int panel_side;               /* whose parameters the panel shows */
    char *explanation;
    uint32_t pictures; /* taken so far, for their names */
    vol_reel *reel;    /* NULL: nothing is filmed */
    char reel_path[256];
    double reel_due; /* when its next picture is */
    uint32_t messages[VOL_MOST_SIDES];
    char notice[512];
    bool notice_trouble;
    double notice_until; /* seconds of `time` */
    double time;         /* since the window opened; by frames where no clock is to matter */
    bool quit;
    bool scripted; /* time goes by frames */

    vol_named *named; /* in the frame before */
    size_t named_count, named_room;
    char wanted[192]; /* the panel scrolls to the widget of this name */
} vol_desk;

/* Sends a wish to the session(s). */
void vol_desk_wish(vol_desk *desk, vol_wish wish);
/* The same where the kind says it all. */
void vol_desk_do(vol_desk *desk, vol_wish_kind kind);

/* Tells the person something for a few seconds. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void vol_desk_notice(vol_desk *desk, bool trouble, const char *format, ...);

/* --- desk.c: frames ------------------------------------------------------------------------------------------------ */

/* Seconds that the parts of a frame took. */
typedef struct vol_frame_times {
    double wait, draw, panel, swap;
} vol_frame_times;

/* Opens the window and all that belongs to it; the runner must be there. */
bool vol_desk_open(vol_desk *desk, vol_fault *fault);
void vol_desk_close(vol_desk *desk);
/* Takes in what mouse and keyboard did, and shows a frame. `times`, unless NULL, gets what it took; then each part waits
 * until the graphics card has done it. */
void vol_desk_frame(vol_desk *desk, vol_frame_times *times);
/* Saves what the window showed last. */
bool vol_desk_screenshot(vol_desk *desk, const char *path, vol_fault *fault);
/* Where the world and the panel are, for the window's size. */
void vol_desk_lay_out(vol_desk *desk);
float vol_desk_panel_width(const vol_desk *desk);
float vol_desk_timeline_height(const vol_desk *desk);

/* --- hand.c: mouse and keys ---------------------------------------------------------------------------------------- */

void vol_desk_event(vol_desk *desk, const SDL_Event *event);
/* What a tool does in every frame while it is used. */
void vol_desk_use_tool(vol_desk *desk);
void vol_desk_choose_tool(vol_desk *desk, vol_tool tool);
const char *vol_tool_name(vol_tool tool);
const char *vol_tool_help(vol_tool tool);
/* A row of the list of keys; NULL behind the last. */
const char *const *vol_key_row(size_t index);
void vol_desk_take_picture(vol_desk *desk);
void vol_desk_save_scene(vol_desk *desk);
void vol_desk_toggle_record(vol_desk *desk);
void vol_desk_toggle_film(vol_desk *desk);

/* --- panel.c, panel_params.c, overlay.c ---------------------------------------------------------------------------- */

void vol_desk_panel(vol_desk *desk);
void vol_desk_params(vol_desk *desk, const vol_show *show);
void vol_desk_timeline(vol_desk *desk);
void vol_desk_overlays(vol_desk *desk, int side, float part);
/* Lines of tools, notices and help, over everything. */
void vol_desk_hints(vol_desk *desk);
/* Gives the last widget a name that scripts can find. */
void vol_desk_name(vol_desk *desk, const char *name);

/* --- script.c ------------------------------------------------------------------------------------------------------ */

/* Plays a script: synthetic events, frames, and lines about what is shown to standard output. */
bool vol_desk_script(vol_desk *desk, const char *path, vol_fault *fault);

#endif
