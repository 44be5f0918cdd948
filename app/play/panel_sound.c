/* The panel's tab of sound: where it comes from, how loud its features are, and what each of them drives, with the
 * curves of both. What is changed here goes to the session as wishes. */
#include "play/panel_sound.h"
#include "play/panel_chart.h"

#include "common/words.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCENT app_ui_tone(APP_TONE_ACCENT)
#define WARM app_ui_tone(APP_TONE_WARM)
#define LABEL 0.26F /* of the panel's width */

/* A name that scripts can find; the panel scrolls there if one wants that. */
static void name(app_desk *desk, const char *word) {
    app_desk_name(desk, word);
    if (strcmp(desk->wanted, word) == 0) {
        app_ui_scroll_here();
    }
}

/* --- Where it comes from ------------------------------------------------------------------------------------------ */

static bool is_sound(const char *path) {
    static const char *const endings[] = {".wav", ".flac", ".ogg", ".oga", ".aiff", ".aif", ".mp3", NULL};
    for (size_t i = 0; endings[i] != NULL; i++) {
        if (vol_ends_with(path, endings[i])) {
            return true;
        }
    }
    return false;
}

static void wish_source(app_desk *desk, const char *source) {
    app_wish wish = {.kind = APP_WISH_SOURCE, .sides = 1U << desk->panel_side};
    snprintf(wish.value, sizeof wish.value, "%s", source);
    app_desk_wish(desk, wish);
}

static void wish_file(app_desk *desk, const char *path) {
    vol_text text = {0};
    vol_text_put(&text, "file: \"");
    for (const char *at = path; *at != '\0'; at++) {
        vol_text_put(&text, *at == '"' || *at == '\\' ? "\\" : "");
        vol_text_add(&text, at, 1);
    }
    vol_text_put(&text, "\"");
    wish_source(desk, text.data);
    vol_text_release(&text);
}

bool app_desk_drop_sound(app_desk *desk, const char *path) {
    if (is_sound(path)) {
        char *whole = realpath(path, NULL);
        wish_file(desk, whole != NULL ? whole : path);
        free(whole);
        return true;
    }
    return false;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The sound files beside the scene. */
static void put_files(app_desk *desk, const char *folder, const char *now) {
    enum { MOST_FILES = 40 };
    DIR *open = opendir(folder);
    int shown = 0;
    for (struct dirent *entry; open != NULL && shown < MOST_FILES && (entry = readdir(open)) != NULL;) {
        char path[1200];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (is_sound(entry->d_name) && app_ui_menu_item(entry->d_name, path, strcmp(path, now) == 0)) {
            wish_file(desk, path);
        }
        shown += is_sound(entry->d_name);
    }
    if (open != NULL) {
        closedir(open);
    }
}

static void describe(const app_sound_show *sound, char *text, size_t size) {
    switch (sound->source) {
    case VOL_SCENE_SOUND_NONE: snprintf(text, size, "none"); break;
    case VOL_SCENE_SOUND_FILE: snprintf(text, size, "%s", last_part(sound->name)); break;
    case VOL_SCENE_SOUND_BUILTIN: snprintf(text, size, "the tune %s", sound->name); break;
    case VOL_SCENE_SOUND_MICROPHONE: snprintf(text, size, "microphone"); break;
    case VOL_SCENE_SOUND_MONITOR: snprintf(text, size, "what this machine plays"); break;
    }
    if (sound->silent) {
        snprintf(text, size, "none");
    }
}

static void put_item(app_desk *desk, const char *label, const char *word, const char *source, const char *help,
                     bool chosen) {
    char named[64];
    if (app_ui_menu_item(label, help, chosen)) {
        wish_source(desk, source);
    }
    snprintf(named, sizeof named, "sound.source.%s", word);
    app_desk_name(desk, named);
}

static void put_source(app_desk *desk, const app_sound_show *sound) {
    char now[300];
    bool heard = !sound->silent;
    describe(sound, now, sizeof now);
    app_ui_push_id("source");
    if (app_ui_menu_begin(now, app_ui_room())) {
        put_item(desk, "none", "none", "none", "Parameters stay as they are.",
                 !heard || sound->source == VOL_SCENE_SOUND_NONE);
        if (sound->own[0] != '\0') {
            char label[700];
            const char *own = strchr(sound->own, ' ') != NULL ? strchr(sound->own, ' ') + 1 : sound->own;
            own = last_part(own + strspn(own, "\""));
            snprintf(label, sizeof label, "the scene's own: %.*s", (int)strcspn(own, "\""), own);
            put_item(desk, label, "own", "own", "What the scene was opened with.", false);
        }
        put_item(desk, "microphone", "microphone", "source: microphone", "The usual input of the sound system.",
                 heard && sound->source == VOL_SCENE_SOUND_MICROPHONE);
        put_item(desk, "what this machine plays", "monitor", "source: monitor",
                 "The monitor of the system's output, as PulseAudio and PipeWire have it.",
                 heard && sound->source == VOL_SCENE_SOUND_MONITOR);
        put_files(desk, sound->folder, sound->name);
        app_ui_menu_end();
    }
    name(desk, "sound.source");
    app_ui_tip("Where the sound comes from. A sound file that is dropped on the window is another choice.");
    app_ui_pop_id();
}

/* What the chosen device or file is doing. */
static void put_state(app_desk *desk, const app_sound_show *sound) {
    const app_stage *stage = desk->stage;
    char line[400];
    bool live = sound->source == VOL_SCENE_SOUND_MICROPHONE || sound->source == VOL_SCENE_SOUND_MONITOR;
    bool file = sound->source == VOL_SCENE_SOUND_FILE || sound->source == VOL_SCENE_SOUND_BUILTIN;
    if (sound->source == VOL_SCENE_SOUND_NONE) {
        app_ui_text_wrapped_faint(
            "This scene hears nothing. Choose a source above, or drop a sound file on the window.");
    } else if (live && !sound->silent && stage->device_trouble[0] != '\0') {
        snprintf(line, sizeof line, "%s. All else works.", stage->device_trouble);
        app_ui_text_wrapped(line);
    } else if (live && stage->hears) {
        snprintf(line, sizeof line, "latency %.0f ms: %s", 1e3 * stage->latency, stage->device);
        app_ui_text_colored(line, ACCENT);
        app_ui_tip("From a sound to what boids do: the device's buffer, the analysis, and a step.");
    } else if (file) {
        bool played = !stage->muted;
        if (app_ui_check("play it in step", &played)) {
            app_desk_do(desk, APP_WISH_MUTE);
        }
        name(desk, "sound.played");
        app_ui_tip(
            "The sound follows the steps, at the scene's own speed. Its features belong to the step: latency 0.");
    }
}

/* --- How loud it is ----------------------------------------------------------------------------------------------- */

static void put_meters(const app_desk *desk, const app_sound_show *sound) {
    for (unsigned i = 0; vol_scene_feature_name(i) != NULL; i++) {
        bool flash = (i == VOL_SOUND_ONSET && sound->onset) || (i == VOL_SOUND_BEAT && sound->beat);
        double value = sound->silent ? 0 : sound->value[i];
        bool level = i != VOL_SOUND_ONSET && i != VOL_SOUND_BEAT && i != VOL_SOUND_CENTROID;
        double part = value / vol_scene_feature_most(i);
        part = level ? sqrt(fmax(part, 0)) : part; /* what is soft is seen too */
        char line[64];
        float start = app_ui_cursor(), room = app_ui_room(), scale = desk->window.scale;
        app_ui_text_faint(vol_scene_feature_name(i));
        app_ui_tip(vol_scene_feature_help(i));
        app_ui_same_line(start + 72 * scale);
        app_ui_bar((float)(part < 0 ? 0 : part > 1 ? 1 : part), room - 144 * scale, flash ? WARM : ACCENT);
        app_ui_tip(vol_scene_feature_help(i));
        app_ui_same_line(start + room - 62 * scale);
        snprintf(line, sizeof line,
                 value >= 100  ? "%.0f%s%s"
                 : value >= 10 ? "%.1f%s%s"
                               : "%.3f%s%s",
                 value, vol_scene_feature_unit(i)[0] != '\0' ? " " : "", vol_scene_feature_unit(i));
        app_ui_text_faint(line);
    }
}

/* --- What it drives ----------------------------------------------------------------------------------------------- */

/* A map that is shown, and where. */
typedef struct row {
    app_desk *desk;
    const app_show *show;
    app_map_show map;
    size_t index;
} row;

static void wish_map(const row *r, bool goes_on) {
    app_wish wish = {.kind = APP_WISH_MAP, .sides = 1U << r->desk->panel_side, .count = r->index, .goes_on = goes_on};
    snprintf(wish.key, sizeof wish.key, "%s", r->map.to);
    snprintf(wish.value, sizeof wish.value, "%s", vol_scene_feature_name(r->map.feature));
    wish.position[0] = r->map.scale;
    wish.position[1] = r->map.offset;
    wish.position[2] = r->map.smooth;
    wish.velocity[0] = r->map.range[0];
    wish.velocity[1] = r->map.range[1];
    app_desk_wish(r->desk, wish);
}

static void name_part(const row *r, const char *part) {
    char word[64];
    snprintf(word, sizeof word, "sound.map.%zu%s%s", r->index, part[0] != '\0' ? "." : "", part);
    name(r->desk, word);
}

/* 1, 2 or 5 times a power of ten, not less than x. */
static double nice(double x) {
    double power = pow(10, floor(log10(x)));
    double part = x / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static bool follows(const vol_param *param, const vol_flock_def *flock) {
    bool number = param->type == VOL_PARAM_REAL || param->type == VOL_PARAM_COUNT || param->type == VOL_PARAM_WHOLE;
    return number && param->live && param->of_world == (flock == NULL) &&
           (flock == NULL || vol_param_used(param, flock->model));
}

/* How large values of the parameter are, around what it is now. */
static double size_of(const app_show *show, const char *key) {
    const char *dot = strchr(key, '.');
    char text[160] = "";
    double value = 0;
    for (uint32_t i = 0; i < show->flock_count && dot != NULL; i++) {
        const char *flock = show->flock_names[i];
        if (strlen(flock) == (size_t)(dot - key) && strncmp(flock, key, (size_t)(dot - key)) == 0) {
            vol_flock_def_get(&show->starts[i], dot + 1, text, sizeof text, NULL);
        }
    }
    vol_world_def_get(&show->world, key, text, sizeof text, NULL);
    return vol_number_read(text, &value) && fabs(value) > 1e-9 && fabs(value) < 1e6 ? fabs(value) : 1;
}

static bool put_target(row *r, const vol_flock_def *flock, const char *flock_name) {
    const vol_param *param;
    bool chosen = false;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        char key[160];
        if (!follows(param, flock)) {
            continue;
        }
        snprintf(key, sizeof key, "%s%s%s", flock != NULL ? flock_name : "", flock != NULL ? "." : "", param->name);
        if (app_ui_menu_item(key, param->help, strcmp(key, r->map.to) == 0)) {
            snprintf(r->map.to, sizeof r->map.to, "%s", key);
            chosen = true;
        }
    }
    return chosen;
}

static void put_ends(row *r) {
    const char *features[VOL_SOUND_FEATURES + 1] = {NULL};
    for (unsigned i = 0; i < VOL_SOUND_FEATURES; i++) {
        features[i] = vol_scene_feature_name(i);
    }
    int feature = (int)r->map.feature;
    float all = app_ui_room();
    app_ui_next_width(all * 0.34F);
    if (app_ui_choice("##from", &feature, features, "")) {
        r->map.feature = (uint32_t)feature;
        wish_map(r, false);
    }
    name_part(r, "from");
    app_ui_tip(vol_scene_feature_help(r->map.feature));
    app_ui_same_line_gap(6);
    bool chosen = false;
    if (app_ui_menu_begin(r->map.to, app_ui_room() - 34 * r->desk->window.scale)) {
        for (uint32_t i = 0; i < r->show->flock_count; i++) {
            chosen = put_target(r, &r->show->flocks[i], r->show->flock_names[i]) || chosen;
        }
        chosen = put_target(r, NULL, "") || chosen;
        app_ui_menu_end();
    }
    name_part(r, "to");
    app_ui_tip("The parameter that follows.");
    if (chosen) {
        wish_map(r, false);
    }
    app_ui_same_line_gap(6);
    if (app_ui_small_button("\xC3\x97")) {
        app_desk_wish(
            r->desk,
            (app_wish){.kind = APP_WISH_MAP, .sides = 1U << r->desk->panel_side, .count = r->index, .none = true});
    }
    name_part(r, "remove");
    app_ui_tip("takes this map away");
}

/* Numbers as people would type them: three digits. */
static double rounded(double value, double range) {
    double grain = pow(10, floor(log10(range)) - 2) / 2;
    return round(value / grain) * grain;
}

static void put_number(row *r, const char *label, double *value, double least, double most, const char *help) {
    char id[32];
    float start = app_ui_cursor(), all = app_ui_room();
    app_ui_label(label);
    app_ui_tip(help);
    app_ui_same_line(start + all * LABEL);
    app_ui_next_width(all * (1 - LABEL));
    snprintf(id, sizeof id, "##%s", label);
    bool changed = app_ui_slider(id, value, least, most, "%.4g", false);
    bool held = app_ui_held(), released = app_ui_released();
    r->desk->map_held = r->desk->map_held || held;
    name_part(r, label);
    app_ui_tip(help);
    if (changed || released) {
        *value = held ? rounded(*value, most - least) : *value;
        wish_map(r, held && !released);
    }
}

/* Sliders keep their ends while one of them is held. */
static void fit_spans(row *r, double *scale, double *offset) {
    app_desk *desk = r->desk;
    double size = size_of(r->show, r->map.to);
    double most = vol_scene_feature_most(r->map.feature);
    double *spans = desk->map_spans[r->index];
    if (!desk->map_was_held || spans[0] <= 0) {
        spans[0] = nice(fmax(10 * size / most, 1.5 * fabs(r->map.scale)));
        spans[1] = nice(fmax(3 * size, 1.5 * fabs(r->map.offset)));
    }
    *scale = spans[0];
    *offset = spans[1];
}

static void put_numbers(row *r) {
    double scale = 0, offset = 0;
    bool bounded = isfinite(r->map.range[0]) && isfinite(r->map.range[1]);
    fit_spans(r, &scale, &offset);
    put_number(r, "scale", &r->map.scale, -scale, scale, "The feature is multiplied by it.");
    put_number(r, "offset", &r->map.offset, -offset, offset, "Added to that: the value in silence.");
    put_number(r, "smooth", &r->map.smooth, 0, 2, "Seconds that a change takes to two thirds.");
    if (app_ui_check("range", &bounded)) {
        double size = size_of(r->show, r->map.to);
        r->map.range[0] = bounded ? 0 : -INFINITY;
        r->map.range[1] = bounded ? nice(2 * size) : INFINITY;
        wish_map(r, false);
        return;
    }
    name_part(r, "range");
    app_ui_tip("Keeps what this map says between two numbers.");
    if (bounded) {
        double low = fmin(0, r->map.range[0]), high = fmax(offset * 2, r->map.range[1]);
        put_number(r, "least", &r->map.range[0], low, r->map.range[1], "What this map says at least.");
        put_number(r, "most", &r->map.range[1], r->map.range[0], high, "What this map says at most.");
    }
}

/* The feature as a line, and over it, in another colour, the parameter, which has an axis of its own. */
static void put_curves(const row *r) {
    const app_curves *c = &r->show->sound.curves;
    const app_chart_line lines[] = {
        {"", c->features[r->map.feature], NULL, c->count, ACCENT, false},
        {"", c->values[r->index], NULL, c->count, WARM, true},
    };
    app_panel_chart(
        r->desk, &(app_chart_def){"##curves", vol_scene_feature_name(r->map.feature), r->map.to, 0, lines, 2, false});
    name_part(r, "curves");
    app_ui_tip(
        "The last steps: the feature, by the numbers at the left, and in yellow the parameter that follows it, by "
        "those at the right.");
}

static void put_map(app_desk *desk, const app_show *show, size_t index) {
    row r = {.desk = desk, .show = show, .map = show->sound.maps[index], .index = index};
    char title[300], id[32];
    snprintf(title, sizeof title, "%s \xE2\x86\x92 %s###map%zu", vol_scene_feature_name(r.map.feature), r.map.to,
             index);
    snprintf(id, sizeof id, "map%zu", index);
    char part[32];
    snprintf(part, sizeof part, "sound.map.%zu.", index);
    bool wanted = strncmp(desk->wanted, part, strlen(part)) == 0;
    app_ui_push_id(id);
    bool open = app_ui_tree(title, index == 0 || wanted, wanted);
    name_part(&r, "");
    if (open) {
        put_ends(&r);
        put_curves(&r);
        put_numbers(&r);
        app_ui_tree_end();
    }
    app_ui_pop_id();
}

static void add_map(app_desk *desk, const app_show *show) {
    row r = {.desk = desk, .show = show, .index = show->sound.map_count};
    r.map = (app_map_show){.feature = VOL_SOUND_RMS, .smooth = 0.1, .range = {-INFINITY, INFINITY}};
    snprintf(r.map.to, sizeof r.map.to, "%s.max_speed", show->flock_names[0]);
    r.map.offset = size_of(show, r.map.to);
    r.map.scale = 2 * r.map.offset;
    wish_map(&r, false);
}

static void put_maps(app_desk *desk, const app_show *show) {
    size_t count = show->sound.map_count;
    desk->map_was_held = desk->map_held;
    desk->map_held = false;
    for (size_t i = 0; i < count && i < APP_MOST_CURVES; i++) {
        put_map(desk, show, i);
    }
    if (count > APP_MOST_CURVES) {
        char line[96];
        snprintf(line, sizeof line, "and %zu more, which the scene's file has", count - APP_MOST_CURVES);
        app_ui_text_faint(line);
    }
    if (app_ui_button("add a map", app_ui_room(), false)) {
        add_map(desk, show);
    }
    name(desk, "sound.add");
    app_ui_tip("One more feature that drives a parameter. Several that lead to one are added.");
}

void app_desk_sound(app_desk *desk) {
    const app_show *show = &desk->stage->sides[desk->panel_side];
    put_source(desk, &show->sound);
    put_state(desk, &show->sound);
    if (show->sound.source == VOL_SCENE_SOUND_NONE) {
        return;
    }
    app_ui_gap(4);
    put_meters(desk, &show->sound);
    app_ui_gap(6);
    put_maps(desk, show);
}
