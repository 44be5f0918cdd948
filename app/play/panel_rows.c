/* Widgets of the panel's rows: a slider, a choice, a mark, or a slider for each axis. Values are texts as scenes have
 * them; what is changed becomes a wish. */
#include "play/panel_around.h"

#include "common/format_number.h"
#include "common/words.h"
#include "draw/unit.h"
#include "play/writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_PART 0.36F   /* of the panel's width */
#define SENT_SECONDS 1.0   /* so long a slider waits for what it asked for */
#define WORD_WIDTH 70.0F   /* of the button beside a number that may be chance */
enum { MOST_TEXT = 2048 }; /* of a value: a table has up to 64 numbers */

typedef app_panel_row row;

static void get(const row *r, bool first, char *text, size_t size) {
    text[0] = '\0';
    if (r->text != NULL) {
        snprintf(text, size, "%s", first && r->first_text != NULL ? r->first_text : r->text);
    } else if (r->def != NULL) {
        app_setting_text(r->of, r->param, first ? r->first_def : r->def, r->show->world.dimensions, text, size);
    } else if (r->now != NULL) {
        vol_flock_def_get(first ? r->first : r->param->live ? r->now : r->start, r->param->name, text, size, NULL);
    } else {
        const app_firsts *firsts = &r->desk->firsts[r->desk->panel_side];
        vol_world_def_get(first ? &firsts->world : &r->show->world, r->param->name, text, size, NULL);
    }
}

static void set(const row *r, const char *value, bool goes_on) {
    if (r->send != NULL) {
        r->send(r, value, goes_on);
        return;
    }
    const bool entry = r->def != NULL && r->of <= APP_SETTING_TERM; /* it becomes another one where a field is fixed */
    app_wish wish = {.kind = r->param->live || entry ? APP_WISH_SET : APP_WISH_CHANGE,
                     .sides = 1U << r->desk->panel_side,
                     .goes_on = goes_on};
    snprintf(wish.key, sizeof wish.key, "%s", r->key);
    snprintf(wish.value, sizeof wish.value, "%s", value);
    app_desk_wish(r->desk, wish);
}

/* --- What is held ------------------------------------------------------------------------------------------------- */

/* While a slider is held or typed into it shows what it was moved to, not what the world has, which comes a moment
 * later; and when it was let go, until the world has that. Parameters that are fixed while a world runs are sent only
 * then. */
static bool is_kept(const row *r) {
    const app_kept *kept = &r->desk->kept;
    return strcmp(kept->key, r->key) == 0 && (!kept->sent || r->desk->time < kept->until);
}

static void keep(const row *r, const double *values, int count, bool sent) {
    app_kept *kept = &r->desk->kept;
    snprintf(kept->key, sizeof kept->key, "%s", r->key);
    memcpy(kept->values, values, (size_t)count * sizeof *values);
    kept->sent = sent;
    kept->until = r->desk->time + SENT_SECONDS;
}

static void forget(const row *r) {
    if (strcmp(r->desk->kept.key, r->key) == 0) {
        r->desk->kept.key[0] = '\0';
    }
}

/* What the slider shows: what is kept, unless the world has it. */
static void take_kept(const row *r, double *values, int count) {
    const app_kept *kept = &r->desk->kept;
    if (is_kept(r) && kept->sent && memcmp(kept->values, values, (size_t)count * sizeof *values) == 0) {
        forget(r);
    } else if (is_kept(r)) {
        memcpy(values, kept->values, (size_t)count * sizeof *values);
    }
}

/* What a person does with a slider in a frame. */
typedef struct touch {
    bool changed, held, released, typed;
} touch;

static void feel(touch *t, bool changed) {
    t->changed = changed || t->changed;
    t->held = app_ui_held() || t->held;
    t->released = app_ui_released() || t->released;
    t->typed = app_ui_typed() || t->typed;
}

/* --- Widgets ------------------------------------------------------------------------------------------------------ */

/* 1, 2 or 5 times a power of ten, not less than x. */
static double nice(double x) {
    double power = pow(10, floor(log10(x)));
    double part = x / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static unsigned kind_of(const row *r) {
    unsigned kind = 0;
    memcpy(&kind, (const char *)r->def + vol_surrounding_offset(vol_surrounding_kind((vol_surrounding)r->of)),
           sizeof kind);
    return kind;
}

/* Not a number: there is none. */
static double default_of(const row *r) {
    if (r->text != NULL) {
        return NAN;
    }
    if (r->def != NULL) {
        return r->of <= APP_SETTING_TERM ? vol_surrounding_default(r->param, kind_of(r)) : r->param->standard;
    }
    return r->now != NULL ? vol_param_default(r->param, r->now->model) : r->param->standard;
}

/* The table's ranges are all that is allowed; a slider shows what is of use around the scene's own value. */
static void slider_range(const row *r, double now, double own, double *least, double *most) {
    const vol_param *param = r->param;
    double standard = default_of(r);
    bool endless = param->most > 1000 && now >= param->most; /* a limit as high as it may be is none */
    double far = fmax(fabs(own), isnan(standard) ? 0 : fabs(standard));
    far = param->most > 1000 && far >= param->most ? 0 : far;
    *least = param->least;
    *most = param->most;
    if (*most > 1000 && strcmp(param->unit, "degrees") == 0) {
        *most = 360;
    } else if (*most > 1000) {
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
    char text[768 + MOST_TEXT];
    const vol_param *param = r->param;
    char standard[64] = "";
    double usual = default_of(r);
    if ((r->now != NULL || r->def != NULL) && param->type == VOL_PARAM_REAL && !isnan(usual)) {
        snprintf(standard, sizeof standard, "default %g, ", usual);
    }
    char range[160] = "", unit[40];
    app_unit_text(&r->show->frame.look, param->unit, unit, sizeof unit);
    if (param->type == VOL_PARAM_REAL || param->type == VOL_PARAM_COUNT || param->type == VOL_PARAM_WHOLE) {
        snprintf(range, sizeof range, ", allowed %g to %g%s%s\nCtrl+click to type a number", param->least, param->most,
                 unit[0] != '\0' ? " " : "", unit);
    }
    snprintf(text, sizeof text, "%s\n%s\n%sthis scene %s%s%s", r->key, param->help, standard,
             own[0] != '\0' ? own : "none", range, param->live ? "" : "\nthe scene begins anew with it");
    app_ui_tip(text);
}

/* Four digits, but large numbers without a power of ten: as places of worlds that begin far from 0. */
static void digits_format(double least, double most, char *format, size_t size) {
    const double far = fmax(fabs(least), fabs(most)), range = most - least;
    const bool large = far >= 1e4 && far < 1e8 && range > 0;
    const int decimals = large ? (int)fmin(fmax(2 - floor(log10(range)), 0), 6) : 0;
    snprintf(format, size, large ? "%%.%df" : "%%.%dg", large ? decimals : 4);
}

/* The number and its unit, as short as people write it. */
static void make_format(const row *r, bool whole, double least, double most, char *format, size_t size) {
    static const char *const short_units[][2] = {
        {"px/time", "px/t"},     {"px/time^2", "px/t\xC2\xB2"},  {"time", "t"},
        {"degrees", "\xC2\xB0"}, {"degrees/time", "\xC2\xB0/t"}, {"boids", ""}};
    const vol_param *param = r->param;
    const char *shown = param->unit;
    char unit[40];
    for (size_t i = 0; i < sizeof short_units / sizeof *short_units; i++) {
        shown = strcmp(param->unit, short_units[i][0]) == 0 ? short_units[i][1] : shown;
    }
    app_unit_text(&r->show->frame.look, shown, unit, sizeof unit);
    for (char *at = unit; (at = strchr(at, '%')) != NULL;) { /* it is a format */
        *at = ' ';
    }
    bool apart = unit[0] != '\0' && (unsigned char)unit[0] < 128;
    char digits[16] = "%.0f";
    if (!whole) {
        digits_format(least, most, digits, sizeof digits);
    }
    snprintf(format, size, "%s%s%s", digits, apart ? " " : "", unit);
}

static void send_number(const row *r, double value, double range, bool whole, bool goes_on) {
    char text[64];
    const vol_param *param = r->param;
    if (value < param->least || value > param->most) {
        app_desk_notice(r->desk, true, "%s cannot be %g: %g to %g is allowed", r->key, value, param->least,
                        param->most);
        forget(r);
        return;
    }
    number_text(value, range, whole, text);
    vol_number_read(text, &value);
    keep(r, &value, 1, !goes_on);
    set(r, text, goes_on);
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
    const bool word = !vol_number_read(now_text, &now); /* random */
    const bool own_word = !vol_number_read(own_text, &own);
    slider_range(r, now, own, &least, &most);
    bool whole = r->param->type == VOL_PARAM_COUNT || r->param->type == VOL_PARAM_WHOLE;
    char format[72];
    make_format(r, whole, least, most, format, sizeof format);
    double value = now;
    take_kept(r, &value, 1);
    if (word && !is_kept(r)) {
        snprintf(format, sizeof format, " "); /* the button beside it says so */
    }
    touch t = {0};
    feel(&t, app_ui_slider("##value", &value, least, most, format, false));
    app_desk_name(r->desk, r->key);
    app_ui_mark(own_word ? -1 : fmin((own - least) / (most - least), 1));
    put_help(r, own_text);
    double range = most - least;
    double rounded = t.typed || value < least || value > most ? value : round_to(value, range);
    if (t.held && t.changed) {
        keep(r, &value, 1, false);
        if (r->param->live && !t.typed) {
            send_number(r, rounded, range, whole, true);
        }
    } else if ((t.released || t.changed) && (r->param->live || word || value != now)) {
        send_number(r, rounded, range, whole, false);
    } else if (!t.held && !r->desk->kept.sent) {
        forget(r);
    }
}

/* The same of a number that may be chance, with a button for that. */
static void put_random(const row *r, float width) {
    char now[160];
    char name[192];
    const float button = WORD_WIDTH * r->desk->window.scale;
    app_ui_next_width(width - button - 4);
    put_slider(r);
    get(r, false, now, sizeof now);
    const bool random = strcmp(now, "random") == 0;
    app_ui_same_line_gap(4);
    if (app_ui_button("random", button, random) && !random) {
        forget(r);
        set(r, "random", false);
    }
    snprintf(name, sizeof name, "%s.random", r->key);
    app_desk_name(r->desk, name);
    app_ui_tip("another one for each boid");
}

static void put_choice(const row *r) {
    char now[160];
    char own[160];
    int chosen = 0;
    const char *colors[APP_MOST_COLORS];
    const char *const *choices = r->param->choices;
    if (choices == NULL) {
        app_setting_colors(r->param, colors);
        choices = colors;
    }
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    while (choices[chosen] != NULL && strcmp(choices[chosen], now) != 0) {
        chosen++;
    }
    bool changed = app_ui_choice("##value", &chosen, choices, now);
    app_desk_name(r->desk, r->key);
    put_help(r, own);
    if (changed) {
        set(r, choices[chosen], false);
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

/* The numbers of a vector; the middle of the world where it says so, or the size that it is shown in. */
static int read_axes(const row *r, const char *text, double values[3]) {
    const vol_world_def *world = &r->show->world;
    const int most =
        r->text != NULL || r->def == NULL ? world->dimensions : app_setting_axes(r->of, r->param, world->dimensions);
    int axes = 0;
    if (strcmp(text, "auto") == 0) {
        values[0] = (double)r->desk->areas[0].width / (double)r->desk->window.pixel;
        values[1] = (double)r->desk->areas[0].height / (double)r->desk->window.pixel;
        axes = 2;
    }
    if (strcmp(text, "middle") == 0) {
        for (; axes < world->dimensions; axes++) {
            values[axes] = world->origin[axes] + world->size[axes] / 2;
        }
    }
    char *next = NULL;
    for (const char *at = text + strspn(text, "["); *text == '[' && axes < most && *at != '\0' && *at != ']'; axes++) {
        values[axes] = strtod(at, &next);
        at = next + strspn(next, ", ");
    }
    return axes;
}

/* What a slider of one axis shows: sizes from 1, places in the world, velocities either way. */
static void axis_range(const row *r, int axis, double value, double own, double *least, double *most) {
    const double low = r->show->world.origin[axis], high = low + r->show->world.size[axis];
    if (strcmp(r->param->unit, "degrees") == 0) {
        *least = r->param->least;
        *most = r->param->most;
    } else if (r->param->least >= 0) {
        *least = fmax(1, r->param->least);
        *most = nice(2 * fmax(own, 1));
        *most = value > *most ? nice(value) : *most;
    } else if (strcmp(r->param->unit, "px") == 0) {
        *least = fmin(low, value);
        *most = fmax(high, value);
    } else {
        *most = nice(fmax(5, 2 * fabs(own)));
        *most = fabs(value) > *most ? nice(fabs(value)) : *most;
        *least = -*most;
    }
}

static void send_axes(const row *r, const double *values, int axes, bool goes_on) {
    char text[160];
    app_writer w = app_writer_begin(text, sizeof text);
    for (int axis = 0; axis < axes; axis++) {
        char digits[VOL_NUMBER_SIZE];
        vol_format_double(digits, values[axis]);
        app_write(&w, "%s%s", axis > 0 ? ", " : "[", digits);
    }
    app_write(&w, "]");
    keep(r, values, axes, !goes_on);
    set(r, text, goes_on);
}

/* The slider of one axis. What it is moved to has few digits; the other axes keep theirs. */
static void put_axis(const row *r, int axis, double *value, double own, touch *t) {
    char id[16], format[16], text[64];
    double least = 0, most = 0;
    const double before = *value;
    axis_range(r, axis, *value, own, &least, &most);
    digits_format(least, most, format, sizeof format);
    snprintf(id, sizeof id, "##%d", axis);
    feel(t, app_ui_slider(id, value, least, most, format, false));
    if (*value != before && !t->typed) {
        number_text(round_to(*value, most - least), most - least, false, text);
        vol_number_read(text, value);
    }
}

/* So wide that a number has room at either side of the handle; narrower ones stand below each other. */
static float least_axis_width(const row *r, const double *values, const double *first, int axes) {
    float widest = 0;
    for (int axis = 0; axis < axes; axis++) {
        char text[32];
        double least = 0, most = 0;
        axis_range(r, axis, values[axis], first[axis], &least, &most);
        snprintf(text, sizeof text, "%.0f", fmax(fabs(least), fabs(most)));
        widest = fmaxf(widest, app_ui_text_width(text));
        snprintf(text, sizeof text, "%.0f", least);
        widest = fmaxf(widest, app_ui_text_width(text));
    }
    return 2 * widest + 20 * r->desk->window.scale;
}

/* A vector: one slider an axis. */
static void put_vector(const row *r, float room) {
    char now[160];
    char own[160];
    double values[3] = {0};
    touch t = {0};
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    double first[3] = {0};
    int axes = read_axes(r, now, values);
    read_axes(r, own, first);
    float width = (room - 4 * (float)(axes - 1)) / (float)(axes > 0 ? axes : 1);
    const float start = app_ui_cursor();
    const bool stacked = width < least_axis_width(r, values, first, axes);
    take_kept(r, values, axes);
    for (int axis = 0; axis < axes; axis++) {
        char name[192];
        if (axis > 0 && stacked) {
            app_ui_label("");
            app_ui_same_line(start);
        } else if (axis > 0) {
            app_ui_same_line_gap(4);
        }
        app_ui_next_width(stacked ? room : width);
        put_axis(r, axis, &values[axis], first[axis], &t);
        snprintf(name, sizeof name, "%s.%d", r->key, axis);
        app_desk_name(r->desk, name);
        put_help(r, own);
    }
    if (t.held && t.changed) {
        keep(r, values, axes, false);
        if (r->param->live && !t.typed) {
            send_axes(r, values, axes, true);
        }
    } else if (t.released || t.changed) {
        send_axes(r, values, axes, false);
    } else if (!t.held && !r->desk->kept.sent) {
        forget(r);
    }
}

/* Numbers in a line that is typed; Enter sets them, with or without their brackets. */
static void put_list(const row *r) {
    char now[MOST_TEXT];
    char own[MOST_TEXT];
    char text[MOST_TEXT + 2];
    get(r, false, now, sizeof now);
    get(r, true, own, sizeof own);
    snprintf(text, sizeof text, "%s", strcmp(now, "[]") != 0 ? now : "");
    const bool entered = app_ui_line("##value", text, MOST_TEXT, "none; as 2, 1, 0.5");
    app_desk_name(r->desk, r->key);
    put_help(r, own);
    if (entered) {
        const bool bare = text[0] != '[';
        snprintf(now, sizeof now, "%s%.*s%s", bare ? "[" : "", MOST_TEXT - 3, text, bare ? "]" : "");
        set(r, now, false);
    }
}

/* A small arrow back to what the scene has, where that is something else. */
static void put_reset(const row *r, float x) {
    char now[MOST_TEXT];
    char own[MOST_TEXT];
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

void app_panel_row_put(const row *r, const char *label) {
    float all = app_ui_room();
    float start = app_ui_cursor();
    float reset = 26 * r->desk->window.scale;
    const float part = r->label_part > 0 ? r->label_part : LABEL_PART;
    float width = all * (1 - part) - reset;
    char own[MOST_TEXT];
    get(r, true, own, sizeof own);
    app_ui_push_id(r->key);
    app_ui_label(label);
    put_help(r, own);
    app_ui_same_line(start + all * part);
    app_ui_next_width(width);
    switch (r->param->type) {
    case VOL_PARAM_REAL:
    case VOL_PARAM_WHOLE:
    case VOL_PARAM_COUNT: r->param->random ? put_random(r, width) : put_slider(r); break;
    case VOL_PARAM_CHOICE: put_choice(r); break;
    case VOL_PARAM_FLAG: put_flag(r); break;
    case VOL_PARAM_VECTOR: put_vector(r, width); break;
    case VOL_PARAM_MASK:
    case VOL_PARAM_FLOCKS: app_panel_put_flocks(r, width); break;
    case VOL_PARAM_FLOCK: app_panel_put_flock(r); break;
    case VOL_PARAM_LIST: put_list(r); break;
    default: break; /* the others are left out */
    }
    if (r->param->type != VOL_PARAM_MASK && r->param->type != VOL_PARAM_FLOCK && r->param->type != VOL_PARAM_FLOCKS) {
        put_reset(r, start + all - reset + 4);
    }
    if (strncmp(r->desk->wanted, r->key, strlen(r->key)) == 0) {
        app_ui_scroll_here();
    }
    app_ui_pop_id();
}
