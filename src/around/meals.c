/* Hunters eat the prey that they have reached: comes after all flocks have moved. In the order of flocks, hunters' ids
 * and relations each takes the nearest prey that no earlier one has taken.
 *
 * All workers first find for every hunter the prey that would be its own if nobody else ate; then one goes through the
 * hunters in their order, and looks again where another was there first. So the number of workers changes nothing. */
#include "world.h"

#include "core/error.h"

/* Hunters that a worker takes at a time; so many, or fewer, one worker finds prey for. */
enum { VOL_PIECE_HUNTERS = 32 };

/* From so many hunters and prey on, boxes around the prey are worth making. */
enum { VOL_BOXED_HUNTERS = 8, VOL_BOXED_PREY = 512 };

/* The way that prey has come in a step is found in so many parts at most, of so much prey at least. */
enum { VOL_STRAYED_PARTS = 64, VOL_STRAYED_PREY = 4096 };

/* What is found first, in a record of a meal that has not been yet: prey_flock is the place of a flock and prey a slot.
 * Found ones lie in world->meals, where there is room for all, behind what earlier flocks may have eaten; what is eaten
 * is written before what is still to be read. */
typedef struct table {
    vol_world *world;
    vol_flock_data *hunters;
    const uint32_t *order; /* slots of the hunters by id */
    uint32_t count;        /* of hunters */
    uint32_t eats;         /* relations by which they eat */
    vol_meal *found;       /* for each hunter in order and each of these relations */
} table;

bool vol_relation_eats(const vol_relation_def *relation) {
    return relation->kind == VOL_RELATION_HUNT && relation->eat > 0;
}

/* The number of relations by which a flock eats. */
static uint32_t eats_by(const vol_world *world, uint32_t flock) {
    uint32_t eats = 0;
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        eats += relation->from == flock && vol_relation_eats(relation);
    }
    return eats;
}

static uint32_t nearest_of_flock(const vol_world *world, const vol_flock_data *prey, const double *hunter, double eat,
                                 double *least) {
    const vol_host_boids boids = world->backend->view(world, prey);
    const vol_boids all = {.now = boids.now, .id = boids.id, .count = boids.count, .index = prey->index};
    uint32_t best = VOL_NONE;
    vol_runs runs;
    runs.count = 0;
    if (prey->index) {
        vol_search_box(&all, hunter, hunter, eat + prey->strayed, &runs);
    } else if (prey->boxed) {
        vol_leaves_box(prey->boxed, &all, hunter, hunter, eat, &runs);
    } else {
        return world->kernels->nearest(&boids.now, &world->def, 0, boids.count, boids.id, hunter, prey->marks, best,
                                       least);
    }
    for (uint32_t r = 0; r < runs.count; r++) {
        best = world->kernels->nearest(&boids.now, &world->def, runs.run[r].begin, runs.run[r].end, boids.id, hunter,
                                       prey->marks, best, least);
    }
    return best;
}

/* The nearest prey that is not marked; prey_flock VOL_NONE: there is none. */
static void find_prey(const vol_world *world, const vol_relation_def *relation, const double *hunter, vol_meal *meal) {
    double least = relation->eat * relation->eat;
    meal->prey_flock = meal->prey = VOL_NONE;
    for (size_t t = 0; t < relation->to_count; t++) {
        const uint32_t near = nearest_of_flock(world, world->flocks[relation->to[t]], hunter, relation->eat, &least);
        if (near != VOL_NONE) {
            meal->prey_flock = relation->to[t];
            meal->prey = near;
        }
    }
}

static void find_for_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const table *t = context;
    const vol_world *world = t->world;
    const vol_host_boids boids = world->backend->view(world, t->hunters);
    const uint32_t begin = piece * VOL_PIECE_HUNTERS;
    const uint32_t end = t->count - begin < VOL_PIECE_HUNTERS ? t->count : begin + VOL_PIECE_HUNTERS;
    for (uint32_t i = begin; i < end; i++) {
        vol_meal *found = t->found + (size_t)i * t->eats;
        double hunter[8];
        world->kernels->get(&boids.now, world->def.dimensions, t->order[i], hunter);
        for (uint32_t r = 0; r < world->around.relation_count; r++) {
            const vol_relation_def *relation = &world->around.relations[r];
            if (relation->from == t->hunters->number && vol_relation_eats(relation)) {
                find_prey(world, relation, hunter, found++);
            }
        }
    }
}

/* One hunter, in the order of the relations. A hunter that was eaten eats no more. */
static void eat_by_hunter(const table *t, uint32_t i) {
    vol_world *world = t->world;
    const vol_host_boids boids = world->backend->view(world, t->hunters);
    const vol_meal *next = t->found + (size_t)i * t->eats;
    double hunter[8];
    for (uint32_t r = 0; r < world->around.relation_count && !t->hunters->marks[t->order[i]]; r++) {
        const vol_relation_def *relation = &world->around.relations[r];
        if (relation->from != t->hunters->number || !vol_relation_eats(relation)) {
            continue;
        }
        vol_meal found = *next++;
        if (found.prey_flock != VOL_NONE && world->flocks[found.prey_flock]->marks[found.prey]) {
            world->kernels->get(&boids.now, world->def.dimensions, t->order[i], hunter);
            find_prey(world, relation, hunter, &found);
        }
        if (found.prey_flock != VOL_NONE) {
            vol_flock_data *prey = world->flocks[found.prey_flock];
            const vol_meal meal = {vol_flock_handle(t->hunters), boids.id[t->order[i]], vol_flock_handle(prey),
                                   world->backend->view(world, prey).id[found.prey]};
            prey->marks[found.prey] = 1;
            world->meals[world->meal_count++] = meal;
            vol_events_died(world, prey, found.prey, meal.hunter_flock, meal.hunter);
        }
    }
}

typedef struct straying {
    const vol_world *world;
    const vol_host_boids *boids;
    uint32_t parts;
    double most[VOL_STRAYED_PARTS];
} straying;

static void find_strayed(void *context, uint32_t part, uint32_t worker) {
    (void)worker;
    straying *s = context;
    const uint32_t begin = vol_part(s->boids->count, part, s->parts),
                   end = vol_part(s->boids->count, part + 1, s->parts);
    s->most[part] = s->world->kernels->strayed(&s->boids->now, s->boids->indexed, &s->world->def, begin, end);
}

/* The grid of the step still tells where prey is, but for the way that it has come since. False where that is long, or
 * where there is no such grid. */
static bool use_grid(vol_world *world, vol_flock_data *prey, const vol_host_boids *boids) {
    if (!boids->indexed || boids->index->kind != VOL_INDEX_GRID) {
        return false;
    }
    straying s = {.world = world, .boids = boids, .parts = 1 + boids->count / VOL_STRAYED_PREY};
    s.parts = s.parts < VOL_STRAYED_PARTS ? s.parts : VOL_STRAYED_PARTS;
    vol_crew_run(&world->crew, s.parts, find_strayed, &s);
    for (uint32_t i = 0; i < s.parts; i++) {
        prey->strayed = i == 0 || s.most[i] > prey->strayed ? s.most[i] : prey->strayed;
    }
    prey->index = prey->strayed <= boids->index->grid.reach ? boids->index : NULL;
    return prey->index != NULL;
}

/* What finds the prey of a flock of hunters, where there is enough to look for: the grid, or boxes around it. */
static void prepare_prey(vol_world *world, uint32_t hunters) {
    const uint32_t count = world->backend->size(world, world->flocks[hunters]).count;
    for (uint32_t r = 0; r < world->around.relation_count; r++) {
        const vol_relation_def *relation = &world->around.relations[r];
        for (size_t t = 0; relation->from == hunters && vol_relation_eats(relation) && t < relation->to_count; t++) {
            vol_flock_data *prey = world->flocks[relation->to[t]];
            const vol_host_boids boids = world->backend->view(world, prey);
            const bool many = count >= VOL_BOXED_HUNTERS && boids.count >= VOL_BOXED_PREY;
            if (many && !prey->boxed && !prey->index && !use_grid(world, prey, &boids)) {
                const vol_search_need need = {.world = &world->def, .reach = relation->eat, .here = boids.count};
                vol_leaves_enclose(boids.leaves, world->kernels, &need, &boids.now, &world->crew);
                prey->boxed = boids.leaves;
            }
        }
    }
}

/* `before`: so many meals there may be of earlier flocks. Returns the same of this one. */
static size_t eat_by_flock(vol_world *world, uint32_t flock, size_t before) {
    table t = {.world = world, .hunters = world->flocks[flock], .eats = eats_by(world, flock)};
    t.order = world->backend->order(world, t.hunters);
    t.count = world->backend->size(world, t.hunters).count;
    if (t.count == 0) {
        return 0;
    }
    t.found = world->meals + before;
    prepare_prey(world, flock);
    vol_crew_run(&world->crew, (t.count - 1) / VOL_PIECE_HUNTERS + 1, find_for_piece, &t);
    for (uint32_t i = 0; i < t.count; i++) {
        eat_by_hunter(&t, i);
    }
    return (size_t)t.count * t.eats;
}

void vol_world_eat(vol_world *world) {
    bool hungry = false;
    size_t before = 0;
    world->meal_count = 0;
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        hungry = hungry || vol_relation_eats(&world->around.relations[i]);
    }
    if (!hungry || world->no_meal) {
        return;
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        if (eats_by(world, i) > 0) {
            world->backend->order(world, flock); /* before there are marks, which take the room that it needs */
        }
        flock->marks = world->backend->marks(world, flock);
        flock->boxed = NULL;
        flock->index = NULL;
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        if (eats_by(world, i) > 0) {
            before += eat_by_flock(world, i, before);
        }
    }
    world->eaten += world->meal_count;
    for (uint32_t i = 0; i < world->flock_count && world->meal_count > 0; i++) {
        world->backend->remove_marked(world, world->flocks[i]);
    }
}

const vol_meal *vol_world_meals(const vol_world *world, size_t *count) {
    if (!count) {
        vol_stop(__func__, "count is NULL");
        return NULL;
    }
    *count = 0;
    if (!vol_may_enter(world, __func__)) {
        return NULL;
    }
    *count = world->meal_count;
    return world->meals;
}

uint64_t vol_world_eaten(const vol_world *world) {
    return vol_may_enter(world, __func__) ? world->eaten : 0;
}
