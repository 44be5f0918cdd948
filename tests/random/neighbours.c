/* The neighbours that the boids of a scene see: the same ones, whatever the index.
 *
 * Sums over neighbours are added in the order of the index, so the boids of another index may differ by rounding. Which
 * neighbours are added may not, not even at exactly the radius: every index measures the same distance by the same
 * operations. So the boids of a scene are put, where they are, into worlds of the model `custom`, whose rule of the
 * host's is told how many neighbours there are in each zone, and the sum of their velocities. These are whole numbers,
 * drawn for each boid and so small that no sum is rounded: another neighbour in place of one would show. */
#include "ways.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <volery/custom.h>

enum { ZONES = 3, SPEEDS = 2048, MOST_BOIDS = 2000 }; /* MOST_BOIDS times SPEEDS is below 2^24, which floats hold */

/* What one boid sees: in each zone how many, and the sums of two axes of their velocities. */
typedef struct sight {
    double number[ZONES], sum[ZONES][2];
} sight;

typedef struct watch {
    sight *sights; /* by id */
} watch;

/* The boids of one flock, which are the same for every index. */
typedef struct crowd {
    vol_flock_def def;
    size_t count;
    double *positions, *velocities; /* as vol_flock_add takes them */
    sight *seen[2];                 /* by brute force, and by the index that is tried */
} crowd;

typedef struct crowds {
    vol_world_def world;
    uint32_t count;
    crowd *list;
} crowds;

static bool note_sights(void *user, vol_custom_batch *b) {
    const vol_custom_zone *zones[ZONES] = {&b->separation, &b->alignment, &b->cohesion};
    watch *w = user;
    for (size_t i = 0; i < b->count; i++) {
        sight *s = &w->sights[b->id[i]];
        for (int zone = 0; zone < ZONES; zone++) {
            s->number[zone] = zones[zone]->number[i];
            s->sum[zone][0] = zones[zone]->velocity[0][i];
            s->sum[zone][1] = zones[zone]->velocity[1][i];
        }
    }
    return false; /* they go on as they were */
}

/* Any whole numbers, the same for the same arguments. */
static double draw(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t x = (a * 0x9e3779b97f4a7c15u) ^ (b * 0xbf58476d1ce4e5b9u) ^ (c * 0x94d049bb133111ebu);
    x = (x ^ (x >> 31)) * 0xd6e8feb86659fd93u;
    return (double)((x >> 40) % (2 * SPEEDS)) - SPEEDS;
}

/* The distance of two boids as kernels measure it, and the next number above it: a radius within which the one is just
 * seen, though by true numbers it may lie outside. */
static double just_above(const vol_world_def *world, const double *one, const double *other) {
    bool single = world->precision == VOL_PRECISION_SINGLE;
    double square = 0;
    for (int axis = 0; axis < world->dimensions; axis++) {
        double size = single ? (double)(float)world->size[axis] : world->size[axis], at = other[axis];
        double away = one[axis] - at, turn = !world->images ? 0 : away > size / 2 ? size : away < -size / 2 ? -size : 0;
        at = single ? (double)(float)(at + turn) : at + turn;
        away = single ? (double)(float)(one[axis] - at) : one[axis] - at;
        square = single ? (double)(float)(square + (double)(float)(away * away)) : square + away * away;
    }
    return single ? (double)nextafterf(sqrtf((float)square), INFINITY) : nextafter(sqrt(square), INFINITY);
}

/* A radius at which rounding would tell: the distance of two boids, half a world, nearly nothing, or what the scene
 * says. */
static double radius_for(const crowds *all, const crowd *c, uint64_t pick, double usual) {
    static const double shares[] = {0.5, 0.499, 0.25, 1.0 / 3, 0.33, 1, 1e-25, 1e-38};
    const crowd *of = pick % 3 == 0 && c > all->list ? c - 1 : c; /* one of the same flock, or of the one before */
    if (pick % 2 == 0 && c->count > 0 && of->count > 0) {
        const size_t each = (size_t)all->world.dimensions;
        usual = just_above(&all->world, c->positions + each * (pick * 31 % c->count),
                           of->positions + each * (pick * 17 % of->count));
    } else if (pick % 8 == 1) {
        usual = all->world.size[pick / 8 % (uint64_t)all->world.dimensions] * shares[pick / 16 % 8];
    }
    return fmin(fmax(usual, 0), 1e12);
}

/* Puts the boids on the edges of the cells of a lattice of so many cells along each axis, or right before them, and
 * lets all rules reach just across a cell: from before the one edge of it to the other. */
static void put_on_lattice(const crowds *all, crowd *c, uint64_t pick, uint64_t cells) {
    const size_t each = (size_t)all->world.dimensions;
    bool single = all->world.precision == VOL_PRECISION_SINGLE;
    for (size_t i = 0; i < c->count; i++) {
        for (size_t axis = 0; axis < each; axis++) {
            uint64_t number = (uint64_t)(draw(pick, i, axis) + SPEEDS);
            uint64_t edge = i > 1 ? number % (cells + 1) : axis > 0 ? 1 : 1 + i;
            bool before = i > 1 ? number / 16 % 2 == 0 : i == 0;
            double at = all->world.origin[axis] + all->world.size[axis] / (double)cells * (double)edge;
            at = single ? (double)(float)at : at;
            const double low = all->world.origin[axis];
            at = !before ? at : single ? (double)nextafterf((float)at, (float)low) : nextafter(at, low);
            c->positions[i * each + axis] = at;
        }
    }
    double reach = fmin(just_above(&all->world, c->positions, c->positions + each), 1e12);
    c->def.separation.radius = c->def.alignment.radius = c->def.cohesion.radius = reach;
    c->def.view.angle = 360;
    c->def.view.distance = 0;
}

/* Puts the boids to both sides of the edges of a world with images, so near that rounding moves their images as far,
 * and lets all rules reach just from the one side to the other. */
static void put_across(const crowds *all, crowd *c, uint64_t pick) {
    const size_t each = (size_t)all->world.dimensions;
    bool single = all->world.precision == VOL_PRECISION_SINGLE;
    for (size_t i = 0; i < c->count; i++) {
        for (size_t axis = 0; axis < each; axis++) {
            uint64_t number = (uint64_t)(draw(pick, i, axis) + SPEEDS);
            double size = single ? (double)(float)all->world.size[axis] : all->world.size[axis];
            double begin = all->world.origin[axis];
            double least = (fabs(begin) + size) *
                           (single ? 0x1p-24 : 0x1p-53); /* what the last bit of the size is worth, or less */
            double near = least * (double)(number / 2 % 16), across = number % 2 == 0 ? near / 4 : size - near;
            c->positions[i * each + axis] = begin + (axis == pick % each ? across : size / 2 + near);
        }
    }
    double reach = just_above(&all->world, c->positions + each * (pick / 5 % c->count), c->positions);
    c->def.separation.radius = c->def.alignment.radius = c->def.cohesion.radius = fmin(reach, 1e12);
    c->def.view.angle = 360;
    c->def.view.distance = 0;
}

static void take_crowd(const question *asked, crowds *all, uint32_t flock, vol_world *from) {
    crowd *c = &all->list[flock];
    const int dimensions = all->world.dimensions;
    const vol_flock_def def = vol_flock_get_def(from, flock);
    vol_view view = vol_flock_view(from, flock);
    const uint32_t *order = vol_flock_order(from, flock);
    c->count = view.count;
    c->positions = vol_take((view.count + 1) * (size_t)dimensions * sizeof(double));
    c->velocities = vol_take((view.count + 1) * (size_t)dimensions * sizeof(double));
    for (size_t i = 0; i < view.count; i++) {
        for (int axis = 0; axis < dimensions; axis++) {
            size_t at = i * (size_t)dimensions + (size_t)axis;
            c->positions[at] = fmin(fmax(vol_view_position(&view, axis, order[i]), -1e12), 1e12);
            c->velocities[at] = draw(flock, i, (uint64_t)axis);
        }
    }
    for (int k = 0; k < 2; k++) {
        c->seen[k] = vol_take((view.count + 1) * sizeof *c->seen[k]);
    }
    c->def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    c->def.name = def.name;
    c->def.count = 0;
    c->def.start.shape = VOL_SHAPE_GIVEN;
    c->def.view.angle = def.view.angle;
    c->def.view.distance = asked->number % 3 == 0 ? def.view.distance : 0;
    c->def.separation.power = c->def.alignment.power = c->def.cohesion.power = 0;
    c->def.separation.radius = radius_for(all, c, asked->number * 5 + flock * 7, def.separation.radius);
    c->def.alignment.radius = radius_for(all, c, asked->number * 7 + flock * 3 + 1, def.alignment.radius);
    c->def.cohesion.radius = radius_for(all, c, asked->number * 11 + flock + 2, def.cohesion.radius);
    if (asked->number % 4 == 2 && c->count > 1) {
        put_on_lattice(all, c, asked->number, 3 + asked->number / 4 % 6);
    } else if (asked->number % 2 == 1 && c->count > 1 && all->world.images) {
        put_across(all, c, asked->number);
    }
}

static vol_world *make_world(const crowds *all, const char *index, watch *watches) {
    vol_world *world = NULL;
    vol_world_def def = all->world;
    vol_error error;
    bool right = vol_world_def_set(&def, "world.index", index, &error) == VOL_OK &&
                 vol_world_create(&def, &world, &error) == VOL_OK;
    for (uint32_t i = 0; right && i < all->count; i++) {
        const crowd *c = &all->list[i];
        vol_flock_def flock = c->def;
        vol_flock number;
        flock.rule.decide = note_sights;
        flock.rule.user = &watches[i];
        right = vol_flock_create(world, &flock, &number, &error) == VOL_OK &&
                vol_flock_add(world, number, c->count, c->positions, c->velocities, NULL, &error) == VOL_OK;
    }
    for (uint32_t i = 0; right && i < all->count && all->count > 1; i++) { /* all flock with all */
        vol_relation_def relation = vol_default_relation_def();
        relation.from = i;
        relation.kind = VOL_RELATION_FLOCK_WITH;
        for (uint32_t k = 0; k < all->count && relation.to_count < 16; k++) {
            if (k != i) {
                relation.to[relation.to_count++] = k;
            }
        }
        right = vol_relation_create(world, &relation, NULL, &error) == VOL_OK;
    }
    if (!right) {
        fprintf(stderr, "neighbours: error: %s\n", error.text);
        abort();
    }
    return world;
}

static void see(const crowds *all, const char *index, int which) {
    watch *watches = vol_take((all->count + 1) * sizeof *watches);
    for (uint32_t i = 0; i < all->count; i++) {
        watches[i].sights = all->list[i].seen[which];
        memset(watches[i].sights, 0, (all->list[i].count + 1) * sizeof(sight));
    }
    vol_world *world = make_world(all, index, watches);
    if (vol_world_step(world, 1) != VOL_OK) {
        fprintf(stderr, "neighbours: error: a step failed\n");
        abort();
    }
    vol_world_destroy(world);
    free(watches);
}

static bool compare_sights(const crowds *all, const char *index, vol_text *text) {
    static const char *const zones[ZONES] = {"separation", "alignment", "cohesion"};
    for (uint32_t i = 0; i < all->count; i++) {
        const crowd *c = &all->list[i];
        for (size_t id = 0; id < c->count; id++) {
            const sight *brute = &c->seen[0][id], *other = &c->seen[1][id];
            for (int zone = 0; zone < ZONES; zone++) {
                if (brute->number[zone] != other->number[zone] || brute->sum[zone][0] != other->sum[zone][0] ||
                    brute->sum[zone][1] != other->sum[zone][1]) {
                    const double radii[ZONES] = {c->def.separation.radius, c->def.alignment.radius,
                                                 c->def.cohesion.radius};
                    vol_text_print(text,
                                   "%s: flock %s, boid %zu at %.17g %.17g, %s within %.17g: %g neighbours (sums %g %g)",
                                   index, c->def.name, id, c->positions[id * (size_t)all->world.dimensions],
                                   c->positions[id * (size_t)all->world.dimensions + 1], zones[zone], radii[zone],
                                   other->number[zone], other->sum[zone][0], other->sum[zone][1]);
                    vol_text_print(text, ", by brute force %g (%g %g)", brute->number[zone], brute->sum[zone][0],
                                   brute->sum[zone][1]);
                    return false;
                }
            }
        }
    }
    return true;
}

static void release(crowds *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        free(all->list[i].positions);
        free(all->list[i].velocities);
        free(all->list[i].seen[0]);
        free(all->list[i].seen[1]);
    }
    free(all->list);
}

bool same_neighbours(const question *asked, vol_world *from, const char *isa, vol_text *text) {
    static const char *const indexes[] = {"grid", "tree", "kdtree", "auto"};
    crowds all = {.world = vol_world_get_def(from), .count = vol_flock_count(from)};
    size_t boids = 0;
    all.world.update = VOL_UPDATE_TOGETHER;
    all.world.integrator = VOL_INTEGRATOR_EULER; /* the rule that counts is asked once a step */
    all.world.threads = 1;
    all.world.isa = isa;
    all.list = vol_take((all.count + 1) * sizeof *all.list);
    for (uint32_t i = 0; i < all.count; i++) {
        take_crowd(asked, &all, i, from);
        boids += all.list[i].count;
    }
    bool same = true;
    if (boids > 1 && boids <= MOST_BOIDS) {
        see(&all, "brute", 0);
        for (int i = 0; same && i < 4; i++) {
            see(&all, indexes[i], 1);
            same = compare_sights(&all, indexes[i], text);
        }
    }
    release(&all);
    return same;
}
