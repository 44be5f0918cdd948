/* The tool that edits: what stands in a world is chosen, moved, sized, turned and taken away with the mouse, and new
 * things are placed. What it does are wishes, as from sliders. */
#ifndef VOLERY_APP_PLAY_EDIT_H
#define VOLERY_APP_PLAY_EDIT_H

#include "play/imgui_shim.h"
#include "play/show.h"

struct app_desk;

/* What a press in the world places. */
typedef enum app_new {
    APP_NEW_NONE, /* nothing: it chooses what is there */
    APP_NEW_CIRCLE,
    APP_NEW_BOX,
    APP_NEW_SEGMENT,
    APP_NEW_POLYGON,
    APP_NEW_GOAL,
    APP_NEW_PATH,
    APP_NEW_FLOW,
    APP_NEW_FLOCK,
    APP_NEW_COUNT
} app_new;

/* Something that stands in the world and has handles. */
typedef enum app_thing_shape {
    APP_THING_CIRCLE,
    APP_THING_BOX,
    APP_THING_POINTS, /* a segment, a polygon or a path */
    APP_THING_GOAL,
    APP_THING_FLOW
} app_thing_shape;

typedef struct app_thing {
    app_thing_shape shape;
    vol_surrounding of;
    vol_flock flock;
    uint32_t number;
    char key[160]; /* obstacles.2, birds.terms.0 */
    char name[96]; /* for people */
    double center[3], size[3], radius;
    const double (*points)[3]; /* of the show; of a flow its velocities */
    size_t count;
    bool closed;
    uint32_t grid[3];      /* of a flow */
    const uint64_t *steps; /* of a path in time, of a goal or a player: when it is at each point; NULL: it is none */
    bool player;
    bool begins;    /* where a flock begins: a circle or a box */
    double heading; /* of such a flock, in degrees; not a number: any */
} app_thing;

/* What a handle does. */
typedef enum app_handle {
    APP_HANDLE_NONE,
    APP_HANDLE_BODY, /* moves */
    APP_HANDLE_SIZE,
    APP_HANDLE_TURN,
    APP_HANDLE_POINT /* moves one point */
} app_handle;

enum { APP_MOST_DRAFT = 64 };

typedef struct app_edit {
    app_new adding;
    uint32_t side;    /* the world that is edited, of two beside each other */
    char chosen[160]; /* the key of what has handles; "": nothing */
    app_ui_box bar;   /* where its buttons were in the frame before; no height: there were none */
    int show;         /* frames in which the panel opens it */
    bool showing;
    app_handle handle;
    size_t point;
    bool moved;
    double from[3]; /* the mouse, when it was pressed */
    app_thing start;
    app_thing ghost;     /* of what begins anew when it is let go: how it will be */
    double (*points)[3]; /* of `start`, kept */
    uint64_t *steps;
    double (*preview)[3];            /* of a path in time, which is changed when it is let go: where it is dragged to */
    double last;                     /* the turn or the size that was asked for last */
    double draft[APP_MOST_DRAFT][3]; /* a polygon or a path that is being placed; from its first point */
    size_t draft_count;
    double click_time;
    char flock_name[48];
    int flock_model, flock_color;
    const char *flock_paint; /* the name of the colour */
    double flock_count;
    uint32_t stroke;
} app_edit;

/* --- edit_things.c: what there is --------------------------------------------------------------------------------- */

/* Number `index` of the things that a show has; false behind the last. */
bool app_thing_at(const app_show *show, size_t index, app_thing *thing);
bool app_thing_find(const app_show *show, const char *key, app_thing *thing);
/* Has it a handle for turning? */
bool app_thing_turns(const app_thing *thing, const app_show *show);
/* Its middle, about which it is sized and turned. */
void app_thing_middle(const app_thing *thing, const app_show *show, double middle[3]);
/* Half of its width and height, in units of the world. */
void app_thing_extent(const app_thing *thing, const app_show *show, double extent[2]);
/* The flow of number `index` of the show's terms; false: it is none, or has too many points. */
bool app_thing_of_flow(const app_show *show, size_t index, app_thing *thing);
/* How fast a flow is where it is fastest, and where it goes on the mean, in degrees. */
void app_thing_current(const app_thing *thing, double *speed, double *heading);
/* Where a point of a current's grid is. */
void app_thing_grid_place(const app_thing *thing, const app_show *show, size_t index, double place[2]);
/* The velocity of a flow at a place, linear between the points of its grid; 0 outside of the world. */
void app_thing_flow(const app_thing *thing, const app_show *show, const double *place, double velocity[2]);

/* Why a new flock cannot be called so; NULL: it can. And a name for one that has none. */
const char *app_flock_name_fault(const app_show *show, const char *name);
void app_flock_name_new(const app_show *show, char *name, size_t size);

/* --- edit_text.c: as scenes say it -------------------------------------------------------------------------------- */

/* The field that says where the thing is ("center"), and its value when it is moved, sized and turned about its middle;
 * false: it is too long. */
typedef struct app_moving {
    double by[3];
    double grown[2]; /* to these parts of its width and height */
    double turned;   /* radians */
    double heading;  /* a flow alone: its velocities, but not where they are, are turned, */
    double faster;   /* and so many times as fast; 0: once */
    double pixel;    /* in units of the world: places are said to a tenth of it; 0: exactly */
} app_moving;

const char *app_thing_moved(const app_thing *thing, const app_show *show, const app_moving *moving, char *value,
                            size_t size);
/* The field that says how large it is. */
const char *app_thing_grown(const app_thing *thing, const app_show *show, const app_moving *moving, char *value,
                            size_t size);
/* One point somewhere else. */
bool app_thing_point(const app_thing *thing, const app_show *show, size_t point, const double *place, double pixel,
                     char *value, size_t size);
/* A box as a polygon, turned. */
bool app_thing_turned_box(const app_thing *thing, const vol_obstacle_def *def, const app_moving *moving, char *value,
                          size_t size);
/* The numbers of "[x, y]", and the places of "[[step, x, y], ...]". */
void app_thing_read_place(const char *value, double numbers[3]);
void app_thing_read_path(const char *value, int dimensions, double (*places)[3], size_t count);
/* Something new: from where the mouse was pressed to where it was let go; `pixel` is one in the world. False: it is not
 * for this world, or too long. */
bool app_new_text(app_new what, const app_show *show, const double (*points)[3], size_t count, double pixel,
                  char *value, size_t size);
bool app_new_flock_text(const app_edit *edit, const app_show *show, const double *center, double radius, double pixel,
                        char *value, size_t size);

/* --- edit.c: the mouse; edit_draw.c: what is seen ----------------------------------------------------------------- */

void app_edit_press(struct app_desk *desk);
void app_edit_move(struct app_desk *desk);
void app_edit_let_go(struct app_desk *desk);
/* Enter, Delete, Esc; true: the key was for the tool. */
bool app_edit_enter(struct app_desk *desk);
bool app_edit_delete(struct app_desk *desk);
bool app_edit_escape(struct app_desk *desk);
/* The mouse is another tool now. */
void app_edit_leave(struct app_desk *desk);
/* Chooses what the next press places. */
void app_edit_choose(struct app_desk *desk, app_new what);
const char *app_new_name(app_new what);
const char *app_new_help(app_new what);
/* The world that is edited, of two beside each other. */
uint32_t app_edit_side(const struct app_desk *desk);
/* The handle under the mouse, of what is chosen. */
app_handle app_edit_handle_at(const struct app_desk *desk, const app_thing *thing, float x, float y, size_t *point);
void app_edit_handle_place(const struct app_desk *desk, const app_thing *thing, app_handle handle, size_t point,
                           float place[2]);
bool app_edit_to_screen(const struct app_desk *desk, const double *world, float screen[2], double *scale);
void app_edit_draw(struct app_desk *desk, uint32_t side);
/* Buttons over the world. */
void app_edit_bar(struct app_desk *desk);
/* Around the panel, which opens what was chosen just now. */
void app_edit_show(struct app_desk *desk, bool begin);
/* Rows of the panel: the model of a flock, and a button that takes it away. */
void app_edit_flock_rows(struct app_desk *desk, const app_show *show, uint32_t flock);

#endif
