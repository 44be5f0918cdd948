/* From the world to a frame to draw: copies of the view's arrays, the places of a moment ago by id, trails, densities.
 * No angles, no roots boid by boid: what needs those is computed where the picture is. */
#include "draw/frame.h"

#include "common/arena.h"
#include "draw/density.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the boids of one flock were, by id: `dimensions` numbers each, not a number where there was none. */
typedef struct past_flock {
    float *last;
    size_t ids, room;
    float **rows; /* a ring of trail rows, each `ids` points at the time it was made */
    size_t *row_ids;
} past_flock;

struct app_draw_history {
    uint32_t trails;
    uint64_t moments; /* taken so far */
    past_flock *flocks;
    size_t count;
};

int app_draw_rows(const app_draw_frame *frame) {
    return 3 * frame->world.dimensions + 2;
}

float *app_draw_row(const app_draw_frame *frame, const app_draw_flock *flock, app_row row, int axis) {
    int dimensions = frame->world.dimensions;
    int index = row < APP_ROW_DENSITY ? (int)row * dimensions + axis : 3 * dimensions + (row == APP_ROW_ID);
    return flock->block ? flock->block + (size_t)index * flock->count : NULL; /* NULL: without boids */
}

const uint32_t *app_draw_ids(const app_draw_frame *frame, const app_draw_flock *flock) {
    return (const uint32_t *)(const void *)app_draw_row(frame, flock, APP_ROW_ID, 0);
}

void app_draw_periods(const app_draw_frame *frame, float period[3]) {
    vol_boundary boundary = frame->world.boundary;
    bool around = boundary == VOL_BOUNDARY_WRAP || boundary == VOL_BOUNDARY_JUMP || boundary == VOL_BOUNDARY_TILE;
    double margin = boundary == VOL_BOUNDARY_TILE ? 2 * frame->world.margin : 0;
    for (int axis = 0; axis < 3; axis++) {
        bool used = around && axis < frame->world.dimensions;
        period[axis] = used ? (float)(frame->world.size[axis] + margin) : 0;
    }
}

void app_draw_position(const app_draw_frame *frame, const app_draw_flock *flock, size_t slot, float part, float at[3]) {
    float period[3];
    app_draw_periods(frame, period);
    at[2] = 0;
    for (int axis = 0; axis < 3 && axis < frame->world.dimensions; axis++) {
        float now = app_draw_row(frame, flock, APP_ROW_POSITION, axis)[slot];
        float way = now - app_draw_row(frame, flock, APP_ROW_BEFORE, axis)[slot];
        way -= period[axis] > 0 ? period[axis] * rintf(way / period[axis]) : 0;
        at[axis] = now - way * (1 - part);
    }
}

app_draw_history *app_draw_history_make(uint32_t trails) {
    app_draw_history *history = vol_take(sizeof *history);
    *history = (app_draw_history){.trails = trails};
    return history;
}

static void release_flock(past_flock *past, uint32_t trails) {
    for (uint32_t i = 0; past->rows != NULL && i < trails; i++) {
        free(past->rows[i]);
    }
    free(past->rows);
    free(past->row_ids);
    free(past->last);
    *past = (past_flock){0};
}

void app_draw_history_reset(app_draw_history *history) {
    for (size_t i = 0; i < history->count; i++) {
        release_flock(&history->flocks[i], history->trails);
    }
    history->moments = 0;
}

void app_draw_history_release(app_draw_history *history) {
    if (history != NULL) {
        app_draw_history_reset(history);
        free(history->flocks);
        free(history);
    }
}

static past_flock *past_of(app_draw_history *history, size_t flock) {
    if (flock >= history->count) {
        history->flocks = vol_retake(history->flocks, (flock + 1) * sizeof *history->flocks);
        memset(history->flocks + history->count, 0, (flock + 1 - history->count) * sizeof *history->flocks);
        history->count = flock + 1;
    }
    return &history->flocks[flock];
}

/* Makes room in the table of last places for every id that the view has. */
static void know_ids(past_flock *past, const uint32_t *ids, size_t count, int dimensions) {
    size_t needed = past->ids;
    for (size_t i = 0; i < count; i++) {
        needed = ids[i] >= needed ? (size_t)ids[i] + 1 : needed;
    }
    if (needed > past->room) {
        past->room = needed + needed / 8;
        past->last = vol_retake(past->last, past->room * (size_t)dimensions * sizeof *past->last);
    }
    for (size_t i = past->ids * (size_t)dimensions; i < needed * (size_t)dimensions; i++) {
        past->last[i] = NAN;
    }
    past->ids = needed;
}

static void copy_reals(float *to, const void *from, size_t count, vol_precision precision) {
    if (precision == VOL_PRECISION_SINGLE) {
        memcpy(to, from, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        to[i] = (float)((const double *)from)[i];
    }
}

/* The row of where boids were; a boid that is new was where it is. Then remembers where they are. */
static void take_before(app_draw_frame *frame, app_draw_flock *flock, past_flock *past) {
    size_t dimensions = (size_t)frame->world.dimensions;
    const uint32_t *ids = app_draw_ids(frame, flock);
    for (size_t axis = 0; axis < dimensions; axis++) {
        const float *now = app_draw_row(frame, flock, APP_ROW_POSITION, (int)axis);
        float *before = app_draw_row(frame, flock, APP_ROW_BEFORE, (int)axis);
        for (size_t i = 0; i < flock->count; i++) {
            float *last = &past->last[ids[i] * dimensions + axis];
            before[i] = isnan(*last) ? now[i] : *last;
            *last = now[i];
        }
    }
}

/* Puts the places of now into the ring of trails, by id. */
static void remember_trail(const app_draw_history *history, past_flock *past, const app_draw_frame *frame,
                           const app_draw_flock *flock) {
    size_t dimensions = (size_t)frame->world.dimensions;
    size_t numbers = dimensions == 2 ? 2 : 4;
    if (past->rows == NULL) {
        past->rows = vol_take(history->trails * sizeof *past->rows);
        past->row_ids = vol_take(history->trails * sizeof *past->row_ids);
        for (uint32_t i = 0; i < history->trails; i++) {
            past->rows[i] = NULL;
            past->row_ids[i] = 0;
        }
    }
    size_t place = history->moments % history->trails;
    past->rows[place] = vol_retake(past->rows[place], (past->ids + 1) * numbers * sizeof(float));
    past->row_ids[place] = past->ids;
    float *row = past->rows[place];
    for (size_t i = 0; i < past->ids * numbers; i++) {
        row[i] = NAN;
    }
    const uint32_t *ids = app_draw_ids(frame, flock);
    for (size_t axis = 0; axis < dimensions; axis++) {
        const float *now = app_draw_row(frame, flock, APP_ROW_POSITION, (int)axis);
        for (size_t i = 0; i < flock->count; i++) {
            row[ids[i] * numbers + axis] = now[i];
        }
    }
}

/* Copies the ring of trails, the oldest row first. */
static void take_trail(const app_draw_history *history, const past_flock *past, const app_draw_frame *frame,
                       app_draw_flock *flock) {
    size_t numbers = frame->world.dimensions == 2 ? 2 : 4;
    size_t rows = history->moments + 1 < history->trails ? (size_t)history->moments + 1 : history->trails;
    if (past->ids == 0) {
        rows = 0; /* a flock that never had a boid has no memory for trails */
    }
    flock->trail_rows = rows;
    flock->trail_ids = past->ids;
    size_t needed = rows * past->ids * numbers;
    if (needed > flock->trail_room) {
        flock->trail_room = needed + needed / 8;
        flock->trail = vol_retake(flock->trail, flock->trail_room * sizeof *flock->trail);
    }
    for (size_t i = 0; i < rows; i++) {
        size_t place = (size_t)((history->moments + 1 - rows + i) % history->trails);
        float *row = flock->trail + i * past->ids * numbers;
        size_t known = past->row_ids[place] * numbers;
        if (known > 0) {
            memcpy(row, past->rows[place], known * sizeof *row);
        }
        for (size_t j = known; j < past->ids * numbers; j++) {
            row[j] = NAN;
        }
    }
}

/* A grid over the world onto which every boid is spread by nearness; a boid's density is what the grid has at its
 * place, in times of the mean, on a scale of logarithms. */
typedef struct density_grid {
    size_t cells[3];
    float low[3], scale[3];
    float *sum;
} density_grid;

static density_grid make_grid(const app_draw_frame *frame, size_t count) {
    density_grid grid = {.cells = {1, 1, 1}};
    double room = 1;
    int dimensions = frame->world.dimensions;
    for (int axis = 0; axis < dimensions; axis++) {
        room *= frame->world.size[axis];
    }
    double cell = pow(room / (double)(count + 1) * 4, 1.0 / dimensions);
    size_t total = 1;
    for (int axis = 0; axis < dimensions; axis++) {
        double cells = fmin(fmax(frame->world.size[axis] / cell, 1), 4096);
        grid.cells[axis] = (size_t)cells + 1;
        grid.low[axis] = (float)frame->world.origin[axis];
        grid.scale[axis] = (float)((double)(size_t)cells / frame->world.size[axis]);
        total *= grid.cells[axis];
    }
    grid.sum = vol_take(total * sizeof *grid.sum);
    memset(grid.sum, 0, total * sizeof *grid.sum);
    return grid;
}

/* The corners of the grid around a boid and their shares: 4 in 2D, 8 in 3D. */
static int corners(const app_draw_frame *frame, const app_draw_flock *flock, const density_grid *grid, size_t boid,
                   size_t corner[8], float share[8]) {
    int count = 1;
    size_t stride = 1;
    corner[0] = 0;
    share[0] = 1;
    for (int axis = 0; axis < frame->world.dimensions; axis++) {
        float place = (app_draw_row(frame, flock, APP_ROW_POSITION, axis)[boid] - grid->low[axis]) * grid->scale[axis];
        size_t last = grid->cells[axis] - 1;
        size_t low = place > 0 ? (place < (float)last ? (size_t)place : last) : 0;
        size_t high = low < last ? low + 1 : low;
        float part = fminf(fmaxf(place - (float)low, 0), 1);
        for (int i = 0; i < count; i++) {
            corner[count + i] = corner[i] + high * stride;
            share[count + i] = share[i] * part;
            corner[i] += low * stride;
            share[i] *= 1 - part;
        }
        count *= 2;
        stride *= grid->cells[axis];
    }
    return count;
}

static void take_density(const app_draw_frame *frame, const app_draw_flock *flock) {
    density_grid grid = make_grid(frame, flock->count);
    float *density = app_draw_row(frame, flock, APP_ROW_DENSITY, 0);
    size_t corner[8];
    float share[8];
    for (size_t i = 0; i < flock->count; i++) {
        int count = corners(frame, flock, &grid, i, corner, share);
        for (int c = 0; c < count; c++) {
            grid.sum[corner[c]] += share[c];
        }
    }
    for (size_t i = 0; i < flock->count; i++) {
        float sum = 0;
        int count = corners(frame, flock, &grid, i, corner, share);
        for (int c = 0; c < count; c++) {
            sum += share[c] * grid.sum[corner[c]];
        }
        /* 4 a cell is the mean; 16 times that is as bright as it gets */
        density[i] = fminf(log2f(1 + sum / 4) / 4.1F, 1);
    }
    free(grid.sum);
}

/* The boid that is drawn as a leader: the one that leads, or, where the look wants one, one by lot. */
static void find_leader(app_draw_flock *flock, vol_world *world, vol_flock index, const vol_scene *scene) {
    flock->leader = vol_flock_leader(world, index);
    flock->leader_slot = VOL_NONE;
    if (flock->leader == VOL_NONE && flock->look.leader.rule != VOL_SCENE_COLOR_NONE) {
        size_t count = scene->flocks[index].def.count;
        flock->leader = count > 0 ? (uint32_t)(app_palette_chance(scene->world.seed, index) * (float)count) : VOL_NONE;
    }
    if (flock->leader != VOL_NONE) {
        flock->leader_slot = vol_flock_slot(world, index, flock->leader);
    }
}

/* A limit as high as it may be is none: then the fastest boid of a frame is its measure (take_flock). */
static float full_speed(const vol_flock_def *def) {
    return def->max_speed < vol_param_find("max_speed")->most ? (float)def->max_speed : INFINITY;
}

static float fastest_of(const app_draw_frame *frame, const app_draw_flock *flock) {
    float most = 0;
    for (size_t i = 0; i < flock->count; i++) {
        float square = 0;
        for (int axis = 0; axis < frame->world.dimensions; axis++) {
            float v = app_draw_row(frame, flock, APP_ROW_VELOCITY, axis)[i];
            square += v * v;
        }
        most = fmaxf(most, square);
    }
    return sqrtf(most);
}

static void take_flock(app_draw_frame *frame, app_draw_history *history, vol_world *world, const vol_scene *scene,
                       size_t index) {
    app_draw_flock *flock = &frame->flocks[index];
    vol_view view = vol_flock_view(world, (vol_flock)index);
    flock->count = view.count;
    find_leader(flock, world, (vol_flock)index, scene);
    size_t needed = (size_t)app_draw_rows(frame) * view.count;
    if (needed > flock->room) {
        flock->room = needed + needed / 8;
        flock->block = vol_retake(flock->block, flock->room * sizeof *flock->block);
    }
    past_flock *past = past_of(history, index);
    flock->trail_rows = 0;
    if (view.count > 0) {
        memcpy(app_draw_row(frame, flock, APP_ROW_ID, 0), view.id, view.count * sizeof *view.id);
        for (int axis = 0; axis < view.dimensions; axis++) {
            copy_reals(app_draw_row(frame, flock, APP_ROW_POSITION, axis), view.position[axis], view.count,
                       view.precision);
            copy_reals(app_draw_row(frame, flock, APP_ROW_VELOCITY, axis), view.velocity[axis], view.count,
                       view.precision);
        }
        know_ids(past, view.id, view.count, view.dimensions);
        take_before(frame, flock, past);
        if (flock->look.color.rule == VOL_SCENE_COLOR_DENSITY) {
            take_density(frame, flock);
        } else {
            memset(app_draw_row(frame, flock, APP_ROW_DENSITY, 0), 0, view.count * sizeof(float));
        }
    }
    flock->max_speed = isinf(flock->max_speed) ? fastest_of(frame, flock) : flock->max_speed;
    if (history->trails > 0) {
        remember_trail(history, past, frame, flock);
        take_trail(history, past, frame, flock);
    }
}

/* How the flocks look, and which of them are drawn by their density; these are counted now. */
static void take_looks(app_draw_frame *frame, vol_world *world, const vol_scene *scene, app_density *density,
                       uint32_t trails) {
    const vol_scene_shown shown = vol_scene_look_shown(scene);
    frame->look = shown.look;
    frame->ground = shown.light ? APP_GROUND_LIGHT : APP_GROUND_DARK;
    for (size_t i = 0; i < frame->flock_count; i++) {
        app_draw_flock *flock = &frame->flocks[i];
        vol_flock_def def = vol_flock_get_def(world, (vol_flock)i);
        flock->look = vol_scene_flock_shown(scene, &shown, i);
        flock->max_speed = full_speed(&def);
        flock->dense = density != NULL && app_density_suits(density, &flock->look, def.count);
    }
    frame->dense.begun = false;
    frame->dense.there = false;
    if (density != NULL) {
        app_density_begin(density, frame, world, trails);
    }
}

/* Of a flock that is drawn by its density nothing is copied, and it has no past. */
static void leave_flock(app_draw_flock *flock, past_flock *past, uint32_t trails) {
    flock->count = 0;
    flock->leader = VOL_NONE;
    flock->leader_slot = VOL_NONE;
    flock->trail_rows = 0;
    release_flock(past, trails);
}

static void take_players(app_draw_frame *frame, const vol_scene *scene, const app_draw_players *players) {
    int dimensions = frame->world.dimensions;
    size_t count = players != NULL ? players->count : scene->player_count;
    for (size_t i = 0; i < count; i++) {
        vol_player_def player = {.radius = frame->world.player.flee_radius};
        if (players != NULL) {
            memcpy(player.position, players->positions + i * (size_t)dimensions, (size_t)dimensions * sizeof(double));
        } else {
            player = vol_scene_player_at(scene, i, &frame->world, frame->step);
        }
        app_draw_player_mark(frame, player.position, player.radius);
    }
}

void app_draw_frame_take(app_draw_frame *frame, app_draw_history *history, vol_world *world, const vol_scene *scene,
                         const app_draw_players *players, app_density *density) {
    size_t count = scene->flock_count;
    frame->taken++;
    frame->step = vol_world_steps(world);
    frame->world = vol_world_get_def(world);
    if (count > frame->flock_room) {
        frame->flocks = vol_retake(frame->flocks, count * sizeof *frame->flocks);
        memset(frame->flocks + frame->flock_room, 0, (count - frame->flock_room) * sizeof *frame->flocks);
        frame->flock_room = count;
    }
    frame->flock_count = count;
    take_looks(frame, world, scene, density, history->trails);
    for (size_t i = 0; i < count; i++) {
        if (frame->flocks[i].dense) {
            leave_flock(&frame->flocks[i], past_of(history, i), history->trails);
        } else {
            take_flock(frame, history, world, scene, i);
        }
    }
    history->moments++;
    frame->mark_count = 0;
    frame->point_count = 0;
    app_draw_marks_take(frame, world);
    take_players(frame, scene, players);
}

void app_draw_frame_release(app_draw_frame *frame) {
    for (size_t i = 0; i < frame->flock_room; i++) {
        free(frame->flocks[i].block);
        free(frame->flocks[i].trail);
    }
    free(frame->flocks);
    free(frame->marks);
    free(frame->points);
    free(frame->dense.pixels);
    *frame = (app_draw_frame){0};
}
