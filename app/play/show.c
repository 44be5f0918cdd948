/* Copies what is to be seen of a session out of its world. */
#include "play/show.h"

#include "play/session_around.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of the player or of the goal, as the last event says. */
static bool last_place(const app_session *session, vol_scene_event_kind kind, double place[3]) {
    for (size_t i = session->applied; i > 0; i--) {
        const vol_scene_event *event = &session->scene.events[i - 1];
        if (event->kind == kind) {
            memcpy(place, event->position, sizeof event->position);
            return !event->none;
        }
    }
    return false;
}

static double zone(const vol_flock_def *def, const char *name, double radius) {
    const vol_param *param = vol_param_find(name);
    return param != NULL && vol_param_used(param, def->model) ? radius : 0;
}

static double widest(const app_focus *focus) {
    double most = focus->view[0];
    for (int i = 0; i < 3; i++) {
        most = focus->zones[i] > most ? focus->zones[i] : most;
    }
    return most;
}

/* What its rules are about to do to the boid: asked as if it were the leader, which changes nothing. */
static void take_forces(app_focus *focus, vol_world *world) {
    uint32_t leader = vol_flock_leader(world, focus->flock);
    if (vol_flock_set_leader(world, focus->flock, focus->id, NULL) == VOL_OK) {
        focus->force_count = vol_flock_leader_forces(world, focus->flock, focus->forces);
        vol_flock_set_leader(world, focus->flock, leader, NULL);
    }
}

static void take_focus(app_focus *focus, app_session *session) {
    vol_world *world = session->world;
    uint32_t slot =
        session->followed == VOL_NONE ? VOL_NONE : vol_flock_slot(world, session->followed_flock, session->followed);
    *focus = (app_focus){.there = slot != VOL_NONE, .flock = session->followed_flock, .id = session->followed};
    if (!focus->there) {
        return;
    }
    vol_view view = vol_flock_view(world, session->followed_flock);
    for (int axis = 0; axis < view.dimensions; axis++) {
        focus->position[axis] = vol_view_position(&view, axis, slot);
        focus->velocity[axis] = vol_view_velocity(&view, axis, slot);
    }
    vol_flock_def def = vol_flock_get_def(world, focus->flock);
    focus->zones[0] = zone(&def, "separation.radius", def.separation.radius);
    focus->zones[1] = zone(&def, "alignment.radius", def.alignment.radius);
    focus->zones[2] = zone(&def, "cohesion.radius", def.cohesion.radius);
    focus->view[0] = zone(&def, "view.distance", def.view.distance);
    focus->view[1] = zone(&def, "view.angle", def.view.angle);
    vol_hit hits[APP_MOST_FOCUS];
    vol_query_neighbours(world, focus->flock, focus->id, widest(focus), hits, APP_MOST_FOCUS, &focus->neighbours, NULL);
    for (size_t i = 0; i < focus->neighbours && i < APP_MOST_FOCUS; i++) {
        for (int axis = 0; axis < view.dimensions; axis++) {
            focus->near[i][axis] = vol_view_position(&view, axis, hits[i].slot);
        }
    }
    take_forces(focus, world);
}

/* The scene's names: copies, because the window may still look when the scene is closed. */
static void take_names(app_show *show, const vol_scene *scene) {
    if (scene->flock_count > show->flock_room) {
        show->flock_room = (uint32_t)scene->flock_count;
        show->flocks = vol_retake(show->flocks, show->flock_room * sizeof *show->flocks);
        show->starts = vol_retake(show->starts, show->flock_room * sizeof *show->starts);
        show->flock_names = vol_retake(show->flock_names, show->flock_room * sizeof *show->flock_names);
    }
    snprintf(show->name, sizeof show->name, "%s", scene->name);
    snprintf(show->about, sizeof show->about, "%s", scene->about);
    for (size_t i = 0; i < scene->flock_count; i++) {
        snprintf(show->flock_names[i], sizeof show->flock_names[i], "%s", scene->flocks[i].name);
    }
}

/* The scene with the flocks in the tint of the session, if it has one; the flocks are to be freed then. */
static vol_scene tinted(const app_session *session) {
    vol_scene scene = session->scene;
    if (session->tint.name[0] != '\0') {
        size_t bytes = scene.flock_count * sizeof *scene.flocks;
        scene.flocks = memcpy(vol_take(bytes), scene.flocks, bytes);
        for (size_t i = 0; i < scene.flock_count; i++) {
            scene.flocks[i].look.color = session->tint;
        }
    }
    return scene;
}

static void take_picture(app_show *show, app_session *session, app_draw_history *history) {
    app_draw_players players = {0};
    double player[3];
    const vol_scene_event *event = vol_scene_last_player(&session->scene, vol_world_steps(session->world));
    if (event != NULL && !event->none) {
        memcpy(player, event->position, sizeof player);
        players = (app_draw_players){1, player};
    }
    vol_scene scene = tinted(session);
    app_draw_frame_take(&show->frame, history, session->world, &scene, players.count > 0 ? &players : NULL,
                        &session->density);
    app_density_end(&session->density, &show->frame);
    if (scene.flocks != session->scene.flocks) {
        free(scene.flocks);
    }
    show->goal_there = last_place(session, VOL_SCENE_EVENT_GOAL, show->goal);
}

size_t app_around_show_find(const app_around_show *show, vol_surrounding of, vol_flock flock, uint32_t number) {
    size_t count = of == VOL_SURROUNDING_OBSTACLE   ? show->obstacle_count
                   : of == VOL_SURROUNDING_RELATION ? show->relation_count
                                                    : show->term_count;
    const uint32_t *numbers = of == VOL_SURROUNDING_OBSTACLE   ? show->obstacle_numbers
                              : of == VOL_SURROUNDING_RELATION ? show->relation_numbers
                                                               : show->term_numbers;
    for (size_t i = 0; i < count && i < APP_MOST_AROUND; i++) {
        if (numbers[i] == number && (of != VOL_SURROUNDING_TERM || show->terms[i].flock == flock)) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Points that lie `stride` numbers apart. */
static app_places take_places(app_around_show *show, const double *points, size_t count, size_t stride,
                              size_t numbers) {
    app_places places = {show->place_count, (uint32_t)count};
    if (points == NULL || count > APP_MOST_PLACES - show->place_count) {
        return (app_places){0, 0};
    }
    for (size_t i = 0; i < count; i++) {
        double *place = show->places[show->place_count++];
        memset(place, 0, 3 * sizeof *place);
        memcpy(place, points + i * stride, numbers * sizeof *place);
    }
    return places;
}

/* A path in time. */
static app_places take_path(app_around_show *show, const vol_scene_path *path, size_t dimensions) {
    app_places places = {show->place_count, (uint32_t)path->count};
    if (path->count > APP_MOST_PLACES - show->place_count) {
        return (app_places){0, 0};
    }
    for (size_t i = 0; i < path->count; i++) {
        double *place = show->places[show->place_count];
        memset(place, 0, 3 * sizeof *place);
        memcpy(place, path->point[i].position, dimensions * sizeof *place);
        show->place_steps[show->place_count++] = path->point[i].step;
    }
    return places;
}

static void take_players(app_around_show *show, const vol_scene *scene) {
    show->player_count = scene->player_count;
    for (size_t i = 0; i < scene->player_count && i < VOL_PLAYERS_MOST; i++) {
        show->players[i] = scene->player_own[i];
        show->player_paths[i] = take_path(show, &scene->players[i], (size_t)scene->world.dimensions);
    }
}

static void take_obstacles(app_around_show *show, const app_session *session) {
    const vol_scene *scene = &session->scene;
    uint32_t count = vol_scene_around_count(scene, session->applied, VOL_SURROUNDING_OBSTACLE, 0);
    show->obstacle_count = 0;
    show->obstacle_next = app_around_next(scene, session->applied, VOL_SURROUNDING_OBSTACLE, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = vol_scene_around_number(scene, session->applied, VOL_SURROUNDING_OBSTACLE, 0, i);
        size_t at = number != VOL_NONE ? show->obstacle_count++ : APP_MOST_AROUND;
        if (at < APP_MOST_AROUND) {
            show->obstacles[at] = vol_obstacle_get_def(session->world, number);
            show->obstacle_numbers[at] = i;
            const vol_obstacle_def *def = &show->obstacles[at];
            show->obstacle_places[at] = take_places(show, def->points, def->point_count, 3, 3);
        }
        if (show->obstacle_count >= APP_MOST_AROUND) { /* what is never shown need not be found one by one */
            show->obstacle_count += count - i - 1;
            break;
        }
    }
}

static void take_relations(app_around_show *show, const app_session *session) {
    const vol_scene *scene = &session->scene;
    uint32_t count = vol_scene_around_count(scene, session->applied, VOL_SURROUNDING_RELATION, 0);
    show->relation_count = 0;
    for (uint32_t i = 0; i < count && show->relation_count < APP_MOST_AROUND; i++) {
        uint32_t number = vol_scene_around_number(scene, session->applied, VOL_SURROUNDING_RELATION, 0, i);
        if (number != VOL_NONE) {
            show->relations[show->relation_count] = vol_relation_get_def(session->world, number);
            show->relation_numbers[show->relation_count++] = i;
        }
    }
}

static void take_term(app_around_show *show, const app_session *session, vol_flock flock, uint32_t index,
                      uint32_t number) {
    const vol_scene *scene = &session->scene;
    const vol_scene_flock *owner = &scene->flocks[flock];
    size_t at = show->term_count++;
    const vol_scene_term *own = index < owner->term_count ? &scene->terms[owner->first_term + index] : NULL;
    vol_term_def *def = &show->terms[at];
    size_t dimensions = (size_t)scene->world.dimensions;
    *def = vol_term_get_def(session->world, number);
    show->term_numbers[at] = index;
    show->term_moves[at] = own != NULL && own->path.count > 0;
    show->term_paths[at] = show->term_moves[at] ? take_path(show, &own->path, dimensions) : (app_places){0, 0};
    snprintf(show->term_names[at], sizeof show->term_names[at], "%s",
             own != NULL && own->name != NULL ? own->name : "");
    size_t vectors = (size_t)def->flow_count[0] * def->flow_count[1] * (dimensions == 3 ? def->flow_count[2] : 1);
    bool flows = def->kind == VOL_TERM_FOLLOW_FLOW || def->kind == VOL_TERM_WIND;
    show->term_places[at] = flows ? take_places(show, def->flow, vectors, dimensions, dimensions)
                                  : take_places(show, def->points, def->point_count, dimensions, dimensions);
}

static void take_terms(app_around_show *show, const app_session *session) {
    const vol_scene *scene = &session->scene;
    show->term_count = 0;
    for (uint32_t flock = 0; flock < scene->flock_count && show->term_count < APP_MOST_AROUND; flock++) {
        uint32_t count = vol_scene_around_count(scene, session->applied, VOL_SURROUNDING_TERM, flock);
        show->term_next[flock % APP_MOST_AROUND] =
            app_around_next(scene, session->applied, VOL_SURROUNDING_TERM, flock);
        for (uint32_t i = 0; i < count && show->term_count < APP_MOST_AROUND; i++) {
            uint32_t number = vol_scene_around_number(scene, session->applied, VOL_SURROUNDING_TERM, flock, i);
            if (number != VOL_NONE) {
                take_term(show, session, flock, i, number);
            }
        }
    }
}

static void take_around(app_around_show *show, const app_session *session) {
    const vol_scene *scene = &session->scene;
    show->place_count = 0;
    take_obstacles(show, session);
    take_relations(show, session);
    take_terms(show, session);
    take_players(show, scene);
    const vol_scene_shown shown = vol_scene_look_shown(scene);
    show->look = shown.look;
    if (scene->look.background.rule != VOL_SCENE_COLOR_AUTO) {
        show->look.background = scene->look.background; /* also where a backdrop covers it */
    }
    show->look_count = scene->flock_count < APP_MOST_AROUND ? scene->flock_count : APP_MOST_AROUND;
    for (size_t i = 0; i < show->look_count; i++) {
        show->looks[i] = vol_scene_flock_shown(scene, &shown, i);
    }
}

static void take_presets(app_presets_show *show, const app_session *session) {
    const char *name;
    show->count = 0;
    while (show->count < APP_MOST_PRESETS && (name = vol_scene_preset_name(&session->scene, show->count)) != NULL) {
        snprintf(show->names[show->count], sizeof *show->names, "%s", name);
        snprintf(show->about[show->count], sizeof *show->about, "%s",
                 vol_scene_preset_about(&session->scene, show->count));
        show->count++;
    }
    memcpy(show->chosen, session->preset, sizeof show->chosen);
}

static void take_sound(app_sound_show *show, const app_session *session) {
    const vol_scene_sound *sound = &session->scene.sound;
    const app_hearing *h = &session->hearing;
    show->source = sound->source;
    show->silent = h->silent;
    snprintf(show->name, sizeof show->name, "%s", sound->file != NULL ? sound->file : "");
    snprintf(show->folder, sizeof show->folder, "%s",
             session->scene.directory != NULL ? session->scene.directory : ".");
    memcpy(show->own, h->own, sizeof show->own);
    memcpy(show->value, h->value, sizeof show->value);
    show->onset = h->onset_now;
    show->beat = h->beat_now;
    show->map_count = sound->map_count;
    for (size_t i = 0; i < sound->map_count && i < APP_MOST_CURVES; i++) {
        const vol_scene_sound_map *map = &sound->maps[i];
        show->maps[i] =
            (app_map_show){.feature = map->feature, .scale = map->scale, .offset = map->offset, .smooth = map->smooth};
        memcpy(show->maps[i].range, map->range, sizeof map->range);
        snprintf(show->maps[i].to, sizeof show->maps[i].to, "%s", map->to);
    }
    show->curves = h->curves;
}

void app_show_take(app_show *show, app_session *session, app_draw_history *history) {
    vol_world *world = session->world;
    take_names(show, &session->scene);
    take_picture(show, session, history);
    show->step = vol_world_steps(world);
    show->first = app_session_first(session);
    show->last = app_session_last(session);
    show->boids = app_session_boids(session);
    show->world = vol_world_get_def(world);
    show->seed = show->world.seed;
    show->flock_count = vol_flock_count(world);
    for (uint32_t i = 0; i < show->flock_count; i++) {
        show->flocks[i] = vol_flock_get_def(world, i);
        show->flocks[i].name = show->flock_names[i];
        show->starts[i] = session->scene.flocks[i].def;
        show->starts[i].name = show->flock_names[i];
    }
    show->profile = vol_world_profile(world);
    show->isa = vol_world_isa(world);
    show->workers = vol_world_workers(world);
    show->replays = session->replayed.hashes != NULL;
    show->differs = session->replayed.differs;
    show->hash_until = session->replayed.until;
    show->records = session->recording_path != NULL;
    show->changes = session->done_count;
    show->undone = session->done_all - session->done_count;
    show->readings = session->gauges.readings;
    take_around(&show->around, session);
    take_presets(&show->presets, session);
    take_sound(&show->sound, session);
    take_focus(&show->focus, session);
    memcpy(show->message, session->message, sizeof show->message);
    show->messages = session->messages;
    show->trouble = session->trouble;
}

void app_show_release(app_show *show) {
    app_draw_frame_release(&show->frame);
    free(show->flocks);
    free(show->starts);
    free(show->flock_names);
    *show = (app_show){0};
}
