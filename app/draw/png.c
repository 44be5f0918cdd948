/* Pixels to a PNG file: rows are filtered by the row above, which makes flat backgrounds small, and deflated. */
#include "draw/png.h"

#include "common/arena.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_number(unsigned char *at, uint32_t number) {
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(number >> (24 - 8 * i));
    }
}

static void put_chunk(vol_text *file, const char *name, const unsigned char *bytes, size_t size) {
    unsigned char head[8];
    unsigned char sum[4];
    put_number(head, (uint32_t)size);
    memcpy(head + 4, name, 4);
    uLong crc = crc32(0, head + 4, 4);
    crc = size > 0 ? crc32_z(crc, bytes, size) : crc;
    put_number(sum, (uint32_t)crc);
    vol_text_add(file, (const char *)head, 8);
    vol_text_add(file, (const char *)bytes, size);
    vol_text_add(file, (const char *)sum, 4);
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

static void put_all(vol_text *file, const unsigned char *packed, size_t size, uint32_t width, uint32_t height) {
    static const unsigned char mark[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char head[13] = {0};
    put_number(head, width);
    put_number(head + 4, height);
    head[8] = 8; /* bits */
    head[9] = 2; /* red, green, blue */
    vol_text_add(file, (const char *)mark, 8);
    put_chunk(file, "IHDR", head, 13);
    put_chunk(file, "IDAT", packed, size);
    put_chunk(file, "IEND", mark, 0);
}

bool app_png_write(app_output *output, const unsigned char *bytes, uint32_t width, uint32_t height, app_fault *fault) {
    size_t size;
    unsigned char *rows = filter_rows(bytes, width, height, &size);
    uLongf packed_size = compressBound((uLong)size);
    unsigned char *packed = vol_take(packed_size);
    bool right = compress2(packed, &packed_size, rows, (uLong)size, 6) == Z_OK ||
                 app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: no memory for it", output->name);
    free(rows);
    vol_text file = {0};
    if (right) {
        put_all(&file, packed, packed_size, width, height);
        right = app_output_fill(output, file.data, file.length, fault);
    }
    vol_text_release(&file);
    free(packed);
    return right;
}

bool app_png_put(const char *path, const unsigned char *bytes, uint32_t width, uint32_t height, app_fault *fault) {
    app_output output;
    if (!app_output_replace(&output, path, fault)) {
        return false;
    }
    output.hurried = true; /* a picture of many */
    bool right = app_png_write(&output, bytes, width, height, fault);
    return app_output_close(&output, right ? fault : NULL) && right;
}
