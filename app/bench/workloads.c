/* The workloads that `volery bench` measures, each a function from a number of boids to a world and a flock. They are
 * the first station of the benchmark, and the same for every release: figures can be compared over the years. */
#include "bench/bench.h"
#include "common/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIZES = 4, SETTLE = 1000, STEPS = 100, FEWEST_STEPS = 5 };

/* The pairs to be tested in the timed steps together: about half a second of work. */
static const double WORK = 8e8;
/* The boids that may be moved while a world settles: less than a minute of work on two cores. */
static const double SETTLE_WORK = 1e9;

static const double PI = 3.14159265358979323846;

typedef struct workload {
    const char *name;
    void (*make)(app_bench_case *c, uint64_t boids);
    uint64_t sizes[MOST_SIZES]; /* when it is asked for by name; 0: no more */
    uint64_t few[MOST_SIZES];   /* when all are run */
    const char *about;
    const char *says; /* what its figures stand for, for those who compare them with others'; NULL: nothing more */
} workload;

/* A world with images and one flock of the model blend, which all but the articles have. */
static void make_torus(app_bench_case *c, int dimensions, double side, uint64_t boids) {
    c->world.dimensions = dimensions;
    for (int axis = 0; axis < 3; axis++) {
        c->world.size[axis] = side;
    }
    c->world.boundary = VOL_BOUNDARY_WRAP;
    c->world.images = true;
    c->flock = vol_default_flock_def(VOL_MODEL_BLEND);
    c->flock.count = (size_t)boids;
    c->flock.start.shape = VOL_SHAPE_UNIFORM;
}

static void set_rules(vol_flock_def *flock, vol_rule separation, vol_rule alignment, vol_rule cohesion) {
    flock->separation.radius = separation.radius;
    flock->separation.weight = separation.weight;
    flock->alignment.radius = alignment.radius;
    flock->alignment.weight = alignment.weight;
    flock->cohesion.radius = cohesion.radius;
    flock->cohesion.weight = cohesion.weight;
}

static void set_speed(vol_flock_def *flock, double speed) {
    flock->max_speed = speed;
    flock->start.speed = speed;
}

/* The mean number of neighbours within R is 10 at the start, and hardly more in the timed steps: the rules are so weak
 * that flocks need some hundred steps to form. Then they hold together without collapsing. */
static void make_uniform(app_bench_case *c, uint64_t boids) {
    const double reach = 50;
    make_torus(c, 2, sqrt((double)boids * PI * reach * reach / 10), boids);
    set_speed(&c->flock, 2);
    set_rules(&c->flock, (vol_rule){.radius = reach / 2, .weight = 0.005}, (vol_rule){.radius = reach, .weight = 0.005},
              (vol_rule){.radius = reach, .weight = 0.0005});
}

/* The same world, where only the nearest of them matter. */
static void make_nearest(app_bench_case *c, uint64_t boids) {
    make_uniform(c, boids);
    c->flock.neighbours.count = 7;
}

/* 80,000 in 400 x 400, and others at the same density. */
static void make_flame(app_bench_case *c, uint64_t boids) {
    make_torus(c, 2, sqrt((double)boids * 400 * 400 / 80000), boids);
    set_speed(&c->flock, 0.5);
    set_rules(&c->flock, (vol_rule){.radius = 1, .weight = 0.005}, (vol_rule){.radius = 5, .weight = 0.005},
              (vol_rule){.radius = 5, .weight = 0.0005});
}

/* The box stays as it is: more boids are denser. */
static void make_cis(app_bench_case *c, uint64_t boids) {
    make_torus(c, 3, 200, boids);
    c->world.dt = 0.2;
    set_speed(&c->flock, 1);
    set_rules(&c->flock, (vol_rule){.radius = 3, .weight = 0.1}, (vol_rule){.radius = 5, .weight = 0.1},
              (vol_rule){.radius = 5, .weight = 0.01});
}

/* Two sizes are given; others have the density and radius of the small one. */
static void make_abm_together(app_bench_case *c, uint64_t boids) {
    bool large = boids == 400;
    double reach = large ? 15 : 5;
    make_torus(c, 2, large ? 150 : 100 * sqrt((double)boids / 200), boids);
    set_speed(&c->flock, 1);
    set_rules(&c->flock, (vol_rule){.radius = 1, .weight = 0.015}, (vol_rule){.radius = reach, .weight = 0.05},
              (vol_rule){.radius = reach, .weight = 0.03});
}

/* As the public comparison of agent-based frameworks declares its flocking. */
static void make_abm(app_bench_case *c, uint64_t boids) {
    make_abm_together(c, boids);
    c->world.update = VOL_UPDATE_IN_RANDOM_TURN;
    c->world.precision = VOL_PRECISION_DOUBLE;
    c->flock.min_speed = c->flock.max_speed;
}

/* The world of `uniform` when flocks have formed. */
static void make_flocked(app_bench_case *c, uint64_t boids) {
    make_uniform(c, boids);
    c->settle = SETTLE;
    if ((double)boids * SETTLE > SETTLE_WORK) {
        c->settle = (uint64_t)fmax(SETTLE_WORK / (double)boids, FEWEST_STEPS);
        c->settle_is_less = SETTLE;
    }
}

/* Clusters of a thousand, each boid with some eighty neighbours, in a world 4,000 times as wide as the reach: cells as
 * wide as the reach would be too many, and wider ones hold whole clusters. */
static void make_clustered(app_bench_case *c, uint64_t boids) {
    const double reach = 50;
    make_torus(c, 2, 4000 * reach, boids);
    set_speed(&c->flock, 0.5);
    set_rules(&c->flock, (vol_rule){.radius = reach / 5, .weight = 0.005}, (vol_rule){.radius = reach, .weight = 0.005},
              (vol_rule){.radius = reach, .weight = 0.0005});
    c->crowd = 1000;
    c->crowd_radius = reach * sqrt(1000 / 100.0);
}

/* Larger and denser clusters in a plane without end. */
static void make_open(app_bench_case *c, uint64_t boids) {
    make_clustered(c, boids);
    c->world.boundary = VOL_BOUNDARY_OPEN;
    c->world.images = false;
    c->crowd = 10000;
    c->crowd_radius = c->flock.cohesion.radius * sqrt(10000 / 500.0);
}

/* As dense as `uniform`, and as fast for the radius: what the model alone changes. Noise keeps flocks from forming. */
static void make_vicsek(app_bench_case *c, uint64_t boids) {
    make_torus(c, 2, sqrt((double)boids * PI / 10), boids);
    c->flock = vol_default_flock_def(VOL_MODEL_VICSEK);
    c->flock.count = (size_t)boids;
    c->flock.speed = c->flock.max_speed = 0.04;
    c->flock.noise.strength = 5;
}

static const workload workloads[] = {
    {"uniform",
     make_uniform,
     {10000, 100000, 1000000},
     {10000, 100000, 1000000},
     "2D torus, homogeneous, about 10 neighbours within the radius; larger worlds for more boids",
     NULL},
    {"nearest",
     make_nearest,
     {10000, 100000, 1000000},
     {100000},
     "uniform, but of its neighbours only the 7 nearest count for each boid",
     NULL},
    {"flame",
     make_flame,
     {80000, 1000000},
     {80000},
     "2D torus, 80,000 boids in 400 x 400, 39 neighbours within the radius; larger worlds for more boids",
     NULL},
    {"cis", make_cis, {100000, 640000}, {100000}, "3D torus of 200 x 200 x 200; denser for more boids", NULL},
    {"abm",
     make_abm,
     {200, 400},
     {200, 400},
     "2D torus, small: 200 boids in 100 x 100 with radius 5; 400 boids in 150 x 150 with radius 15; one after the "
     "other",
     "as the public comparison of agent-based frameworks declares it: one boid after the other in a fresh random order "
     "each step, 64-bit numbers, neighbours by the exact radius on the torus, constant speed"},
    {"abm/together",
     make_abm_together,
     {200, 400},
     {0},
     "the world of abm with all boids from the same state, single precision and any index",
     NULL},
    {"vicsek",
     make_vicsek,
     {10000, 100000, 1000000},
     {1000000},
     "the model vicsek in a 2D torus, about 10 neighbours within the radius, as uniform; larger worlds for more boids",
     NULL},
    {"flocked",
     make_flocked,
     {10000, 100000, 1000000},
     {100000},
     "uniform after 1,000 steps, when flocks have formed and density is uneven (fewer steps above 1,000,000 boids)",
     NULL},
    {"clustered",
     make_clustered,
     {10000, 100000, 1000000},
     {100000},
     "clusters of 1,000 boids, 80 neighbours within the radius, in a 2D torus 4,000 times as wide as the radius",
     NULL},
    {"open",
     make_open,
     {10000, 100000},
     {100000},
     "clusters of 10,000 boids, 430 neighbours within the radius, in a plane without end",
     NULL},
    {"articles",
     NULL,
     {0},
     {0},
     "the five systems of published articles as they are, and with 1,000 and 5,000 boids",
     NULL},
};

enum { WORKLOADS = sizeof workloads / sizeof *workloads };

/* The articles' systems, and what a boid and step take in the programs that the articles print, with 1,000 boids. */
enum { ARTICLE_BOIDS = 1000 };
static const struct article {
    const char *scene, *name;
    double ns;
} articles[] = {
    {"nudge", "articles/nudge", 233000},       {"capped", "articles/capped", 34700},
    {"blend", "articles/blend", 9980},         {"sighted", "articles/sighted", 2140000},
    {"steering", "articles/steering", 724000},
};

enum { ARTICLES = sizeof articles / sizeof *articles };

const char *app_bench_name(size_t index) {
    if (index < WORKLOADS) {
        return workloads[index].name;
    }
    return index < WORKLOADS + ARTICLES ? articles[index - WORKLOADS].name : NULL;
}

double app_bench_reach(const vol_flock_def *flock) {
    double reach = fmax(flock->separation.radius, fmax(flock->alignment.radius, flock->cohesion.radius));
    return fmax(reach, flock->view.distance);
}

/* Always the same number for a case, whatever the machine: so the timed steps are the same ones everywhere. */
static uint64_t choose_steps(const app_bench_case *c) {
    double boids = (double)c->flock.count;
    double near = boids;
    for (int axis = 0; axis < c->world.dimensions; axis++) {
        near *= fmin(1, 3 * app_bench_reach(&c->flock) / c->world.size[axis]);
    }
    if (c->world.update != VOL_UPDATE_TOGETHER) {
        near = boids;
    }
    if (c->crowd > 0) {
        near = (double)c->crowd;
    }
    double steps = WORK / (boids * (near + 10));
    return (uint64_t)fmin(fmax(steps, FEWEST_STEPS), STEPS);
}

static app_bench_case *add_case(app_bench_cases *cases, const char *name) {
    cases->item = vol_retake(cases->item, (cases->count + 1) * sizeof *cases->item);
    app_bench_case *c = &cases->item[cases->count++];
    *c = (app_bench_case){.world = vol_default_world_def()};
    snprintf(c->workload, sizeof c->workload, "%s", name);
    return c;
}

/* The built-in scene with another number of boids (0: its own); the index is left to the engine, as readers would. */
static bool add_article(app_bench_cases *cases, const struct article *article, uint64_t boids, app_fault *fault) {
    vol_scene scene;
    if (!vol_scene_load(&scene, article->scene, NULL, 0, fault)) {
        return false;
    }
    app_bench_case *c = add_case(cases, article->name);
    c->world = scene.world;
    c->world.index = VOL_INDEX_AUTO;
    c->flock = scene.flocks[0].def;
    c->flock.name = "boids";
    c->flock.count = boids > 0 ? (size_t)boids : c->flock.count;
    c->article_ns = c->flock.count == ARTICLE_BOIDS ? article->ns : 0;
    c->steps = choose_steps(c);
    vol_scene_release(&scene);
    return true;
}

/* All of them, or the one that is named. */
static bool add_articles(app_bench_cases *cases, const app_bench_choice *choice, app_fault *fault) {
    static const uint64_t sizes[] = {0, ARTICLE_BOIDS, 5000};
    static const uint64_t few[] = {ARTICLE_BOIDS};
    const uint64_t *own = choice->name != NULL ? sizes : few;
    size_t own_count = choice->name != NULL ? sizeof sizes / sizeof *sizes : sizeof few / sizeof *few;
    const uint64_t *boids = choice->boid_sizes > 0 ? choice->boids : own;
    size_t count = choice->boid_sizes > 0 ? choice->boid_sizes : own_count;
    for (size_t i = 0; i < ARTICLES; i++) {
        bool wanted = choice->name == NULL || strcmp(choice->name, "articles") == 0 ||
                      strcmp(choice->name, articles[i].name) == 0;
        for (size_t k = 0; wanted && k < count; k++) {
            if (!add_article(cases, &articles[i], boids[k], fault)) {
                return false;
            }
        }
    }
    return true;
}

static void add_workload(app_bench_cases *cases, const app_bench_choice *choice, const workload *w) {
    const uint64_t *own = choice->name != NULL ? w->sizes : w->few;
    size_t count = choice->boid_sizes;
    while (choice->boid_sizes == 0 && count < MOST_SIZES && own[count] > 0) {
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        app_bench_case *c = add_case(cases, w->name);
        c->says = w->says;
        w->make(c, choice->boid_sizes > 0 ? choice->boids[i] : own[i]);
        c->steps = choose_steps(c);
    }
}

static bool no_such_workload(const char *name, app_fault *fault) {
    vol_words known = {0};
    vol_text list = {0};
    for (size_t i = 0; app_bench_name(i) != NULL; i++) {
        vol_words_add(&known, app_bench_name(i));
    }
    vol_words_list(&known, &list);
    app_fault_set(fault, APP_EXIT_WRONG, "volery bench: there is no workload '%s'", name);
    const char *nearest = vol_words_nearest(&known, name);
    if (nearest != NULL) {
        app_fault_more(fault, "; did you mean '%s'?", nearest);
    }
    app_fault_more(fault, "%s allowed: %s", nearest != NULL ? "" : ";", list.data);
    vol_text_release(&list);
    vol_words_release(&known);
    return false;
}

bool app_bench_choose(app_bench_cases *cases, const app_bench_choice *choice, app_fault *fault) {
    size_t before = cases->count;
    bool right = true;
    for (size_t i = 0; right && i < WORKLOADS; i++) {
        const workload *w = &workloads[i];
        if (w->make == NULL) {
            right = add_articles(cases, choice, fault);
        } else if (choice->name == NULL || strcmp(choice->name, w->name) == 0) {
            add_workload(cases, choice, w);
        }
    }
    return right && (cases->count > before || no_such_workload(choice->name, fault));
}

static void list_rule(vol_text *text, const char *name, const vol_rule *rule) {
    vol_text_print(text, ", %s %g/%g", name, rule->radius, rule->weight);
}

static void list_case(vol_text *text, const app_bench_case *c) {
    const vol_flock_def *f = &c->flock;
    vol_text_print(text, "  %-17s %8zu boids, model %s, world %.6g x %.6g", c->workload, f->count,
                   vol_model_name(f->model), c->world.size[0], c->world.size[1]);
    if (c->world.dimensions == 3) {
        vol_text_print(text, " x %.6g", c->world.size[2]);
    }
    vol_text_print(text, ", dt %g, speed %g", c->world.dt, f->max_speed);
    list_rule(text, "separation", &f->separation);
    list_rule(text, "alignment", &f->alignment);
    list_rule(text, "cohesion", &f->cohesion);
    vol_text_print(text, ", %llu steps", (unsigned long long)c->steps);
    if (c->settle > 0) {
        vol_text_print(text, " after %llu", (unsigned long long)c->settle);
    }
    vol_text_put(text, "\n");
}

bool app_bench_list(vol_text *text, app_fault *fault) {
    for (size_t i = 0; i < WORKLOADS; i++) {
        app_bench_cases cases = {0};
        if (!app_bench_choose(&cases, &(app_bench_choice){.name = workloads[i].name}, fault)) {
            return false;
        }
        vol_text_print(text, "%s: %s\n", workloads[i].name, workloads[i].about);
        for (size_t k = 0; k < cases.count; k++) {
            list_case(text, &cases.item[k]);
        }
        free(cases.item);
    }
    vol_text_put(text, "Rules are given as radius/weight.\n");
    return true;
}
