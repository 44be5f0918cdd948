/* What the kernels must know of a model besides its functions: see models/model.h. */
#ifndef VOLERY_MODELS_TRAITS_H
#define VOLERY_MODELS_TRAITS_H

enum vol_trait {
    VOL_TRAIT_FORCE = 1,   /* `decide` gives a force (a), else a velocity (v): surroundings are added to the same */
    VOL_TRAIT_HEADING = 2, /* boids carry a heading and a speed of their own besides the velocity */
    /* `see` itself tests view.angle and view.distance, and the kernel only leaves out what is beyond the reach */
    VOL_TRAIT_SIGHT = 4,
    VOL_TRAIT_RULES = 8, /* `see` obeys o->push, o->match and o->pull: each rule's sums can be asked for alone */
    /* The same; and the sums are vzones, `see` uses o->same, and only neighbours within the radius of separation add to
     * the push: the kernel may ask for the push of those alone. */
    VOL_TRAIT_ZONES = 16 | VOL_TRAIT_RULES,
    VOL_TRAIT_ROOTS = 32,   /* the push takes roots or quotients, which are worth saving */
    VOL_TRAIT_ENDLESS = 64, /* neighbours at any distance add: the flock has no reach */
    /* How a velocity is cut to max_speed, because programs round differently; neither: by one factor. */
    VOL_TRAIT_MULTIPLY_DIVIDE = 128,
    VOL_TRAIT_DIVIDE_MULTIPLY = 256,
    /* All boids have the speed k->speed at all times: of what a boid wants only the direction matters. */
    VOL_TRAIT_KEEPS_SPEED = 512,
    VOL_TRAIT_ONE_VARIANT = 1024, /* as written and as intended are the same: there are kernels of the first alone */
    /* With neighbours.count the nearest at any distance count, and k->alignment_most_d2 is infinite; without, those
     * within the radius. */
    VOL_TRAIT_TOPOLOGICAL = 2048,
    VOL_TRAIT_APART = 4096 /* of VOL_TRAIT_ZONES: a neighbour at the same position adds nothing to the push */
};

#endif
