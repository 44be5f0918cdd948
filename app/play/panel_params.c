/* The panel's parameters: every row of the library's table as a slider, a choice or a mark, grouped by flock and rule.
 * Nothing here knows a parameter by its name. */
#include "play/desk.h"

#include "common/format_number.h"
#include "common/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_PART 0.36F /* of the panel's width */

typedef struct row {
    app_desk *desk;
    const app_show *show;
    const vol_param *param;
    const vol_flock_def *now, *start, *first; /* NULL: a parameter of the world */
    char key[160];                            /* as vol_world_set takes it */
} row;

static void get(const row *r, bool first, char *text, size_t size) {
    text[0] = '\0';
    if (r->now != NULL) {
        vol_flock_def_get(first ? r->first : r->param->live ? r->now : r->start, r->param->name, text, size, NULL);
    } else {
        vol_world_def_get(first ? &r->desk->first_world : &r->show->world, r->param->name, text, size, NULL);
    }
}

static void set(const row *r, const char *value, bool goes_on) {
    app_wish wish = {.kind = r->param->live ? APP_WISH_SET : APP_WISH_CHANGE,
                     .sides = 1U << r->desk->panel_side,
                     .goes_on = goes_on};
    snprintf(wish.key, sizeof wish.key, "%s", r->key);
    snprintf(wish.value, sizeof wish.value, "%s", value);
    app_desk_wish(r->desk, wish);
}

/* 1, 2 or 5 times a power of ten, not less than x. */
static double nice(double x) {
    double power = pow(10, floor(log10(x)));
    double part = x / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

/* The table's ranges are all that is allowed; a slider shows what is of use around the scene's own value. */
static void slider_range(const row *r, double now, double own, double *least, double *most) {
    const vol_param *param = r->param;
    double standard = r->now != NULL ? vol_param_default(param, r->now->model) : param->standard;
    bool endless = param->most > 1000 && now >= param->most; /* a limit as high as it may be is none */
    double far = fmax(fabs(own), isnan(standard) ? 0 : fabs(standard));
    far = param->most > 1000 && far >= param->most ? 0 : far;
    *least = param->least;
    *most = param->most;
    if (*most > 1000) {
        bool length = strcmp(param->unit, "px") == 0;
        double usual = length ? 100 : param->unit[0] == '\0' ? 2 : param->unit[0] == 'b' ? 1000 : 5;
        *most = nice(far > 0 ? 4 * far : usual);
    }
    if (*least < -1000) {
        *least = own < 0 || now < 0 ? -*most : 0;
    }
    *most = now > *most && !endless ? nice(now) : *most;
    *least = now < *least ? -nice(-now) : *least;
}

/* Numbers as people type them: three digits of the range. */
static double round_to(double value, double range) {
    double grain = pow(10, floor(log10(range)) - 2) / 2;
    return round(value / grain) * grain;
}

static void number_text(double value, double range, bool whole, char *text) {
    char digits[VOL_NUMBER_SIZE];
    double shown = whole ? round(value) : value;
    snprintf(text, 64, "%.*f", whole ? 0 : (int)fmax(0, 3 - floor(log10(range))), shown);
    double back = 0;
    vol_number_read(text, &back);
    digits[vol_format_double(digits, back)] = '\0';
    snprintf(text, 64, "%s", digits);
}

static void put_help(const row *r, const char *own) {
    char text[768];
    const vol_param *param = r->param;
    char standard[64] = "";
    if (r->now != NULL && param->type == VOL_PARAM_REAL && !isnan(vol_param_default(param, r->now->model))) {
        snprintf(standard, sizeof standard, "default %g, ", vol_param_default(param, r->now->model));
    }
    char range[96] = "";
    if (param->type == VOL_PARAM_REAL || param->type == VOL_PARAM_COUNT) {
        snprintf(range, sizeof range, ", allowed %g to %g", param->least, param->most);
    }
    snprintf(text, sizeof text, "%s\n%s\n%sthis scene %s%s%s", r->key, param->help, standard, own, range,
             param->live ? "\nCtrl+click to type a number" : "\nthe scene begins anew with it");
    app_ui_tip(text);
}

static void put_slider(const row *r) {
    char now_text[160];
    char own_text[160];
    double now = 0;
    double own = 0;
    double least = 0;
    double most = 0;
    get(r, false, now_text, sizeof now_text);
    get(r, true, own_text, sizeof own_text);
    if (!vol_number_read(now_text, &now)) {
        app_ui_text_faint(now_text);
        put_help(r, own_text);
        return;
    }
    vol_number_read(own_text, &own);
    slider_range(r, now, own, &least, &most);
    bool whole = r->param->type == VOL_PARAM_COUNT;
    char format[48];
    snprintf(format, sizeof format, "%s%s%s", whole ? "%.0f" : "%.4g", r->param->unit[0] != '\0' ? " " : "",
             r->param->unit);
    double value = now;
    bool changed = app_ui_slider("##value", &value, least, most, format, false);
    bool held = app_ui_held();
    bool released = app_ui_released();
    app_desk_name(r->desk, r->key);
    app_ui_mark(fmin((own - least) / (most - least), 1));
    put_help(r, own_text);
    if ((changed && r->param->live) || (released && (r->param->live || value != now))) {
        char text[64];
        bool typed = value < least || value > most || !held;
        number_text(typed ? value : round_to(value, most - least), most - least, whole, text);
        set(r, text, held && !released);
    }
}

static void put_choice(const row *r) {
    char now[160];
    char own[160];
    int chosen = 0;
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    while (r->param->choices[chosen] != NULL && strcmp(r->param->choices[chosen], now) != 0) {
        chosen++;
    }
    bool changed = app_ui_choice("##value", &chosen, r->param->choices);
    app_desk_name(r->desk, r->key);
    put_help(r, own);
    if (changed) {
        set(r, r->param->choices[chosen], false);
    }
}

static void put_flag(const row *r) {
    char now[160];
    char own[160];
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    bool value = strcmp(now, "true") == 0;
    bool changed = app_ui_check("##value", &value);
    app_desk_name(r->desk, r->key);
    put_help(r, own);
    if (changed) {
        set(r, value ? "true" : "false", false);
    }
}

/* The numbers of a vector; the middle of the world where it says so. */
static int read_axes(const row *r, const char *text, double values[3]) {
    const vol_world_def *world = &r->show->world;
    int axes = 0;
    if (strcmp(text, "middle") == 0) {
        for (; axes < world->dimensions; axes++) {
            values[axes] = world->size[axes] / 2;
        }
    }
    char *next = NULL;
    for (const char *at = text + strspn(text, "["); axes < world->dimensions && *at != '\0' && *at != ']'; axes++) {
        values[axes] = strtod(at, &next);
        at = next + strspn(next, ", ");
    }
    return axes;
}

/* What a slider of one axis shows: sizes from 1, places in the world, velocities either way. */
static void axis_range(const row *r, int axis, double value, double *least, double *most) {
    const double size = r->show->world.size[axis];
    if (r->param->least >= 0) {
        *least = 1;
        *most = nice(2 * fmax(value, 1));
    } else if (strcmp(r->param->unit, "px") == 0) {
        *least = fmin(0, value);
        *most = fmax(size, value);
    } else {
        *most = nice(fmax(5, fabs(value)));
        *least = -*most;
    }
}

/* A vector: one slider an axis. */
static void put_vector(const row *r) {
    char now[160];
    char own[160];
    double values[3] = {0};
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    int axes = read_axes(r, now, values);
    float width = (app_ui_room() - 4 * (float)(axes - 1)) / (float)(axes > 0 ? axes : 1);
    bool changed = false;
    bool held = false;
    for (int axis = 0; axis < axes; axis++) {
        char id[16];
        snprintf(id, sizeof id, "##%d", axis);
        if (axis > 0) {
            app_ui_same_line_gap(4);
        }
        app_ui_next_width(width);
        double least = 0;
        double most = 0;
        axis_range(r, axis, values[axis], &least, &most);
        changed = app_ui_slider(id, &values[axis], least, most, "%.4g", false) || changed;
        held = app_ui_held() || held;
        put_help(r, own);
    }
    if (changed) {
        char text[160];
        int used = snprintf(text, sizeof text, "[");
        for (int axis = 0; axis < axes; axis++) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%.4g", axis > 0 ? ", " : "", values[axis]);
        }
        snprintf(text + used, sizeof text - (size_t)used, "]");
        set(r, text, held);
    }
}

/* What has no widget: as the scene says. */
static void put_words(const row *r) {
    char now[160];
    get(r, false, now, sizeof now);
    app_ui_text_faint(now[0] != '\0' ? now : "none");
    put_help(r, now);
}

/* A small arrow back to what the scene has, where that is something else. */
static void put_reset(const row *r, float x) {
    char now[160];
    char own[160];
    char name[192];
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    if (strcmp(now, own) == 0) {
        return;
    }
    app_ui_same_line(x);
    if (app_ui_small_button("\xE2\x86\xBA")) {
        set(r, own, false);
    }
    snprintf(name, sizeof name, "reset.%s", r->key);
    app_desk_name(r->desk, name);
    app_ui_tip("back to what the scene has");
}

static void put_row(const row *r, const char *label) {
    float all = app_ui_room();
    float start = app_ui_cursor();
    float reset = 26 * r->desk->window.scale;
    app_ui_push_id(r->key);
    app_ui_label(label);
    app_ui_same_line(start + all * LABEL_PART);
    app_ui_next_width(all * (1 - LABEL_PART) - reset);
    switch (r->param->type) {
    case VOL_PARAM_REAL:
    case VOL_PARAM_COUNT: put_slider(r); break;
    case VOL_PARAM_CHOICE: put_choice(r); break;
    case VOL_PARAM_FLAG: put_flag(r); break;
    case VOL_PARAM_VECTOR: put_vector(r); break;
    case VOL_PARAM_LIST: put_words(r); break;
    default: break; /* `shown` leaves the others out */
    }
    if (r->param->type != VOL_PARAM_VECTOR && r->param->type != VOL_PARAM_LIST) {
        put_reset(r, start + all - reset + 4);
    }
    if (strcmp(r->desk->wanted, r->key) == 0) {
        app_ui_scroll_here();
    }
    app_ui_pop_id();
}

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
        put_row(&r, param->name + (length > 0 ? length + 1 : 0));
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

void app_desk_params(app_desk *desk, const app_show *show) {
    for (uint32_t i = 0; i < show->flock_count && i < desk->first_count; i++) {
        const vol_flock_def *now = &show->flocks[i];
        char title[160];
        size_t length = strlen(now->name);
        bool wanted = strncmp(desk->wanted, now->name, length) == 0 && desk->wanted[length] == '.';
        snprintf(title, sizeof title, "%s, %s, %zu##flock%u", now->name, vol_model_name(now->model), now->count,
                 (unsigned)i);
        app_ui_push_id(now->name);
        if (app_ui_header(title, i == 0 || wanted, wanted)) {
            put_groups(
                &(row){.desk = desk, .show = show, .now = now, .start = &show->starts[i], .first = &desk->firsts[i]});
        }
        app_ui_pop_id();
    }
    bool of_world = false;
    const vol_param *param = vol_param_find(desk->wanted);
    of_world = param != NULL && param->of_world;
    if (app_ui_header("world", of_world, of_world)) {
        put_groups(&(row){.desk = desk, .show = show});
    }
}
