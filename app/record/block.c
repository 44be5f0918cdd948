/* Blocks of a recording: written one behind the other, read back with their sums checked. */
#include "record/block.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

void vol_put_number(vol_text *bytes, uint64_t number, size_t size) {
    char low_first[8];
    for (size_t i = 0; i < size; i++) {
        low_first[i] = (char)(unsigned char)(number >> (8 * i));
    }
    vol_text_add(bytes, low_first, size);
}

uint64_t vol_get_number(const unsigned char *at, size_t size) {
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

uint64_t vol_block_sum(uint64_t before, const unsigned char *bytes, size_t size) {
    uint64_t sum = mix(before, size);
    size_t whole = size / 8 * 8;
    for (size_t i = 0; i < whole; i += 8) {
        sum = mix(sum, vol_get_number(bytes + i, 8));
    }
    return whole < size ? mix(sum, vol_get_number(bytes + whole, size - whole)) : sum;
}

bool vol_block_write(vol_output *output, uint64_t *sum, const char *name, const void *bytes, size_t size) {
    vol_text head = {0};
    vol_text_add(&head, name, 4);
    vol_put_number(&head, 0, 4);
    vol_put_number(&head, size, 8);
    uint64_t of_head = vol_block_sum(*sum, (const unsigned char *)head.data, head.length);
    vol_put_number(&head, of_head, 8);
    *sum = vol_block_sum(of_head, bytes, size);
    vol_text tail = {0};
    vol_put_number(&tail, *sum, 8);
    bool right = vol_output_write(output, head.data, head.length) && vol_output_write(output, bytes, size) &&
                 vol_output_write(output, tail.data, tail.length);
    vol_text_release(&tail);
    vol_text_release(&head);
    return right;
}

vol_block_state vol_block_begin(vol_block_reader *reader, FILE *file) {
    char mark[VOL_MARK_SIZE];
    *reader = (vol_block_reader){.file = file};
    if (fseeko(file, 0, SEEK_END) != 0) {
        return VOL_BLOCK_DAMAGED;
    }
    off_t size = ftello(file);
    reader->size = size > 0 ? (uint64_t)size : 0;
    vol_block_rewind(reader);
    if (fread(mark, 1, sizeof mark, file) != sizeof mark || memcmp(mark, VOL_RECORDING_MARK, sizeof mark) != 0) {
        return VOL_BLOCK_DAMAGED;
    }
    return VOL_BLOCK_WHOLE;
}

void vol_block_rewind(vol_block_reader *reader) {
    rewind(reader->file);
    reader->at = VOL_MARK_SIZE;
    reader->sum = VOL_FIRST_SUM;
}

/* Reads the bytes and the sum behind a head that is right. */
static vol_block_state read_bytes(vol_block_reader *reader, uint64_t length, uint64_t of_head) {
    uint64_t left = reader->size - reader->at - VOL_BLOCK_HEAD;
    unsigned char tail[VOL_BLOCK_TAIL];
    if (left < VOL_BLOCK_TAIL || length > left - VOL_BLOCK_TAIL) {
        return VOL_BLOCK_CUT;
    }
    reader->length = (size_t)length;
    reader->bytes = vol_retake(reader->bytes, reader->length + 1);
    if (fread(reader->bytes, 1, reader->length, reader->file) != reader->length ||
        fread(tail, 1, sizeof tail, reader->file) != sizeof tail) {
        return VOL_BLOCK_CUT;
    }
    reader->bytes[reader->length] = '\0';
    reader->sum = vol_block_sum(of_head, reader->bytes, reader->length);
    reader->at += VOL_BLOCK_HEAD + length + VOL_BLOCK_TAIL;
    return vol_get_number(tail, 8) == reader->sum ? VOL_BLOCK_WHOLE : VOL_BLOCK_DAMAGED;
}

vol_block_state vol_block_next(vol_block_reader *reader) {
    unsigned char head[VOL_BLOCK_HEAD];
    uint64_t left = reader->size - reader->at;
    if (left == 0) {
        return VOL_BLOCK_NONE;
    }
    if (left < VOL_BLOCK_HEAD || fseeko(reader->file, (off_t)reader->at, SEEK_SET) != 0 ||
        fread(head, 1, sizeof head, reader->file) != sizeof head) {
        return VOL_BLOCK_CUT;
    }
    uint64_t of_head = vol_block_sum(reader->sum, head, 16);
    if (vol_get_number(head + 16, 8) != of_head) {
        return VOL_BLOCK_DAMAGED;
    }
    memcpy(reader->name, head, 4);
    reader->name[4] = '\0';
    return read_bytes(reader, vol_get_number(head + 8, 8), of_head);
}

void vol_block_release(vol_block_reader *reader) {
    free(reader->bytes);
    reader->bytes = NULL;
}
