/* The oracle of the surroundings. See surround.h. */
#include "surround.h"

#include "oracle/vec.h"

#include <math.h>
#include <string.h>

/* a < b, remembering how near that was to being otherwise. */
static bool less(double a, double b, double scale, double *doubt) {
    if (a != b) {
        *doubt = fmin(*doubt, fabs(a - b) / scale);
    }
    return a < b;
}

/* What positions are rounded in proportion to. */
static double scale_at(const vol_world_def *w, vec p, double distance) {
    return fabs(p.x) + fabs(p.y) + fabs(p.z) + fabs(distance) + (w->images ? w->size[0] + w->size[1] + w->size[2] : 0);
}

static double image_along(double from, double its, double size, double *doubt) {
    double turns = (from - its) / size + 0.5;
    less(fabs(turns - round(turns)), 0, 1, doubt);
    return its + size * floor(turns);
}

/* Where a boid at `from` sees p. */
static vec image(const vol_world_def *w, vec from, vec p, double *doubt) {
    if (!w->images) {
        return p;
    }
    return (vec){image_along(from.x, p.x, w->size[0], doubt), image_along(from.y, p.y, w->size[1], doubt),
                 w->dimensions == 3 ? image_along(from.z, p.z, w->size[2], doubt) : 0};
}

/* --- Chance: Philox 4x32-10, in 64-bit arithmetic ----------------------------------------------------------------- */

static double chance(uint64_t seed, uint32_t flock, uint32_t id, uint64_t step, uint32_t purpose) {
    uint64_t c[4] = {id, step & 0xFFFFFFFFu, (step >> 32 ^ ((uint64_t)flock << 24 | flock >> 8)) & 0xFFFFFFFFu,
                     (purpose ^ (uint64_t)flock << 8) & 0xFFFFFFFFu};
    uint64_t k[2] = {seed & 0xFFFFFFFFu, seed >> 32};
    for (int round = 0; round < 10; round++) {
        uint64_t a = 0xD2511F53u * c[0], b = 0xCD9E8D57u * c[2];
        uint64_t next[4] = {(b >> 32) ^ c[1] ^ k[0], b & 0xFFFFFFFFu, (a >> 32) ^ c[3] ^ k[1], a & 0xFFFFFFFFu};
        memcpy(c, next, sizeof c);
        k[0] = (k[0] + 0x9E3779B9u) & 0xFFFFFFFFu;
        k[1] = (k[1] + 0xBB67AE85u) & 0xFFFFFFFFu;
    }
    return (double)((c[0] << 32 | c[1]) >> 11) * 0x1p-53;
}

vol_oracle_vec vol_oracle_wind(const vol_oracle_world *w) {
    vec blow = {w->gust[0], w->gust[1], w->def.dimensions == 3 ? w->gust[2] : 0};
    const double *v = w->def.wind.velocity;
    for (uint64_t back = 0; back < w->def.wind.duration && back <= w->step; back++) {
        if (chance(w->def.seed, 0, 0, w->step - back, 16) < w->def.wind.chance) {
            return add(blow, (vec){v[0], v[1], w->def.dimensions == 3 ? v[2] : 0});
        }
    }
    return blow;
}

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

static vec point_of(const vol_world_def *w, const vol_obstacle_def *o, size_t i) {
    const double *at = o->points + i * (size_t)w->dimensions;
    return (vec){at[0], at[1], w->dimensions == 3 ? at[2] : 0};
}

static vec nearest_on_line(vec a, vec b, vec p) {
    vec along = sub(b, a);
    double square = dot(along, along);
    return square > 0 ? add(a, mul(along, fmin(fmax(dot(sub(p, a), along) / square, 0), 1))) : a;
}

/* The nearest point of the border to p, and whether p is inside it; shapes without an inside are all border. */
static vec nearest_of_box(const vol_world_def *w, const vol_obstacle_def *o, vec p, bool *inside, double *doubt) {
    double at[3] = {p.x, p.y, p.z}, near[3] = {p.x, p.y, p.z}, least = INFINITY;
    int face = 0;
    *inside = true;
    for (int c = 0; c < w->dimensions; c++) {
        double low = o->center[c] - o->size[c] / 2, high = o->center[c] + o->size[c] / 2;
        bool below = less(at[c], low, scale_at(w, p, high), doubt),
             above = less(high, at[c], scale_at(w, p, high), doubt);
        near[c] = below ? low : above ? high : at[c];
        *inside = *inside && !below && !above;
        double deep = fmin(at[c] - low, high - at[c]);
        less(at[c] - low, high - at[c], scale_at(w, p, high), doubt);
        face = less(deep, least, scale_at(w, p, high), doubt) ? c : face;
        least = fmin(deep, least);
    }
    if (*inside) {
        near[face] = o->center[face] + copysign(o->size[face] / 2, at[face] - o->center[face]);
    }
    return (vec){near[0], near[1], near[2]};
}

static vec nearest_of_polygon(const vol_world_def *w, const vol_obstacle_def *o, vec p, bool *inside, double *doubt) {
    vec best = {INFINITY, 0, 0};
    *inside = false;
    for (size_t i = 0; i < o->point_count; i++) {
        vec a = point_of(w, o, i), b = point_of(w, o, (i + 1) % o->point_count), near = nearest_on_line(a, b, p);
        best = less(len(sub(p, near)), len(sub(p, best)), scale_at(w, p, len(a)), doubt) ? near : best;
        bool up = less(p.y, a.y, scale_at(w, p, a.y), doubt), up1 = less(p.y, b.y, scale_at(w, p, b.y), doubt);
        double x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        *inside ^= up != up1 && less(p.x, x, scale_at(w, p, x), doubt);
    }
    return best;
}

static vec middle_of(const vol_world_def *w, const vol_obstacle_def *o) {
    if (o->point_count == 0) {
        return (vec){o->center[0], o->center[1], w->dimensions == 3 ? o->center[2] : 0};
    }
    vec low = point_of(w, o, 0), high = low;
    for (size_t i = 1; i < o->point_count; i++) {
        vec p = point_of(w, o, i);
        low = (vec){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = (vec){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    return mul(add(low, high), 0.5);
}

static vec nearest_of(const vol_world_def *w, const vol_obstacle_def *o, vec p, bool *inside, double *doubt) {
    *inside = false;
    switch (o->shape) {
    case VOL_OBSTACLE_BOX: return nearest_of_box(w, o, p, inside, doubt);
    case VOL_OBSTACLE_SEGMENT: return nearest_on_line(point_of(w, o, 0), point_of(w, o, 1), p);
    case VOL_OBSTACLE_POLYGON: return nearest_of_polygon(w, o, p, inside, doubt);
    default: return middle_of(w, o);
    }
}

double vol_oracle_distance(const vol_world_def *world, const vol_obstacle_def *obstacle, vol_oracle_vec p) {
    bool inside;
    double doubt = 1;
    vec near = nearest_of(world, obstacle, p, &inside, &doubt);
    return inside ? 0 : len(sub(p, near));
}

static vec push_of(const vol_world_def *w, const vol_obstacle_def *o, vec p, double *doubt) {
    bool inside;
    p = image(w, middle_of(w, o), p, doubt);
    vec near = nearest_of(w, o, p, &inside, doubt), away = sub(p, near);
    double d = inside ? 0 : len(away), range = o->radius + o->reach;
    if (!less(d, range, scale_at(w, p, range), doubt)) {
        return (vec){0, 0, 0};
    }
    if (inside) {
        return with_length(away, -o->strength);
    }
    *doubt = d > 0 ? fmin(*doubt, d / scale_at(w, p, d)) : *doubt; /* which way is away? */
    if (o->law == VOL_LAW_FLAT) {
        return mul(limit(away, fabs(o->strength)), o->strength < 0 ? -1 : 1);
    }
    return with_length(away, o->strength * (1 - d / range));
}

vol_oracle_vec vol_oracle_obstacles(const vol_oracle_world *w, vol_oracle_vec p, double *doubt) {
    vec sum = {0, 0, 0};
    for (size_t i = 0; i < w->obstacle_count; i++) {
        if (w->obstacles[i].law != VOL_LAW_HARD) {
            sum = add(sum, push_of(&w->def, &w->obstacles[i], p, doubt));
        }
    }
    return sum;
}

/* --- Players ------------------------------------------------------------------------------------------------------ */

vol_oracle_vec vol_oracle_players(const vol_oracle_world *w, vol_oracle_vec p, double *doubt) {
    vec sum = {0, 0, 0};
    for (size_t i = 0; i < w->player_count; i++) {
        const double *at = w->players[i];
        vec player = {at[0], at[1], w->def.dimensions == 3 ? at[2] : 0};
        vec away = sub(image(&w->def, player, p, doubt), player);
        double radius = w->def.player.flee_radius;
        if (less(len(away), radius, scale_at(&w->def, p, radius), doubt)) {
            sum = add(sum, with_length(away, w->def.player.flee_weight));
        }
    }
    return sum;
}

/* --- Relations ---------------------------------------------------------------------------------------------------- */

/* The prey that a hunter may choose: all within the radius, or the one drawn at random. */
static vec hunt(const vol_oracle_world *w, const vol_relation_def *r, const vol_oracle_flock *own, size_t i,
                double *doubt) {
    const vol_oracle_boid *me = &own->boids[i];
    double least = r->radius, total = 0;
    vec target = {0, 0, 0};
    bool found = false;
    for (size_t t = 0; t < r->to_count; t++) {
        total += (double)w->flocks[r->to[t]].count;
    }
    double pick = floor(chance(w->def.seed, r->from, own->ids[i], w->step, 17) * total);
    for (size_t t = 0; t < r->to_count; t++) {
        const vol_oracle_flock *prey = &w->flocks[r->to[t]];
        for (size_t j = 0; j < prey->count; j++, pick--) {
            vec q = image(&w->def, me->p, prey->boids[j].p, doubt);
            double d = len(sub(me->p, q));
            bool free = r->choose == VOL_CHOOSE_NEAREST || pick == 0;
            if (free && less(d, least, scale_at(&w->def, me->p, least), doubt)) {
                least = d;
                target = q;
                found = true;
            }
        }
    }
    vec way = sub(target, me->p);
    *doubt = found && len(way) > 0 ? fmin(*doubt, len(way) / scale_at(&w->def, me->p, 0)) : *doubt;
    return found ? limit(sub(with_length(way, own->def.max_speed), me->v), r->force) : (vec){0, 0, 0};
}

static vec mind(const vol_oracle_world *w, const vol_relation_def *r, vec p, double *doubt) {
    vec sum = {0, 0, 0};
    double near = 0;
    for (size_t t = 0; t < r->to_count; t++) {
        const vol_oracle_flock *others = &w->flocks[r->to[t]];
        for (size_t j = 0; j < others->count; j++) {
            vec q = image(&w->def, p, others->boids[j].p, doubt), away = sub(p, q);
            double d = len(away);
            if (!less(d, r->radius, scale_at(&w->def, p, r->radius), doubt)) {
                continue;
            }
            near++;
            *doubt = d > 0 ? fmin(*doubt, d / scale_at(&w->def, p, 0)) : *doubt;
            sum = r->kind == VOL_RELATION_FOLLOW  ? add(sum, q)
                  : r->kind == VOL_RELATION_AVOID ? add(sum, with_length(away, 1 - d / r->radius))
                                                  : add(sum, with_length(away, 1));
        }
    }
    if (r->kind == VOL_RELATION_FOLLOW && near > 0) {
        vec way = sub(mul(sum, 1 / near), p);
        *doubt = fmin(*doubt, len(way) / scale_at(&w->def, p, 0));
        sum = with_length(way, 1);
    }
    return mul(sum, r->weight);
}

vol_oracle_vec vol_oracle_relations(const vol_oracle_world *w, size_t flock, size_t i, int delay, double *doubt) {
    vec sum = {0, 0, 0};
    for (size_t k = 0; k < w->relation_count; k++) {
        const vol_relation_def *r = &w->relations[k];
        if (r->from != flock || r->delay != delay || r->kind == VOL_RELATION_FLOCK_WITH) {
            continue;
        }
        const vol_oracle_flock *own = &w->flocks[flock];
        sum = add(sum, r->kind == VOL_RELATION_HUNT ? hunt(w, r, own, i, doubt) : mind(w, r, own->boids[i].p, doubt));
    }
    return sum;
}

/* The flock, and behind it those that it flocks with. */
static size_t gather(const vol_oracle_world *w, size_t flock, vol_oracle_boid *room) {
    size_t n = w->flocks[flock].count;
    memcpy(room, w->flocks[flock].boids, n * sizeof *room);
    for (size_t k = 0; k < w->relation_count; k++) {
        const vol_relation_def *r = &w->relations[k];
        for (size_t t = 0; r->from == flock && r->kind == VOL_RELATION_FLOCK_WITH && t < r->to_count; t++) {
            const vol_oracle_flock *guests = &w->flocks[r->to[t]];
            memcpy(room + n, guests->boids, guests->count * sizeof *room);
            n += guests->count;
        }
    }
    return n;
}

vol_oracle_boid vol_oracle_around(const vol_oracle_world *w, size_t flock, size_t i, vol_oracle_vec delayed,
                                  vol_oracle_boid *room, double *doubt) {
    const vol_oracle_flock *own = &w->flocks[flock];
    const vol_oracle_boid *me = &own->boids[i];
    double dt = w->def.dt, time = own->def.model == VOL_MODEL_SIGHTED ? 1 : dt;
    vec wanted = vol_oracle_wish(&w->def, &own->def, room, gather(w, flock, room), i, doubt);
    vec force = vol_oracle_relations(w, flock, i, 0, doubt);
    force = add(force, vol_oracle_obstacles(w, me->p, doubt));
    force = add(force, vol_oracle_players(w, me->p, doubt));
    wanted = add(add(wanted, mul(delayed, dt)), mul(force, time));
    return vol_oracle_move(&w->def, &own->def, me, add(wanted, vol_oracle_wind(w)), doubt);
}
