/* A custom rule: birds align with their neighbours while their breath lasts, and glide until it has recovered. */
#include <volery/volery.h>

#include <stdio.h>

typedef struct bird { /* what each one carries */
    double breath;
    bool glides;
} bird;

/* Called for a batch of boids at a time, by several threads at once. */
static bool decide(void *user, vol_custom_batch *b) {
    bird *birds = b->user;
    for (size_t i = 0; i < b->count; i++) {
        double most = 1 + vol_random(b->seed, b->flock, b->id[i], 0, 0); /* some have more breath than others */
        birds[i].breath += birds[i].glides ? 0.02 * b->dt : -0.01 * b->dt;
        birds[i].glides = birds[i].glides ? birds[i].breath < most : birds[i].breath <= 0;
        double others = b->alignment.number[i] + 1;
        for (int c = 0; c < b->dimensions && !birds[i].glides; c++) {
            double along = b->alignment.velocity[c][i] - b->alignment.weight[i] * b->velocity[c][i];
            double nearer = b->cohesion.offset[c][i], away = -b->separation.offset[c][i];
            b->acceleration[c][i] = *(double *)user * along / others + 0.001 * nearer / others + 0.05 * away;
        }
    }
    return true;
}

int main(void) {
    double eagerness = 0.2; /* to fly along */
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    flock_def.count = 400;
    flock_def.start.speed = 2;
    flock_def.rule.decide = decide;
    flock_def.rule.user = &eagerness;
    flock_def.user_bytes = sizeof(bird);
    flock_def.alignment.table = (vol_weight_table){3, {1, 0.8, 0}}; /* at distance 0, half way, the radius */
    vol_result result = VOL_OK;
    vol_error error;
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }
    for (int steps = 0; steps <= 300 && result == VOL_OK; steps += 100) {
        vol_view view = vol_flock_view(world, flock);
        size_t gliding = 0;
        for (size_t i = 0; i < view.count; i++) {
            gliding += ((const bird *)view.user)[i].glides;
        }
        printf("after %3d steps %3zu of %zu birds glide\n", steps, gliding, view.count);
        result = vol_world_step(world, 100);
    }
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
