// The panel's colours, light and dark, and its sizes.
#include "play/imgui_inside.h"

namespace {

struct style_color {
    ImGuiCol which;
    app_ui_color dark, light;
};

constexpr style_color style_colors[] = {
    {ImGuiCol_Text, 0xd9dee8ff, 0x1d2430ff},
    {ImGuiCol_TextDisabled, 0x8691a3ff, 0x626c7cff},
    {ImGuiCol_WindowBg, 0x11141cf2, 0xf4f6f9fa},
    {ImGuiCol_ChildBg, 0x00000000, 0x00000000},
    {ImGuiCol_PopupBg, 0x171b26fa, 0xfffffffa},
    {ImGuiCol_Border, 0x2a3040ff, 0xc6cdd8ff},
    {ImGuiCol_FrameBg, 0x1e2431ff, 0xe2e7eeff},
    {ImGuiCol_FrameBgHovered, 0x283043ff, 0xd5dce6ff},
    {ImGuiCol_FrameBgActive, 0x2e3850ff, 0xcad4e1ff},
    {ImGuiCol_CheckMark, 0x6cc7e8ff, 0x0b6b94ff},
    {ImGuiCol_SliderGrab, 0x5fb3d9ff, 0x1f7fa8ff},
    {ImGuiCol_SliderGrabActive, 0x7fd4f5ff, 0x0b5f85ff},
    {ImGuiCol_Button, 0x222a3aff, 0xdbe2ebff},
    {ImGuiCol_ButtonHovered, 0x2f3b52ff, 0xcbd6e3ff},
    {ImGuiCol_ButtonActive, 0x3a6f8cff, 0xa9cfe0ff},
    {ImGuiCol_Header, 0x1c2230ff, 0xe3e8efff},
    {ImGuiCol_HeaderHovered, 0x283248ff, 0xd3dce7ff},
    {ImGuiCol_HeaderActive, 0x2f3d58ff, 0xc6d3e1ff},
    {ImGuiCol_Separator, 0x262c3aff, 0xd2d8e1ff},
    {ImGuiCol_Tab, 0x171b26ff, 0xe6ebf1ff},
    {ImGuiCol_TabHovered, 0x2f4c60ff, 0xbddbe8ff},
    {ImGuiCol_TabActive, 0x24394aff, 0xcfe3edff},
    {ImGuiCol_ScrollbarBg, 0x00000000, 0x00000000},
    {ImGuiCol_ScrollbarGrab, 0x2c3445ff, 0xc3cbd7ff},
    {ImGuiCol_ScrollbarGrabHovered, 0x3c475cff, 0xaeb8c7ff},
    {ImGuiCol_ScrollbarGrabActive, 0x4c5a74ff, 0x98a4b6ff},
    {ImGuiCol_PlotLines, 0x6cc7e8ff, 0x0b6b94ff},
    {ImGuiCol_TextSelectedBg, 0x3a6f8cff, 0xa9cfe0ff},
};

struct tone_row {
    app_ui_color dark, light;
};

// In the order of app_ui_tone.
constexpr tone_row tones[APP_TONE_COUNT] = {
    {0xd9dee8ff, 0x1d2430ff}, // text
    {0x8691a3ff, 0x626c7cff}, // faint
    {0xb3bccbff, 0x3b4554ff}, // label
    {0x6cc7e8ff, 0x0b6b94ff}, // accent
    {0x7fd18aff, 0x1f7a33ff}, // good
    {0xf08a7aff, 0xb3261eff}, // bad
    {0xe8b45aff, 0x9a6200ff}, // warm
    {0x6cc7e82c, 0x1f7fa830}, // filled
    {0x2f6a88ff, 0x9ccbdfff}, // lit
    {0x387c9eff, 0x8bc0d7ff}, // lit and pointed at
    {0x1c2230f0, 0xfffffff4}, // card
    {0x5a2420f4, 0xfbe3e0fa}, // card of trouble
    {0x1e2431ff, 0xe2e7eeff}, // groove
    {0x39435699, 0xc2cad699}, // grid
};

} // namespace

app_ui_color app_ui_tone(app_tone tone) {
    return app_ui_here.theme == APP_THEME_LIGHT ? tones[tone].light : tones[tone].dark;
}

void app_ui_style(float scale, app_ui_theme theme) {
    ImGuiStyle style;
    app_ui_here.theme = theme;
    if (theme == APP_THEME_LIGHT) {
        ImGui::StyleColorsLight(&style);
    } else {
        ImGui::StyleColorsDark(&style);
    }
    style.WindowPadding = ImVec2(12, 10);
    style.FramePadding = ImVec2(8, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.ItemInnerSpacing = ImVec2(6, 4);
    style.IndentSpacing = 10;
    style.WindowRounding = 0;
    style.ChildRounding = 4;
    style.FrameRounding = 4;
    style.PopupRounding = 6;
    style.GrabRounding = 2;
    style.TabRounding = 4;
    style.ScrollbarRounding = 6;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 4;
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    style.WindowMinSize = ImVec2(16, 16);
    for (const style_color &row : style_colors) {
        style.Colors[row.which] = app_ui_vector_of(theme == APP_THEME_LIGHT ? row.light : row.dark);
    }
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}
