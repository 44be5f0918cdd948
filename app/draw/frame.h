/* What one moment looks like: copied from the world between two steps, then drawn by whoever likes, on whatever thread,
 * while the world goes on. Between the step and the renderers. Positions and velocities are floats in arrays one behind the
 * other, ready for one upload. */
#ifndef VOLERY_APP_DRAW_FRAME_H
#define VOLERY_APP_DRAW_FRAME_H

#include "draw/palette.h"
#include "scene/scene.h"

/* The arrays of a flock's block, each of `count` numbers; the first three once for each axis. */
typedef enum vol_row {
    VOL_ROW_POSITION,
    VOL_ROW_BEFORE, /* at the moment before, to interpolate between the two */
    VOL_ROW_VELOCITY,
    VOL_ROW_DENSITY, /* from 0 to 1; filled only where the look asks for it */
    VOL_ROW_ID       /* uint32_t */
} vol_row;

typedef struct vol_draw_flock {
    vol_flock_look look;
    float max_speed;
    size_t count;
    uint32_t leader;      /* the id of the boid that is marked, or VOL_NONE */
    uint32_t leader_slot; /* where it is in the arrays */
    float *block;
    size_t room;  /* floats in the block */
    float *trail; /* `trail_rows` rows, the oldest first, of `trail_ids` points each, by id; not a number: not there */
    size_t trail_ids; /* points have 2 numbers, in 3D 4 */
    size_t trail_rows, trail_room;
} vol_draw_flock;

/* Something that stands in the world: an obstacle, a player, a goal. */
typedef enum vol_mark_kind { VOL_MARK_DISC, VOL_MARK_BOX, VOL_MARK_LINE, VOL_MARK_POLYGON } vol_mark_kind;

typedef struct vol_mark {
    vol_mark_kind kind;
    float a[3];                /* the middle; of a line: one end */
    float b[3];                /* half the size of a box; the other end of a line */
    float radius;              /* around that, in units of length, */
    float pixels;              /* and in pixels, however near one looks */
    float reach;               /* of the halo, beyond the surface */
    float edge_width;          /* in pixels */
    vol_rgba fill, edge, halo; /* of opacity 0: none */
    size_t first, count;       /* of a polygon: its points */
} vol_mark;

typedef struct vol_draw_frame {
    uint64_t step;
    vol_world_def world;
    vol_scene_look look;
    vol_ground ground; /* is the background dark or light? */
    vol_draw_flock *flocks;
    size_t flock_count, flock_room;
    vol_mark *marks; /* in the order in which they are drawn, below the boids */
    size_t mark_count, mark_room;
    float *points; /* of polygons: x, y */
    size_t point_count, point_room;
} vol_draw_frame;

/* One of a flock's arrays. `axis` counts for the first three rows alone. */
float *vol_draw_row(const vol_draw_frame *frame, const vol_draw_flock *flock, vol_row row, int axis);

/* How many arrays a block has. */
int vol_draw_rows(const vol_draw_frame *frame);

/* The ids of a flock's boids, by slot. */
const uint32_t *vol_draw_ids(const vol_draw_frame *frame, const vol_draw_flock *flock);

/* Where a boid is when `part` (0 to 1) of the time from the moment before to this one has passed. A boid that came in at
 * the other side of the world is shown on its short way, as the shaders do. */
void vol_draw_position(const vol_draw_frame *frame, const vol_draw_flock *flock, size_t slot, float part, float at[3]);

/* The world's size where boids leave at one side and come in at the other, else 0. */
void vol_draw_periods(const vol_draw_frame *frame, float period[3]);

/* Remembers where boids were, for the moment before and for trails. Belongs to the thread that steps the world. */
typedef struct vol_draw_history vol_draw_history;

/* `trails`: how many moments trails are long; 0: there are none. */
vol_draw_history *vol_draw_history_make(uint32_t trails);
/* Forgets all: after a jump in time. */
void vol_draw_history_reset(vol_draw_history *history);
void vol_draw_history_release(vol_draw_history *history);

/* Players that a person moves, instead of the one of the scene. */
typedef struct vol_draw_players {
    size_t count;
    const double *positions; /* `dimensions` numbers each */
} vol_draw_players;

/* Copies the world into the frame, whose memory is used again; start with {0}. The world must have been made from the
 * scene. `players` NULL: as the scene says. */
void vol_draw_frame_take(vol_draw_frame *frame, vol_draw_history *history, vol_world *world, const vol_scene *scene,
                         const vol_draw_players *players);
void vol_draw_frame_release(vol_draw_frame *frame);

/* Adds a mark; the window does this for what it alone knows. */
vol_mark *vol_draw_mark_add(vol_draw_frame *frame, vol_mark mark);

/* Obstacles, goals and paths of the world, as marks (marks.c). */
void vol_draw_marks_take(vol_draw_frame *frame, vol_world *world);
/* A player, as marks: at full strength where boids flee from it. */
void vol_draw_player_mark(vol_draw_frame *frame, const double *position);

#endif
