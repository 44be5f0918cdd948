/* `volery scenes`: what is built in. */
#include "cli/options.h"
#include "common/words.h"
#include "scene/scene.h"
#include "util/json.h"

#include <stdio.h>
#include <string.h>

/* The line after `about:`, as the scene has it. */
static bool about(const vol_scene_builtin *builtin, vol_scene *scene, app_fault *fault) {
    return vol_scene_read(scene, builtin->name, ".", builtin->text, builtin->length, NULL, 0, fault);
}

static bool list(bool json, vol_text *text, app_fault *fault) {
    const vol_scene_builtin *builtin;
    if (json) {
        app_json_open(text, NULL, '{');
        app_json_open(text, "scenes", '[');
    }
    for (size_t i = 0; (builtin = vol_scene_builtin_at(i)) != NULL; i++) {
        vol_scene scene;
        if (!about(builtin, &scene, fault)) {
            return false;
        }
        if (json) {
            app_json_open(text, NULL, '{');
            app_json_text(text, "name", builtin->name);
            app_json_text(text, "about", scene.about);
            app_json_close(text, '}');
        } else {
            vol_text_print(text, "%-13s %s\n", builtin->name, scene.about);
        }
        vol_scene_release(&scene);
    }
    if (json) {
        vol_text_put(text, "]}\n");
    }
    return true;
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
    bool right = list(options->json, &text, fault);
    if (right) {
        fputs(text.data, stdout);
    }
    vol_text_release(&text);
    return right ? APP_EXIT_DONE : fault->code;
}
