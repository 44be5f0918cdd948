/* A typical host: written in what C and C++ have in common and compiled as both. Prints the version, and one hash of a
 * run with every model, obstacles, a player, wind and hunters: the same however it was built. */
#include <volery/volery.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void must(vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

static void add_surroundings(vol_world *world) {
    vol_error error;
    const double wall[] = {100, 300, 700, 320};
    const double player[] = {400, 200};
    vol_obstacle obstacle;
    vol_obstacle_def obstacle_def = vol_default_obstacle_def();
    obstacle_def.shape = VOL_OBSTACLE_SEGMENT;
    obstacle_def.points = wall;
    obstacle_def.point_count = 2;
    obstacle_def.radius = 5;
    obstacle_def.law = VOL_LAW_HARD;
    must(vol_obstacle_create(world, &obstacle_def, &obstacle, &error), &error);
    must(vol_world_set_players(world, 1, player, &error), &error);

    uint32_t relation;
    vol_relation_def relation_def = vol_default_relation_def();
    relation_def.from = 0;
    relation_def.to[0] = 1;
    relation_def.to_count = 1;
    relation_def.kind = VOL_RELATION_HUNT;
    relation_def.eat = 4;
    must(vol_relation_create(world, &relation_def, &relation, &error), &error);
}

int main(void) {
    vol_error error = {VOL_OK, "", "a step failed"};
    vol_world *world;
    vol_world_def world_def = vol_default_world_def();
    world_def.wind.velocity[0] = 0.1;
    world_def.threads = 2;
    must(vol_world_create(&world_def, &world, &error), &error);
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        vol_flock flock;
        vol_flock_def flock_def = vol_default_flock_def((vol_model)model);
        flock_def.name = vol_model_name((vol_model)model);
        flock_def.count = 200;
        must(vol_flock_create(world, &flock_def, &flock, &error), &error);
    }
    add_surroundings(world);
    must(vol_world_step(world, 50), &error);
    printf("%s %016" PRIx64 " %" PRIu64 "\n", vol_version(), vol_world_hash(world), vol_world_eaten(world));
    vol_world_destroy(world);
    return 0;
}
