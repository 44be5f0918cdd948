/* The rules of the game, apart from window and drawing: herd the birds into the pen with the mouse before time is up,
 * and before the hawks have had too many. A step is a sixtieth of a second; the same mouse gives the same game, bit for
 * bit. */
#ifndef GAME_H
#define GAME_H

#include <volery/volery.h>

struct SDL_Renderer;

enum { WIDTH = 1280, HEIGHT = 720, BIRDS = 60, GOAL = 40, HAWKS = 2, REACH = 130, STEPS = 5400, SEED = 4, PUFFS = 64 };
enum { PEN_LEFT = 960, PEN_RIGHT = 1200, PEN_TOP = 220, PEN_BOTTOM = 500, GATE_TOP = 295, GATE_BOTTOM = 425 };

typedef enum phase { PLAYING, WON, LOST } phase;

/* Something to see for a moment: a bird was eaten, or is safe. */
typedef struct puff {
    double x, y, born;
    bool safe;
} puff;

typedef struct game {
    vol_world *world;
    vol_flock birds, penned, hawks, keepers; /* one keeper stands in the gate, unseen: the penned keep off */
    phase phase;
    puff puffs[PUFFS]; /* the latest ones, round and round */
    size_t puff_count;
} game;

typedef struct point {
    double x, y;
} point;

/* The wall of the pen, from point to point. */
const point *game_fence(size_t *count);

/* Begins a game; false, with the error filled in, when it cannot. Either way game_end cleans up. */
bool game_begin(game *g, uint64_t seed, vol_error *error);
void game_end(game *g);

/* One step with the mouse there. Does nothing once the game is won or lost. */
void game_step(game *g, double mouse_x, double mouse_y);

int game_count(const game *g, vol_flock flock);
int game_seconds_left(const game *g);
int game_score(const game *g);

/* In draw.c: draws the game as it is, with the mouse there. */
void draw_game(struct SDL_Renderer *renderer, const game *g, double mouse_x, double mouse_y);

#endif
