/* Plays the game of examples/game by where the birds are, and prints what it did with the mouse as a script for it:
 *     shepherd > herd.script
 * It plays with several settings and prints the best game; how that ended, as the game says it, goes to stderr. */
#include "game/game.h"

#include <math.h>
#include <stdio.h>

enum { KEYS = 600 };

typedef struct play {
    int every;       /* frames between two looks */
    double distance; /* kept behind the flock */
    int count, score, steps, safe, free, eaten;
    point key[KEYS];
} play;

/* Where the flock is and which bird has strayed farthest from it. */
static double gather(const game *g, point *middle, point *stray) {
    vol_view view = vol_flock_view(g->world, g->birds);
    double farthest = 0;
    *middle = (point){0, 0};
    for (size_t i = 0; i < view.count; i++) {
        middle->x += vol_view_position(&view, 0, i) / (double)view.count;
        middle->y += vol_view_position(&view, 1, i) / (double)view.count;
    }
    *stray = *middle;
    for (size_t i = 0; i < view.count; i++) {
        point p = {vol_view_position(&view, 0, i), vol_view_position(&view, 1, i)};
        double d = hypot(p.x - middle->x, p.y - middle->y);
        if (d > farthest) {
            farthest = d;
            *stray = p;
        }
    }
    return farthest;
}

/* Behind the bird that strayed, or else behind the flock as seen from the gate; in whole points, as fast as a hand. */
static point next_place(const game *g, point mouse, int every, double distance) {
    point middle, stray;
    double spread = gather(g, &middle, &stray);
    point from =
        spread > 180 ? middle : (point){middle.x > PEN_LEFT - 150 ? PEN_LEFT + 60 : PEN_LEFT - 20, HEIGHT / 2.0};
    point of = spread > 180 ? stray : middle;
    double d = fmax(1, hypot(of.x - from.x, of.y - from.y)), behind = spread > 180 ? 60 : distance + spread * 0.6;
    point wanted = {of.x + (of.x - from.x) / d * behind, of.y + (of.y - from.y) / d * behind};
    double way = fmax(1, hypot(wanted.x - mouse.x, wanted.y - mouse.y)), share = fmin(1, every * 7 / way);
    return (point){floor(fmin(WIDTH - 5, fmax(5, mouse.x + (wanted.x - mouse.x) * share))),
                   floor(fmin(HEIGHT - 5, fmax(5, mouse.y + (wanted.y - mouse.y) * share)))};
}

static bool play_once(play *p, vol_error *error) {
    game g;
    if (!game_begin(&g, SEED, error)) {
        game_end(&g);
        return false;
    }
    p->key[0] = (point){60, 60};
    for (p->count = 1; g.phase == PLAYING && p->count < KEYS; p->count++) {
        point from = p->key[p->count - 1], to = next_place(&g, from, p->every, p->distance);
        p->key[p->count] = to;
        for (int i = 0; i < p->every; i++) {
            double share = (double)i / p->every;
            game_step(&g, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
        }
    }
    p->score = g.phase == WON ? game_score(&g) : 0;
    p->steps = (int)vol_world_steps(g.world);
    p->safe = game_count(&g, g.penned);
    p->free = game_count(&g, g.birds);
    p->eaten = (int)vol_world_eaten(g.world);
    game_end(&g);
    return true;
}

int main(void) {
    play best = {0}, now = {0};
    vol_error error = {0};
    for (int temper = 0; temper < 20; temper++) {
        int patience = temper % 5, respect = temper / 5;
        now.every = 10 + 5 * patience;
        now.distance = 60 + 10 * respect;
        if (!play_once(&now, &error)) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        if (now.score > best.score && now.eaten > 0) {
            best = now;
        }
    }
    for (int i = 0; i < best.count; i++) {
        printf("%d %g %g\n", i * best.every, best.key[i].x, best.key[i].y);
    }
    fprintf(stderr, "won after %d steps: %d safe, %d free, %d eaten, score %d\n", best.steps, best.safe, best.free,
            best.eaten, best.score);
    return best.score > 0 ? 0 : 1;
}
