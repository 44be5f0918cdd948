// Dear ImGui behind the C functions of imgui_shim.h: each is a line or two. The C++ of the program is in this and its
// neighbours imgui_*.cpp. Mouse and keyboard come from the window (imgui_input.cpp), not from ImGui's own backend, so
// that a script can move them too.
#include "play/imgui_inside.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <cmath>

app_ui_shim app_ui_here;

namespace {

constexpr float font_pixels = 15.0F;

void load_font(float scale, const char *font) {
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    static const ImWchar letters[] = {0x20, 0xFF, 0x2010, 0x2027, 0x2190, 0x21FF, 0x2212, 0x2212, 0};
    config.GlyphRanges = letters;
    config.OversampleH = 2;
    config.OversampleV = 2;
    config.SizePixels = std::floor(font_pixels * scale);
    app_ui_here.font = font != nullptr ? io.Fonts->AddFontFromFileTTF(font, config.SizePixels, &config)
                                       : io.Fonts->AddFontDefault(&config);
    app_ui_here.scale = scale;
}

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

} // namespace

void app_ui_open(float scale, const char *font, app_ui_theme theme) {
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.MousePos = ImVec2(-1, -1);
    const ImGuiKey keys[APP_KEY_COUNT] = {ImGuiKey_Enter,     ImGuiKey_Backspace,  ImGuiKey_Escape,
                                          ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home,
                                          ImGuiKey_End,       ImGuiKey_Delete,     ImGuiKey_Tab};
    int place = 0;
    for (ImGuiKey key : keys) {
        io.KeyMap[key] = place++;
    }
    load_font(scale, font);
    app_ui_style(scale, theme);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

void app_ui_close(void) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void app_ui_rescale(float scale, const char *font, app_ui_theme theme) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    load_font(scale, font);
    app_ui_style(scale, theme);
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void app_ui_begin(const app_ui_input *input) {
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(input->width, input->height);
    io.DeltaTime = input->seconds > 0 ? input->seconds : 1.0F / 1000;
    io.KeyShift = input->shift;
    io.KeyCtrl = input->control;
    app_ui_feed();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    app_ui_here.list = ImGui::GetBackgroundDrawList();
}

void app_ui_end(void) {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool app_ui_wants_mouse(void) {
    constexpr ImGuiPopupFlags any = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", any);
}

bool app_ui_close_menus(void) {
    constexpr ImGuiPopupFlags any = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    bool open = ImGui::IsPopupOpen("", any);
    if (open) {
        ImGui::ClosePopupToLevel(0, true);
    }
    return open;
}

bool app_ui_wants_keys(void) {
    return ImGui::GetIO().WantTextInput;
}

void app_ui_window_begin(const char *name, app_ui_box box, bool background) {
    ImGui::SetNextWindowPos(app_ui_low(box));
    ImGui::SetNextWindowSize(ImVec2(box.width, box.height));
    ImGui::Begin(name, nullptr,
                 fixed | (background ? 0 : ImGuiWindowFlags_NoBackground) |
                     (box.height > 0 ? ImGuiWindowFlags_NoScrollbar : ImGuiWindowFlags_AlwaysAutoResize));
}

void app_ui_window_end(void) {
    ImGui::End();
}

void app_ui_next_solid(void) {
    ImGui::SetNextWindowBgAlpha(1);
}

void app_ui_raise(void) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
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

float app_ui_text_height(void) {
    return ImGui::GetTextLineHeight();
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
