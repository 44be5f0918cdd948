/* What one moment looks like: copied from the world between two steps, then drawn by any renderer, on any thread, while
 * the world goes on. Between the step and the renderers. Positions and velocities are floats in arrays one behind the
 * other, ready for one upload. */
#ifndef VOLERY_APP_DRAW_FRAME_H
#define VOLERY_APP_DRAW_FRAME_H

#include "draw/camera.h"
#include "draw/palette.h"
#include <volery/scene.h>

/* The arrays of a flock's block, each of `count` numbers; the first three once for each axis. */
typedef enum app_row {
    APP_ROW_POSITION,
    APP_ROW_BEFORE, /* at the moment before, to interpolate between the two */
    APP_ROW_VELOCITY,
    APP_ROW_DENSITY, /* from 0 to 1; filled only where the look asks for it */
    APP_ROW_ID       /* uint32_t */
} app_row;

typedef struct app_draw_flock {
    vol_scene_flock_look look;
    float max_speed; /* of the fastest boid where the flock has no limit */
    size_t count;
    uint32_t leader;      /* the id of the boid that is marked, or VOL_NONE */
    uint32_t leader_slot; /* where it is in the arrays */
    float *block;
    size_t room;  /* floats in the block */
    float *trail; /* `trail_rows` rows, the oldest first, of `trail_ids` points each, by id; not a number: not there */
    size_t trail_ids; /* points have 2 numbers, in 3D 4 */
    size_t trail_rows, trail_room;
    bool dense; /* drawn by its density (density.h): there are no arrays, `count` is 0 */
} app_draw_flock;

/* Something that stands in the world: an obstacle, a player, a goal. */
typedef enum app_mark_kind { APP_MARK_DISC, APP_MARK_BOX, APP_MARK_LINE, APP_MARK_POLYGON } app_mark_kind;

typedef struct app_mark {
    app_mark_kind kind;
    float a[3];                /* the middle; of a line: one end */
    float b[3];                /* half the size of a box; the other end of a line */
    float radius;              /* around that, in units of length, */
    float pixels;              /* and in pixels, at any zoom */
    float reach;               /* of the halo, beyond the surface */
    float edge_width;          /* in pixels */
    app_rgba fill, edge, halo; /* of opacity 0: none */
    size_t first, count;       /* of a polygon: its points */
    bool image;                /* of what lies over the opposite edge */
} app_mark;

/* A picture of the flocks that are drawn by their density. */
typedef struct app_draw_dense {
    bool begun, there;
    app_camera camera; /* it was made for */
    uint32_t width, height;
    uint32_t *pixels; /* opacity, and red, green and blue times that, 8 bits each; the upper row first */
    size_t room;
} app_draw_dense;

typedef struct app_draw_frame {
    uint64_t taken; /* counts the moments that were in it */
    uint64_t step;
    vol_world_def world;
    vol_scene_look look;
    app_ground ground; /* is the background dark or light? */
    app_draw_flock *flocks;
    size_t flock_count, flock_room;
    app_mark *marks; /* in the order in which they are drawn, below the boids */
    size_t mark_count, mark_room;
    app_draw_dense dense;
    float *points; /* of polygons: x, y */
    size_t point_count, point_room;
} app_draw_frame;

/* One of a flock's arrays. `axis` counts for the first three rows alone. */
float *app_draw_row(const app_draw_frame *frame, const app_draw_flock *flock, app_row row, int axis);

/* How many arrays a block has. */
int app_draw_rows(const app_draw_frame *frame);

/* The ids of a flock's boids, by slot. */
const uint32_t *app_draw_ids(const app_draw_frame *frame, const app_draw_flock *flock);

/* Where a boid is when `part` (0 to 1) of the time from the moment before to this one has passed. A boid that came in
 * at the other side of the world is shown on its short way, as the shaders do. */
void app_draw_position(const app_draw_frame *frame, const app_draw_flock *flock, size_t slot, float part, float at[3]);

/* The world's size where boids leave at one side and come in at the other, else 0. */
void app_draw_periods(const app_draw_frame *frame, float period[3]);

/* Remembers where boids were, for the moment before and for trails. Belongs to the thread that steps the world. */
typedef struct app_draw_history app_draw_history;

/* `trails`: how many moments trails are long; 0: there are none. */
app_draw_history *app_draw_history_make(uint32_t trails);
/* Forgets all: after a jump in time. */
void app_draw_history_reset(app_draw_history *history);
void app_draw_history_release(app_draw_history *history);

/* Players that a person moves, instead of the one of the scene. */
typedef struct app_draw_players {
    size_t count;
    const double *positions; /* `dimensions` numbers each */
} app_draw_players;

struct app_density;

/* Copies the world into the frame, whose memory is used again; start with {0}. The world must have been made from the
 * scene. `players` NULL: as the scene says. Unless `density` is NULL, flocks that suit it are not copied; before the
 * frame is drawn app_density_end must be called, which may be after the next step. */
void app_draw_frame_take(app_draw_frame *frame, app_draw_history *history, vol_world *world, const vol_scene *scene,
                         const app_draw_players *players, struct app_density *density);
void app_draw_frame_release(app_draw_frame *frame);

/* Adds a mark; the window does this for what it alone knows. */
app_mark *app_draw_mark_add(app_draw_frame *frame, app_mark mark);

/* Obstacles, goals and paths of the world, as marks (marks.c). */
void app_draw_marks_take(app_draw_frame *frame, vol_world *world);
/* A player, as marks: at full strength where boids flee from it. */
void app_draw_player_mark(app_draw_frame *frame, const double *position, double radius);

#endif
