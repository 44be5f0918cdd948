/* Rows of the panel for what has several places: corners of obstacles and paths, paths of goals and players, and
 * currents. A place is a row of sliders; what is made of them is the whole list. */
#include "play/panel_around.h"

#include "common/format_number.h"
#include "play/writer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 64 }; /* of places in the panel */

typedef app_panel_row row;

/* A list of places, and what is done with another one. */
typedef struct place_list {
    app_desk *desk;
    const app_show *show;
    char key[160];
    const double (*places)[3];
    const uint64_t *steps;      /* NULL: it is no path in time */
    size_t count, fewest, most; /* `most` 0: any number */
    bool closed;
    void (*send)(const struct place_list *list, const char *value, bool goes_on);
    size_t player; /* whose path it is */
} place_list;

/* --- Texts -------------------------------------------------------------------------------------------------------- */

static void put_number(app_writer *w, double number) {
    char digits[VOL_NUMBER_SIZE];
    digits[vol_format_double(digits, number)] = '\0';
    app_write(w, "%s", digits);
}

/* What a list becomes: place `at` is another one, goes, or has one more behind it. */
typedef enum place_change { PLACE_SAME, PLACE_MOVED, PLACE_STEP, PLACE_GONE, PLACE_MORE } place_change;

typedef struct place_edit {
    place_change change;
    size_t at;
    const char *value; /* moved: "[x, y]"; step: a number */
} place_edit;

static void put_place(app_writer *w, const place_list *list, const double *place, const uint64_t *step) {
    app_write(w, "[");
    if (step != NULL) {
        app_write(w, "%llu, ", (unsigned long long)*step);
    }
    for (int axis = 0; axis < list->show->world.dimensions; axis++) {
        app_write(w, axis > 0 ? ", " : "");
        put_number(w, place[axis]);
    }
    app_write(w, "]");
}

/* One more: between the last and the first of what is closed, else as far behind the last as that is behind the one
 * before, but within the world. */
static void put_more(app_writer *w, const place_list *list) {
    const vol_world_def *world = &list->show->world;
    const size_t last = list->count - 1;
    double place[3] = {0};
    uint64_t step = 0;
    if (list->steps != NULL) {
        step = list->steps[last] + (last > 0 ? list->steps[last] - list->steps[last - 1] : 100);
    }
    for (int axis = 0; axis < world->dimensions; axis++) {
        const double low = world->origin[axis], by = last > 0 ? list->places[last][axis] - list->places[last - 1][axis]
                                                     : axis == 0 ? world->size[0] / 8
                                                                 : 0;
        place[axis] = fmin(fmax(list->places[last][axis] + by, low), low + world->size[axis]);
        place[axis] = list->closed ? (list->places[last][axis] + list->places[0][axis]) / 2 : place[axis];
    }
    app_write(w, ", ");
    put_place(w, list, place, list->steps != NULL ? &step : NULL);
}

static void put_list(app_writer *w, const place_list *list, const place_edit *edit) {
    bool first = true;
    app_write(w, "[");
    for (size_t i = 0; i < list->count; i++) {
        const bool here = i == edit->at;
        uint64_t step = list->steps != NULL ? list->steps[i] : 0;
        if (here && edit->change == PLACE_GONE) {
            continue;
        }
        if (here && edit->change == PLACE_STEP) { /* between its neighbours */
            double number = 0;
            vol_number_read(edit->value, &number);
            const uint64_t least = i > 0 ? list->steps[i - 1] + 1 : 0;
            const uint64_t most = i + 1 < list->count ? list->steps[i + 1] - 1 : UINT32_MAX;
            step = number > (double)least ? (uint64_t)number : least;
            step = step < most ? step : most;
        }
        app_write(w, first ? "" : ", ");
        first = false;
        if (here && edit->change == PLACE_MOVED) {
            app_write(w, "[");
            if (list->steps != NULL) {
                app_write(w, "%llu, ", (unsigned long long)step);
            }
            app_write(w, "%s", edit->value + 1);
        } else {
            put_place(w, list, list->places[i], list->steps != NULL ? &step : NULL);
        }
    }
    if (edit->change == PLACE_MORE) {
        put_more(w, list);
    }
    app_write(w, "]");
}

static void send_edit(const place_list *list, const place_edit *edit, bool goes_on) {
    char value[sizeof((app_wish *)0)->value];
    app_writer w = app_writer_begin(value, sizeof value);
    put_list(&w, list, edit);
    if (!app_writer_fits(&w)) {
        app_desk_notice(list->desk, true, "%s has too many points to be changed here: change the scene's file",
                        list->key);
        return;
    }
    list->send(list, value, goes_on);
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

static void send_place(const row *r, const char *value, bool goes_on) {
    send_edit(r->context, &(place_edit){PLACE_MOVED, r->index, value}, goes_on);
}

static void send_step(const row *r, const char *value, bool goes_on) {
    send_edit(r->context, &(place_edit){PLACE_STEP, r->index, value}, goes_on);
}

/* A small button at the right end of a row. */
static bool put_small(const place_list *list, const char *label, const char *name, const char *tip, float x) {
    char full[200];
    app_ui_same_line(x);
    bool pressed = app_ui_small_button(label);
    snprintf(full, sizeof full, "%s.%s", list->key, name);
    app_desk_name(list->desk, full);
    app_ui_tip(tip);
    return pressed;
}

static void put_place_row(const place_list *list, size_t i) {
    static const vol_param place = {"place",       VOL_PARAM_VECTOR,       false, true, false,
                                    -VOL_FARTHEST, VOL_FARTHEST,           0,     "px", NULL,
                                    "0.1",         "A place in the world."};
    static const vol_param place_in_time = {"place",       VOL_PARAM_VECTOR,       false, false, false,
                                            -VOL_FARTHEST, VOL_FARTHEST,           0,     "px",  NULL,
                                            "0.1",         "A place in the world."};
    static const vol_param at_step = {"step",     VOL_PARAM_COUNT,
                                      false,      false,
                                      false,      0,
                                      UINT32_MAX, 0,
                                      "",         NULL,
                                      "0.1",      "The step at which that place is reached."};
    char text[160], label[32], name[32];
    app_writer w = app_writer_begin(text, sizeof text);
    float start = app_ui_cursor(), all = app_ui_room();
    put_place(&w, list, list->places[i], NULL);
    row r = {.desk = list->desk, .show = list->show, .text = text, .context = list, .index = i, .send = send_place};
    r.param = list->steps != NULL ? &place_in_time : &place;
    r.label_part = 0.1F;
    snprintf(r.key, sizeof r.key, "%.150s.%zu", list->key, i);
    snprintf(label, sizeof label, "%zu", i);
    app_panel_row_put(&r, label);
    if (list->count > list->fewest) {
        snprintf(name, sizeof name, "%zu.remove", i);
        app_ui_push_id(name);
        if (put_small(list, "\xC3\x97", name, "Takes this one away.", start + all - 26 * list->desk->window.scale)) {
            send_edit(list, &(place_edit){PLACE_GONE, i, NULL}, false);
        }
        app_ui_pop_id();
    }
    if (list->steps != NULL) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)list->steps[i]);
        r.param = &at_step;
        r.label_part = 0;
        r.send = send_step;
        snprintf(r.key, sizeof r.key, "%.140s.%zu.step", list->key, i);
        app_panel_row_put(&r, "at step");
    }
}

static void put_list_rows(const place_list *list, const char *title) {
    char id[200], name[200];
    const size_t length = strlen(list->key);
    const char *wanted_key = list->desk->wanted;
    bool wanted = strncmp(wanted_key, list->key, length) == 0 && wanted_key[length] == '.';
    snprintf(id, sizeof id, "%s: %zu###%.150s", title, list->count, list->key);
    if (!app_ui_tree(id, wanted, wanted)) {
        return;
    }
    for (size_t i = 0; i < list->count && i < MOST_ROWS; i++) {
        put_place_row(list, i);
    }
    if (list->count > MOST_ROWS) {
        app_ui_text_faint("and more, which the edit tool moves");
    }
    const bool full = list->most > 0 && list->count >= list->most;
    if (!full && app_ui_button("one more", app_ui_room(), false)) {
        send_edit(list, &(place_edit){.change = PLACE_MORE, .at = SIZE_MAX}, false);
    }
    snprintf(name, sizeof name, "%s.more", list->key);
    app_desk_name(list->desk, name);
    if (strcmp(wanted_key, name) == 0) {
        app_ui_scroll_here();
    }
    app_ui_tree_end();
}

/* --- Corners of obstacles and paths, and goals that move ---------------------------------------------------------- */

static void wish(app_desk *desk, app_wish_kind kind, const char *key, const char *value, bool goes_on) {
    app_wish w = {.kind = kind, .sides = 1U << desk->panel_side, .goes_on = goes_on};
    snprintf(w.key, sizeof w.key, "%s", key);
    snprintf(w.value, sizeof w.value, "%s", value);
    app_desk_wish(desk, w);
}

static void send_points(const place_list *list, const char *value, bool goes_on) {
    wish(list->desk, APP_WISH_SET, list->key, value, goes_on);
}

static void send_path(const place_list *list, const char *value, bool goes_on) {
    wish(list->desk, APP_WISH_CHANGE, list->key, value, goes_on);
}

/* Which of the show's entries the row's def is. */
static size_t entry_of(const row *r) {
    const app_around_show *around = &r->show->around;
    return r->of == APP_SETTING_OBSTACLE ? (size_t)((const vol_obstacle_def *)r->def - around->obstacles)
                                         : (size_t)((const vol_term_def *)r->def - around->terms);
}

static place_list list_at(const row *r, app_places at) {
    const app_around_show *around = &r->show->around;
    place_list list = {.desk = r->desk, .show = r->show, .count = at.count, .places = around->places + at.first};
    snprintf(list.key, sizeof list.key, "%s", r->key);
    return list;
}

void app_panel_put_points(const row *r) {
    const app_around_show *around = &r->show->around;
    const size_t i = entry_of(r);
    const bool obstacle = r->of == APP_SETTING_OBSTACLE;
    place_list list = list_at(r, obstacle ? around->obstacle_places[i] : around->term_places[i]);
    const bool segment = obstacle && around->obstacles[i].shape == VOL_OBSTACLE_SEGMENT;
    list.fewest = segment || !obstacle ? 2 : 3;
    list.closed = obstacle ? !segment : around->terms[i].closed;
    list.most = segment ? 2 : 0;
    list.send = send_points;
    if (list.count == 0) {
        app_ui_text_faint("too many points for the panel");
    } else {
        put_list_rows(&list, segment ? "ends" : "corners");
    }
}

bool app_panel_moves(const row *r) {
    return r->of == APP_SETTING_TERM && r->show->around.term_moves[entry_of(r)];
}

void app_panel_put_path(const row *r, const char *owner) {
    const app_places at = r->show->around.term_paths[entry_of(r)];
    place_list list = list_at(r, at);
    list.steps = r->show->around.place_steps + at.first;
    list.fewest = 1;
    list.send = send_path;
    snprintf(list.key, sizeof list.key, "%.150s.path", owner);
    if (list.count > 0) {
        put_list_rows(&list, "path (begins anew)");
    }
}

/* --- Currents ----------------------------------------------------------------------------------------------------- */

/* The whole flow, faster or turned. */
static void send_flow(const row *r, const char *value, bool goes_on) {
    app_thing thing;
    double number = 0, speed = 0, heading = 0;
    char text[sizeof((app_wish *)0)->value];
    if (!vol_number_read(value, &number) || !app_thing_of_flow(r->show, (size_t)r->index, &thing)) {
        return;
    }
    app_thing_current(&thing, &speed, &heading);
    app_moving moving = {.grown = {1, 1}, .faster = 1};
    if (r->param->unit[0] == 'd') {
        moving.heading = (number - heading) * 3.14159265358979 / 180;
    } else {
        moving.faster = speed > 0 ? fmax(number, 1e-4) / speed : 1;
    }
    if (app_thing_moved(&thing, r->show, &moving, text, sizeof text) == NULL) {
        app_desk_notice(r->desk, true, "%s has too many points to be changed here: change the scene's file", r->key);
        return;
    }
    wish(r->desk, APP_WISH_SET, r->context, text, goes_on);
}

void app_panel_put_flow(const row *like) {
    static const vol_param speed_row = {"speed",     VOL_PARAM_REAL,
                                        false,       true,
                                        false,       0,
                                        VOL_FASTEST, 0,
                                        "px/time",   NULL,
                                        "0.1",       "How fast the current is where it is fastest."};
    static const vol_param heading_row = {
        "direction", VOL_PARAM_REAL, false, true,
        false,       -180,           180,   0,
        "degrees",   NULL,           "0.1", "Which way the current goes, on the mean."};
    app_thing thing;
    char text[64];
    double speed = 0, heading = 0;
    row r = {.desk = like->desk, .show = like->show, .text = text, .context = like->key, .index = entry_of(like)};
    if (!app_thing_of_flow(r.show, r.index, &thing)) {
        app_ui_text_faint("flow: too many points for the panel");
        return;
    }
    app_thing_current(&thing, &speed, &heading);
    r.send = send_flow;
    r.param = &speed_row;
    snprintf(text, sizeof text, "%.4g", speed);
    snprintf(r.key, sizeof r.key, "%.150s.speed", like->key);
    app_panel_row_put(&r, "flow, speed");
    r.param = &heading_row;
    snprintf(text, sizeof text, "%.4g", heading);
    snprintf(r.key, sizeof r.key, "%.140s.direction", like->key);
    app_panel_row_put(&r, "direction");
}

/* --- Players ------------------------------------------------------------------------------------------------------ */

typedef enum player_change {
    PLAYER_RADIUS,
    PLAYER_WEIGHT,
    PLAYER_FLOCKS,
    PLAYER_PATH,
    PLAYER_GONE,
    PLAYER_MORE
} player_change;

static place_list list_of_player(app_desk *desk, const app_show *show, size_t i) {
    const app_places at = show->around.player_paths[i];
    place_list list = {.desk = desk, .show = show, .places = show->around.places + at.first, .count = at.count};
    list.steps = show->around.place_steps + at.first;
    list.fewest = 1;
    list.player = i;
    snprintf(list.key, sizeof list.key, "player.paths.%zu", i);
    return list;
}

/* As a scene has it; true: it has something of its own. */
static bool put_player(app_writer *w, app_desk *desk, const app_show *show, size_t i, const char *const changed[4]) {
    static const char *const names[3] = {"flee_radius", "flee_weight", "flocks"};
    static const uint32_t bits[3] = {VOL_SCENE_OWN_RADIUS, VOL_SCENE_OWN_WEIGHT, VOL_SCENE_OWN_FLOCKS};
    const vol_scene_player *own = &show->around.players[i];
    const place_list list = list_of_player(desk, show, i);
    const double numbers[2] = {own->flee_radius, own->flee_weight};
    char flocks[1024];
    const bool has = own->own != 0 || changed[PLAYER_RADIUS] != NULL || changed[PLAYER_WEIGHT] != NULL ||
                     changed[PLAYER_FLOCKS] != NULL;
    app_panel_print_flocks(show, own->flocks, flocks, sizeof flocks);
    app_write(w, has ? "{path: " : "");
    if (changed[PLAYER_PATH] != NULL) {
        app_write(w, "%s", changed[PLAYER_PATH]);
    } else {
        put_list(w, &list, &(place_edit){.change = PLACE_SAME});
    }
    for (int k = 0; k < 3; k++) {
        if (changed[k] != NULL) {
            app_write(w, ", %s: %s", names[k], changed[k]);
        } else if ((own->own & bits[k]) != 0) {
            app_write(w, ", %s: ", names[k]);
            if (k < 2) {
                put_number(w, numbers[k]);
            } else {
                app_write(w, "%s", flocks);
            }
        }
    }
    app_write(w, has ? "}" : "");
    return has;
}

/* All players of the scene, one of them changed: they begin anew with the world. */
static void send_players(app_desk *desk, const app_show *show, size_t player, player_change change, const char *value) {
    char text[sizeof((app_wish *)0)->value];
    app_writer w = app_writer_begin(text, sizeof text);
    const vol_world_def *world = &show->world;
    size_t count = 0;
    bool own = false;
    app_write(&w, "[");
    for (size_t i = 0; i < show->around.player_count && i < VOL_PLAYERS_MOST; i++) {
        const char *changed[4] = {NULL};
        if (i == player && change == PLAYER_GONE) {
            continue;
        }
        if (i == player && change <= PLAYER_PATH) {
            changed[change] = value;
        }
        app_write(&w, w.length > 1 ? ", " : "");
        own = put_player(&w, desk, show, i, changed) || own;
        count++;
    }
    if (change == PLAYER_MORE) { /* there and back, in the middle */
        const double y = world->origin[1] + world->size[1] / 2, z = world->origin[2] + world->size[2] / 2;
        app_write(&w, "%s[", w.length > 1 ? ", " : "");
        for (int i = 0; i < 3; i++) {
            const double x = world->origin[0] + world->size[0] * (i == 1 ? 0.75 : 0.25);
            const double place[3] = {x, y, z};
            app_write(&w, "%s[%d", i > 0 ? ", " : "", i * 200);
            for (int axis = 0; axis < world->dimensions && axis < 3; axis++) {
                app_write(&w, ", ");
                put_number(&w, place[axis]);
            }
            app_write(&w, "]");
        }
        app_write(&w, "]");
        count++;
    }
    app_write(&w, "]");
    if (!app_writer_fits(&w)) {
        app_desk_notice(desk, true, "the players' paths are too long to be changed here: change the scene's file");
        return;
    }
    if (count == 1 && !own) { /* one alone is a `path` */
        text[w.length - 1] = '\0';
        wish(desk, APP_WISH_CHANGE, "player.path", text + 1, false);
    } else {
        wish(desk, APP_WISH_CHANGE, "player.paths", text, false);
    }
}

static void send_player_path(const place_list *list, const char *value, bool goes_on) {
    if (!goes_on) {
        send_players(list->desk, list->show, list->player, PLAYER_PATH, value);
    }
}

static void send_player_row(const row *r, const char *value, bool goes_on) {
    const player_change changes[] = {PLAYER_RADIUS, PLAYER_WEIGHT, PLAYER_FLOCKS};
    const player_change change = r->mask != NULL ? PLAYER_FLOCKS : changes[r->param->name[12] == 'w'];
    if (!goes_on) {
        send_players(r->desk, r->show, r->index, change, value);
    }
}

static void put_player_rows(app_desk *desk, const app_show *show, size_t i) {
    const vol_scene_player *own = &show->around.players[i];
    const vol_world_def *world = &show->world;
    static const char *const names[] = {"player.flee_radius", "player.flee_weight", "player.flocks"};
    const double numbers[2] = {(own->own & VOL_SCENE_OWN_RADIUS) != 0 ? own->flee_radius : world->player.flee_radius,
                               (own->own & VOL_SCENE_OWN_WEIGHT) != 0 ? own->flee_weight : world->player.flee_weight};
    const vol_flocks flocks = (own->own & VOL_SCENE_OWN_FLOCKS) != 0 ? own->flocks : world->player.flocks;
    for (int k = 0; k < 3; k++) {
        char text[64] = "";
        vol_param param = *vol_param_find(names[k]);
        param.live = false;
        row r = {.desk = desk, .show = show, .param = &param, .text = text, .send = send_player_row, .index = i};
        snprintf(r.key, sizeof r.key, "player.paths.%zu.%s", i, names[k] + 7);
        if (k < 2) {
            app_writer w = app_writer_begin(text, sizeof text);
            put_number(&w, numbers[k]);
        } else {
            r.mask = &flocks;
        }
        app_panel_row_put(&r, names[k] + 7);
    }
    place_list list = list_of_player(desk, show, i);
    list.send = send_player_path;
    if (list.count > 0) {
        put_list_rows(&list, "path");
    }
}

void app_panel_set_player(app_desk *desk, const app_show *show, size_t player, const char *path) {
    send_players(desk, show, player, path != NULL ? PLAYER_PATH : PLAYER_GONE, path);
}

void app_panel_put_players(app_desk *desk, const app_show *show) {
    bool wanted = strncmp(desk->wanted, "player.paths.", 13) == 0;
    if (!app_ui_header("players with a path (begin anew)###players", wanted, wanted)) {
        return;
    }
    for (size_t i = 0; i < show->around.player_count && i < VOL_PLAYERS_MOST; i++) {
        char title[48], name[64];
        size_t length = (size_t)snprintf(name, sizeof name, "player.paths.%zu.", i);
        bool here = strncmp(desk->wanted, name, length) == 0;
        snprintf(title, sizeof title, "player %zu", i);
        if (!app_ui_tree(title, here, here)) {
            continue;
        }
        put_player_rows(desk, show, i);
        if (app_ui_small_button("take away")) {
            send_players(desk, show, i, PLAYER_GONE, NULL);
        }
        snprintf(name, sizeof name, "player.paths.%zu.remove", i);
        app_desk_name(desk, name);
        if (strcmp(desk->wanted, name) == 0) {
            app_ui_scroll_here();
        }
        app_ui_tip("Ctrl Z brings it back.");
        app_ui_tree_end();
    }
    if (show->around.player_count < VOL_PLAYERS_MOST) {
        if (app_ui_button("one more player", app_ui_room(), false)) {
            send_players(desk, show, SIZE_MAX, PLAYER_MORE, NULL);
        }
        app_desk_name(desk, "player.paths.more");
        if (strcmp(desk->wanted, "player.paths.more") == 0) {
            app_ui_scroll_here();
        }
        app_ui_tip("A player that goes to and fro; boids flee from it. All begins anew.");
    }
}
