/* The scene's presets as buttons above the sliders that they move. */
#include "play/panel_presets.h"

#include "play/panel_learn.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 3 };

/* One of the buttons; `name` "": the scene without a preset. */
static void put_preset(app_desk *desk, const app_show *show, size_t place, float width, const char *name,
                       const char *about) {
    char label[80];
    char tip[320];
    char id[96];
    bool original = name[0] == '\0';
    snprintf(label, sizeof label, "%s", original ? "original" : name);
    for (char *at = strchr(label, '_'); at != NULL; at = strchr(at, '_')) {
        *at = ' ';
    }
    snprintf(tip, sizeof tip, "%s%s%s", about, about[0] != '\0' ? "\n" : "",
             original ? "All that the presets change is as the scene has it." : "A preset of the scene.");
    if (place % COLUMNS != 0) {
        app_ui_same_line_gap(6);
    }
    if (app_ui_button(label, width, strcmp(show->presets.chosen, name) == 0)) {
        app_wish wish = {.kind = APP_WISH_PRESET};
        wish.sides = desk->stage->side_count > 1 ? 1U << desk->panel_side : 0;
        snprintf(wish.value, sizeof wish.value, "%s", name);
        app_desk_wish(desk, wish);
    }
    snprintf(id, sizeof id, "preset.%s", original ? "original" : name);
    app_desk_name(desk, id);
    if (strcmp(desk->wanted, id) == 0) {
        app_ui_scroll_here();
    }
    app_ui_tip(tip);
}

void app_desk_presets(app_desk *desk, const app_show *show) {
    if (show->presets.count == 0) {
        return;
    }
    app_ui_push_id("presets");
    float width = app_panel_share(COLUMNS);
    app_ui_text_faint("presets");
    put_preset(desk, show, 0, width, "", "");
    for (size_t i = 0; i < show->presets.count; i++) {
        put_preset(desk, show, i + 1, width, show->presets.names[i], show->presets.about[i]);
    }
    app_ui_pop_id();
}
