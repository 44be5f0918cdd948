/* Two worlds with the same bits. See pair.h. */
#define _POSIX_C_SOURCE 200809L /* fork */
#include "pair.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In a process of its own: drivers end the process where they cannot start, as PoCL does in a system without /sys. */
bool vol_test_has_device(void) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        vol_world_def def = vol_default_world_def();
        vol_error error = {0};
        vol_world *world;
        def.device = "gpu";
        def.threads = 1;
        const bool made = vol_world_create(&def, &world, &error) == VOL_OK;
        if (!made) {
            fprintf(stderr, "%s\n", error.text);
        }
        fflush(NULL);
        _exit(made ? 0 : 1);
    }
    int status = 1;
    const bool has = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!has) {
        fprintf(stderr, "there is no OpenCL device here that can compute worlds: skipped\n");
    }
    return has;
}

vol_test_pair vol_test_pair_create(const vol_world_def *def) {
    vol_test_pair pair;
    vol_world_def on_device = *def;
    pair.world[0] = vol_test_world(def);
    on_device.device = "gpu";
    pair.world[1] = vol_test_world(&on_device);
    assert_string_equal(vol_world_device(pair.world[0]), "cpu");
    assert_string_not_equal(vol_world_device(pair.world[1]), "cpu");
    return pair;
}

void vol_test_pair_destroy(vol_test_pair *pair) {
    for (int k = 0; k < 2; k++) {
        vol_world_destroy(pair->world[k]);
        pair->world[k] = NULL;
    }
}

vol_flock vol_test_pair_flock(vol_test_pair *pair, const vol_flock_def *def) {
    vol_flock flock = vol_test_flock(pair->world[0], def);
    assert_int_equal(vol_test_flock(pair->world[1], def), flock);
    return flock;
}

void vol_test_pair_step(vol_test_pair *pair, uint64_t steps) {
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_step(pair->world[k], steps), VOL_OK);
    }
    vol_test_same(pair->world[0], pair->world[1]);
}

static void same_number(const vol_view *a, const vol_view *b, const void *x, const void *y, size_t i, size_t j) {
    const size_t bytes = a->precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
    assert_int_equal(a->precision, b->precision);
    assert_memory_equal((const char *)x + i * bytes, (const char *)y + j * bytes, bytes);
}

static void same_flock(vol_world *a, vol_world *b, vol_flock flock) {
    const uint32_t *order_a = vol_flock_order(a, flock), *order_b = vol_flock_order(b, flock);
    const vol_view view_a = vol_flock_view(a, flock), view_b = vol_flock_view(b, flock);
    assert_int_equal(view_a.count, view_b.count);
    assert_int_equal(vol_flock_get_def(a, flock).count, vol_flock_get_def(b, flock).count);
    assert_int_equal(view_a.user_bytes, view_b.user_bytes);
    for (size_t n = 0; n < view_a.count; n++) {
        const size_t i = order_a[n], j = order_b[n];
        assert_int_equal(view_a.id[i], view_b.id[j]);
        for (int c = 0; c < view_a.dimensions; c++) {
            same_number(&view_a, &view_b, view_a.position[c], view_b.position[c], i, j);
            same_number(&view_a, &view_b, view_a.velocity[c], view_b.velocity[c], i, j);
        }
        if (view_a.user_bytes > 0) {
            const size_t bytes = view_a.user_bytes;
            assert_memory_equal((char *)view_a.user + i * bytes, (char *)view_b.user + j * bytes, bytes);
        }
    }
}

void vol_test_same(vol_world *a, vol_world *b) {
    size_t meals_a, meals_b;
    assert_int_equal(vol_world_steps(a), vol_world_steps(b));
    assert_hash_equal(vol_world_hash(a), vol_world_hash(b)); /* as it lies on the device */
    assert_int_equal(vol_flock_count(a), vol_flock_count(b));
    for (vol_flock flock = 0; flock < vol_flock_count(a); flock++) {
        assert_int_equal(vol_flock_index(a, flock), vol_flock_index(b, flock));
        same_flock(a, b, flock);
    }
    assert_hash_equal(vol_world_hash(a), vol_world_hash(b)); /* and on the host */
    assert_int_equal(vol_world_eaten(a), vol_world_eaten(b));
    const vol_meal *list_a = vol_world_meals(a, &meals_a), *list_b = vol_world_meals(b, &meals_b);
    assert_int_equal(meals_a, meals_b);
    assert_true(meals_a == 0 || memcmp(list_a, list_b, meals_a * sizeof *list_a) == 0);
}
