// Lines, boxes and letters over the world and over everything.
#include "play/imgui_inside.h"

#include <cmath>

void app_ui_draw_above(bool above) {
    app_ui_here.list = above ? ImGui::GetForegroundDrawList() : ImGui::GetBackgroundDrawList();
}

void app_ui_draw_line(float x1, float y1, float x2, float y2, app_ui_color color, float width) {
    app_ui_here.list->AddLine(ImVec2(x1, y1), ImVec2(x2, y2), app_ui_color_of(color), width);
}

void app_ui_draw_path(const float *points, size_t count, app_ui_color color, float width) {
    for (size_t i = 0; i < count; i++) {
        app_ui_here.list->PathLineTo(ImVec2(points[2 * i], points[2 * i + 1]));
    }
    app_ui_here.list->PathStroke(app_ui_color_of(color), 0, width);
}

namespace {

// As many corners as it takes to be no farther from the circle than a third of a pixel. ImGui itself stops at 48.
int corners_of(float radius) {
    float n = radius > 1 ? 3.14159265F / std::acos(1 - 0.3F / radius) : 8;
    return n < 12 ? 12 : n > 4096 ? 4096 : static_cast<int>(n) + 1;
}

} // namespace

void app_ui_draw_circle(float x, float y, float radius, app_ui_color color, float width) {
    if (radius > 0) {
        app_ui_here.list->PathArcTo(ImVec2(x, y), radius, 0, 6.28318531F, corners_of(radius));
        app_ui_here.list->_Path.pop_back(); // the last corner is the first one
        app_ui_here.list->PathStroke(app_ui_color_of(color), ImDrawFlags_Closed, width);
    }
}

void app_ui_draw_disc(float x, float y, float radius, app_ui_color color) {
    if (radius > 0) {
        app_ui_here.list->PathArcTo(ImVec2(x, y), radius, 0, 6.28318531F, corners_of(radius));
        app_ui_here.list->PathFillConvex(app_ui_color_of(color));
    }
}

void app_ui_draw_box(app_ui_box box, app_ui_color color, float rounding) {
    app_ui_here.list->AddRectFilled(app_ui_low(box), app_ui_high(box), app_ui_color_of(color), rounding);
}

void app_ui_draw_arc(float x, float y, float radius, float from, float to, app_ui_color color, bool filled) {
    app_ui_here.list->PathClear();
    if (filled) {
        app_ui_here.list->PathLineTo(ImVec2(x, y));
    }
    app_ui_here.list->PathArcTo(ImVec2(x, y), radius, from, to, corners_of(radius));
    if (filled) {
        app_ui_here.list->PathFillConvex(app_ui_color_of(color));
    } else {
        app_ui_here.list->PathStroke(app_ui_color_of(color), 0, app_ui_here.scale);
    }
}

void app_ui_draw_text(float x, float y, app_ui_color color, const char *text) {
    app_ui_here.list->AddText(ImVec2(x, y), app_ui_color_of(color), text);
}

void app_ui_draw_arrow(float x1, float y1, float x2, float y2, app_ui_color color, float width) {
    float dx = x2 - x1;
    float dy = y2 - y1;
    float length = std::sqrt(dx * dx + dy * dy);
    if (length < 1) {
        return;
    }
    float head = 4.5F * width;
    head = head > length ? length : head;
    float ux = dx / length;
    float uy = dy / length;
    ImVec2 neck(x2 - ux * head, y2 - uy * head);
    app_ui_here.list->AddLine(ImVec2(x1, y1), neck, app_ui_color_of(color), width);
    app_ui_here.list->AddTriangleFilled(ImVec2(x2, y2), ImVec2(neck.x - uy * head / 2, neck.y + ux * head / 2),
                                        ImVec2(neck.x + uy * head / 2, neck.y - ux * head / 2), app_ui_color_of(color));
}

void app_ui_draw_inside(app_ui_box box) {
    app_ui_here.list->PushClipRect(app_ui_low(box), app_ui_high(box), true);
}

void app_ui_draw_everywhere(void) {
    app_ui_here.list->PopClipRect();
}
