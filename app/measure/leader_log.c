/* From a world between two steps to a line of CSV a leader: where it is, and the four forces on it, each with its
 * parts, its direction in degrees and its length. */
#include "measure/leader_log.h"

#include "common/arena.h"
#include "common/format_number.h"
#include "trajectory/trajectory.h"

#include <stdlib.h>
#include <string.h>

enum { FORCES = 4, PARTS = 5 };

struct app_leader_log {
    app_sink sink;
    const vol_scene *scene;
};

static bool somebody_leads(const vol_scene *scene) {
    for (size_t i = 0; i < scene->flock_count; i++) {
        if (scene->flocks[i].leader != VOL_NONE) {
            return true;
        }
    }
    for (size_t i = 0; i < scene->event_count; i++) {
        if (scene->events[i].kind == VOL_SCENE_EVENT_LEADER && scene->events[i].id != VOL_NONE) {
            return true;
        }
    }
    return false;
}

static void put_text(app_sink *sink, const char *text) {
    app_sink_put(sink, text, strlen(text));
}

static void put_header(app_sink *sink, int dimensions) {
    static const char *const names[FORCES] = {"cohesion", "separation", "alignment", "wall"};
    static const char *const parts[PARTS] = {"x", "y", "z", "direction", "length"};
    put_text(sink, dimensions == 2 ? "step,flock,id,x,y" : "step,flock,id,x,y,z");
    for (int i = 0; i < FORCES; i++) {
        for (int part = 0; part < PARTS; part++) {
            if (dimensions == 3 || part != 2) {
                app_sink_put_char(sink, ',');
                put_text(sink, names[i]);
                app_sink_put_char(sink, '_');
                put_text(sink, parts[part]);
            }
        }
    }
    app_sink_put_char(sink, '\n');
}

bool app_leader_log_check(const vol_scene *scene, app_fault *fault) {
    return somebody_leads(scene) ||
           app_fault_set(
               fault, APP_EXIT_WRONG,
               "volery run: --leader-log: no flock of the scene '%s' has a leader; give one a 'leader', as in "
               "--set %s.leader=0",
               scene->name, scene->flocks[0].name);
}

app_leader_log *app_leader_log_open(app_output *output, const vol_scene *scene, const app_place *from,
                                    app_fault *fault) {
    app_leader_log *log = vol_take(sizeof *log);
    log->scene = scene;
    if (!app_sink_open(&log->sink, output, from, fault)) {
        free(log);
        return NULL;
    }
    if (!app_place_is_set(from)) {
        put_header(&log->sink, scene->world.dimensions);
    }
    return log;
}

static void put_number(app_sink *sink, double value) {
    char text[VOL_NUMBER_SIZE];
    app_sink_put_char(sink, ',');
    app_sink_put(sink, text, vol_format_double(text, value));
}

static void put_place(app_sink *sink, const vol_view *view, size_t slot) {
    for (int axis = 0; axis < view->dimensions; axis++) {
        char text[VOL_NUMBER_SIZE];
        double value = vol_view_position(view, axis, slot);
        app_sink_put_char(sink, ',');
        app_sink_put(sink, text,
                     view->precision == VOL_PRECISION_DOUBLE ? vol_format_double(text, value)
                                                             : vol_format_float(text, (float)value));
    }
}

bool app_leader_log_step(app_leader_log *log, vol_world *world, app_fault *fault) {
    app_sink *sink = &log->sink;
    bool right = true;
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        vol_force forces[FORCES];
        if (vol_flock_leader_forces(world, flock, forces) == 0) {
            continue;
        }
        right = app_sink_room(sink, fault) && right; /* the other ranks of a world go on, so this one does */
        uint32_t id = vol_flock_leader(world, flock);
        uint32_t slot = vol_flock_slot(world, flock, id);
        vol_view view = vol_flock_view(world, flock);
        app_sink_put_whole(sink, vol_world_steps(world));
        app_sink_put_char(sink, ',');
        put_text(sink, log->scene->flocks[flock].name);
        app_sink_put_char(sink, ',');
        app_sink_put_whole(sink, id);
        put_place(sink, &view, slot);
        for (int i = 0; i < FORCES; i++) {
            for (int axis = 0; axis < view.dimensions; axis++) {
                put_number(sink, forces[i].force[axis]);
            }
            put_number(sink, forces[i].direction);
            put_number(sink, forces[i].length);
        }
        app_sink_put_char(sink, '\n');
    }
    return right;
}

bool app_leader_log_place(app_leader_log *log, app_place *place, app_fault *fault) {
    return app_sink_place(&log->sink, place, fault);
}

bool app_leader_log_close(app_leader_log *log, app_fault *fault) {
    if (log == NULL) {
        return true;
    }
    bool right = app_sink_close(&log->sink, fault);
    free(log);
    return right;
}
