// What the files behind imgui_shim.h share. C++.
#ifndef VOLERY_APP_PLAY_IMGUI_INSIDE_H
#define VOLERY_APP_PLAY_IMGUI_INSIDE_H

#include "play/imgui_shim.h"

#include <imgui.h>

struct app_ui_shim {
    ImDrawList *list;
    ImFont *font;
    float scale;
    app_ui_theme theme;
    bool typed; // the last slider is typed into
    enum { MOST_ITEMS = 96 };
    app_ui_box item[MOST_ITEMS]; // of the last choice, while it is open
    const char *const *item_names;
    int items;
};

// ImGui itself has one context for the process; this goes with it.
extern app_ui_shim app_ui_here;

inline ImU32 app_ui_color_of(app_ui_color c) {
    return IM_COL32(c >> 24, (c >> 16) & 255, (c >> 8) & 255, c & 255);
}

inline ImVec4 app_ui_vector_of(app_ui_color c) {
    return ImGui::ColorConvertU32ToFloat4(app_ui_color_of(c));
}

inline ImVec2 app_ui_low(app_ui_box box) {
    return ImVec2(box.x, box.y);
}

inline ImVec2 app_ui_high(app_ui_box box) {
    return ImVec2(box.x + box.width, box.y + box.height);
}

// imgui_style.cpp
void app_ui_style(float scale, app_ui_theme theme);
// imgui_input.cpp: gives ImGui what of the waiting input belongs to one frame.
void app_ui_feed(void);

#endif
