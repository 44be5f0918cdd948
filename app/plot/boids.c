/* Reads boids over time: the lines of a trajectory, or the states of a recording as they are computed again. */
#include "plot/boids.h"

#include "record/replay.h"
#include "util/file.h"
#include "util/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const flat[] = {"step", "flock", "id", "x", "y", "vx", "vy"};
static const char *const solid[] = {"step", "flock", "id", "x", "y", "z", "vx", "vy", "vz"};

/* Does the header begin like this? */
static bool has_titles(const app_table *table, const char *const *titles, size_t count) {
    bool same = table->columns >= count;
    for (size_t i = 0; i < count && same; i++) {
        same = strcmp(table->titles[i], titles[i]) == 0;
    }
    return same;
}

bool app_table_is_boids(const app_table *table) {
    return has_titles(table, flat, sizeof flat / sizeof *flat) ||
           has_titles(table, solid, sizeof solid / sizeof *solid);
}

bool app_table_is_places(const app_table *table) {
    return has_titles(table, flat, 5);
}

static void grow(app_boids *b) {
    if (b->count < b->room) {
        return;
    }
    b->room = b->room * 2 + 4096;
    b->step = vol_retake(b->step, b->room * sizeof *b->step);
    b->flock = vol_retake(b->flock, b->room * sizeof *b->flock);
    b->id = vol_retake(b->id, b->room * sizeof *b->id);
    for (int axis = 0; axis < b->dimensions; axis++) {
        b->position[axis] = vol_retake(b->position[axis], b->room * sizeof(double));
        b->velocity[axis] = vol_retake(b->velocity[axis], b->room * sizeof(double));
    }
}

/* The number of a flock's name, which is remembered. */
static uint32_t flock_number(app_boids *b, const char *name) {
    size_t last = b->flocks.count;
    for (size_t i = 0; i < last; i++) {
        if (strcmp(b->flocks.word[i], name) == 0) {
            return (uint32_t)i;
        }
    }
    vol_words_add(&b->flocks, vol_arena_copy(&b->arena, name, strlen(name)));
    return (uint32_t)last;
}

void app_boids_add(app_boids *b, double step, const char *flock, uint32_t id, const double *position,
                   const double *velocity) {
    grow(b);
    b->step[b->count] = step;
    b->flock[b->count] = flock_number(b, flock);
    b->id[b->count] = id;
    for (int axis = 0; axis < b->dimensions; axis++) {
        b->position[axis][b->count] = position[axis];
        b->velocity[axis][b->count] = velocity[axis];
    }
    b->count++;
}

bool app_boids_step_wanted(const app_plot_options *o, uint64_t step) {
    return step >= o->from && step <= o->to && (step - o->from) % o->every == 0;
}

static bool cell_wrong(const app_table *table, size_t row, size_t column, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "%s:%zu: column %zu (%s): '%.60s' is not a%s number", table->name,
                         table->lines[row], column + 1, table->titles[column], app_table_cell(table, row, column),
                         column == 0 || column == 2 ? " whole" : "");
}

static bool read_row(app_boids *b, const app_table *table, size_t row, const app_plot_options *options,
                     app_fault *fault) {
    uint64_t step = 0;
    uint64_t id = 0;
    const char *flock = app_table_cell(table, row, 1);
    if (!vol_whole_read(app_table_cell(table, row, 0), &step)) {
        return cell_wrong(table, row, 0, fault);
    }
    if (!vol_whole_read(app_table_cell(table, row, 2), &id) || id > UINT32_MAX) {
        return cell_wrong(table, row, 2, fault);
    }
    if (!app_boids_step_wanted(options, step) || (options->flock != NULL && strcmp(options->flock, flock) != 0)) {
        return true;
    }
    grow(b);
    size_t i = b->count;
    for (int k = 0; k < (b->has_velocities ? 2 : 1) * b->dimensions; k++) {
        double *cell = k < b->dimensions ? &b->position[k][i] : &b->velocity[k - b->dimensions][i];
        if (!vol_number_read(app_table_cell(table, row, 3 + (size_t)k), cell)) {
            return cell_wrong(table, row, 3 + (size_t)k, fault);
        }
    }
    b->step[i] = (double)step;
    b->flock[i] = flock_number(b, flock);
    b->id[i] = (uint32_t)id;
    b->count++;
    return true;
}

bool app_boids_check_some(const app_boids *b, const app_plot_options *options, app_fault *fault) {
    return b->count > 0 ||
           app_fault_set(fault, APP_EXIT_WRONG, "%s: there are no boids%s%s%s in these steps", b->name,
                         options->flock != NULL ? " of a flock '" : "", options->flock != NULL ? options->flock : "",
                         options->flock != NULL ? "'" : "");
}

bool app_boids_from_table(app_boids *boids, const app_table *table, const app_plot_options *options, app_fault *fault) {
    *boids = (app_boids){.name = table->name, .y_down = true, .has_velocities = app_table_is_boids(table)};
    if (!app_table_is_places(table)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "%s:1: this is not a trajectory; its header would begin with step,flock,id,x,y,vx,vy or "
                             "step,flock,id,x,y,z,vx,vy,vz",
                             table->name);
    }
    boids->dimensions = has_titles(table, solid, 6) ? 3 : 2;
    for (size_t i = 0; i < table->rows; i++) {
        if (!read_row(boids, table, i, options, fault)) {
            return false;
        }
    }
    if (!boids->has_velocities && boids->count > 0) {
        boids->leader = boids->id[0]; /* a log of leaders */
    }
    return app_boids_check_some(boids, options, fault);
}

/* Takes the boids as they are now. */
static void take_state(app_boids *b, const vol_scene *scene, vol_world *world, const app_plot_options *options) {
    for (size_t f = 0; f < scene->flock_count; f++) {
        const char *name = scene->flocks[f].name;
        vol_view view = vol_flock_view(world, (vol_flock)f);
        bool wanted = options->flock == NULL || strcmp(options->flock, name) == 0;
        for (size_t i = 0; wanted && i < view.count; i++) {
            double position[3] = {0};
            double velocity[3] = {0};
            for (int axis = 0; axis < b->dimensions; axis++) {
                position[axis] = vol_view_position(&view, axis, i);
                velocity[axis] = vol_view_velocity(&view, axis, i);
            }
            app_boids_add(b, (double)vol_world_steps(world), name, view.id[i], position, velocity);
        }
    }
}

/* The first leader that the scene has, among the flocks that are shown. */
static void find_leader(app_boids *b, const vol_scene *scene, const app_plot_options *options) {
    for (size_t f = scene->flock_count; f-- > 0;) {
        const vol_scene_flock *flock = &scene->flocks[f];
        bool shown = options->flock == NULL || strcmp(options->flock, flock->name) == 0;
        if (shown && flock->leader != VOL_NONE) {
            b->leader_flock = flock_number(b, flock->name);
            b->leader = flock->leader;
        }
    }
}

static bool replay(app_boids *b, const app_recording *recording, const app_plot_options *options, app_fault *fault) {
    vol_scene scene = {0};
    vol_world *world = NULL;
    bool right = app_replay_begin(recording, &(vol_scene_where){0}, &scene, &world, fault);
    b->dimensions = scene.world.dimensions;
    b->has_velocities = true;
    b->has_box = scene.world.boundary != VOL_BOUNDARY_OPEN;
    b->wraps = scene.world.boundary <= VOL_BOUNDARY_TILE;
    b->y_down = !scene.look.y_up;
    memcpy(b->origin, scene.world.origin, sizeof b->origin);
    memcpy(b->size, scene.world.size, sizeof b->size);
    find_leader(b, &scene, options);
    app_progress progress = app_progress_begin(recording->first, recording->states, false);
    for (uint64_t state = 0; right && state < recording->states && !app_interrupt_came(); state++) {
        if (state > 0) {
            right = vol_scene_step(&scene, world, fault);
        }
        if (right && app_boids_step_wanted(options, vol_world_steps(world))) {
            take_state(b, &scene, world, options);
        }
        app_progress_show(&progress, recording->first + state);
    }
    app_progress_end(&progress);
    vol_world_destroy(world);
    vol_scene_release(&scene);
    if (right && app_interrupt_came()) {
        return app_fault_set(fault, APP_EXIT_INTERRUPTED, "volery plot: interrupted");
    }
    return right && app_boids_check_some(b, options, fault);
}

bool app_boids_is_recording(const char *path) {
    return app_file_begins(path, APP_RECORDING_MARK);
}

bool app_boids_from_recording(app_boids *boids, const char *path, const app_plot_options *options, app_fault *fault) {
    *boids = (app_boids){.name = path};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: cannot be opened: %s", path, strerror(errno));
    }
    app_recording recording;
    bool right = app_recording_open(&recording, file, path, fault);
    if (right) {
        app_interrupt_catch();
        right = replay(boids, &recording, options, fault);
        app_recording_release(&recording);
    }
    fclose(file);
    return right;
}

void app_boids_release(app_boids *boids) {
    free(boids->step);
    free(boids->flock);
    free(boids->id);
    for (int axis = 0; axis < 3; axis++) {
        free(boids->position[axis]);
        free(boids->velocity[axis]);
    }
    vol_words_release(&boids->flocks);
    vol_arena_release(&boids->arena);
    *boids = (app_boids){0};
}
