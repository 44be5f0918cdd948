/* What the edit tool shows: handles of what is chosen, what is being placed, arrows of currents, a bar of buttons over
 * the world, and the rows of a flock in the panel. */
#include "play/desk.h"
#include "play/labels.h"
#include "play/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE 0xffd47affU  /* of what is chosen */
#define SHADE 0x0d1016c8U /* under it, on bright worlds */
#define FAINT 0xffffff70U
#define FAINT_DARK 0x10141c90U /* the same on bright worlds, where nothing dark is under it */
#define BUTTON_WIDTH 70.0F
#define BAR_GAP 5.0F
enum { LEAST_ACROSS = 5 }; /* with fewer buttons beside each other they are a menu */
#define LEAST_FIELD 96.0F  /* of a new flock: with less a name of a model is cut off */

static const app_show *the_show(const app_desk *desk) {
    return &desk->stage->sides[app_edit_side(desk)];
}

/* --- The world ---------------------------------------------------------------------------------------------------- */

static app_ui_color faint(const app_desk *desk) {
    return the_show(desk)->frame.ground == APP_GROUND_LIGHT ? FAINT_DARK : FAINT;
}

static void draw_handle(const app_desk *desk, const float at[2], bool round) {
    float half = 5 * desk->window.scale;
    if (round) {
        app_ui_draw_disc(at[0], at[1], half + 1, SHADE);
        app_ui_draw_disc(at[0], at[1], half - 0.5F, LINE);
        return;
    }
    app_ui_draw_box((app_ui_box){at[0] - half - 1, at[1] - half - 1, 2 * half + 2, 2 * half + 2}, SHADE, 2);
    app_ui_draw_box((app_ui_box){at[0] - half + 0.5F, at[1] - half + 0.5F, 2 * half - 1, 2 * half - 1}, LINE, 1.5F);
}

/* A line that is seen on any ground. */
static void draw_line(const app_desk *desk, const float a[2], const float b[2]) {
    app_ui_draw_line(a[0], a[1], b[0], b[1], SHADE, 3.5F * desk->window.scale);
    app_ui_draw_line(a[0], a[1], b[0], b[1], LINE, 1.5F * desk->window.scale);
}

static void draw_circle(const app_desk *desk, const float at[2], float radius) {
    app_ui_draw_circle(at[0], at[1], radius, SHADE, 3.5F * desk->window.scale);
    app_ui_draw_circle(at[0], at[1], radius, LINE, 1.5F * desk->window.scale);
}

static void draw_points(const app_desk *desk, const double (*points)[3], size_t count, bool closed) {
    double scale = 1;
    for (size_t i = 0; i + (closed ? 0 : 1) < count; i++) {
        float a[2], b[2];
        if (app_edit_to_screen(desk, points[i], a, &scale) &&
            app_edit_to_screen(desk, points[(i + 1) % count], b, &scale)) {
            draw_line(desk, a, b);
        }
    }
}

static void draw_outline(const app_desk *desk, const app_thing *thing) {
    double middle[3], extent[2], scale = 1;
    float at[2];
    if (thing->shape == APP_THING_POINTS) {
        draw_points(desk, thing->points, thing->count, thing->closed);
        return;
    }
    app_thing_middle(thing, the_show(desk), middle);
    app_thing_extent(thing, the_show(desk), extent);
    if (!app_edit_to_screen(desk, middle, at, &scale)) {
        return;
    }
    float wide = (float)(extent[0] * scale), high = (float)(extent[1] * scale);
    if (thing->shape == APP_THING_BOX) {
        const float corners[4][2] = {{at[0] - wide, at[1] - high},
                                     {at[0] + wide, at[1] - high},
                                     {at[0] + wide, at[1] + high},
                                     {at[0] - wide, at[1] + high}};
        for (int i = 0; i < 4; i++) {
            draw_line(desk, corners[i], corners[(i + 1) % 4]);
        }
    } else if (thing->shape == APP_THING_FLOW) {
        app_ui_draw_circle(at[0], at[1], fmaxf(fmaxf(wide, high), 12 * desk->window.scale), faint(desk),
                           desk->window.scale);
    } else {
        draw_circle(desk, at, fmaxf(wide, 6 * desk->window.scale));
    }
}

static void draw_handles(const app_desk *desk, const app_thing *thing) {
    double middle[3], scale = 1;
    float at[2], from[2];
    app_thing_middle(thing, the_show(desk), middle);
    if (!app_edit_to_screen(desk, middle, from, &scale)) {
        return;
    }
    if (app_thing_turns(thing, the_show(desk))) {
        app_edit_handle_place(desk, thing, APP_HANDLE_TURN, 0, at);
        draw_line(desk, from, at);
        draw_handle(desk, at, true);
    }
    draw_handle(desk, from, true);
    app_edit_handle_place(desk, thing, APP_HANDLE_SIZE, 0, at);
    draw_handle(desk, at, false);
    for (size_t i = 0; thing->shape == APP_THING_POINTS && i < thing->count; i++) {
        app_edit_handle_place(desk, thing, APP_HANDLE_POINT, i, at);
        draw_handle(desk, at, true);
    }
}

/* Currents are seen while they can be edited. */
static void draw_flow(const app_desk *desk, const app_thing *thing, bool chosen) {
    const app_show *show = the_show(desk);
    double most = 0;
    for (size_t i = 0; i < thing->count; i++) {
        most = fmax(most, hypot(thing->points[i][0], thing->points[i][1]));
    }
    for (size_t i = 0; i < thing->count && most > 0; i++) {
        double scale = 1, x = thing->points[i][0] / most, y = thing->points[i][1] / most;
        double place[3] = {0};
        app_thing_grid_place(thing, show, i, place);
        float a[2], b[2];
        double far = 0.8 * fmin(show->world.size[0] / (double)(thing->grid[0] - 1),
                                show->world.size[1] / (double)(thing->grid[1] - 1));
        double tip[3] = {place[0] + x * far, place[1] + y * far, 0};
        if (hypot(x, y) > 0.05 && app_edit_to_screen(desk, place, a, &scale) &&
            app_edit_to_screen(desk, tip, b, &scale)) {
            if (chosen && show->frame.ground == APP_GROUND_LIGHT) {
                app_ui_draw_arrow(a[0], a[1], b[0], b[1], SHADE, 3 * desk->window.scale);
            }
            app_ui_draw_arrow(a[0], a[1], b[0], b[1], chosen ? LINE : faint(desk), 1.4F * desk->window.scale);
        }
    }
}

/* What is being placed, up to the mouse. */
static void draw_draft(const app_desk *desk) {
    const app_edit *e = &desk->edit;
    double scale = 1;
    float from[2], to[2] = {desk->hand.x, desk->hand.y};
    if (e->draft_count == 0 || !app_edit_to_screen(desk, e->draft[e->draft_count - 1], from, &scale)) {
        return;
    }
    float far = hypotf(to[0] - from[0], to[1] - from[1]);
    switch (e->adding) {
    case APP_NEW_CIRCLE:
    case APP_NEW_GOAL:
    case APP_NEW_FLOCK: draw_circle(desk, from, far); break;
    case APP_NEW_BOX: {
        const float x[2] = {to[0], from[1]}, y[2] = {from[0], to[1]};
        draw_line(desk, from, x);
        draw_line(desk, x, to);
        draw_line(desk, to, y);
        draw_line(desk, y, from);
        break;
    }
    case APP_NEW_FLOW: app_ui_draw_arrow(from[0], from[1], to[0], to[1], LINE, 2 * desk->window.scale); break;
    default:
        draw_points(desk, e->draft, e->draft_count, false);
        draw_line(desk, from, to);
        for (size_t i = 0; i < e->draft_count && app_edit_to_screen(desk, e->draft[i], from, &scale); i++) {
            draw_handle(desk, from, true);
        }
        break;
    }
}

/* Paths in time, faint but for the one that is chosen, which says when it is where. */
static void draw_path(const app_desk *desk, const app_thing *thing, bool chosen) {
    double scale = 1;
    for (size_t i = 0; i + 1 < thing->count && !chosen; i++) {
        float a[2], b[2];
        if (app_edit_to_screen(desk, thing->points[i], a, &scale) &&
            app_edit_to_screen(desk, thing->points[i + 1], b, &scale)) {
            app_ui_draw_line(a[0], a[1], b[0], b[1], SHADE, 3 * desk->window.scale);
            app_ui_draw_line(a[0], a[1], b[0], b[1], FAINT, desk->window.scale);
        }
    }
    for (size_t i = 0; i < thing->count && chosen; i++) {
        float at[2];
        char text[32];
        if (app_edit_to_screen(desk, thing->points[i], at, &scale)) {
            snprintf(text, sizeof text, "%llu", (unsigned long long)thing->steps[i]);
            float x = at[0] + 9 * desk->window.scale, y = at[1] - 9 * desk->window.scale - app_ui_text_height();
            app_ui_draw_box((app_ui_box){x - 3 * desk->window.scale, y,
                                         app_ui_text_width(text) + 6 * desk->window.scale, app_ui_text_height()},
                            SHADE, 3 * desk->window.scale);
            app_ui_draw_text(x, y, LINE, text);
        }
    }
}

/* Where a flock begins, with its name, and which way it goes there. */
static void draw_start(const app_desk *desk, const app_thing *thing, bool chosen, app_labels *names) {
    const float size = desk->window.scale;
    double middle[3], extent[2], scale = 1;
    float at[2];
    app_thing_middle(thing, the_show(desk), middle);
    app_thing_extent(thing, the_show(desk), extent);
    if (!app_edit_to_screen(desk, middle, at, &scale)) {
        return;
    }
    const float wide = (float)(extent[0] * scale), high = (float)(extent[1] * scale);
    const char *name = the_show(desk)->flock_names[thing->flock];
    const bool box = thing->shape == APP_THING_BOX;
    for (int i = 0; i < 2 && !chosen; i++) { /* a dark line under a bright one */
        const app_ui_color color = i == 0 ? SHADE : FAINT;
        const float line = (i == 0 ? 3 : 1) * size;
        const float corners[10] = {at[0] - wide, at[1] - high, at[0] + wide, at[1] - high, at[0] + wide,
                                   at[1] + high, at[0] - wide, at[1] + high, at[0] - wide, at[1] - high};
        if (box) {
            app_ui_draw_path(corners, 5, color, line);
        } else {
            app_ui_draw_circle(at[0], at[1], wide, color, line);
        }
    }
    app_labels_put(names, at[0] - app_ui_text_width(name) / 2, at[1] + high + 5 * size, size,
                   chosen ? LINE : 0xffffffc0U, name);
    if (!isnan(thing->heading)) {
        const double turn = thing->heading * 3.14159265358979 / 180;
        const float y = (float)sin(turn) * (the_show(desk)->frame.look.y_up ? -1.0F : 1.0F);
        app_ui_draw_arrow(at[0], at[1], at[0] + 32 * size * (float)cos(turn), at[1] + 32 * size * y,
                          chosen ? LINE : faint(desk), 2 * size);
    }
}

/* Of one world. */
static void draw_side(const app_desk *desk, bool chosen_here) {
    const app_edit *e = &desk->edit;
    app_labels names = {.count = 0};
    app_thing thing;
    for (size_t i = 0; app_thing_at(the_show(desk), i, &thing); i++) {
        bool chosen = chosen_here && strcmp(thing.key, e->chosen) == 0;
        if (thing.shape == APP_THING_FLOW) {
            draw_flow(desk, &thing, chosen);
        } else if (thing.steps != NULL && !chosen) {
            draw_path(desk, &thing, false);
        } else if (thing.begins && !chosen) {
            draw_start(desk, &thing, false, &names);
        }
    }
    if (!chosen_here || !app_thing_find(the_show(desk), e->chosen, &thing)) {
        return;
    }
    if (thing.steps != NULL && e->handle != APP_HANDLE_NONE && e->moved && e->start.count == thing.count) {
        thing.points = (const double(*)[3])e->preview;
    }
    if (thing.begins && e->handle != APP_HANDLE_NONE && e->moved) {
        thing = e->ghost;
    }
    draw_outline(desk, &thing);
    if (thing.steps != NULL) {
        draw_path(desk, &thing, true);
    } else if (thing.begins) {
        draw_start(desk, &thing, true, &names);
    }
    draw_handles(desk, &thing);
}

void app_edit_draw(app_desk *desk, uint32_t side) {
    const uint32_t edited = app_edit_side(desk);
    if (desk->tool != APP_TOOL_EDIT) {
        return;
    }
    desk->edit.side = side;
    draw_side(desk, side == edited);
    desk->edit.side = edited;
    if (side == edited) {
        draw_draft(desk);
    }
}

/* --- The bar ------------------------------------------------------------------------------------------------------ */

/* Which flock goals, paths and currents are for. */
static void put_flock_choice(app_desk *desk, const app_show *show, float width) {
    const char *names[17] = {NULL};
    for (uint32_t i = 0; i < show->flock_count && i < 16; i++) {
        names[i] = show->flock_names[i];
    }
    int chosen = (int)desk->add_flock;
    app_ui_next_width(width);
    if (app_ui_choice("##for", &chosen, names, "")) {
        desk->add_flock = (uint32_t)chosen;
    }
    app_desk_name(desk, "edit.for");
    app_ui_tip("The flock that heads for it, follows it or is carried along.");
    app_ui_same_line_gap(8);
}

static void put_new_flock(app_desk *desk, float room) {
    app_edit *e = &desk->edit;
    const char *models[VOL_MODEL_COUNT + 1] = {NULL};
    const char *colors[APP_MOST_COLORS] = {NULL};
    const vol_param *param;
    for (int i = 0; i < VOL_MODEL_COUNT; i++) {
        models[i] = vol_model_name((vol_model)i);
    }
    for (size_t i = 0; (param = app_setting_at(APP_SETTING_FLOCK_LOOK, i)) != NULL; i++) {
        if (strcmp(param->name, "color") == 0) {
            app_setting_colors(param, colors);
        }
    }
    if (e->flock_count < 1) {
        e->flock_count = 100;
        e->flock_model = VOL_MODEL_STEERING;
        while (colors[e->flock_color + 1] != NULL && strcmp(colors[e->flock_color], "flock") != 0) {
            e->flock_color++;
        }
    }
    e->flock_paint = colors[e->flock_color];
    const bool narrow = room < 4 * LEAST_FIELD * desk->window.scale; /* two lines of two */
    float width = narrow ? (room - 8) / 2 : (room - 24) / 4;
    app_ui_next_width(width);
    app_ui_line("##name", e->flock_name, sizeof e->flock_name, "name");
    app_desk_name(desk, "edit.name");
    app_ui_same_line_gap(8);
    app_ui_next_width(width);
    app_ui_choice("##model", &e->flock_model, models, "");
    app_desk_name(desk, "edit.model");
    app_ui_tip(vol_model_about((vol_model)e->flock_model));
    if (!narrow) {
        app_ui_same_line_gap(8);
    }
    app_ui_next_width(width);
    app_ui_choice("##color", &e->flock_color, colors, "");
    app_desk_name(desk, "edit.color");
    app_ui_tip("The colour of its boids; flock: one that other flocks do not have.");
    app_ui_same_line_gap(8);
    app_ui_next_width(width);
    app_ui_slider("##boids", &e->flock_count, 1, 10000, "%.0f", true);
    app_desk_name(desk, "edit.count");
    app_ui_tip("How many boids it has.");
}

/* One line below the buttons: what is chosen, or what the next press does. */
static void put_line(app_desk *desk, float room) {
    const app_edit *e = &desk->edit;
    const app_show *show = the_show(desk);
    app_thing thing;
    char line[200];
    if (e->adding == APP_NEW_FLOCK) {
        put_new_flock(desk, room);
        return;
    }
    if (e->adding >= APP_NEW_GOAL && show->flock_count > 1) {
        put_flock_choice(desk, show, 110 * desk->window.scale);
    }
    if (e->adding == APP_NEW_NONE && app_thing_find(show, e->chosen, &thing)) {
        bool turns = app_thing_turns(&thing, show);
        snprintf(line, sizeof line, "%s: drag it to move it, the square to size it%s", thing.name,
                 turns ? ", the dot above to turn it" : "");
        app_ui_text_wrapped(line);
    } else {
        app_ui_text_wrapped(app_new_help(e->adding));
    }
}

/* The same as a menu, where buttons would hide the world. */
static void put_menu(app_desk *desk, float width) {
    app_edit *e = &desk->edit;
    const char *names[APP_NEW_COUNT + 1] = {NULL};
    int chosen = (int)e->adding;
    for (int i = 0; i < APP_NEW_COUNT; i++) {
        names[i] = app_new_name((app_new)i);
    }
    app_ui_next_width(width);
    if (app_ui_choice("##what", &chosen, names, "")) {
        app_edit_choose(desk, (app_new)chosen);
    }
    app_desk_name(desk, "edit.what");
    app_ui_tip("What a press in the world does: choose something there, or place something new.");
}

void app_edit_bar(app_desk *desk) {
    app_edit *e = &desk->edit;
    float scale = desk->window.scale, width = BUTTON_WIDTH * scale, gap = BAR_GAP * scale;
    const app_ui_box area = desk->areas[0], *last = &desk->areas[desk->stage->side_count - 1];
    const float all = last->x + last->width - area.x; /* of both worlds */
    e->bar.height = 0;
    if (desk->tool != APP_TOOL_EDIT || desk->hidden || desk->gallery_open) {
        return;
    }
    int across = (int)fminf(APP_NEW_COUNT + 1, floorf((all - 44 * scale) / (width + gap)));
    bool narrow = across < LEAST_ACROSS;
    float room = narrow ? all - 44 * scale : (float)across * (width + gap) - gap;
    app_ui_window_begin("edit", (app_ui_box){area.x + 10 * scale, area.y + 10 * scale, room + 24 * scale, 0}, true);
    if (narrow) {
        put_menu(desk, room - width - gap);
        app_ui_same_line_gap(gap);
    }
    for (int i = narrow ? APP_NEW_COUNT : 0; i <= APP_NEW_COUNT; i++) {
        if (!narrow && i % across != 0) {
            app_ui_same_line_gap(gap);
        }
        char name[32];
        const char *label = i < APP_NEW_COUNT ? app_new_name((app_new)i) : "delete";
        bool pressed = app_ui_button(label, width, i < APP_NEW_COUNT && e->adding == (app_new)i);
        snprintf(name, sizeof name, "edit.%s", label); /* there is a tool called goal too */
        app_desk_name(desk, name);
        app_ui_tip(i < APP_NEW_COUNT ? app_new_help((app_new)i) : "Takes away what is chosen.  (Delete)");
        if (pressed && i == APP_NEW_COUNT) {
            app_edit_delete(desk);
        } else if (pressed) {
            app_edit_choose(desk, (app_new)i);
        }
    }
    put_line(desk, room);
    e->bar = (app_ui_box){area.x + 10 * scale, area.y + 10 * scale, room + 24 * scale, app_ui_window_height()};
    app_ui_window_end();
}

void app_edit_show(app_desk *desk, bool begin) {
    app_edit *e = &desk->edit;
    if (begin && e->show > 0 && desk->wanted[0] == '\0') {
        const char *field = strncmp(e->chosen, "obstacles.", 10) == 0      ? "radius"
                            : strncmp(e->chosen, "player.paths.", 13) == 0 ? "flee_radius"
                            : strstr(e->chosen, ".start") != NULL          ? "speed"
                                                                           : "weight";
        snprintf(desk->wanted, sizeof desk->wanted, "%s.%s", e->chosen, field);
        e->showing = true;
    } else if (!begin && e->showing) {
        desk->wanted[0] = '\0';
        e->showing = false;
        e->show--;
    }
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

void app_edit_flock_rows(app_desk *desk, const app_show *show, uint32_t flock) {
    const char *models[VOL_MODEL_COUNT + 1] = {NULL};
    const vol_flock_def *now = &show->flocks[flock];
    char name[160];
    int chosen = (int)now->model;
    uint32_t sides = 1U << desk->panel_side;
    for (int i = 0; i < VOL_MODEL_COUNT; i++) {
        models[i] = vol_model_name((vol_model)i);
    }
    float remove = 96 * desk->window.scale, start = app_ui_cursor(), all = app_ui_room();
    app_ui_label("model");
    app_ui_same_line(start + all * 0.36F);
    app_ui_next_width(all * 0.64F - remove - 6);
    if (app_ui_choice("##model", &chosen, models, "")) {
        app_wish wish = {.kind = APP_WISH_CHANGE, .sides = sides};
        snprintf(wish.key, sizeof wish.key, "%s.model", now->name);
        snprintf(wish.value, sizeof wish.value, "%s", models[chosen]);
        app_desk_wish(desk, wish);
    }
    snprintf(name, sizeof name, "%s.model", now->name);
    app_desk_name(desk, name);
    if (strcmp(desk->wanted, name) == 0) {
        app_ui_scroll_here();
    }
    app_ui_tip(
        "How its boids decide. All begins anew with another one; parameters that it has no use for are left out.");
    app_ui_same_line_gap(6);
    if (app_ui_button("take away", remove, false)) {
        app_wish wish = {.kind = APP_WISH_CHANGE, .sides = sides, .value = "none"};
        snprintf(wish.key, sizeof wish.key, "%s", now->name);
        app_desk_wish(desk, wish);
    }
    snprintf(name, sizeof name, "%s.remove", now->name);
    app_desk_name(desk, name);
    if (strcmp(desk->wanted, name) == 0) {
        app_ui_scroll_here();
    }
    app_ui_tip("The scene without this flock; all begins anew. Ctrl Z brings it back.");
}
