/* Events: whatever boids do, the list says what comparing the world before and after each step says; none is lost
 * unnoticed, and steps ask for no memory. */
#include "around.h"
#include "counting.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, BOIDS = 1024, FLOCKS = 3, REGIONS = 4 };

typedef struct list {
    vol_event event[MOST];
    size_t count;
} list;

static int compare_events(const void *a, const void *b) {
    const vol_event *left = a, *right = b;
    const uint64_t keys[2][4] = {{left->flock, left->id, (uint64_t)left->kind, left->region},
                                 {right->flock, right->id, (uint64_t)right->kind, right->region}};
    for (int i = 0; i < 4; i++) {
        if (keys[0][i] != keys[1][i]) {
            return keys[0][i] < keys[1][i] ? -1 : 1;
        }
    }
    return 0;
}

static void assert_event(const vol_event *event, const vol_event *expected) {
    assert_int_equal(event->step, expected->step);
    assert_int_equal(event->kind, expected->kind);
    assert_int_equal(event->flock, expected->flock);
    assert_int_equal(event->id, expected->id);
    assert_int_equal(event->other_flock, expected->other_flock);
    assert_int_equal(event->other, expected->other);
    assert_int_equal(event->region, expected->region);
    assert_int_equal(event->user_bytes, expected->user_bytes);
    for (int c = 0; c < 3; c++) {
        assert_number_equal(event->position[c], expected->position[c]);
    }
    if (expected->user_bytes > 0) {
        assert_memory_equal(event->user, expected->user, expected->user_bytes);
    }
}

/* Reads all there is, a few at a time. */
static void read_all(const vol_world *world, uint64_t *cursor, list *to, uint64_t *lost) {
    *lost = 0;
    to->count = 0;
    for (;;) {
        uint64_t more;
        const size_t count = vol_world_read_events(world, cursor, to->event + to->count, 7, &more);
        *lost += more;
        to->count += count;
        assert_true(to->count + 7 <= MOST);
        if (count == 0) {
            return;
        }
    }
}

/* --- A world that lives ------------------------------------------------------------------------------------------- */

typedef struct life {
    vol_test_random random;
    vol_world *world, *twin; /* the twin makes the same steps, but nobody eats there */
    vol_world_def def;
    uint64_t cursor;
    bool in[REGIONS][FLOCKS][2 * BOIDS]; /* by id: who was in the regions behind the last step */
    struct {
        bool exists, box, only_birds;
        double low[3], high[3], center[3], radius;
    } region[REGIONS];
    list expected, events;
    uint32_t carried;
} life;

static vol_world *make_world(const vol_world_def *def, double eat) {
    vol_world *world = vol_test_world(def);
    const char *names[FLOCKS] = {"birds", "hawks", "rocks"};
    for (uint32_t i = 0; i < FLOCKS; i++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = names[i];
        flock.count = i == 0 ? 300 : 15;
        flock.user_bytes = i == 0 ? 4 : i == 1 ? 12 : 0;
        flock.start.speed = 2;
        vol_test_flock(world, &flock);
    }
    vol_relation_def hunt = vol_test_relation(1, 0, VOL_RELATION_HUNT);
    hunt.to[1] = 2;
    hunt.to_count = 2;
    hunt.eat = eat;
    vol_test_relate(world, &hunt);
    return world;
}

static void expect(life *l, const vol_world *of, vol_event_kind kind, vol_flock flock, uint32_t slot, vol_event event) {
    const vol_view view = vol_flock_view(of, flock);
    event.step = vol_world_steps(l->world);
    event.kind = kind;
    event.flock = flock;
    event.id = view.id[slot];
    for (int c = 0; c < view.dimensions; c++) {
        event.position[c] = vol_view_position(&view, c, slot);
    }
    event.user_bytes = view.user_bytes < 8 ? view.user_bytes : 8;
    event.user = event.user_bytes > 0 ? (const char *)view.user + slot * view.user_bytes : NULL;
    assert_true(l->expected.count < MOST);
    l->expected.event[l->expected.count++] = event;
}

static vol_event nobody(void) {
    return (vol_event){.other_flock = VOL_NONE, .other = VOL_NONE, .region = VOL_NONE};
}

/* One that is gone, as the twin or the world still has it. */
static void expect_death(life *l, vol_world *of, vol_flock flock, uint32_t id, const vol_meal *meal) {
    const uint32_t slot = vol_flock_slot(of, flock, id);
    vol_event event = nobody();
    if (meal) {
        event.other_flock = meal->hunter_flock;
        event.other = meal->hunter;
    }
    expect(l, of, VOL_EVENT_DIED, flock, slot, event);
    for (uint32_t r = 0; r < REGIONS; r++) {
        if (l->in[r][flock][id]) {
            event = nobody();
            event.region = r;
            expect(l, of, VOL_EVENT_LEFT, flock, slot, event);
            l->in[r][flock][id] = false;
        }
    }
}

static void find_in_region(life *l, uint32_t r, vol_flock flock, bool *in) {
    static vol_hit hits[BOIDS];
    size_t found = 0;
    if (l->region[r].box) {
        assert_int_equal(vol_query_box(l->world, flock, l->region[r].low, l->region[r].high, hits, BOIDS, &found, NULL),
                         VOL_OK);
    } else {
        assert_int_equal(
            vol_query_near(l->world, flock, l->region[r].center, l->region[r].radius, hits, BOIDS, &found, NULL),
            VOL_OK);
    }
    memset(in, 0, 2 * BOIDS);
    for (size_t i = 0; i < found && !(l->region[r].only_birds && flock != 0); i++) {
        in[hits[i].id] = true;
    }
}

static void expect_crossings(life *l) {
    bool now[2 * BOIDS];
    for (uint32_t r = 0; r < REGIONS; r++) {
        for (vol_flock flock = 0; flock < FLOCKS && l->region[r].exists; flock++) {
            size_t count = 0;
            find_in_region(l, r, flock, now);
            for (uint32_t id = 0; id < 2 * BOIDS; id++) {
                vol_event event = nobody();
                event.region = r;
                if (now[id] != l->in[r][flock][id]) {
                    expect(l, l->world, now[id] ? VOL_EVENT_ENTERED : VOL_EVENT_LEFT, flock,
                           vol_flock_slot(l->world, flock, id), event);
                }
                l->in[r][flock][id] = now[id];
                count += now[id];
            }
            assert_int_equal(vol_world_region_count(l->world, r, flock), count);
        }
    }
}

static void compare(life *l) {
    uint64_t lost;
    qsort(l->expected.event, l->expected.count, sizeof *l->expected.event, compare_events);
    read_all(l->world, &l->cursor, &l->events, &lost);
    assert_int_equal(lost, 0);
    assert_int_equal(l->events.count, l->expected.count);
    for (size_t i = 0; i < l->events.count; i++) {
        assert_event(&l->events.event[i], &l->expected.event[i]);
    }
    l->expected.count = 0;
}

static void copy_world(vol_world *from, vol_world *to) {
    const size_t size = vol_snapshot_size(from);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(from, bytes);
    assert_int_equal(vol_snapshot_read(to, bytes, size, NULL), VOL_OK);
    free(bytes);
}

static void change_regions(life *l) {
    const uint32_t r = (uint32_t)vol_test_pick(&l->random, REGIONS);
    const vol_flock birds[1] = {0};
    if (l->region[r].exists && vol_test_chance(&l->random, 0.2)) {
        assert_int_equal(vol_world_unwatch(l->world, r, NULL), VOL_OK);
        l->region[r].exists = false;
        memset(l->in[r], 0, sizeof l->in[r]);
        return;
    }
    l->region[r].exists = true;
    l->region[r].box = vol_test_chance(&l->random, 0.5);
    l->region[r].only_birds = vol_test_chance(&l->random, 0.5);
    l->region[r].radius = vol_test_uniform(&l->random, 5, 120);
    for (int c = 0; c < 3; c++) {
        l->region[r].center[c] = l->region[r].low[c] = vol_test_uniform(&l->random, -0.1, 1) * l->def.size[c];
        l->region[r].high[c] = l->region[r].low[c] + vol_test_uniform(&l->random, 5, 150);
    }
    const vol_flock *flocks = l->region[r].only_birds ? birds : NULL;
    const size_t count = l->region[r].only_birds ? 1 : 0;
    assert_int_equal(
        l->region[r].box
            ? vol_world_watch_box(l->world, r, flocks, count, l->region[r].low, l->region[r].high, NULL)
            : vol_world_watch_ball(l->world, r, flocks, count, l->region[r].center, l->region[r].radius, NULL),
        VOL_OK);
}

static void add_and_remove(life *l) {
    double positions[3 * 5], velocities[3 * 5] = {0};
    uint32_t first, ids[3];
    const vol_flock flock = (vol_flock)vol_test_pick(&l->random, FLOCKS);
    for (size_t i = 0; i < 3 * 5; i++) {
        positions[i] = vol_test_uniform(&l->random, 10, 150);
    }
    assert_int_equal(vol_flock_add(l->world, flock, 5, positions, velocities, &first, NULL), VOL_OK);
    for (uint32_t i = 0; i < 5; i++) {
        expect(l, l->world, VOL_EVENT_BORN, flock, vol_flock_slot(l->world, flock, first + i), nobody());
    }
    compare(l);
    const vol_view view = vol_flock_view(l->world, flock);
    for (size_t i = 0; i < 3; i++) { /* in no order */
        ids[i] = view.id[(view.count - 1) * (2 - i) / 2];
    }
    copy_world(l->world, l->twin);
    for (size_t i = 0; i < 3; i++) {
        expect_death(l, l->twin, flock, ids[i], NULL);
    }
    assert_int_equal(vol_flock_remove(l->world, flock, 3, ids, NULL), VOL_OK);
    compare(l);
}

static void write_user(life *l) {
    for (vol_flock flock = 0; flock < 2; flock++) {
        const vol_view view = vol_flock_view(l->world, flock);
        for (size_t i = 0; i < view.count; i++) {
            memcpy((unsigned char *)view.user + i * view.user_bytes, &l->carried, sizeof l->carried);
            l->carried++;
        }
    }
}

static void step_life(life *l) {
    size_t meals;
    write_user(l);
    copy_world(l->world, l->twin);
    assert_int_equal(vol_world_step(l->twin, 1), VOL_OK);
    assert_int_equal(vol_world_step(l->world, 1), VOL_OK);
    const vol_meal *meal = vol_world_meals(l->world, &meals);
    for (size_t i = 0; i < meals; i++) {
        expect_death(l, l->twin, meal[i].prey_flock, meal[i].prey, &meal[i]);
    }
    expect_crossings(l);
    compare(l);
}

static void events_are_what_happened(void **state) {
    (void)state;
    life *l = calloc(1, sizeof *l);
    assert_non_null(l);
    for (int k = 0; k < 8; k++) {
        memset(l, 0, sizeof *l);
        l->random.state = 100 + (uint64_t)k;
        l->def = vol_test_lively_def(VOL_MODEL_STEERING, 2 + k % 2, (vol_precision)(k / 2 % 2));
        l->def.images = k / 4 == 1;
        l->world = make_world(&l->def, 12);
        l->twin = make_world(&l->def, 0);
        assert_int_equal(vol_world_watch(l->world, VOL_EVENT_ALL, MOST, 8, NULL), VOL_OK);
        for (int i = 0; i < 25; i++) {
            change_regions(l);
            step_life(l);
            if (i % 3 == 0) {
                add_and_remove(l);
            }
        }
        assert_true(vol_world_eaten(l->world) > 0);
        assert_true(l->cursor > 200);
        vol_world_destroy(l->world);
        vol_world_destroy(l->twin);
    }
    free(l);
}

/* --- Many steps, many workers ------------------------------------------------------------------------------------- */

static vol_world *watched_world(uint32_t threads, const char *isa, size_t room) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    const double center[2] = {200, 150}, low[2] = {-20, 0}, high[2] = {60, 300};
    def.threads = threads;
    def.isa = isa;
    vol_world *world = make_world(&def, 12);
    assert_int_equal(vol_world_watch(world, VOL_EVENT_ALL, room, 4, NULL), VOL_OK);
    assert_int_equal(vol_world_watch_ball(world, 3, NULL, 0, center, 60, NULL), VOL_OK);
    assert_int_equal(vol_world_watch_box(world, 31, NULL, 0, low, high, NULL), VOL_OK);
    const vol_view view = vol_flock_view(world, 0);
    for (size_t i = 0; i < view.count; i++) {
        memcpy((unsigned char *)view.user + i * view.user_bytes, &view.id[i], sizeof *view.id);
    }
    return world;
}

static void assert_same_lists(const list *a, const list *b) {
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_event(&a->event[i], &b->event[i]);
    }
}

static void many_steps_at_once_lose_nothing_with_any_workers(void **state) {
    (void)state;
    list *one = calloc(2, sizeof *one), *other = one + 1;
    uint64_t lost, cursor = 0;
    assert_non_null(one);
    vol_world *world = watched_world(1, NULL, MOST);
    for (int i = 0; i < 60; i++) {
        list part;
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        read_all(world, &cursor, &part, &lost);
        memcpy(one->event + one->count, part.event, part.count * sizeof *part.event);
        one->count += part.count;
    }
    assert_true(one->count > 200 && vol_world_eaten(world) > 10);
    for (int k = 0; k < 3; k++) {
        vol_world *all = watched_world(k < 2 ? 1 : 4, k == 1 ? "scalar" : NULL, MOST);
        assert_int_equal(vol_world_step(all, 60), VOL_OK);
        cursor = 0;
        read_all(all, &cursor, other, &lost);
        assert_int_equal(lost, 0);
        assert_same_lists(other, one);
        vol_world_destroy(all);
    }
    vol_world_destroy(world);
    free(one);
}

/* --- Too little room ---------------------------------------------------------------------------------------------- */

static void what_does_not_fit_is_counted_and_the_last_ones_stay(void **state) {
    (void)state;
    enum { ROOM = 50 };
    list *all = calloc(2, sizeof *all), *some = all + 1;
    uint64_t lost, cursor = 0, late, slow = 0;
    assert_non_null(all);
    vol_world *roomy = watched_world(1, NULL, MOST), *narrow = watched_world(1, NULL, ROOM);
    assert_int_equal(vol_world_step(roomy, 30), VOL_OK);
    assert_int_equal(vol_world_step(narrow, 30), VOL_OK);
    read_all(roomy, &cursor, all, &lost);
    assert_int_equal(lost, 0);
    assert_int_equal(cursor, vol_world_event_count(roomy));
    read_all(narrow, &slow, some, &lost);
    assert_int_equal(some->count, ROOM);
    assert_int_equal(lost, all->count - ROOM);
    memmove(all->event, all->event + all->count - ROOM, ROOM * sizeof *all->event);
    all->count = ROOM;
    assert_same_lists(some, all);
    late = vol_world_event_count(narrow); /* another reader, of its own */
    assert_int_equal(vol_world_read_events(narrow, &late, some->event, MOST, &lost), 0);
    assert_int_equal(lost, 0);
    assert_int_equal(vol_world_watch(narrow, VOL_EVENT_DIED, 8, 0, NULL), VOL_OK); /* empty, and cursors go on */
    assert_int_equal(vol_world_read_events(narrow, &late, some->event, MOST, &lost), 0);
    assert_int_equal(vol_world_step(narrow, 5), VOL_OK);
    const size_t count = vol_world_read_events(narrow, &late, some->event, MOST, NULL);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(some->event[i].kind, VOL_EVENT_DIED);
        assert_null(some->event[i].user);
    }
    assert_int_equal(vol_world_watch(narrow, 0, 0, 0, NULL), VOL_OK);
    assert_int_equal(vol_world_step(narrow, 5), VOL_OK);
    assert_int_equal(vol_world_read_events(narrow, &late, some->event, MOST, &lost), 0);
    vol_world_destroy(roomy);
    vol_world_destroy(narrow);
    free(all);
}

/* --- Memory and errors -------------------------------------------------------------------------------------------- */

static void try_all(vol_world *world, bool *refused) {
    const double center[2] = {200, 150}, position[2] = {1, 1}, velocity[2] = {0, 0};
    vol_result result = vol_world_watch(world, VOL_EVENT_ALL, 100, 12, NULL);
    result = result == VOL_OK ? vol_world_watch_ball(world, 0, NULL, 0, center, 100, NULL) : result;
    for (int i = 0; result == VOL_OK && i < 400; i++) {
        result = vol_flock_add(world, 0, 1, position, velocity, NULL, NULL);
    }
    assert_true(result == VOL_OK || result == VOL_ERROR_MEMORY);
    *refused = result != VOL_OK;
}

static void steps_ask_for_no_memory_and_a_lack_of_it_changes_nothing(void **state) {
    (void)state;
    bool refused = true;
    for (size_t refuse = 1; refused; refuse++) {
        vol_test_counter counter = {0};
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        vol_test_count(&def, &counter);
        vol_world *world = make_world(&def, 6);
        counter.refuse = counter.requests + refuse;
        try_all(world, &refused);
        counter.refuse = 0;
        counter.closed = true;
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        counter.closed = false;
        vol_world_destroy(world);
        assert_int_equal(counter.living, 0);
    }
}

static void wrong_numbers_are_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 3);
    const double center[2] = {0, 0}, low[2] = {1, 0}, nowhere[2] = {0, 1e13};
    const vol_flock unknown = 7;
    vol_error error;
    assert_int_equal(vol_world_watch(world, 16, 10, 0, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "kinds");
    assert_int_equal(vol_world_watch(world, 15, 10, 5000, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "user_bytes is 5000; allowed is 0 to 4096");
    assert_int_equal(vol_world_watch_ball(world, 32, NULL, 0, center, 1, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "region is 32; allowed is 0 to 31");
    assert_int_equal(vol_world_watch_ball(world, 0, &unknown, 1, center, 1, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_world_watch_ball(world, 0, NULL, 0, nowhere, 1, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "center");
    assert_int_equal(vol_world_watch_ball(world, 0, NULL, 0, center, -1, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "radius");
    assert_int_equal(vol_world_watch_box(world, 0, NULL, 0, low, center, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_unwatch(world, 0, &error), VOL_ERROR_NAME);
    assert_string_equal(error.text, "there is no region number 0");
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_what_happened),
        cmocka_unit_test(many_steps_at_once_lose_nothing_with_any_workers),
        cmocka_unit_test(what_does_not_fit_is_counted_and_the_last_ones_stay),
        cmocka_unit_test(steps_ask_for_no_memory_and_a_lack_of_it_changes_nothing),
        cmocka_unit_test(wrong_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
