/* What a boid takes of memory, feature by feature: the figures are those of the table in docs/performance.md, which is
 * read here, so that neither can change without the other. */
#include "counting.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOIDS = 1100000 }; /* smaller flocks may have counts of their own, 8 MB at most */

/* The figures of the document are rounded to a tenth. What a boid takes may be so much more, for what does not grow
 * with the boids; so much less is a figure to be corrected. */
static const double MORE = 0.5, LESS = 0.2;

static void plain(vol_world_def *world, vol_flock_def *flock) {
    (void)world, (void)flock;
}

static void space(vol_world_def *world, vol_flock_def *flock) {
    (void)flock;
    world->dimensions = 3;
}

static void precise(vol_world_def *world, vol_flock_def *flock) {
    (void)flock;
    world->precision = VOL_PRECISION_DOUBLE;
}

static void precise_space(vol_world_def *world, vol_flock_def *flock) {
    space(world, flock);
    precise(world, flock);
}

static void tree(vol_world_def *world, vol_flock_def *flock) {
    (void)flock;
    world->index = VOL_INDEX_TREE;
}

static void staged(vol_world_def *world, vol_flock_def *flock) {
    (void)flock;
    world->integrator = VOL_INTEGRATOR_RK4;
}

static void previous(vol_world_def *world, vol_flock_def *flock) {
    (void)world;
    flock->previous = true;
}

static void carried(vol_world_def *world, vol_flock_def *flock) {
    (void)world;
    flock->user_bytes = 16;
}

static void headed(vol_world_def *world, vol_flock_def *flock) {
    (void)world;
    *flock = vol_default_flock_def(VOL_MODEL_SIGHTED);
}

/* What is there besides, once the flock is made; what is taken outside of the world is added to *besides. */
typedef void (*deed)(vol_world *world, vol_flock flock, size_t *besides);

static void nothing(vol_world *world, vol_flock flock, size_t *besides) {
    (void)world, (void)flock, (void)besides;
}

static void relate_to(vol_world *world, vol_flock flock, bool delayed, bool eats) {
    vol_flock_def few = vol_default_flock_def(VOL_MODEL_STEERING);
    few.name = "few";
    few.count = 1;
    const vol_flock other = vol_test_flock(world, &few);
    vol_relation_def def = vol_default_relation_def();
    def.kind = eats ? VOL_RELATION_HUNT : VOL_RELATION_FLEE;
    def.from = flock;
    def.to[0] = other;
    def.to_count = 1;
    def.delay = delayed;
    def.eat = eats ? 1 : 0;
    assert_int_equal(vol_relation_create(world, &def, NULL, NULL), VOL_OK);
}

static void flee(vol_world *world, vol_flock flock, size_t *besides) {
    (void)besides;
    relate_to(world, flock, false, false);
}

static void flee_later(vol_world *world, vol_flock flock, size_t *besides) {
    (void)besides;
    relate_to(world, flock, true, false);
}

static void eat(vol_world *world, vol_flock flock, size_t *besides) {
    (void)besides;
    relate_to(world, flock, false, true);
}

static void ask(vol_world *world, vol_flock flock, size_t *besides) {
    (void)besides;
    vol_hit hit;
    size_t found;
    const double point[3] = {0, 0, 0};
    assert_int_equal(vol_query_nearest(world, flock, point, 1, &hit, &found, NULL), VOL_OK);
}

static void measure(vol_world *world, uint64_t measures) {
    vol_meter_def def = vol_default_meter_def();
    vol_meter *meter;
    def.measures = measures;
    assert_int_equal(vol_meter_create(world, &def, &meter, NULL), VOL_OK);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, NULL), VOL_OK);
    vol_world_set_user_pointer(world, meter); /* destroyed at the end */
}

static void measure_order(vol_world *world, vol_flock flock, size_t *besides) {
    (void)flock, (void)besides;
    measure(world, VOL_MEASURE_BIT(VOL_MEASURE_POLARISATION));
}

static void measure_all(vol_world *world, vol_flock flock, size_t *besides) {
    (void)flock, (void)besides;
    measure(world, VOL_MEASURE_ALL);
}

static void save(vol_world *world, vol_flock flock, size_t *besides) {
    (void)flock;
    *besides += vol_snapshot_size(world);
}

static const struct feature {
    const char *name; /* in the table */
    void (*make)(vol_world_def *world, vol_flock_def *flock);
    deed then;
} features[] = {
    {"2D, single precision", plain, nothing},
    {"3D", space, nothing},
    {"double precision", precise, nothing},
    {"3D, double precision", precise_space, nothing},
    {"`index: tree` or `kdtree`", tree, nothing},
    {"`integrator: rk4`", staged, nothing},
    {"a model with headings (`sighted`)", headed, nothing},
    {"`previous`", previous, nothing},
    {"16 bytes carried for the host", carried, nothing},
    {"a relation", plain, flee},
    {"a relation with `delay: 1`", plain, flee_later},
    {"each boid a hunter that eats", plain, eat},
    {"queries", plain, ask},
    {"measures: polarisation", plain, measure_order},
    {"measures: all", plain, measure_all},
    {"a snapshot", plain, save},
};

/* Bytes a boid. */
static double taken(const struct feature *feature) {
    vol_test_counter c;
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 30000;
    def.size[2] = 1000;
    def.threads = 2;
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    feature->make(&def, &flock_def);
    flock_def.name = "boids";
    flock_def.count = BOIDS;
    vol_test_count(&def, &c);
    vol_world *world = vol_test_world(&def);
    size_t before = c.bytes, besides = 0;
    const vol_flock flock = vol_test_flock(world, &flock_def);
    feature->then(world, flock, &besides);
    const double bytes = (double)(c.bytes - before + besides) / BOIDS;
    vol_meter_destroy(vol_world_user_pointer(world));
    vol_world_destroy(world);
    assert_int_equal(c.living, 0);
    return bytes;
}

/* The figure behind a name in the document: "| name | 60.6 |". */
static double written(const char *document, const char *name) {
    char row[128];
    snprintf(row, sizeof row, "\n| %s |", name);
    const char *at = strstr(document, row);
    if (!at) {
        fail_msg("docs/performance.md has no row of memory '%s'", name);
    }
    return strtod(at + strlen(row), NULL);
}

static void a_boid_takes_what_the_document_says(void **state) {
    (void)state;
    FILE *file = fopen(VOL_PERFORMANCE_DOCUMENT, "rb");
    assert_non_null(file);
    static char document[1 << 20];
    document[fread(document, 1, sizeof document - 1, file)] = '\0';
    fclose(file);
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        const double bytes = taken(&features[i]), said = written(document, features[i].name);
        if (!(bytes <= said + MORE && bytes >= said - LESS)) {
            print_error("%s: a boid takes %.2f bytes, docs/performance.md says %.1f\n", features[i].name, bytes, said);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_boid_takes_what_the_document_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
