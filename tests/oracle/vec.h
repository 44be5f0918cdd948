/* Vectors for the oracles: plain functions on three doubles. */
#ifndef VOL_TESTS_ORACLE_VEC_H
#define VOL_TESTS_ORACLE_VEC_H

#include "oracle/oracle.h"

#include <math.h>

typedef vol_oracle_vec vec;

static inline vec add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec mul(vec a, double k) {
    return (vec){a.x * k, a.y * k, a.z * k};
}

static inline double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double len(vec a) {
    return sqrt(dot(a, a));
}

static inline vec with_length(vec a, double length) {
    return len(a) > 0 ? mul(a, length / len(a)) : (vec){0, 0, 0};
}

static inline vec limit(vec a, double most) {
    return len(a) > most ? with_length(a, most) : a;
}

#endif
