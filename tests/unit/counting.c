/* An allocator that counts. See counting.h. */
#include "counting.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

typedef struct header {
    vol_test_counter *owner;
    size_t bytes;
} header;

enum { ROOM = 128 }; /* before each block: header, and still aligned to 64 */

static void *allocate(void *user, size_t bytes, size_t alignment) {
    vol_test_counter *c = user;
    assert_false(c->closed);
    assert_true(alignment > 0);
    assert_true(alignment <= 64);
    assert_int_equal(alignment & (alignment - 1), 0);
    c->requests++;
    if (c->requests == c->refuse) {
        return NULL;
    }
    unsigned char *block = aligned_alloc(64, (ROOM + bytes + 63) / 64 * 64);
    assert_non_null(block);
    memset(block, 0xCD, ROOM + bytes); /* memory need not be zeroed */
    header h = {c, bytes};
    memcpy(block, &h, sizeof h);
    c->living++;
    c->bytes += bytes;
    return block + ROOM;
}

static void release(void *user, void *memory, size_t bytes) {
    vol_test_counter *c = user;
    header h;
    assert_non_null(memory);
    unsigned char *block = (unsigned char *)memory - ROOM;
    memcpy(&h, block, sizeof h);
    assert_ptr_equal(h.owner, c);
    assert_int_equal(h.bytes, bytes);
    c->living--;
    c->bytes -= bytes;
    memset(block, 0xDD, ROOM + bytes);
    free(block);
}

void vol_test_count(vol_world_def *def, vol_test_counter *counter) {
    memset(counter, 0, sizeof *counter);
    def->allocator.user = counter;
    def->allocator.allocate = allocate;
    def->allocator.release = release;
}
