/* Prints one hash for every model, variant, dimension, precision, update and index, also with surroundings, with
 * steering terms, and with rules of the host's, after making sure that it is the same for every instruction set of this
 * machine and for 1, 2, 3 and 8 threads.
 *   same_bits [EVERY]                   with a number, only the first of every so many cases, with 1 and 3 threads:
 *                                       where time is short
 *   same_bits --alone [EVERY]           with one thread alone: where there are no others, as in a browser
 *   same_bits --device NAME [--share K/N] [EVERY]
 *                                       computed on a device instead, and compared with the processor; what devices
 *                                       refuse must be on their list. Of these, share K of N
 *   same_bits [--device NAME] --ranks N [EVERY]
 *                                       computed by a cluster of so many ranks, which are threads here, and compared
 *                                       with one process; the same for what clusters refuse
 *
 * The table is committed beside this file; tools/same_bits.sh compares it with what each compiler and optimisation
 * gives, so a change of behaviour shows up as a change of that table.
 */
#include "../cluster/threads.h"
#ifdef VOL_WEB_CREW /* the threads of the module for browsers and node */
#include "crew.h"
#endif
#include "../lively.h"

#include <volery/volery.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A way to use a model. */
typedef struct way {
    const char *name;
    vol_index index;
    vol_update update;
    bool images;
    bool around; /* with surroundings */
    bool terms;  /* and with steering terms, by priority where the variant is as_intended, and a pace */
    bool rule;   /* the model custom alone, as_written by tables, as_intended by a rule of the host's */
    vol_integrator integrator;
} way;

typedef struct case_def {
    vol_model model;
    int dimensions;
    vol_precision precision;
    vol_variant variant;
    const way *way;
} case_def;

/* What is wanted of all cases. */
typedef struct wanted {
    const char *device;
    uint32_t ranks;
    bool alone;
    unsigned long every, share, shares;
} wanted;

/* What came of all cases. */
typedef struct outcome {
    unsigned long number; /* of the next case */
    unsigned runs, refused, other;
} outcome;

static void must(vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

/* Places given from the world's origin on, as they are in its coordinates. */
static void place_in(const vol_world *world, const double *from, size_t count, double *to) {
    const vol_world_def def = vol_world_get_def(world);
    for (size_t i = 0; i < count; i++) {
        to[i] = def.origin[i % (size_t)def.dimensions] + from[i];
    }
}

/* Obstacles of every shape and law, a second flock that hunts and eats, players, wind. */
static void surround(vol_world *world, vol_flock flock) {
    static const double points[] = {300, 200, 360, 280, 250, 260, 200, 100, 220, 400, 330, 50};
    static const double players[] = {100, 100, 150, 500, 400, 100};
    const vol_world_def def = vol_world_get_def(world);
    const int dimensions = def.dimensions;
    double corners[9], at[6];
    vol_error error;
    uint32_t number;
    for (unsigned i = 0; i < 36; i++) {
        vol_obstacle_def o = vol_default_obstacle_def();
        o.shape = (vol_obstacle_shape)(i % (dimensions == 3 ? 3 : 4));
        o.law = (vol_law)(i / 4 % 3);
        o.point_count = o.shape == VOL_OBSTACLE_SEGMENT ? 2 : o.shape == VOL_OBSTACLE_POLYGON ? 3 : 0;
        o.points = o.point_count ? corners : NULL;
        place_in(world, points + i / 12, sizeof corners / sizeof *corners, corners);
        o.radius = 5 + i % 5;
        o.reach = 15;
        o.strength = 0.3;
        for (int c = 0; c < 3; c++) {
            o.center[c] = def.origin[c] + (double)(37 * (i + 3) % 290) + 100 * c;
            o.size[c] = 20;
        }
        must(vol_obstacle_create(world, &o, &number, &error), &error);
    }
    vol_flock_def hawks = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock hunters;
    hawks.name = "hawks";
    hawks.count = 9;
    must(vol_flock_create(world, &hawks, &hunters, &error), &error);
    for (int kind = 0; kind < 4; kind++) {
        vol_relation_def r = vol_default_relation_def();
        r.from = kind == VOL_RELATION_HUNT ? hunters : flock;
        r.to[r.to_count++] = kind == VOL_RELATION_HUNT ? flock : hunters;
        r.kind = (vol_relation_kind)kind;
        r.weight = 0.2;
        r.eat = 6;
        r.delay = kind % 2;
        must(vol_relation_create(world, &r, &number, &error), &error);
    }
    place_in(world, players, sizeof at / sizeof *at, at);
    must(vol_world_set_players(world, 2, at, &error), &error);
}

/* A term of every kind, and a leader. */
static void steer(vol_world *world, vol_flock flock) {
    static const double walk[] = {100, 80, 120, 700, 90, 200, 650, 500, 60, 80, 420, 280};
    const vol_world_def def = vol_world_get_def(world);
    double flow[8 * 3], path[12];
    vol_error error;
    vol_term number;
    place_in(world, walk, sizeof path / sizeof *path, path);
    for (unsigned i = 0; i < sizeof flow / sizeof *flow; i++) {
        flow[i] = 0.25 * (double)(i * 7 % 5) - 0.5;
    }
    for (unsigned kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        vol_term_def term = vol_default_term_def((vol_term_kind)kind);
        term.flock = flock;
        term.weight = 0.5;
        term.force = 0.1;
        term.priority = (int)(kind * 5 % 7);
        for (int c = 0; c < 3; c++) {
            term.point[c] = def.origin[c] + (c == 0 ? 300 : 150);
        }
        term.target = kind == VOL_TERM_FOLLOW_LEADER ? flock : 1;
        term.points = path;
        term.point_count = 4;
        term.closed = true;
        term.flow = flow;
        term.flow_count[0] = term.flow_count[1] = term.flow_count[2] = 2;
        must(vol_term_create(world, &term, &number, &error), &error);
    }
    must(vol_flock_set_leader(world, flock, 3, &error), &error);
}

/* Of + - * / alone, with user data and noise: away from the near, along with the others, and half as it went before. */
static bool decide(void *user, vol_custom_batch *b) {
    (void)user;
    for (size_t i = 0; i < b->count; i++) {
        double *before = (double *)b->user + i;
        for (int c = 0; c < b->dimensions; c++) {
            double noise = vol_random(b->seed, b->flock, b->id[i], b->step, (uint32_t)c) - 0.5;
            double along = b->alignment.velocity[c][i] - b->alignment.weight[i] * b->velocity[c][i];
            double pull = b->cohesion.offset[c][i] / (1 + b->cohesion.number[i]);
            b->acceleration[c][i] = 0.1 * noise + 0.5 * *before + 0.02 * pull - 0.3 * b->separation.offset[c][i];
            b->wanted[c][i] = b->velocity[c][i] + 0.05 * along / (1 + b->alignment.number[i]);
        }
        *before = b->acceleration[0][i];
    }
    return true;
}

static void choose_rule(const case_def *c, vol_flock_def *def) {
    for (size_t i = 0; i < 5; i++) {
        def->separation.table.value[i] = 1 - 0.3 * (double)i;
        def->cohesion.table.value[i] = 0.25 * (double)i;
    }
    def->separation.table.count = 5;
    def->cohesion.table.count = 3;
    def->alignment.power = 0.5;
    if (c->variant == VOL_VARIANT_AS_INTENDED) {
        def->rule.decide = decide;
        def->user_bytes = sizeof(double);
    }
}

static bool begins(const way *w, const char *with) {
    return strncmp(w->name, with, strlen(with)) == 0;
}

static vol_flock_def flock_of(const case_def *c) {
    vol_flock_def def = vol_lively_flock_def(c->model);
    def.variant = c->variant;
    def.neighbours.count = begins(c->way, "nearest") ? 7 : 0;
    def.count = (c->way->index > VOL_INDEX_BRUTE ? 600U : 60U) / (c->way->terms ? 3U : 1U);
    def.start.speed = def.max_speed / 2;
    def.view.distance = c->model == VOL_MODEL_SIGHTED ? 70 : 0;
    if (c->way->terms) {
        def.steer.combine = c->variant == VOL_VARIANT_AS_INTENDED ? VOL_COMBINE_PRIORITY : VOL_COMBINE_SUM;
        def.steer.budget = 0.2;
        def.turn.rate = 20;
        def.cruise.speed = def.max_speed / 2;
        def.cruise.rate = 0.1;
        def.min_speed = def.max_speed / 8;
    }
    if (c->way->rule) {
        choose_rule(c, &def);
    }
    return def;
}

/* Where a case is computed. */
typedef struct place {
    const char *isa;
    uint32_t threads;
    const char *device;
    const vol_cluster *cluster;
} place;

/* Is it a sentence of the list of what devices, or clusters, refuse? */
static bool is_refusal(const vol_error *error, bool cluster) {
    const char *name, *sentence;
    for (size_t i = 0; (cluster ? vol_cluster_refusal : vol_device_refusal)(i, &name, &sentence); i++) {
        if (error->result == VOL_ERROR_UNSUPPORTED && strstr(error->text, sentence)) {
            return true;
        }
    }
    return false;
}

/* False if it is refused there. */
static bool take_hash(const case_def *c, place at, uint64_t *hash) {
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock_def = flock_of(c);
    vol_world *world;
    vol_flock flock;
    vol_error error = {VOL_OK, "", "a step failed"};
    def.dimensions = c->dimensions;
    def.size[2] = 300;
    def.precision = c->precision;
    def.update = c->way->update;
    def.integrator = c->way->integrator;
    def.index = c->way->index;
    def.images = c->way->images;
    for (int axis = 0; axis < c->dimensions && begins(c->way, "origin"); axis++) {
        def.origin[axis] = (double[]){-1000.3, 250.7, 4096}[axis];
    }
    def.seed = 20;
    def.isa = at.isa;
    def.threads = at.threads;
#ifdef VOL_WEB_CREW
    def.tasks = web_crew_tasks(at.threads, true);
#endif
    def.wind.velocity[0] = c->way->around ? 0.2 : 0;
    def.wind.chance = 0.5;
    def.device = at.device;
    def.cluster = at.cluster;
    vol_result result = vol_world_create(&def, &world, &error);
    if (result == VOL_OK) {
        result = vol_flock_create(world, &flock_def, &flock, &error);
    }
    if (result != VOL_OK && (is_refusal(&error, true) || is_refusal(&error, false))) {
        vol_world_destroy(world);
        return false;
    }
    must(result, &error);
    if (c->way->around) {
        surround(world, flock);
    }
    if (c->way->terms) {
        steer(world, flock);
    }
    if (at.cluster && vol_world_check_cluster(world, &error) != VOL_OK && is_refusal(&error, true)) {
        vol_world_destroy(world);
        return false;
    }
    must(vol_world_step(world, c->way->index > VOL_INDEX_BRUTE || c->way->terms ? 3 : 8), &error);
    *hash = vol_world_hash(world);
    vol_world_destroy(world);
    return true;
}

static uint64_t hash_of(const case_def *c, const char *isa, uint32_t threads) {
    uint64_t hash = 0;
    take_hash(c, (place){.isa = isa, .threads = threads}, &hash);
    return hash;
}

/* A case that all ranks compute. */
typedef struct ranked {
    const case_def *c;
    const char *device;
    bool refused[VOL_TEST_RANKS_MOST];
    uint64_t hash[VOL_TEST_RANKS_MOST];
} ranked;

static void take_ranked(const vol_cluster *cluster, void *context) {
    ranked *r = context;
    r->refused[cluster->rank] =
        !take_hash(r->c, (place){.threads = 1, .device = r->device, .cluster = cluster}, &r->hash[cluster->rank]);
}

/* The hash that all ranks have, or one that they do not; false if they refuse the case. */
static bool cluster_hash(const case_def *c, const wanted *w, uint64_t expected, uint64_t *hash) {
    const uint32_t ranks = w->ranks;
    ranked r = {.c = c, .device = w->device};
    vol_test_ranks(ranks, take_ranked, &r);
    *hash = r.hash[0];
    for (uint32_t i = 0; i < ranks; i++) {
        *hash = r.hash[i] == expected ? *hash : r.hash[i];
    }
    return !r.refused[0];
}

/* The hash of a case in one process on the processor; the program goes on if a device or a cluster gives another one,
 * and ends badly. */
static uint64_t other_hash(const case_def *c, const wanted *w, outcome *o) {
    uint64_t expected = hash_of(c, w->device ? "scalar" : NULL, 1), hash;
    const bool done = w->ranks > 0 ? cluster_hash(c, w, expected, &hash)
                                   : take_hash(c, (place){.threads = 1, .device = w->device}, &hash);
    if (!done) {
        o->refused++;
        return expected;
    }
    o->runs++;
    if (hash != expected) {
        o->other++;
        fprintf(stderr, "%s in %dD, %s, %s, %s: %s gives %016" PRIx64 ", the processor %016" PRIx64 "\n",
                vol_model_name(c->model), c->dimensions, c->precision == VOL_PRECISION_DOUBLE ? "double" : "single",
                c->variant == VOL_VARIANT_AS_INTENDED ? "as_intended" : "as_written", c->way->name,
                w->ranks > 0 ? "the cluster" : "the device", hash, expected);
    }
    return expected;
}

/* The one hash of a case; ends the program if there is more than one. */
static uint64_t only_hash(const case_def *c, const wanted *w, unsigned *runs) {
    static const uint32_t threads[] = {1, 3, 2, 8};
    const size_t numbers = w->alone ? 1 : w->every > 1 ? 2 : sizeof threads / sizeof *threads;
    uint64_t expected = hash_of(c, "scalar", 1);
    const char *isa;
    for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
        for (size_t t = 0; t < numbers; t++, ++*runs) {
            uint64_t hash = w->alone && strcmp(isa, "scalar") == 0 ? expected : hash_of(c, isa, threads[t]);
            if (hash != expected) {
                fprintf(stderr, "%s in %dD: %s with %u threads gives %016" PRIx64 ", scalar with one %016" PRIx64 "\n",
                        vol_model_name(c->model), c->dimensions, isa, (unsigned)threads[t], hash, expected);
                exit(1);
            }
        }
    }
    return expected;
}

static bool read_options(int argc, char **argv, wanted *w) {
    int at = 1;
    *w = (wanted){.every = 1, .share = 1, .shares = 1};
    if (argc > at + 1 && strcmp(argv[at], "--device") == 0) {
        w->device = argv[at + 1];
        at += 2;
    }
    if (argc > at && strcmp(argv[at], "--alone") == 0) {
        w->alone = true;
        at++;
    }
    if (argc > at + 1 && strcmp(argv[at], "--ranks") == 0) {
        w->ranks = (uint32_t)strtoul(argv[at + 1], NULL, 10);
        at += 2;
    }
    if (w->device && argc > at + 1 && strcmp(argv[at], "--share") == 0) {
        if (sscanf(argv[at + 1], "%lu/%lu", &w->share, &w->shares) != 2) {
            return false;
        }
        at += 2;
    }
    if (argc > at) {
        w->every = strtoul(argv[at++], NULL, 10);
    }
    return at == argc && w->ranks <= VOL_TEST_RANKS_MOST && w->every > 0 && w->share > 0 && w->share <= w->shares;
}

/* Is case number `number` wanted? */
static bool is_wanted(const wanted *w, unsigned long number) {
    return number % w->every == 0 && number / w->every % w->shares == w->share - 1;
}

static const way ways[] = {
    {"brute", VOL_INDEX_BRUTE, VOL_UPDATE_TOGETHER, false, false, false, false, VOL_INTEGRATOR_EULER},
    {"images", VOL_INDEX_BRUTE, VOL_UPDATE_TOGETHER, true, false, false, false, VOL_INTEGRATOR_EULER},
    {"in_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, false, false, false, VOL_INTEGRATOR_EULER},
    {"grid", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, false, false, false, VOL_INTEGRATOR_EULER},
    {"grid_images", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, false, false, false, VOL_INTEGRATOR_EULER},
    {"tree", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, true, false, false, false, VOL_INTEGRATOR_EULER},
    {"kdtree", VOL_INDEX_KDTREE, VOL_UPDATE_TOGETHER, false, false, false, false, VOL_INTEGRATOR_EULER},
    {"around", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, true, false, false, VOL_INTEGRATOR_EULER},
    {"around_tree", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, true, true, false, false, VOL_INTEGRATOR_EULER},
    {"around_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, true, false, false, VOL_INTEGRATOR_EULER},
    {"terms", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, true, true, false, VOL_INTEGRATOR_EULER},
    {"terms_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, true, true, false, VOL_INTEGRATOR_EULER},
    {"rule", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, false, false, true, VOL_INTEGRATOR_EULER},
    {"rule_around", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, true, true, true, VOL_INTEGRATOR_EULER},
    {"rule_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, true, true, true, VOL_INTEGRATOR_EULER}};

/* Ways that came later: their rows stand behind all others, so that the table only grows. One variant of each is
 * enough. */
static const way later_ways[] = {
    {"random_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_RANDOM_TURN, false, false, false, false, VOL_INTEGRATOR_EULER},
    {"random_all", VOL_INDEX_BRUTE, VOL_UPDATE_IN_RANDOM_TURN, true, true, true, false, VOL_INTEGRATOR_EULER},
    {"rk4", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, false, false, false, VOL_INTEGRATOR_RK4},
    {"rk4_all", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, true, true, true, false, VOL_INTEGRATOR_RK4},
};

/* The nearest neighbours alone. */
static const way nearest_ways[] = {
    {"nearest", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, false, false, false, VOL_INTEGRATOR_EULER},
    {"nearest_all", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, true, true, false, false, VOL_INTEGRATOR_EULER},
    {"nearest_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, true, true, false, VOL_INTEGRATOR_EULER},
};

/* Worlds that do not begin at 0. */
static const way origin_ways[] = {
    {"origin", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, false, false, false, VOL_INTEGRATOR_EULER},
    {"origin_all", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, true, true, true, false, VOL_INTEGRATOR_EULER},
    {"origin_kd", VOL_INDEX_KDTREE, VOL_UPDATE_TOGETHER, false, true, false, false, VOL_INTEGRATOR_EULER},
    {"origin_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, true, true, true, false, VOL_INTEGRATOR_EULER},
};

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL;
}

/* Models of science have one variant, and what the first models have shown of every index and turn need not be shown
 * again: each row takes a device some seconds. For the same reason few models show the nearest neighbours, and of both
 * each way has either 2D in single and 3D in double precision or the other two, in turn. */
static bool is_worth_showing(const case_def *c, size_t number) {
    static const char *const shown[] = {"brute", "grid", "kdtree", "around_tree", "around_turn", "terms", NULL};
    const bool science = c->model > VOL_MODEL_CUSTOM;
    const bool turn = ((c->dimensions == 3) == (c->precision == VOL_PRECISION_DOUBLE)) == (number % 2 == 0);
    if (begins(c->way, "origin")) {
        return turn && c->model != VOL_MODEL_BLEND && c->model != VOL_MODEL_CUCKER_SMALE;
    }
    if (begins(c->way, "nearest")) {
        return turn && (c->model == VOL_MODEL_CAPPED || c->model == VOL_MODEL_SIGHTED ||
                        c->model == VOL_MODEL_STEERING || c->model == VOL_MODEL_VICSEK || c->model == VOL_MODEL_COUZIN);
    }
    return !science || (turn && c->variant == VOL_VARIANT_AS_WRITTEN && !is_one_of(c->way->name, shown));
}

/* Has the model this way? */
static bool fits(const case_def *c, size_t number) {
    if (!is_worth_showing(c, number)) {
        return false;
    }
    if (c->model == VOL_MODEL_CUSTOM) {
        return c->way->terms || c->way->rule || c->variant == VOL_VARIANT_AS_WRITTEN; /* else as_written again */
    }
    return !c->way->rule && vol_model_has_integrator(c->model, c->way->integrator);
}

static void print_rows(const wanted *w, vol_model model, const way *of, size_t count, unsigned variants, outcome *o) {
    for (unsigned k = 0; k < 8 * count; k++) {
        case_def c = {model, k & 1 ? 3 : 2, k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE,
                      k & 4 ? VOL_VARIANT_AS_INTENDED : VOL_VARIANT_AS_WRITTEN, &of[k / 8]};
        if ((unsigned)c.variant < variants && fits(&c, k / 8) && vol_model_has_dimensions(model, c.dimensions) &&
            is_wanted(w, o->number++)) {
            uint64_t hash = w->device || w->ranks > 0 ? other_hash(&c, w, o) : only_hash(&c, w, &o->runs);
            printf("%-8s %dD %-6s %-11s %-11s %016" PRIx64 "\n", vol_model_name(c.model), c.dimensions,
                   k & 2 ? "double" : "single", k & 4 ? "as_intended" : "as_written", c.way->name, hash);
        }
    }
}

int main(int argc, char **argv) {
    wanted w;
    outcome o = {0};
    if (!read_options(argc, argv, &w)) {
        fprintf(stderr, "usage: same_bits [--alone | --device NAME] [--share K/N | --ranks N] [EVERY]\n");
        return 2;
    }
    vol_device_info info;
    if (w.device && w.ranks > 0) { /* the first call finds the devices, and drivers cannot do that in two threads */
        vol_device_read(0, &info, sizeof info, NULL);
    }
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        print_rows(&w, (vol_model)model, ways, sizeof ways / sizeof *ways, VOL_VARIANT_COUNT, &o);
    }
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        print_rows(&w, (vol_model)model, later_ways, sizeof later_ways / sizeof *later_ways, 1, &o);
    }
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        print_rows(&w, (vol_model)model, nearest_ways, sizeof nearest_ways / sizeof *nearest_ways, 1, &o);
    }
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        print_rows(&w, (vol_model)model, origin_ways, sizeof origin_ways / sizeof *origin_ways, 1, &o);
    }
    if (w.device || w.ranks > 0) {
        fprintf(stderr, "%u cases %s, %u of them with other bits; %u refused\n", o.runs,
                w.ranks > 0 ? "by the cluster" : "on the device", o.other, o.refused);
    } else {
        fprintf(stderr, "%u runs, one hash for each case\n", o.runs);
    }
    return o.other > 0 || ((w.device || w.ranks > 0) && o.runs == 0);
}
