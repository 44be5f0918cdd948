/* Players and gusts: said by the host between two steps, flattened by surround.c. */
#include "world.h"

#include "core/error.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

#define VOL_PLAYER_COOKIE 0x766F6C50u

vol_result vol_player_def_init(vol_player_def *def, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_PLAYER_COOKIE);
    if (result == VOL_OK) {
        def->radius = vol_param_find("player.flee_radius")->standard;
        def->weight = vol_param_find("player.flee_weight")->standard;
        def->flocks = VOL_ALL_FLOCKS;
    }
    return result;
}

static vol_result check_count(size_t count, vol_error *error) {
    return count <= VOL_PLAYERS_MOST ? VOL_OK
                                     : vol_fail(error, VOL_ERROR_VALUE, "players",
                                                "there are %zu players; allowed are 0 to %d", count, VOL_PLAYERS_MOST);
}

static vol_result check_number(const char *name, double value, double least, double most, vol_error *error) {
    return value >= least && value <= most
               ? VOL_OK
               : vol_fail(error, VOL_ERROR_VALUE, name, "%s is %g; allowed is a number from %g to %g", name, value,
                          least, most);
}

static vol_result check_positions(const double *positions, size_t count, vol_error *error) {
    vol_result result = VOL_OK;
    for (size_t i = 0; result == VOL_OK && i < count; i++) {
        result = check_number("player", positions[i], -VOL_FARTHEST, VOL_FARTHEST, error);
    }
    return result;
}

vol_result vol_world_set_players(vol_world *world, size_t count, const double *positions, vol_error *error) {
    VOL_ENTER(world, error);
    if (count > 0) {
        VOL_GIVEN(positions, error);
    }
    vol_surroundings *around = &world->around;
    const size_t D = (size_t)world->def.dimensions;
    vol_result result = check_count(count, error);
    result = result == VOL_OK ? check_positions(positions, count * D, error) : result;
    if (result != VOL_OK) {
        return result;
    }
    memset(around->players, 0, sizeof around->players);
    for (size_t i = 0; i < count; i++) {
        memcpy(around->players[i].at, positions + i * D, D * sizeof *positions);
    }
    around->player_count = count;
    around->players_own = false;
    return VOL_OK;
}

static vol_result check_player(const vol_player_def *def, int dimensions, vol_error *error) {
    const vol_param *radius = vol_param_find("player.flee_radius"), *weight = vol_param_find("player.flee_weight");
    vol_result result = vol_def_check(def, sizeof *def, VOL_PLAYER_COOKIE, "player", error);
    result = result == VOL_OK ? check_positions(def->position, (size_t)dimensions, error) : result;
    result = result == VOL_OK ? check_number("radius", def->radius, radius->least, radius->most, error) : result;
    return result == VOL_OK ? check_number("weight", def->weight, weight->least, weight->most, error) : result;
}

vol_result vol_world_set_player_defs(vol_world *world, size_t count, const vol_player_def *players, vol_error *error) {
    VOL_ENTER(world, error);
    if (count > 0) {
        VOL_GIVEN(players, error);
    }
    vol_surroundings *around = &world->around;
    vol_result result = check_count(count, error);
    for (size_t i = 0; result == VOL_OK && i < count; i++) {
        result = check_player(&players[i], world->def.dimensions, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    memset(around->players, 0, sizeof around->players);
    for (size_t i = 0; i < count; i++) {
        const vol_player_def *def = &players[i];
        around->players[i] = (vol_player_core){.radius = def->radius, .weight = def->weight, .flocks = def->flocks};
        memcpy(around->players[i].at, def->position, (size_t)world->def.dimensions * sizeof *def->position);
    }
    around->player_count = count;
    around->players_own = true;
    return VOL_OK;
}

vol_result vol_world_gust(vol_world *world, const double *velocity, vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(velocity, error);
    const vol_param *wind = vol_param_find("wind.velocity");
    for (int c = 0; c < world->def.dimensions; c++) {
        if (!(velocity[c] >= wind->least && velocity[c] <= wind->most)) {
            return vol_fail(error, VOL_ERROR_VALUE, "gust", "gust is %g; allowed is a number from %g to %g",
                            velocity[c], wind->least, wind->most);
        }
    }
    for (int c = 0; c < world->def.dimensions; c++) {
        world->around.gust[c] += velocity[c];
    }
    return VOL_OK;
}
