/* Predators: two hawks hunt a flock that flees from them. Boids that a hawk reaches are removed; the world lists them.
 * */
#include <volery/volery.h>

#include <stdio.h>

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def birds_def = vol_default_flock_def(VOL_MODEL_STEERING);
    birds_def.name = "birds";
    birds_def.count = 200;
    vol_flock_def hawks_def = vol_default_flock_def(VOL_MODEL_STEERING);
    hawks_def.name = "hawks";
    hawks_def.count = 2;
    hawks_def.max_speed = 4;

    vol_flock birds = 0, hawks = 1; /* flocks are numbered as they are made */
    vol_relation_def hunt = vol_default_relation_def();
    hunt.kind = VOL_RELATION_HUNT;
    hunt.from = hawks;
    hunt.to[0] = birds;
    hunt.to_count = 1;
    hunt.radius = 150; /* how far hawks see */
    hunt.eat = 6;      /* how near they must come */
    vol_relation_def flee = vol_default_relation_def();
    flee.from = birds;
    flee.to[0] = hawks;
    flee.to_count = 1;
    flee.radius = 80;
    flee.weight = 0.1;

    vol_error error;
    vol_world *world;
    uint32_t relation;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &birds_def, &birds, &error) != VOL_OK ||
        vol_flock_create(world, &hawks_def, &hawks, &error) != VOL_OK ||
        vol_relation_create(world, &hunt, &relation, &error) != VOL_OK ||
        vol_relation_create(world, &flee, &relation, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }

    vol_result result = VOL_OK;
    while (vol_world_steps(world) < 600 && vol_world_eaten(world) < 10 && result == VOL_OK) {
        result = vol_world_step(world, 1); /* one at a time: meals are those of the last step */
        size_t count;
        const vol_meal *meals = vol_world_meals(world, &count);
        for (size_t i = 0; i < count; i++) {
            printf("step %3d: hawk %u ate bird %u\n", (int)vol_world_steps(world), (unsigned)meals[i].hunter,
                   (unsigned)meals[i].prey);
        }
    }
    printf("%zu birds are left\n", vol_flock_view(world, birds).count);
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
