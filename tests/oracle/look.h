/* What a boid sees, for the oracles of the models: places, zones, and how near each answer was to the other one. */
#ifndef VOL_TESTS_ORACLE_LOOK_H
#define VOL_TESTS_ORACLE_LOOK_H

#include "oracle/vec.h"

#include <math.h>

typedef vol_oracle_boid boid;

static const double pi = 3.14159265358979323846;

/* What boid i sees: after `sees(l, j)`, q is where it sees boid j, away = p_i - q, d = |away|. */
typedef struct look {
    const vol_world_def *world;
    const vol_flock_def *flock;
    const boid *boids;
    size_t n, i;
    boid me;
    vec q, away;
    double d;
    const bool *nearest; /* of each boid: is it one of the neighbours.count nearest? NULL: all count */
    double doubt;
    bool bounced;
} look;

/* a < b, remembering how near that was to being otherwise. */
static inline bool less(look *l, double a, double b, double scale) {
    if (a != b) {
        l->doubt = fmin(l->doubt, fabs(a - b) / scale);
    }
    return a < b;
}

static inline double reach_scale(const look *l, double a, double b) {
    return fabs(a) + fabs(b) + (l->world->images ? l->world->size[0] + l->world->size[1] : 0);
}

static inline bool within(look *l, double radius) {
    return less(l, l->d, radius, reach_scale(l, l->d, radius));
}

static inline bool within_or_at(look *l, double radius) {
    return !less(l, radius, l->d, reach_scale(l, l->d, radius));
}

static inline double nearest_image(look *l, double mine, double its, double size) {
    double turns = (mine - its) / size + 0.5;
    less(l, fabs(turns - round(turns)), 0, 1);
    return its + size * floor(turns);
}

/* Where boid j is for boid i. */
static inline void find(look *l, size_t j) {
    const double *size = l->world->size;
    vec p = l->me.p;
    l->q = l->boids[j].p;
    if (l->world->images) {
        l->q.x = nearest_image(l, p.x, l->q.x, size[0]);
        l->q.y = nearest_image(l, p.y, l->q.y, size[1]);
        l->q.z = l->world->dimensions == 3 ? nearest_image(l, p.z, l->q.z, size[2]) : 0;
    }
    l->away = sub(p, l->q);
    l->d = len(l->away);
}

/* Within `distance` (0: any) and half of `angle` on either side of the direction `ahead` (zero: all round). */
static inline bool in_cone(look *l, vec ahead) {
    double distance = l->flock->view.distance;
    double angle = l->flock->view.angle;
    if (distance > 0 && !within_or_at(l, distance)) {
        return false;
    }
    double scale = len(ahead) * l->d;
    double least = cos(angle / 2 * pi / 180) * scale;
    double is = -dot(ahead, l->away);
    return angle >= 360 || scale == 0 || !less(l, is, least, scale / (1 + reach_scale(l, 0, 0) / l->d));
}

/* Is boid j another one, and one of the nearest if only these count? */
static inline bool counts(const look *l, size_t j) {
    return j != l->i && (!l->nearest || l->nearest[j]);
}

static inline bool sees(look *l, size_t j) {
    if (!counts(l, j)) {
        return false;
    }
    find(l, j);
    return in_cone(l, l->me.v);
}

/* A sum of terms of that size in all. Where they all but cancel, rounding decides which way it points. */
static inline vec summed(look *l, vec sum, double size) {
    l->doubt = fmin(l->doubt, len(sum) / size);
    return sum;
}

/* From the boid to the mean of `near` places. */
static inline vec to_mean(look *l, vec sum, double near) {
    vec mean = mul(sum, 1 / near);
    return summed(l, sub(mean, l->me.p), len(mean) + len(l->me.p));
}

/* The three rules together. */
static inline vec total(look *l, vec a, vec b, vec c) {
    return summed(l, add(add(a, b), c), len(a) + len(b) + len(c));
}

/* Models of collective motion (science.c): the velocity that a boid wants. */
vec vol_oracle_vicsek(look *l);
vec vol_oracle_couzin(look *l);
vec vol_oracle_cucker_smale(look *l);
vec vol_oracle_dorsogna(look *l);
vec vol_oracle_olfati_saber(look *l);

/* That of a boid that keeps its speed: as wanted, but not turned by more than its limit. */
vec vol_oracle_kept(look *l, vec wanted);

#endif
