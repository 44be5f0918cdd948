/* A step of the game: the mouse becomes a player to flee from, the world steps, and birds in the pen change flocks. */
#include "game.h"

const point *game_fence(size_t *count) {
    static const point fence[] = {{PEN_LEFT - 150, GATE_TOP - 130},
                                  {PEN_LEFT, GATE_TOP},
                                  {PEN_LEFT, PEN_TOP},
                                  {PEN_RIGHT, PEN_TOP},
                                  {PEN_RIGHT, PEN_BOTTOM},
                                  {PEN_LEFT, PEN_BOTTOM},
                                  {PEN_LEFT, GATE_BOTTOM},
                                  {PEN_LEFT - 150, GATE_BOTTOM + 130}};
    *count = sizeof fence / sizeof *fence;
    return fence;
}

static bool add_flock(game *g, const char *name, size_t count, double speed, vol_flock *flock, vol_error *error) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = name;
    def.count = count;
    def.max_speed = speed;
    def.max_force = 0.06;
    def.separation.radius = count == HAWKS ? 150 : 24;
    def.cohesion.radius = 90;
    def.start.shape = count > 0 ? VOL_SHAPE_DISC : VOL_SHAPE_GIVEN;
    def.start.radius = 150;
    def.start.center[0] = count == HAWKS ? 900 : 330;
    def.start.center[1] = count == HAWKS ? 620 : 330;
    def.start.speed = speed / 2;
    return vol_flock_create(g->world, &def, flock, error) == VOL_OK;
}

static bool add_walls(game *g, const point *p, size_t count, vol_law law, vol_error *error) {
    vol_result result = VOL_OK;
    for (size_t i = 0; result == VOL_OK && i + 1 < count; i++) {
        vol_obstacle obstacle;
        vol_obstacle_def def = vol_default_obstacle_def();
        def.shape = VOL_OBSTACLE_SEGMENT;
        def.points = (double[]){p[i].x, p[i].y, p[i + 1].x, p[i + 1].y};
        def.point_count = 2;
        def.law = law;
        def.radius = law == VOL_LAW_HARD ? 5 : 0;
        def.reach = 70;
        def.strength = 0.25;
        result = vol_obstacle_create(g->world, &def, &obstacle, error);
    }
    return result == VOL_OK;
}

/* No bird gets through the fence; the edges are soft, so that birds turn before they leave the picture. */
static bool add_obstacles(game *g, vol_error *error) {
    static const point edges[] = {{0, 0}, {WIDTH, 0}, {WIDTH, HEIGHT}, {0, HEIGHT}, {0, 0}};
    size_t count;
    const point *fence = game_fence(&count);
    return add_walls(g, fence, count, VOL_LAW_HARD, error) && add_walls(g, edges, 5, VOL_LAW_FADE, error);
}

static bool add_relation(game *g, vol_relation_kind kind, vol_flock from, vol_flock to, double radius, double weight,
                         vol_error *error) {
    uint32_t relation;
    vol_relation_def def = vol_default_relation_def();
    def.kind = kind;
    def.from = from;
    def.to[0] = to;
    def.to_count = 1;
    def.radius = radius;
    def.weight = weight;
    def.force = weight;
    def.eat = kind == VOL_RELATION_HUNT ? 7 : 0;
    return vol_relation_create(g->world, &def, &relation, error) == VOL_OK;
}

bool game_begin(game *g, uint64_t seed, vol_error *error) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = WIDTH;
    def.size[1] = HEIGHT;
    def.boundary = VOL_BOUNDARY_BOUNCE;
    def.seed = seed;
    def.threads = 1; /* sixty birds do not need more */
    def.player.flee_radius = REACH;
    def.player.flee_weight = 0.22;
    *g = (game){0};
    return vol_world_create(&def, &g->world, error) == VOL_OK && add_flock(g, "birds", BIRDS, 2.2, &g->birds, error) &&
           add_flock(g, "penned", 0, 0.7, &g->penned, error) &&
           vol_flock_reserve(g->world, g->penned, BIRDS, error) == VOL_OK &&
           add_flock(g, "hawks", HAWKS, 2.5, &g->hawks, error) && add_flock(g, "keepers", 0, 0, &g->keepers, error) &&
           vol_flock_add(g->world, g->keepers, 1, (double[]){PEN_LEFT, HEIGHT / 2.0}, (double[]){0, 0}, NULL, error) ==
               VOL_OK &&
           add_obstacles(g, error) && add_relation(g, VOL_RELATION_HUNT, g->hawks, g->birds, 260, 0.035, error) &&
           add_relation(g, VOL_RELATION_FLEE, g->birds, g->hawks, 75, 0.1, error) &&
           add_relation(g, VOL_RELATION_AVOID, g->penned, g->keepers, 90, 1, error);
}

void game_end(game *g) {
    vol_world_destroy(g->world);
    g->world = NULL;
}

static void add_puff(game *g, double x, double y, bool safe) {
    g->puffs[g->puff_count++ % PUFFS] = (puff){x, y, (double)vol_world_steps(g->world), safe};
}

/* Birds in the pen are safe: they leave the flock that hawks hunt for one that they do not. */
static void pen_birds(game *g) {
    vol_view view = vol_flock_view(g->world, g->birds);
    uint32_t ids[BIRDS];
    double places[2 * BIRDS], velocities[2 * BIRDS];
    size_t count = 0;
    for (size_t i = 0; i < view.count; i++) {
        double x = vol_view_position(&view, 0, i), y = vol_view_position(&view, 1, i);
        if (x > PEN_LEFT + 25 && x < PEN_RIGHT && y > PEN_TOP && y < PEN_BOTTOM) {
            ids[count] = view.id[i];
            for (int axis = 0; axis < 2; axis++) {
                places[2 * count + (size_t)axis] = vol_view_position(&view, axis, i);
                velocities[2 * count + (size_t)axis] = vol_view_velocity(&view, axis, i);
            }
            count++;
            add_puff(g, x, y, true);
        }
    }
    if (count > 0 && vol_flock_add(g->world, g->penned, count, places, velocities, NULL, NULL) == VOL_OK) {
        vol_flock_remove(g->world, g->birds, count, ids, NULL);
    }
}

static void show_meals(game *g) {
    size_t count;
    const vol_meal *meals = vol_world_meals(g->world, &count);
    vol_view view = vol_flock_view(g->world, g->hawks);
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = vol_flock_slot(g->world, g->hawks, meals[i].hunter);
        add_puff(g, vol_view_position(&view, 0, slot), vol_view_position(&view, 1, slot), false);
    }
}

void game_step(game *g, double mouse_x, double mouse_y) {
    if (g->phase != PLAYING) {
        return;
    }
    vol_world_set_players(g->world, 1, (double[]){mouse_x, mouse_y}, NULL);
    if (vol_world_step(g->world, 1) != VOL_OK) {
        g->phase = LOST; /* there is no going on */
        return;
    }
    show_meals(g);
    pen_birds(g);
    int safe = game_count(g, g->penned), at_large = game_count(g, g->birds);
    if (at_large == 0 || game_seconds_left(g) == 0 || safe + at_large < GOAL) {
        g->phase = safe >= GOAL ? WON : LOST;
    }
}

int game_count(const game *g, vol_flock flock) {
    return (int)vol_flock_view(g->world, flock).count;
}

int game_seconds_left(const game *g) {
    return (STEPS - (int)vol_world_steps(g->world) + 59) / 60;
}

int game_score(const game *g) {
    return game_count(g, g->penned) * 10 + (g->phase == WON ? game_seconds_left(g) * 5 : 0);
}
