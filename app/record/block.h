/* Recordings and checkpoints as bytes: a file of blocks, each with a name, a length and sums that also cover all blocks
 * before it. Between the recorder or the reader and the file. docs/recordings.md describes every byte. */
#ifndef VOLERY_APP_RECORD_BLOCK_H
#define VOLERY_APP_RECORD_BLOCK_H

#include "common/arena.h"
#include "util/fault.h"
#include "util/output.h"

#include <stdint.h>
#include <stdio.h>

/* The file begins with the mark; a block has a head, its bytes and a sum. */
#define APP_RECORDING_MARK "VOLREC1\n"
#define APP_CHECKPOINT_MARK "VOLCKP1\n"
enum { APP_MARK_SIZE = 8, APP_BLOCK_HEAD = 24, APP_BLOCK_TAIL = 8 };

/* The sum that the first block begins with. */
#define APP_FIRST_SUM UINT64_C(0x766F6C7265630001)

/* Numbers, lowest byte first. */
void app_put_number(vol_text *bytes, uint64_t number, size_t size);
uint64_t app_get_number(const unsigned char *at, size_t size);

/* Goes on with a sum over more bytes. */
uint64_t app_block_sum(uint64_t before, const unsigned char *bytes, size_t size);

/* Writes a block behind those whose sum is *sum. False: errno says why. */
bool app_block_write(app_output *output, uint64_t *sum, const char *name, const void *bytes, size_t size);

typedef enum app_block_state {
    APP_BLOCK_WHOLE,
    APP_BLOCK_NONE,   /* the file ends here */
    APP_BLOCK_CUT,    /* the file ends within a block */
    APP_BLOCK_DAMAGED /* a sum is wrong */
} app_block_state;

/* A file of blocks that is read. */
typedef struct app_block_reader {
    FILE *file;
    uint64_t size, at; /* bytes of the file; where the next block begins */
    uint64_t sum;
    char name[5];
    unsigned char *bytes; /* of the block that was read last, ended by a zero */
    size_t length;
} app_block_reader;

/* Checks the mark. APP_BLOCK_DAMAGED: no such file, or of another version. */
app_block_state app_block_begin(app_block_reader *reader, FILE *file, const char *mark);
app_block_state app_block_next(app_block_reader *reader);
/* Back to the first block. */
void app_block_rewind(app_block_reader *reader);
void app_block_release(app_block_reader *reader);

#endif
