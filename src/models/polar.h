/* Headings in degrees, lengths to a power, sight and walls: what models with a heading have in common. 2D. */
#ifndef VOLERY_MODELS_POLAR_H
#define VOLERY_MODELS_POLAR_H

#include "models/model.h"

VOL_INLINE vvec polar_vector(vreal degrees, vreal length) {
    vreal sine, cosine;
    v_sincos(v_mul(degrees, v_set(REAL(0.017453292519943295))), &sine, &cosine);
    return vec_set(v_mul(length, cosine), v_mul(length, sine), v_set(REAL(0)));
}

/* The direction of u in degrees, from 0 to below 360; 0 for the zero vector. */
VOL_INLINE vreal polar_degrees(vvec u) {
    const vreal full = v_set(REAL(360));
    vreal degrees = v_mul(v_atan2(u.y, u.x), v_set(REAL(57.29577951308232)));
    degrees = v_if(v_lt(degrees, v_set(REAL(0))), v_add(degrees, full), v_abs(degrees));
    return v_if(v_lt(degrees, full), degrees, v_set(REAL(0)));
}

/* Heading and speed follow the velocity; at rest the heading stays. */
VOL_INLINE void polar_face(vvec v, vreal *heading, vreal *speed) {
    const vreal zero = v_set(REAL(0));
    vmask rests = m_and(v_eq(v.x, zero), v_eq(v.y, zero));
    *heading = v_if(rests, *heading, polar_degrees(v));
    *speed = v_min(vec_length(2, v), v_set(VOL_MOST_SPEED));
}

/* u with its length raised to a power; the zero vector stays. */
VOL_INLINE vvec polar_power(vvec u, vreal power) {
    vreal length = vec_length(2, u);
    vvec raised = vec_mul(2, u, v_div(v_pow(length, power), length));
    return vec_only(2, v_lt(v_set(REAL(0)), length), raised);
}

/* On which side of the line through a and b is p? Twice the signed area of the triangle. */
VOL_INLINE vreal polar_side(vvec p, vvec a, vvec b) {
    return v_sub(v_mul(v_sub(p.x, b.x), v_sub(a.y, b.y)), v_mul(v_sub(a.x, b.x), v_sub(p.y, b.y)));
}

/* Within view.distance and half of view.angle to either side of the heading. */
VOL_INLINE vmask polar_cone(VOL_SHARED const vol_constants *k, const vself *me, const vother *o, vreal d) {
    vreal ahead = v_neg(vec_dot(2, polar_vector(me->heading, v_set(REAL(1))), o->away));
    return m_and(v_le(d, v_set(k->view_distance)), v_le(v_mul(v_set(k->view_cosine), d), ahead));
}

/* The pushes of the four walls: strength / distance, as intended away from the wall, as written turned by 90
 * degrees. */
VOL_INLINE vvec polar_walls(VOL_SHARED const vol_constants *k, vvec p, const int intended) {
    const vreal nearest = v_set(REAL(1e-9)), strength = v_set(k->wall_strength);
    vreal left = v_div(strength, v_max(v_abs(v_sub(p.x, v_set(k->world_begin[0]))), nearest));
    vreal top = v_div(strength, v_max(v_abs(v_sub(p.y, v_set(k->world_begin[1]))), nearest));
    vreal bottom = v_div(strength, v_max(v_abs(v_sub(v_set(k->world_end[1]), p.y)), nearest));
    vreal right = v_div(strength, v_max(v_abs(v_sub(v_set(k->world_end[0]), p.x)), nearest));
    vreal across = v_sub(left, right), down = v_sub(top, bottom);
    return intended ? vec_set(across, down, v_set(REAL(0))) : vec_set(v_neg(down), across, v_set(REAL(0)));
}

#endif
