/* The operating system, where it is POSIX: Linux, macOS, the BSDs, and browsers through emscripten. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* by POSIX's own macro macOS would hide the number of processors */
#elif !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "core/system.h"

#include "core/memory.h"

#if !defined(_WIN32)
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct vol_threads {
    pthread_mutex_t lock;
    pthread_cond_t bell[VOL_BELL_COUNT];
    void (*work)(void *argument);
    void *argument;
    uint32_t count;
    pthread_t thread[VOL_THREADS_MOST];
};

vol_threads *vol_threads_create(const vol_allocator *allocator, void (*work)(void *argument), void *argument) {
    vol_threads *threads = vol_allocate(allocator, 1, sizeof *threads);
    if (threads) {
        threads->work = work;
        threads->argument = argument;
        pthread_mutex_init(&threads->lock, NULL);
        for (int i = 0; i < VOL_BELL_COUNT; i++) {
            pthread_cond_init(&threads->bell[i], NULL);
        }
    }
    return threads;
}

static void *thread_main(void *argument) {
    vol_threads *threads = argument;
    threads->work(threads->argument);
    return NULL;
}

bool vol_threads_start(vol_threads *threads) {
    if (threads->count == VOL_THREADS_MOST ||
        pthread_create(&threads->thread[threads->count], NULL, thread_main, threads) != 0) {
        return false;
    }
    threads->count++;
    return true;
}

void vol_threads_destroy(vol_threads *threads, const vol_allocator *allocator) {
    for (uint32_t i = 0; i < threads->count; i++) {
        pthread_join(threads->thread[i], NULL);
    }
    for (int i = 0; i < VOL_BELL_COUNT; i++) {
        pthread_cond_destroy(&threads->bell[i]);
    }
    pthread_mutex_destroy(&threads->lock);
    vol_release(allocator, threads, 1, sizeof *threads);
}

void vol_threads_lock(vol_threads *threads) {
    pthread_mutex_lock(&threads->lock);
}

void vol_threads_unlock(vol_threads *threads) {
    pthread_mutex_unlock(&threads->lock);
}

void vol_threads_sleep(vol_threads *threads, vol_bell bell) {
    pthread_cond_wait(&threads->bell[bell], &threads->lock);
}

void vol_threads_ring(vol_threads *threads, vol_bell bell, bool all) {
    if (all) {
        pthread_cond_broadcast(&threads->bell[bell]);
    } else {
        pthread_cond_signal(&threads->bell[bell]);
    }
}

double vol_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint32_t vol_machine_processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (uint32_t)count;
}

uint64_t vol_machine_memory(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes : UINT64_MAX;
}

/* Not aligned_alloc: macOS has that since 10.15 alone. */
void *vol_aligned_allocate(size_t alignment, size_t bytes) {
    void *memory = NULL;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : NULL;
}

void vol_aligned_release(void *memory) {
    free(memory);
}
#endif
