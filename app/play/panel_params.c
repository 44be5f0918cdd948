/* The panel's parameters: every row of the library's tables, grouped by flock and rule, then what surrounds the flocks,
 * the world, and looks. Nothing here knows a parameter by its name. */
#include "play/panel_around.h"

#include <stdio.h>
#include <string.h>

typedef app_panel_row row;

/* --- Groups ------------------------------------------------------------------------------------------------------- */

/* The group is the part of the name before the dot. */
static size_t group_length(const char *name) {
    const char *dot = strchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) : 0;
}

static bool shown(const row *like, const vol_param *param) {
    if ((like->now == NULL) != param->of_world || param->type == VOL_PARAM_SEED) {
        return false;
    }
    return like->now == NULL || vol_param_used(param, like->now->model);
}

static void put_rows(const row *like, const char *group, size_t length) {
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (!shown(like, param) || group_length(param->name) != length || strncmp(param->name, group, length) != 0) {
            continue;
        }
        row r = *like;
        r.param = param;
        if (like->now != NULL) {
            snprintf(r.key, sizeof r.key, "%s.%s", like->now->name, param->name);
        } else {
            snprintf(r.key, sizeof r.key, "%s", param->name);
        }
        app_panel_row_put(&r, param->name + (length > 0 ? length + 1 : 0));
    }
}

/* Does the script want to see something of this group? */
static bool wanted_in(const row *like, const char *group, size_t length) {
    const char *wanted = like->desk->wanted;
    if (like->now != NULL) {
        size_t skip = strlen(like->now->name);
        if (strncmp(wanted, like->now->name, skip) != 0 || wanted[skip] != '.') {
            return false;
        }
        wanted += skip + 1;
    }
    return strncmp(wanted, group, length) == 0 && (length == 0 || wanted[length] == '.');
}

/* Is this row the first one of its group? */
static bool begins_group(const row *like, size_t index) {
    const vol_param *param = vol_param_at(index);
    size_t length = group_length(param->name);
    bool begins = length > 0 && shown(like, param);
    for (size_t i = 0; begins && i < index; i++) {
        const vol_param *before = vol_param_at(i);
        begins = !shown(like, before) || group_length(before->name) != length ||
                 strncmp(before->name, param->name, length) != 0;
    }
    return begins;
}

/* 0: a rule, which has a radius and a weight; 1: something else; 2: what the start depends on. */
static int kind_of_group(const vol_param *param) {
    char name[96];
    int length = (int)group_length(param->name);
    snprintf(name, sizeof name, "%.*s.radius", length, param->name);
    bool radius = vol_param_find(name) != NULL;
    snprintf(name, sizeof name, "%.*s.weight", length, param->name);
    return !param->live ? 2 : radius && vol_param_find(name) != NULL ? 0 : 1;
}

/* What has no group first, then the rules, the rest, and at last the start. */
static void put_groups(const row *like) {
    const vol_param *param;
    put_rows(like, "", 0);
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
            char title[64];
            size_t length = group_length(param->name);
            if (!begins_group(like, i) || kind_of_group(param) != kind) {
                continue;
            }
            bool world = like->now == NULL && strncmp(param->name, "world.", 6) == 0;
            snprintf(title, sizeof title, "%.*s%s", (int)length, param->name, kind == 2 ? " (begins anew)" : "");
            bool wanted = wanted_in(like, param->name, length);
            if (app_ui_tree(title, kind == 0 || world || wanted, wanted)) {
                put_rows(like, param->name, length);
                app_ui_tree_end();
            }
        }
    }
}

/* --- What surrounds, and looks ------------------------------------------------------------------------------------ */

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void put_setting(const row *r, const char *owner) {
    const bool moves = app_panel_moves(r);
    if (r->param->type == VOL_PARAM_POINTS) {
        app_panel_put_points(r);
    } else if (r->param->type == VOL_PARAM_FLOW) {
        app_panel_put_flow(r);
    } else if (moves && r->param->type == VOL_PARAM_VECTOR) {
        app_panel_put_path(r, owner);
    } else if (!moves || r->param->live) { /* a goal that moves stays what it is */
        app_panel_row_put(r, r->param->name);
    }
}

/* All rows of one obstacle, relation, term or look, whose keys begin with `owner`. */
static void put_settings(const row *like, const char *owner) {
    const vol_param *param;
    for (size_t i = 0; (param = app_setting_at(like->of, i)) != NULL; i++) {
        const int axes = app_setting_axes(like->of, param, like->show->world.dimensions);
        if (app_setting_used(like->of, param, like->def) && (param->type != VOL_PARAM_VECTOR || axes > 0)) {
            row r = *like;
            r.param = param;
            snprintf(r.key, sizeof r.key, "%s.%s", owner, param->name);
            put_setting(&r, owner);
        }
    }
}

/* What is cut off at the panel's edge is told where it is pointed at. */
static void tell_long(const app_desk *desk, const char *title, float room) {
    if (app_ui_text_width(title) + 40 * desk->window.scale > room) {
        app_ui_tip(title);
    }
}

static void put_entry(const row *like, const char *title, const char *owner) {
    char id[200];
    snprintf(id, sizeof id, "%s###%s", title, owner);
    bool wanted = begins(like->desk->wanted, owner) && like->desk->wanted[strlen(owner)] == '.';
    const float room = app_ui_room();
    const bool open = app_ui_tree(id, wanted, wanted);
    tell_long(like->desk, title, room);
    if (open) {
        put_settings(like, owner);
        if (like->of <= APP_SETTING_TERM) {
            app_panel_put_remove(like->desk, owner);
        }
        app_ui_tree_end();
    }
}

static void put_rest(size_t count) {
    if (count > APP_MOST_AROUND) {
        char line[96];
        snprintf(line, sizeof line, "and %zu more, which the scene's file has", count - APP_MOST_AROUND);
        app_ui_text_faint(line);
    }
}

static const char *choice_of(vol_surrounding of, unsigned kind) {
    return vol_surrounding_kind(of)->choices[kind];
}

static void put_obstacles(app_desk *desk, const app_show *show, const app_around_show *first) {
    const app_around_show *around = &show->around;
    bool wanted = begins(desk->wanted, "obstacles.");
    if (around->obstacle_count == 0 || !app_ui_header("obstacles", wanted, wanted)) {
        return;
    }
    for (size_t i = 0; i < around->obstacle_count && i < APP_MOST_AROUND; i++) {
        char title[96];
        char owner[48];
        row like = {.desk = desk, .show = show, .of = APP_SETTING_OBSTACLE};
        const uint32_t number = around->obstacle_numbers[i];
        size_t then = app_around_show_find(first, VOL_SURROUNDING_OBSTACLE, 0, number);
        bool same = then != SIZE_MAX && first->obstacles[then].shape == around->obstacles[i].shape;
        like.def = &around->obstacles[i];
        like.first_def = same ? &first->obstacles[then] : like.def;
        snprintf(owner, sizeof owner, "obstacles.%u", (unsigned)number);
        snprintf(title, sizeof title, "%u, %s", (unsigned)number,
                 choice_of(VOL_SURROUNDING_OBSTACLE, around->obstacles[i].shape));
        put_entry(&like, title, owner);
    }
    put_rest(around->obstacle_count);
}

static void put_relations(app_desk *desk, const app_show *show, const app_around_show *first) {
    const app_around_show *around = &show->around;
    bool wanted = begins(desk->wanted, "relations.");
    bool can_be = show->flock_count > 1;
    if ((around->relation_count == 0 && !can_be) || !app_ui_header("relations", wanted, wanted)) {
        return;
    }
    for (size_t i = 0; i < around->relation_count && i < APP_MOST_AROUND; i++) {
        const vol_relation_def *def = &around->relations[i];
        char title[200];
        char owner[48];
        row like = {.desk = desk, .show = show, .of = APP_SETTING_RELATION, .def = def};
        size_t then = app_around_show_find(first, VOL_SURROUNDING_RELATION, 0, around->relation_numbers[i]);
        like.first_def = then != SIZE_MAX && first->relations[then].kind == def->kind ? &first->relations[then] : def;
        snprintf(owner, sizeof owner, "relations.%u", (unsigned)around->relation_numbers[i]);
        int used = snprintf(title, sizeof title, "%s %s", show->flock_names[def->from],
                            choice_of(VOL_SURROUNDING_RELATION, def->kind));
        for (size_t k = 0; k < def->to_count && used < (int)sizeof title; k++) {
            used += snprintf(title + used, sizeof title - (size_t)used, "%s %s", k > 0 ? "," : "",
                             show->flock_names[def->to[k]]);
        }
        put_entry(&like, title, owner);
    }
    put_rest(around->relation_count);
    if (can_be) {
        app_panel_put_new_relation(desk, show);
    }
}

/* The terms of one flock. */
static void put_terms(app_desk *desk, const app_show *show, const app_around_show *first, uint32_t flock) {
    const app_around_show *around = &show->around;
    for (size_t i = 0; i < around->term_count && i < APP_MOST_AROUND; i++) {
        const vol_term_def *def = &around->terms[i];
        if (def->flock != flock) {
            continue;
        }
        char title[160];
        char owner[160];
        const char *kind = choice_of(VOL_SURROUNDING_TERM, def->kind);
        const char *name = around->term_names[i];
        row like = {.desk = desk, .show = show, .of = APP_SETTING_TERM, .def = def};
        size_t then = app_around_show_find(first, VOL_SURROUNDING_TERM, flock, around->term_numbers[i]);
        like.first_def = then != SIZE_MAX && first->terms[then].kind == def->kind ? &first->terms[then] : def;
        snprintf(owner, sizeof owner, "%s.terms.%u", show->flock_names[flock], (unsigned)around->term_numbers[i]);
        snprintf(title, sizeof title, "%s%s%s (term)", kind, name[0] != '\0' ? " " : "", name);
        put_entry(&like, title, owner);
    }
}

static void put_flock_look(app_desk *desk, const app_show *show, const app_around_show *first, uint32_t flock) {
    char owner[96];
    if (flock >= show->around.look_count) {
        return;
    }
    row like = {.desk = desk, .show = show, .of = APP_SETTING_FLOCK_LOOK, .def = &show->around.looks[flock]};
    like.first_def = &first->looks[flock];
    snprintf(owner, sizeof owner, "%s.look", show->flock_names[flock]);
    put_entry(&like, "look", owner);
}

static void put_flock(app_desk *desk, const app_show *show, uint32_t i) {
    const vol_flock_def *now = &show->flocks[i];
    const app_firsts *firsts = &desk->firsts[desk->panel_side];
    char title[160], id[200];
    size_t length = strlen(now->name);
    bool wanted = strncmp(desk->wanted, now->name, length) == 0 && desk->wanted[length] == '.';
    snprintf(title, sizeof title, "%s, %s, %zu", now->name, vol_model_name(now->model), now->count);
    snprintf(id, sizeof id, "%s###flock%u", title, (unsigned)i);
    app_ui_push_id(now->name);
    const float room = app_ui_room();
    const bool open = app_ui_header(id, i == 0 || wanted, wanted);
    tell_long(desk, title, room);
    if (open) {
        app_edit_flock_rows(desk, show, i);
        put_groups(
            &(row){.desk = desk, .show = show, .now = now, .start = &show->starts[i], .first = &firsts->flocks[i]});
        put_terms(desk, show, &firsts->around, i);
        app_panel_put_new_term(desk, show, i);
        put_flock_look(desk, show, &firsts->around, i);
    }
    app_ui_pop_id();
}

void app_desk_params(app_desk *desk, const app_show *show) {
    const app_firsts *firsts = &desk->firsts[desk->panel_side];
    for (uint32_t i = 0; i < show->flock_count && i < firsts->count; i++) {
        put_flock(desk, show, i);
    }
    put_relations(desk, show, &firsts->around);
    put_obstacles(desk, show, &firsts->around);
    app_panel_put_players(desk, show);
    const vol_param *param = vol_param_find(desk->wanted);
    const char *dot = strrchr(desk->wanted, '.');
    if (param == NULL && dot != NULL) { /* one axis of a vector */
        char name[sizeof desk->wanted];
        snprintf(name, sizeof name, "%.*s", (int)(dot - desk->wanted), desk->wanted);
        param = vol_param_find(name);
    }
    bool of_world = param != NULL && param->of_world;
    if (app_ui_header("world", of_world, of_world)) {
        put_groups(&(row){.desk = desk, .show = show});
    }
    bool look = begins(desk->wanted, "look.");
    if (app_ui_header("look", look, look)) {
        put_settings(&(row){.desk = desk,
                            .show = show,
                            .of = APP_SETTING_LOOK,
                            .def = &show->around.look,
                            .first_def = &firsts->around.look},
                     "look");
    }
}
