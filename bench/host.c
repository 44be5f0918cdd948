/* What a host's own changes cost: removing boids between steps, hard obstacles within them, and saving the world in
 * full and going back (rollback). One thread.
 *
 *     cmake --build build/release --target bench_host && build/release/bench_host
 */
#include <volery/volery.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Of the processor, in seconds: what else runs on the machine counts less. */
static double now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void must(vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fprintf(stderr, "bench_host: %s\n", error->text);
        exit(1);
    }
}

/* As dense as 20,000 boids in a square of 2,000: some forty neighbours. */
static vol_world *world_of(size_t count) {
    vol_error error = {0};
    vol_world *world = NULL;
    vol_world_def def = vol_default_world_def();
    double side = 1;
    while (side * side < (double)count * 200) {
        side *= 1.01;
    }
    def.size[0] = def.size[1] = side;
    def.threads = 1;
    must(vol_world_create(&def, &world, &error), &error);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.name = "birds";
    flock.count = count;
    vol_flock made;
    must(vol_flock_create(world, &flock, &made, &error), &error);
    return world;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of removing `some` boids after each of a few steps, which sort all boids anew. */
static void remove_some(size_t count, uint32_t some) {
    enum { TIMES = 15 };
    static uint32_t ids[1000];
    double seconds[TIMES];
    vol_error error = {0};
    vol_world *world = world_of(count);
    uint32_t next = 0;
    for (int i = 0; i < TIMES; i++) {
        must(vol_world_step(world, 1), &error);
        for (uint32_t k = 0; k < some; k++, next++) {
            ids[k] = (uint32_t)((uint64_t)next * 7919 % count); /* a prime: none comes twice */
        }
        double start = now();
        must(vol_flock_remove(world, 0, some, ids, &error), &error);
        seconds[i] = now() - start;
    }
    qsort(seconds, TIMES, sizeof *seconds, by_size);
    printf("remove  %8zu boids, %4u of them: %10.1f us\n", count, (unsigned)some, seconds[TIMES / 2] * 1e6);
    vol_world_destroy(world);
}

/* `count` hard circles, boxes or walls over the world, a sixteenth of its area or less. */
static void build(vol_world *world, vol_obstacle_shape shape, int count) {
    vol_error error = {0};
    const double side = vol_world_get_def(world).size[0];
    const int across = 10;
    for (int i = 0; i < count; i++) {
        vol_obstacle_def def = vol_default_obstacle_def();
        const int row = i / across, column = i % across;
        const double step = side / across, x = (column + 0.5) * step, y = (row + 0.5) * step;
        const double points[4] = {x - step / 4, y - step / 4, x + step / 4, y + step / 4};
        vol_obstacle made;
        def.shape = shape;
        def.law = VOL_LAW_HARD;
        def.center[0] = x;
        def.center[1] = y;
        def.radius = shape == VOL_OBSTACLE_CIRCLE ? step / 8 : 0;
        def.size[0] = def.size[1] = shape == VOL_OBSTACLE_BOX ? step / 4 : 0;
        def.points = shape == VOL_OBSTACLE_SEGMENT ? points : NULL;
        def.point_count = shape == VOL_OBSTACLE_SEGMENT ? 2 : 0;
        must(vol_obstacle_create(world, &def, &made, &error), &error);
    }
}

/* The least of a few rounds, of the world with and without obstacles in turn: others on the machine disturb both. */
static void step_among(const char *name, vol_obstacle_shape shape, size_t count) {
    enum { ROUNDS = 15, STEPS = 5, SETTLE = 100 };
    vol_error error = {0};
    vol_world *worlds[2] = {world_of(count), world_of(count)};
    double best[2] = {1e9, 1e9};
    build(worlds[1], shape, 100);
    for (int w = 0; w < 2; w++) {
        must(vol_world_step(worlds[w], SETTLE), &error);
    }
    for (int i = 0; i < ROUNDS; i++) {
        for (int w = 0; w < 2; w++) {
            double start = now();
            must(vol_world_step(worlds[w], STEPS), &error);
            double taken = (now() - start) / STEPS;
            best[w] = taken < best[w] ? taken : best[w];
        }
    }
    printf("step    %8zu boids: %.2f ms; among 100 hard %s %.2f ms: %+.2f ms\n", count, best[0] * 1e3, name,
           best[1] * 1e3, (best[1] - best[0]) * 1e3);
    vol_world_destroy(worlds[0]);
    vol_world_destroy(worlds[1]);
}

/* The medians of saving a world in full and of going back to that two steps later: two flocks of `count` in all with a
 * hunt, 20 obstacles, 16 bytes a boid of the host's. */
static void go_back(size_t count) {
    enum { TIMES = 101 };
    static double save[TIMES], load[TIMES];
    vol_error error = {0};
    vol_flock made[2];
    size_t size;
    vol_world *world = world_of(count);
    vol_flock_def flock = vol_flock_get_def(world, 0);
    must(vol_flock_destroy(world, 0, &error), &error);
    flock.user_bytes = 16;
    for (int i = 0; i < 2; i++) {
        flock.name = i == 0 ? "hawks" : "prey";
        flock.count = i == 0 ? count / 20 : count - count / 20;
        must(vol_flock_create(world, &flock, &made[i], &error), &error);
    }
    vol_relation_def hunt = vol_default_relation_def();
    hunt.kind = VOL_RELATION_HUNT;
    hunt.from = made[0];
    hunt.to[0] = made[1];
    hunt.to_count = 1;
    must(vol_relation_create(world, &hunt, NULL, &error), &error);
    for (int i = 0; i < 20; i++) {
        vol_obstacle_def obstacle = vol_default_obstacle_def();
        vol_obstacle put;
        obstacle.center[0] = obstacle.center[1] = 10.0 * i;
        must(vol_obstacle_create(world, &obstacle, &put, &error), &error);
    }
    must(vol_world_save_full(world, NULL, 0, &size, &error), &error);
    const size_t room = size + 4096;
    void *bytes = malloc(room);
    for (int i = 0; bytes && i < TIMES; i++) {
        must(vol_world_step(world, 1), &error);
        const double begin = now();
        must(vol_world_save_full(world, bytes, room, &size, &error), &error);
        const double saved = now();
        must(vol_world_step(world, 2), &error);
        const double back = now();
        must(vol_world_load_full(world, bytes, size, &error), &error);
        load[i] = now() - back;
        save[i] = saved - begin;
    }
    qsort(save, TIMES, sizeof *save, by_size);
    qsort(load, TIMES, sizeof *load, by_size);
    printf("%7zu boids: save %6.1f us, load %6.1f us, %zu bytes\n", count, save[TIMES / 2] * 1e6, load[TIMES / 2] * 1e6,
           size);
    free(bytes);
    vol_world_destroy(world);
}

int main(void) {
    for (size_t count = 200; count <= 20000; count *= 10) {
        go_back(count);
    }
    const size_t sizes[2] = {20000, 1000000};
    for (int s = 0; s < 2; s++) {
        remove_some(sizes[s], 1);
        remove_some(sizes[s], 100);
    }
    step_among("circles", VOL_OBSTACLE_CIRCLE, sizes[0]);
    step_among("boxes", VOL_OBSTACLE_BOX, sizes[0]);
    step_among("walls", VOL_OBSTACLE_SEGMENT, sizes[0]);
    return 0;
}
