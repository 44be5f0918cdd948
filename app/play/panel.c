/* The panel beside the world: which scene, how it goes, what the mouse is, then parameters, measures, views and the
 * explanation; and the time line below the world. */
#include "play/desk.h"

#include "play/panel_learn.h"
#include "play/panel_plots.h"
#include "play/panel_presets.h"
#include "play/panel_sound.h"
#include <volery/scene.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ACCENT app_ui_tone(APP_TONE_ACCENT)
#define GOOD app_ui_tone(APP_TONE_GOOD)
#define BAD app_ui_tone(APP_TONE_BAD)

static void name_box(app_desk *desk, const char *name, const char *item, app_ui_box box) {
    if (desk->named_count == desk->named_room) {
        desk->named_room = desk->named_room * 2 + 64;
        desk->named = vol_retake(desk->named, desk->named_room * sizeof *desk->named);
    }
    app_named *named = &desk->named[desk->named_count++];
    snprintf(named->name, sizeof named->name, "%s%s%s", name, item != NULL ? "=" : "", item != NULL ? item : "");
    for (char *blank = strchr(named->name, ' '); blank != NULL; blank = strchr(blank, ' ')) {
        *blank = '_'; /* a name is one word of a script */
    }
    named->box = box;
}

void app_desk_name(app_desk *desk, const char *name) {
    const char *item;
    app_ui_box box;
    name_box(desk, name, NULL, app_ui_place());
    for (int i = 0; (item = app_ui_choice_item(i, &box)) != NULL; i++) {
        name_box(desk, name, item, box);
    }
}

/* --- The scene ---------------------------------------------------------------------------------------------------- */

static void put_scene(app_desk *desk, const app_show *show) {
    app_wish wish = {.kind = APP_WISH_OPEN};
    app_ui_push_id("scenes");
    float gallery = 82 * desk->window.scale;
    if (app_panel_choose_scene(show->name, show->name, app_ui_room() - gallery - 6, wish.value, sizeof wish.value)) {
        app_desk_wish(desk, wish);
    }
    app_desk_name(desk, "menu.scenes");
    if (strchr(show->name, '/') != NULL) {
        app_ui_tip(show->name); /* where the file is */
    }
    app_ui_pop_id();
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "gallery", gallery, desk->gallery_open,
                         "pictures of all scenes, and other files  (G)")) {
        desk->gallery_open = !desk->gallery_open;
    }
    app_ui_scroll_begin("about", 2.3F * app_ui_text_height()); /* the same height for all scenes: nothing jumps */
    app_ui_text_wrapped_faint(show->about);
    app_ui_scroll_end();
}

static void put_controls(app_desk *desk, const app_show *show) {
    float width = app_panel_share(4);
    if (app_panel_button(desk, desk->stage->paused ? "go on" : "pause", width, desk->stage->paused, "space")) {
        app_desk_do(desk, APP_WISH_PAUSE);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "step", width, false, "one step  (.)")) {
        app_desk_do(desk, APP_WISH_STEP);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "restart", width, false, "with the same seed  (R)")) {
        app_desk_do(desk, APP_WISH_RESTART);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "new", width, false, "restart with a new seed  (N)")) {
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

static void put_add_options(app_desk *desk, const app_show *show) {
    const char *names[17] = {NULL};
    for (uint32_t i = 0; i < show->flock_count && i < 16; i++) {
        names[i] = show->flock_names[i];
    }
    int chosen = (int)desk->add_flock;
    if (show->flock_count > 1) {
        app_ui_next_width(app_ui_room() * 0.42F);
        if (app_ui_choice("##flock", &chosen, names, "")) {
            desk->add_flock = (uint32_t)chosen;
        }
        app_desk_name(desk, "add.flock");
        app_ui_tip("The flock that a click adds to.");
        app_ui_same_line_gap(6);
    }
    app_ui_next_width(app_ui_room());
    app_ui_slider("##count", &desk->add_count, 1, 200, "%.0f at a click", true);
    app_desk_name(desk, "add.count");
    app_ui_tip("How many boids a click adds.");
}

/* Always one line, so that nothing below moves when the tool changes. */
static void put_tool_options(app_desk *desk, const app_show *show) {
    switch (desk->tool) {
    case APP_TOOL_ADD: put_add_options(desk, show); break;
    case APP_TOOL_PREDATOR:
    case APP_TOOL_WIND:
    case APP_TOOL_ERASER:
        app_ui_next_width(app_ui_room());
        app_ui_slider("##reach", &desk->tool_pixels[desk->tool], 4, 300, "reach %.0f pixels", true);
        app_desk_name(desk, "tool.reach");
        app_ui_tip("How far from the mouse the tool reaches, in pixels of the screen.");
        break;
    case APP_TOOL_EDIT:
        app_ui_label_colored("click in the world, or place something new", app_ui_tone(APP_TONE_FAINT));
        break;
    default: app_ui_label_colored("move the mouse over the world", app_ui_tone(APP_TONE_FAINT)); break;
    }
}

static void put_tools(app_desk *desk, const app_show *show) {
    float width = app_panel_share(4);
    for (app_tool tool = 0; tool < APP_TOOL_COUNT; tool++) {
        char help[160];
        char label[48];
        if (tool % 4 != 0) {
            app_ui_same_line_gap(6);
        }
        snprintf(help, sizeof help, "%s  (key %d)", app_tool_help(tool), (int)tool + 1);
        snprintf(label, sizeof label, "%s", app_tool_name(tool));
        if (app_panel_button(desk, label, tool == APP_TOOL_EDIT ? app_ui_room() : width, desk->tool == tool, help)) {
            app_desk_choose_tool(desk, tool);
        }
    }
    put_tool_options(desk, show);
}

/* --- Tabs --------------------------------------------------------------------------------------------------------- */

static void put_files(app_desk *desk, const app_show *show) {
    float width = app_panel_share(3);
    float half = (width - 6) / 2;
    if (app_panel_button(desk, "undo", half, false, "takes back what you did last: sliders, edits, boids  (Ctrl Z)")) {
        app_desk_do(desk, APP_WISH_UNDO);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "redo", half, false, "does again what was undone  (Ctrl Y)")) {
        app_desk_do(desk, APP_WISH_REDO);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "save scene", width, false, "with all parameters as they are now  (Ctrl S)")) {
        app_desk_save_scene(desk);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(
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
    float width = app_panel_share(2);
    if (app_panel_button(desk, "left world", width, desk->panel_side == 0,
                         "the sliders below are those of the left world")) {
        desk->panel_side = 0;
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "right world", width, desk->panel_side == 1,
                         "the sliders below are those of the right world")) {
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
    {"copies", "Past the edges of a world whose boids come in at the other side, it is seen again."},
    {"legend", "What the colours are, and a bar that says how long things are.  (L)"},
};

/* How the panel looks. */
static void put_style(app_desk *desk) {
    static const char *const themes[] = {"dark", "light", NULL};
    int theme = (int)desk->config.theme;
    app_ui_gap(6);
    app_ui_next_width(app_panel_share(2));
    if (app_ui_choice("##theme", &theme, themes, "")) {
        desk->config.theme = (app_ui_theme)theme;
        desk->restyle = true;
    }
    app_desk_name(desk, "theme");
    app_ui_tip("The colours of the panel; those of the world are its look.  (D)");
    app_ui_same_line_gap(6);
    app_ui_next_width(app_ui_room());
    double letters = desk->letters_held ? desk->letters : desk->config.letters;
    if (app_ui_slider("##letters", &letters, APP_LEAST_LETTERS, APP_MOST_LETTERS, "letters %.2f\xC3\x97", false)) {
        desk->letters = letters;
    }
    bool held = app_ui_held();
    if (desk->letters_held && !held) { /* only now: the slider would run away from the mouse */
        desk->config.letters = round(desk->letters * 20) / 20;
        desk->restyle = true;
    }
    desk->letters = held ? letters : desk->letters;
    desk->letters_held = held;
    app_desk_name(desk, "letters");
    if (strcmp(desk->wanted, "letters") == 0) {
        app_ui_scroll_here();
    }
    app_ui_tip("How large letters and the panel are.");
}

/* What the window does, for who does not know the keys. */
static void put_window(app_desk *desk) {
    float width = app_panel_share(2);
    if (app_panel_button(desk, "full screen", width, app_desk_is_full(desk), "or a window again  (F11)")) {
        app_desk_full_screen(desk);
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "hide the panel", app_ui_room(), false, "H shows it again.")) {
        desk->hidden = true;
        desk->lay_out = true;
        app_desk_notice(desk, false, "H shows the panel again");
    }
    if (app_panel_button(desk, "picture", width, false, "of the window, as NAME-1.png  (S)")) {
        desk->picture_wanted = true;
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "picture of the world", app_ui_room(), false, "without the panel  (Shift S)")) {
        desk->world_wanted = true;
    }
    if (app_panel_button(desk, desk->reel != NULL ? "stop filming" : "film", width, desk->reel != NULL,
                         "films the world, as NAME-1.mp4 or what can be made here  (V)")) {
        app_desk_toggle_film(desk);
    }
}

static void put_view(app_desk *desk, const app_show *show) {
    if (!show->focus.there) {
        app_ui_text_wrapped_faint(
            "Point at a boid and press F to follow it; then its zones, neighbours and rules can be seen.");
    } else {
        char line[160];
        snprintf(line, sizeof line, "following %s %u, %zu neighbour%s", show->flock_names[show->focus.flock],
                 (unsigned)show->focus.id, show->focus.neighbours, show->focus.neighbours == 1 ? "" : "s");
        app_ui_text_colored(line, ACCENT);
    }
    app_ui_gap(2);
    for (int i = 0; i < APP_OVERLAY_COUNT; i++) {
        char name[96];
        app_ui_check(overlay_rows[i].name, &desk->overlays[i]);
        snprintf(name, sizeof name, "overlay.%s", overlay_rows[i].name);
        app_desk_name(desk, name);
        if (strcmp(desk->wanted, name) == 0) {
            app_ui_scroll_here();
        }
        app_ui_tip(overlay_rows[i].help);
    }
    put_style(desk);
    app_ui_gap(6);
    if (app_panel_button(desk, "whole world", app_panel_share(2), false, "Home")) {
        for (uint32_t i = 0; i < desk->stage->side_count; i++) {
            app_camera_reset(&desk->cameras[i]);
        }
        desk->follows = false;
    }
    app_ui_same_line_gap(6);
    if (app_panel_button(desk, "keys", app_ui_room(), desk->help, "all keys and what the mouse does  (F1)")) {
        desk->help = !desk->help;
    }
    put_window(desk);
}

static void put_tabs(app_desk *desk, const app_show *show) {
    static const char *const names[] = {"sliders", "plots", "sound", "view", "learn"};
    if (!app_ui_tabs_begin("tabs")) {
        return;
    }
    for (int i = 0; i < 5; i++) {
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
            app_desk_presets(desk, &desk->stage->sides[desk->panel_side]);
            app_ui_gap(2);
            app_desk_params(desk, &desk->stage->sides[desk->panel_side]);
        } else if (i == 1) {
            desk->plots = true;
            app_desk_plots(desk);
        } else if (i == 2) {
            app_desk_sound(desk);
        } else if (i == 3) {
            put_view(desk, show);
        } else {
            app_desk_learn(desk, show);
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
        app_ui_label_colored("paused", app_ui_tone(APP_TONE_WARM));
    } else {
        double wanted = 1 / desk->stage->period;
        bool slow = desk->stage->rate > 0 && desk->stage->rate < 0.9 * wanted;
        snprintf(line, sizeof line, slow ? "%.3g of %.3g steps/s" : "%.3g steps/s",
                 desk->stage->rate > 0 ? desk->stage->rate : wanted, wanted);
        app_ui_label_colored(line, app_ui_tone(slow ? APP_TONE_WARM : APP_TONE_FAINT));
    }
}

void app_desk_timeline(app_desk *desk) {
    const app_show *show = &desk->stage->sides[0];
    float height = app_desk_timeline_height(desk);
    float width = desk->input.width - app_desk_panel_width(desk);
    app_ui_window_begin("time", (app_ui_box){0, desk->input.height - height, width, height}, true);
    char line[96];
    float scale = desk->window.scale;
    bool narrow = width < 560 * scale; /* then the slider alone, as it says the step, */
    bool narrower = width < 420 * scale;
    if (!narrower) {
        snprintf(line, sizeof line, "%zu boids", show->boids);
        app_ui_label(line);
        app_ui_same_line(110 * scale);
    }
    double step = (double)show->step;
    float end = (narrow ? 96 : 300) * scale;
    float room = app_ui_room() - end;
    double last = show->last > show->first ? (double)show->last : (double)show->first + 1;
    app_ui_next_width(room > 60 * scale ? room : 60 * scale);
    if (app_ui_slider("##time", &step, (double)show->first, last, "step %.0f", false)) {
        app_desk_wish(desk, (app_wish){.kind = APP_WISH_SEEK, .count = (uint64_t)step});
    }
    app_desk_name(desk, "timeline");
    app_ui_tip("Drag to go back and forth in time.  (, and .)");
    if (!narrow) {
        app_ui_same_line_gap(12);
        put_state(desk, show);
    }
    app_ui_same_line(width - 84 * scale);
    if (app_panel_button(desk, "F1 keys", 72 * scale, desk->help, "all keys and what the mouse does")) {
        desk->help = !desk->help;
    }
    app_ui_window_end();
}
