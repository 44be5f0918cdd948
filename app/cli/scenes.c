/* `volery scenes`: what is built in. */
#include "cli/options.h"
#include "common/words.h"
#include "util/json.h"
#include <volery/scene.h>

#include <stdio.h>
#include <string.h>

/* The names of a scene's other looks as a list. */
static void list_looks(const char *looks, vol_text *text) {
    app_json_open(text, "looks", '[');
    while (*looks != '\0') {
        char name[64];
        size_t length = strcspn(looks, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, looks);
        app_json_text(text, NULL, name);
        looks += length + (looks[length] == ' ');
    }
    app_json_close(text, ']');
}

static void list_presets(const vol_scene_builtin *builtin, vol_text *text) {
    vol_scene_fault fault;
    vol_scene *scene = vol_scene_open(builtin->name, NULL, 0, &fault);
    app_json_open(text, "presets", '[');
    for (size_t i = 0; scene != NULL && vol_scene_preset_name(scene, i) != NULL; i++) {
        app_json_text(text, NULL, vol_scene_preset_name(scene, i));
    }
    app_json_close(text, ']');
    vol_scene_close(scene);
}

static void list(bool json, vol_text *text) {
    const vol_scene_builtin *builtin;
    if (json) {
        app_json_open(text, NULL, '{');
        app_json_open(text, "scenes", '[');
    }
    for (size_t i = 0; (builtin = vol_scene_builtin_at(i)) != NULL; i++) {
        if (json) {
            app_json_open(text, NULL, '{');
            app_json_text(text, "name", builtin->name);
            app_json_text(text, "about", builtin->about);
            list_looks(builtin->looks, text);
            list_presets(builtin, text);
            app_json_close(text, '}');
        } else {
            vol_text_print(text, "%-13s %s", builtin->name, builtin->about);
            vol_text_print(text, builtin->looks[0] != '\0' ? "; looks: %s\n" : "\n", builtin->looks);
        }
    }
    if (json) {
        vol_text_put(text, "]}\n");
    }
}

static int no_such(const char *name, app_fault *fault) {
    vol_words known = {0};
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        vol_words_add(&known, vol_scene_builtin_at(i)->name);
    }
    app_fault_set(fault, APP_EXIT_WRONG, "volery scenes: no built-in scene is called '%s'", name);
    const char *nearest = vol_words_nearest(&known, name);
    if (nearest != NULL) {
        app_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    vol_text all = {0};
    vol_words_list(&known, &all);
    app_fault_more(fault, "%s there are: %s", nearest != NULL ? "" : ";", all.data);
    vol_text_release(&all);
    vol_words_release(&known);
    return APP_EXIT_WRONG;
}

int app_scenes_command(const app_options *options, app_fault *fault) {
    if (options->operand != NULL) {
        const vol_scene_builtin *builtin = vol_scene_builtin_find(options->operand);
        if (builtin == NULL) {
            return no_such(options->operand, fault);
        }
        fwrite(builtin->text, 1, builtin->length, stdout);
        return APP_EXIT_DONE;
    }
    vol_text text = {0};
    list(options->json, &text);
    fputs(text.data, stdout);
    vol_text_release(&text);
    return APP_EXIT_DONE;
}
