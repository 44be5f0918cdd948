/* The panel beside the world: which scene, how it goes, what the mouse is, then parameters, measures, views and the
 * explanation; and the time line below the world. */
#include "play/desk.h"

#include "play/panel_plots.h"
#include <volery/scene.h>

#include <stdio.h>
#include <string.h>

#define ACCENT 0x6cc7e8ffU
#define GOOD 0x7fd18affU
#define BAD 0xf08a7affU

void app_desk_name(app_desk *desk, const char *name) {
    if (desk->named_count == desk->named_room) {
        desk->named_room = desk->named_room * 2 + 64;
        desk->named = vol_retake(desk->named, desk->named_room * sizeof *desk->named);
    }
    app_named *named = &desk->named[desk->named_count++];
    snprintf(named->name, sizeof named->name, "%s", name);
    for (char *blank = strchr(named->name, ' '); blank != NULL; blank = strchr(blank, ' ')) {
        *blank = '_'; /* a name is one word of a script */
    }
    named->box = app_ui_place();
}

/* Buttons beside each other, all of the same width. */
static float share(float parts) {
    return (app_ui_room() - (parts - 1) * 6) / parts;
}

static bool button(app_desk *desk, const char *label, float width, bool lit, const char *help) {
    char name[96];
    bool pressed = app_ui_button(label, width, lit);
    snprintf(name, sizeof name, "button.%s", label);
    app_desk_name(desk, name);
    app_ui_tip(help);
    return pressed;
}

/* --- The scene ---------------------------------------------------------------------------------------------------- */

/* The one line about a built-in scene. */
static void about_builtin(const vol_scene_builtin *builtin, char *text, size_t size) {
    const char *about = strstr(builtin->text, "\nabout: ");
    text[0] = '\0';
    if (about != NULL) {
        about += strlen("\nabout: ");
        snprintf(text, size, "%.*s", (int)strcspn(about, "\n"), about);
    }
}

/* A menu of the built-in scenes; true: one was chosen. */
static bool choose_scene(const char *label, const char *now, float width, char *chosen, size_t size) {
    bool did = false;
    if (app_ui_menu_begin(label, width)) {
        for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
            const vol_scene_builtin *builtin = vol_scene_builtin_at(i);
            char about[200];
            about_builtin(builtin, about, sizeof about);
            if (app_ui_menu_item(builtin->name, about, strcmp(builtin->name, now) == 0)) {
                snprintf(chosen, size, "%s", builtin->name);
                did = true;
            }
        }
        app_ui_menu_end();
    }
    return did;
}

static void put_scene(app_desk *desk, const app_show *show) {
    app_wish wish = {.kind = APP_WISH_OPEN};
    app_ui_push_id("scenes");
    if (choose_scene(show->name, show->name, app_ui_room(), wish.value, sizeof wish.value)) {
        app_desk_wish(desk, wish);
    }
    app_desk_name(desk, "menu.scenes");
    app_ui_pop_id();
    if (show->about[0] != '\0') {
        app_ui_text_wrapped_faint(show->about);
    }
}

static void put_controls(app_desk *desk, const app_show *show) {
    float width = share(4);
    if (button(desk, desk->stage->paused ? "go on" : "pause", width, desk->stage->paused, "space")) {
        app_desk_do(desk, APP_WISH_PAUSE);
    }
    app_ui_same_line_gap(6);
    if (button(desk, "step", width, false, "one step  (.)")) {
        app_desk_do(desk, APP_WISH_STEP);
    }
    app_ui_same_line_gap(6);
    if (button(desk, "restart", width, false, "with the same seed  (R)")) {
        app_desk_do(desk, APP_WISH_RESTART);
    }
    app_ui_same_line_gap(6);
    if (button(desk, "new", width, false, "restart with a new seed  (N)")) {
        app_desk_do(desk, APP_WISH_NEW_SEED);
    }
    uint64_t seed = show->seed;
    float start = app_ui_cursor();
    float all = app_ui_room();
    app_ui_label("seed");
    app_ui_same_line(start + 46 * desk->window.scale);
    app_ui_next_width(all * 0.5F - 50 * desk->window.scale);
    if (app_ui_number("##seed", &seed)) {
        app_wish wish = {.kind = APP_WISH_CHANGE, .key = "world.seed"};
        snprintf(wish.value, sizeof wish.value, "%llu", (unsigned long long)seed);
        app_desk_wish(desk, wish);
    }
    app_desk_name(desk, "seed");
    app_ui_tip("Where everything random comes from. Type a number and press Enter.");
    app_ui_same_line(start + all * 0.5F + 4);
    double speed = desk->stage->speed;
    app_ui_next_width(all * 0.5F - 4);
    if (app_ui_slider("##speed", &speed, 0.0625, 16, "speed %.3g\xC3\x97", true)) {
        app_desk_wish(desk, (app_wish){.kind = APP_WISH_SPEED, .number = speed});
    }
    app_desk_name(desk, "speed");
    app_ui_tip("How fast time goes, in times of the scene's own pace.  (+ and -)");
}

static void put_tools(app_desk *desk, const app_show *show) {
    float width = share(3);
    for (app_tool tool = 0; tool < APP_TOOL_COUNT; tool++) {
        char help[160];
        char label[48];
        if (tool % 3 != 0) {
            app_ui_same_line_gap(6);
        }
        snprintf(help, sizeof help, "%s  (key %d)", app_tool_help(tool), (int)tool + 1);
        snprintf(label, sizeof label, "%s", app_tool_name(tool));
        if (button(desk, label, width, desk->tool == tool, help)) {
            app_desk_choose_tool(desk, tool);
        }
    }
    if (desk->tool != APP_TOOL_ADD) {
        return;
    }
    const char *names[17] = {NULL};
    for (uint32_t i = 0; i < show->flock_count && i < 16; i++) {
        names[i] = show->flock_names[i];
    }
    int chosen = (int)desk->add_flock;
    if (show->flock_count > 1) {
        app_ui_next_width(share(2));
        if (app_ui_choice("##flock", &chosen, names)) {
            desk->add_flock = (uint32_t)chosen;
        }
        app_ui_tip("The flock that a click adds to.");
        app_ui_same_line_gap(6);
    }
    app_ui_next_width(app_ui_room());
    app_ui_slider("##count", &desk->add_count, 1, 200, "%.0f at a click", true);
    app_desk_name(desk, "add.count");
}

/* --- Tabs --------------------------------------------------------------------------------------------------------- */

static void put_files(app_desk *desk, const app_show *show) {
    float width = share(3);
    if (button(desk, "undo", width, false, "takes back the last change of a parameter  (Ctrl Z)")) {
        app_desk_do(desk, APP_WISH_UNDO);
    }
    app_ui_same_line_gap(6);
    if (button(desk, "save scene", width, false, "with all parameters as they are now  (Ctrl S)")) {
        app_desk_save_scene(desk);
    }
    app_ui_same_line_gap(6);
    if (button(
            desk, show->records ? "stop" : "record", width, show->records,
            "records all that happens; volery verify checks it, and dropped on the window it is replayed  (Ctrl R)")) {
        app_desk_toggle_record(desk);
    }
}

static void put_side_choice(app_desk *desk) {
    if (desk->stage->side_count < 2) {
        desk->panel_side = 0;
        return;
    }
    float width = share(2);
    if (button(desk, "left world", width, desk->panel_side == 0, "the sliders below are those of the left world")) {
        desk->panel_side = 0;
    }
    app_ui_same_line_gap(6);
    if (button(desk, "right world", width, desk->panel_side == 1, "the sliders below are those of the right world")) {
        desk->panel_side = 1;
    }
}

typedef struct overlay_row {
    const char *name, *help;
} overlay_row;

static const overlay_row overlay_rows[APP_OVERLAY_COUNT] = {
    {"zones", "How far the rules of the followed boid reach: separation red, alignment green, cohesion blue."},
    {"neighbours", "The neighbours that the followed boid reacts to."},
    {"rule vectors", "What each rule is about to do to the followed boid."},
    {"view", "What the followed boid can see."},
    {"index cells", "The cells in which neighbours are searched for."},
    {"trails", "Where boids came from.  (T)"},
    {"density", "Colours by the number of boids nearby."},
};

static void put_view(app_desk *desk, const app_show *show) {
    if (!show->focus.there) {
        app_ui_text_wrapped_faint(
            "Point at a boid and press F to follow it; then its zones, neighbours and rules can be seen.");
    } else {
        char line[160];
        snprintf(line, sizeof line, "following %s %u, %zu neighbours", show->flock_names[show->focus.flock],
                 (unsigned)show->focus.id, show->focus.neighbours);
        app_ui_text_colored(line, ACCENT);
    }
    app_ui_gap(2);
    for (int i = 0; i < APP_OVERLAY_COUNT; i++) {
        char name[96];
        app_ui_check(overlay_rows[i].name, &desk->overlays[i]);
        snprintf(name, sizeof name, "overlay.%s", overlay_rows[i].name);
        app_desk_name(desk, name);
        app_ui_tip(overlay_rows[i].help);
    }
    app_ui_gap(6);
    if (button(desk, "whole world", share(2), false, "Home")) {
        for (uint32_t i = 0; i < desk->stage->side_count; i++) {
            app_camera_reset(&desk->cameras[i]);
        }
        desk->follows = false;
    }
    app_ui_same_line_gap(6);
    if (button(desk, "keys", app_ui_room(), desk->help, "all keys and what the mouse does  (F1)")) {
        desk->help = !desk->help;
    }
}

/* A line of capitals is a heading. */
static bool is_heading(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (line[i] >= 'a' && line[i] <= 'z') {
            return false;
        }
    }
    return length > 2;
}

static void put_explanation(const char *text) {
    vol_text part = {0};
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n')) {
        size_t length = strcspn(at, "\n");
        size_t blank = strspn(at, " ");
        if (length == 0 || is_heading(at, length) || strncmp(at + blank, "volery ", 7) == 0) {
            if (part.length > 0) {
                app_ui_text_wrapped(part.data);
                part.length = 0;
            }
        }
        if (is_heading(at, length)) {
            char heading[96];
            snprintf(heading, sizeof heading, "%.*s", (int)length, at);
            app_ui_gap(4);
            app_ui_text_colored(heading, ACCENT);
        } else if (length > 0) {
            vol_text_add(&part, at + blank, length - blank);
            vol_text_put(&part, " ");
        }
    }
    if (part.length > 0) {
        app_ui_text_wrapped(part.data);
    }
    vol_text_release(&part);
}

static void put_learn(app_desk *desk, const app_show *show) {
    bool two = desk->stage->side_count == 2;
    if (button(desk, two ? "one world" : "compare", share(2), two,
               "Two worlds with the same start side by side, each with its own sliders  (C)")) {
        app_desk_do(desk, two ? APP_WISH_ALONE : APP_WISH_COMPARE);
    }
    app_ui_same_line_gap(6);
    app_wish wish = {.kind = APP_WISH_COMPARE};
    app_ui_push_id("against");
    if (choose_scene(two ? desk->stage->sides[1].name : "with...", "", app_ui_room(), wish.value, sizeof wish.value)) {
        app_desk_wish(desk, wish);
    }
    app_desk_name(desk, "menu.compare");
    app_ui_pop_id();
    app_ui_gap(2);
    if (desk->explanation != NULL) {
        put_explanation(desk->explanation);
    } else {
        app_ui_text_wrapped_faint(show->about[0] != '\0' ? show->about : "This scene has no explanation.");
    }
}

static void put_tabs(app_desk *desk, const app_show *show) {
    static const char *const names[] = {"sliders", "plots", "view", "learn"};
    if (!app_ui_tabs_begin("tabs")) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        char tab[32];
        snprintf(tab, sizeof tab, "tab.%s", names[i]);
        desk->plots = i == 1 ? false : desk->plots;
        bool open = app_ui_tab_begin(names[i], strcmp(desk->wanted, tab) == 0);
        app_desk_name(desk, tab);
        if (!open) {
            continue;
        }
        app_ui_scroll_begin(names[i], 0);
        if (i == 0) {
            put_side_choice(desk);
            put_files(desk, show);
            app_ui_gap(2);
            app_desk_params(desk, &desk->stage->sides[desk->panel_side]);
        } else if (i == 1) {
            desk->plots = true;
            app_desk_plots(desk);
        } else if (i == 2) {
            put_view(desk, show);
        } else {
            put_learn(desk, show);
        }
        app_ui_scroll_end();
        app_ui_tab_end();
    }
    app_ui_tabs_end();
}

void app_desk_panel(app_desk *desk) {
    const app_show *show = &desk->stage->sides[0];
    float width = app_desk_panel_width(desk);
    app_ui_window_begin("panel", (app_ui_box){desk->input.width - width, 0, width, desk->input.height}, true);
    put_scene(desk, show);
    app_ui_gap(1);
    put_controls(desk, show);
    app_ui_gap(1);
    put_tools(desk, show);
    app_ui_gap(1);
    put_tabs(desk, show);
    app_ui_window_end();
}

/* --- The time line ------------------------------------------------------------------------------------------------ */

static void put_state(const app_desk *desk, const app_show *show) {
    char line[160];
    if (show->replays) {
        if (show->differs) {
            snprintf(line, sizeof line, "differs at step %llu", (unsigned long long)show->hash_until);
        } else {
            snprintf(line, sizeof line, "replay, verified to step %llu",
                     (unsigned long long)(show->hash_until > 0 ? show->hash_until - 1 : 0));
        }
        app_ui_label_colored(line, show->differs ? BAD : GOOD);
    } else if (show->records || desk->reel != NULL) {
        app_ui_label_colored(desk->reel != NULL ? "filming" : "recording", BAD);
    } else if (desk->stage->paused) {
        app_ui_label_colored("paused", 0xe8b45affU);
    } else {
        double wanted = 1 / desk->stage->period;
        bool slow = desk->stage->rate > 0 && desk->stage->rate < 0.9 * wanted;
        snprintf(line, sizeof line, slow ? "%.3g of %.3g steps/s" : "%.3g steps/s",
                 desk->stage->rate > 0 ? desk->stage->rate : wanted, wanted);
        app_ui_label_colored(line, slow ? 0xe8b45affU : 0x9aa5b8ffU);
    }
}

void app_desk_timeline(app_desk *desk) {
    const app_show *show = &desk->stage->sides[0];
    float height = app_desk_timeline_height(desk);
    float width = desk->input.width - app_desk_panel_width(desk);
    app_ui_window_begin("time", (app_ui_box){0, desk->input.height - height, width, height}, true);
    char line[96];
    snprintf(line, sizeof line, "%zu boids", show->boids);
    app_ui_label(line);
    app_ui_same_line(110 * desk->window.scale);
    double step = (double)show->step;
    float end = 230 * desk->window.scale;
    float room = app_ui_room() - end;
    double last = show->last > show->first ? (double)show->last : (double)show->first + 1;
    app_ui_next_width(room > 60 ? room : 60);
    if (app_ui_slider("##time", &step, (double)show->first, last, "step %.0f", false)) {
        app_desk_wish(desk, (app_wish){.kind = APP_WISH_SEEK, .count = (uint64_t)step});
    }
    app_desk_name(desk, "timeline");
    app_ui_tip("Drag to go back and forth in time.  (, and .)");
    app_ui_same_line_gap(12);
    put_state(desk, show);
    app_ui_window_end();
}
