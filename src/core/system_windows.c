/* The operating system, where it is Windows (7 and later). */
#include "core/system.h"

#include "core/memory.h"

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <malloc.h>
#include <windows.h>
#undef near /* words of ours that are empty macros there */
#undef far

struct vol_threads {
    SRWLOCK lock;
    CONDITION_VARIABLE bell[VOL_BELL_COUNT];
    void (*work)(void *argument);
    void *argument;
    uint32_t count;
    HANDLE thread[VOL_THREADS_MOST];
};

vol_threads *vol_threads_create(const vol_allocator *allocator, void (*work)(void *argument), void *argument) {
    vol_threads *threads = vol_allocate(allocator, 1, sizeof *threads);
    if (threads) {
        threads->work = work;
        threads->argument = argument;
        InitializeSRWLock(&threads->lock);
        for (int i = 0; i < VOL_BELL_COUNT; i++) {
            InitializeConditionVariable(&threads->bell[i]);
        }
    }
    return threads;
}

static DWORD WINAPI thread_main(LPVOID argument) {
    vol_threads *threads = argument;
    threads->work(threads->argument);
    return 0;
}

bool vol_threads_start(vol_threads *threads) {
    HANDLE thread = threads->count < VOL_THREADS_MOST ? CreateThread(NULL, 0, thread_main, threads, 0, NULL) : NULL;
    if (thread) {
        threads->thread[threads->count++] = thread;
    }
    return thread != NULL;
}

void vol_threads_destroy(vol_threads *threads, const vol_allocator *allocator) {
    for (uint32_t i = 0; i < threads->count; i++) {
        WaitForSingleObject(threads->thread[i], INFINITE);
        CloseHandle(threads->thread[i]);
    }
    vol_release(allocator, threads, 1, sizeof *threads);
}

void vol_threads_lock(vol_threads *threads) {
    AcquireSRWLockExclusive(&threads->lock);
}

void vol_threads_unlock(vol_threads *threads) {
    ReleaseSRWLockExclusive(&threads->lock);
}

void vol_threads_sleep(vol_threads *threads, vol_bell bell) {
    SleepConditionVariableSRW(&threads->bell[bell], &threads->lock, INFINITE, 0);
}

void vol_threads_ring(vol_threads *threads, vol_bell bell, bool all) {
    if (all) {
        WakeAllConditionVariable(&threads->bell[bell]);
    } else {
        WakeConditionVariable(&threads->bell[bell]);
    }
}

double vol_clock(void) {
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart / (double)second.QuadPart;
}

uint32_t vol_machine_processors(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count < 1 ? 1 : (uint32_t)count;
}

uint64_t vol_machine_memory(void) {
    MEMORYSTATUSEX memory;
    memory.dwLength = sizeof memory;
    return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : UINT64_MAX;
}

void *vol_aligned_allocate(size_t alignment, size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void vol_aligned_release(void *memory) {
    _aligned_free(memory);
}
#endif
