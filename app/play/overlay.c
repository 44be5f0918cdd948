/* What is drawn over the world: zones, neighbours, rules and view of the followed boid, cells of the index, the mouse's
 * tool, notices, and the list of keys. */
#include "play/desk.h"
#include "play/labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RED 0xf0706aU
#define GREEN 0x7fd18aU
#define BLUE 0x6aa8f0U
#define GOLD 0xe8b45aU

typedef struct canvas {
    const app_desk *desk;
    const app_show *show;
    const app_camera *camera;
    app_ui_box area;
    float scale;
} canvas;

static app_ui_color fade(uint32_t rgb, uint32_t opacity) {
    return rgb << 8 | opacity;
}

/* What is seen on the world's ground: white, or on bright ones nearly black. */
static uint32_t plain(const canvas *c) {
    return c->show->frame.ground == APP_GROUND_LIGHT ? 0x20242cU : 0xffffffU;
}

static bool to_screen(const canvas *c, const double *world, float *x, float *y) {
    double screen[2];
    if (!app_camera_to_screen(c->camera, world, screen, NULL)) {
        return false;
    }
    *x = c->area.x + (float)screen[0];
    *y = c->area.y + (float)screen[1];
    return true;
}

/* Where the focus is drawn: on its way from the step before. */
static void focus_place(const canvas *c, float part, double at[3]) {
    const app_focus *f = &c->show->focus;
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = f->position[axis] - (double)(1 - part) * f->velocity[axis] * c->show->world.dt;
    }
}

/* A ring in the plane of the screen; `inset` keeps zones of the same radius apart. */
static void draw_zone(const canvas *c, const double *at, double radius, uint32_t rgb, float inset) {
    float x = 0;
    float y = 0;
    double depth = 0;
    double screen[2];
    if (radius <= 0 || !app_camera_to_screen(c->camera, at, screen, &depth)) {
        return;
    }
    to_screen(c, at, &x, &y);
    double scale = app_camera_scale(c->camera);
    if (c->camera->dimensions == 3) {
        scale *= app_camera_distance(c->camera) / depth;
    }
    float pixels = (float)(radius * scale) - inset * c->scale;
    app_ui_draw_disc(x, y, pixels, fade(rgb, 0x12));
    app_ui_draw_circle(x, y, pixels, fade(rgb, 0xb0), 1.4F * c->scale);
}

static void draw_neighbours(const canvas *c, const double *at) {
    const app_focus *f = &c->show->focus;
    float x = 0;
    float y = 0;
    to_screen(c, at, &x, &y);
    /* About as large as boids, so that those of a crowd are still seen one by one. */
    float ring = (float)(0.6 * app_camera_scale(c->camera) * c->show->around.looks[f->flock % APP_MOST_AROUND].size);
    ring = fminf(fmaxf(ring, 2.5F * c->scale), 5 * c->scale);
    for (size_t i = 0; i < f->neighbours && i < APP_MOST_FOCUS; i++) {
        double place[3];
        float nx = 0;
        float ny = 0;
        for (int axis = 0; axis < 3; axis++) { /* across the edge, where that is the shorter way */
            double size = c->show->world.size[axis];
            double way = f->near[i][axis] - f->position[axis];
            way -= c->show->world.images && axis < c->show->world.dimensions ? size * rint(way / size) : 0;
            place[axis] = at[axis] + way;
        }
        if (to_screen(c, place, &nx, &ny)) {
            app_ui_draw_line(x, y, nx, ny, fade(GOLD, f->neighbours > 40 ? 0x28 : 0x60), c->scale);
            app_ui_draw_circle(nx, ny, ring, fade(GOLD, 0xc0), 1.2F * c->scale);
        }
    }
}

static uint32_t rule_color(const char *name) {
    return strcmp(name, "separation") == 0  ? RED
           : strcmp(name, "alignment") == 0 ? GREEN
           : strcmp(name, "cohesion") == 0  ? BLUE
                                            : GOLD;
}

/* The strongest rule is an arrow of 70 pixels, the others are as long in proportion. */
static void draw_forces(const canvas *c, const double *at) {
    const app_focus *f = &c->show->focus;
    double most = 0;
    app_labels placed = {.count = 0};
    for (size_t i = 0; i < f->force_count; i++) {
        most = f->forces[i].length > most ? f->forces[i].length : most;
    }
    for (size_t i = 0; i < f->force_count && most > 0; i++) {
        double tip[3];
        float x1 = 0;
        float y1 = 0;
        float x2 = 0;
        float y2 = 0;
        double length = 70 * (double)c->scale / app_camera_scale(c->camera) / most;
        for (int axis = 0; axis < 3; axis++) {
            tip[axis] = at[axis] + f->forces[i].force[axis] * length;
        }
        if (f->forces[i].length > 0 && to_screen(c, at, &x1, &y1) && to_screen(c, tip, &x2, &y2)) {
            uint32_t rgb = rule_color(f->forces[i].name);
            app_ui_draw_arrow(x1, y1, x2, y2, fade(rgb, 0xff), 2 * c->scale);
            const float left = x2 < x1 ? -app_ui_text_width(f->forces[i].name) - 7 * c->scale : 7 * c->scale;
            app_labels_put(&placed, x2 + left, y2 - 8 * c->scale, c->scale, fade(rgb, 0xff), f->forces[i].name);
        }
    }
}

static void draw_sight(const canvas *c, const double *at) {
    const app_focus *f = &c->show->focus;
    double reach = f->view[0];
    for (int i = 0; i < 3 && reach <= 0; i++) {
        reach = fmax(f->zones[0], fmax(f->zones[1], f->zones[2]));
    }
    if (c->camera->dimensions == 3 || f->view[1] <= 0 || f->view[1] >= 360) {
        draw_zone(c, at, reach, GOLD, 0);
        return;
    }
    double ahead[3] = {at[0] + f->velocity[0], at[1] + f->velocity[1], 0};
    float x = 0;
    float y = 0;
    float ax = 0;
    float ay = 0;
    to_screen(c, at, &x, &y);
    to_screen(c, ahead, &ax, &ay);
    float middle = atan2f(ay - y, ax - x);
    float half = (float)(f->view[1] * 3.14159265358979 / 360);
    float pixels = (float)(reach * app_camera_scale(c->camera));
    app_ui_draw_arc(x, y, pixels, middle - half, middle + half, fade(GOLD, 0x28), true);
}

/* The cells are as wide as the farthest-reaching zone of all flocks. */
static void draw_cells(const canvas *c) {
    const app_show *show = c->show;
    double reach = 0;
    for (uint32_t i = 0; i < show->flock_count; i++) {
        const vol_flock_def *def = &show->flocks[i];
        double zone = fmax(def->separation.radius, fmax(def->alignment.radius, def->cohesion.radius));
        zone = def->view.distance > 0 && def->view.distance < zone ? def->view.distance : zone;
        reach = zone > reach ? zone : reach;
    }
    if (reach <= 0 || c->camera->dimensions == 3 || show->world.size[0] / reach > 400) {
        return;
    }
    for (int axis = 0; axis < 2; axis++) {
        int count = (int)fmax(1, show->world.size[axis] / reach);
        for (int i = 0; i <= count; i++) {
            const double *low = show->world.origin, *size = show->world.size;
            double a[3] = {low[0], low[1], 0};
            double b[3] = {low[0] + size[0], low[1] + size[1], 0};
            float x1 = 0;
            float y1 = 0;
            float x2 = 0;
            float y2 = 0;
            a[axis] = b[axis] = low[axis] + size[axis] * i / count;
            to_screen(c, a, &x1, &y1);
            to_screen(c, b, &x2, &y2);
            app_ui_draw_line(x1, y1, x2, y2, fade(0x8090a8, 0x50), c->scale);
        }
    }
}

static void draw_focus(const canvas *c, float part) {
    const bool *wanted = c->desk->overlays;
    double at[3];
    float x = 0;
    float y = 0;
    focus_place(c, part, at);
    if (wanted[APP_OVERLAY_VIEW]) {
        draw_sight(c, at);
    }
    if (wanted[APP_OVERLAY_ZONES]) {
        draw_zone(c, at, c->show->focus.zones[2], BLUE, 0);
        draw_zone(c, at, c->show->focus.zones[1], GREEN, 2.5F);
        draw_zone(c, at, c->show->focus.zones[0], RED, 5);
    }
    if (wanted[APP_OVERLAY_NEIGHBOURS]) {
        draw_neighbours(c, at);
    }
    if (wanted[APP_OVERLAY_FORCES]) {
        draw_forces(c, at);
    }
    if (to_screen(c, at, &x, &y)) {
        app_ui_draw_circle(x, y, 9 * c->scale, fade(plain(c), 0xd0), 1.5F * c->scale);
    }
}

/* What the mouse is just now. */
static void draw_tool(const canvas *c) {
    const app_desk *desk = c->desk;
    const app_hand *hand = &desk->hand;
    bool drags = hand->ours[0] && desk->tool == APP_TOOL_ADD && !desk->input.shift;
    if (drags && hypotf(hand->x - hand->from_x, hand->y - hand->from_y) > 5 * c->scale) {
        app_ui_draw_arrow(hand->from_x, hand->from_y, hand->x, hand->y, fade(plain(c), 0xd0), 2 * c->scale);
    }
    float reach = (float)desk->tool_pixels[desk->tool];
    if (reach > 0) {
        uint32_t rgb = desk->tool == APP_TOOL_PREDATOR ? RED : desk->tool == APP_TOOL_WIND ? BLUE : plain(c);
        app_ui_draw_circle(hand->x, hand->y, reach * c->scale, fade(rgb, 0xb0), 1.5F * c->scale);
    }
}

static void draw_goal(const canvas *c) {
    float x = 0;
    float y = 0;
    if (c->show->goal_there && to_screen(c, c->show->goal, &x, &y)) {
        app_ui_draw_circle(x, y, 10 * c->scale, fade(GREEN, 0xe0), 2 * c->scale);
        app_ui_draw_disc(x, y, 3 * c->scale, fade(GREEN, 0xe0));
    }
}

/* Which of two worlds it is; below the bar of the edit tool, on a card that is seen on any ground. */
static void draw_title(const canvas *c, int side) {
    const app_ui_box *bar = &c->desk->edit.bar;
    const bool under = bar->height > 0 && bar->x < c->area.x + c->area.width && c->area.x < bar->x + bar->width;
    const float x = c->area.x + 10 * c->scale, y = (under ? bar->y + bar->height : c->area.y) + 8 * c->scale;
    char line[300];
    snprintf(line, sizeof line, "%s: %s", side == 0 ? "left" : "right", c->show->name);
    app_ui_draw_box((app_ui_box){x, y, app_ui_text_width(line) + 12 * c->scale, app_ui_text_height() + 4 * c->scale},
                    app_ui_tone(APP_TONE_CARD), 4 * c->scale);
    app_ui_draw_text(x + 6 * c->scale, y + 2 * c->scale, app_ui_tone(APP_TONE_TEXT), line);
}

void app_desk_overlays(app_desk *desk, int side, float part) {
    const app_show *show = &desk->stage->sides[side];
    canvas c = {desk, show, &desk->cameras[side], desk->areas[side], desk->window.scale};
    app_ui_draw_above(false);
    app_ui_draw_inside(c.area);
    if (desk->overlays[APP_OVERLAY_CELLS]) {
        draw_cells(&c);
    }
    if (show->focus.there) {
        draw_focus(&c, part);
    }
    draw_goal(&c);
    app_edit_draw(desk, (uint32_t)side);
    if (desk->overlays[APP_OVERLAY_LEGEND]) {
        app_desk_legend(desk, side);
    }
    if (desk->hand.side == side) {
        draw_tool(&c);
    }
    if (desk->stage->side_count > 1) {
        draw_title(&c, side);
    }
    app_ui_draw_everywhere();
}

/* --- Over everything ---------------------------------------------------------------------------------------------- */

/* Copies a text with line ends where it would be wider: in the place of blanks, or in the midst of long words. How many
 * lines there are. */
static size_t break_lines(const char *text, float width, char *broken, size_t size) {
    size_t count = 1, length = 0, begin = 0, blank = 0;
    for (const char *at = text; *at != '\0' && length + 2 < size; at++) {
        broken[length++] = *at;
        broken[length] = '\0';
        if (((unsigned char)at[1] & 0xC0) == 0x80 || app_ui_text_width(broken + begin) <= width) {
            blank = *at == ' ' ? length - 1 : blank;
            continue;
        }
        if (blank > begin) {
            broken[blank] = '\n';
            begin = blank + 1;
        } else {
            broken[length++] = '\n';
            begin = length;
        }
        count++;
    }
    broken[length] = '\0';
    return count;
}

static void draw_notice(const app_desk *desk) {
    char text[sizeof desk->notice + 32];
    float scale = desk->window.scale;
    float room = desk->input.width - app_desk_panel_width(desk);
    size_t lines = break_lines(desk->notice, room - 44 * scale, text, sizeof text);
    float width = app_ui_text_width(text) + 28 * scale;
    float middle = room / 2;
    float height = 16 * scale + (float)lines * app_ui_text_height();
    float x = middle - width / 2;
    float y = desk->input.height - app_desk_timeline_height(desk) - height - 58 * scale; /* over scale bars */
    x = x < 8 * scale ? 8 * scale : x;
    app_ui_draw_box((app_ui_box){x, y, width, height},
                    app_ui_tone(desk->notice_trouble ? APP_TONE_CARD_BAD : APP_TONE_CARD), 6 * scale);
    app_ui_draw_text(x + 14 * scale, y + 7 * scale, app_ui_tone(APP_TONE_TEXT), text);
}

static const char *const mouse_rows[][2] = {
    {"left click", "adds boids; a drag throws them"},
    {"right click", "scatters all boids from there"},
    {"1 ... 7", "what the mouse is: add, player, predator, goal, wind, eraser, edit"},
    {"wheel", "zooms"},
    {"middle drag", "moves the picture; in 3D goes around (Shift: moves)"},
    {"Shift left drag", "the same without a middle button"},
    {"drop a file", "opens a scene or a recording"},
};

static void put_help_row(float x, float scale, const char *const *row) {
    app_ui_text_colored(row[0], app_ui_tone(APP_TONE_WARM));
    app_ui_same_line(x + 130 * scale);
    app_ui_text_wrapped(row[1]);
}

/* As large as the window allows; what does not fit is scrolled to. */
static void draw_help(const app_desk *desk) {
    float scale = desk->window.scale;
    float line = app_ui_text_height() + 6 * scale;
    size_t count = sizeof mouse_rows / sizeof *mouse_rows;
    size_t keys = 0;
    while (app_key_row(keys) != NULL) {
        keys++;
    }
    float room = desk->input.width - app_desk_panel_width(desk);
    room = room < 480 * scale ? desk->input.width : room;
    float width = fminf(600 * scale, room - 16 * scale);
    float height = fminf((float)(count + keys + 1) * line + 34 * scale, desk->input.height - 16 * scale);
    app_ui_next_solid();
    app_ui_window_begin("help", (app_ui_box){(room - width) / 2, (desk->input.height - height) / 2, width, height},
                        true);
    app_ui_raise();
    app_ui_scroll_begin("keys", 0);
    float x = app_ui_cursor();
    for (size_t i = 0; i < count; i++) {
        put_help_row(x, scale, mouse_rows[i]);
    }
    app_ui_gap(6 * scale);
    for (size_t i = 0; i < keys; i++) {
        put_help_row(x, scale, app_key_row(i));
    }
    app_ui_scroll_end();
    app_ui_window_end();
}

/* For who sees the window for the first time: the few things that are worth knowing, until something is done. */
static void draw_first_hints(const app_desk *desk) {
    static const char *const rows[][2] = {
        {"left click", "adds boids; a drag throws"},
        {"right click", "scatters them"},
        {"space", "pauses"},
        {"G", "other scenes"},
        {"F1", "all keys"},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    float scale = desk->window.scale;
    float line = app_ui_text_height() + 6 * scale;
    float room = desk->input.width - app_desk_panel_width(desk);
    float width = fminf(330 * scale, room - 16 * scale);
    float height = ROWS * line + 24 * scale;
    float x = (room - width) / 2;
    float y = 40 * scale;
    app_ui_draw_box((app_ui_box){x, y, width, height}, app_ui_tone(APP_TONE_CARD), 8 * scale);
    for (size_t i = 0; i < ROWS; i++) {
        float top = y + 14 * scale + (float)i * line;
        app_ui_draw_text(x + 18 * scale, top, app_ui_tone(APP_TONE_WARM), rows[i][0]);
        app_ui_draw_text(x + 100 * scale, top, app_ui_tone(APP_TONE_TEXT), rows[i][1]);
    }
}

void app_desk_hints(app_desk *desk) {
    if (desk->help) {
        draw_help(desk);
    }
    app_ui_draw_above(true);
    if (desk->hint_since > 0 && !desk->help && !desk->gallery_open) {
        draw_first_hints(desk);
    }
    if (desk->time < desk->notice_until && desk->notice[0] != '\0') {
        draw_notice(desk);
    }
    app_ui_draw_above(false);
}
