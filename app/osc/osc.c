/* Both ways of a running scene. Out: step, boids, measures, after a step was computed. In: packet by packet, each read
 * whole (packet.c), its messages made wishes (command.c), before the next step is computed. */
#include "osc/osc.h"

#include "common/arena.h"
#include "osc/command.h"
#include "osc/outlet.h"
#include "sound/features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PACKETS = 256,  /* that are read at once */
    MOST_MESSAGES = 512, /* that are done at once */
    MOST_EVENTS = 400000 /* of a scene: what is recorded must be read again, and there the limit is somewhat higher */
};

struct app_osc {
    app_osc_options options;
    app_measures measures;
    app_osc_inlet *inlet;
    app_osc_outlet *outlet;
    app_osc_counts counts;
    char why[300];
    bool complained;
    bool onset, beat; /* since the step that was sent last */
};

/* A packet that is being taken. */
typedef struct taking {
    app_osc *osc;
    const vol_scene *scene;
    app_osc_grant grant;
    void *context;
    size_t done, seen;
} taking;

static bool open_both(app_osc *osc, const char *command, int dimensions, app_fault *fault) {
    const app_osc_options *o = &osc->options;
    app_osc_place place;
    char title[40];
    if (o->out != NULL) {
        snprintf(title, sizeof title, "volery %s: --osc-measures", command);
        if (!app_measures_read(&osc->measures, o->measures != NULL ? o->measures : APP_OSC_MEASURES, dimensions, title,
                               fault)) {
            return false;
        }
        snprintf(title, sizeof title, "volery %s: --osc-out", command);
        if (!app_osc_place_read(&place, o->out, 1, title, fault)) {
            return false;
        }
        osc->outlet = app_osc_outlet_open(&place, title, fault);
    }
    if (o->in != NULL && (o->out == NULL || osc->outlet != NULL)) {
        snprintf(title, sizeof title, "volery %s: --osc-in", command);
        if (!app_osc_place_read(&place, o->in, 0, title, fault)) {
            return false;
        }
        osc->inlet = app_osc_inlet_open(&place, title, fault);
    }
    return (o->out == NULL || osc->outlet != NULL) && (o->in == NULL || osc->inlet != NULL);
}

bool app_osc_open(app_osc **osc, const app_osc_options *options, const char *command, int dimensions,
                  app_fault *fault) {
    *osc = NULL;
    if (options->measures != NULL && options->out == NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --osc-measures needs --osc-out HOST:PORT", command);
    }
    if (options->in == NULL && options->out == NULL) {
        return true;
    }
    app_osc *new = vol_take(sizeof *new);
    *new = (app_osc){.options = *options};
    if (!open_both(new, command, dimensions, fault)) {
        app_osc_close(new);
        return false;
    }
    *osc = new;
    return true;
}

void app_osc_close(app_osc *osc) {
    if (osc != NULL) {
        app_osc_inlet_close(osc->inlet);
        app_osc_outlet_close(osc->outlet);
        free(osc);
    }
}

int app_osc_file(const app_osc *osc) {
    return osc != NULL && osc->inlet != NULL ? app_osc_inlet_file(osc->inlet) : -1;
}

const char *app_osc_at(const app_osc *osc) {
    return osc != NULL && osc->inlet != NULL ? app_osc_inlet_name(osc->inlet) : NULL;
}

app_osc_counts app_osc_count(const app_osc *osc) {
    app_osc_counts counts = osc->counts;
    if (osc->outlet != NULL) {
        counts.sent = app_osc_outlet_sent(osc->outlet);
        counts.lost = app_osc_outlet_lost(osc->outlet);
    }
    return counts;
}

/* --- In ----------------------------------------------------------------------------------------------------------- */

/* What cannot happen is told as of the scene's text, with a line of it, which has nothing to do with a message. */
static const char *plain(const char *why) {
    const char *step = strstr(why, "at step ");
    const char *reason = step != NULL ? strstr(step, ": ") : NULL;
    return reason != NULL ? reason + 2 : why;
}

static void ignore(app_osc *osc, const char *why) {
    why = plain(why);
    if (osc->counts.ignored++ == 0) {
        snprintf(osc->why, sizeof osc->why, "OSC: a message was ignored: %s; more of that is only counted", why);
    }
}

const char *app_osc_complaint(app_osc *osc) {
    if (osc == NULL || osc->complained || osc->counts.ignored == 0) {
        return NULL;
    }
    osc->complained = true;
    return osc->why;
}

static void take_message(void *context, const app_osc_message *message) {
    taking *t = context;
    app_wish wish;
    char why[256] = "";
    t->seen++;
    if (t->seen > MOST_MESSAGES) {
        ignore(t->osc, "more came at once than can be done");
    } else if (t->scene->event_count >= MOST_EVENTS) {
        ignore(t->osc, "the scene has as many events as can be recorded");
    } else if (!app_osc_command(t->scene, message, &wish, why, sizeof why) ||
               !t->grant(t->context, &wish, why, sizeof why)) {
        ignore(t->osc, why);
    } else {
        t->osc->counts.taken++;
        t->done++;
    }
}

size_t app_osc_take(app_osc *osc, const vol_scene *scene, app_osc_grant grant, void *context) {
    taking t = {.osc = osc, .scene = scene, .grant = grant, .context = context};
    const unsigned char *bytes = NULL;
    size_t size = 0;
    if (osc == NULL || osc->inlet == NULL) {
        return 0;
    }
    for (int i = 0; i < MOST_PACKETS && t.seen < MOST_MESSAGES && app_osc_inlet_next(osc->inlet, &bytes, &size); i++) {
        const char *wrong = app_osc_read(bytes, size, take_message, &t);
        if (wrong != NULL) {
            ignore(osc, wrong);
        }
    }
    return t.done;
}

/* --- Out ---------------------------------------------------------------------------------------------------------- */

static void send_boids(app_osc *osc, const vol_scene *scene, vol_world *world, vol_flock flock) {
    vol_view view = vol_flock_view(world, flock);
    const uint32_t *order = vol_flock_order(world, flock);
    size_t axes = (size_t)view.dimensions;
    char address[128];
    uint32_t count = (uint32_t)view.count;
    snprintf(address, sizeof address, "/volery/count/%s", scene->flocks[flock].name);
    app_osc_outlet_put(osc->outlet, address, &count, NULL, 0);
    snprintf(address, sizeof address, "/volery/boid/%s", scene->flocks[flock].name);
    for (size_t i = 0; i < view.count && i < osc->options.boids; i++) {
        double numbers[6];
        size_t slot = order[i];
        for (size_t axis = 0; axis < axes; axis++) {
            numbers[axis] = vol_view_position(&view, (int)axis, slot);
            numbers[axes + axis] = vol_view_velocity(&view, (int)axis, slot);
        }
        app_osc_outlet_put(osc->outlet, address, &view.id[slot], numbers, 2 * axes);
    }
}

/* Of all boids and, where there are several flocks, of each. A meter belongs to a world, and played scenes change
 * theirs at any time: it is made for each step that is sent. */
static void send_measures(app_osc *osc, const vol_scene *scene, vol_world *world) {
    vol_meter_def def = scene->meter;
    vol_meter *meter = NULL;
    def.measures = app_measures_bits(&osc->measures);
    if (vol_meter_create(world, &def, &meter, NULL) != VOL_OK) {
        return;
    }
    size_t parts = scene->flock_count > 1 ? 1 + scene->flock_count : 1;
    for (size_t part = 0; part < parts; part++) {
        if (vol_meter_read(meter, part == 0 ? VOL_NONE : (vol_flock)(part - 1), NULL) != VOL_OK) {
            continue;
        }
        for (size_t i = 0; i < osc->measures.count; i++) {
            char address[160];
            vol_measure measure = osc->measures.measure[i];
            double value = vol_meter_value(meter, measure);
            snprintf(address, sizeof address, "/volery/measure/%s%s%s", part > 0 ? scene->flocks[part - 1].name : "",
                     part > 0 ? "/" : "", vol_measure_name(measure));
            app_osc_outlet_put(osc->outlet, address, NULL, &value, 1);
        }
    }
    vol_meter_destroy(meter);
}

/* The features that are heard at this step; false: there is no sound. Marks are kept until they are sent. */
static bool hear(app_osc *osc, const vol_scene *scene, uint64_t step, const app_osc_heard *heard, double *features) {
    bool onset = heard != NULL && heard->onset, beat = heard != NULL && heard->beat;
    bool there =
        heard != NULL ? heard->features != NULL : vol_scene_sound_features(scene, step, features, &onset, &beat);
    if (there && heard != NULL) {
        memcpy(features, heard->features, VOL_SOUND_FEATURES * sizeof *features);
    }
    osc->onset = osc->onset || (there && onset);
    osc->beat = osc->beat || (there && beat);
    return there;
}

static void send_sound(app_osc *osc, const double *features) {
    for (unsigned i = 0; vol_scene_feature_name(i) != NULL; i++) {
        char address[64];
        snprintf(address, sizeof address, "/volery/sound/%s", vol_scene_feature_name(i));
        app_osc_outlet_put(osc->outlet, address, NULL, &features[i], 1);
    }
    if (osc->onset) {
        app_osc_outlet_put(osc->outlet, "/volery/onset", NULL, &features[VOL_SOUND_ONSET], 1);
    }
    if (osc->beat) {
        app_osc_outlet_put(osc->outlet, "/volery/beat", NULL, &features[VOL_SOUND_BEAT], 1);
    }
    osc->onset = false;
    osc->beat = false;
}

void app_osc_send(app_osc *osc, const vol_scene *scene, vol_world *world, const app_osc_heard *heard) {
    double features[VOL_SOUND_FEATURES];
    if (osc == NULL || osc->outlet == NULL) {
        return;
    }
    uint64_t step = vol_world_steps(world);
    bool sound = hear(osc, scene, step, heard, features);
    if (step % osc->options.every != 0) {
        return;
    }
    app_osc_outlet_begin(osc->outlet, step, vol_scene_time(scene, step));
    if (sound) {
        send_sound(osc, features);
    }
    send_measures(osc, scene, world);
    for (vol_flock flock = 0; flock < scene->flock_count; flock++) {
        send_boids(osc, scene, world, flock);
    }
    app_osc_outlet_end(osc->outlet);
}
