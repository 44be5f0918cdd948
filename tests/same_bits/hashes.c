/* Prints one hash for every model, variant, dimension, precision, update and index, after making sure that it is the same
 * for every instruction set of this machine and for 1, 2, 3 and 8 threads.
 *
 * The table is committed beside this file; tools/same_bits.sh compares it with what each compiler and optimisation gives,
 * so a change of behaviour shows up as a change of that table.
 */
#include <volery/volery.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct case_def {
    vol_model model;
    int dimensions;
    vol_precision precision;
    vol_variant variant;
    vol_index index;
    vol_update update;
    bool images;
    bool around; /* with surroundings */
} case_def;

static void must(vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

/* Obstacles of every shape and law, a second flock that hunts and eats, players, wind. */
static void surround(vol_world *world, vol_flock flock) {
    static const double points[] = {300, 200, 360, 280, 250, 260, 200, 100, 220, 400, 330, 50};
    static const double players[] = {100, 100, 150, 500, 400, 100};
    int dimensions = vol_world_get_def(world).dimensions;
    vol_error error;
    uint32_t number;
    for (unsigned i = 0; i < 36; i++) {
        vol_obstacle_def o = vol_default_obstacle_def();
        o.shape = (vol_obstacle_shape)(i % (dimensions == 3 ? 3 : 4));
        o.law = (vol_law)(i / 4 % 3);
        o.point_count = o.shape == VOL_OBSTACLE_SEGMENT ? 2 : o.shape == VOL_OBSTACLE_POLYGON ? 3 : 0;
        o.points = o.point_count ? points + i / 12 : NULL;
        o.radius = 5 + i % 5;
        o.reach = 15;
        o.strength = 0.3;
        for (int c = 0; c < 3; c++) {
            o.center[c] = (double)(37 * (i + 3) % 290) + 100 * c;
            o.size[c] = 20;
        }
        must(vol_obstacle_create(world, &o, &number, &error), &error);
    }
    vol_flock_def hawks = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock hunters;
    hawks.name = "hawks";
    hawks.count = 9;
    must(vol_flock_create(world, &hawks, &hunters, &error), &error);
    for (int kind = 0; kind < 4; kind++) {
        vol_relation_def r = vol_default_relation_def();
        r.from = kind == VOL_RELATION_HUNT ? hunters : flock;
        r.to[r.to_count++] = kind == VOL_RELATION_HUNT ? flock : hunters;
        r.kind = (vol_relation_kind)kind;
        r.weight = 0.2;
        r.eat = 6;
        r.delay = kind % 2;
        must(vol_relation_create(world, &r, &number, &error), &error);
    }
    must(vol_world_set_players(world, 2, players, &error), &error);
}

static uint64_t hash_of(const case_def *c, const char *isa, uint32_t threads) {
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(c->model);
    vol_world *world;
    vol_flock flock;
    vol_error error;
    def.dimensions = c->dimensions;
    def.size[2] = 300;
    def.precision = c->precision;
    def.update = c->update;
    def.index = c->index;
    def.images = c->images;
    def.seed = 20;
    def.isa = isa;
    def.threads = threads;
    def.wind.velocity[0] = c->around ? 0.2 : 0;
    def.wind.chance = 0.5;
    flock_def.variant = c->variant;
    flock_def.count = c->index == VOL_INDEX_GRID ? 600 : 60;
    flock_def.start.speed = flock_def.max_speed / 2;
    flock_def.view.distance = c->model == VOL_MODEL_SIGHTED ? 70 : 0;
    must(vol_world_create(&def, &world, &error), &error);
    must(vol_flock_create(world, &flock_def, &flock, &error), &error);
    if (c->around) {
        surround(world, flock);
    }
    vol_world_step(world, c->index == VOL_INDEX_GRID ? 3 : 8);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

/* The one hash of a case; ends the program if there is more than one. */
static uint64_t only_hash(const case_def *c, unsigned *runs) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    uint64_t expected = hash_of(c, "scalar", 1);
    const char *isa;
    for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++, ++*runs) {
            uint64_t hash = hash_of(c, isa, threads[t]);
            if (hash != expected) {
                fprintf(stderr, "%s in %dD: %s with %u threads gives %016" PRIx64 ", scalar with one %016" PRIx64 "\n",
                        vol_model_name(c->model), c->dimensions, isa, (unsigned)threads[t], hash, expected);
                exit(1);
            }
        }
    }
    return expected;
}

int main(void) {
    static const struct {
        const char *name;
        vol_index index;
        vol_update update;
        bool images, around;
    } ways[] = {{"brute", VOL_INDEX_BRUTE, VOL_UPDATE_TOGETHER, false, false},
                {"images", VOL_INDEX_BRUTE, VOL_UPDATE_TOGETHER, true, false},
                {"in_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, false},
                {"grid", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, false},
                {"grid_images", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, false},
                {"around", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, true},
                {"around_turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, true}};
    unsigned runs = 0;
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        for (unsigned k = 0; k < 8 * sizeof ways / sizeof *ways; k++) {
            unsigned way = k / 8;
            case_def c = {(vol_model)model,
                          k & 1 ? 3 : 2,
                          k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE,
                          k & 4 ? VOL_VARIANT_AS_INTENDED : VOL_VARIANT_AS_WRITTEN,
                          ways[way].index,
                          ways[way].update,
                          ways[way].images,
                          ways[way].around};
            if (vol_model_has_dimensions(c.model, c.dimensions)) {
                uint64_t hash = only_hash(&c, &runs);
                printf("%-8s %dD %-6s %-11s %-11s %016" PRIx64 "\n", vol_model_name(c.model), c.dimensions,
                       k & 2 ? "double" : "single", k & 4 ? "as_intended" : "as_written", ways[way].name, hash);
            }
        }
    }
    fprintf(stderr, "%u runs, one hash for each case\n", runs);
    return 0;
}
