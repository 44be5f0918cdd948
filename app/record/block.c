/* Blocks of a recording: written one behind the other, read back with their sums checked. */
#include "record/block.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

void app_put_number(vol_text *bytes, uint64_t number, size_t size) {
    char low_first[8];
    for (size_t i = 0; i < size; i++) {
        low_first[i] = (char)(unsigned char)(number >> (8 * i));
    }
    vol_text_add(bytes, low_first, size);
}

uint64_t app_get_number(const unsigned char *at, size_t size) {
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        number |= (uint64_t)at[i] << (8 * i);
    }
    return number;
}

static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 32;
}

uint64_t app_block_sum(uint64_t before, const unsigned char *bytes, size_t size) {
    uint64_t sum = mix(before, size);
    size_t whole = size / 8 * 8;
    for (size_t i = 0; i < whole; i += 8) {
        sum = mix(sum, app_get_number(bytes + i, 8));
    }
    return whole < size ? mix(sum, app_get_number(bytes + whole, size - whole)) : sum;
}

bool app_block_write(app_output *output, uint64_t *sum, const char *name, const void *bytes, size_t size) {
    vol_text head = {0};
    vol_text_add(&head, name, 4);
    app_put_number(&head, 0, 4);
    app_put_number(&head, size, 8);
    uint64_t of_head = app_block_sum(*sum, (const unsigned char *)head.data, head.length);
    app_put_number(&head, of_head, 8);
    *sum = app_block_sum(of_head, bytes, size);
    vol_text tail = {0};
    app_put_number(&tail, *sum, 8);
    bool right = app_output_write(output, head.data, head.length) && app_output_write(output, bytes, size) &&
                 app_output_write(output, tail.data, tail.length);
    vol_text_release(&tail);
    vol_text_release(&head);
    return right;
}

app_block_state app_block_begin(app_block_reader *reader, FILE *file, const char *mark) {
    char found[APP_MARK_SIZE];
    *reader = (app_block_reader){.file = file};
    if (fseeko(file, 0, SEEK_END) != 0) {
        return APP_BLOCK_DAMAGED;
    }
    off_t size = ftello(file);
    reader->size = size > 0 ? (uint64_t)size : 0;
    app_block_rewind(reader);
    if (fread(found, 1, sizeof found, file) != sizeof found || memcmp(found, mark, sizeof found) != 0) {
        return APP_BLOCK_DAMAGED;
    }
    return APP_BLOCK_WHOLE;
}

void app_block_rewind(app_block_reader *reader) {
    rewind(reader->file);
    reader->at = APP_MARK_SIZE;
    reader->sum = APP_FIRST_SUM;
}

/* Reads the bytes and the sum behind a head that is right. */
static app_block_state read_bytes(app_block_reader *reader, uint64_t length, uint64_t of_head) {
    uint64_t left = reader->size - reader->at - APP_BLOCK_HEAD;
    unsigned char tail[APP_BLOCK_TAIL];
    if (left < APP_BLOCK_TAIL || length > left - APP_BLOCK_TAIL) {
        return APP_BLOCK_CUT;
    }
    reader->length = (size_t)length;
    reader->bytes = vol_retake(reader->bytes, reader->length + 1);
    if (fread(reader->bytes, 1, reader->length, reader->file) != reader->length ||
        fread(tail, 1, sizeof tail, reader->file) != sizeof tail) {
        return APP_BLOCK_CUT;
    }
    reader->bytes[reader->length] = '\0';
    reader->sum = app_block_sum(of_head, reader->bytes, reader->length);
    reader->at += APP_BLOCK_HEAD + length + APP_BLOCK_TAIL;
    return app_get_number(tail, 8) == reader->sum ? APP_BLOCK_WHOLE : APP_BLOCK_DAMAGED;
}

app_block_state app_block_next(app_block_reader *reader) {
    unsigned char head[APP_BLOCK_HEAD];
    uint64_t left = reader->size - reader->at;
    if (left == 0) {
        return APP_BLOCK_NONE;
    }
    if (left < APP_BLOCK_HEAD || fseeko(reader->file, (off_t)reader->at, SEEK_SET) != 0 ||
        fread(head, 1, sizeof head, reader->file) != sizeof head) {
        return APP_BLOCK_CUT;
    }
    uint64_t of_head = app_block_sum(reader->sum, head, 16);
    if (app_get_number(head + 16, 8) != of_head) {
        return APP_BLOCK_DAMAGED;
    }
    memcpy(reader->name, head, 4);
    reader->name[4] = '\0';
    return read_bytes(reader, app_get_number(head + 8, 8), of_head);
}

void app_block_release(app_block_reader *reader) {
    free(reader->bytes);
    reader->bytes = NULL;
}
