/* Checks worlds between two steps: what must hold of every boid, where two worlds differ, and all that promises to
 * change nothing. */
#include "ways.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Below this, squares of lengths are too small for floats. */
#define TINY_SPEED 1e-15

/* How far a rounded length may lie beyond its limit. The direction of a velocity below 1e-19 is known to a few bits
 * only in single precision, because its square is below what floats hold in full; turned or sped up from there, a boid
 * may be a good deal too fast. */
static double slack(vol_precision precision) {
    return precision == VOL_PRECISION_DOUBLE ? 1 + 1e-8 : 1.5;
}

static bool is_inside(const vol_world_def *world, int axis, double x) {
    double margin = world->boundary == VOL_BOUNDARY_TILE ? world->margin : 0;
    double low = world->origin[axis] - margin, high = world->origin[axis] + world->size[axis] + margin;
    if (world->precision == VOL_PRECISION_SINGLE) {
        /* the edge is where the floats put it: origin, size and margin are rounded, and so are their sums */
        const float begin = (float)world->origin[axis], end = begin + (float)world->size[axis];
        low = (double)(begin - (float)margin);
        high = (double)(end + (float)margin);
    }
    return world->boundary == VOL_BOUNDARY_OPEN || (x >= low && x <= high);
}

static void inspect_boid(const vol_world_def *world, const vol_flock_def *flock, const vol_view *view, size_t slot,
                         char *wrong, size_t size) {
    double speed = 0;
    for (int axis = 0; axis < view->dimensions; axis++) {
        double x = vol_view_position(view, axis, slot), v = vol_view_velocity(view, axis, slot);
        const char *what = !isfinite(x) || !isfinite(v) ? "not a finite number"
                           : !is_inside(world, axis, x) ? "outside of the world"
                                                        : NULL;
        if (what != NULL && wrong[0] == '\0') {
            snprintf(wrong, size, "%s: flock %s, boid %u, axis %d: position %.17g, velocity %.17g", what, flock->name,
                     (unsigned)view->id[slot], axis, x, v);
        }
        speed = hypot(speed, v);
    }
    if (speed > flock->max_speed * slack(world->precision) && speed > TINY_SPEED && wrong[0] == '\0') {
        snprintf(wrong, size, "too fast: flock %s, boid %u: speed %.17g, max_speed %.17g", flock->name,
                 (unsigned)view->id[slot], speed, flock->max_speed);
    }
}

void inspect_world(vol_world *world, char *wrong, size_t size) {
    vol_world_def def = vol_world_get_def(world);
    for (uint32_t i = 0; i < vol_flock_count(world); i++) {
        vol_flock_def flock = vol_flock_get_def(world, i);
        vol_view view = vol_flock_view(world, i);
        for (size_t slot = 0; slot < view.count && wrong[0] == '\0'; slot++) {
            inspect_boid(&def, &flock, &view, slot, wrong, size);
        }
    }
}

void look_at_world(vol_world *world, bool measure) {
    vol_hit hits[4];
    vol_force forces[4];
    size_t found;
    double low[3] = {-1e12, -1e12, -1e12}, high[3] = {1e12, 1e12, 1e12}, middle[3] = {1, 2, 3};
    for (uint32_t i = 0; i < vol_flock_count(world); i++) {
        vol_flock_order(world, i);
        vol_flock_slot(world, i, 0);
        vol_flock_leader_forces(world, i, forces);
        vol_query_nearest(world, i, middle, 3, hits, &found, NULL);
        vol_query_near(world, i, middle, 50, hits, 4, &found, NULL);
        vol_query_box(world, i, low, high, hits, 4, &found, NULL);
        vol_flock_get_def(world, i);
    }
    if (measure) {
        measure_world(world);
    }
    vol_world_reset_profile(world);
}

uint64_t measure_world(vol_world *world) {
    vol_meter_def def = vol_default_meter_def();
    vol_meter *meter = NULL;
    vol_error error;
    uint64_t sum = 0;
    if (vol_meter_create(world, &def, &meter, &error) != VOL_OK || vol_meter_read(meter, VOL_NONE, &error) != VOL_OK) {
        vol_meter_destroy(meter);
        return 1;
    }
    for (unsigned i = 0; i < VOL_MEASURE_COUNT; i++) {
        double value = vol_meter_value(meter, (vol_measure)i);
        uint64_t bits = 0;
        if (!isnan(value)) {
            memcpy(&bits, &value, sizeof bits);
        }
        sum = (sum ^ bits) * 0x100000001b3u + i;
    }
    vol_meter_destroy(meter);
    return sum;
}

static bool boid_differs(const vol_view *a, size_t i, const vol_view *b, size_t k) {
    bool same = a->id[i] == b->id[k];
    for (int axis = 0; axis < a->dimensions; axis++) {
        double ax = vol_view_position(a, axis, i), bx = vol_view_position(b, axis, k);
        double av = vol_view_velocity(a, axis, i), bv = vol_view_velocity(b, axis, k);
        same = same && memcmp(&ax, &bx, sizeof ax) == 0 && memcmp(&av, &bv, sizeof av) == 0;
    }
    return !same;
}

static void tell_boid(const char *title, const vol_view *view, size_t slot, vol_text *text) {
    vol_text_print(text, "; %s", title);
    for (int axis = 0; axis < view->dimensions; axis++) {
        vol_text_print(text, " %.17g", vol_view_position(view, axis, slot));
    }
    vol_text_put(text, " velocity");
    for (int axis = 0; axis < view->dimensions; axis++) {
        vol_text_print(text, " %.17g", vol_view_velocity(view, axis, slot));
    }
}

void tell_difference(vol_world *one, vol_world *other, vol_text *text) {
    for (uint32_t i = 0; i < vol_flock_count(one); i++) {
        vol_view a = vol_flock_view(one, i), b = vol_flock_view(other, i);
        const uint32_t *in_a = vol_flock_order(one, i), *in_b = vol_flock_order(other, i);
        const char *name = vol_flock_get_def(one, i).name;
        if (a.count != b.count) {
            vol_text_print(text, "; flock %s: %zu boids and %zu", name, a.count, b.count);
            return;
        }
        for (size_t k = 0; k < a.count; k++) {
            if (boid_differs(&a, in_a[k], &b, in_b[k])) {
                vol_text_print(text, "; flock %s, boid %u", name, (unsigned)a.id[in_a[k]]);
                tell_boid("reference: position", &a, in_a[k], text);
                tell_boid("here: position", &b, in_b[k], text);
                return;
            }
        }
    }
    vol_text_put(text, "; no boid differs in position or velocity");
}
