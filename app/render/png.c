/* Pixels to a PNG file: rows are filtered by the row above, which flat backgrounds like, and deflated. */
#include "render/png.h"

#include "arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_number(unsigned char *at, uint32_t number) {
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(number >> (24 - 8 * i));
    }
}

static bool put_chunk(FILE *file, const char *name, const unsigned char *bytes, size_t size) {
    unsigned char head[8];
    unsigned char sum[4];
    put_number(head, (uint32_t)size);
    memcpy(head + 4, name, 4);
    uLong crc = crc32(0, head + 4, 4);
    crc = size > 0 ? crc32_z(crc, bytes, size) : crc;
    put_number(sum, (uint32_t)crc);
    return fwrite(head, 1, 8, file) == 8 && fwrite(bytes, 1, size, file) == size && fwrite(sum, 1, 4, file) == 4;
}

/* Rows of red, green, blue, each with its filter's number (2: minus the row above) in front. */
static unsigned char *filter_rows(const unsigned char *bytes, uint32_t width, uint32_t height, size_t *size) {
    size_t stride = (size_t)width * 3 + 1;
    unsigned char *rows = vol_take(stride * height);
    for (uint32_t y = 0; y < height; y++) {
        unsigned char *row = rows + stride * y;
        const unsigned char *from = bytes + (size_t)width * 4 * y;
        const unsigned char *above = y > 0 ? from - (size_t)width * 4 : NULL;
        *row++ = 2;
        for (uint32_t x = 0; x < width; x++) {
            for (int part = 0; part < 3; part++) {
                size_t at = 4 * (size_t)x + (size_t)part;
                *row++ = (unsigned char)(from[at] - (above != NULL ? above[at] : 0));
            }
        }
    }
    *size = stride * height;
    return rows;
}

static bool write_all(FILE *file, const unsigned char *packed, size_t size, uint32_t width, uint32_t height) {
    static const unsigned char mark[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char head[13] = {0};
    put_number(head, width);
    put_number(head + 4, height);
    head[8] = 8; /* bits */
    head[9] = 2; /* red, green, blue */
    return fwrite(mark, 1, 8, file) == 8 && put_chunk(file, "IHDR", head, 13) &&
           put_chunk(file, "IDAT", packed, size) && put_chunk(file, "IEND", mark, 0);
}

bool vol_png_write(const char *path, const unsigned char *bytes, uint32_t width, uint32_t height, vol_fault *fault) {
    size_t size;
    unsigned char *rows = filter_rows(bytes, width, height, &size);
    uLongf packed_size = compressBound((uLong)size);
    unsigned char *packed = vol_take(packed_size);
    bool right = compress2(packed, &packed_size, rows, (uLong)size, 6) == Z_OK;
    free(rows);
    errno = 0;
    FILE *file = right ? fopen(path, "wb") : NULL;
    if (file != NULL) {
        right = write_all(file, packed, packed_size, width, height);
        int reason = errno;
        right = fclose(file) == 0 && right;
        errno = errno != 0 ? errno : reason;
    }
    free(packed);
    if (file != NULL && right) {
        return true;
    }
    vol_fault_set(fault, VOL_EXIT_FAILED, "%s: cannot be written: %s", path, strerror(errno));
    if (file != NULL) {
        remove(path);
    }
    return false;
}
