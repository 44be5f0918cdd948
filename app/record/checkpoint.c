/* Checkpoints as files: blocks as in recordings, with sums, behind a mark of their own. */
#include "record/checkpoint.h"

#include "common/arena.h"
#include "record/block.h"
#include "record/identity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAD_NUMBERS = 4, FILE_NUMBERS = 3 };

void app_checkpoint_release(app_checkpoint *checkpoint) {
    for (size_t i = 0; i < APP_CHECKPOINT_FILES; i++) {
        app_place_release(&checkpoint->place[i]);
    }
    free(checkpoint->state);
    *checkpoint = (app_checkpoint){0};
}

void app_checkpoints_name(app_checkpoints *files, const char *name) {
    for (int i = 0; i < 2; i++) {
        vol_text path = {0};
        vol_text_print(&path, "%s.%d", name, i);
        files->path[i] = path.data;
    }
}

void app_checkpoints_release(app_checkpoints *files) {
    free(files->path[0]);
    free(files->path[1]);
    free(files->identity);
    *files = (app_checkpoints){0};
}

void app_checkpoints_remove(const app_checkpoints *files) {
    unlink(files->path[0]);
    unlink(files->path[1]);
}

static bool write_block(app_output *output, uint64_t *sum, const char *name, const void *bytes, size_t size,
                        app_fault *fault) {
    return app_block_write(output, sum, name, bytes, size) ||
           app_fault_set(fault, APP_EXIT_FAILED, "%s: the checkpoint cannot be written: %s", output->name,
                         strerror(errno));
}

static bool write_place(app_output *output, uint64_t *sum, size_t number, const app_place *place, app_fault *fault) {
    vol_text bytes = {0};
    app_put_number(&bytes, number, 8);
    app_put_number(&bytes, place->bytes, 8);
    app_put_number(&bytes, place->sum, 8);
    vol_text_add(&bytes, vol_text_read(&place->own), place->own.length);
    bool right = write_block(output, sum, "FILE", bytes.data, bytes.length, fault);
    vol_text_release(&bytes);
    return right;
}

static bool write_all(app_output *output, const char *identity, const app_checkpoint *c, app_fault *fault) {
    const uint64_t numbers[HEAD_NUMBERS] = {c->first, c->step, c->frames, c->measured};
    uint64_t sum = APP_FIRST_SUM;
    vol_text head = {0};
    for (size_t i = 0; i < HEAD_NUMBERS; i++) {
        app_put_number(&head, numbers[i], 8);
    }
    bool right = app_output_begin(output, fault) &&
                 (app_output_write(output, APP_CHECKPOINT_MARK, APP_MARK_SIZE) ||
                  app_fault_set(fault, APP_EXIT_FAILED, "%s: the checkpoint cannot be written: %s", output->name,
                                strerror(errno))) &&
                 write_block(output, &sum, "RUN ", identity, strlen(identity), fault) &&
                 write_block(output, &sum, "STEP", head.data, head.length, fault);
    for (size_t i = 0; right && i < APP_CHECKPOINT_FILES; i++) {
        right = !app_place_is_set(&c->place[i]) || write_place(output, &sum, i, &c->place[i], fault);
    }
    vol_text_release(&head);
    return right && write_block(output, &sum, "STAT", c->state, c->state_size, fault) &&
           write_block(output, &sum, "END ", "", 0, fault) && app_output_finish(output, fault);
}

bool app_checkpoint_write(app_checkpoints *files, const app_checkpoint *checkpoint, app_fault *fault) {
    app_output output;
    if (!app_output_replace(&output, files->path[files->next], fault)) {
        return false;
    }
    bool right = write_all(&output, files->identity, checkpoint, fault);
    right = app_output_close(&output, right ? fault : NULL) && right;
    files->next = right ? 1 - files->next : files->next;
    return right;
}

/* Takes what a block has. False: no such block can be there. */
static bool take_block(app_block_reader *blocks, app_checkpoint *c, vol_text *identity) {
    const unsigned char *bytes = blocks->bytes;
    if (strcmp(blocks->name, "RUN ") == 0) {
        vol_text_add(identity, (const char *)bytes, blocks->length);
        return true;
    }
    if (strcmp(blocks->name, "STEP") == 0 && blocks->length == 8 * HEAD_NUMBERS) {
        c->first = app_get_number(bytes, 8);
        c->step = app_get_number(bytes + 8, 8);
        c->frames = app_get_number(bytes + 16, 8);
        c->measured = app_get_number(bytes + 24, 8);
        return c->first <= c->step;
    }
    if (strcmp(blocks->name, "FILE") == 0 && blocks->length >= 8 * FILE_NUMBERS) {
        uint64_t number = app_get_number(bytes, 8);
        if (number >= APP_CHECKPOINT_FILES || app_place_is_set(&c->place[number])) {
            return false;
        }
        c->place[number].bytes = app_get_number(bytes + 8, 8);
        c->place[number].sum = app_get_number(bytes + 16, 8);
        vol_text_add(&c->place[number].own, (const char *)bytes + 24, blocks->length - 24);
        return true;
    }
    if (strcmp(blocks->name, "STAT") == 0 && c->state == NULL) {
        c->state_size = blocks->length;
        c->state = blocks->bytes; /* large: now this one's */
        blocks->bytes = NULL;
        return true;
    }
    return false;
}

/* A file that is whole has all blocks, its end, and nothing behind it. */
static bool read_file(FILE *file, app_checkpoint *c, vol_text *identity) {
    app_block_reader blocks = {0};
    app_block_state state = app_block_begin(&blocks, file, APP_CHECKPOINT_MARK);
    bool right = state == APP_BLOCK_WHOLE, ended = false;
    while (right && (state = app_block_next(&blocks)) == APP_BLOCK_WHOLE) {
        right = !ended && (strcmp(blocks.name, "END ") == 0 || take_block(&blocks, c, identity));
        ended = strcmp(blocks.name, "END ") == 0;
    }
    app_block_release(&blocks);
    return right && state == APP_BLOCK_NONE && ended && identity->length > 0 && c->state != NULL;
}

/* False: there is none, or (`why`) it is not whole. */
static bool read_path(const char *path, app_checkpoint *c, vol_text *identity, app_fault *why) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return errno == ENOENT ? false
                               : app_fault_set(why, APP_EXIT_FAILED, "%s: cannot be read: %s", path, strerror(errno));
    }
    bool right = read_file(file, c, identity);
    fclose(file);
    if (!right) {
        app_checkpoint_release(c);
        app_fault_set(why, APP_EXIT_FAILED, "%s: is damaged, or no checkpoint", path);
    }
    return right;
}

/* Names the first line that is another one. */
static bool check_identity(const char *path, const char *there, const char *here, app_fault *fault) {
    return !app_identity_differs(&there, &here) ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "%s: the checkpoint is of another run: it has '%.*s', and here it would be '%.*s'; --resume "
                         "needs the scene and the options of that run",
                         path, (int)strcspn(there, "\n"), there, (int)strcspn(here, "\n"), here);
}

static bool fits(const app_checkpoint *c, const app_output *const *outputs, app_fault *why) {
    for (size_t i = 0; i < APP_CHECKPOINT_FILES; i++) {
        if (app_place_is_set(&c->place[i]) && outputs[i] != NULL && !app_place_fits(&c->place[i], outputs[i], why)) {
            return false;
        }
    }
    return true;
}

/* Of two that are whole the newer one is first in line. */
static int newer(const bool *whole, const app_checkpoint *c) {
    return !whole[0] || (whole[1] && c[1].step > c[0].step) ? 1 : 0;
}

bool app_checkpoint_find(app_checkpoints *files, const app_output *const *outputs, app_checkpoint *found,
                         const char **path, app_fault *fault) {
    app_checkpoint read[2] = {{0}, {0}};
    app_fault why[2] = {{0}, {0}};
    vol_text identity[2] = {{0}, {0}};
    bool whole[2], right = true;
    int taken = -1;
    for (int i = 0; i < 2; i++) {
        whole[i] = read_path(files->path[i], &read[i], &identity[i], &why[i]);
    }
    for (int order = 0; right && taken < 0 && order < 2; order++) {
        int i = order == 0 ? newer(whole, read) : 1 - newer(whole, read);
        right = !whole[i] || check_identity(files->path[i], identity[i].data, files->identity, fault);
        if (right && whole[i] && fits(&read[i], outputs, &why[i])) {
            taken = i;
        }
    }
    if (right && taken < 0) {
        bool any = why[0].text[0] != '\0' || why[1].text[0] != '\0';
        right = app_fault_set(fault, APP_EXIT_WRONG,
                              any ? "volery run: --resume: neither %s nor %s can be gone on from"
                                  : "volery run: --resume: there is no checkpoint %s or %s",
                              files->path[0], files->path[1]);
    }
    for (int i = 0; i < 2; i++) {
        if (why[i].text[0] != '\0') {
            fprintf(stderr, "%s%s\n", why[i].text, taken >= 0 ? "; the other checkpoint is taken" : "");
        }
        if (right && i == taken) {
            *found = read[i];
            *path = files->path[i];
            files->next = 1 - i;
        } else {
            app_checkpoint_release(&read[i]);
        }
        vol_text_release(&identity[i]);
    }
    return right;
}
