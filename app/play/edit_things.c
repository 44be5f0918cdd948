/* What the edit tool can take hold of: from a show's obstacles and terms to things with a middle and an extent. */
#include "play/edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void from_obstacle(const app_around_show *around, size_t i, app_thing *thing) {
    static const app_thing_shape shapes[VOL_OBSTACLE_SHAPE_COUNT] = {APP_THING_CIRCLE, APP_THING_BOX, APP_THING_POINTS,
                                                                     APP_THING_POINTS};
    const vol_obstacle_def *def = &around->obstacles[i];
    *thing = (app_thing){.shape = shapes[def->shape],
                         .of = VOL_SURROUNDING_OBSTACLE,
                         .number = around->obstacle_numbers[i],
                         .radius = def->radius,
                         .closed = def->shape == VOL_OBSTACLE_POLYGON,
                         .points = around->places + around->obstacle_places[i].first,
                         .count = around->obstacle_places[i].count};
    memcpy(thing->center, def->center, sizeof thing->center);
    memcpy(thing->size, def->size, sizeof thing->size);
    snprintf(thing->key, sizeof thing->key, "obstacles.%u", (unsigned)thing->number);
    snprintf(thing->name, sizeof thing->name, "%s %u",
             vol_surrounding_kind(VOL_SURROUNDING_OBSTACLE)->choices[def->shape], (unsigned)thing->number);
}

static bool from_term(const app_show *show, size_t i, app_thing *thing) {
    const app_around_show *around = &show->around;
    const vol_term_def *def = &around->terms[i];
    bool goal = def->kind == VOL_TERM_SEEK || def->kind == VOL_TERM_FLEE || def->kind == VOL_TERM_ARRIVE;
    bool flow = def->kind == VOL_TERM_FOLLOW_FLOW || def->kind == VOL_TERM_WIND;
    if (!goal && !flow && def->kind != VOL_TERM_FOLLOW_PATH) {
        return false;
    }
    *thing = (app_thing){.shape = goal   ? APP_THING_GOAL
                                  : flow ? APP_THING_FLOW
                                         : APP_THING_POINTS,
                         .of = VOL_SURROUNDING_TERM,
                         .flock = def->flock,
                         .number = around->term_numbers[i],
                         .radius = def->radius,
                         .closed = def->closed,
                         .points = around->places + around->term_places[i].first,
                         .count = around->term_places[i].count};
    memcpy(thing->center, def->point, sizeof thing->center);
    memcpy(thing->grid, def->flow_count, sizeof thing->grid);
    snprintf(thing->key, sizeof thing->key, "%s.terms.%u", show->flock_names[def->flock], (unsigned)thing->number);
    snprintf(thing->name, sizeof thing->name, "%s of %s", vol_term_kind_name(def->kind), show->flock_names[def->flock]);
    if (around->term_moves[i]) {
        const app_places path = around->term_paths[i];
        thing->shape = APP_THING_POINTS;
        thing->points = around->places + path.first;
        thing->steps = around->place_steps + path.first;
        thing->count = path.count;
        thing->closed = false;
    }
    return thing->shape == APP_THING_GOAL || (thing->count > 0 && (!flow || show->world.dimensions == 2));
}

static bool from_player(const app_show *show, size_t i, app_thing *thing) {
    const app_places path = show->around.player_paths[i];
    *thing = (app_thing){.shape = APP_THING_POINTS,
                         .of = VOL_SURROUNDING_TERM,
                         .number = (uint32_t)i,
                         .points = show->around.places + path.first,
                         .steps = show->around.place_steps + path.first,
                         .count = path.count,
                         .player = true};
    snprintf(thing->key, sizeof thing->key, "player.paths.%zu", i);
    snprintf(thing->name, sizeof thing->name, "path of player %zu", i);
    return thing->count > 0;
}

/* Where a flock begins, unless that is everywhere or by a file. */
static bool from_start(const app_show *show, uint32_t flock, app_thing *thing) {
    const vol_flock_def *def = &show->starts[flock];
    const vol_world_def *world = &show->world;
    const bool box = def->start.shape == VOL_SHAPE_BOX;
    *thing = (app_thing){.shape = box ? APP_THING_BOX : APP_THING_CIRCLE,
                         .of = VOL_SURROUNDING_TERM,
                         .flock = flock,
                         .radius = def->start.radius,
                         .begins = true,
                         .heading = def->start.heading};
    for (int axis = 0; axis < world->dimensions; axis++) {
        const double middle = world->origin[axis] + world->size[axis] / 2;
        thing->center[axis] = isnan(def->start.center[axis]) ? middle : def->start.center[axis];
        thing->size[axis] = def->start.size[axis];
    }
    snprintf(thing->key, sizeof thing->key, "%s.start", show->flock_names[flock]);
    snprintf(thing->name, sizeof thing->name, "where %s begin", show->flock_names[flock]);
    return box || def->start.shape == VOL_SHAPE_DISC || def->start.shape == VOL_SHAPE_RING;
}

bool app_thing_turns(const app_thing *thing, const app_show *show) {
    const bool round = thing->shape == APP_THING_CIRCLE || thing->shape == APP_THING_GOAL;
    return show->world.dimensions == 2 && (!round || thing->begins);
}

bool app_thing_of_flow(const app_show *show, size_t index, app_thing *thing) {
    if (index >= APP_MOST_AROUND || index >= show->around.term_count) {
        return false;
    }
    from_term(show, index, thing);
    return thing->shape == APP_THING_FLOW && thing->count > 0;
}

void app_thing_current(const app_thing *thing, double *speed, double *heading) {
    double sum[2] = {0};
    *speed = 0;
    for (size_t i = 0; i < thing->count; i++) {
        const double *v = thing->points[i];
        *speed = fmax(*speed, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
        sum[0] += v[0];
        sum[1] += v[1];
    }
    *heading = atan2(sum[1], sum[0]) * 180 / 3.14159265358979;
}

bool app_thing_at(const app_show *show, size_t index, app_thing *thing) {
    const app_around_show *around = &show->around;
    for (size_t i = 0; i < around->obstacle_count && i < APP_MOST_AROUND; i++) {
        if (index-- == 0) {
            from_obstacle(around, i, thing);
            return true;
        }
    }
    for (size_t i = 0; i < around->term_count && i < APP_MOST_AROUND; i++) {
        if (from_term(show, i, thing) && index-- == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < around->player_count && i < VOL_PLAYERS_MOST; i++) {
        if (from_player(show, i, thing) && index-- == 0) {
            return true;
        }
    }
    for (uint32_t i = 0; i < show->flock_count; i++) {
        if (from_start(show, i, thing) && index-- == 0) {
            return true;
        }
    }
    return false;
}

bool app_thing_find(const app_show *show, const char *key, app_thing *thing) {
    for (size_t i = 0; key[0] != '\0' && app_thing_at(show, i, thing); i++) {
        if (strcmp(thing->key, key) == 0) {
            return true;
        }
    }
    return false;
}

void app_thing_grid_place(const app_thing *thing, const app_show *show, size_t index, double place[2]) {
    const size_t at[2] = {index % thing->grid[0], index / thing->grid[0]};
    for (int axis = 0; axis < 2; axis++) {
        place[axis] =
            show->world.origin[axis] + show->world.size[axis] * (double)at[axis] / (double)(thing->grid[axis] - 1);
    }
}

/* The middle of a flow is where it is strong, its extent how far that spreads. */
static void flow_spread(const app_thing *thing, const app_show *show, double middle[2], double spread[2]) {
    double sum = 0, first[2] = {0}, second[2] = {0};
    for (size_t i = 0; i < thing->count; i++) {
        double place[2];
        double weight = hypot(thing->points[i][0], thing->points[i][1]);
        app_thing_grid_place(thing, show, i, place);
        sum += weight;
        for (int axis = 0; axis < 2; axis++) {
            first[axis] += weight * place[axis];
            second[axis] += weight * place[axis] * place[axis];
        }
    }
    for (int axis = 0; axis < 2; axis++) {
        middle[axis] = sum > 0 ? first[axis] / sum : show->world.origin[axis] + show->world.size[axis] / 2;
        spread[axis] = sum > 0 ? 2 * sqrt(fmax(0, second[axis] / sum - middle[axis] * middle[axis])) : 0;
    }
}

static void bounds(const app_thing *thing, double least[3], double most[3]) {
    for (int axis = 0; axis < 3; axis++) {
        least[axis] = INFINITY;
        most[axis] = -INFINITY;
        for (size_t i = 0; i < thing->count; i++) {
            least[axis] = fmin(least[axis], thing->points[i][axis]);
            most[axis] = fmax(most[axis], thing->points[i][axis]);
        }
    }
}

void app_thing_middle(const app_thing *thing, const app_show *show, double middle[3]) {
    double least[3], most[3], spread[2];
    memcpy(middle, thing->center, 3 * sizeof *middle);
    if (thing->shape == APP_THING_POINTS && thing->count > 0) {
        bounds(thing, least, most);
        for (int axis = 0; axis < 3; axis++) {
            middle[axis] = (least[axis] + most[axis]) / 2;
        }
    } else if (thing->shape == APP_THING_FLOW) {
        middle[2] = 0;
        flow_spread(thing, show, middle, spread);
    }
}

void app_thing_extent(const app_thing *thing, const app_show *show, double extent[2]) {
    double least[3], most[3], middle[2];
    extent[0] = extent[1] = thing->radius;
    if (thing->shape == APP_THING_BOX) {
        extent[0] = thing->size[0] / 2;
        extent[1] = thing->size[1] / 2;
    } else if (thing->shape == APP_THING_POINTS && thing->count > 0) {
        bounds(thing, least, most);
        extent[0] = (most[0] - least[0]) / 2;
        extent[1] = (most[1] - least[1]) / 2;
    } else if (thing->shape == APP_THING_FLOW) {
        flow_spread(thing, show, middle, extent);
    }
}

void app_thing_flow(const app_thing *thing, const app_show *show, const double *place, double velocity[2]) {
    size_t cell[2];
    double part[2];
    velocity[0] = velocity[1] = 0;
    for (int axis = 0; axis < 2; axis++) {
        double at = (place[axis] - show->world.origin[axis]) / show->world.size[axis] * (double)(thing->grid[axis] - 1);
        if (!(at >= 0 && at <= (double)(thing->grid[axis] - 1))) {
            return;
        }
        cell[axis] = (size_t)fmin(floor(at), (double)(thing->grid[axis] - 2));
        part[axis] = at - (double)cell[axis];
    }
    const double(*row)[3] = thing->points + cell[1] * thing->grid[0] + cell[0];
    for (int axis = 0; axis < 2; axis++) {
        double low = row[0][axis] + (row[1][axis] - row[0][axis]) * part[0];
        double high = row[thing->grid[0]][axis] + (row[thing->grid[0] + 1][axis] - row[thing->grid[0]][axis]) * part[0];
        velocity[axis] = low + (high - low) * part[1];
    }
}

/* --- Names of flocks ---------------------------------------------------------------------------------------------- */

const char *app_flock_name_fault(const app_show *show, const char *name) {
    static const char *const words[] = {"world", "wind", "player", "look", "obstacles", "relations", "flocks"};
    const size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    for (uint32_t i = 0; i < show->flock_count; i++) {
        if (strcmp(show->flock_names[i], name) == 0) {
            return "another one is called so";
        }
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], name) == 0) {
            return "that is something else in a scene";
        }
    }
    return name[letters] != '\0' ? "letters, digits, _ and - are allowed" : NULL;
}

void app_flock_name_new(const app_show *show, char *name, size_t size) {
    uint32_t number = show->flock_count;
    do {
        snprintf(name, size, "flock%u", (unsigned)++number);
    } while (app_flock_name_fault(show, name) != NULL);
}
