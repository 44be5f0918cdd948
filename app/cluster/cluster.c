/* Ranks that agree. Between the commands and MPI; a process that is alone agrees with itself. */
#include "cluster/cluster.h"

#include "util/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How long a rank that has failed waits for the others, in seconds. They come within a step or a file that is read, or
 * else are waiting for this one. */
#define PATIENCE 20.0

#define MOST_INPUT ((size_t)1 << 36) /* what is longer is no state, and no scene, and refused by who reads it */

/* MPI belongs to the process, so this is shared by all of it: set once, before anything else. */
static const app_ranks *ranks;

void app_cluster_join(const app_ranks *all) {
    ranks = all;
}

uint32_t app_cluster_rank(void) {
    return ranks != NULL ? ranks->rank : 0;
}

uint32_t app_cluster_size(void) {
    return ranks != NULL ? ranks->size : 1;
}

bool app_cluster_first(void) {
    return app_cluster_rank() == 0;
}

const vol_cluster *app_cluster(void) {
    return app_cluster_size() > 1 ? ranks->cluster : NULL;
}

uint32_t app_cluster_threads(uint64_t asked) {
    return asked == 0 && app_cluster_size() > 1 ? ranks->threads : (uint32_t)asked;
}

uint32_t app_cluster_beside(void) {
    return ranks != NULL ? ranks->beside : 0;
}

bool app_cluster_bound(uint32_t *own, uint32_t *all) {
    *own = ranks != NULL ? ranks->threads : 0;
    *all = ranks != NULL ? ranks->processors : 0;
    return *own > 0 && *own < *all;
}

static void give_up(const app_fault *fault) {
    fprintf(stderr, "%s\n", fault->text);
    fflush(NULL);
    ranks->abandon(fault->code);
}

bool app_cluster_agree_on(app_accord *accord, bool right, app_fault *fault) {
    if (app_cluster_size() == 1) {
        return right;
    }
    uint64_t numbers[3] = {right ? 0 : ranks->size - ranks->rank, accord->stop ? 1 : 0,
                           app_cluster_first() ? accord->number : 0};
    if (!ranks->highest(numbers, 3, right ? 0 : PATIENCE)) {
        give_up(fault);
    }
    accord->stop = numbers[1] != 0;
    accord->number = numbers[2];
    if (numbers[0] > 0) {
        ranks->spread(ranks->size - (uint32_t)numbers[0], fault, sizeof *fault);
    }
    return numbers[0] == 0;
}

bool app_cluster_agree(bool right, app_fault *fault) {
    app_accord nothing = {.stop = false};
    return app_cluster_agree_on(&nothing, right, fault);
}

bool app_cluster_interrupted(void) {
    app_fault none;
    app_accord accord = {.stop = app_interrupt_came()};
    app_cluster_agree_on(&accord, true, &none);
    return accord.stop;
}

void app_cluster_spread(uint32_t from, void *bytes, size_t size) {
    if (app_cluster_size() > 1) {
        ranks->spread(from, bytes, size);
    }
}

bool app_cluster_has_h5(void) {
    return app_cluster_size() > 1 && ranks->share_h5 != NULL;
}

bool app_cluster_share_h5(int64_t plan) {
    return app_cluster_has_h5() && ranks->share_h5(plan);
}

void app_cluster_send(uint32_t to, const void *bytes, size_t size) {
    ranks->send(to, bytes, size);
}

bool app_cluster_receive(bool wait, uint32_t *from, vol_text *bytes) {
    return ranks != NULL && ranks->receive(wait, from, bytes);
}

static bool read_input(vol_text *text, app_fault *fault) {
    char piece[64 * 1024];
    ssize_t count = 1;
    while (count != 0 && text->length <= MOST_INPUT) {
        count = read(STDIN_FILENO, piece, sizeof piece);
        if (count < 0 && errno != EINTR) {
            return app_fault_set(fault, APP_EXIT_FAILED, "standard input: cannot be read: %s", strerror(errno));
        }
        vol_text_add(text, piece, count > 0 ? (size_t)count : 0);
    }
    return true;
}

/* A file without a name that holds these bytes becomes the standard input. */
static bool put_in_place(const vol_text *text, app_fault *fault) {
    FILE *file = tmpfile();
    bool right = file != NULL && fwrite(vol_text_read(text), 1, text->length, file) == text->length &&
                 fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0 && dup2(fileno(file), STDIN_FILENO) >= 0;
    if (!right) {
        app_fault_set(fault, APP_EXIT_FAILED, "standard input: cannot be kept for all ranks: %s", strerror(errno));
    }
    if (file != NULL) {
        fclose(file);
    }
    return right;
}

bool app_cluster_share_input(app_fault *fault) {
    if (app_cluster_size() == 1) {
        return true;
    }
    vol_text text = {0};
    bool right = !app_cluster_first() || read_input(&text, fault);
    app_accord accord = {.number = text.length};
    right = app_cluster_agree_on(&accord, right, fault);
    if (right) {
        size_t length = (size_t)accord.number;
        vol_text bytes = {.data = vol_take(length + 1), .length = length};
        memcpy(bytes.data, vol_text_read(&text), app_cluster_first() ? length : 0);
        ranks->spread(0, bytes.data, length);
        bytes.data[length] = '\0';
        right = app_cluster_agree(put_in_place(&bytes, fault), fault);
        vol_text_release(&bytes);
    }
    vol_text_release(&text);
    return right;
}
