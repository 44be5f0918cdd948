/* A host of a library that leaves things out: prints hashes of worlds of what it has; with an argument, checks that the
 * rest is refused by name. */
#include <volery/volery.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const vol_model models[] = {VOL_MODEL_NUDGE, VOL_MODEL_CAPPED, VOL_MODEL_BLEND, VOL_MODEL_SIGHTED,
                                   VOL_MODEL_STEERING};

static uint64_t hash_of(vol_model model, int dimensions, vol_update update, const char *isa) {
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(model);
    vol_world *world;
    vol_flock flock;
    vol_error error;
    def.dimensions = dimensions;
    def.size[0] = def.size[1] = def.size[2] = 200;
    def.update = update;
    def.isa = isa;
    flock_def.count = 300;
    flock_def.start.speed = 1;
    if (vol_world_create(&def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK || vol_world_step(world, 20) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void expect(const vol_error *error, vol_result result, const char *text) {
    if (result != VOL_ERROR_UNSUPPORTED || !strstr(error->text, text)) {
        fprintf(stderr, "expected '%s': %s\n", text, result == VOL_OK ? "no error" : error->text);
        exit(1);
    }
}

static void check_refusals(void) {
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_VICSEK);
    vol_meter_def meter_def = vol_default_meter_def();
    vol_world *world;
    vol_flock flock;
    vol_meter *meter;
    vol_error error;
    def.precision = VOL_PRECISION_DOUBLE;
    expect(&error, vol_world_create(&def, &world, &error),
           "world.precision is double, which this library was built "
           "without (VOLERY_PRECISIONS, VOL_WITHOUT_double)");
    def.precision = VOL_PRECISION_SINGLE;
    def.isa = "avx512";
    expect(&error, vol_world_create(&def, &world, &error), "VOLERY_ISAS");
    def.isa = NULL;
    if (vol_world_create(&def, &world, &error) != VOL_OK) {
        exit(1);
    }
    expect(&error, vol_flock_create(world, &flock_def, &flock, &error),
           "built without the model vicsek (VOLERY_MODELS, VOL_WITHOUT_vicsek)");
    expect(&error, vol_meter_create(world, &meter_def, &meter, &error), "VOLERY_MEASURES, VOL_WITHOUT_measures");
    vol_world_destroy(world);
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        if (vol_model_built((vol_model)model) != (model <= VOL_MODEL_STEERING)) {
            fprintf(stderr, "vol_model_built is wrong of %s\n", vol_model_name((vol_model)model));
            exit(1);
        }
    }
    if (vol_precision_built(VOL_PRECISION_DOUBLE) || !vol_precision_built(VOL_PRECISION_SINGLE) ||
        vol_measures_built()) {
        fprintf(stderr, "vol_precision_built or vol_measures_built is wrong\n");
        exit(1);
    }
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        check_refusals();
        return 0;
    }
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        for (int k = 0; k < 4; k++) {
            const int dimensions = 2 + k % 2;
            if (!vol_model_has_dimensions(models[m], dimensions)) {
                continue;
            }
            const vol_update update = k < 2 ? VOL_UPDATE_TOGETHER : VOL_UPDATE_IN_TURN;
            const uint64_t hash = hash_of(models[m], dimensions, update, NULL);
            const char *isa;
            for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
                if (hash_of(models[m], dimensions, update, isa) != hash) {
                    fprintf(stderr, "%s: other bits with %s\n", vol_model_name(models[m]), isa);
                    return 1;
                }
            }
            printf("%s %d %d %016" PRIx64 "\n", vol_model_name(models[m]), dimensions, k / 2, hash);
        }
    }
    return 0;
}
