/* A window that is played by a file instead of a person: each line is something that mouse or keyboard does (as events
 * of SDL, like real ones), or frames that pass, or a line about what is shown. For tests; docs/playing.md lists the
 * lines. Time goes by frames, so that every run of a script is the same. */
#include "play/desk.h"

#include "common/words.h"
#include "play/settings.h"
#include "util/file.h"
#include "util/terminal.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCRIPT = 1024 * 1024, MOST_WORDS = 8 };

typedef struct script {
    app_desk *desk;
    const char *path;
    unsigned line;
    const char *word[MOST_WORDS];
    double number[MOST_WORDS]; /* of words that are numbers */
    size_t words;
    uint32_t *side; /* the world that places, `setting` and `print` are about */
    app_fault *fault;
} script;

static bool wrong(const script *s, const char *what) {
    return app_fault_set(s->fault, APP_EXIT_WRONG, "%s:%u: %s", s->path, s->line, what);
}

static void frame(const script *s) {
    app_desk_frame(s->desk, NULL);
    app_window_show(&s->desk->window);
}

static void push(SDL_Event *event) {
    SDL_PushEvent(event);
}

/* --- Mouse -------------------------------------------------------------------------------------------------------- */

static void push_motion(const script *s, float x, float y) {
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION}};
    event.motion.x = (int)(x / s->desk->window.ratio);
    event.motion.y = (int)(y / s->desk->window.ratio);
    push(&event);
}

static void push_button(const script *s, float x, float y, uint8_t button, bool down) {
    SDL_Event event = {
        .button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, .button = button, .clicks = 1}};
    event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.button.x = (int)(x / s->desk->window.ratio);
    event.button.y = (int)(y / s->desk->window.ratio);
    push(&event);
}

/* Numbers `at` and `at + 1` are a place in the world: the pixel there. */
static bool pixel_of(const script *s, size_t at, float *x, float *y) {
    const app_camera *camera = &s->desk->cameras[*s->side];
    double world[3] = {s->number[at], s->number[at + 1], camera->center[2]};
    double screen[2];
    if (s->words < at + 2 || !app_camera_to_screen(camera, world, screen, NULL)) {
        return wrong(s, "a place in the world is missing: two numbers");
    }
    *x = s->desk->areas[*s->side].x + (float)screen[0];
    *y = s->desk->areas[*s->side].y + (float)screen[1];
    return true;
}

static uint8_t button_of(const char *word) {
    return strcmp(word, "right") == 0    ? SDL_BUTTON_RIGHT
           : strcmp(word, "middle") == 0 ? SDL_BUTTON_MIDDLE
                                         : SDL_BUTTON_LEFT;
}

/* Presses at one pixel and lets go at another, with frames between, as a person would. */
static void drag(const script *s, uint8_t button, float x1, float y1, float x2, float y2) {
    push_motion(s, x1, y1);
    frame(s);
    push_button(s, x1, y1, button, true);
    frame(s);
    push_motion(s, x2, y2);
    frame(s);
    push_button(s, x2, y2, button, false);
    frame(s);
}

static bool do_move(const script *s) {
    float x = 0;
    float y = 0;
    if (!pixel_of(s, 1, &x, &y)) {
        return false;
    }
    push_motion(s, x, y);
    frame(s);
    return true;
}

static bool do_click(const script *s) {
    float x = 0;
    float y = 0;
    if (!pixel_of(s, 2, &x, &y)) {
        return false;
    }
    drag(s, button_of(s->word[1]), x, y, x, y);
    return true;
}

static bool do_drag(const script *s) {
    float from[2] = {0};
    float to[2] = {0};
    if (!pixel_of(s, 2, &from[0], &from[1]) || !pixel_of(s, 4, &to[0], &to[1])) {
        return false;
    }
    drag(s, button_of(s->word[1]), from[0], from[1], to[0], to[1]);
    return true;
}

static bool do_wheel(const script *s) {
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = (int)s->number[1], .preciseY = (float)s->number[1]}};
    push(&event);
    frame(s);
    return true;
}

/* --- Keys --------------------------------------------------------------------------------------------------------- */

static bool do_key(const script *s) {
    SDL_Keycode key = s->words > 1 ? SDL_GetKeyFromName(s->word[1]) : SDLK_UNKNOWN;
    if (key == SDLK_UNKNOWN) {
        return wrong(s, "there is no such key");
    }
    for (int down = 1; down >= 0; down--) {
        SDL_Event event = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP}};
        event.key.keysym.sym = key;
        event.key.keysym.mod = s->words <= 2                           ? KMOD_NONE
                               : strcmp(s->word[2], "shift") == 0      ? KMOD_SHIFT
                               : strcmp(s->word[2], "ctrl+shift") == 0 ? KMOD_CTRL | KMOD_SHIFT
                                                                       : KMOD_CTRL;
        push(&event);
        frame(s);
    }
    s->desk->input.control = s->desk->input.shift = false; /* these are let go too */
    return true;
}

static bool do_type(const script *s) {
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(event.text.text, sizeof event.text.text, "%s", s->words > 1 ? s->word[1] : "");
    push(&event);
    frame(s);
    return true;
}

/* --- Widgets ------------------------------------------------------------------------------------------------------ */

/* Opens and scrolls the panel until the widget is there; NULL: there is none. */
static const app_named *find(const script *s) {
    app_desk *desk = s->desk;
    const char *name = s->words > 1 ? s->word[1] : "";
    snprintf(desk->wanted, sizeof desk->wanted, "%s", name);
    for (int i = 0; i < 3; i++) {
        frame(s);
    }
    desk->wanted[0] = '\0';
    for (size_t i = 0; i < desk->named_count; i++) {
        if (strcmp(desk->named[i].name, name) == 0) {
            return &desk->named[i];
        }
    }
    return NULL;
}

/* Clicks the middle of a widget, or (slide) drags it to a part of its width. */
static bool do_press(const script *s) {
    const app_named *named = find(s);
    if (named == NULL) {
        return wrong(s, "there is no such widget");
    }
    bool slides = strcmp(s->word[0], "slide") == 0;
    app_ui_box box = named->box;
    float x = box.x + box.width * (slides ? (float)s->number[2] : 0.5F);
    float y = box.y + box.height / 2;
    s->desk->input.control = s->words > 2 && strcmp(s->word[2], "ctrl") == 0;
    drag(s, SDL_BUTTON_LEFT, x, y, x, y);
    s->desk->input.control = false;
    frame(s); /* in which what the widget asked for is done */
    return true;
}

/* Presses and lets go at once: both are in one frame, as from a quick finger or after a slow frame. */
static bool do_tap(const script *s) {
    float x = 0;
    float y = 0;
    uint8_t button = SDL_BUTTON_LEFT;
    if (s->words > 2) {
        button = button_of(s->word[1]);
        if (!pixel_of(s, 2, &x, &y)) {
            return false;
        }
    } else {
        const app_named *named = find(s);
        if (named == NULL) {
            return wrong(s, "there is no such widget");
        }
        x = named->box.x + named->box.width / 2;
        y = named->box.y + named->box.height / 2;
    }
    push_motion(s, x, y);
    push_button(s, x, y, button, true);
    push_button(s, x, y, button, false);
    do {
        frame(s);
    } while (!app_ui_idle());
    frame(s);
    return true;
}

static bool do_hover(const script *s) {
    const app_named *named = find(s);
    if (named == NULL) {
        return wrong(s, "there is no such widget");
    }
    push_motion(s, named->box.x + named->box.width / 2, named->box.y + named->box.height / 2);
    frame(s);
    frame(s);
    return true;
}

/* --- The rest ----------------------------------------------------------------------------------------------------- */

static bool do_frames(const script *s) {
    for (uint64_t i = 0; i < (uint64_t)s->number[1] && !app_interrupt_came(); i++) {
        frame(s);
    }
    return true;
}

/* Frames, until a feature of sound is at least so large: what a device hears comes when it comes. */
static bool do_hear(const script *s) {
    unsigned feature = 0;
    while (vol_scene_feature_name(feature) != NULL &&
           strcmp(vol_scene_feature_name(feature), s->words > 1 ? s->word[1] : "") != 0) {
        feature++;
    }
    if (vol_scene_feature_name(feature) == NULL) {
        return wrong(s, "there is no such feature");
    }
    do {
        frame(s);
    } while (s->desk->stage->sides[0].sound.value[feature] < s->number[2] && !app_interrupt_came());
    return true;
}

/* Where sound comes from and what it drives. */
static bool do_sound(const script *s) {
    const app_stage *stage = s->desk->stage;
    const app_sound_show *sound = &stage->sides[0].sound;
    static const char *const sources[] = {"none", "file", "builtin", "microphone", "monitor"};
    printf("sound %s%s, %s", sources[sound->source], sound->silent ? " (silent)" : "",
           stage->hears ? "a device is heard" : "no device");
    for (size_t i = 0; i < sound->map_count && i < APP_MOST_CURVES; i++) {
        const app_map_show *map = &sound->maps[i];
        printf(", %s -> %s x %g + %g smooth %g", vol_scene_feature_name(map->feature), map->to, map->scale, map->offset,
               map->smooth);
    }
    printf("\n");
    return true;
}

static bool do_drop(const script *s) {
    SDL_Event event = {.drop = {.type = SDL_DROPFILE}};
    event.drop.file = SDL_strdup(s->words > 1 ? s->word[1] : "");
    push(&event);
    frame(s);
    return true;
}

/* Something that mouse or keyboard does, and no frame: what the next one shows is the least lag that there is. */
static bool do_feed(const script *s) {
    const char *what = s->words > 1 ? s->word[1] : "";
    float x = 0, y = 0;
    if (strcmp(what, "wheel") == 0) {
        push(&(SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = (int)s->number[2], .preciseY = (float)s->number[2]}});
        return true;
    }
    if (strcmp(what, "key") == 0) {
        SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
        event.key.keysym.sym = s->words > 2 ? SDL_GetKeyFromName(s->word[2]) : SDLK_UNKNOWN;
        push(&event);
        return true;
    }
    bool moves = strcmp(what, "move") == 0;
    if (!moves && strcmp(what, "down") != 0 && strcmp(what, "up") != 0) {
        return wrong(s, "allowed are feed move, down, up, wheel and key");
    }
    if (!pixel_of(s, moves ? 2 : 3, &x, &y)) {
        return false;
    }
    if (moves) {
        push_motion(s, x, y);
    } else {
        push_button(s, x, y, button_of(s->word[2]), what[0] == 'd');
    }
    return true;
}

/* The picture of the last frame, without another one. */
static bool do_shot(const script *s) {
    return app_desk_screenshot(s->desk, s->words > 1 ? s->word[1] : "", s->fault);
}

static bool do_side(const script *s) {
    const uint32_t side = (uint32_t)s->number[1];
    if (s->words < 2 || side >= s->desk->stage->side_count) {
        return wrong(s, "there is no such world");
    }
    *s->side = side;
    return true;
}

static bool do_resize(const script *s) {
    SDL_SetWindowSize(s->desk->window.window, (int)s->number[1], (int)s->number[2]);
    SDL_PumpEvents();
    frame(s);
    app_desk_lay_out(s->desk);
    frame(s);
    return true;
}

static bool do_screenshot(const script *s) {
    frame(s);
    return app_desk_screenshot(s->desk, s->words > 1 ? s->word[1] : "", s->fault);
}

static bool do_print(const script *s) {
    const app_stage *stage = s->desk->stage;
    const app_show *show = &stage->sides[*s->side < stage->side_count ? *s->side : 0];
    printf("%s step %llu of %llu, %zu boids, seed %llu, %s, %s%s%s, window %dx%d%s, %u world%s\n", show->name,
           (unsigned long long)show->step, (unsigned long long)show->last, show->boids, (unsigned long long)show->seed,
           stage->paused ? "paused" : "running", app_tool_name(s->desk->tool), show->records ? ", recording" : "",
           !show->replays  ? ""
           : show->differs ? ", replay differs"
                           : ", replay",
           s->desk->window.width, s->desk->window.height, app_desk_is_full(s->desk) ? ", full screen" : "",
           (unsigned)stage->side_count, stage->side_count == 1 ? "" : "s");
    return true;
}

/* The value of a parameter, of the last world if there are two. */
static bool do_value(const script *s) {
    const app_show *show = &s->desk->stage->sides[s->desk->stage->side_count - 1];
    char text[160] = "?";
    const char *dot = s->words > 1 ? strchr(s->word[1], '.') : NULL;
    for (uint32_t i = 0; dot != NULL && i < show->flock_count; i++) {
        size_t length = strlen(show->flock_names[i]);
        if ((size_t)(dot - s->word[1]) == length && strncmp(s->word[1], show->flock_names[i], length) == 0) {
            vol_flock_def_get(&show->flocks[i], dot + 1, text, sizeof text, NULL);
        }
    }
    vol_world_def_get(&show->world, s->words > 1 ? s->word[1] : "", text, sizeof text, NULL);
    printf("%s %s\n", s->words > 1 ? s->word[1] : "", text);
    return true;
}

/* Where a show has what a key names; the first that is in the key counts. */
typedef struct setting_place {
    const char *word;
    app_setting_of of;
    size_t offset, size;
} setting_place;

static const setting_place setting_places[] = {
    {"obstacles.", APP_SETTING_OBSTACLE, offsetof(app_around_show, obstacles), sizeof(vol_obstacle_def)},
    {"relations.", APP_SETTING_RELATION, offsetof(app_around_show, relations), sizeof(vol_relation_def)},
    {".terms.", APP_SETTING_TERM, offsetof(app_around_show, terms), sizeof(vol_term_def)},
    {".look.", APP_SETTING_FLOCK_LOOK, offsetof(app_around_show, looks), sizeof(vol_scene_flock_look)},
    {"look.", APP_SETTING_LOOK, offsetof(app_around_show, look), sizeof(vol_scene_look)},
};

/* The value of something that surrounds flocks, or of a look; of looks those of the first flock.
 * None where there is no such thing. */
static bool do_setting(const script *s) {
    const app_show *show = &s->desk->stage->sides[*s->side < s->desk->stage->side_count ? *s->side : 0];
    const char *key = s->words > 1 ? s->word[1] : "";
    const char *last = strrchr(key, '.');
    const setting_place *place = setting_places;
    const vol_param *param = NULL;
    char text[160] = "?";
    while (place->of != APP_SETTING_LOOK && strstr(key, place->word) == NULL) {
        place++;
    }
    const char *number = strstr(key, place->word) != NULL ? strstr(key, place->word) + strlen(place->word) : "";
    size_t index = strtoul(number, NULL, 10);
    if (place->of <= APP_SETTING_TERM) {
        size_t at = SIZE_MAX;
        for (vol_flock flock = 0; flock < show->flock_count && at == SIZE_MAX; flock++) {
            bool of_flock = strstr(key, show->flock_names[flock]) == key || place->of != APP_SETTING_TERM;
            at =
                of_flock ? app_around_show_find(&show->around, (vol_surrounding)place->of, flock, (uint32_t)index) : at;
        }
        if (at == SIZE_MAX) {
            printf("%s none\n", key);
            return true;
        }
        index = at;
    }
    const char *def = (const char *)&show->around + place->offset + index % APP_MOST_AROUND * place->size;
    for (size_t i = 0; last != NULL && (param = app_setting_at(place->of, i)) != NULL; i++) {
        if (strcmp(param->name, last + 1) == 0) {
            app_setting_text(place->of, param, def, show->world.dimensions, text, sizeof text);
        }
    }
    printf("%s %s\n", key, text);
    return true;
}

/* Are the boids of both worlds at the same places? */
static bool do_same(const script *s) {
    const app_draw_frame *a = &s->desk->stage->sides[0].frame;
    const app_draw_frame *b = &s->desk->stage->sides[1].frame;
    bool same = s->desk->stage->side_count == 2 && a->step == b->step && a->flock_count == b->flock_count;
    for (size_t i = 0; same && i < a->flock_count; i++) {
        size_t bytes = a->flocks[i].count * (size_t)a->world.dimensions * sizeof(float);
        same = a->flocks[i].count == b->flocks[i].count &&
               memcmp(app_draw_row(a, &a->flocks[i], APP_ROW_POSITION, 0),
                      app_draw_row(b, &b->flocks[i], APP_ROW_POSITION, 0), bytes) == 0;
    }
    printf("%s\n", same ? "same" : "different");
    return true;
}

/* Where a widget is: left, top, width, height in pixels. */
static bool do_where(const script *s) {
    const app_named *named = find(s);
    if (named == NULL) {
        return wrong(s, "there is no such widget");
    }
    app_ui_box box = named->box;
    printf("%s %.0f %.0f %.0f %.0f\n", s->word[1], (double)box.x, (double)box.y, (double)box.width, (double)box.height);
    return true;
}

static bool do_notice(const script *s) {
    printf("%s\n", s->desk->notice);
    return true;
}

typedef struct verb {
    const char *name;
    bool (*act)(const script *s);
} verb;

static const verb verbs[] = {
    {"frames", do_frames},   {"move", do_move},
    {"click", do_click},     {"drag", do_drag},
    {"wheel", do_wheel},     {"key", do_key},
    {"type", do_type},       {"press", do_press},
    {"slide", do_press},     {"tap", do_tap},
    {"hover", do_hover},     {"drop", do_drop},
    {"resize", do_resize},   {"screenshot", do_screenshot},
    {"print", do_print},     {"value", do_value},
    {"setting", do_setting}, {"where", do_where},
    {"same", do_same},       {"notice", do_notice},
    {"hear", do_hear},       {"sound", do_sound},
    {"feed", do_feed},       {"shot", do_shot},
    {"side", do_side},
};

static bool do_line(script *s, char *line) {
    s->words = 0;
    for (char *word = strtok(line, " \t"); word != NULL && s->words < MOST_WORDS; word = strtok(NULL, " \t")) {
        s->number[s->words] = 0;
        vol_number_read(word, &s->number[s->words]);
        s->word[s->words++] = word;
    }
    if (s->words == 0 || s->word[0][0] == '#') {
        return true;
    }
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, s->word[0]) == 0) {
            return verbs[i].act(s);
        }
    }
    return wrong(s, "there is no such line");
}

bool app_desk_script(app_desk *desk, const char *path, app_fault *fault) {
    size_t length = 0;
    char *text = app_file_read(path, MOST_SCRIPT, &length, fault);
    uint32_t side = 0;
    script s = {.desk = desk, .path = path, .side = &side, .fault = fault};
    bool right = text != NULL;
    for (char *line = text; right && line != NULL && *line != '\0' && !desk->quit && !app_interrupt_came();) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        s.line++;
        right = do_line(&s, line);
        line = end != NULL ? end + 1 : NULL;
    }
    free(text);
    return right;
}
