/* The oracle of the models of collective motion, from the formulas of their papers. See look.h. */
#include "oracle/look.h"
#include "oracle/philox.h"

/* Noise of a boid in a step: three numbers from 0 to 1, of 24 bits each. The library's counter is (id, step, flock,
 * purpose), of which the purpose is 3; flocks have small numbers here. */
void vol_oracle_chance(uint64_t seed, uint32_t flock, uint32_t id, uint64_t step, double chance[3]) {
    uint32_t c[4] = {id, (uint32_t)step, (uint32_t)(step >> 32) ^ flock << 24, 3 ^ flock << 8};
    philox(c, seed);
    for (int k = 0; k < 3; k++) {
        chance[k] = (double)(c[k] >> 8) / 16777216;
    }
}

static vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static vec unit(vec a) {
    return with_length(a, 1);
}

/* u turned about a unit vector that is at right angles to it (Rodrigues). */
static vec about(vec axis, vec u, double angle) {
    return add(mul(u, cos(angle)), mul(cross(axis, u), sin(angle)));
}

/* To the left of the unit vector h; in 3D, where it is steep, to its side in the plane of y and z. */
static vec left_of(look *l, vec h) {
    return unit(less(l, 0.9, fabs(h.z), 1) ? (vec){0, -h.z, h.y} : (vec){-h.y, h.x, 0});
}

/* The unit vector h turned by an angle: to the left, in 3D to a side that chance takes. */
static vec turned(look *l, vec h, double angle) {
    if (l->world->dimensions == 2) {
        return about((vec){0, 0, 1}, h, angle);
    }
    return about(about(h, cross(h, left_of(l, h)), 2 * pi * l->me.chance[2]), h, angle);
}

/* Along a sum of terms of that size in all, or as before where there is none, turned by noise; at the flock's speed. */
static vec noisy(look *l, vec sum, double size) {
    const double *u = l->me.chance, strength = l->flock->noise.strength;
    vec h = unit(len(summed(l, sum, fmax(size, 1e-300))) > 0 ? sum : l->me.v);
    double normal = sqrt(-2 * log(1 - u[0])) * cos(2 * pi * u[1]);
    double angle = strength * (l->flock->noise.kind == VOL_NOISE_WRAPPED ? normal : u[0] - 0.5);
    return mul(turned(l, h, angle), l->flock->speed);
}

static vec any_direction(const look *l) {
    double turn = 2 * pi * l->me.chance[0], up = l->world->dimensions == 3 ? 2 * l->me.chance[1] - 1 : 0;
    return (vec){sqrt(1 - up * up) * cos(turn), sqrt(1 - up * up) * sin(turn), up};
}

vec vol_oracle_vicsek(look *l) {
    const vol_flock_def *f = l->flock;
    vec sum = {0};
    double n = 0;
    for (size_t j = 0; j < l->n; j++) {
        if (j == l->i || (sees(l, j) && (l->nearest || within_or_at(l, f->alignment.radius)))) {
            sum = add(sum, mul(l->boids[j].v, 1 / f->speed));
            n++;
        }
    }
    if (f->noise.kind != VOL_NOISE_VECTORIAL) {
        return noisy(l, sum, n);
    }
    sum = summed(l, add(sum, mul(any_direction(l), n * f->noise.strength)), n);
    return with_length(len(sum) > 0 ? sum : l->me.v, f->speed);
}

vec vol_oracle_couzin(look *l) {
    const vol_flock_def *f = l->flock;
    vec repulsion = {0}, orientation = {0}, attraction = {0};
    double too_near = 0, others = 0;
    for (size_t j = 0; j < l->n; j++) {
        bool seen = sees(l, j);
        if (!counts(l, j)) {
            continue;
        }
        vec offset = mul(unit(l->away), -1);
        if (within(l, f->separation.radius)) {
            repulsion = sub(repulsion, offset);
            too_near++;
        } else if (seen && within(l, f->alignment.radius)) {
            orientation = add(orientation, mul(l->boids[j].v, 1 / f->speed));
            others++;
        } else if (seen && !within(l, f->alignment.radius) && within_or_at(l, f->cohesion.radius)) {
            attraction = add(attraction, offset);
            others++;
        }
    }
    return too_near > 0 ? noisy(l, repulsion, too_near) : noisy(l, add(orientation, attraction), others);
}

static vec accelerated(const look *l, vec acceleration) {
    return add(l->me.v, mul(acceleration, l->world->dt));
}

vec vol_oracle_cucker_smale(look *l) {
    const vol_flock_def *f = l->flock;
    vec sum = {0};
    double n = 1;
    for (size_t j = 0; j < l->n; j++) {
        if (sees(l, j)) {
            double psi = pow(f->coupling.scale * f->coupling.scale + l->d * l->d, -f->coupling.power);
            sum = add(sum, mul(sub(l->boids[j].v, l->me.v), psi));
            n++;
        }
    }
    return accelerated(l, mul(sum, f->coupling.strength / n));
}

/* Minus the gradient of c e^(-r / length) is along r, this long. */
static double slope(double c, double length, double r) {
    return c / length * exp(-r / length);
}

vec vol_oracle_dorsogna(look *l) {
    const vol_flock_def *f = l->flock;
    vec force = mul(l->me.v, f->propulsion.gain - f->propulsion.drag * dot(l->me.v, l->me.v));
    for (size_t j = 0; j < l->n; j++) {
        if (sees(l, j)) {
            double push = slope(f->repulsion.strength, f->repulsion.length, l->d);
            double pull = slope(f->attraction.strength, f->attraction.length, l->d);
            force = add(force, with_length(l->away, push - pull));
        }
    }
    return accelerated(l, force);
}

/* (sqrt(1 + epsilon z^2) - 1) / epsilon, so that short z lose no digits. */
static double sigma_norm(const vol_flock_def *f, double z) {
    return z * z / (sqrt(1 + f->lattice.epsilon * z * z) + 1);
}

static double bump(double h, double z) {
    return z < h ? 1 : z < 1 ? (1 + cos(pi * (z - h) / (1 - h))) / 2 : 0;
}

static double phi(double a, double b, double z) {
    double y = z + fabs(a - b) / sqrt(4 * a * b);
    return ((a + b) * y / sqrt(1 + y * y) + (a - b)) / 2;
}

/* From the goal, or its nearest image, to the boid. */
static double from_goal(look *l, double p, int axis) {
    double at = l->flock->goal.position[axis], size = l->world->size[axis];
    at = isnan(at) ? l->world->origin[axis] + size / 2 : at;
    return p - (l->world->images ? nearest_image(l, p, at, size) : at);
}

vec vol_oracle_olfati_saber(look *l) {
    const vol_flock_def *f = l->flock;
    const double *to = f->goal.velocity;
    double range = sigma_norm(f, f->lattice.range), distance = sigma_norm(f, f->lattice.distance);
    vec u = {0}, p = l->me.p;
    for (size_t j = 0; j < l->n; j++) {
        if (sees(l, j) && within(l, f->lattice.range)) {
            double z = sigma_norm(f, l->d), a = bump(f->lattice.bump, z / range);
            vec n = mul(l->away, -1 / sqrt(1 + f->lattice.epsilon * l->d * l->d));
            u = add(u, mul(n, a * phi(f->lattice.a, f->lattice.b, z - distance)));
            u = add(u, mul(sub(l->boids[j].v, l->me.v), a));
        }
    }
    bool deep = l->world->dimensions == 3;
    vec at = {from_goal(l, p.x, 0), from_goal(l, p.y, 1), deep ? from_goal(l, p.z, 2) : 0};
    vec off = sub(l->me.v, (vec){to[0], to[1], deep ? to[2] : 0});
    return accelerated(l, sub(u, add(mul(at, f->goal.pull), mul(off, f->goal.damp))));
}

/* Straight back, to 1e-4, there is no shorter way round: a boid turns to its left. */
vec vol_oracle_kept(look *l, vec wanted) {
    double most = l->flock->turn.rate * pi / 180;
    vec h = unit(l->me.v), u = unit(wanted);
    if (len(wanted) == 0) {
        return l->me.v;
    }
    vec across = sub(u, mul(h, dot(u, h)));
    if (most > 0 && len(h) > 0 && less(l, most, atan2(len(across), dot(u, h)), pi)) {
        bool back = dot(u, h) < 0 && less(l, len(across), 1e-4, 1);
        u = add(mul(h, cos(most)), mul(back ? left_of(l, h) : unit(across), sin(most)));
    }
    return with_length(u, l->flock->speed);
}
