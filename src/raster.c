/* Rasters: making them, and the order of their two buffers. What counts the boids is the backend's. */
#include "raster.h"

#include "core/error.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

#define VOL_RASTER_COOKIE 0x766F6C52u
enum { SIDE_MOST = 16384 };

_Static_assert((int)RASTER_HEADING == (int)VOL_RASTER_HEADING && (int)RASTER_SPEED == (int)VOL_RASTER_SPEED &&
                   (int)RASTER_PARTS == VOL_RASTER_PARTS,
               "kernels know the kinds by the same numbers");

static const uint32_t planes_of[VOL_RASTER_KINDS] = {
    [VOL_RASTER_COUNT] = 1, [VOL_RASTER_HEADING] = 3, [VOL_RASTER_SPEED] = 2};

vol_result vol_raster_def_init(vol_raster_def *def, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_RASTER_COOKIE);
    if (result == VOL_OK) {
        def->width = 640;
        def->height = 480;
    }
    return result;
}

static vol_result check_side(const char *field, uint32_t side, vol_error *error) {
    return side >= 1 && side <= SIDE_MOST
               ? VOL_OK
               : vol_fail(error, VOL_ERROR_VALUE, field, "%s is %u; allowed is a whole number from 1 to %d", field,
                          (unsigned)side, SIDE_MOST);
}

static vol_result check_flock(const vol_raster_flock *flock, vol_error *error) {
    if ((unsigned)flock->kind >= VOL_RASTER_KINDS) {
        return vol_fail(error, VOL_ERROR_VALUE, "flocks.kind", "flocks.kind is %d; allowed is a vol_raster_kind",
                        (int)flock->kind);
    }
    if (!(flock->full_speed >= 0 && flock->full_speed <= VOL_FASTEST)) {
        return vol_fail(error, VOL_ERROR_VALUE, "flocks.full_speed",
                        "flocks.full_speed is %g; allowed is a number from 0 to %g", flock->full_speed, VOL_FASTEST);
    }
    return VOL_OK;
}

static vol_result check_def(const vol_world *world, const vol_raster_def *def, vol_error *error) {
    vol_result result = vol_def_check(def, sizeof *def, VOL_RASTER_COOKIE, "raster", error);
    if (result == VOL_OK) {
        result = check_side("width", def->width, error);
    }
    if (result == VOL_OK) {
        result = check_side("height", def->height, error);
    }
    for (uint32_t i = 0; result == VOL_OK && def->flocks && i < def->flock_count; i++) {
        result = vol_flock_of(world, def->flocks[i].flock) ? check_flock(&def->flocks[i], error)
                                                           : vol_no_flock(def->flocks[i].flock, "flocks.flock", error);
    }
    return result;
}

/* All flocks that there are, where none are named. */
static uint32_t count_flocks(const vol_world *world) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        count += world->flocks[i]->exists;
    }
    return count;
}

/* The raster's own list, and how many planes it makes. */
static void list_flocks(vol_raster *raster, const vol_raster_def *def) {
    const vol_world *world = raster->world;
    for (uint32_t i = 0, place = 0; i < raster->flock_count; i++, place++) {
        while (!def->flocks && !world->flocks[place]->exists) {
            place++;
        }
        raster->flocks[i] =
            def->flocks ? def->flocks[i] : (vol_raster_flock){.flock = vol_flock_handle(world->flocks[place])};
        raster->lenses[i].plane = raster->planes;
        raster->planes += planes_of[raster->flocks[i].kind];
    }
}

/* Gives back what there is of a raster. */
static void release(vol_raster *raster) {
    const vol_allocator *allocator = &raster->world->def.allocator;
    if (raster->device) {
        ((vol_raster_device *)raster->device)->end(raster);
    }
    for (int i = 0; i < 2; i++) {
        vol_release(allocator, raster->numbers[i], vol_raster_numbers(raster), sizeof *raster->numbers[i]);
    }
    vol_release(allocator, raster->flocks, raster->flock_count, sizeof *raster->flocks);
    vol_release(allocator, raster->lenses, raster->flock_count, sizeof *raster->lenses);
    vol_release(allocator, raster, 1, sizeof *raster);
}

vol_result vol_raster_create(vol_world *world, const vol_raster_def *def, vol_raster **raster, vol_error *error) {
    VOL_GIVEN(raster, error);
    *raster = NULL;
    VOL_ENTER(world, error);
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    const vol_allocator *allocator = &world->def.allocator;
    vol_raster *made = vol_allocate(allocator, 1, sizeof *made);
    if (made) {
        made->world = world;
        made->width = def->width;
        made->height = def->height;
        made->shown = VOL_NONE;
        made->flock_count = def->flocks ? def->flock_count : count_flocks(world);
        made->flocks = vol_allocate(allocator, made->flock_count, sizeof *made->flocks);
        made->lenses = vol_allocate(allocator, made->flock_count, sizeof *made->lenses);
    }
    if (made && made->flocks && made->lenses) {
        list_flocks(made, def);
        made->numbers[0] = vol_allocate(allocator, vol_raster_numbers(made), sizeof *made->numbers[0]);
        made->numbers[1] = vol_allocate(allocator, vol_raster_numbers(made), sizeof *made->numbers[1]);
    }
    if (!made || !made->numbers[0] || !made->numbers[1]) {
        if (made) {
            release(made);
        }
        return vol_fail(error, VOL_ERROR_MEMORY, "", "no memory for a raster of %u times %u pixels",
                        (unsigned)def->width, (unsigned)def->height);
    }
    *raster = made;
    return VOL_OK;
}

void vol_raster_destroy(vol_raster *raster) {
    if (raster && vol_may_enter(raster->world, __func__)) {
        release(raster);
    }
}

static vol_result check_view(const vol_raster_view *view, vol_error *error) {
    bool right = view->near >= 0 && isfinite(view->near);
    for (int i = 0; i < 12; i++) {
        right = right && isfinite(view->row[i / 4][i % 4]);
    }
    return right ? VOL_OK
                 : vol_fail(error, VOL_ERROR_VALUE, "view",
                            "a number of the view is not finite, or near is below 0; allowed are finite numbers");
}

static void make_lenses(vol_raster *raster, const vol_raster_view *view) {
    for (uint32_t i = 0; i < raster->flock_count; i++) {
        const vol_raster_flock *flock = &raster->flocks[i];
        const vol_flock_def *def = &vol_flock_of(raster->world, flock->flock)->def;
        const bool limited = def->max_speed < vol_param_find("max_speed")->most;
        const double most = limited ? def->max_speed : 2 * def->start.speed;
        const double full = flock->full_speed > 0 ? flock->full_speed : most > 0 && isfinite(most) ? most : 1;
        vol_lens *lens = &raster->lenses[i];
        memcpy(lens->row, view->row, sizeof lens->row);
        lens->near = view->near;
        lens->per_speed = 1 / full;
        lens->width = raster->width;
        lens->height = raster->height;
        lens->kind = (vol_u32)flock->kind;
    }
}

/* Waits for the oldest that waits. It is done with, even if what counted it has failed. */
static vol_result finish(vol_raster *raster, vol_error *error) {
    const uint32_t buffer = (uint32_t)(raster->done++ % 2);
    vol_result result = raster->world->backend->raster_take(raster->world, raster, buffer);
    return result == VOL_OK ? VOL_OK : vol_fail(error, result, "device", "the device failed while it counted boids");
}

vol_result vol_raster_begin(vol_raster *raster, const vol_raster_view *view, vol_error *error) {
    VOL_GIVEN(raster, error);
    VOL_GIVEN(view, error);
    VOL_ENTER(raster->world, error);
    vol_world *world = raster->world;
    vol_result result = check_view(view, error);
    for (uint32_t i = 0; result == VOL_OK && i < raster->flock_count; i++) {
        const vol_flock flock = raster->flocks[i].flock;
        result = vol_flock_of(world, flock) ? VOL_OK : vol_no_flock(flock, "flocks.flock", error);
    }
    if (result == VOL_OK && raster->begun - raster->done == 2) {
        result = finish(raster, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    const uint32_t buffer = (uint32_t)(raster->begun % 2);
    make_lenses(raster, view);
    raster->shown = raster->shown == buffer ? VOL_NONE : raster->shown;
    result = world->backend->raster_begin(world, raster, buffer);
    if (result != VOL_OK) {
        return vol_fail(error, result, "device",
                        result == VOL_ERROR_MEMORY ? "the device has no memory for the raster"
                                                   : "the device could not count boids");
    }
    raster->step[buffer] = world->steps;
    raster->begun++;
    return VOL_OK;
}

/* A question that no result answers: not while the world is at work. */
static bool may_ask(const vol_raster *raster, const char *function) {
    if (!raster) {
        vol_stop(function, "the raster is NULL");
        return false;
    }
    return vol_may_enter(raster->world, function);
}

uint32_t vol_raster_waiting(const vol_raster *raster) {
    return may_ask(raster, __func__) ? (uint32_t)(raster->begun - raster->done) : 0;
}

vol_result vol_raster_take(vol_raster *raster, uint64_t *step, vol_error *error) {
    VOL_GIVEN(raster, error);
    VOL_ENTER(raster->world, error);
    if (raster->begun == raster->done) {
        return vol_fail(error, VOL_ERROR_VALUE, "raster", "nothing was begun that could be taken");
    }
    const uint32_t buffer = (uint32_t)(raster->done % 2);
    vol_result result = finish(raster, error);
    if (result == VOL_OK) {
        raster->shown = buffer;
        if (step) {
            *step = raster->step[buffer];
        }
    }
    return result;
}

const uint32_t *vol_raster_plane(const vol_raster *raster, uint32_t flock, uint32_t plane) {
    if (!may_ask(raster, __func__)) {
        return NULL;
    }
    if (flock >= raster->flock_count || plane >= planes_of[raster->flocks[flock].kind]) {
        vol_stop(__func__, "there is no plane %u of flock %u in the raster", (unsigned)plane, (unsigned)flock);
        return NULL;
    }
    const size_t pixels = (size_t)raster->width * raster->height;
    return raster->shown == VOL_NONE ? NULL
                                     : raster->numbers[raster->shown] + (raster->lenses[flock].plane + plane) * pixels;
}
