// The widgets of the panel.
#include "play/imgui_inside.h"

#include <imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <cstring>

void app_ui_text(const char *text) {
    ImGui::TextUnformatted(text);
}

void app_ui_label_colored(const char *text, app_ui_color color) {
    ImGui::AlignTextToFramePadding();
    app_ui_text_colored(text, color);
}

void app_ui_label(const char *text) {
    app_ui_label_colored(text, app_ui_tone(APP_TONE_LABEL));
}

void app_ui_text_wrapped_faint(const char *text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    app_ui_text_wrapped(text);
    ImGui::PopStyleColor();
}

void app_ui_text_faint(const char *text) {
    ImGui::TextDisabled("%s", text);
}

void app_ui_text_colored(const char *text, app_ui_color color) {
    ImGui::TextColored(app_ui_vector_of(color), "%s", text);
}

void app_ui_text_wrapped(const char *text) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
}

bool app_ui_button(const char *label, float width, bool lit) {
    if (lit) {
        ImGui::PushStyleColor(ImGuiCol_Button, app_ui_vector_of(app_ui_tone(APP_TONE_LIT)));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, app_ui_vector_of(app_ui_tone(APP_TONE_LIT_HOVERED)));
    }
    bool pressed = ImGui::Button(label, ImVec2(width, 0));
    if (lit) {
        ImGui::PopStyleColor(2);
    }
    return pressed;
}

bool app_ui_small_button(const char *label) {
    return ImGui::SmallButton(label);
}

bool app_ui_link(const char *text) {
    float scale = app_ui_here.scale;
    float mark = 16 * scale;
    float wrap = ImGui::GetContentRegionAvail().x - mark - 6 * scale;
    ImVec2 size = ImGui::CalcTextSize(text, nullptr, false, wrap);
    ImVec2 at = ImGui::GetCursorScreenPos();
    bool pressed = ImGui::InvisibleButton("##link", ImVec2(ImGui::GetContentRegionAvail().x, size.y + 6 * scale));
    app_ui_color color = app_ui_tone(APP_TONE_ACCENT);
    ImDrawList *list = ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) {
        list->AddRectFilled(ImVec2(at.x - 4 * scale, at.y), ImGui::GetItemRectMax(),
                            ImGui::GetColorU32(ImGuiCol_HeaderHovered), 4 * scale);
    }
    float half = ImGui::GetTextLineHeight() / 2;
    float top = at.y + 3 * scale;
    list->AddTriangleFilled(ImVec2(at.x, top + half - 4 * scale), ImVec2(at.x + 7 * scale, top + half),
                            ImVec2(at.x, top + half + 4 * scale), app_ui_color_of(color));
    list->AddText(nullptr, 0, ImVec2(at.x + mark, top), app_ui_color_of(color), text, nullptr, wrap);
    return pressed;
}

bool app_ui_check(const char *label, bool *value) {
    return ImGui::Checkbox(label, value);
}

const char *app_ui_choice_item(int index, app_ui_box *box) {
    if (index >= app_ui_here.items) {
        app_ui_here.items = 0;
        return nullptr;
    }
    *box = app_ui_here.item[index];
    return app_ui_here.item_names[index];
}

bool app_ui_choice(const char *label, int *chosen, const char *const *names, const char *other) {
    int count = 0;
    while (names[count] != nullptr) {
        count++;
    }
    bool known = *chosen >= 0 && *chosen < count;
    bool changed = false;
    app_ui_here.items = 0;
    app_ui_here.item_names = names;
    if (ImGui::BeginCombo(label, known ? names[*chosen] : other, ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < count; i++) {
            if (ImGui::Selectable(names[i], i == *chosen)) {
                changed = changed || i != *chosen;
                *chosen = i;
            }
            if (i < app_ui_shim::MOST_ITEMS) {
                ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
                app_ui_here.item[i] = app_ui_box{low.x, low.y, high.x - low.x, high.y - low.y};
                app_ui_here.items = i + 1;
            }
        }
        ImGui::EndCombo();
    }
    return changed;
}

namespace {

// Where in the slider its handle is, from 0 to 1.
float part_of(double value, double least, double most, bool logarithmic) {
    double part = logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
    return static_cast<float>(part < 0 ? 0 : part > 1 ? 1 : part); // NaN becomes 1
}

// How much room there is beside the handle, on the side where there is more.
float room_beside(float part) {
    float width = ImGui::GetItemRectMax().x - ImGui::GetItemRectMin().x;
    return std::fmax(part, 1 - part) * width - ImGui::GetStyle().GrabMinSize / 2;
}

// The number stands on that side of the handle where there is more room; where that is too little, over it.
void put_value(const char *text, float part) {
    ImVec2 a = ImGui::GetItemRectMin();
    ImVec2 b = ImGui::GetItemRectMax();
    ImVec2 size = ImGui::CalcTextSize(text);
    float pad = ImGui::GetStyle().FramePadding.x;
    float handle = a.x + part * (b.x - a.x);
    float x = part > 0.5F ? std::fmin(a.x + pad, handle - size.x - pad) : std::fmax(b.x - pad - size.x, handle + pad);
    x = room_beside(part) < size.x ? (a.x + b.x - size.x) / 2 : std::fmin(x, b.x - size.x - 1);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->PushClipRect(a, b, true);
    list->AddText(ImVec2(std::fmax(x, a.x + 2), a.y + ImGui::GetStyle().FramePadding.y),
                  ImGui::GetColorU32(ImGuiCol_Text), text);
    list->PopClipRect();
}

} // namespace

bool app_ui_slider(const char *label, double *value, double least, double most, const char *format, bool logarithmic) {
    ImGuiSliderFlags flags = logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    bool typed = ImGui::TempInputIsActive(ImGui::GetID(label));
    app_ui_here.typed = typed;
    if (!typed) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
    }
    bool changed = ImGui::SliderScalar(label, ImGuiDataType_Double, value, &least, &most, format, flags);
    if (typed) {
        return changed;
    }
    ImGui::PopStyleColor();
    float part = part_of(*value, least, most, logarithmic);
    ImVec2 a = ImGui::GetItemRectMin();
    ImVec2 b = ImGui::GetItemRectMax();
    if (part > 0) {
        ImGui::GetWindowDrawList()->AddRectFilled(a, ImVec2(a.x + part * (b.x - a.x), b.y),
                                                  app_ui_color_of(app_ui_tone(APP_TONE_FILLED)),
                                                  ImGui::GetStyle().FrameRounding);
    }
    char text[96];
    std::snprintf(text, sizeof text, format, *value);
    for (int digits = 3; digits > 1 && ImGui::CalcTextSize(text).x > room_beside(part); digits--) {
        if (std::strcmp(format, "%.4g") == 0 && std::fabs(*value) < std::pow(10, digits)) { // fewer, where it is narrow
            std::snprintf(text, sizeof text, "%.*g", digits, *value);
        }
    }
    put_value(text, part);
    return changed;
}

bool app_ui_number(const char *label, uint64_t *value) {
    ImU64 number = *value;
    bool changed = ImGui::InputScalar(label, ImGuiDataType_U64, &number, nullptr, nullptr, "%llu",
                                      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal);
    *value = number;
    return changed;
}

bool app_ui_line(const char *label, char *text, size_t size, const char *hint) {
    return ImGui::InputTextWithHint(label, hint, text, size, ImGuiInputTextFlags_EnterReturnsTrue);
}

bool app_ui_picture(const char *name, uint32_t texture, float width, float height) {
    float scale = app_ui_here.scale;
    float line = ImGui::GetTextLineHeight() + 8 * scale;
    ImVec2 at = ImGui::GetCursorScreenPos();
    bool pressed = ImGui::InvisibleButton(name, ImVec2(width, height + line));
    bool hovered = ImGui::IsItemHovered();
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImVec2 end(at.x + width, at.y + height);
    list->AddRectFilled(at, end, app_ui_color_of(app_ui_tone(APP_TONE_GROOVE)), 4 * scale);
    if (texture != 0) {
        list->AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(texture)), at, end, ImVec2(0, 0),
                              ImVec2(1, 1), IM_COL32_WHITE, 4 * scale);
    }
    if (hovered) {
        list->AddRect(at, end, app_ui_color_of(app_ui_tone(APP_TONE_ACCENT)), 4 * scale, 0, 2 * scale);
    }
    list->AddText(ImVec2(at.x + 2 * scale, end.y + 3 * scale),
                  app_ui_color_of(app_ui_tone(hovered ? APP_TONE_ACCENT : APP_TONE_TEXT)), name);
    return pressed;
}

bool app_ui_held(void) {
    return ImGui::IsItemActive();
}

bool app_ui_released(void) {
    return ImGui::IsItemDeactivatedAfterEdit();
}

bool app_ui_typed(void) {
    return app_ui_here.typed;
}

bool app_ui_hovered(void) {
    return ImGui::IsItemHovered();
}

app_ui_box app_ui_place(void) {
    ImVec2 a = ImGui::GetItemRectMin();
    ImVec2 b = ImGui::GetItemRectMax();
    return app_ui_box{a.x, a.y, b.x - a.x, b.y - a.y};
}

void app_ui_tip(const char *text) {
    if (text == nullptr || text[0] == '\0' || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    // Beside what it belongs to, and over none of its neighbours: left of the panel or menu, or above the time line.
    float scale = app_ui_here.scale;
    const ImGuiWindow *root = ImGui::GetCurrentWindow()->RootWindow;
    ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImVec2 pad(10 * scale, 8 * scale);
    float gap = 8 * scale;
    float wrap = ImGui::GetFontSize() * 25;
    float beside = root->Pos.x - 2 * pad.x - 2 * gap;
    float own = root->Size.x - 2 * pad.x; // of the edit bar: as wide as that, not over the panel
    float least = ImGui::GetFontSize() * 10;
    wrap = beside > least ? std::fmin(beside, wrap) : own > least ? std::fmin(own, wrap) : wrap;
    ImVec2 size = ImGui::CalcTextSize(text, nullptr, false, wrap);
    ImVec2 at = ImGui::GetItemRectMin();
    if (root->Pos.x > size.x + 2 * pad.x + gap) {
        at.x = root->Pos.x - gap - size.x - 2 * pad.x;
        at.y = std::fmin(at.y, screen.y - size.y - 2 * pad.y - gap);
    } else {
        at.x = std::fmin(at.x, screen.x - size.x - 2 * pad.x - gap);
        float below = root->Pos.y + root->Size.y + gap;
        bool bar = root->Pos.y < screen.y / 2 && below + size.y + 2 * pad.y < screen.y; // over the world, at its top
        at.x = bar ? std::fmin(at.x, std::fmax(root->Pos.x + root->Size.x - size.x - 2 * pad.x, root->Pos.x)) : at.x;
        bool above = at.y > size.y + 2 * pad.y + gap;
        at.y = bar ? below : above ? at.y - size.y - 2 * pad.y - gap : ImGui::GetItemRectMax().y + gap;
    }
    ImGui::SetNextWindowPos(ImVec2(std::fmax(at.x, 0.0F), std::fmax(at.y, 0.0F)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(wrap + pad.x + 1); // from the window's edge; what was measured fits
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

void app_ui_mark(double part) {
    if (part < 0 || part > 1) {
        return;
    }
    ImVec2 a = ImGui::GetItemRectMin();
    ImVec2 b = ImGui::GetItemRectMax();
    float edge = ImGui::GetStyle().GrabMinSize / 2 + 2 * app_ui_here.scale;
    float x = a.x + edge + static_cast<float>(part) * (b.x - a.x - 2 * edge);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(x - app_ui_here.scale, b.y - 4 * app_ui_here.scale), ImVec2(x + app_ui_here.scale, b.y),
                        app_ui_color_of(app_ui_tone(APP_TONE_WARM)));
}

app_ui_box app_ui_canvas(const char *name, float height) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x;
    ImGui::InvisibleButton(name, ImVec2(width > 1 ? width : 1, height));
    app_ui_here.list = ImGui::GetWindowDrawList();
    return app_ui_box{at.x, at.y, width, height};
}

bool app_ui_pointed(float *x, float *y) {
    ImVec2 at = ImGui::GetIO().MousePos;
    *x = at.x;
    *y = at.y;
    return ImGui::IsItemHovered();
}

void app_ui_bar(float part, float width, app_ui_color color) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float line = ImGui::GetTextLineHeight();
    float top = at.y + line * 0.3F;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width, top + line * 0.5F),
                        app_ui_color_of(app_ui_tone(APP_TONE_GROOVE)), 3 * app_ui_here.scale);
    if (width * part >= 1) {
        list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width * part, top + line * 0.5F), app_ui_color_of(color),
                            3 * app_ui_here.scale);
    }
    ImGui::Dummy(ImVec2(width, line));
}

bool app_ui_menu_begin(const char *label, float width) {
    ImGui::SetNextItemWidth(width);
    return ImGui::BeginCombo("##menu", label, ImGuiComboFlags_HeightLargest);
}

bool app_ui_menu_item(const char *label, const char *help, bool chosen) {
    bool pressed = ImGui::Selectable(label, chosen);
    if (help != nullptr && help[0] != '\0') {
        app_ui_tip(help);
    }
    return pressed;
}

void app_ui_menu_end(void) {
    ImGui::EndCombo();
}
