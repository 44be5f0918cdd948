/* The edit tool's mouse and keys: from presses and drags to wishes. A drag is computed from how things were when it
 * began, so that nothing drifts, and undo takes back all of it. */
#include "play/desk.h"
#include "play/panel_around.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAB_PIXELS 9.0F    /* a handle as near as this is meant */
#define DOUBLE_SECONDS 0.35 /* two clicks within this are one double click */
#define TURN_PIXELS 30.0F   /* how far the handle for turning is from the thing */
#define SIZE_PIXELS 12.0F   /* the handle for sizing is at least so far from the middle */

typedef struct new_row {
    const char *name, *help;
} new_row;

static const new_row news[APP_NEW_COUNT] = {
    {"choose", "Click something in the world to choose it; drag it, or its handles."},
    {"circle", "An obstacle: press at its middle and drag to its edge."},
    {"box", "An obstacle: drag from corner to corner."},
    {"segment", "A wall: drag from end to end."},
    {"polygon", "An obstacle: click its corners; Enter, a double click or the first corner again end it."},
    {"goal", "A place that a flock heads for: press there and drag to where it begins to slow down."},
    {"path", "A way that a flock follows: click its corners; Enter or a double click end it."},
    {"flow", "A current that carries a flock along: drag the way that it goes."},
    {"flock", "A new flock: its boids begin where you drag. All begins anew."},
};

const char *app_new_name(app_new what) {
    return news[what].name;
}

const char *app_new_help(app_new what) {
    return news[what].help;
}

uint32_t app_edit_side(const app_desk *desk) {
    return desk->edit.side < desk->stage->side_count ? desk->edit.side : 0;
}

static const app_show *the_show(const app_desk *desk) {
    return &desk->stage->sides[app_edit_side(desk)];
}

static const app_camera *the_camera(const app_desk *desk) {
    return &desk->cameras[app_edit_side(desk)];
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

bool app_edit_to_screen(const app_desk *desk, const double *world, float screen[2], double *scale) {
    const app_camera *camera = the_camera(desk);
    const app_ui_box *area = &desk->areas[app_edit_side(desk)];
    double at[2], depth = 0;
    if (!app_camera_to_screen(camera, world, at, &depth)) {
        return false;
    }
    screen[0] = area->x + (float)at[0];
    screen[1] = area->y + (float)at[1];
    *scale = app_camera_scale(camera);
    *scale *= camera->dimensions == 3 ? app_camera_distance(camera) / depth : 1;
    return true;
}

static void mouse_place(const app_desk *desk, double world[3]) {
    const app_ui_box *area = &desk->areas[app_edit_side(desk)];
    app_camera_to_world(the_camera(desk), (double)(desk->hand.x - area->x), (double)(desk->hand.y - area->y), world);
}

static double pixel_here(const app_desk *desk) {
    return (double)desk->window.scale / app_camera_scale(the_camera(desk));
}

/* Handles of what is larger than the picture are at its edge, and below the bar. */
static void keep_in_sight(const app_desk *desk, float place[2]) {
    const app_ui_box *area = &desk->areas[app_edit_side(desk)], *bar = &desk->edit.bar;
    const float edge = 16 * desk->window.scale;
    const bool under = bar->height > 0 && place[0] < bar->x + bar->width && bar->x < area->x + area->width &&
                       area->x < bar->x + bar->width;
    const float top = under ? bar->y + bar->height : area->y;
    place[0] = fminf(fmaxf(place[0], area->x + edge), area->x + area->width - edge);
    place[1] = fminf(fmaxf(place[1], top + edge), area->y + area->height - edge);
}

void app_edit_handle_place(const app_desk *desk, const app_thing *thing, app_handle handle, size_t point,
                           float place[2]) {
    double middle[3], extent[2], scale = 1;
    app_thing_middle(thing, the_show(desk), middle);
    app_thing_extent(thing, the_show(desk), extent);
    if (handle == APP_HANDLE_POINT) {
        app_edit_to_screen(desk, thing->points[point], place, &scale);
        return;
    }
    if (!app_edit_to_screen(desk, middle, place, &scale)) {
        return;
    }
    bool round = thing->shape == APP_THING_CIRCLE || thing->shape == APP_THING_GOAL;
    float least = SIZE_PIXELS * desk->window.scale;
    float right = fmaxf((float)(extent[0] * scale), least), down = fmaxf((float)(extent[1] * scale), least);
    float out = thing->shape == APP_THING_POINTS ? 10 * desk->window.scale : 0; /* beside its own points */
    if (handle == APP_HANDLE_SIZE) {
        place[0] += right + out;
        place[1] += round ? 0 : down + out;
    } else if (handle == APP_HANDLE_TURN) {
        place[1] -= down + TURN_PIXELS * desk->window.scale;
    }
    if (handle != APP_HANDLE_BODY) {
        keep_in_sight(desk, place);
    }
}

static bool is_near(const app_desk *desk, const float at[2], float x, float y) {
    return hypotf(at[0] - x, at[1] - y) < GRAB_PIXELS * desk->window.scale;
}

app_handle app_edit_handle_at(const app_desk *desk, const app_thing *thing, float x, float y, size_t *point) {
    static const app_handle order[] = {APP_HANDLE_SIZE, APP_HANDLE_TURN};
    float at[2] = {-1000, -1000};
    for (size_t i = 0; thing->shape == APP_THING_POINTS && i < thing->count; i++) {
        app_edit_handle_place(desk, thing, APP_HANDLE_POINT, i, at);
        if (is_near(desk, at, x, y)) {
            *point = i;
            return APP_HANDLE_POINT;
        }
    }
    for (size_t i = 0; i < 2; i++) {
        app_edit_handle_place(desk, thing, order[i], 0, at);
        if (is_near(desk, at, x, y) && (order[i] == APP_HANDLE_SIZE || app_thing_turns(thing, the_show(desk)))) {
            return order[i];
        }
    }
    return APP_HANDLE_NONE;
}

static float to_line(const float a[2], const float b[2], float x, float y) {
    float dx = b[0] - a[0], dy = b[1] - a[1];
    float length = dx * dx + dy * dy;
    float part = length > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length : 0;
    part = fminf(fmaxf(part, 0), 1);
    return hypotf(a[0] + part * dx - x, a[1] + part * dy - y);
}

/* Is the pixel on the lines between its points, or inside of them where they are closed? */
static bool on_points(const app_desk *desk, const app_thing *thing, float x, float y) {
    bool inside = false;
    double scale = 1;
    size_t lines = thing->closed ? thing->count : thing->count - 1;
    for (size_t i = 0; i < lines; i++) {
        float a[2], b[2];
        if (!app_edit_to_screen(desk, thing->points[i], a, &scale) ||
            !app_edit_to_screen(desk, thing->points[(i + 1) % thing->count], b, &scale)) {
            return false;
        }
        float wide = thing->of == VOL_SURROUNDING_OBSTACLE ? (float)(thing->radius * scale) : 0;
        if (to_line(a, b, x, y) < GRAB_PIXELS * desk->window.scale + wide) {
            return true;
        }
        bool crosses = (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
        inside = crosses ? !inside : inside;
    }
    return inside && thing->of == VOL_SURROUNDING_OBSTACLE && thing->closed;
}

static bool on_thing(const app_desk *desk, const app_thing *thing, float x, float y) {
    double middle[3], extent[2], scale = 1;
    float at[2], least = (GRAB_PIXELS + 3) * desk->window.scale;
    if (thing->shape == APP_THING_POINTS) {
        return on_points(desk, thing, x, y);
    }
    app_thing_middle(thing, the_show(desk), middle);
    app_thing_extent(thing, the_show(desk), extent);
    if (!app_edit_to_screen(desk, middle, at, &scale)) {
        return false;
    }
    const float wide_half = (float)(extent[0] * scale), high_half = (float)(extent[1] * scale);
    const float off_x = fabsf(x - at[0]), off_y = fabsf(y - at[1]), grab = GRAB_PIXELS * desk->window.scale;
    if (thing->begins) { /* its line, and its middle once it is chosen: what is inside can be chosen too */
        const bool chosen = strcmp(thing->key, desk->edit.chosen) == 0;
        const bool box = thing->shape == APP_THING_BOX;
        const float beside = box ? fmaxf(off_x - wide_half, off_y - high_half) : hypotf(off_x, off_y) - wide_half;
        return fabsf(beside) < grab || (chosen && hypotf(off_x, off_y) < least);
    }
    if (thing->shape == APP_THING_BOX) {
        return off_x < fmaxf(wide_half, least) && off_y < fmaxf(high_half, least);
    }
    bool wide = thing->shape == APP_THING_CIRCLE;
    return hypotf(x - at[0], y - at[1]) < (wide ? fmaxf((float)(thing->radius * scale), least) : least);
}

/* --- Wishes ------------------------------------------------------------------------------------------------------- */

static app_wish wish_to_set(const app_desk *desk, const char *key, const char *field) {
    app_wish wish = {.kind = APP_WISH_SET, .sides = desk->stage->side_count > 1 ? 1U << app_edit_side(desk) : 0};
    snprintf(wish.key, sizeof wish.key, "%s%s%s", key, field[0] != '\0' ? "." : "", field);
    return wish;
}

static void choose(app_desk *desk, const char *key) {
    snprintf(desk->edit.chosen, sizeof desk->edit.chosen, "%s", key);
    desk->edit.show = key[0] != '\0' ? 4 : 0; /* it may come in the next frame, and is scrolled to when it is there */
}

static bool turn_to(const app_desk *desk, const double *mouse, const double *middle, app_moving *moving, app_wish *wish,
                    const char **field) {
    const app_edit *e = &desk->edit;
    const app_show *show = the_show(desk);
    const double heading = atan2(mouse[1] - middle[1], mouse[0] - middle[0]);
    char *value = wish->value;
    size_t size = sizeof wish->value;
    if (e->start.begins) {
        *field = "heading";
        snprintf(value, size, "%.4g", heading * 180 / 3.14159265358979);
        return true;
    }
    memset(moving->by, 0, sizeof moving->by);
    moving->turned = heading - atan2(e->from[1] - middle[1], e->from[0] - middle[0]);
    if (e->start.shape == APP_THING_BOX) { /* it becomes a polygon, which can be turned on */
        size_t box = app_around_show_find(&show->around, VOL_SURROUNDING_OBSTACLE, 0, e->start.number);
        *field = "";
        return box != SIZE_MAX && app_thing_turned_box(&e->start, &show->around.obstacles[box], moving, value, size);
    }
    *field = app_thing_moved(&e->start, show, moving, value, size);
    return *field != NULL;
}

/* Of what is dragged, as it was at first, moved to where the mouse is. */
static bool drag_to(app_desk *desk, const double *mouse, app_wish *wish, const char **field) {
    app_edit *e = &desk->edit;
    const app_show *show = the_show(desk);
    app_moving moving = {.grown = {1, 1}, .pixel = pixel_here(desk)};
    double middle[3], scale = 1;
    float at[2] = {0};
    app_thing_middle(&e->start, show, middle);
    bool there = app_edit_to_screen(desk, middle, at, &scale);
    double nearer = there ? app_camera_scale(the_camera(desk)) / scale : 1;
    for (int axis = 0; axis < 3; axis++) {
        moving.by[axis] = (mouse[axis] - e->from[axis]) * nearer;
    }
    char *value = wish->value;
    size_t size = sizeof wish->value;
    if (e->handle == APP_HANDLE_BODY) {
        *field = app_thing_moved(&e->start, show, &moving, value, size);
        return *field != NULL;
    }
    if (e->handle == APP_HANDLE_POINT) {
        double place[3];
        for (int axis = 0; axis < 3; axis++) {
            place[axis] = e->start.points[e->point][axis] + moving.by[axis];
        }
        *field = e->start.steps != NULL ? "path" : "points";
        return app_thing_point(&e->start, show, e->point, place, moving.pixel, value, size);
    }
    if (e->handle == APP_HANDLE_TURN) {
        return turn_to(desk, mouse, middle, &moving, wish, field);
    }
    bool round = e->start.shape == APP_THING_CIRCLE || e->start.shape == APP_THING_GOAL || desk->input.shift ||
                 the_camera(desk)->dimensions == 3;
    float from[2] = {desk->hand.from_x - at[0], desk->hand.from_y - at[1]};
    float to[2] = {desk->hand.x - at[0], desk->hand.y - at[1]};
    for (int axis = 0; axis < 2; axis++) {
        double whole = (double)(hypotf(to[0], to[1]) / fmaxf(hypotf(from[0], from[1]), 1));
        double one = (double)(fabsf(to[axis]) / fmaxf(fabsf(from[axis]), 1));
        moving.grown[axis] = fmax(round ? whole : one, 0.02);
    }
    if (round && e->start.radius == 0 && (e->start.shape == APP_THING_CIRCLE || e->start.shape == APP_THING_GOAL)) {
        e->start.radius = (double)hypotf(from[0], from[1]) / scale; /* as far as its handle */
    }
    memset(moving.by, 0, sizeof moving.by);
    *field = app_thing_grown(&e->start, show, &moving, value, size);
    return *field != NULL;
}

/* Where a flock begins is fixed too. */
static void send_start(app_desk *desk, app_wish *wish, const char *field, bool goes_on) {
    app_thing *ghost = &desk->edit.ghost;
    *ghost = desk->edit.start;
    if (field[0] == 'c') {
        app_thing_read_place(wish->value, ghost->center);
    } else if (field[0] == 's') {
        app_thing_read_place(wish->value, ghost->size);
    } else {
        *(field[0] == 'r' ? &ghost->radius : &ghost->heading) = strtod(wish->value, NULL);
    }
    if (!goes_on) {
        wish->kind = APP_WISH_CHANGE;
        app_desk_wish(desk, *wish);
    }
}

/* Paths in time are fixed while a world runs: it begins anew with another one, when the mouse lets go. */
static void send_path(app_desk *desk, app_wish *wish, bool goes_on) {
    app_edit *e = &desk->edit;
    app_thing_read_path(wish->value, the_show(desk)->world.dimensions, e->preview, e->start.count);
    if (goes_on) {
        return;
    }
    if (e->start.player) {
        app_panel_set_player(desk, the_show(desk), e->start.number, wish->value);
        return;
    }
    wish->kind = APP_WISH_CHANGE;
    app_desk_wish(desk, *wish);
}

static void send_drag(app_desk *desk, bool goes_on) {
    app_edit *e = &desk->edit;
    double mouse[3];
    const char *field = "";
    app_wish wish = wish_to_set(desk, e->chosen, "");
    mouse_place(desk, mouse);
    if (!drag_to(desk, mouse, &wish, &field)) {
        app_desk_notice(desk, true, "%s has too many points to be changed by hand", e->start.name);
        e->handle = APP_HANDLE_NONE;
        return;
    }
    app_wish named = wish_to_set(desk, e->chosen, field);
    memcpy(wish.key, named.key, sizeof wish.key);
    wish.goes_on = goes_on;
    if (e->start.steps != NULL) {
        send_path(desk, &wish, goes_on);
    } else if (e->start.begins) {
        send_start(desk, &wish, field, goes_on);
    } else {
        app_desk_wish(desk, wish);
    }
}

/* Keeps the thing as it is now: what is dragged is computed from that. */
static void take_hold(app_desk *desk, const app_thing *thing, app_handle handle, size_t point) {
    app_edit *e = &desk->edit;
    e->handle = handle;
    e->point = point;
    e->moved = false;
    e->start = e->ghost = *thing;
    e->points = vol_retake(e->points, (thing->count + 1) * sizeof *e->points);
    if (thing->count > 0) {
        memcpy(e->points, thing->points, thing->count * sizeof *e->points);
    }
    e->start.points = (const double(*)[3])e->points;
    if (thing->steps != NULL) {
        e->steps = vol_retake(e->steps, thing->count * sizeof *e->steps);
        memcpy(e->steps, thing->steps, thing->count * sizeof *e->steps);
        e->preview = vol_retake(e->preview, thing->count * sizeof *e->preview);
        memcpy(e->preview, thing->points, thing->count * sizeof *e->preview);
        e->start.steps = e->steps;
    }
    mouse_place(desk, e->from);
}

/* --- New things --------------------------------------------------------------------------------------------------- */

static bool draws_points(app_new what) {
    return what == APP_NEW_POLYGON || what == APP_NEW_PATH;
}

/* What was placed is chosen: the next number of its list. */
static void choose_next(app_desk *desk, const char *list, vol_surrounding of, vol_flock flock) {
    const app_around_show *around = &the_show(desk)->around;
    char key[sizeof desk->edit.chosen];
    snprintf(key, sizeof key, "%.140s.%u", list,
             (unsigned)(of == VOL_SURROUNDING_OBSTACLE ? around->obstacle_next
                                                       : around->term_next[flock % APP_MOST_AROUND]));
    choose(desk, key);
}

static void place_new(app_desk *desk, const double (*points)[3], size_t count) {
    app_edit *e = &desk->edit;
    const app_show *show = the_show(desk);
    bool flat = e->adding == APP_NEW_POLYGON || e->adding == APP_NEW_FLOW;
    vol_flock flock = desk->add_flock < show->flock_count ? desk->add_flock : 0;
    vol_surrounding of = e->adding < APP_NEW_GOAL ? VOL_SURROUNDING_OBSTACLE : VOL_SURROUNDING_TERM;
    char list[140];
    if (flat && show->world.dimensions == 3) {
        app_desk_notice(desk, true, "a %s is for flat worlds alone", app_new_name(e->adding));
        return;
    }
    snprintf(list, sizeof list, "%s%s", of == VOL_SURROUNDING_TERM ? show->flock_names[flock] : "obstacles",
             of == VOL_SURROUNDING_TERM ? ".terms" : "");
    app_wish wish = wish_to_set(desk, list, "new");
    if (!app_new_text(e->adding, show, points, count, pixel_here(desk), wish.value, sizeof wish.value)) {
        app_desk_notice(desk, true, "a %s of so many points is too much", app_new_name(e->adding));
        return;
    }
    app_desk_wish(desk, wish);
    choose_next(desk, list, of, flock);
    e->adding = APP_NEW_NONE;
}

static void place_flock(app_desk *desk, const double *from, const double *to) {
    app_edit *e = &desk->edit;
    double pixel = pixel_here(desk);
    double radius = hypot(to[0] - from[0], to[1] - from[1]);
    app_wish wish = wish_to_set(desk, "flocks.new", "");
    wish.kind = APP_WISH_CHANGE;
    if (e->flock_name[0] == '\0') {
        app_flock_name_new(the_show(desk), e->flock_name, sizeof e->flock_name);
    }
    const char *fault = app_flock_name_fault(the_show(desk), e->flock_name);
    if (fault != NULL) {
        app_desk_notice(desk, true, "%s cannot be the flock's name: %s", e->flock_name, fault);
        return;
    }
    if (app_new_flock_text(e, the_show(desk), from, radius > 6 * pixel ? radius : 60 * pixel, pixel, wish.value,
                           sizeof wish.value)) {
        char key[sizeof e->flock_name + 8];
        snprintf(key, sizeof key, "%s.start", e->flock_name);
        app_desk_wish(desk, wish);
        choose(desk, key);
    }
    e->flock_name[0] = '\0';
    e->adding = APP_NEW_NONE;
}

static void end_draft(app_desk *desk) {
    app_edit *e = &desk->edit;
    size_t fewest = e->adding == APP_NEW_POLYGON ? 3 : 2;
    if (e->draft_count < fewest) {
        app_desk_notice(desk, false, "a %s has at least %zu corners", app_new_name(e->adding), fewest);
        return;
    }
    place_new(desk, (const double(*)[3])e->draft, e->draft_count);
    e->draft_count = 0;
}

/* One more corner, or the end: the first corner again, or two clicks at one place. */
static void click_corner(app_desk *desk) {
    app_edit *e = &desk->edit;
    float at[2] = {-1000, -1000};
    double scale = 1;
    if (e->draft_count > 0) {
        app_edit_to_screen(desk, e->draft[0], at, &scale);
    }
    bool closes = e->adding == APP_NEW_POLYGON && e->draft_count > 2 && is_near(desk, at, desk->hand.x, desk->hand.y);
    if (e->draft_count > 0) {
        app_edit_to_screen(desk, e->draft[e->draft_count - 1], at, &scale);
    }
    bool twice = e->draft_count > 0 && desk->time - e->click_time < DOUBLE_SECONDS &&
                 is_near(desk, at, desk->hand.x, desk->hand.y);
    e->click_time = desk->time;
    if (closes || twice || e->draft_count == APP_MOST_DRAFT) {
        end_draft(desk);
    } else {
        mouse_place(desk, e->draft[e->draft_count++]);
    }
}

/* --- The mouse ---------------------------------------------------------------------------------------------------- */

static void press_choosing(app_desk *desk) {
    app_edit *e = &desk->edit;
    const app_show *show = the_show(desk);
    float x = desk->hand.x, y = desk->hand.y;
    app_thing thing, found;
    size_t point = 0;
    bool any = false;
    if (app_thing_find(show, e->chosen, &thing)) {
        app_handle handle = app_edit_handle_at(desk, &thing, x, y, &point);
        if (handle != APP_HANDLE_NONE) {
            take_hold(desk, &thing, handle, point);
            return;
        }
        found = thing;
        any = on_thing(desk, &thing, x, y);
    }
    for (size_t i = 0; !any && app_thing_at(show, i, &thing); i++) { /* terms lie over obstacles: the last one counts */
        if (on_thing(desk, &thing, x, y)) {
            found = thing;
            point = i + 1;
        }
    }
    if (!any && point == 0) {
        choose(desk, "");
        return;
    }
    choose(desk, found.key);
    take_hold(desk, &found, APP_HANDLE_BODY, 0);
}

void app_edit_press(app_desk *desk) {
    app_edit *e = &desk->edit;
    if (e->draft_count > 0 && desk->hand.side != (int)app_edit_side(desk)) {
        app_desk_notice(desk, false, "go on in the world where the first corner is, or press Esc");
        return;
    }
    e->side = (uint32_t)desk->hand.side;
    desk->panel_side = desk->hand.side;
    if (draws_points(e->adding)) {
        click_corner(desk);
    } else if (e->adding != APP_NEW_NONE) {
        mouse_place(desk, e->from);
        memcpy(e->draft[0], e->from, sizeof e->from);
        e->draft_count = 1;
    } else {
        press_choosing(desk);
    }
}

void app_edit_move(app_desk *desk) {
    app_edit *e = &desk->edit;
    float far = hypotf(desk->hand.x - desk->hand.from_x, desk->hand.y - desk->hand.from_y);
    if (e->handle == APP_HANDLE_NONE || (!e->moved && far < 3 * desk->window.scale)) {
        return;
    }
    e->moved = true;
    send_drag(desk, true);
}

void app_edit_let_go(app_desk *desk) {
    app_edit *e = &desk->edit;
    if (e->handle != APP_HANDLE_NONE && e->moved) {
        send_drag(desk, false);
    }
    e->handle = APP_HANDLE_NONE;
    if (e->adding != APP_NEW_NONE && !draws_points(e->adding) && e->draft_count == 1) {
        mouse_place(desk, e->draft[1]);
        e->draft_count = 0;
        if (e->adding == APP_NEW_FLOCK) {
            place_flock(desk, e->draft[0], e->draft[1]);
        } else {
            place_new(desk, (const double(*)[3])e->draft, 2);
        }
    }
}

/* --- Keys --------------------------------------------------------------------------------------------------------- */

bool app_edit_enter(app_desk *desk) {
    if (desk->tool != APP_TOOL_EDIT || !draws_points(desk->edit.adding)) {
        return false;
    }
    end_draft(desk);
    return true;
}

bool app_edit_delete(app_desk *desk) {
    app_thing thing;
    if (desk->tool != APP_TOOL_EDIT) {
        return false;
    }
    if (!app_thing_find(the_show(desk), desk->edit.chosen, &thing)) {
        app_desk_notice(desk, false, "nothing is chosen: click something in the world first");
        return true;
    }
    app_wish wish = wish_to_set(desk, thing.key, "");
    snprintf(wish.value, sizeof wish.value, "none");
    wish.kind = thing.steps != NULL || thing.begins ? APP_WISH_CHANGE : APP_WISH_SET;
    if (thing.begins) { /* the flock goes */
        snprintf(wish.key, sizeof wish.key, "%s", the_show(desk)->flock_names[thing.flock]);
    }
    if (thing.player) {
        app_panel_set_player(desk, the_show(desk), thing.number, NULL);
    } else {
        app_desk_wish(desk, wish);
    }
    app_desk_notice(desk, false, "%s is gone; Ctrl Z brings it back", thing.name);
    choose(desk, "");
    return true;
}

bool app_edit_escape(app_desk *desk) {
    app_edit *e = &desk->edit;
    if (desk->tool != APP_TOOL_EDIT || (e->adding == APP_NEW_NONE && e->chosen[0] == '\0')) {
        return false;
    }
    if (e->adding != APP_NEW_NONE) {
        e->adding = e->draft_count > 0 ? e->adding : APP_NEW_NONE;
        e->draft_count = 0;
    } else {
        choose(desk, "");
    }
    return true;
}

void app_edit_leave(app_desk *desk) {
    app_edit *e = &desk->edit;
    e->adding = APP_NEW_NONE;
    e->handle = APP_HANDLE_NONE;
    e->draft_count = 0;
    choose(desk, "");
}

void app_edit_choose(app_desk *desk, app_new what) {
    desk->edit.adding = what;
    desk->edit.draft_count = 0;
    desk->edit.handle = APP_HANDLE_NONE;
}
