/* `volery bench frame`: what a game's frame costs of one thread: a step, all boids read for drawing between the last
 * two states, queries, a snapshot; and a step of the same boids among obstacles, with a player and a hunter. The
 * density is that of 20,000 boids in a square of 2,000: some forty neighbours. */
#include "bench/bench.h"
#include "common/arena.h"
#include "util/json.h"
#include "util/terminal.h"

#include <math.h>
#include <stdlib.h>

enum { QUERIES = 100, SETTLE = 50, FRAMES = 30 };

/* Seconds of one frame, best of all. */
typedef struct costs {
    double step, around, view, queries, save, load;
} costs;

typedef struct game {
    vol_world *world, *around; /* the second one has obstacles, a player and a hunter, too */
    vol_flock birds;
    uint32_t count;
    float *before, *drawn; /* x, y by id, of the step before; x, y, vx, vy by id, of this frame */
    void *state;
} game;

static void must(bool right, const vol_error *error) {
    if (!right) {
        fprintf(stderr, "volery bench frame: %s\n", error->text);
        exit(APP_EXIT_FAILED);
    }
}

static vol_world *world_of(uint32_t count, vol_flock *made) {
    vol_error error = {0};
    vol_world *world = NULL;
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = sqrt(200.0 * count);
    def.threads = 1;
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.name = "birds";
    birds.count = count;
    must(vol_world_create(&def, &world, &error) == VOL_OK, &error);
    must(vol_flock_create(world, &birds, made, &error) == VOL_OK, &error);
    return world;
}

/* One of `flee` and `hunt`. */
static void relate(vol_world *world, vol_relation_kind kind, vol_flock from, vol_flock to) {
    vol_error error = {0};
    vol_relation_def def = vol_default_relation_def();
    def.kind = kind;
    def.from = from;
    def.to[0] = to;
    def.to_count = 1;
    must(vol_relation_create(world, &def, NULL, &error) == VOL_OK, &error);
}

/* What a small game has: ten rocks, the player, a hunter from which the birds flee. */
static void surround(vol_world *world, vol_flock birds) {
    enum { ROCKS = 10 };
    vol_error error = {0};
    const double side = vol_world_get_def(world).size[0];
    for (int i = 0; i < ROCKS; i++) {
        vol_obstacle made;
        vol_obstacle_def rock = vol_default_obstacle_def();
        const int row = i / 4, column = i % 4;
        rock.center[0] = side * (column + 0.5) / 4;
        rock.center[1] = side * (row + 0.5) / 3;
        rock.radius = side / 50;
        rock.reach = side / 50;
        must(vol_obstacle_create(world, &rock, &made, &error) == VOL_OK, &error);
    }
    vol_player_def player = vol_default_player_def();
    player.position[0] = player.position[1] = side / 2;
    must(vol_world_set_player_defs(world, 1, &player, &error) == VOL_OK, &error);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock hunter;
    def.name = "hunter";
    def.count = 1;
    must(vol_flock_create(world, &def, &hunter, &error) == VOL_OK, &error);
    relate(world, VOL_RELATION_FLEE, birds, hunter);
    relate(world, VOL_RELATION_HUNT, hunter, birds);
}

static game begin(uint32_t count) {
    game g = {.count = count};
    vol_error error = {0};
    vol_flock birds;
    g.world = world_of(count, &g.birds);
    g.around = world_of(count, &birds);
    surround(g.around, birds);
    must(vol_world_step(g.world, SETTLE) == VOL_OK && vol_world_step(g.around, SETTLE) == VOL_OK, &error);
    g.before = vol_take(count * 2 * sizeof *g.before);
    g.drawn = vol_take(count * 4 * sizeof *g.drawn);
    g.state = vol_take(vol_snapshot_size(g.world));
    return g;
}

/* What a renderer is given: positions half way between the last two states, and velocities, by id. */
static void read_view(game *g) {
    const vol_view view = vol_flock_view(g->world, g->birds);
    const float *x = view.position[0], *y = view.position[1], *vx = view.velocity[0], *vy = view.velocity[1];
    for (size_t i = 0; i < view.count; i++) {
        float *last = g->before + 2 * (size_t)view.id[i], *out = g->drawn + 4 * (size_t)view.id[i];
        out[0] = 0.5F * (last[0] + x[i]);
        out[1] = 0.5F * (last[1] + y[i]);
        out[2] = vx[i];
        out[3] = vy[i];
        last[0] = x[i];
        last[1] = y[i];
    }
}

/* The neighbours of a hundred points, the first of which make the index. */
static size_t ask(game *g) {
    enum { MOST = 64 };
    vol_hit hits[MOST];
    vol_error error = {0};
    size_t all = 0;
    const double side = vol_world_get_def(g->world).size[0];
    for (int i = 0; i < QUERIES; i++) {
        const int row = i / 10, column = i % 10;
        const double point[2] = {side * (column + 0.5) / 10, side * (row + 0.5) / 10};
        size_t found = 0;
        must(vol_query_near(g->world, g->birds, point, 30, hits, MOST, &found, &error) == VOL_OK, &error);
        all += found;
    }
    return all;
}

static void note(double *best, double begun) {
    *best = fmin(*best, app_clock() - begun);
}

static void frame(game *g, costs *c) {
    vol_error error = {0};
    double begun = app_clock();
    must(vol_world_step(g->world, 1) == VOL_OK, &error);
    note(&c->step, begun);
    begun = app_clock();
    must(vol_world_step(g->around, 1) == VOL_OK, &error);
    note(&c->around, begun);
    begun = app_clock();
    read_view(g);
    note(&c->view, begun);
    begun = app_clock();
    must(ask(g) > 0, &error);
    note(&c->queries, begun);
    begun = app_clock();
    vol_snapshot_write(g->world, g->state);
    note(&c->save, begun);
    begun = app_clock();
    must(vol_snapshot_read(g->world, g->state, vol_snapshot_size(g->world), &error) == VOL_OK, &error);
    note(&c->load, begun);
}

static costs measure(uint32_t count, uint64_t repeat) {
    game g = begin(count);
    costs c = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    for (uint64_t i = 0; i < repeat * FRAMES; i++) {
        frame(&g, &c);
    }
    free(g.before);
    free(g.drawn);
    free(g.state);
    vol_world_destroy(g.world);
    vol_world_destroy(g.around);
    return c;
}

/* A line of its own. */
static void print_json(vol_text *text, uint32_t boids, const costs *c, double whole) {
    vol_text line = {0};
    app_json_open(&line, NULL, '{');
    app_json_text(&line, "workload", "frame");
    app_json_whole(&line, "boids", boids);
    app_json_real(&line, "step", c->step);
    app_json_real(&line, "surrounded_step", c->around);
    app_json_real(&line, "view", c->view);
    app_json_real(&line, "queries", c->queries);
    app_json_real(&line, "snapshot_write", c->save);
    app_json_real(&line, "snapshot_read", c->load);
    app_json_real(&line, "frame", whole);
    app_json_close(&line, '}');
    vol_text_print(text, "%s\n", line.data);
    vol_text_release(&line);
}

void app_bench_frame(vol_text *text, uint64_t repeat, bool json) {
    static const uint32_t sizes[] = {200, 2000, 20000};
    if (!json) {
        vol_text_put(
            text,
            "microseconds, one thread; the share is of a frame of a sixtieth of a second\n"
            "   boids      step  surrounded      view  100 queries  snapshot: write      read  step, view, queries\n");
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const costs c = measure(sizes[i], repeat);
        const double whole = c.step + c.view + c.queries;
        if (json) {
            print_json(text, sizes[i], &c, whole);
        } else {
            vol_text_print(text, "%8u  %8.1f  %10.1f  %8.1f  %11.1f  %15.1f  %8.1f  %11.1f (%.1f %%)\n",
                           (unsigned)sizes[i], 1e6 * c.step, 1e6 * c.around, 1e6 * c.view, 1e6 * c.queries,
                           1e6 * c.save, 1e6 * c.load, 1e6 * whole, 100 * 60 * whole);
        }
    }
}
