// Dear ImGui behind the C functions of imgui_shim.h: each is a line or two. The only C++ of the program. Mouse and
// keyboard come from the window through app_ui_input, not from ImGui's own backend, so that a script can move them too.
#include "play/imgui_shim.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <cstring>

namespace {

constexpr float font_pixels = 15.0F;

struct shim {
    ImDrawList *list;
    ImFont *font;
    float scale;
};

// ImGui itself has one context for the process; this goes with it.
shim here;

ImU32 color_of(app_ui_color c) {
    return IM_COL32(c >> 24, (c >> 16) & 255, (c >> 8) & 255, c & 255);
}

ImVec4 vector_of(app_ui_color c) {
    return ImGui::ColorConvertU32ToFloat4(color_of(c));
}

struct style_color {
    ImGuiCol which;
    app_ui_color color;
};

constexpr style_color style_colors[] = {
    {ImGuiCol_Text, 0xd9dee8ff},
    {ImGuiCol_TextDisabled, 0x7d8798ff},
    {ImGuiCol_WindowBg, 0x11141cf2},
    {ImGuiCol_ChildBg, 0x00000000},
    {ImGuiCol_PopupBg, 0x171b26fa},
    {ImGuiCol_Border, 0x2a3040ff},
    {ImGuiCol_FrameBg, 0x1e2431ff},
    {ImGuiCol_FrameBgHovered, 0x283043ff},
    {ImGuiCol_FrameBgActive, 0x2e3850ff},
    {ImGuiCol_CheckMark, 0x6cc7e8ff},
    {ImGuiCol_SliderGrab, 0x4f9fc4a0},
    {ImGuiCol_SliderGrabActive, 0x7fd4f5ff},
    {ImGuiCol_Button, 0x222a3aff},
    {ImGuiCol_ButtonHovered, 0x2f3b52ff},
    {ImGuiCol_ButtonActive, 0x3a6f8cff},
    {ImGuiCol_Header, 0x1c2230ff},
    {ImGuiCol_HeaderHovered, 0x283248ff},
    {ImGuiCol_HeaderActive, 0x2f3d58ff},
    {ImGuiCol_Separator, 0x262c3aff},
    {ImGuiCol_Tab, 0x171b26ff},
    {ImGuiCol_TabHovered, 0x2f4c60ff},
    {ImGuiCol_TabActive, 0x24394aff},
    {ImGuiCol_ScrollbarBg, 0x00000000},
    {ImGuiCol_ScrollbarGrab, 0x2c3445ff},
    {ImGuiCol_ScrollbarGrabHovered, 0x3c475cff},
    {ImGuiCol_ScrollbarGrabActive, 0x4c5a74ff},
    {ImGuiCol_PlotLines, 0x6cc7e8ff},
    {ImGuiCol_TextSelectedBg, 0x3a6f8cff},
};

void set_style(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = ImVec2(12, 10);
    style.FramePadding = ImVec2(8, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.ItemInnerSpacing = ImVec2(6, 4);
    style.IndentSpacing = 10;
    style.WindowRounding = 0;
    style.ChildRounding = 4;
    style.FrameRounding = 4;
    style.PopupRounding = 6;
    style.GrabRounding = 4;
    style.TabRounding = 4;
    style.ScrollbarRounding = 6;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 6;
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    style.WindowMinSize = ImVec2(16, 16);
    for (const style_color &row : style_colors) {
        style.Colors[row.which] = vector_of(row.color);
    }
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

void load_font(float scale, const char *font) {
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    static const ImWchar letters[] = {0x20, 0xFF, 0x2010, 0x2027, 0x2190, 0x21FF, 0};
    config.GlyphRanges = letters;
    config.OversampleH = 2;
    config.OversampleV = 2;
    config.SizePixels = std::floor(font_pixels * scale);
    here.font = font != nullptr ? io.Fonts->AddFontFromFileTTF(font, config.SizePixels, &config)
                                : io.Fonts->AddFontDefault(&config);
    here.scale = scale;
}

ImVec2 low(app_ui_box box) {
    return ImVec2(box.x, box.y);
}

ImVec2 high(app_ui_box box) {
    return ImVec2(box.x + box.width, box.y + box.height);
}

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

} // namespace

void app_ui_open(float scale, const char *font) {
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    const ImGuiKey keys[] = {ImGuiKey_Enter,      ImGuiKey_Backspace, ImGuiKey_Escape, ImGuiKey_LeftArrow,
                             ImGuiKey_RightArrow, ImGuiKey_Home,      ImGuiKey_End,    ImGuiKey_Delete};
    int place = 0;
    for (ImGuiKey key : keys) {
        io.KeyMap[key] = place++;
    }
    load_font(scale, font);
    set_style(scale);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

void app_ui_close(void) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void app_ui_rescale(float scale, const char *font) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    load_font(scale, font);
    set_style(scale);
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void app_ui_begin(const app_ui_input *input) {
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(input->width, input->height);
    io.DeltaTime = input->seconds > 0 ? input->seconds : 1.0F / 1000;
    io.MousePos = ImVec2(input->mouse_x, input->mouse_y);
    io.MouseWheel = input->wheel;
    for (int i = 0; i < 3; i++) {
        io.MouseDown[i] = input->buttons[i];
    }
    io.KeyShift = input->shift;
    io.KeyCtrl = input->control;
    const bool keys[] = {input->enter, input->backspace, input->escape, input->left,
                         input->right, input->home,      input->end,    input->erase};
    for (size_t i = 0; i < sizeof keys; i++) {
        io.KeysDown[i] = keys[i];
    }
    io.AddInputCharactersUTF8(input->text);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    here.list = ImGui::GetBackgroundDrawList();
}

void app_ui_end(void) {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool app_ui_wants_mouse(void) {
    constexpr ImGuiPopupFlags any = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", any);
}

bool app_ui_wants_keys(void) {
    return ImGui::GetIO().WantTextInput;
}

void app_ui_window_begin(const char *name, app_ui_box box, bool background) {
    ImGui::SetNextWindowPos(low(box));
    ImGui::SetNextWindowSize(ImVec2(box.width, box.height));
    ImGui::Begin(name, nullptr,
                 fixed | (background ? 0 : ImGuiWindowFlags_NoBackground) |
                     (box.height > 0 ? ImGuiWindowFlags_NoScrollbar : ImGuiWindowFlags_AlwaysAutoResize));
}

void app_ui_window_end(void) {
    ImGui::End();
}

void app_ui_scroll_begin(const char *name, float height) {
    ImGui::BeginChild(name, ImVec2(0, height));
}

void app_ui_scroll_end(void) {
    ImGui::EndChild();
}

bool app_ui_header(const char *name, bool open, bool force) {
    ImGui::SetNextItemOpen(open, force ? ImGuiCond_Always : ImGuiCond_Once);
    return ImGui::CollapsingHeader(name);
}

bool app_ui_tree(const char *name, bool open, bool force) {
    ImGui::SetNextItemOpen(open, force ? ImGuiCond_Always : ImGuiCond_Once);
    return ImGui::TreeNodeEx(name, ImGuiTreeNodeFlags_SpanAvailWidth);
}

void app_ui_tree_end(void) {
    ImGui::TreePop();
}

bool app_ui_tabs_begin(const char *name) {
    return ImGui::BeginTabBar(name, ImGuiTabBarFlags_NoTooltip);
}

bool app_ui_tab_begin(const char *name, bool select) {
    return ImGui::BeginTabItem(name, nullptr, select ? ImGuiTabItemFlags_SetSelected : 0);
}

void app_ui_tab_end(void) {
    ImGui::EndTabItem();
}

void app_ui_tabs_end(void) {
    ImGui::EndTabBar();
}

void app_ui_same_line(float x) {
    ImGui::SameLine(x);
}

void app_ui_same_line_gap(float gap) {
    ImGui::SameLine(0, gap);
}

float app_ui_cursor(void) {
    return ImGui::GetCursorPosX();
}

void app_ui_gap(float height) {
    ImGui::Dummy(ImVec2(0, height));
}

void app_ui_line_here(void) {
    ImGui::Separator();
}

void app_ui_next_width(float width) {
    ImGui::SetNextItemWidth(width);
}

float app_ui_room(void) {
    return ImGui::GetContentRegionAvail().x;
}

float app_ui_text_width(const char *text) {
    return ImGui::CalcTextSize(text, nullptr, true).x;
}

float app_ui_line_height(void) {
    return ImGui::GetFrameHeight();
}

void app_ui_push_id(const char *id) {
    ImGui::PushID(id);
}

void app_ui_pop_id(void) {
    ImGui::PopID();
}

void app_ui_scroll_here(void) {
    ImGui::SetScrollHereY(0.5F);
}

float app_ui_window_height(void) {
    return ImGui::GetWindowHeight();
}

void app_ui_text(const char *text) {
    ImGui::TextUnformatted(text);
}

void app_ui_label_colored(const char *text, app_ui_color color) {
    ImGui::AlignTextToFramePadding();
    app_ui_text_colored(text, color);
}

void app_ui_label(const char *text) {
    app_ui_label_colored(text, 0xb3bccbff);
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
    ImGui::TextColored(vector_of(color), "%s", text);
}

void app_ui_text_wrapped(const char *text) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
}

bool app_ui_button(const char *label, float width, bool lit) {
    if (lit) {
        ImGui::PushStyleColor(ImGuiCol_Button, vector_of(0x2f6a88ff));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, vector_of(0x387c9eff));
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

bool app_ui_check(const char *label, bool *value) {
    return ImGui::Checkbox(label, value);
}

bool app_ui_choice(const char *label, int *chosen, const char *const *names) {
    int count = 0;
    while (names[count] != nullptr) {
        count++;
    }
    return ImGui::Combo(label, chosen, names, count, 16);
}

bool app_ui_slider(const char *label, double *value, double least, double most, const char *format, bool logarithmic) {
    ImGuiSliderFlags flags = logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    bool changed = ImGui::SliderScalar(label, ImGuiDataType_Double, value, &least, &most, format, flags);
    float part = static_cast<float>((*value - least) / (most - least));
    if (!logarithmic && part > 0) {
        ImVec2 a = ImGui::GetItemRectMin();
        ImVec2 b = ImGui::GetItemRectMax();
        part = part > 1 ? 1 : part;
        ImGui::GetWindowDrawList()->AddRectFilled(a, ImVec2(a.x + part * (b.x - a.x), b.y), color_of(0x6cc7e81c),
                                                  ImGui::GetStyle().FrameRounding);
    }
    return changed;
}

bool app_ui_number(const char *label, uint64_t *value) {
    ImU64 number = *value;
    bool changed = ImGui::InputScalar(label, ImGuiDataType_U64, &number, nullptr, nullptr, "%llu",
                                      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal);
    *value = number;
    return changed;
}

bool app_ui_held(void) {
    return ImGui::IsItemActive();
}

bool app_ui_released(void) {
    return ImGui::IsItemDeactivatedAfterEdit();
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
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10 * here.scale, 8 * here.scale));
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
        ImGui::TextUnformatted(text);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
        ImGui::PopStyleVar();
    }
}

void app_ui_mark(double part) {
    if (part < 0 || part > 1) {
        return;
    }
    ImVec2 a = ImGui::GetItemRectMin();
    ImVec2 b = ImGui::GetItemRectMax();
    float edge = ImGui::GetStyle().GrabMinSize / 2 + 2 * here.scale;
    float x = a.x + edge + static_cast<float>(part) * (b.x - a.x - 2 * edge);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(x - here.scale, b.y - 4 * here.scale), ImVec2(x + here.scale, b.y),
                        color_of(0xe8b45aff));
}

void app_ui_plot(const char *name, const float *values, size_t count, float low_value, float high_value, float height,
                 const char *caption) {
    ImGui::PlotLines(name, values, static_cast<int>(count), 0, nullptr, low_value, high_value,
                     ImVec2(ImGui::GetContentRegionAvail().x, height));
    ImVec2 corner = ImGui::GetItemRectMin();
    ImVec2 at(corner.x + 8 * here.scale, corner.y + 4 * here.scale);
    ImGui::GetWindowDrawList()->AddText(at, color_of(0xaab4c6ff), caption);
}

void app_ui_bar(float part, float width, app_ui_color color) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float line = ImGui::GetTextLineHeight();
    float top = at.y + line * 0.3F;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width, top + line * 0.5F), color_of(0x1e2431ff),
                        3 * here.scale);
    list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width * part, top + line * 0.5F), color_of(color),
                        3 * here.scale);
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

void app_ui_draw_above(bool above) {
    here.list = above ? ImGui::GetForegroundDrawList() : ImGui::GetBackgroundDrawList();
}

void app_ui_draw_line(float x1, float y1, float x2, float y2, app_ui_color color, float width) {
    here.list->AddLine(ImVec2(x1, y1), ImVec2(x2, y2), color_of(color), width);
}

void app_ui_draw_circle(float x, float y, float radius, app_ui_color color, float width) {
    here.list->AddCircle(ImVec2(x, y), radius, color_of(color), 0, width);
}

void app_ui_draw_disc(float x, float y, float radius, app_ui_color color) {
    here.list->AddCircleFilled(ImVec2(x, y), radius, color_of(color));
}

void app_ui_draw_box(app_ui_box box, app_ui_color color, float rounding) {
    here.list->AddRectFilled(low(box), high(box), color_of(color), rounding);
}

void app_ui_draw_arc(float x, float y, float radius, float from, float to, app_ui_color color, bool filled) {
    here.list->PathClear();
    if (filled) {
        here.list->PathLineTo(ImVec2(x, y));
    }
    here.list->PathArcTo(ImVec2(x, y), radius, from, to, 48);
    if (filled) {
        here.list->PathFillConvex(color_of(color));
    } else {
        here.list->PathStroke(color_of(color), 0, here.scale);
    }
}

void app_ui_draw_text(float x, float y, app_ui_color color, const char *text) {
    here.list->AddText(ImVec2(x, y), color_of(color), text);
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
    here.list->AddLine(ImVec2(x1, y1), neck, color_of(color), width);
    here.list->AddTriangleFilled(ImVec2(x2, y2), ImVec2(neck.x - uy * head / 2, neck.y + ux * head / 2),
                                 ImVec2(neck.x + uy * head / 2, neck.y - ux * head / 2), color_of(color));
}

void app_ui_draw_inside(app_ui_box box) {
    here.list->PushClipRect(low(box), high(box), true);
}

void app_ui_draw_everywhere(void) {
    here.list->PopClipRect();
}
