/* The panel's tab of learning: what the scene is, in the words at the head of its file, and things to try, which a
 * click does; and comparing. */
#include "play/panel_learn.h"

#include <volery/scene.h>

#include <stdio.h>
#include <string.h>

#define ACCENT app_ui_tone(APP_TONE_ACCENT)

/* Buttons beside each other, all of the same width. */
float app_panel_share(float parts) {
    return (app_ui_room() - (parts - 1) * 6) / parts;
}

bool app_panel_button(app_desk *desk, const char *label, float width, bool lit, const char *help) {
    char name[96];
    bool pressed = app_ui_button(label, width, lit);
    snprintf(name, sizeof name, "button.%s", label);
    app_desk_name(desk, name);
    if (strncmp(desk->wanted, "button.", 7) == 0 &&
        strcmp(desk->named[desk->named_count - 1].name, desk->wanted) == 0) {
        app_ui_scroll_here();
    }
    app_ui_tip(help);
    return pressed;
}

/* The one line about a built-in scene. */
static void about_builtin(const vol_scene_builtin *builtin, char *text, size_t size) {
    const char *about = strstr(builtin->text, "\nabout: ");
    text[0] = '\0';
    if (about != NULL) {
        about += strlen("\nabout: ");
        snprintf(text, size, "%.*s", (int)strcspn(about, "\n"), about);
    }
}

/* A menu of the built-in scenes; true: one was chosen. Of a file its name alone is shown, as paths are cut off. */
bool app_panel_choose_scene(const char *label, const char *now, float width, char *chosen, size_t size) {
    bool did = false;
    const char *slash = strrchr(label, '/');
    if (app_ui_menu_begin(slash != NULL ? slash + 1 : label, width)) {
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

/* --- Things to try ------------------------------------------------------------------------------------------------ */

/* The next word of a command into `word`; quotes keep blanks within one. NULL: there is none; two blanks end it. */
static const char *next_word(const char *at, char *word, size_t size) {
    size_t length = 0;
    char quote = '\0';
    size_t blanks = strspn(at, " ");
    at += blanks;
    if (*at == '\0' || *at == '\n' || blanks > 1) {
        return NULL;
    }
    for (; *at != '\0' && *at != '\n' && (*at != ' ' || quote != '\0'); at++) {
        if (quote == '\0' && (*at == '\'' || *at == '"')) {
            quote = *at;
        } else if (*at == quote) {
            quote = '\0';
        } else if (length + 1 < size) {
            word[length++] = *at;
        }
    }
    word[length] = '\0';
    return at;
}

/* A command of the program that opens a scene with some changes and nothing else, as the wish to do so; what stands
 * behind it says what it is about. NULL: the line is no such command. */
static const char *read_try(const char *line, app_wish *wish) {
    char word[400];
    *wish = (app_wish){.kind = APP_WISH_OPEN};
    const char *at = next_word(line, word, sizeof word);
    at = at != NULL && strcmp(word, "volery") == 0 ? next_word(at, word, sizeof word) : NULL;
    bool opens = at != NULL && (strcmp(word, "run") == 0 || strcmp(word, "play") == 0);
    at = opens ? next_word(at, word, sizeof word) : NULL;
    if (at == NULL || word[0] == '-') {
        return NULL;
    }
    size_t used = (size_t)snprintf(wish->value, sizeof wish->value, "%s", word);
    for (const char *next; (next = next_word(at, word, sizeof word)) != NULL;) {
        bool set = strcmp(word, "--set") == 0;
        bool seed = strcmp(word, "--seed") == 0;
        at = set || seed ? next_word(next, word, sizeof word) : NULL;
        if (at == NULL || used + strlen(word) + 16 > sizeof wish->value) {
            return NULL;
        }
        used +=
            (size_t)snprintf(wish->value + used, sizeof wish->value - used, "\n%s%s", seed ? "world.seed=" : "", word);
    }
    return at + strspn(at, " ");
}

/* What is changed, on one line: "cohesion.radius=25, world.dt=2". */
static void describe(const app_wish *wish, char *text, size_t size) {
    const char *at = strchr(wish->value, '\n');
    size_t used = 0;
    text[0] = '\0';
    while (at != NULL && used < size) {
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", used > 0 ? ", " : "", (int)strcspn(at + 1, "\n"),
                                 at + 1);
        at = strchr(at + 1, '\n');
    }
}

static void put_try(app_desk *desk, const char *line, unsigned number) {
    app_wish wish;
    char text[1200];
    char changes[400];
    char name[32];
    size_t length = strcspn(line, "\n");
    const char *about = read_try(line, &wish);
    if (about == NULL) {
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        app_ui_text_wrapped_faint(text);
        return;
    }
    describe(&wish, changes, sizeof changes);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(about, "\n"), about);
    snprintf(name, sizeof name, "try.%u", number);
    app_ui_push_id(name);
    if (app_ui_link(text[0] != '\0' ? text : changes)) {
        app_desk_wish(desk, wish);
    }
    app_desk_name(desk, name);
    if (strcmp(desk->wanted, name) == 0) {
        app_ui_scroll_here();
    }
    snprintf(text, sizeof text, "%.*s\n%s\nA click opens the scene so.", (int)strcspn(wish.value, "\n"), wish.value,
             changes);
    app_ui_tip(text);
    app_ui_pop_id();
}

/* --- What it is --------------------------------------------------------------------------------------------------- */

/* A line of capitals is a heading. */
static bool is_heading(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (line[i] >= 'a' && line[i] <= 'z') {
            return false;
        }
    }
    return length > 2;
}

static void flush(vol_text *part) {
    if (part->length > 0) {
        app_ui_text_wrapped(part->data);
        part->length = 0;
    }
}

static void put_explanation(app_desk *desk, const char *text) {
    vol_text part = {0};
    unsigned tries = 0;
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n')) {
        size_t length = strcspn(at, "\n");
        size_t blank = strspn(at, " ");
        bool command = strncmp(at + blank, "volery ", 7) == 0;
        if (length == 0 || is_heading(at, length) || command) {
            flush(&part);
        }
        if (is_heading(at, length)) {
            char heading[96];
            snprintf(heading, sizeof heading, "%.*s", (int)length, at);
            app_ui_gap(4);
            app_ui_text_colored(heading, ACCENT);
        } else if (command) {
            put_try(desk, at + blank, ++tries);
        } else if (length > 0) {
            vol_text_add(&part, at + blank, length - blank);
            vol_text_put(&part, " ");
        }
    }
    flush(&part);
    vol_text_release(&part);
}

void app_desk_learn(app_desk *desk, const app_show *show) {
    bool two = desk->stage->side_count == 2;
    if (app_panel_button(desk, two ? "one world" : "compare", app_panel_share(2), two,
                         "A second world like this one beside it, each with its own sliders  (C)")) {
        app_desk_do(desk, two ? APP_WISH_ALONE : APP_WISH_COMPARE);
    }
    app_ui_same_line_gap(6);
    app_wish wish = {.kind = APP_WISH_COMPARE};
    app_ui_push_id("against");
    if (app_panel_choose_scene(two ? desk->stage->sides[1].name : "with...", "", app_ui_room(), wish.value,
                               sizeof wish.value)) {
        app_desk_wish(desk, wish);
    }
    app_desk_name(desk, "menu.compare");
    app_ui_pop_id();
    app_ui_gap(2);
    if (desk->explanation != NULL) {
        put_explanation(desk, desk->explanation);
    } else {
        app_ui_text_wrapped_faint(show->about[0] != '\0' ? show->about : "This scene has no explanation.");
    }
}
