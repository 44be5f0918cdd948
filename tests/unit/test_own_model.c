/* Models of the host's own: headers of the library under other names, compiled with the kit, have the bits of the
 * models that are built in; what does not fit is refused. */
#include "cluster/threads.h"
#include "kernels/own_model.h"
#include "support.h"

#include <math.h>
#include <string.h>

VOL_DECLARE_MODEL(mine);   /* steering */
VOL_DECLARE_MODEL(turned); /* vicsek */
VOL_DECLARE_MODEL(looks);  /* sighted */
VOL_DECLARE_MODEL(gather); /* of tests/unit/gather.h: larger sums than any model of the library */

enum { STEPS = 5, COUNT = 220 };

typedef struct place {
    const vol_own_model *own;
    vol_model model;
    int dimensions;
    vol_precision precision;
    vol_update update;
    vol_integrator integrator;
    vol_index index;
    vol_variant variant;
    size_t nearest;
    bool images, joined;
} place;

static vol_world *make(const place *p, bool own, const char *isa, const vol_cluster *cluster) {
    vol_world_def def = vol_test_lively_def(p->model, p->dimensions, p->precision);
    def.boundary = p->images ? VOL_BOUNDARY_WRAP : def.boundary;
    def.images = p->images;
    def.update = p->update;
    def.integrator = p->integrator;
    def.index = p->index;
    def.isa = isa;
    def.cluster = cluster;
    vol_world *world = vol_test_world(&def);
    for (int i = 0; i < 1 + p->joined; i++) {
        vol_flock_def flock = vol_lively_flock_def(p->model);
        flock.name = i == 0 ? "first" : "second";
        flock.count = COUNT;
        flock.start.speed = flock.max_speed / 2;
        flock.variant = p->variant;
        flock.neighbours.count = p->nearest;
        flock.own.model = own ? p->own : NULL;
        vol_test_flock(world, &flock);
    }
    if (p->joined) {
        vol_relation_def relation = vol_default_relation_def();
        vol_error error;
        uint32_t number;
        relation.from = 0;
        relation.to[0] = 1;
        relation.to_count = 1;
        relation.kind = VOL_RELATION_FLOCK_WITH;
        assert_int_equal(vol_relation_create(world, &relation, &number, &error), VOL_OK);
    }
    return world;
}

static uint64_t hash_of(const place *p, bool own, const char *isa) {
    vol_world *world = make(p, own, isa, NULL);
    assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

/* Every way in which the stages choose among the kernels of a model. */
static place place_of(const vol_own_model *own, vol_model model, unsigned k) {
    place p = {.own = own, .model = model, .dimensions = 2 + (int)(k % 2), .precision = (vol_precision)(k / 2 % 2)};
    p.variant = (vol_variant)(k / 4 % 2);
    switch (k / 8) {
    case 1: p.update = VOL_UPDATE_IN_TURN; break;
    case 2: p.nearest = 7; break;
    case 3: p.images = true, p.index = VOL_INDEX_BRUTE; break;
    case 4: p.joined = true, p.index = VOL_INDEX_GRID; break;
    case 5: p.integrator = model == VOL_MODEL_STEERING ? VOL_INTEGRATOR_RK4 : VOL_INTEGRATOR_EULER; break;
    default: break;
    }
    return p;
}

static void a_model_under_another_name_has_the_bits_of_the_built_in_one(void **state) {
    (void)state;
    static const struct {
        const vol_own_model *own;
        vol_model model;
    } models[] = {
        {&mine_model, VOL_MODEL_STEERING}, {&turned_model, VOL_MODEL_VICSEK}, {&looks_model, VOL_MODEL_SIGHTED}};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        for (unsigned k = 0; k < 48; k++) {
            const place p = place_of(models[m].own, models[m].model, k);
            if (!vol_model_has_dimensions(p.model, p.dimensions)) {
                continue;
            }
            const uint64_t expected = hash_of(&p, false, NULL);
            const char *isa;
            for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
                if (hash_of(&p, true, isa) != expected) {
                    fail_msg("%s: other bits with %s, place %u", vol_model_name(p.model), isa, k);
                }
            }
        }
    }
}

static void step_in_a_cluster(const vol_cluster *cluster, void *context) {
    const place p = place_of(&mine_model, VOL_MODEL_STEERING, 0);
    vol_world *world = make(&p, true, NULL, cluster);
    assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
    ((uint64_t *)context)[cluster->rank] = vol_world_hash(world);
    vol_world_destroy(world);
}

static void a_cluster_has_the_same_bits(void **state) {
    (void)state;
    const place p = place_of(&mine_model, VOL_MODEL_STEERING, 0);
    uint64_t hash[3] = {0};
    vol_test_ranks(3, step_in_a_cluster, hash);
    const uint64_t expected = hash_of(&p, false, NULL);
    for (int rank = 0; rank < 3; rank++) {
        assert_hash_equal(hash[rank], expected);
    }
}

/* Room for the sums is made when the flock is. own.number[0] is how far boids go to the middle of the nearest. */
static void sums_may_be_larger_than_those_of_any_built_in_model(void **state) {
    (void)state;
    uint64_t first = 0;
    const char *isa;
    for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
        vol_world_def def = vol_default_world_def();
        def.isa = isa;
        def.boundary = VOL_BOUNDARY_OPEN;
        vol_world *world = vol_test_world(&def);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
        flock.own.model = &gather_model;
        flock.own.number[0] = 0.5;
        flock.max_speed = 1000;
        vol_test_flock(world, &flock);
        assert_int_equal(vol_flock_index(world, 0), VOL_INDEX_AUTO);
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        assert_int_equal(vol_flock_index(world, 0), VOL_INDEX_BRUTE); /* its neighbours are at any distance */
        const uint64_t hash = vol_world_hash(world);
        first = first ? first : hash;
        assert_hash_equal(hash, first);
        flock = vol_flock_get_def(world, 0);
        flock.own.number[0] = 0.25; /* may change between steps, and matters */
        assert_int_equal(vol_flock_set_def(world, 0, &flock, NULL), VOL_OK);
        vol_world *other = vol_test_world(&def);
        flock.own.number[0] = 0.5;
        flock.count = 100;
        vol_test_flock(other, &flock);
        assert_int_equal(vol_world_step(other, 6), VOL_OK);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        assert_true(vol_world_hash(other) != vol_world_hash(world));
        vol_world_destroy(other);
        vol_world_destroy(world);
    }
}

static void refuse(const vol_world_def *def, const vol_flock_def *flock, vol_result result, const char *text) {
    vol_world *world = vol_test_world(def);
    vol_flock none;
    vol_error error;
    assert_int_equal(vol_flock_create(world, flock, &none, &error), result);
    if (!strstr(error.text, text)) {
        fail_msg("'%s' does not say '%s'", error.text, text);
    }
    vol_world_destroy(world);
}

static bool decide(void *user, vol_custom_batch *batch) {
    (void)user, (void)batch;
    return false;
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
    vol_own_model own = mine_model;
    flock.own.model = &own;
    own.version++;
    refuse(&def, &flock, VOL_ERROR_LAYOUT, "kit of another version");
    own = mine_model;
    own.layout++;
    refuse(&def, &flock, VOL_ERROR_LAYOUT, "kit of another version");
    own = mine_model;
    own.dimensions = 3;
    refuse(&def, &flock, VOL_ERROR_VALUE, "the model mine is for worlds of 3 dimensions; this one has 2");
    own = mine_model;
    own.rows = 0;
    refuse(&def, &flock, VOL_ERROR_UNSUPPORTED, "the model mine was compiled without the instruction set");
    own = mine_model;
    flock.own.number[7] = NAN;
    refuse(&def, &flock, VOL_ERROR_VALUE, "own.number[7] is nan");
    flock.own.number[7] = 0;
    flock.rule.decide = decide;
    refuse(&def, &flock, VOL_ERROR_VALUE, "has no use for a rule of the host's");
    flock.rule.decide = NULL;
    flock.own.model = &gather_model; /* gives velocities */
    def.integrator = VOL_INTEGRATOR_RK4;
    refuse(&def, &flock, VOL_ERROR_VALUE, "the model gather of flock boids sets velocities");
}

static void the_model_of_a_flock_is_fixed(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_test_flock(world, &flock);
    flock.own.model = &mine_model;
    vol_error error;
    assert_int_equal(vol_flock_set_def(world, 0, &flock, &error), VOL_ERROR_FIXED);
    assert_string_equal(error.field, "model");
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_under_another_name_has_the_bits_of_the_built_in_one),
        cmocka_unit_test(a_cluster_has_the_same_bits),
        cmocka_unit_test(sums_may_be_larger_than_those_of_any_built_in_model),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_model_of_a_flock_is_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
