/* What a frame looks like: from back to front the ground, the pen, the mouse's reach, birds, hawks, puffs and words. */
#include "game.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979

typedef struct canvas {
    SDL_Renderer *renderer;
    int count;
    SDL_Vertex corners[6000];
} canvas;

static const SDL_Color SKY = {16, 22, 38, 255}, DUSK = {30, 38, 60, 255}, AMBER = {240, 178, 92, 255},
                       MINT = {126, 226, 196, 255}, BLUE = {104, 170, 240, 255}, ROSE = {240, 92, 110, 255},
                       PAPER = {234, 236, 244, 255};

static SDL_Color faded(SDL_Color color, double alpha) {
    color.a = (Uint8)(255 * alpha);
    return color;
}

static SDL_Color between(SDL_Color a, SDL_Color b, double share) {
    return (SDL_Color){(Uint8)(a.r + (b.r - a.r) * share), (Uint8)(a.g + (b.g - a.g) * share),
                       (Uint8)(a.b + (b.b - a.b) * share), 255};
}

static void flush(canvas *c) {
    SDL_RenderGeometry(c->renderer, NULL, c->corners, c->count, NULL, 0);
    c->count = 0;
}

static void corner(canvas *c, double x, double y, SDL_Color color) {
    c->corners[c->count++] = (SDL_Vertex){{(float)x, (float)y}, color, {0, 0}};
    if (c->count == (int)SDL_arraysize(c->corners)) {
        flush(c);
    }
}

/* A rectangle that may shade from its top to its bottom. */
static void box(canvas *c, double x, double y, double w, double h, SDL_Color top, SDL_Color bottom) {
    corner(c, x, y, top), corner(c, x + w, y, top), corner(c, x, y + h, bottom);
    corner(c, x + w, y, top), corner(c, x + w, y + h, bottom), corner(c, x, y + h, bottom);
}

/* Between two circles around a point, shaded from the inner one to the outer one. */
static void ring(canvas *c, double x, double y, double inner, double outer, SDL_Color from, SDL_Color to) {
    for (int i = 0; i < 40; i++) {
        double ax = cos(i * PI / 20), ay = sin(i * PI / 20), bx = cos((i + 1) * PI / 20), by = sin((i + 1) * PI / 20);
        corner(c, x + inner * ax, y + inner * ay, from), corner(c, x + outer * ax, y + outer * ay, to);
        corner(c, x + outer * bx, y + outer * by, to), corner(c, x + inner * ax, y + inner * ay, from);
        corner(c, x + outer * bx, y + outer * by, to), corner(c, x + inner * bx, y + inner * by, from);
    }
}

static void line(canvas *c, point a, point b, double width, SDL_Color color) {
    double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    double nx = -dy / length * width, ny = dx / length * width;
    corner(c, a.x + nx, a.y + ny, color), corner(c, b.x + nx, b.y + ny, color);
    corner(c, b.x - nx, b.y - ny, color), corner(c, a.x + nx, a.y + ny, color);
    corner(c, b.x - nx, b.y - ny, color), corner(c, a.x - nx, a.y - ny, color);
    ring(c, a.x, a.y, 0, width, color, color);
    ring(c, b.x, b.y, 0, width, color, color);
}

/* Letters of three by five points, row after row, the highest bit first. */
static unsigned glyph(char letter) {
    static const char known[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/.";
    static const unsigned short bits[] = {
        0x2bed, 0x6bae, 0x3923, 0x6b6e, 0x79a7, 0x79a4, 0x396b, 0x5bed, 0x7497, 0x126a, 0x5bad, 0x4927, 0x5fed,
        0x6b6d, 0x2b6a, 0x6ba4, 0x2b73, 0x6bad, 0x388e, 0x7492, 0x5b6f, 0x5b6a, 0x5bfd, 0x5aad, 0x5a92, 0x72a7,
        0x7b6f, 0x2c97, 0x73e7, 0x73cf, 0x5bc9, 0x79cf, 0x79ef, 0x7292, 0x7bef, 0x7bcf, 0x12a4, 0x0002};
    const char *at = letter == ' ' ? NULL : SDL_strchr(known, letter);
    return at && *at ? bits[at - known] : 0;
}

/* Words around x: align 0 begins there, 0.5 is centred, 1 ends there. */
static void words(canvas *c, double x, double y, double dot, double align, SDL_Color color, const char *text) {
    x -= align * dot * (4 * (double)SDL_strlen(text) - 1);
    for (int at = 0; text[at]; at++) {
        for (int i = 0, row = 0; i < 15; i++, row = i / 3) {
            if (glyph(text[at]) >> (14 - i) & 1) {
                box(c, x + (4 * at + i % 3) * dot, y + row * dot, dot, dot, color, color);
            }
        }
    }
}

/* Each boid is an arrow with a notch and a trail, in a colour of its own between two. */
static void flyers(canvas *c, const game *g, vol_flock flock, double size, SDL_Color from, SDL_Color to) {
    vol_view view = vol_flock_view(g->world, flock);
    for (size_t i = 0; i < view.count; i++) {
        double x = vol_view_position(&view, 0, i), y = vol_view_position(&view, 1, i);
        double vx = vol_view_velocity(&view, 0, i), vy = vol_view_velocity(&view, 1, i);
        double scale = size / fmax(hypot(vx, vy), 1e-9), fx = vx * scale, fy = vy * scale;
        SDL_Color color = between(from, to, view.id[i] * 7 % 11 / 10.0), dark = between(color, SKY, 0.45);
        corner(c, x - fy * 0.4, y + fx * 0.4, faded(color, 0.22)), corner(c, x - fx * 3, y - fy * 3, faded(color, 0));
        corner(c, x + fy * 0.4, y - fx * 0.4, faded(color, 0.22));
        for (int side = -1; side <= 1; side += 2) {
            corner(c, x + fx, y + fy, color), corner(c, x - fx * 0.45, y - fy * 0.45, dark);
            corner(c, x - fx - side * fy * 0.75, y - fy + side * fx * 0.75, side > 0 ? color : dark);
        }
    }
}

static void draw_puffs(canvas *c, const game *g) {
    for (size_t i = 0; i < PUFFS && i < g->puff_count; i++) {
        const puff *p = &g->puffs[i];
        double age = fmin(1, ((double)vol_world_steps(g->world) - p->born) / 40);
        SDL_Color color = faded(p->safe ? AMBER : ROSE, 0.8 * (1 - age));
        ring(c, p->x, p->y, 26 * age, 4 + 26 * sqrt(age), faded(color, 0), color);
    }
}

static void draw_words(canvas *c, const game *g) {
    char text[64];
    snprintf(text, sizeof text, "SAFE %d/%d", game_count(g, g->penned), GOAL);
    words(c, 32, 28, 4, 0, AMBER, text);
    box(c, 32, 58, 300, 6, faded(PAPER, 0.15), faded(PAPER, 0.15));
    box(c, 32, 58, 300 * fmin(1, (double)game_count(g, g->penned) / GOAL), 6, AMBER, AMBER);
    snprintf(text, sizeof text, "EATEN %d", (int)vol_world_eaten(g->world));
    words(c, WIDTH / 2.0, 28, 4, 0.5, ROSE, text);
    snprintf(text, sizeof text, "SECONDS %d", game_seconds_left(g));
    words(c, WIDTH - 32, 28, 4, 1, game_seconds_left(g) > 10 ? PAPER : ROSE, text);
    if (g->phase != PLAYING) {
        box(c, 0, 0, WIDTH, HEIGHT, faded(SKY, 0.7), faded(SKY, 0.85));
        words(c, WIDTH / 2.0, 250, 14, 0.5, g->phase == WON ? MINT : ROSE,
              g->phase == WON ? "FLOCK SAFE" : "FLOCK LOST");
        snprintf(text, sizeof text, "SCORE %d", game_score(g));
        words(c, WIDTH / 2.0, 360, 7, 0.5, PAPER, text);
        words(c, WIDTH / 2.0, 430, 4, 0.5, faded(PAPER, 0.6), "SPACE TO PLAY AGAIN");
    }
}

void draw_game(SDL_Renderer *renderer, const game *g, double mouse_x, double mouse_y) {
    canvas c = {.renderer = renderer};
    size_t count;
    const point *fence = game_fence(&count);
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
    box(&c, 0, 0, WIDTH, HEIGHT, SKY, DUSK);
    box(&c, PEN_LEFT, PEN_TOP, PEN_RIGHT - PEN_LEFT, PEN_BOTTOM - PEN_TOP, faded(AMBER, 0.16), faded(AMBER, 0.05));
    for (size_t i = 0; i + 1 < count; i++) {
        line(&c, fence[i], fence[i + 1], 4, AMBER);
    }
    ring(&c, mouse_x, mouse_y, 0, REACH, faded(PAPER, 0.16), faded(PAPER, 0));
    ring(&c, mouse_x, mouse_y, 7, 10, PAPER, PAPER);
    flyers(&c, g, g->penned, 8, AMBER, PAPER);
    flyers(&c, g, g->birds, 9, MINT, BLUE);
    flyers(&c, g, g->hawks, 18, ROSE, ROSE);
    draw_puffs(&c, g);
    draw_words(&c, g);
    flush(&c);
}
