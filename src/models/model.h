/* The contract between a model and the kernels.
 *
 * A model is one header that says what a boid wants, and nothing about how neighbours are found, threads or vectors. A
 * model called NAME defines five names:
 *
 *   NAME_sums     a struct of vreal (and structs of them): what a boid gathers from its neighbours; any size
 *   NAME_begin    the sums before the first neighbour
 *   NAME_see      what one neighbour contributes to them: the only code inside the hot loop. Candidates beyond the
 *                 reach of the flock are offered or not depending on which boids share a group: they must add nothing
 *   NAME_decide   what the boid does with them
 *   NAME_traits   an enumerator: what the kernels must know besides, of enum vol_trait
 *
 * `D` (dimensions) and `variant` are constants at every call; everything is VOL_WIDTH boids at once (lanes/lanes.h), in
 * C and in OpenCL C. Numbers of the parameter table are fields of `k`.
 */
#ifndef VOLERY_MODELS_MODEL_H
#define VOLERY_MODELS_MODEL_H

#include "core/random.h"
#include "lanes/maths.h"
#include "lanes/vec.h"
#include "models/traits.h"

/* What neighbours weigh at distances from 0 to a zone's radius. */
typedef struct vol_weights {
    int count;       /* 0: there is no table */
    real per_length; /* values per unit of distance */
    real value[64];
} vol_weights;

/* What is the same for all boids of a flock during a step. */
typedef struct vol_constants {
#define VOL_FLOCK_REAL(field, member, least, most, unit, flags, help) real field;
#include "params/params.def"
    real size_x, size_y, size_z;       /* of the world */
    double world_size[3];              /* the same, not rounded */
    real world_begin[3], world_end[3]; /* its edges, to which boids come */
    real margin, dt;
    /* Along each axis: nearest_image takes the image one world below where a - b is below `low`, the one above from
     * `high` on. */
    real image_low[3], image_high[3];
    /* Of each rule's radius: d2 is below this exactly when sqrt(d2), rounded, is below the radius. So the hot loop
     * tests whether a candidate is near without a square root, with the same result. */
    real separation_d2, alignment_d2, cohesion_d2;
    /* d2 is below this exactly when sqrt(d2), rounded, is at most the alignment radius; see VOL_TRAIT_TOPOLOGICAL */
    real alignment_most_d2;
    real lattice_range_d2; /* as above */
    /* Of olfati_saber: its norm of the range and of the distance, where its force is 0; the goal and its velocity. */
    real lattice_range_norm, lattice_distance_norm, lattice_c;
    real goal[3], goal_going[3];
    real own[8];                 /* numbers for models of the host's own (vol_flock_def.own) */
    real reach_d2;               /* boids farther away do not matter; not below any of these */
    real view_cosine;            /* of half the view angle */
    real turn_sine, turn_cosine; /* of turn.rate */
    int noise_kind;              /* enum vol_noise_kind */
    int moves_old;               /* along the heading before the step: advance is old */
    int view_cone;               /* view.shape is cone */
    int view_limited;            /* candidates can be out of view: the kernel must test it */
    int same_zones;              /* alignment and cohesion have the same radius */
    int images;       /* the kernel must find images pair by pair; with a grid its runs are shifted already */
    int world_images; /* the world has images */
    int boundary;
    vol_u32 nearest; /* neighbours.count: only so many others are shown to `see`, the nearest first; 0: all */
    vol_u32 flock;
    vol_u64 seed, step;
#if !VOL_BY_VALUE
    vol_weights weights[3]; /* of separation, alignment, cohesion; the last, for models that do not read them */
#endif
} vol_constants;

/* The focal boids. */
typedef struct vself {
    vvec p, v;
    vvec a;               /* what acts on them already: relations decided at the end of the last step */
    vreal heading, speed; /* degrees from 0 to 360; only with VOL_TRAIT_HEADING */
    vvec left, right;     /* corners of the sight triangle; only where NAME_begin sets them */
    vol_u32 id[VOL_WIDTH];
} vself;

/* A candidate. */
typedef struct vother {
    vvec p, v;
    vreal heading, speed;
    vvec away;             /* from it to me: p of me minus p of it */
    vreal d2;              /* squared distance */
    vmask seen;            /* is it in view? true for myself */
    vmask other;           /* in view and not myself */
    int push, match, pull; /* constants: which sums are asked for */
    int same;              /* constant: alignment and cohesion have the same radius, and pull_n need not be counted */
    int list;              /* constant: nothing is added, but vzones.matched says whether alignment would be */
#ifdef VOL_OPENCL
    int apart; /* constant: it is known not to be at the same place; on devices, which know it of most */
#endif
} vother;

/* Is it seen, within a radius, whose square is `most`, and at another place? */
VOL_INLINE vmask vother_apart(const vother *o, vreal most) {
#ifdef VOL_OPENCL
    if (o->apart) {
        return m_and(o->seen, v_lt(o->d2, most));
    }
#endif
    return m_and(o->seen, v_between(o->d2, most));
}

/* What a boid wants: move makes of it velocity = v + a * dt. Surroundings add to a, or to v in models that have no
 * a. */
typedef struct vwish {
    vvec v, a;
} vwish;

enum vol_limit { VOL_LIMIT_FACTOR, VOL_LIMIT_MULTIPLY_DIVIDE, VOL_LIMIT_DIVIDE_MULTIPLY, VOL_LIMIT_KEEP };

VOL_INLINE int vol_limit_of(const int traits) {
    return traits & VOL_TRAIT_MULTIPLY_DIVIDE   ? VOL_LIMIT_MULTIPLY_DIVIDE
           : traits & VOL_TRAIT_DIVIDE_MULTIPLY ? VOL_LIMIT_DIVIDE_MULTIPLY
           : traits & VOL_TRAIT_KEEPS_SPEED     ? VOL_LIMIT_KEEP
                                                : VOL_LIMIT_FACTOR;
}

/* Cuts u to the length `most`, rounding as asked. */
VOL_INLINE vvec vec_limit(const int D, const int style, vvec u, vreal most) {
    vreal length = vec_length(D, u);
    vmask over = v_lt(most, length);
    if (!m_worth(over)) {
        return u;
    }
    if (style == VOL_LIMIT_FACTOR) {
        return vec_if(D, over, vec_mul(D, u, v_div(most, length)), u);
    }
    if (style == VOL_LIMIT_MULTIPLY_DIVIDE) {
        return vec_if(D, over, vec_div(D, vec_mul(D, u, most), length), u);
    }
    return vec_if(D, over, vec_mul(D, vec_div(D, u, length), most), u);
}

/* The sums that most models need: a count and a vector for each of the three rules. */
typedef struct vzones {
    vreal push_n, match_n, pull_n;
    vvec push, match, pull;
    vmask matched; /* only with vother's `list` */
} vzones;

VOL_INLINE vzones vzones_zero(void) {
    vzones s;
    s.push_n = s.match_n = s.pull_n = v_set(REAL(0));
    s.push = s.match = s.pull = vec_zero();
    s.matched = m_first(0);
    return s;
}

/* The rules, in the order in which forces are told. */
enum vol_rule_part { VOL_RULE_PULL, VOL_RULE_PUSH, VOL_RULE_MATCH, VOL_RULE_WALL };

VOL_INLINE vreal v_count(vreal n, vmask m) {
    return v_addif(n, m, v_set(REAL(1)));
}

/* Where alignment and cohesion have the same radius, only one of the counts was taken. */
VOL_INLINE void vzones_same(vzones *s) {
    s->pull_n = s->match_n;
}

/* Adds a neighbour's velocity and place to the sums of alignment and cohesion. */
VOL_INLINE void vzones_rest(const int D, vzones *s, const vother *o, vmask match, vmask pull) {
    if (o->list) {
        s->matched = match;
        return;
    }
    if (o->match && m_worth(match)) {
        s->match = vec_addif_finite(D, s->match, match, o->v);
        s->match_n = v_count(s->match_n, match);
        if (o->pull && o->same) {
            s->pull = vec_addif_finite(D, s->pull, match, o->p);
        }
    }
    if (o->pull && !o->same && m_worth(pull)) {
        s->pull = vec_addif_finite(D, s->pull, pull, o->p);
        s->pull_n = v_count(s->pull_n, pull);
    }
}

#endif
