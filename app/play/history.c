/* States to go back to. A session asks after every step; every 30th state is kept, and when all of them take too much
 * memory, every other one is given up and the rest are farther apart from then on. */
#include "play/history.h"

#include "common/arena.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_INTERVAL = 30, MOST_BYTES = 192 * 1024 * 1024 };

static void drop(app_history *history, size_t index) {
    history->bytes -= history->kept[index].size;
    free(history->kept[index].bytes);
}

/* Gives up every other state but the first. */
static void thin(app_history *history) {
    size_t left = 0;
    history->interval *= 2;
    for (size_t i = 0; i < history->count; i++) {
        if (i == 0 || history->kept[i].step % history->interval == 0) {
            history->kept[left++] = history->kept[i];
        } else {
            drop(history, i);
        }
    }
    history->count = left;
}

static app_keepsake *add(app_history *history, uint64_t step, size_t size) {
    if (history->count == history->room) {
        history->room = history->room * 2 + 16;
        history->kept = vol_retake(history->kept, history->room * sizeof *history->kept);
    }
    app_keepsake *kept = &history->kept[history->count++];
    *kept = (app_keepsake){step, vol_take(size), size};
    history->bytes += size;
    return kept;
}

void app_history_keep(app_history *history, vol_world *world) {
    uint64_t step = vol_world_steps(world);
    if (history->interval == 0) {
        history->interval = FIRST_INTERVAL;
    }
    bool due = history->count == 0 || (step % history->interval == 0 && history->kept[history->count - 1].step < step);
    if (due) {
        vol_snapshot_write(world, add(history, step, vol_snapshot_size(world))->bytes);
    }
    if (history->bytes > MOST_BYTES && history->count > 2) {
        thin(history);
    }
}

void app_history_keep_now(app_history *history, vol_world *world) {
    uint64_t step = vol_world_steps(world);
    if (history->count > 0 && history->kept[history->count - 1].step < step) {
        vol_snapshot_write(world, add(history, step, vol_snapshot_size(world))->bytes);
    }
}

void app_history_keep_bytes(app_history *history, uint64_t step, const unsigned char *bytes, size_t size) {
    memcpy(add(history, step, size)->bytes, bytes, size);
}

const app_keepsake *app_history_find(const app_history *history, uint64_t step) {
    const app_keepsake *found = NULL;
    for (size_t i = 0; i < history->count && history->kept[i].step <= step; i++) {
        found = &history->kept[i];
    }
    return found;
}

void app_history_cut(app_history *history, uint64_t step) {
    while (history->count > 0 && history->kept[history->count - 1].step > step) {
        drop(history, --history->count);
    }
}

void app_history_release(app_history *history) {
    for (size_t i = 0; i < history->count; i++) {
        free(history->kept[i].bytes);
    }
    free(history->kept);
    *history = (app_history){0};
}
