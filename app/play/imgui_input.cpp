// Mouse and keyboard on their way to ImGui, which asks once a frame what is pressed. What happened between two frames
// waits here in its order, and a frame takes no more than ImGui can tell apart: a click that begins and ends within one
// frame is pressed in one and let go in the next.
#include "play/imgui_inside.h"

#include <cstring>

namespace {

enum class kind { move, button, wheel, key, text };

struct event {
    kind what;
    int number; // of the button or key
    bool down;
    float x, y;
    char text[8];
};

constexpr int room = 512;

struct queue {
    event events[room];
    int first, count;
};

queue waiting;

// What has changed in this frame.
struct frame {
    unsigned buttons, keys;
};

bool fits(const event &e, const frame &f) {
    switch (e.what) {
    case kind::move: return f.buttons == 0;
    case kind::button: return (f.buttons >> e.number & 1U) == 0;
    case kind::wheel: return f.buttons == 0;
    case kind::key: return (f.keys >> e.number & 1U) == 0;
    case kind::text: return true;
    }
    return true;
}

void apply(const event &e, frame &f) {
    ImGuiIO &io = ImGui::GetIO();
    switch (e.what) {
    case kind::move: io.MousePos = ImVec2(e.x, e.y); break;
    case kind::button:
        io.MouseDown[e.number] = e.down;
        f.buttons |= 1U << e.number;
        break;
    case kind::wheel: io.MouseWheel += e.y; break;
    case kind::key:
        io.KeysDown[e.number] = e.down;
        f.keys |= 1U << e.number;
        break;
    case kind::text: io.AddInputCharactersUTF8(e.text); break;
    }
}

void add(const event &e) {
    if (waiting.count == room) { // nobody is this fast; the oldest is taken at once
        frame none = {};
        apply(waiting.events[waiting.first], none);
        waiting.first = (waiting.first + 1) % room;
        waiting.count--;
    }
    waiting.events[(waiting.first + waiting.count++) % room] = e;
}

} // namespace

void app_ui_mouse_move(float x, float y) {
    add({kind::move, 0, false, x, y, ""});
}

void app_ui_mouse_button(int button, bool down) {
    add({kind::button, button, down, 0, 0, ""});
}

void app_ui_mouse_wheel(float turn) {
    add({kind::wheel, 0, false, 0, turn, ""});
}

void app_ui_key(app_key key, bool down) {
    add({kind::key, key, down, 0, 0, ""});
}

void app_ui_type(const char *text) {
    while (*text != '\0') { // letter by letter: a letter of UTF-8 has at most four bytes
        event e = {kind::text, 0, false, 0, 0, ""};
        int length = 0;
        do {
            e.text[length++] = *text++;
        } while ((*text & 0xC0) == 0x80 && length < 7);
        add(e);
    }
}

void app_ui_feed(void) {
    frame f = {};
    ImGui::GetIO().MouseWheel = 0;
    while (waiting.count > 0 && fits(waiting.events[waiting.first], f)) {
        apply(waiting.events[waiting.first], f);
        waiting.first = (waiting.first + 1) % room;
        waiting.count--;
    }
}

bool app_ui_idle(void) {
    return waiting.count == 0;
}
