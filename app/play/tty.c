/* `volery play --tty`: the world in the terminal, in dots of braille, eight to a letter, with the window's keys where
 * they make sense. */
#include "draw/camera.h"
#include "draw/color.h"
#include "play/play.h"
#include "play/runner.h"
#include "util/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DOTS_WIDE = 2, DOTS_HIGH = 4, FIRST_COLOR = 16, FRAME_MS = 33, ESCAPE = 27 };

typedef struct tty {
    app_runner *runner;
    const app_stage *stage;
    app_camera camera;
    uint64_t scene_number;
    int columns, rows; /* of letters, for the world */
    unsigned char *dots;
    short *colors;
    bool braille; /* the terminal has its letters */
    bool colored, follows, quit;
    char notice[512];
    uint32_t messages;
} tty;

const char *app_play_tty_missing(void) {
    return NULL;
}

/* --- Drawing ------------------------------------------------------------------------------------------------------ */

/* The bit of a dot in a letter of braille: dots are counted down the left side, then the right, then the last row. */
static unsigned char bit_of(int x, int y) {
    static const unsigned char bits[DOTS_HIGH][DOTS_WIDE] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    return bits[y][x];
}

/* The nearest of the terminal's 216 colours. */
static short color_number(app_rgba color) {
    int r = (int)(color.r * 5 + 0.5F);
    int g = (int)(color.g * 5 + 0.5F);
    int b = (int)(color.b * 5 + 0.5F);
    return (short)(FIRST_COLOR + 36 * r + 6 * g + b);
}

static void put_dot(tty *t, const double *screen, short color) {
    int x = (int)screen[0];
    int y = (int)screen[1];
    if (screen[0] < 0 || screen[1] < 0 || x >= t->columns * DOTS_WIDE || y >= t->rows * DOTS_HIGH) {
        return;
    }
    size_t cell = (size_t)(y / DOTS_HIGH) * (size_t)t->columns + (size_t)(x / DOTS_WIDE);
    t->dots[cell] |= bit_of(x % DOTS_WIDE, y % DOTS_HIGH);
    t->colors[cell] = color;
}

static void collect(tty *t) {
    const app_draw_frame *frame = &t->stage->sides[0].frame;
    size_t cells = (size_t)t->columns * (size_t)t->rows;
    for (size_t i = 0; i < cells; i++) {
        t->dots[i] = 0;
    }
    for (size_t i = 0; i < frame->flock_count; i++) {
        const app_draw_flock *flock = &frame->flocks[i];
        for (size_t slot = 0; slot < flock->count; slot++) {
            float at[3];
            double world[3];
            double screen[2];
            app_draw_position(frame, flock, slot, 1, at);
            for (int axis = 0; axis < 3; axis++) {
                world[axis] = (double)at[axis];
            }
            if (app_camera_to_screen(&t->camera, world, screen, NULL)) {
                put_dot(t, screen, color_number(app_draw_color(frame, flock, slot)));
            }
        }
    }
}

/* A letter of braille as UTF-8; or, where the terminal has no such letters, one of ASCII that is as dark. */
static void put_letter(const tty *t, unsigned char dots) {
    static const char plain[] = " .:+*%%##";
    if (!t->braille) {
        int count = 0;
        for (unsigned left = dots; left != 0; left &= left - 1) {
            count++;
        }
        bool upper = (dots & 0x1B) == dots; /* none of the two lower rows */
        addch((chtype)(count == 1 && upper ? '\'' : plain[count]));
        return;
    }
    char letter[4] = {(char)0xE2, (char)(0xA0 | dots >> 6), (char)(0x80 | (dots & 0x3F)), '\0'};
    addstr(letter);
}

static void draw(tty *t) {
    if (t->dots == NULL || t->colors == NULL) {
        return; /* no scene was seen yet */
    }
    collect(t);
    erase();
    for (int y = 0; y < t->rows; y++) {
        for (int x = 0; x < t->columns; x++) {
            size_t cell = (size_t)y * (size_t)t->columns + (size_t)x;
            if (t->dots[cell] == 0) {
                continue;
            }
            int pair = t->colored ? t->colors[cell] : 0;
            attron(COLOR_PAIR(pair));
            move(y, x);
            put_letter(t, t->dots[cell]);
            attroff(COLOR_PAIR(pair));
        }
    }
    const app_show *show = &t->stage->sides[0];
    char line[700];
    if (t->notice[0] != '\0') {
        snprintf(line, sizeof line, " %s", t->notice);
    } else {
        snprintf(line, sizeof line, " %s  step %llu  %zu boids  seed %llu  %s   space . R N + - F click  Q leaves",
                 show->name, (unsigned long long)show->step, show->boids, (unsigned long long)show->seed,
                 t->stage->paused ? "paused" : "");
    }
    attron(A_REVERSE);
    mvhline(t->rows, 0, ' ', t->columns);
    mvaddnstr(t->rows, 0, line, t->columns);
    attroff(A_REVERSE);
    refresh();
}

/* --- Keys and mouse ----------------------------------------------------------------------------------------------- */

static void wish(tty *t, app_wish w) {
    t->notice[0] = '\0';
    app_runner_wish(t->runner, &w);
}

static void lay_out(tty *t) {
    int rows = 0;
    getmaxyx(stdscr, rows, t->columns);
    t->rows = rows > 1 ? rows - 1 : 1;
    size_t cells = (size_t)t->columns * (size_t)t->rows;
    t->dots = vol_retake(t->dots, cells);
    t->colors = vol_retake(t->colors, cells * sizeof *t->colors);
    app_camera_resize(&t->camera, t->columns * DOTS_WIDE, t->rows * DOTS_HIGH);
}

static void meet_scene(tty *t) {
    const app_draw_frame *frame = &t->stage->sides[0].frame;
    t->camera = app_camera_make(&frame->world, &frame->look, 16, 16);
    t->scene_number = t->stage->sides[0].scene_number;
    lay_out(t);
    short background = color_number(app_palette_plain(&frame->look.background));
    short ink = frame->ground == APP_GROUND_DARK ? COLOR_WHITE : COLOR_BLACK;
    for (short i = FIRST_COLOR; t->colored && i < FIRST_COLOR + 216; i++) {
        init_pair(i, i, background);
    }
    if (t->colored) {
        init_pair(1, ink, background);
        bkgd((chtype)' ' | (chtype)COLOR_PAIR(1));
    }
}

static void use_mouse(tty *t) {
    MEVENT event;
    if (getmouse(&event) != OK) {
        return;
    }
    bool left = (event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED)) != 0;
    bool right = (event.bstate & (BUTTON3_CLICKED | BUTTON3_PRESSED)) != 0;
    app_wish w = {.kind = left ? APP_WISH_ADD : APP_WISH_SCATTER, .count = 10, .number = 0.1};
    app_camera_to_world(&t->camera, event.x * DOTS_WIDE + 1, event.y * DOTS_HIGH + 2, w.position);
    if (left || right) {
        wish(t, w);
    }
}

static void change_speed(tty *t, double factor) {
    double speed = t->stage->speed * factor;
    if (speed > 0.05 && speed < 20) {
        wish(t, (app_wish){.kind = APP_WISH_SPEED, .number = speed});
    }
}

static void follow(tty *t) {
    app_wish w = {.kind = t->follows ? APP_WISH_UNFOLLOW : APP_WISH_FOLLOW};
    memcpy(w.position, t->camera.center, sizeof w.position);
    t->follows = !t->follows;
    wish(t, w);
    if (!t->follows) {
        app_camera_reset(&t->camera);
    }
}

static void move_picture(tty *t, int key) {
    double dx = key == KEY_LEFT ? 8 : key == KEY_RIGHT ? -8 : 0;
    double dy = key == KEY_UP ? 8 : key == KEY_DOWN ? -8 : 0;
    if (t->camera.dimensions == 3) {
        app_camera_orbit(&t->camera, dx, dy);
    } else {
        app_camera_pan(&t->camera, dx, dy);
    }
}

static void zoom(tty *t, double factor) {
    app_camera_zoom(&t->camera, factor, t->camera.width / 2, t->camera.height / 2);
}

static void press(tty *t, int key) {
    uint64_t step = t->stage->sides[0].step;
    switch (key) {
    case ' ': wish(t, (app_wish){.kind = APP_WISH_PAUSE}); break;
    case '.': wish(t, (app_wish){.kind = APP_WISH_STEP}); break;
    case ',': wish(t, (app_wish){.kind = APP_WISH_SEEK, .count = step > 0 ? step - 1 : 0}); break;
    case 'r':
    case 'R': wish(t, (app_wish){.kind = APP_WISH_RESTART}); break;
    case 'n':
    case 'N': wish(t, (app_wish){.kind = APP_WISH_NEW_SEED}); break;
    case '+':
    case '=': change_speed(t, 2); break;
    case '-': change_speed(t, 0.5); break;
    case 'f':
    case 'F': follow(t); break;
    case 'z': zoom(t, 1.25); break;
    case 'x': zoom(t, 0.8); break;
    case '0':
    case KEY_HOME: app_camera_reset(&t->camera); break;
    case KEY_LEFT:
    case KEY_RIGHT:
    case KEY_UP:
    case KEY_DOWN: move_picture(t, key); break;
    case KEY_MOUSE: use_mouse(t); break;
    case KEY_RESIZE: lay_out(t); break;
    case ESCAPE:
    case 'q':
    case 'Q': t->quit = true; break;
    default: break;
    }
}

/* --- The loop ----------------------------------------------------------------------------------------------------- */

static void look(tty *t) {
    t->stage = app_runner_look(t->runner);
    const app_show *show = &t->stage->sides[0];
    if (show->scene_number != t->scene_number) {
        meet_scene(t);
    }
    if (show->messages != t->messages) {
        snprintf(t->notice, sizeof t->notice, "%s", show->message);
        t->messages = show->messages;
    }
    if (t->follows && show->focus.there) {
        memcpy(t->camera.center, show->focus.position, sizeof t->camera.center);
    }
}

static bool begin_screen(tty *t) {
    setlocale(LC_CTYPE, ""); /* letters alone: numbers keep their points */
    t->braille = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (newterm(NULL, stdout, stdin) == NULL) {
        return false;
    }
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    curs_set(0);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON3_CLICKED | BUTTON3_PRESSED, NULL);
    mouseinterval(0);
    t->colored =
        getenv("NO_COLOR") == NULL && has_colors() && start_color() == OK && COLORS >= 256 && COLOR_PAIRS >= 256;
    return true;
}

static void show_frames(tty *t, uint64_t frames) {
    for (uint64_t i = 0; (frames == 0 || i < frames) && !t->quit && !app_interrupt_came(); i++) {
        timeout(frames == 0 ? FRAME_MS : 0);
        for (int key = getch(); key != ERR; key = getch()) {
            press(t, key);
            timeout(0);
        }
        if (frames > 0) {
            app_runner_advance(t->runner, 1);
        }
        look(t);
        draw(t);
    }
}

int app_play_tty(const app_options *options, app_fault *fault) {
    tty t = {0};
    if (isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "volery play --tty: standard input and output must be a terminal");
        return APP_EXIT_FAILED;
    }
    app_runner_def def = {.name = options->operand != NULL ? options->operand : "default",
                          .overrides = options->overrides,
                          .override_count = options->override_count,
                          .osc = options->osc,
                          .record = options->record,
                          .every_boid = true,
                          .own_thread = options->play.frames == 0};
    if (!app_where_read(options, &def.where, fault)) {
        return fault->code;
    }
    app_interrupt_catch();
    t.runner = app_runner_start(&def, fault);
    if (t.runner == NULL) {
        return fault->code;
    }
    int code = APP_EXIT_DONE;
    if (begin_screen(&t)) {
        look(&t);
        show_frames(&t, options->play.frames);
        endwin();
    } else {
        app_fault_set(fault, APP_EXIT_FAILED, "volery play --tty: the terminal '%s' is not known here",
                      getenv("TERM") != NULL ? getenv("TERM") : "");
        code = APP_EXIT_FAILED;
    }
    app_runner_stop(t.runner);
    free(t.dots);
    free(t.colors);
    return app_interrupt_came() ? APP_EXIT_INTERRUPTED : code;
}
