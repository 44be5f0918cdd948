/* Parameters by name: change one while the flock flies, see what a wrong value gives, and walk the table of all of
 * them, as a settings dialog would. */
#include <volery/volery.h>

#include <stdio.h>

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.name = "birds";
    vol_error error;
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }

    vol_result result = vol_world_step(world, 60);
    vol_world_set(world, "birds.cohesion.weight", "2.5", NULL); /* text, as a scene file has it */
    vol_world_set_number(world, "birds.max_speed", 4, NULL);    /* or a number, as a slider has it */
    result = result == VOL_OK ? vol_world_step(world, 60) : result;

    /* User data can be wrong: the world stays as it was, and the message is fit for a user. */
    if (vol_world_set(world, "birds.max_speed", "-1", &error) != VOL_OK) {
        printf("refused: %s\n\n", error.text);
    }

    /* The sliders for this model, with their ranges and what they are at. */
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world || !param->live || param->type != VOL_PARAM_REAL ||
            !vol_param_used(param, flock_def.model)) {
            continue;
        }
        char name[80], value[64];
        snprintf(name, sizeof name, "birds.%s", param->name);
        if (vol_world_get(world, name, value, sizeof value, NULL) == VOL_OK) {
            printf("%-24s %6s   %g to %g %s\n", name, value, param->least, param->most, param->unit);
        }
    }
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
