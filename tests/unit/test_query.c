/* Queries: whatever has happened to a world, they answer what testing every boid answers, to the last bit; they change
 * nothing, survive a lack of memory, and do not test every boid. */
#include "counting.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1024 };

static double fold(const vol_world_def *def, int axis, double number) {
    return def->images ? number - def->size[axis] * floor(number / def->size[axis]) : number;
}

static double distance_to(const vol_world_def *def, const double *position, const double *point) {
    double sum = 0;
    for (int c = 0; c < def->dimensions; c++) {
        double d = position[c] - fold(def, c, point[c]), best = fabs(d);
        if (def->images) {
            best = fmin(best, fmin(fabs(d - def->size[c]), fabs(d + def->size[c])));
        }
        sum += best * best;
    }
    return sqrt(sum);
}

static bool in_box(const vol_world_def *def, const double *position, const double *low, const double *high) {
    for (int c = 0; c < def->dimensions; c++) {
        int far = def->images ? 10 : 0;
        bool in = false;
        for (int k = -far; k <= far; k++) {
            double p = position[c] + k * def->size[c];
            in = in || (p >= low[c] && p <= high[c]);
        }
        if (!in) {
            return false;
        }
    }
    return true;
}

typedef struct ray {
    double origin[3], direction[3], unit[3], length, radius;
} ray;

/* How far along the ray, which starts `image` worlds lower, a boid is; INFINITY: not hit. */
static double along_image(const vol_world_def *def, const double *position, const ray *r, const int image[3]) {
    double at = 0, sum = 0, from[3];
    for (int c = 0; c < def->dimensions; c++) {
        from[c] = fold(def, c, r->origin[c]) - image[c] * def->size[c];
        at += (position[c] - from[c]) * r->unit[c];
    }
    for (int c = 0; c < def->dimensions; c++) {
        double d = position[c] - from[c] - at * r->unit[c];
        sum += d * d;
    }
    return at > 0 && at <= r->length && sqrt(sum) < r->radius ? at : INFINITY;
}

static double along(const vol_world_def *def, const double *position, const ray *r) {
    double best = INFINITY;
    int far[3] = {0, 0, 0};
    for (int c = 0; c < def->dimensions && def->images; c++) {
        far[c] = (int)((r->length + r->radius) / def->size[c]) + 2;
    }
    for (int x = -far[0]; x <= far[0]; x++) {
        for (int y = -far[1]; y <= far[1]; y++) {
            for (int z = -far[2]; z <= far[2]; z++) {
                best = fmin(best, along_image(def, position, r, (const int[3]){x, y, z}));
            }
        }
    }
    return best;
}

static int compare_hits(const void *a, const void *b) {
    const vol_hit *left = a, *right = b;
    if (left->distance != right->distance) {
        return left->distance < right->distance ? -1 : 1;
    }
    return left->id < right->id ? -1 : left->id > right->id;
}

typedef struct answers {
    vol_world *world;
    vol_world_def def;
    vol_view view;
    vol_test_random *random;
    vol_hit expected[MOST], hits[MOST];
    size_t expected_count;
} answers;

static void position_of(const answers *a, size_t slot, double *position) {
    for (int c = 0; c < a->view.dimensions; c++) {
        position[c] = vol_view_position(&a->view, c, slot);
    }
}

static void expect(answers *a, size_t slot, double distance) {
    assert_true(a->expected_count < MOST);
    a->expected[a->expected_count++] = (vol_hit){(uint32_t)slot, a->view.id[slot], distance, 0};
}

static void assert_hit(const vol_hit *hit, uint32_t id, double distance) {
    assert_int_equal(hit->id, id);
    assert_number_equal(hit->distance, distance);
}

static void compare(answers *a, size_t room, size_t found, size_t expected_found) {
    qsort(a->expected, a->expected_count, sizeof *a->expected, compare_hits);
    assert_int_equal(found, expected_found);
    for (size_t i = 0; i < found && i < room; i++) {
        assert_int_equal(a->hits[i].slot, a->expected[i].slot);
        assert_hit(&a->hits[i], a->expected[i].id, a->expected[i].distance);
    }
}

/* A point in, at the edge of, or somewhat outside the world, sometimes where a boid is, or in a middle between some. */
static void choose_point(answers *a, double *point) {
    bool whole = vol_test_chance(a->random, 0.3);
    for (int c = 0; c < 3; c++) {
        point[c] = vol_test_uniform(a->random, -0.3, 1.3) * a->def.size[c];
        point[c] = whole ? floor(point[c] / 5) * 5 : point[c];
        point[c] = vol_test_chance(a->random, 0.1) ? 0 : point[c];
        point[c] = vol_test_chance(a->random, 0.1) ? a->def.size[c] : point[c];
    }
    if (a->view.count > 0 && vol_test_chance(a->random, 0.3)) {
        position_of(a, vol_test_pick(a->random, a->view.count), point);
    }
}

static void check_near(answers *a) {
    double point[3], position[3], radius = vol_test_spread(a->random, 0.5, 900);
    size_t found = 99, rooms[] = {0, 1, 7, MOST}, room = rooms[vol_test_pick(a->random, 4)];
    choose_point(a, point);
    a->expected_count = 0;
    for (size_t slot = 0; slot < a->view.count; slot++) {
        position_of(a, slot, position);
        double distance = distance_to(&a->def, position, point);
        if (distance < radius) {
            expect(a, slot, distance);
        }
    }
    assert_int_equal(vol_query_near(a->world, 0, point, radius, room ? a->hits : NULL, room, &found, NULL), VOL_OK);
    compare(a, room, found, a->expected_count);
}

static void check_neighbours(answers *a) {
    if (a->view.count == 0) {
        return;
    }
    double point[3], position[3], radius = vol_test_spread(a->random, 0.5, 300);
    size_t found = 99, me = vol_test_pick(a->random, a->view.count);
    position_of(a, me, point);
    a->expected_count = 0;
    for (size_t slot = 0; slot < a->view.count; slot++) {
        position_of(a, slot, position);
        double distance = distance_to(&a->def, position, point);
        if (slot != me && distance < radius) {
            expect(a, slot, distance);
        }
    }
    assert_int_equal(vol_query_neighbours(a->world, 0, a->view.id[me], radius, a->hits, MOST, &found, NULL), VOL_OK);
    compare(a, MOST, found, a->expected_count);
}

static void check_nearest(answers *a) {
    double point[3], position[3];
    size_t found = 99, counts[] = {0, 1, 2, 10, MOST}, count = counts[vol_test_pick(a->random, 5)];
    choose_point(a, point);
    a->expected_count = 0;
    for (size_t slot = 0; slot < a->view.count; slot++) {
        position_of(a, slot, position);
        expect(a, slot, distance_to(&a->def, position, point));
    }
    assert_int_equal(vol_query_nearest(a->world, 0, point, count, a->hits, &found, NULL), VOL_OK);
    compare(a, count, found, count < a->view.count ? count : a->view.count);
}

static void check_box(answers *a) {
    double low[3], high[3], position[3];
    size_t found = 99, room = vol_test_chance(a->random, 0.5) ? MOST : 3;
    choose_point(a, low);
    for (int c = 0; c < 3; c++) {
        high[c] = low[c] + vol_test_spread(a->random, 0.01, 1.2) * a->def.size[c];
    }
    a->expected_count = 0;
    for (size_t slot = 0; slot < a->view.count; slot++) {
        position_of(a, slot, position);
        if (in_box(&a->def, position, low, high)) {
            expect(a, slot, 0);
        }
    }
    assert_int_equal(vol_query_box(a->world, 0, low, high, a->hits, room, &found, NULL), VOL_OK);
    compare(a, room, found, a->expected_count);
}

static ray choose_ray(answers *a) {
    ray r = {.length = vol_test_spread(a->random, 1, 700), .radius = vol_test_spread(a->random, 0.1, 20)};
    double most = 0, sum = 0;
    choose_point(a, r.origin);
    for (int c = 0; c < a->def.dimensions; c++) {
        r.direction[c] = vol_test_chance(a->random, 0.3) ? 0 : vol_test_uniform(a->random, -5, 5);
        r.direction[c] = c == 0 && vol_test_chance(a->random, 0.1) ? 1e-9 : r.direction[c];
        r.direction[c] += c == 1 && r.direction[c] == 0;
        most = fmax(most, fabs(r.direction[c]));
    }
    for (int c = 0; c < a->def.dimensions; c++) {
        r.unit[c] = r.direction[c] / most;
        sum += r.unit[c] * r.unit[c];
    }
    for (int c = 0; c < a->def.dimensions; c++) {
        r.unit[c] /= sqrt(sum);
    }
    return r;
}

static void check_ray(answers *a) {
    ray r = choose_ray(a);
    double position[3];
    a->expected_count = 0;
    for (size_t slot = 0; slot < a->view.count; slot++) {
        position_of(a, slot, position);
        double at = along(&a->def, position, &r);
        if (at < INFINITY) {
            expect(a, slot, at);
        }
    }
    assert_int_equal(vol_query_ray(a->world, 0, r.origin, r.direction, r.length, r.radius, a->hits, NULL), VOL_OK);
    compare(a, 1, a->hits[0].slot != VOL_NONE, a->expected_count > 0);
    assert_int_equal(a->hits[0].slot != VOL_NONE, a->hits[0].id != VOL_NONE);
}

/* All kinds of queries, several times. The world must stay as it is. */
static void check_queries(vol_world *world, vol_test_random *random) {
    answers *a = calloc(1, sizeof *a);
    assert_non_null(a);
    uint64_t hash = vol_world_hash(world);
    a->world = world;
    a->def = vol_world_get_def(world);
    a->view = vol_flock_view(world, 0);
    a->random = random;
    for (int i = 0; i < 8; i++) {
        check_near(a);
        check_neighbours(a);
        check_nearest(a);
        check_box(a);
        check_ray(a);
    }
    assert_hash_equal(vol_world_hash(world), hash);
    vol_view view = vol_flock_view(world, 0);
    assert_ptr_equal(view.id, a->view.id);
    assert_ptr_equal(view.position[0], a->view.position[0]);
    assert_int_equal(view.count, a->view.count);
    free(a);
}

static void remove_some(vol_world *world, vol_test_random *random) {
    vol_view view = vol_flock_view(world, 0);
    uint32_t ids[MOST];
    size_t count = 0;
    for (size_t slot = 0; slot < view.count; slot++) {
        if (vol_test_chance(random, 0.3)) {
            ids[count++] = view.id[slot];
        }
    }
    assert_int_equal(vol_flock_remove(world, 0, count, ids, NULL), VOL_OK);
}

static void add_some(vol_world *world, vol_test_random *random, size_t count) {
    double positions[3 * MOST], velocities[3 * MOST] = {0};
    for (size_t i = 0; i < 3 * count; i++) {
        positions[i] = floor(vol_test_uniform(random, 0, 300)); /* whole numbers: some are equally far away */
        velocities[i] = vol_test_uniform(random, -1, 1);
    }
    assert_int_equal(vol_flock_add(world, 0, count, positions, velocities, NULL, NULL), VOL_OK);
}

static void check_snapshot(vol_world *world, vol_test_random *random) {
    size_t size = vol_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(world, bytes);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    check_queries(world, random);
    assert_int_equal(vol_snapshot_read(world, bytes, size, NULL), VOL_OK);
    check_queries(world, random);
    free(bytes);
}

static void check_life(const vol_world_def *def, size_t count, vol_test_random *random) {
    vol_error error;
    vol_world *world = vol_test_model_world(def, VOL_MODEL_STEERING, count);
    check_queries(world, random);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        check_queries(world, random);
    }
    add_some(world, random, 40);
    check_queries(world, random);
    remove_some(world, random);
    check_queries(world, random);
    check_snapshot(world, random);
    vol_world_def smaller = vol_world_get_def(world);
    smaller.size[0] *= 0.75;
    smaller.images = smaller.boundary == VOL_BOUNDARY_WRAP && !smaller.images;
    assert_int_equal(vol_world_set_def(world, &smaller, &error), VOL_OK);
    check_queries(world, random);
    vol_world_destroy(world);
}

static void queries_answer_what_looking_at_everybody_does(void **state) {
    (void)state;
    vol_test_random random = {2024};
    for (unsigned k = 0; k < 2 * 2 * 7 * 3; k++) {
        vol_world_def def =
            vol_test_lively_def(VOL_MODEL_STEERING, 2 + (int)(k % 2), (vol_precision)(k / 2 % VOL_PRECISION_COUNT));
        unsigned boundary = k / 4 % 7;
        def.boundary = boundary == 6 ? VOL_BOUNDARY_WRAP : (vol_boundary)boundary;
        def.images = boundary == 6;
        def.margin = 15;
        def.index = k / 28 == 0 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        def.update = k / 28 == 2 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
        def.threads = 1 + k % 2;
        check_life(&def, k % 3 == 0 ? 5 : 20 + vol_test_pick(&random, 400), &random);
    }
}

/* Several levels of the tree, and boids that ate or were eaten since. */
static void queries_know_who_was_eaten(void **state) {
    (void)state;
    vol_test_random random = {7};
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 900);
    vol_flock_def hunters = vol_default_flock_def(VOL_MODEL_STEERING);
    hunters.name = "hunters";
    hunters.count = 20;
    vol_relation_def hunt = vol_default_relation_def();
    hunt.from = vol_test_flock(world, &hunters);
    hunt.to[0] = 0;
    hunt.to_count = 1;
    hunt.kind = VOL_RELATION_HUNT;
    hunt.eat = 10;
    uint32_t relation;
    assert_int_equal(vol_relation_create(world, &hunt, &relation, NULL), VOL_OK);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        check_queries(world, &random);
    }
    assert_true(vol_world_eaten(world) > 0);
    vol_world_destroy(world);
}

/* Most in one spot, some in one and the same place, and one very far away. */
static void crowds_and_hermits_are_found(void **state) {
    (void)state;
    vol_test_random random = {11};
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, VOL_PRECISION_DOUBLE);
        def.boundary = VOL_BOUNDARY_OPEN;
        def.images = false;
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 0);
        double positions[3 * 300], velocities[3 * 300] = {0}, hermit[3] = {-1e11, 7e10, 1e10}, none[3] = {0};
        size_t found;
        vol_hit hit;
        check_queries(world, &random);
        for (size_t i = 0; i < 3 * 300; i++) {
            positions[i] = i < 300 ? 77 : vol_test_uniform(&random, 70, 80);
        }
        assert_int_equal(vol_flock_add(world, 0, 300, positions, velocities, NULL, NULL), VOL_OK);
        check_queries(world, &random);
        assert_int_equal(vol_flock_add(world, 0, 1, hermit, none, NULL, NULL), VOL_OK);
        check_queries(world, &random);
        hermit[0] += 5;
        assert_int_equal(vol_query_nearest(world, 0, hermit, 1, &hit, &found, NULL), VOL_OK);
        assert_int_equal(found, 1);
        assert_hit(&hit, 300, 5);
        vol_world_destroy(world);
    }
}

/* Many are equally near, in an order that has nothing to do with where they are. */
static void of_equally_near_boids_the_lower_id_comes_first(void **state) {
    (void)state;
    vol_test_random random = {13};
    for (int images = 0; images < 2; images++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        double positions[2 * 400], velocities[2 * 400] = {0};
        def.size[0] = def.size[1] = 200;
        def.boundary = VOL_BOUNDARY_WRAP;
        def.images = images != 0;
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 0);
        for (size_t i = 0; i < 400; i++) {
            size_t place = i * 147 % 400;
            positions[2 * i] = 10.0 * (double)(place % 20);
            positions[2 * i + 1] = 10.0 * (double)(place / 20);
        }
        assert_int_equal(vol_flock_add(world, 0, 400, positions, velocities, NULL, NULL), VOL_OK);
        for (int i = 0; i < 40; i++) {
            check_queries(world, &random);
        }
        vol_world_destroy(world);
    }
}

static vol_world *world_with(bool images, const double *positions, size_t count) {
    vol_world_def def = vol_default_world_def();
    double velocities[32] = {0};
    def.images = images;
    def.size[0] = 64;
    def.size[1] = 32;
    def.threads = 1;
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 0);
    assert_int_equal(vol_flock_add(world, 0, count, positions, velocities, NULL, NULL), VOL_OK);
    return world;
}

static void edges_are_as_the_header_says(void **state) {
    (void)state;
    const double positions[] = {2, 16, 62, 16, 32, 16, 32, 16, 64, 32};
    const double center[2] = {32, 16}, low[2] = {-4, 10}, high[2] = {4, 20}, corner[2] = {0, 0}, left[2] = {-3, 0};
    for (int images = 0; images < 2; images++) {
        vol_world *world = world_with(images != 0, positions, 5);
        vol_hit hits[8];
        size_t found;
        /* nearer than, not as near as; of equals the lower id */
        vol_query_near(world, 0, center, 30, hits, 8, &found, NULL);
        assert_int_equal(found, 2);
        assert_int_equal(hits[0].id, 2);
        assert_hit(&hits[1], 3, 0);
        vol_query_neighbours(world, 0, 3, 30, hits, 8, &found, NULL);
        assert_int_equal(found, 1);
        assert_int_equal(hits[0].id, 2);
        vol_query_box(world, 0, low, high, hits, 8, &found, NULL);
        assert_int_equal(found, images ? 2 : 1);
        assert_int_equal(hits[0].id, 0);
        vol_query_box(world, 0, corner, corner, hits, 8, &found, NULL);
        assert_int_equal(found, images ? 1 : 0);
        /* both ends of a box belong to it */
        vol_query_box(world, 0, center, center, hits, 8, &found, NULL);
        assert_int_equal(found, 2);
        /* not the boid at the origin, but the one beyond the edge; its end belongs to the ray */
        vol_query_ray(world, 0, positions, left, 4, 1, hits, NULL);
        assert_hit(&hits[0], images ? 1 : VOL_NONE, images ? 4 : 0);
        vol_query_ray(world, 0, center, left, 30, 1, hits, NULL);
        assert_hit(&hits[0], 0, 30);
        vol_query_ray(world, 0, center, left, 29, 1, hits, NULL);
        assert_int_equal(hits[0].slot, VOL_NONE);
        vol_world_destroy(world);
    }
}

static void wrong_numbers_are_refused_with_words(void **state) {
    (void)state;
    const double positions[] = {2, 16}, ok[2] = {1, 2}, nan_point[2] = {1, NAN}, far[2] = {2e12, 0}, zero[2] = {0, 0};
    vol_world *world = world_with(true, positions, 1);
    vol_hit hit;
    size_t found = 5;
    struct {
        vol_result result;
        const char *field;
        vol_error error;
    } t[] = {{VOL_ERROR_VALUE, "point", {0}},  {VOL_ERROR_VALUE, "point", {0}},     {VOL_ERROR_VALUE, "radius", {0}},
             {VOL_ERROR_VALUE, "radius", {0}}, {VOL_ERROR_NAME, "id", {0}},         {VOL_ERROR_VALUE, "radius", {0}},
             {VOL_ERROR_VALUE, "point", {0}},  {VOL_ERROR_VALUE, "direction", {0}}, {VOL_ERROR_VALUE, "origin", {0}},
             {VOL_ERROR_VALUE, "length", {0}}, {VOL_ERROR_VALUE, "radius", {0}},    {VOL_ERROR_VALUE, "length", {0}},
             {VOL_ERROR_VALUE, "low", {0}},    {VOL_ERROR_VALUE, "high", {0}}};
    vol_query_near(world, 0, nan_point, 1, &hit, 1, &found, &t[0].error);
    assert_int_equal(found, 0);
    vol_query_near(world, 0, far, 1, &hit, 1, &found, &t[1].error);
    vol_query_near(world, 0, ok, -1, &hit, 1, &found, &t[2].error);
    vol_query_near(world, 0, ok, NAN, &hit, 1, &found, &t[3].error);
    vol_query_neighbours(world, 0, 1, 1, &hit, 1, &found, &t[4].error);
    vol_query_neighbours(world, 0, 0, 1e13, &hit, 1, &found, &t[5].error);
    vol_query_nearest(world, 0, nan_point, 1, &hit, &found, &t[6].error);
    vol_query_ray(world, 0, ok, zero, 1, 1, &hit, &t[7].error);
    vol_query_ray(world, 0, far, ok, 1, 1, &hit, &t[8].error);
    vol_query_ray(world, 0, ok, ok, -1, 1, &hit, &t[9].error);
    vol_query_ray(world, 0, ok, ok, 1, INFINITY, &hit, &t[10].error);
    vol_query_ray(world, 0, ok, ok, 511, 1.5, &hit, &t[11].error); /* more than 16 times 32 */
    assert_int_equal(hit.slot, VOL_NONE);
    vol_query_box(world, 0, ok, zero, &hit, 1, &found, &t[12].error);
    vol_query_box(world, 0, ok, far, &hit, 1, &found, &t[13].error);
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        assert_int_equal(t[i].error.result, t[i].result);
        assert_string_equal(t[i].error.field, t[i].field);
        assert_non_null(strstr(t[i].error.text, t[i].field));
    }
    assert_int_equal(vol_query_ray(world, 0, ok, ok, 511, 1, &hit, NULL), VOL_OK);
    assert_int_equal(vol_query_ray(world, 0, ok, (const double[2]){0, 1e-300}, 20, 2, &hit, NULL), VOL_OK);
    assert_hit(&hit, 0, 14);
    vol_world_destroy(world);
}

static void a_lack_of_memory_changes_nothing_and_memory_is_used_again(void **state) {
    (void)state;
    const double point[2] = {100, 100};
    bool done = false;
    for (size_t n = 1; !done; n++) {
        vol_test_counter c;
        vol_test_random random = {n};
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        vol_test_count(&def, &c);
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 300);
        uint64_t hash = vol_world_hash(world);
        vol_hit hits[4];
        size_t found = 9;
        vol_error error = {0};
        c.requests = 0;
        c.refuse = n;
        vol_result result = vol_query_nearest(world, 0, point, 4, hits, &found, &error);
        done = c.requests < n;
        assert_int_equal(result, done ? VOL_OK : VOL_ERROR_MEMORY);
        assert_int_equal(found, done ? 4 : 0);
        assert_true(done || strstr(error.text, "memory") != NULL);
        assert_hash_equal(vol_world_hash(world), hash);
        check_queries(world, &random);
        size_t requests = c.requests;
        for (int i = 0; i < 3; i++) {
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            check_queries(world, &random);
        }
        assert_int_equal(c.requests, requests);
        vol_world_destroy(world);
        assert_int_equal(c.living, 0);
    }
}

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Testing all 100,000 boids, which lie in memory in no order, takes much longer than a query that tests a few; a tenth
 * leaves room for any machine and sanitizer. */
static void a_query_looks_at_nearby_boids_only(void **state) {
    (void)state;
    vol_test_random random = {5};
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 3000;
    def.images = true;
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 100000);
    double point[2] = {1, 1}, ahead[2] = {0.3, 0.7}, corner[2], all = 0;
    vol_hit hits[64];
    size_t found, looked = 0;
    assert_int_equal(vol_query_nearest(world, 0, point, 1, hits, &found, NULL), VOL_OK); /* prepares */
    def = vol_world_get_def(world);
    vol_view view = vol_flock_view(world, 0);
    double start = seconds();
    for (int i = 0; i < 10; i++) {
        for (size_t slot = 0; slot < view.count; slot++) {
            double position[2] = {vol_view_position(&view, 0, slot), vol_view_position(&view, 1, slot)};
            looked += distance_to(&def, position, point) < 20;
        }
    }
    all = (seconds() - start) / 10;
    assert_true(looked > 0);
    start = seconds();
    for (int i = 0; i < 100; i++) {
        for (int c = 0; c < 2; c++) {
            point[c] = vol_test_uniform(&random, 0, 3000);
            corner[c] = point[c] + 30;
        }
        assert_int_equal(vol_query_near(world, 0, point, 20, hits, 64, &found, NULL), VOL_OK);
        assert_int_equal(vol_query_nearest(world, 0, point, 8, hits, &found, NULL), VOL_OK);
        assert_int_equal(vol_query_box(world, 0, point, corner, hits, 64, &found, NULL), VOL_OK);
        assert_int_equal(vol_query_ray(world, 0, point, ahead, 500, 1, hits, NULL), VOL_OK);
    }
    double one = (seconds() - start) / 400;
    print_message("testing all: %.1f us, a query: %.2f us\n", all * 1e6, one * 1e6);
    assert_true(one < all / 10);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_answer_what_looking_at_everybody_does),
        cmocka_unit_test(queries_know_who_was_eaten),
        cmocka_unit_test(crowds_and_hermits_are_found),
        cmocka_unit_test(of_equally_near_boids_the_lower_id_comes_first),
        cmocka_unit_test(edges_are_as_the_header_says),
        cmocka_unit_test(wrong_numbers_are_refused_with_words),
        cmocka_unit_test(a_lack_of_memory_changes_nothing_and_memory_is_used_again),
        cmocka_unit_test(a_query_looks_at_nearby_boids_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
