/* Letters of the panel: which file they come from. What the reader of fonts cannot know it trusts, so a file that is
 * none, or cut off, is found here. */
#include "play/font.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t number_at(const uint8_t *bytes, size_t size) {
    uint32_t number = 0;
    for (size_t i = 0; i < size; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

/* Where a file begins: its kind, how many tables it has, and for each its name, sum, place and length. All of them must
 * be there, and those without which no letter can be drawn. */
static bool has_tables(FILE *file, uint32_t length) {
    static const char *const needed[2][7] = {
        {"cmap", "head", "hhea", "hmtx", "maxp", "loca", "glyf"},
        {"cmap", "head", "hhea", "hmtx", "maxp", "CFF "}}; /* outlines of two kinds */
    static const size_t counts[2] = {7, 6};
    uint8_t head[12], row[16];
    size_t found = 0;
    if (fread(head, 1, sizeof head, file) != sizeof head) {
        return false;
    }
    const size_t kind = memcmp(head, "OTTO", 4) == 0;
    if (kind == 0 && number_at(head, 4) != 0x00010000U && memcmp(head, "true", 4) != 0) {
        return false;
    }
    for (uint32_t left = number_at(head + 4, 2); left > 0; left--) {
        if (fread(row, 1, sizeof row, file) != sizeof row) {
            return false;
        }
        const uint32_t begin = number_at(row + 8, 4), size = number_at(row + 12, 4);
        if (begin > length || size > length - begin) {
            return false;
        }
        for (size_t i = 0; i < counts[kind]; i++) {
            found += memcmp(row, needed[kind][i], 4) == 0 && size > 0;
        }
    }
    return found == counts[kind];
}

const char *app_font_fault(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return strerror(errno);
    }
    const long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    const bool right = length > 0 && (uint64_t)length <= UINT32_MAX && fseek(file, 0, SEEK_SET) == 0 &&
                       has_tables(file, (uint32_t)length);
    fclose(file);
    return right ? NULL : "it is no such font, or a part of one";
}

const char *app_font_find(void) {
    static const char *const fonts[] = {
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"};
    const char *own = getenv("VOLERY_FONT");
    if (own != NULL && app_font_fault(own) == NULL) {
        return own;
    }
    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++) {
        if (app_font_fault(fonts[i]) == NULL) {
            return fonts[i];
        }
    }
    return NULL;
}
