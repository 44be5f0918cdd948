/* What the colours of a world mean, and how long things are: a card with the flocks, a wheel of headings, bars of speed
 * and density, and a scale bar. Drawn over the world, in letters that suit its background. */
#include "draw/unit.h"
#include "play/desk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TURN 6.2831853F
enum { MOST_FLOCKS = 8, MOST_BARS = 3, BAR_PARTS = 32, WHEEL_PARTS = 48 };

typedef struct card {
    const app_desk *desk;
    const app_show *show;
    app_ui_box area;
    float scale, line;
    app_ui_color ink, faint, ground;
} card;

static app_ui_color color_of(app_rgba c, float opacity) {
    const float parts[4] = {c.r, c.g, c.b, c.a * opacity};
    app_ui_color color = 0;
    for (int i = 0; i < 4; i++) {
        float part = parts[i] < 0 ? 0 : parts[i] > 1 ? 1 : parts[i];
        color = color << 8 | (app_ui_color)(part * 255 + 0.5F);
    }
    return color;
}

static bool has_rule(const app_show *show, vol_scene_color_rule rule) {
    for (size_t i = 0; i < show->frame.flock_count; i++) {
        if (show->frame.flocks[i].look.color.rule == rule) {
            return true;
        }
    }
    return false;
}

/* A bar of colours: of density, or of speeds up to `top`, for the flocks that have this one; 0: each up to its own. */
typedef struct color_bar {
    vol_scene_color_rule rule;
    float top;
} color_bar;

static bool is_of(const app_draw_flock *flock, const color_bar *b) {
    const bool same = b->rule != VOL_SCENE_COLOR_SPEED || b->top <= 0 || flock->max_speed == b->top;
    return flock->look.color.rule == b->rule && same;
}

static size_t find_bars(const app_show *show, color_bar bars[MOST_BARS + 1]) {
    size_t count = 0;
    for (size_t i = 0; i < show->frame.flock_count; i++) {
        const app_draw_flock *flock = &show->frame.flocks[i];
        bool there = flock->look.color.rule != VOL_SCENE_COLOR_SPEED;
        for (size_t k = 0; k < count; k++) {
            there = there || is_of(flock, &bars[k]);
        }
        if (!there && count == MOST_BARS) {
            bars[0].top = 0;
            count = 1;
        } else if (!there) {
            bars[count++] = (color_bar){VOL_SCENE_COLOR_SPEED, flock->max_speed};
        }
    }
    if (has_rule(show, VOL_SCENE_COLOR_DENSITY)) {
        bars[count++] = (color_bar){VOL_SCENE_COLOR_DENSITY, 0};
    }
    return count;
}

static app_rgba map_of(const card *c, double t) {
    return app_palette_map(c->show->frame.look.map, t, c->show->frame.ground);
}

/* --- Parts of the card -------------------------------------------------------------------------------------------- */

/* Cuts a name that is wider. */
static void shorten(char *name, float width) {
    size_t length = strlen(name);
    if (app_ui_text_width(name) <= width) {
        return;
    }
    while (length > 3 && app_ui_text_width(name) > width) {
        length--;
        while (length > 3 && ((unsigned char)name[length] & 0xC0) == 0x80) { /* in the midst of a letter */
            length--;
        }
        memcpy(name + length - 3, "...", 4);
    }
}

/* Not half of the world; but what there is beside the scale bar, where names that are usual need it. */
static float name_room(const card *c, size_t boids) {
    char count[32];
    snprintf(count, sizeof count, "  %zu", boids);
    float beside = c->area.width - app_ui_text_width(count) - 188 * c->scale;
    return fmaxf(fmaxf(0.45F * c->area.width - 90 * c->scale, fminf(beside, 100 * c->scale)), 40 * c->scale);
}

static float put_flock(const card *c, size_t i, float x, float y) {
    const app_draw_flock *flock = &c->show->frame.flocks[i];
    app_ground ground = c->show->frame.ground;
    char text[128], name[64];
    float radius = 5 * c->scale;
    float middle = y + c->line / 2;
    switch (flock->look.color.rule) {
    case VOL_SCENE_COLOR_FIXED:
        app_ui_draw_disc(x + radius, middle, radius, color_of(app_palette_plain(&flock->look.color), 1));
        break;
    case VOL_SCENE_COLOR_SPEED:
    case VOL_SCENE_COLOR_DENSITY:
        for (int k = 0; k < 3; k++) {
            app_ui_draw_disc(x + radius + ((float)k - 1) * radius * 0.7F, middle, radius * 0.7F,
                             color_of(map_of(c, 0.25 + 0.3 * k), 1));
        }
        break;
    default:
        for (int k = 0; k < 6; k++) {
            float from = (float)k * TURN / 6;
            app_ui_draw_arc(x + radius, middle, radius, from, from + TURN / 6,
                            color_of(app_palette_cyclic(k / 6.0, ground), 1), true);
        }
        break;
    }
    snprintf(name, sizeof name, "%s", c->show->flock_names[i]);
    shorten(name, name_room(c, c->show->flocks[i].count));
    snprintf(text, sizeof text, "%s  %zu", name, c->show->flocks[i].count);
    app_ui_draw_text(x + 2 * radius + 8 * c->scale, y, c->ink, text);
    return 2 * radius + 8 * c->scale + app_ui_text_width(text);
}

static float put_wheel(const card *c, float x, float y) {
    float radius = 20 * c->scale;
    bool up = c->show->frame.look.y_up;
    for (int i = 0; i < WHEEL_PARTS; i++) { /* angles grow clockwise on a screen whose y axis points down */
        float from = (float)i * TURN / WHEEL_PARTS;
        double heading = (up ? -(i + 0.5) : i + 0.5) / WHEEL_PARTS;
        app_ui_draw_arc(x + radius, y + radius, radius, from, from + TURN / WHEEL_PARTS + 0.02F,
                        color_of(app_palette_cyclic(heading + 1, c->show->frame.ground), 1), true);
    }
    app_ui_draw_disc(x + radius, y + radius, radius * 0.5F, c->ground);
    const char *title = c->show->world.dimensions == 3 ? "heading in x, y" : "heading";
    app_ui_draw_text(x + 2 * radius + 10 * c->scale, y + radius - c->line / 2, c->ink, title);
    return 2 * radius + 10 * c->scale + app_ui_text_width(title);
}

static float put_colors(const card *c, float x, float y, const char *title, const char *middle, const char *high) {
    float width = 120 * c->scale;
    float height = 8 * c->scale;
    app_ui_draw_text(x, y, c->ink, title);
    float top = y + c->line + 2 * c->scale;
    for (int i = 0; i < BAR_PARTS; i++) {
        float left = x + floorf(width * (float)i / BAR_PARTS);
        float right = x + floorf(width * (float)(i + 1) / BAR_PARTS);
        app_ui_draw_box((app_ui_box){left, top, right - left, height}, color_of(map_of(c, (i + 0.5) / BAR_PARTS), 1),
                        0);
    }
    app_ui_draw_text(x, top + height + c->scale, c->faint, "0");
    app_ui_draw_text(x + (width - app_ui_text_width(middle)) / 2, top + height + c->scale, c->faint, middle);
    app_ui_draw_text(x + width - app_ui_text_width(high), top + height + c->scale, c->faint, high);
    return fmaxf(width, app_ui_text_width(title));
}

/* Whose colours a bar explains; "": those of all flocks. */
static void name_bar(const card *c, const color_bar *b, char *names, size_t size) {
    const app_show *show = c->show;
    size_t used = 0, count = 0;
    names[0] = '\0';
    for (size_t i = 0; i < show->frame.flock_count; i++) {
        if (is_of(&show->frame.flocks[i], b)) {
            used += used < size ? (size_t)snprintf(names + used, size - used, "%s%s", count > 0 ? ", " : "",
                                                   show->flock_names[i])
                                : 0;
            count++;
        }
    }
    if (count == show->frame.flock_count) {
        names[0] = '\0';
        return;
    }
    shorten(names, 84 * c->scale);
}

static float put_bar(const card *c, const color_bar *b, float x, float y) {
    char half[32] = "3", most[32] = "16", unit[40], names[96], title[200];
    const char *of = "density / mean";
    app_unit_text(&c->show->frame.look, "px/time", unit, sizeof unit);
    if (b->rule == VOL_SCENE_COLOR_SPEED) {
        of = b->top > 0 ? "speed" : "speed / fastest";
        snprintf(half, sizeof half, "%.3g", b->top > 0 ? (double)b->top / 2 : 0.5);
        snprintf(most, sizeof most, "%.3g", b->top > 0 ? (double)b->top : 1);
    }
    const bool plain = b->rule != VOL_SCENE_COLOR_SPEED || b->top <= 0 || unit[0] == '\0';
    name_bar(c, b, names, sizeof names);
    snprintf(title, sizeof title, "%s%s%s%s%s", names, names[0] != '\0' ? ": " : "", of, plain ? "" : ", ",
             plain ? "" : unit);
    return put_colors(c, x, y, title, half, most);
}

/* --- Layout ------------------------------------------------------------------------------------------------------- */

static size_t shown_flocks(const app_show *show) {
    return show->frame.flock_count < MOST_FLOCKS ? show->frame.flock_count : MOST_FLOCKS;
}

static float height_of(const card *c) {
    color_bar bars[MOST_BARS + 1];
    float height = (float)shown_flocks(c->show) * (c->line + 2 * c->scale);
    height += c->show->frame.flock_count > MOST_FLOCKS ? c->line : 0;
    height += has_rule(c->show, VOL_SCENE_COLOR_HEADING) ? 48 * c->scale : 0;
    return height + (float)find_bars(c->show, bars) * (2 * c->line + 17 * c->scale);
}

/* What is in the card; how wide it is. */
static float fill(const card *c, float x, float y) {
    float width = 0;
    for (size_t i = 0; i < shown_flocks(c->show); i++) {
        width = fmaxf(width, put_flock(c, i, x, y));
        y += c->line + 2 * c->scale;
    }
    if (c->show->frame.flock_count > MOST_FLOCKS) {
        app_ui_draw_text(x, y, c->faint, "and more");
        y += c->line;
    }
    if (has_rule(c->show, VOL_SCENE_COLOR_HEADING)) {
        width = fmaxf(width, put_wheel(c, x, y + 5 * c->scale));
        y += 48 * c->scale;
    }
    color_bar bars[MOST_BARS + 1];
    const size_t count = find_bars(c->show, bars);
    for (size_t i = 0; i < count; i++) {
        width = fmaxf(width, put_bar(c, &bars[i], x, y + 4 * c->scale));
        y += 2 * c->line + 17 * c->scale;
    }
    return width;
}

/* A round length that is about a sixth of the picture. */
static void put_scale_bar(const card *c) {
    const app_camera *camera = &c->desk->cameras[c->show == &c->desk->stage->sides[0] ? 0 : 1];
    double scale = app_camera_scale(camera);
    double wanted = (double)c->area.width / 6 / scale;
    double power = pow(10, floor(log10(wanted)));
    double part = wanted / power;
    double length = power * (part < 2 ? 1 : part < 5 ? 2 : 5);
    float width = (float)(length * scale);
    char text[64];
    const char *unit = c->show->frame.look.unit;
    snprintf(text, sizeof text, "%g%s%s", length, unit[0] != '\0' ? " " : "", unit);
    float right = c->area.x + c->area.width - 16 * c->scale;
    float y = c->area.y + c->area.height - 14 * c->scale;
    float half = 4 * c->scale;
    float letters = app_ui_text_width(text);
    float wide = fmaxf(width, letters);
    app_ui_draw_box((app_ui_box){right - wide - 8 * c->scale, y - c->line - 8 * c->scale, wide + 16 * c->scale,
                                 c->line + 17 * c->scale},
                    c->ground, 6 * c->scale);
    app_ui_draw_line(right - width, y, right, y, c->ink, 1.5F * c->scale);
    app_ui_draw_line(right - width, y - half, right - width, y + half, c->ink, 1.5F * c->scale);
    app_ui_draw_line(right, y - half, right, y + half, c->ink, 1.5F * c->scale);
    app_ui_draw_text(right - width / 2 - letters / 2, y - c->line - 3 * c->scale, c->ink, text);
}

void app_desk_legend(app_desk *desk, int side) {
    const app_show *show = &desk->stage->sides[side];
    const app_draw_frame *frame = &show->frame;
    card c = {desk, show, desk->areas[side], desk->window.scale, app_ui_text_height(), 0,
              0,    0}; /* width: of the frame before */
    app_rgba background = app_palette_plain(&frame->look.background);
    app_rgba ink = app_palette_ink(frame->ground);
    c.ink = color_of(ink, 0.95F);
    c.faint = color_of(app_palette_mix(ink, background, 0.35F), 1);
    c.ground = color_of(app_palette_mix(background, ink, 0.06F), 0.78F);
    float pad = 10 * c.scale;
    float height = height_of(&c) + 2 * pad;
    const app_ui_box *bar = &desk->edit.bar;
    const bool under = bar->height > 0 && bar->x < c.area.x + c.area.width && c.area.x < bar->x + bar->width;
    const float top = under ? bar->y + bar->height - c.area.y : 48 * c.scale;
    if (c.area.width < 200 * c.scale || height > c.area.height - 12 * c.scale - top || show->boids + show->step == 0) {
        return; /* there is no room */
    }
    float x = c.area.x + 12 * c.scale;
    float y = c.area.y + c.area.height - height - 12 * c.scale;
    float width = desk->legend_widths[side] + 2 * pad;
    app_ui_draw_box((app_ui_box){x, y, width, height}, c.ground, 6 * c.scale);
    desk->legend_widths[side] = fill(&c, x + pad, y + pad);
    if (desk->cameras[side].dimensions == 2 && c.area.width - width > 130 * c.scale) {
        put_scale_bar(&c);
    }
}
