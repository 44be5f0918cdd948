/* From a world between two steps to a line of CSV a leader: where it is, and the four forces on it, each with its parts, its
 * direction in degrees and its length. */
#include "measure/leader_log.h"

#include "common/format_number.h"
#include "trajectory/trajectory.h"

#include <stdlib.h>
#include <string.h>

enum { FORCES = 4, PARTS = 5 };

struct vol_leader_log {
    vol_sink sink;
    const vol_scene *scene;
};

static bool somebody_leads(const vol_scene *scene) {
    for (size_t i = 0; i < scene->flock_count; i++) {
        if (scene->flocks[i].leader != VOL_NONE) {
            return true;
        }
    }
    for (size_t i = 0; i < scene->event_count; i++) {
        if (scene->events[i].kind == VOL_EVENT_LEADER && scene->events[i].id != VOL_NONE) {
            return true;
        }
    }
    return false;
}

static void put_text(vol_sink *sink, const char *text) {
    vol_sink_put(sink, text, strlen(text));
}

static void put_header(vol_sink *sink, int dimensions) {
    static const char *const names[FORCES] = {"cohesion", "separation", "alignment", "wall"};
    static const char *const parts[PARTS] = {"x", "y", "z", "direction", "length"};
    put_text(sink, dimensions == 2 ? "step,flock,id,x,y" : "step,flock,id,x,y,z");
    for (int i = 0; i < FORCES; i++) {
        for (int part = 0; part < PARTS; part++) {
            if (dimensions == 3 || part != 2) {
                vol_sink_put_char(sink, ',');
                put_text(sink, names[i]);
                vol_sink_put_char(sink, '_');
                put_text(sink, parts[part]);
            }
        }
    }
    vol_sink_put_char(sink, '\n');
}

bool vol_leader_log_check(const vol_scene *scene, vol_fault *fault) {
    return somebody_leads(scene) ||
           vol_fault_set(
               fault, VOL_EXIT_WRONG,
               "volery run: --leader-log: no flock of the scene '%s' has a leader; give one a 'leader', as in "
               "--set %s.leader=0",
               scene->name, scene->flocks[0].name);
}

vol_leader_log *vol_leader_log_open(vol_output *output, const vol_scene *scene, vol_fault *fault) {
    vol_leader_log *log = vol_take(sizeof *log);
    log->scene = scene;
    if (!vol_sink_open(&log->sink, output, fault)) {
        free(log);
        return NULL;
    }
    put_header(&log->sink, scene->world.dimensions);
    return log;
}

static void put_number(vol_sink *sink, double value) {
    char text[VOL_NUMBER_SIZE];
    vol_sink_put_char(sink, ',');
    vol_sink_put(sink, text, vol_format_double(text, value));
}

static void put_place(vol_sink *sink, const vol_view *view, size_t slot) {
    for (int axis = 0; axis < view->dimensions; axis++) {
        char text[VOL_NUMBER_SIZE];
        double value = vol_view_position(view, axis, slot);
        vol_sink_put_char(sink, ',');
        vol_sink_put(sink, text,
                     view->precision == VOL_PRECISION_DOUBLE ? vol_format_double(text, value)
                                                             : vol_format_float(text, (float)value));
    }
}

bool vol_leader_log_step(vol_leader_log *log, vol_world *world, vol_fault *fault) {
    vol_sink *sink = &log->sink;
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        vol_force forces[FORCES];
        if (vol_flock_leader_forces(world, flock, forces) == 0) {
            continue;
        }
        if (!vol_sink_room(sink, fault)) {
            return false;
        }
        uint32_t id = vol_flock_leader(world, flock);
        uint32_t slot = vol_flock_slot(world, flock, id);
        vol_view view = vol_flock_view(world, flock);
        vol_sink_put_whole(sink, vol_world_steps(world));
        vol_sink_put_char(sink, ',');
        put_text(sink, log->scene->flocks[flock].name);
        vol_sink_put_char(sink, ',');
        vol_sink_put_whole(sink, id);
        put_place(sink, &view, slot);
        for (int i = 0; i < FORCES; i++) {
            for (int axis = 0; axis < view.dimensions; axis++) {
                put_number(sink, forces[i].force[axis]);
            }
            put_number(sink, forces[i].direction);
            put_number(sink, forces[i].length);
        }
        vol_sink_put_char(sink, '\n');
    }
    return true;
}

bool vol_leader_log_close(vol_leader_log *log, vol_fault *fault) {
    if (log == NULL) {
        return true;
    }
    bool right = vol_sink_close(&log->sink, fault);
    free(log);
    return right;
}
