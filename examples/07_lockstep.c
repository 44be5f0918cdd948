/* Lockstep: two machines that exchange nothing but the players' inputs stay the same bit for bit. The two worlds here
 * stand for the machines; one steps on one thread, the other on three. */
#include <volery/volery.h>

#include <stdio.h>

/* The same def on every machine; only how the work is done may differ. */
static vol_world *make(uint32_t threads, vol_error *error) {
    vol_world_def world_def = vol_default_world_def();
    world_def.seed = 2024; /* agreed on when the game begins */
    world_def.threads = threads;
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.name = "birds";
    flock_def.count = 2000;
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, error) != VOL_OK) {
        vol_world_destroy(world);
        return NULL;
    }
    return world;
}

/* What came over the network for this step. Apply the same inputs in the same order before the same step. */
static void apply_inputs(vol_world *world, int step) {
    double player[2] = {step * 2.5, 300};
    vol_world_set_players(world, 1, player, NULL);
    if (step == 100) {
        vol_world_set_number(world, "birds.cohesion.weight", 2, NULL);
    }
    if (step == 200) {
        vol_world_gust(world, (double[]){1.5, 0}, NULL);
    }
}

int main(void) {
    vol_error error;
    vol_world *ours = make(1, &error), *theirs = make(3, &error);
    int same = 1;
    if (!ours || !theirs) {
        fprintf(stderr, "%s\n", error.text);
        same = 0;
    }
    for (int step = 0; same && step < 300; step++) {
        apply_inputs(ours, step);
        apply_inputs(theirs, step);
        same = vol_world_step(ours, 1) == VOL_OK && vol_world_step(theirs, 1) == VOL_OK &&
               vol_world_hash(ours) == vol_world_hash(theirs); /* eight bytes tell whether the machines agree */
        if (!same || step == 299) {
            printf("after step %d the worlds are %s\n", step + 1, same ? "the same" : "different");
        }
    }
    vol_world_destroy(ours);
    vol_world_destroy(theirs);
    return same ? 0 : 1;
}
