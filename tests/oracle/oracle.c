/* The oracle: what each model makes of a boid and all others, then limits, move and boundary. See oracle.h. */
#include "oracle.h"

#include "oracle/look.h"
#include "oracle/philox.h"

#include <stdlib.h>

static vec toward(double degrees, double length) {
    return (vec){length * cos(degrees * pi / 180), length * sin(degrees * pi / 180), 0};
}

static double heading(vec a) {
    return fmod(atan2(a.y, a.x) * 180 / pi + 360, 360);
}

static vec nudge(look *l) {
    const vol_flock_def *f = l->flock;
    vec s = {0}, a = {0}, c = {0};
    double near_s = 0, near_a = 0, near_c = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (!sees(l, j)) {
            continue;
        }
        bool aligns = within(l, f->alignment.radius), coheres = within(l, f->cohesion.radius);
        if (aligns) {
            a = add(a, l->boids[j].v);
            near_a++;
        }
        if (coheres) {
            c = add(c, l->q);
            near_c++;
        }
        if ((aligns || coheres) && within(l, f->separation.radius)) {
            s = add(s, with_length(l->away, 1));
            near_s++;
        }
    }
    s = with_length(summed(l, s, near_s), f->separation.weight);
    a = with_length(near_a > 0 ? mul(a, 1 / near_a) : a, f->alignment.weight);
    c = with_length(near_c > 0 ? to_mean(l, c, near_c) : c, f->cohesion.weight);
    return add(l->me.v, mul(total(l, s, a, c), l->world->dt));
}

/* Here the boid itself is among its neighbours. */
static vec capped(look *l) {
    const vol_flock_def *f = l->flock;
    vec s = {0}, a = {0}, c = {0};
    double near_s = 0, near_a = 0, near_c = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (!sees(l, j) && j != l->i) {
            continue;
        }
        find(l, j);
        if (within(l, f->separation.radius)) {
            s = add(s, l->q);
            near_s++;
        }
        if (within(l, f->alignment.radius)) {
            a = add(a, l->boids[j].v);
            near_a++;
        }
        if (within(l, f->cohesion.radius)) {
            c = add(c, l->q);
            near_c++;
        }
    }
    s = near_s > 0 ? mul(to_mean(l, s, near_s), -near_s) : s;
    if (f->variant == VOL_VARIANT_AS_INTENDED) {
        a = near_a > 0 ? mul(a, 1 / near_a) : a;
        c = near_c > 0 ? to_mean(l, c, near_c) : c;
    } else {
        c = near_c > 0 ? sub(c, l->me.p) : c;
    }
    vec change = total(l, limit(s, f->max_rule), limit(a, f->max_rule), limit(c, f->max_rule));
    return add(l->me.v, mul(change, l->world->dt));
}

static vec blend(look *l) {
    const vol_flock_def *f = l->flock;
    vec s = {0}, a = {0}, c = {0};
    double near_a = 0, near_c = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (!sees(l, j) || l->d == 0) {
            continue;
        }
        if (within(l, f->separation.radius)) {
            s = add(s, with_length(l->away, 1));
        }
        if (within(l, f->alignment.radius)) {
            a = add(a, l->boids[j].v);
            near_a++;
        }
        if (within(l, f->cohesion.radius)) {
            c = add(c, l->q);
            near_c++;
        }
    }
    a = near_a > 0 ? sub(mul(a, 1 / near_a), l->me.v) : a;
    c = near_c > 0 ? to_mean(l, c, near_c) : c;
    vec change = total(l, mul(c, f->cohesion.weight), mul(s, f->separation.weight), mul(a, f->alignment.weight));
    return add(l->me.v, mul(change, l->world->dt));
}

static vec steer(const look *l, vec way, double near) {
    vec wanted = with_length(way, l->flock->max_speed);
    return near > 0 ? limit(sub(wanted, l->me.v), l->flock->max_force) : (vec){0, 0, 0};
}

static vec steering(look *l) {
    const vol_flock_def *f = l->flock;
    vec s = {0}, a = {0}, c = {0};
    double near_s = 0, near_a = 0, near_c = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (!sees(l, j)) {
            continue;
        }
        if (within(l, f->separation.radius)) {
            s = add(s, with_length(l->away, f->variant == VOL_VARIANT_AS_INTENDED ? 1 / l->d : 1));
            near_s++;
        }
        if (within(l, f->alignment.radius)) {
            a = add(a, l->boids[j].v);
            near_a++;
        }
        if (within(l, f->cohesion.radius)) {
            c = add(c, l->q);
            near_c++;
        }
    }
    c = near_c > 0 ? to_mean(l, c, near_c) : c;
    vec change = total(l, mul(steer(l, a, near_a), f->alignment.weight), mul(steer(l, c, near_c), f->cohesion.weight),
                       mul(steer(l, summed(l, s, near_s), near_s), f->separation.weight));
    return add(l->me.v, mul(change, l->world->dt));
}

/* What a neighbour at that distance weighs in a zone of `custom`. */
static double weight_of(const look *l, const vol_rule *rule) {
    if (rule->table.count > 0) {
        double at = fmin(l->d / rule->radius, 1) * (double)(rule->table.count - 1);
        size_t below = (size_t)fmin(floor(at), (double)(rule->table.count - 2));
        double part = at - (double)below;
        return (1 - part) * rule->table.value[below] + part * rule->table.value[below + 1];
    }
    if (rule->power == 0) {
        return 1;
    }
    return l->d > 0 ? fmin(pow(l->d, -rule->power), 1e12) : 0;
}

/* The mean of a sum of terms of that size in all, cut and weighed. */
static vec mean_force(look *l, vec sum, double size, double near, double weight) {
    return near > 0 ? mul(limit(mul(summed(l, sum, size), 1 / near), l->flock->max_force), weight) : (vec){0, 0, 0};
}

static vec custom(look *l) {
    const vol_flock_def *f = l->flock;
    vec s = {0}, a = {0}, c = {0};
    double near_s = 0, near_a = 0, near_c = 0, size_s = 0, size_a = 0, size_c = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (!sees(l, j)) {
            continue;
        }
        if (within(l, f->separation.radius)) {
            s = add(s, mul(l->away, weight_of(l, &f->separation)));
            size_s += fabs(weight_of(l, &f->separation)) * l->d;
            near_s++;
        }
        if (within(l, f->alignment.radius)) {
            a = add(a, mul(sub(l->boids[j].v, l->me.v), weight_of(l, &f->alignment)));
            size_a += fabs(weight_of(l, &f->alignment)) * (len(l->boids[j].v) + len(l->me.v));
            near_a++;
        }
        if (within(l, f->cohesion.radius)) {
            c = add(c, mul(l->away, -weight_of(l, &f->cohesion)));
            size_c += fabs(weight_of(l, &f->cohesion)) * l->d;
            near_c++;
        }
    }
    vec change = total(l, mean_force(l, s, size_s, near_s, f->separation.weight),
                       mean_force(l, a, size_a, near_a, f->alignment.weight),
                       mean_force(l, c, size_c, near_c, f->cohesion.weight));
    return add(l->me.v, mul(change, l->world->dt));
}

/* On which side of the line from b to a the point is. */
static double side(vec point, vec a, vec b) {
    return (point.x - b.x) * (a.y - b.y) - (a.x - b.x) * (point.y - b.y);
}

static bool in_triangle(look *l) {
    double half = l->flock->view.angle / 2, distance = l->flock->view.distance, phi = l->me.heading;
    vec tip = l->me.p, left = add(tip, toward(phi + half, distance)), right = add(tip, toward(phi - half, distance));
    double t[3] = {side(l->q, tip, left), side(l->q, left, right), side(l->q, right, tip)};
    bool below = false, above = false;
    for (int k = 0; k < 3; k++) {
        double scale = distance * (l->d + distance) + distance * (fabs(tip.x) + fabs(tip.y));
        below |= less(l, t[k], 0, scale);
        above |= less(l, 0, t[k], scale);
    }
    return !(below && above);
}

static bool in_sight(look *l) {
    bool far = l->flock->view.shape == VOL_SIGHT_CONE ? in_cone(l, toward(l->me.heading, 1)) : in_triangle(l);
    return within_or_at(l, l->flock->alignment.radius) || far;
}

static vec with_power(vec a, double power) {
    return with_length(a, pow(len(a), power));
}

static vec walls(const look *l) {
    const vol_flock_def *f = l->flock;
    const double *size = l->world->size, *origin = l->world->origin;
    vec p = {l->me.p.x - origin[0], l->me.p.y - origin[1], 0};
    double turn = f->variant == VOL_VARIANT_AS_INTENDED ? 0 : 90;
    double distance[4] = {p.x, p.y, size[1] - p.y, size[0] - p.x}, angle[4] = {0, 90, 270, 180};
    vec sum = {0};
    for (int k = 0; k < 4; k++) {
        sum = add(sum, toward(angle[k] + turn, f->wall.strength / fmax(fabs(distance[k]), 1e-9)));
    }
    return sum;
}

/* The sum of the forces is the velocity. */
static vec sighted(look *l) {
    const vol_flock_def *f = l->flock;
    bool intended = f->variant == VOL_VARIANT_AS_INTENDED;
    vec s = {0}, c = {0}, headings = {0};
    double near_c = 0, near_a = 0, angles = 0, speeds = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (!counts(l, j)) {
            continue;
        }
        const boid *its = &l->boids[j];
        find(l, j);
        if (within_or_at(l, f->separation.radius)) {
            s = add(s, with_length(l->away, 1));
        }
        if (within_or_at(l, f->cohesion.radius)) {
            c = add(c, l->q);
            near_c++;
        }
        if (in_sight(l)) {
            headings = add(headings, toward(its->heading, 1));
            less(l, fmin(its->heading, 360 - its->heading), 0, 360); /* 0 and 360 are far apart in a mean */
            angles += its->heading;
            speeds += len(its->v);
            near_a++;
        }
    }
    vec a = toward(intended ? heading(headings) : angles / fmax(near_a, 1), speeds / fmax(near_a, 1));
    a = near_a > 0 ? with_power(sub(a, l->me.v), f->alignment.power) : (vec){0, 0, 0};
    if (near_c > 0) {
        c = with_power(intended ? to_mean(l, c, near_c) : sub(mul(c, 1 / near_c), l->me.v), f->cohesion.power);
    }
    vec force = total(l, mul(c, f->cohesion.weight), mul(s, f->separation.weight), mul(a, f->alignment.weight));
    return f->wall.weight != 0 ? add(force, mul(walls(l), f->wall.weight)) : force;
}

/* What the boundary does on one axis. */
static void bound(look *l, double *x, double *v, double low, double size) {
    const vol_world_def *w = l->world;
    double margin = w->boundary == VOL_BOUNDARY_TILE ? w->margin : 0, scale = fabs(*x) + fabs(low) + size + margin;
    double high = low + size;
    switch (w->boundary) {
    case VOL_BOUNDARY_WRAP: *x -= size * floor((*x - low) / size); break;
    case VOL_BOUNDARY_CLAMP: *x = fmin(fmax(*x, low), high); break;
    case VOL_BOUNDARY_JUMP:
    case VOL_BOUNDARY_TILE:
        if (less(l, high + margin, *x, scale)) {
            *x = low - margin;
        } else if (less(l, *x, low - margin, scale)) {
            *x = high + margin;
        }
        break;
    case VOL_BOUNDARY_BOUNCE:
        if (less(l, *x, low, scale) || less(l, high, *x, scale)) {
            l->bounced = true;
            *v = -*v;
            *x = fmin(fmax(*x < low ? 2 * low - *x : 2 * high - *x, low), high);
        }
        break;
    default: break;
    }
}

/* How far a boid is, and which one it is. */
typedef struct rival {
    double d;
    size_t j;
    bool whole; /* its place is in whole numbers, so that its distance has no rounding */
} rival;

static int nearer(const void *a, const void *b) {
    const rival *x = a, *y = b;
    return x->d != y->d ? (x->d < y->d ? -1 : 1) : (x->j > y->j) - (x->j < y->j);
}

/* Marks the neighbours.count nearest that are in view; none is needed beyond, where no rule reaches. `sighted` and
 * `couzin` look for themselves who is in view. Of equally near ones those with the lower ids: distances are the same
 * for every program where numbers are whole. */
static void choose_nearest(look *l, rival *rivals, bool *chosen) {
    const bool looks_itself = l->flock->model == VOL_MODEL_SIGHTED || l->flock->model == VOL_MODEL_COUZIN;
    size_t found = 0, k = l->flock->neighbours.count;
    for (size_t j = 0; j < l->n; j++) {
        chosen[j] = false;
        if (sees(l, j) || (j != l->i && looks_itself)) {
            rivals[found++] = (rival){l->d, j,
                                      floor(l->away.x) == l->away.x && floor(l->away.y) == l->away.y &&
                                          floor(l->away.z) == l->away.z};
        }
    }
    qsort(rivals, found, sizeof *rivals, nearer);
    for (size_t r = 0; r < k && r < found; r++) {
        chosen[rivals[r].j] = true;
    }
    if (k < found) {
        less(l, rivals[k - 1].d, rivals[k].d, reach_scale(l, rivals[k - 1].d, rivals[k].d));
        bool exact = rivals[k - 1].d == 0 || (rivals[k - 1].whole && rivals[k].whole);
        l->doubt = rivals[k - 1].d == rivals[k].d && !exact ? 0 : l->doubt;
    }
    l->nearest = chosen;
}

vol_oracle_vec vol_oracle_wish(const vol_world_def *world, const vol_flock_def *flock, const vol_oracle_boid *boids,
                               size_t n, size_t i, double *doubt) {
    static vec (*const models[])(look *) = {nudge,
                                            capped,
                                            blend,
                                            sighted,
                                            steering,
                                            custom,
                                            vol_oracle_vicsek,
                                            vol_oracle_couzin,
                                            vol_oracle_cucker_smale,
                                            vol_oracle_dorsogna,
                                            vol_oracle_olfati_saber};
    _Static_assert(sizeof models / sizeof *models == VOL_MODEL_COUNT, "each model once more");
    look l = {.world = world, .flock = flock, .boids = boids, .n = n, .i = i, .me = boids[i], .doubt = *doubt};
    const size_t room = flock->neighbours.count > 0 ? n : 0;
    bool *chosen = calloc(room + 1, sizeof *chosen);
    rival *rivals = calloc(room + 1, sizeof *rivals);
    if (room > 0 && chosen && rivals) {
        choose_nearest(&l, rivals, chosen);
    }
    vec wanted = models[flock->model](&l);
    free(chosen);
    free(rivals);
    *doubt = l.doubt;
    return wanted;
}

vol_oracle_boid vol_oracle_move(const vol_world_def *world, const vol_flock_def *flock, const vol_oracle_boid *from,
                                vol_oracle_vec wanted, double *doubt) {
    look l = {.world = world, .flock = flock, .me = *from, .doubt = *doubt};
    boid next = *from;
    next.heading = heading(wanted);
    bool keeps = flock->model == VOL_MODEL_VICSEK || flock->model == VOL_MODEL_COUZIN;
    next.v = keeps ? vol_oracle_kept(&l, wanted) : limit(wanted, flock->max_speed);
    next.p = add(next.p, mul(keeps && flock->advance == VOL_ADVANCE_OLD ? from->v : next.v, world->dt));
    bound(&l, &next.p.x, &next.v.x, world->origin[0], world->size[0]);
    bound(&l, &next.p.y, &next.v.y, world->origin[1], world->size[1]);
    if (world->dimensions == 3) {
        bound(&l, &next.p.z, &next.v.z, world->origin[2], world->size[2]);
    }
    if (l.bounced) {
        next.heading = heading(next.v);
    }
    *doubt = l.doubt;
    return next;
}

vol_oracle_boid vol_oracle_next(const vol_world_def *world, const vol_flock_def *flock, const vol_oracle_boid *boids,
                                size_t n, size_t i, double *doubt) {
    double least = 1;
    vec wanted = vol_oracle_wish(world, flock, boids, n, i, &least);
    boid next = vol_oracle_move(world, flock, &boids[i], wanted, &least);
    if (doubt) {
        *doubt = least;
    }
    return next;
}

static int compare_turns(const void *left, const void *right) {
    const vol_oracle_turn *a = left, *b = right;
    return a->number != b->number ? (a->number < b->number ? -1 : 1)
           : a->flock != b->flock ? (a->flock < b->flock ? -1 : 1)
                                  : (a->id > b->id) - (a->id < b->id);
}

void vol_oracle_turns(const vol_world_def *world, uint64_t step, vol_oracle_turn *turns, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t flock = turns[i].flock;
        uint32_t c[4] = {turns[i].id, (uint32_t)step, (uint32_t)(step >> 32) ^ (flock << 24 | flock >> 8),
                         4 ^ flock << 8};
        philox(c, world->seed);
        turns[i].number = world->update == VOL_UPDATE_IN_RANDOM_TURN ? (uint64_t)c[0] << 32 | c[1] : 0;
    }
    if (n > 0) {
        qsort(turns, n, sizeof *turns, compare_turns);
    }
}
