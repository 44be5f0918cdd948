/* Numbers for models whose defaults are those of a paper's small world: with these something happens among some hundred
 * boids in a world of some hundred lengths, where the other models are at home. */
#ifndef VOL_TESTS_LIVELY_H
#define VOL_TESTS_LIVELY_H

#include <volery/volery.h>

static inline vol_flock_def vol_lively_flock_def(vol_model model) {
    vol_flock_def def = vol_default_flock_def(model);
    switch (model) {
    case VOL_MODEL_VICSEK:
        def.speed = def.max_speed = 4;
        def.alignment.radius = 40;
        def.noise.strength = 0.5;
        break;
    case VOL_MODEL_COUZIN:
        def.speed = def.max_speed = 4;
        def.separation.radius = 12;
        def.alignment.radius = 30;
        def.cohesion.radius = 60;
        def.turn.rate = 20;
        break;
    case VOL_MODEL_CUCKER_SMALE:
        def.max_speed = 4;
        def.coupling.strength = 2;
        def.coupling.scale = 30;
        break;
    case VOL_MODEL_DORSOGNA:
        def.max_speed = 6;
        def.propulsion.gain = 0.4;
        def.propulsion.drag = 0.05;
        def.attraction.strength = 2;
        def.attraction.length = 60;
        def.repulsion.strength = 10;
        def.repulsion.length = 15;
        break;
    case VOL_MODEL_OLFATI_SABER:
        def.max_speed = 4;
        def.lattice.distance = 25;
        def.lattice.range = 40;
        def.lattice.a = def.lattice.b = 0.5;
        def.goal.pull = 0.002;
        def.goal.damp = 0.1;
        break;
    default: break;
    }
    return def;
}

#endif
