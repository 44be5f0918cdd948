/* Your own threads: the world hands its work to the host's job system instead of making a pool of its own. Here the
 * "job system" starts three threads for each call, which is the shortest one that is right, not the fastest. */
#include <volery/volery.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define WORKERS 3
typedef struct job {
    vol_task task;
    void *context;
    uint32_t count;
    atomic_uint next;
} job;

static void *work(void *argument) {
    job *shared = argument;
    for (uint32_t i; (i = atomic_fetch_add(&shared->next, 1)) < shared->count;) {
        shared->task(shared->context, i);
    }
    return NULL;
}

/* What the world calls: every index once, on whatever threads, and back when all are done. */
static void run(void *user, uint32_t count, vol_task task, void *context) {
    job shared = {task, context, count, 0};
    pthread_t threads[WORKERS];
    size_t started = 0;
    while (started + 1 < WORKERS && pthread_create(&threads[started], NULL, work, &shared) == 0) {
        started++;
    }
    work(&shared); /* the caller helps, and does it all where no thread could be started */
    while (started > 0) {
        pthread_join(threads[--started], NULL);
    }
    *(unsigned *)user += 1;
}

int main(void) {
    unsigned calls = 0;
    vol_world_def world_def = vol_default_world_def();
    world_def.tasks = (vol_tasks){.user = &calls, .workers = WORKERS, .run = run};
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 5000;
    vol_error error;
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }
    vol_result result = vol_world_step(world, 50);
    printf("%u workers were given work %u times in 50 steps\n", (unsigned)vol_world_workers(world), calls);
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
