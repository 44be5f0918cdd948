/* From red, green and blue to what films keep. The sums fit into 16 bits, so that compilers can take many at once. */
#include "film/pixels.h"

#include "common/arena.h"

#include <stdlib.h>
#include <string.h>

static void brightness(const unsigned char *bytes, size_t width, unsigned char *to) {
    for (size_t x = 0; x < width; x++) {
        uint16_t r = bytes[4 * x];
        uint16_t g = bytes[4 * x + 1];
        uint16_t b = bytes[4 * x + 2];
        to[x] = (unsigned char)((uint16_t)(47 * r + 157 * g + 16 * b + 128) / 256 + 16);
    }
}

/* The mean of two by two pixels, then its colour differences. */
static void differences(const unsigned char *row, const unsigned char *next, size_t width, unsigned char *u,
                        unsigned char *v) {
    for (size_t x = 0; x < width / 2; x++) {
        int16_t mean[3];
        for (size_t part = 0; part < 3; part++) {
            size_t at = 8 * x + part;
            mean[part] = (int16_t)((row[at] + row[at + 4] + next[at] + next[at + 4] + 2) / 4);
        }
        u[x] = (unsigned char)((-26 * mean[0] - 86 * mean[1] + 112 * mean[2] + 128 * 256 + 128) / 256);
        v[x] = (unsigned char)((112 * mean[0] - 102 * mean[1] - 10 * mean[2] + 128 * 256 + 128) / 256);
    }
}

void app_pixels_to_yuv(const unsigned char *bytes, size_t width, size_t height, unsigned char *const plane[3],
                       const size_t stride[3]) {
    for (size_t y = 0; y < height; y += 2) {
        const unsigned char *row = bytes + y * width * 4;
        const unsigned char *next = row + width * 4;
        brightness(row, width, plane[0] + y * stride[0]);
        brightness(next, width, plane[0] + (y + 1) * stride[0]);
        differences(row, next, width, plane[1] + y / 2 * stride[1], plane[2] + y / 2 * stride[2]);
    }
}

enum { COARSE = 32768 };

/* Pixels of one coarse colour (5 bits of each part): how many, and the sums of their parts. */
typedef struct bucket {
    uint32_t count;
    uint64_t sum[3];
    uint16_t code;
} bucket;

static unsigned code_of(const unsigned char *pixel) {
    return (unsigned)(pixel[0] >> 3) << 10 | (unsigned)(pixel[1] >> 3) << 5 | (unsigned)(pixel[2] >> 3);
}

static size_t count_colors(const unsigned char *bytes, size_t pixels, bucket *buckets) {
    memset(buckets, 0, COARSE * sizeof *buckets);
    for (size_t i = 0; i < pixels; i++) {
        bucket *b = &buckets[code_of(bytes + 4 * i)];
        b->count++;
        for (size_t part = 0; part < 3; part++) {
            b->sum[part] += bytes[4 * i + part];
        }
    }
    size_t used = 0;
    for (unsigned code = 0; code < COARSE; code++) {
        if (buckets[code].count > 0) {
            buckets[used] = buckets[code];
            buckets[used++].code = (uint16_t)code;
        }
    }
    return used;
}

/* A part of the colours, buckets[first] to buckets[end - 1], that shall have one entry of the palette. */
typedef struct box {
    size_t first, end;
    int widest;   /* the part of a colour in which it is widest */
    double worth; /* of splitting it */
} box;

static int part_of(uint16_t code, int part) {
    return code >> (10 - 5 * part) & 31;
}

static void measure(box *b, const bucket *buckets) {
    double weight = 0;
    b->worth = 0;
    for (int part = 0; part < 3; part++) {
        int low = 31;
        int high = 0;
        for (size_t i = b->first; i < b->end; i++) {
            int value = part_of(buckets[i].code, part);
            low = value < low ? value : low;
            high = value > high ? value : high;
            weight += part == 0 ? 1 + 0.02 * buckets[i].count : 0;
        }
        if (high - low > b->worth) {
            b->worth = high - low;
            b->widest = part;
        }
    }
    b->worth *= weight;
}

static int by_red(const void *a, const void *b) {
    return part_of(((const bucket *)a)->code, 0) - part_of(((const bucket *)b)->code, 0);
}

static int by_green(const void *a, const void *b) {
    return part_of(((const bucket *)a)->code, 1) - part_of(((const bucket *)b)->code, 1);
}

static int by_blue(const void *a, const void *b) {
    return part_of(((const bucket *)a)->code, 2) - part_of(((const bucket *)b)->code, 2);
}

/* Splits the box that is most worth it, at the middle of its colours, until there are 256 or none can be split. */
static unsigned split_boxes(box *boxes, bucket *buckets, size_t used) {
    static int (*const orders[3])(const void *, const void *) = {by_red, by_green, by_blue};
    unsigned count = 1;
    boxes[0] = (box){0, used, 0, 0};
    measure(&boxes[0], buckets);
    while (count < 256) {
        unsigned best = 0;
        for (unsigned i = 1; i < count; i++) {
            best = boxes[i].worth > boxes[best].worth ? i : best;
        }
        box *b = &boxes[best];
        if (b->worth <= 0) {
            break;
        }
        qsort(buckets + b->first, b->end - b->first, sizeof *buckets, orders[b->widest]);
        size_t middle = b->first + (b->end - b->first) / 2;
        boxes[count] = (box){middle, b->end, 0, 0};
        b->end = middle;
        measure(b, buckets);
        measure(&boxes[count++], buckets);
    }
    return count;
}

static void fill_index(app_colors *colors) {
    for (unsigned code = 0; code < COARSE; code++) {
        long nearest = 1000000;
        for (unsigned i = 0; i < colors->count; i++) {
            long off = 0;
            for (int part = 0; part < 3; part++) {
                long d = (part_of((uint16_t)code, part) * 8 + 4) - (long)(colors->palette[i] >> (16 - 8 * part) & 255);
                off += d * d;
            }
            if (off < nearest) {
                nearest = off;
                colors->index[code] = (unsigned char)i;
            }
        }
        colors->far[code] = nearest > 500;
    }
}

static void make_palette(app_colors *colors, const unsigned char *bytes, size_t pixels) {
    bucket *buckets = vol_take(COARSE * sizeof *buckets);
    box boxes[256];
    size_t used = count_colors(bytes, pixels, buckets);
    colors->count = split_boxes(boxes, buckets, used);
    for (unsigned i = 0; i < colors->count; i++) {
        uint64_t sum[3] = {0};
        uint64_t count = 0;
        for (size_t j = boxes[i].first; j < boxes[i].end; j++) {
            count += buckets[j].count;
            for (int part = 0; part < 3; part++) {
                sum[part] += buckets[j].sum[part];
            }
        }
        uint32_t color = 0xff;
        for (int part = 0; part < 3 && count > 0; part++) {
            color = color << 8 | (uint32_t)((sum[part] + count / 2) / count);
        }
        colors->palette[i] = color;
    }
    free(buckets);
    fill_index(colors);
}

static bool fits_badly(const app_colors *colors, const unsigned char *bytes, size_t pixels) {
    size_t far = 0;
    for (size_t i = 0; i < pixels; i++) {
        far += colors->far[code_of(bytes + 4 * i)];
    }
    return far > pixels / 500;
}

void app_colors_apply(app_colors *colors, const unsigned char *bytes, size_t width, size_t height, unsigned char *to,
                      size_t stride) {
    if (colors->index == NULL) {
        colors->index = vol_take(COARSE);
        colors->far = vol_take(COARSE * sizeof *colors->far);
        make_palette(colors, bytes, width * height);
    } else if (fits_badly(colors, bytes, width * height)) {
        make_palette(colors, bytes, width * height);
    }
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            to[y * stride + x] = colors->index[code_of(bytes + 4 * (y * width + x))];
        }
    }
}

void app_colors_release(app_colors *colors) {
    free(colors->index);
    free(colors->far);
    *colors = (app_colors){0};
}
