/* The game's window and loop: the mouse herds, space begins again, escape leaves. With --script FILE --frames N
 * [--screenshot FILE.bmp] it plays by a script, as fast as it can, and prints how it ended: the script has lines `frame
 * x y`, between which the mouse moves straight. */
#include "game.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mouse {
    double frame, x, y;
} mouse;

/* Moves the mouse on to where the script has it in that frame. */
static mouse follow_script(FILE *script, double frame, mouse *from, mouse *to) {
    char line[80], *at = line;
    while (to->frame <= frame) {
        *from = *to;
        *to = (mouse){1e9, from->x, from->y}; /* behind the end it stays */
        if (fgets(line, sizeof line, script)) {
            *to = (mouse){.frame = strtod(line, &at)};
            to->x = strtod(at, &at);
            to->y = strtod(at, NULL);
        }
    }
    double share = (frame - from->frame) / (to->frame - from->frame);
    return (mouse){frame, from->x + (to->x - from->x) * share, from->y + (to->y - from->y) * share};
}

static bool screenshot(SDL_Renderer *renderer, const char *file) {
    SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_ARGB8888);
    bool saved = s && SDL_RenderReadPixels(renderer, NULL, s->format->format, s->pixels, s->pitch) == 0 &&
                 SDL_SaveBMP(s, file) == 0;
    SDL_FreeSurface(s);
    return saved;
}

static bool play_script(SDL_Renderer *renderer, game *g, const char *file, long frames) {
    static const char *const phases[] = {"playing", "won", "lost"};
    FILE *script = fopen(file, "r");
    if (!script) {
        SDL_SetError("cannot open %s", file);
        return false;
    }
    mouse from = {-1, 0, 0}, to = {-1, 0, 0};
    for (long frame = 0; frame < frames; frame++) {
        mouse at = follow_script(script, (double)frame, &from, &to);
        game_step(g, at.x, at.y);
        if (frame % 60 == 0 || frame == frames - 1) {
            draw_game(renderer, g, at.x, at.y);
        }
    }
    fclose(script);
    printf("%s after %d steps: %d safe, %d free, %d eaten, score %d\n", phases[g->phase],
           (int)vol_world_steps(g->world), game_count(g, g->penned), game_count(g, g->birds),
           (int)vol_world_eaten(g->world), game_score(g));
    return true;
}

/* False when the player leaves. */
static bool handle_events(game *g, vol_error *error) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        SDL_Keycode key = event.type == SDL_KEYDOWN ? event.key.keysym.sym : SDLK_UNKNOWN;
        if (event.type == SDL_QUIT || key == SDLK_ESCAPE) {
            return false;
        }
        if (key == SDLK_SPACE) {
            game_end(g);
            if (!game_begin(g, SDL_GetTicks64(), error)) { /* another game each time */
                return false;
            }
        }
    }
    return true;
}

static bool play(SDL_Renderer *renderer, game *g, vol_error *error) {
    Uint64 last = SDL_GetTicks64(), owed = 0; /* milliseconds, sixty times over: a step is 1000 of them */
    while (handle_events(g, error)) {
        int window_x, window_y;
        float x, y;
        SDL_GetMouseState(&window_x, &window_y);
        SDL_RenderWindowToLogical(renderer, window_x, window_y, &x, &y);
        Uint64 now = SDL_GetTicks64();
        for (owed += SDL_min(now - last, 100) * 60; owed >= 1000; owed -= 1000) {
            game_step(g, (double)x, (double)y);
        }
        last = now;
        draw_game(renderer, g, (double)x, (double)y);
        SDL_RenderPresent(renderer);
    }
    return error->result == VOL_OK;
}

/* The word behind an option, or NULL. */
static const char *option(int count, char **words, const char *name) {
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(words[i], name) == 0) {
            return words[i + 1];
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    const char *script = option(argc, argv, "--script"), *frames = option(argc, argv, "--frames");
    if (argc > 1 && (!script || !frames)) {
        fprintf(stderr, "usage: game [--script FILE --frames N [--screenshot FILE.bmp]]\n");
        return 2;
    }
    const char *picture = option(argc, argv, "--screenshot");
    vol_error error = {0};
    game g = {0};
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    SDL_SetHint(SDL_HINT_RENDER_VSYNC, "1");
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, script ? "software" : "");
    bool done = SDL_Init(SDL_INIT_VIDEO) == 0 &&
                SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, SDL_WINDOW_RESIZABLE, &window, &renderer) == 0 &&
                SDL_RenderSetLogicalSize(renderer, WIDTH, HEIGHT) == 0 && SDL_ShowCursor(SDL_DISABLE) >= 0 &&
                game_begin(&g, SEED, &error) &&
                (script ? play_script(renderer, &g, script, strtol(frames, NULL, 10)) : play(renderer, &g, &error)) &&
                (!picture || screenshot(renderer, picture));
    if (!done) {
        fprintf(stderr, "%s\n", error.result != VOL_OK ? error.text : SDL_GetError());
    }
    game_end(&g);
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return done ? 0 : 1;
}
