/* What mouse and keys do: from SDL's events to wishes and to the camera. The table of keys is also the list that the
 * window shows and the order of docs/playing.md. */
#include "play/desk.h"
#include "play/panel_sound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEFT, RIGHT, MIDDLE };

#define CLICK_PIXELS 5.0F /* a press that moves less is a click */
#define SCATTER_STRENGTH 0.1
#define THROW_PIXELS 150.0 /* a drag as long as this throws at full speed */
#define WIND_PART 0.15     /* of the way of the mouse in a frame becomes wind */
#define KEY_STEP 40.0      /* pixels that an arrow key moves the picture */
#define NEAR_PIXELS 40.0   /* a boid that is farther from the mouse is not meant */

typedef struct tool_row {
    const char *name, *help;
} tool_row;

static const tool_row tools[APP_TOOL_COUNT] = {
    {"add", "A click adds boids, a drag throws them."},
    {"player", "The mouse is a player that boids flee from."},
    {"predator", "The mouse is a predator: boids flee from it, and it eats those that it catches."},
    {"goal", "The mouse is a goal that boids head for."},
    {"wind", "A drag blows boids around the cursor along."},
    {"eraser", "A press takes boids away."},
    {"edit", "Obstacles, goals, paths, currents and flocks are placed, moved, sized, turned and taken away."},
};

const char *app_tool_name(app_tool tool) {
    return tools[tool].name;
}

const char *app_tool_help(app_tool tool) {
    return tools[tool].help;
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

static bool is_in(const app_ui_box *a, float x, float y) {
    return x >= a->x && y >= a->y && x < a->x + a->width && y < a->y + a->height;
}

/* The world under the mouse: which side, or -1. */
static int side_at(const app_desk *desk, float x, float y) {
    if (is_in(&desk->edit.bar, x, y)) {
        return -1;
    }
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        if (is_in(&desk->areas[i], x, y)) {
            return (int)i;
        }
    }
    return -1;
}

static void world_at(const app_desk *desk, int side, float x, float y, double world[3]) {
    const app_ui_box *area = &desk->areas[side];
    app_camera_to_world(&desk->cameras[side], (double)(x - area->x), (double)(y - area->y), world);
}

/* A wish at the mouse. */
static app_wish wish_here(const app_desk *desk, app_wish_kind kind) {
    app_wish wish = {.kind = kind, .stroke = desk->stroke};
    if (desk->hand.side >= 0) {
        world_at(desk, desk->hand.side, desk->hand.x, desk->hand.y, wish.position);
    }
    return wish;
}

static double pixel_in_world(const app_desk *desk) {
    return (double)desk->window.scale / app_camera_scale(&desk->cameras[desk->hand.side]);
}

/* --- Tools -------------------------------------------------------------------------------------------------------- */

/* What the mouse was is no more: a player or a goal that it has placed goes with it. */
static void lay_down(app_desk *desk, bool *placed, app_wish_kind kind) {
    if (*placed) {
        app_desk_wish(desk, (app_wish){.kind = kind, .stroke = desk->stroke, .none = true});
        *placed = false;
    }
}

void app_desk_choose_tool(app_desk *desk, app_tool tool) {
    if (tool != APP_TOOL_PLAYER && tool != APP_TOOL_PREDATOR) {
        lay_down(desk, &desk->player_placed, APP_WISH_PLAYER);
    }
    if (tool != APP_TOOL_GOAL) {
        lay_down(desk, &desk->goal_placed, APP_WISH_GOAL);
    }
    if (tool != APP_TOOL_EDIT) {
        app_edit_leave(desk);
    }
    desk->tool = tool;
    desk->stroke++;
    desk->hand.moved = true;
}

static void add_boids(app_desk *desk) {
    const app_hand *hand = &desk->hand;
    const app_show *show = &desk->stage->sides[hand->side];
    float dx = hand->x - hand->from_x;
    float dy = hand->y - hand->from_y;
    app_wish wish = {.kind = APP_WISH_ADD, .count = (uint64_t)desk->add_count};
    wish.flock = desk->add_flock < show->flock_count ? desk->add_flock : 0;
    world_at(desk, hand->side, hand->from_x, hand->from_y, wish.position);
    if (hypotf(dx, dy) >= CLICK_PIXELS * desk->window.scale && show->flock_count > 0) {
        double to[3];
        world_at(desk, hand->side, hand->x, hand->y, to);
        const vol_flock_def *def = &show->flocks[wish.flock];
        bool limited = def->max_speed < vol_param_find("max_speed")->most;
        double speed = (limited ? def->max_speed : 2 * def->start.speed) / (THROW_PIXELS * pixel_in_world(desk));
        for (int axis = 0; axis < 3; axis++) {
            wish.velocity[axis] = (to[axis] - wish.position[axis]) * speed;
        }
    }
    app_desk_wish(desk, wish);
}

static void erase(app_desk *desk) {
    app_wish wish = wish_here(desk, APP_WISH_ERASE);
    wish.number = desk->tool_pixels[desk->tool] * pixel_in_world(desk);
    app_desk_wish(desk, wish);
}

static void blow(app_desk *desk, float dx, float dy) {
    const app_hand *hand = &desk->hand;
    double from[3];
    app_wish wish = {.kind = APP_WISH_BLOW,
                     .stroke = desk->stroke,
                     .number = desk->tool_pixels[APP_TOOL_WIND] * pixel_in_world(desk)};
    double to[3];
    world_at(desk, hand->side, hand->x - dx, hand->y - dy, from);
    world_at(desk, hand->side, hand->x, hand->y, to);
    for (int axis = 0; axis < 3; axis++) {
        wish.position[axis] = to[axis];
        wish.velocity[axis] = (to[axis] - from[axis]) * WIND_PART;
    }
    app_desk_wish(desk, wish);
}

void app_desk_use_tool(app_desk *desk) {
    app_hand *hand = &desk->hand;
    bool here = hand->side >= 0 && !app_ui_wants_mouse() && !desk->gallery_open;
    if (here && hand->moved && (desk->tool == APP_TOOL_PLAYER || desk->tool == APP_TOOL_PREDATOR)) {
        app_desk_wish(desk, wish_here(desk, APP_WISH_PLAYER));
        desk->player_placed = true;
    }
    if (here && desk->tool == APP_TOOL_PREDATOR && !desk->stage->paused) {
        erase(desk);
    }
    if (here && hand->moved && desk->tool == APP_TOOL_GOAL) {
        app_desk_wish(desk, wish_here(desk, APP_WISH_GOAL));
        desk->goal_placed = true;
    }
    if (here && hand->ours[LEFT] && desk->tool == APP_TOOL_ERASER) {
        erase(desk);
    }
    hand->moved = false;
}

/* --- Keys --------------------------------------------------------------------------------------------------------- */

static void pause(app_desk *desk) {
    app_desk_do(desk, APP_WISH_PAUSE);
}

static void step_on(app_desk *desk) {
    app_desk_do(desk, APP_WISH_STEP);
}

static void step_back(app_desk *desk) {
    uint64_t step = desk->stage->sides[0].step;
    app_desk_wish(desk, (app_wish){.kind = APP_WISH_SEEK, .count = step > 0 ? step - 1 : 0});
}

static void restart(app_desk *desk) {
    app_desk_do(desk, APP_WISH_RESTART);
}

static void new_seed(app_desk *desk) {
    app_desk_do(desk, APP_WISH_NEW_SEED);
}

static void follow(app_desk *desk) {
    if (desk->stage->sides[0].focus.there) {
        app_desk_do(desk, APP_WISH_UNFOLLOW);
        desk->follows = false;
        return;
    }
    if (desk->hand.side < 0) {
        app_desk_notice(desk, false, "point at a boid and press F to follow it");
        return;
    }
    app_wish wish = wish_here(desk, APP_WISH_FOLLOW);
    if (desk->cameras[desk->hand.side].dimensions == 2) { /* in 3D the mouse is at no depth */
        wish.number = NEAR_PIXELS * pixel_in_world(desk);
    }
    app_desk_wish(desk, wish);
    desk->follows = true;
    desk->overlays[APP_OVERLAY_ZONES] = true;
}

static void hide(app_desk *desk) {
    desk->hidden = !desk->hidden;
    app_desk_lay_out(desk);
}

static void undo(app_desk *desk) {
    app_desk_do(desk, APP_WISH_UNDO);
}

static void redo(app_desk *desk) {
    app_desk_do(desk, APP_WISH_REDO);
}

static void take_away(app_desk *desk) {
    app_edit_delete(desk);
}

static void end_corners(app_desk *desk) {
    app_edit_enter(desk);
}

static void whole_world(app_desk *desk) {
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        app_camera_reset(&desk->cameras[i]);
    }
    desk->follows = false;
}

static void compare(app_desk *desk) {
    app_desk_do(desk, desk->stage->side_count == 2 ? APP_WISH_ALONE : APP_WISH_COMPARE);
}

static void change_speed(app_desk *desk, double factor) {
    double speed = desk->stage->speed * factor;
    speed = speed < 0.0625 ? 0.0625 : speed > 16 ? 16 : speed;
    app_desk_wish(desk, (app_wish){.kind = APP_WISH_SPEED, .number = speed});
}

static void faster(app_desk *desk) {
    change_speed(desk, 2);
}

static void slower(app_desk *desk) {
    change_speed(desk, 0.5);
}

static void trails(app_desk *desk) {
    desk->overlays[APP_OVERLAY_TRAILS] = !desk->overlays[APP_OVERLAY_TRAILS];
}

static void legend(app_desk *desk) {
    desk->overlays[APP_OVERLAY_LEGEND] = !desk->overlays[APP_OVERLAY_LEGEND];
}

static void gallery(app_desk *desk) {
    desk->gallery_open = !desk->gallery_open;
}

static void world_picture(app_desk *desk) {
    desk->world_wanted = true;
}

static void theme(app_desk *desk) {
    desk->config.theme = desk->config.theme == APP_THEME_DARK ? APP_THEME_LIGHT : APP_THEME_DARK;
    desk->restyle = true;
}

static void show_help(app_desk *desk) {
    desk->help = !desk->help;
}

bool app_desk_is_full(const app_desk *desk) {
    return (SDL_GetWindowFlags(desk->window.window) & SDL_WINDOW_FULLSCREEN_DESKTOP) == SDL_WINDOW_FULLSCREEN_DESKTOP;
}

static void fullscreen(app_desk *desk) {
    SDL_SetWindowFullscreen(desk->window.window, app_desk_is_full(desk) ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void app_desk_full_screen(app_desk *desk) {
    fullscreen(desk);
}

/* One thing at a time: what lies over the world first, then full screen, then the program. */
static void leave(app_desk *desk) {
    if (app_ui_close_menus()) {
        return;
    }
    if (!desk->help && !desk->gallery_open && app_edit_escape(desk)) {
        return;
    }
    if (desk->help) {
        desk->help = false;
    } else if (desk->gallery_open) {
        desk->gallery_open = false;
    } else if (app_desk_is_full(desk)) {
        fullscreen(desk);
    } else {
        desk->quit = true;
    }
}

static void quit(app_desk *desk) {
    desk->quit = true;
}

static void move_picture(app_desk *desk, double dx, double dy) {
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        app_camera *camera = &desk->cameras[i];
        if (camera->dimensions == 3) {
            app_camera_orbit(camera, dx, dy);
        } else {
            app_camera_pan(camera, dx, dy);
        }
    }
    desk->follows = desk->follows && desk->cameras[0].dimensions == 3;
}

/* What must be held with a key. */
typedef enum key_with { ALONE, CONTROL, SHIFT, CONTROL_SHIFT } key_with;

typedef struct key_row {
    SDL_Keycode key;
    key_with with;
    const char *shown[2]; /* the key's name and what it does; NULL: not in the list */
    void (*act)(app_desk *desk);
} key_row;

static const key_row keys[] = {
    {SDLK_SPACE, ALONE, {"space", "pause, go on"}, pause},
    {SDLK_PERIOD, ALONE, {".", "one step"}, step_on},
    {SDLK_COMMA, ALONE, {",", "one step back"}, step_back},
    {SDLK_r, ALONE, {"R", "restart with the same seed"}, restart},
    {SDLK_n, ALONE, {"N", "restart with a new seed"}, new_seed},
    {SDLK_PLUS, ALONE, {"+  -", "faster, slower"}, faster},
    {SDLK_EQUALS, ALONE, {NULL, NULL}, faster},
    {SDLK_KP_PLUS, ALONE, {NULL, NULL}, faster},
    {SDLK_MINUS, ALONE, {NULL, NULL}, slower},
    {SDLK_KP_MINUS, ALONE, {NULL, NULL}, slower},
    {SDLK_f, ALONE, {"F", "follow the boid at the mouse, or no more"}, follow},
    {SDLK_h, ALONE, {"H", "hide or show the panel"}, hide},
    {SDLK_t, ALONE, {"T", "trails"}, trails},
    {SDLK_l, ALONE, {"L", "legend: what colours mean, and how long things are"}, legend},
    {SDLK_c, ALONE, {"C", "compare: two worlds side by side, or one"}, compare},
    {SDLK_HOME, ALONE, {"Home  0", "see the whole world"}, whole_world},
    {SDLK_0, ALONE, {NULL, NULL}, whole_world},
    {SDLK_s, ALONE, {"S", "save a picture of the window"}, app_desk_take_picture},
    {SDLK_s, SHIFT, {"Shift S", "save a picture of the world alone"}, world_picture},
    {SDLK_v, ALONE, {"V", "film the world, or stop filming"}, app_desk_toggle_film},
    {SDLK_g, ALONE, {"G", "gallery of scenes, open a file"}, gallery},
    {SDLK_d, ALONE, {"D", "dark or light panel"}, theme},
    {SDLK_z, CONTROL, {"Ctrl Z", "undo what you did last: sliders, edits, boids"}, undo},
    {SDLK_y, CONTROL, {"Ctrl Y", "do again what was undone"}, redo},
    {SDLK_z, CONTROL_SHIFT, {NULL, NULL}, redo},
    {SDLK_DELETE, ALONE, {"Delete", "take away what the edit tool has chosen"}, take_away},
    {SDLK_BACKSPACE, ALONE, {NULL, NULL}, take_away},
    {SDLK_RETURN, ALONE, {NULL, NULL}, end_corners},
    {SDLK_KP_ENTER, ALONE, {NULL, NULL}, end_corners},
    {SDLK_s, CONTROL, {"Ctrl S", "save the scene with these parameters"}, app_desk_save_scene},
    {SDLK_r, CONTROL, {"Ctrl R", "record, or stop recording"}, app_desk_toggle_record},
    {SDLK_F1, ALONE, {"F1  ?", "this list"}, show_help},
    {SDLK_QUESTION, ALONE, {NULL, NULL}, show_help},
    {SDLK_F11, ALONE, {"F11", "full screen"}, fullscreen},
    {SDLK_ESCAPE, ALONE, {"Esc", "close what is open, leave full screen, quit"}, leave},
    {SDLK_q, CONTROL, {"Ctrl Q", "quit"}, quit},
};

const char *const *app_key_row(size_t index) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].shown[0] != NULL && index-- == 0) {
            return keys[i].shown;
        }
    }
    return NULL;
}

/* Who does something has seen the first hints, which the gallery covers. */
static void end_hints(app_desk *desk) {
    if (desk->hint_since > 0 && !desk->gallery_open) {
        desk->hint_since = 0;
        desk->config.hinted = true;
    }
}

static void press_key(app_desk *desk, const SDL_KeyboardEvent *event) {
    SDL_Keycode key = event->keysym.sym;
    bool control = (event->keysym.mod & KMOD_CTRL) != 0;
    bool shift = (event->keysym.mod & KMOD_SHIFT) != 0;
    key = key == SDLK_SLASH && shift ? SDLK_QUESTION : key;
    bool letter = key >= SDLK_a && key <= SDLK_z; /* others, as + and ?, need Shift on some keyboards */
    key_with with = control ? (shift && key == SDLK_z ? CONTROL_SHIFT : CONTROL) : shift && letter ? SHIFT : ALONE;
    if (key >= SDLK_1 && key < SDLK_1 + APP_TOOL_COUNT && !control) {
        app_desk_choose_tool(desk, (app_tool)(key - SDLK_1));
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].key == key && keys[i].with == with) {
            keys[i].act(desk);
        }
    }
    double dx = key == SDLK_LEFT ? KEY_STEP : key == SDLK_RIGHT ? -KEY_STEP : 0;
    double dy = key == SDLK_UP ? KEY_STEP : key == SDLK_DOWN ? -KEY_STEP : 0;
    if (dx != 0 || dy != 0) {
        move_picture(desk, dx * (double)desk->window.scale, dy * (double)desk->window.scale);
    }
}

/* Keys that what is typed into the panel needs. */
static void type_key(SDL_Keycode key, bool down) {
    static const SDL_Keycode codes[APP_KEY_COUNT] = {SDLK_RETURN, SDLK_BACKSPACE, SDLK_ESCAPE, SDLK_LEFT, SDLK_RIGHT,
                                                     SDLK_HOME,   SDLK_END,       SDLK_DELETE, SDLK_TAB};
    key = key == SDLK_KP_ENTER ? SDLK_RETURN : key;
    for (app_key i = 0; i < APP_KEY_COUNT; i++) {
        if (codes[i] == key) {
            app_ui_key(i, down);
        }
    }
}

static void key_event(app_desk *desk, const SDL_KeyboardEvent *event) {
    bool down = event->type == SDL_KEYDOWN;
    desk->input.control = (event->keysym.mod & KMOD_CTRL) != 0;
    desk->input.shift = (event->keysym.mod & KMOD_SHIFT) != 0;
    if (down) {
        end_hints(desk);
    }
    type_key(event->keysym.sym, down);
    if (down && !app_ui_wants_keys()) {
        press_key(desk, event);
    }
}

/* --- Mouse -------------------------------------------------------------------------------------------------------- */

static void place_hand(app_desk *desk, int x, int y) {
    app_hand *hand = &desk->hand;
    hand->moved = true;
    hand->x = (float)x * desk->window.ratio;
    hand->y = (float)y * desk->window.ratio;
    hand->side = side_at(desk, hand->x, hand->y);
    app_ui_mouse_move(hand->x, hand->y);
}

static void press(app_desk *desk, int button) {
    app_hand *hand = &desk->hand;
    bool ours = hand->side >= 0 && !app_ui_wants_mouse() && !desk->help && !desk->gallery_open;
    desk->help = desk->help && hand->side < 0; /* a click beside the list closes it */
    hand->ours[button] = ours;
    hand->from_x = hand->x;
    hand->from_y = hand->y;
    desk->stroke += desk->tool != APP_TOOL_GOAL && desk->tool != APP_TOOL_PREDATOR;
    if (ours && button == LEFT && desk->tool == APP_TOOL_EDIT && !desk->input.shift) {
        app_edit_press(desk);
    }
    if (ours && button == RIGHT) {
        app_wish wish = wish_here(desk, APP_WISH_SCATTER);
        wish.number = SCATTER_STRENGTH;
        app_desk_wish(desk, wish);
    }
}

static void let_go(app_desk *desk, int button) {
    app_hand *hand = &desk->hand;
    if (hand->ours[button] && button == LEFT && desk->tool == APP_TOOL_ADD && hand->side >= 0 && !desk->input.shift) {
        add_boids(desk);
    }
    if (hand->ours[button] && button == LEFT && desk->tool == APP_TOOL_EDIT) {
        app_edit_let_go(desk);
    }
    hand->ours[button] = false;
}

static void button_event(app_desk *desk, const SDL_MouseButtonEvent *event) {
    static const int order[] = {[SDL_BUTTON_LEFT] = LEFT, [SDL_BUTTON_MIDDLE] = MIDDLE, [SDL_BUTTON_RIGHT] = RIGHT};
    if (event->button < SDL_BUTTON_LEFT || event->button > SDL_BUTTON_RIGHT) {
        return;
    }
    int button = order[event->button];
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    place_hand(desk, event->x, event->y);
    desk->hand.buttons[button] = down;
    app_ui_mouse_button(button, down);
    if (down) {
        end_hints(desk);
        press(desk, button);
    } else {
        let_go(desk, button);
    }
}

static void motion_event(app_desk *desk, const SDL_MouseMotionEvent *event) {
    app_hand *hand = &desk->hand;
    float x = hand->x;
    float y = hand->y;
    place_hand(desk, event->x, event->y);
    float dx = hand->x - x;
    float dy = hand->y - y;
    bool moves = hand->ours[MIDDLE] || (hand->ours[LEFT] && desk->input.shift);
    if (moves && hand->side >= 0 && desk->input.shift && hand->ours[MIDDLE]) {
        app_camera_pan(&desk->cameras[hand->side], (double)dx, (double)dy);
    } else if (moves) {
        move_picture(desk, (double)dx, (double)dy);
    } else if (hand->ours[LEFT] && desk->tool == APP_TOOL_WIND && hand->side >= 0) {
        blow(desk, dx, dy);
    } else if (hand->ours[LEFT] && desk->tool == APP_TOOL_EDIT) {
        app_edit_move(desk);
    }
}

static void wheel_event(app_desk *desk, const SDL_MouseWheelEvent *event) {
    const app_hand *hand = &desk->hand;
    float turn = event->preciseY != 0 ? event->preciseY : (float)event->y;
    if (hand->side < 0 || app_ui_wants_mouse() || desk->help || desk->gallery_open) {
        app_ui_mouse_wheel(turn);
        return;
    }
    const app_ui_box *area = &desk->areas[hand->side];
    for (uint32_t i = 0; i < desk->stage->side_count; i++) {
        app_camera_zoom(&desk->cameras[i], pow(1.15, (double)turn), (double)(hand->x - area->x),
                        (double)(hand->y - area->y));
    }
}

static void drop_event(app_desk *desk, const char *path) {
    app_wish wish = {.kind = APP_WISH_OPEN};
    if (strlen(path) >= sizeof wish.value) {
        app_desk_notice(desk, true, "the name of the file is too long");
        return;
    }
    snprintf(wish.value, sizeof wish.value, "%s", path);
    if (!app_desk_drop_sound(desk, path)) {
        app_desk_wish(desk, wish);
    }
}

void app_desk_event(app_desk *desk, const SDL_Event *event) {
    switch (event->type) {
    case SDL_QUIT: desk->quit = true; break;
    case SDL_KEYDOWN:
    case SDL_KEYUP: key_event(desk, &event->key); break;
    case SDL_TEXTINPUT: app_ui_type(event->text.text); break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: button_event(desk, &event->button); break;
    case SDL_MOUSEMOTION: motion_event(desk, &event->motion); break;
    case SDL_MOUSEWHEEL: wheel_event(desk, &event->wheel); break;
    case SDL_DROPFILE:
        drop_event(desk, event->drop.file);
        SDL_free(event->drop.file);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED || event->window.event == SDL_WINDOWEVENT_RESIZED) {
            app_desk_lay_out(desk);
        }
        break;
    default: break;
    }
}
