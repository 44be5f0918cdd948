/* Pixels as films want them: brightness and colour apart, or 256 colours. */
#ifndef VOLERY_APP_FILM_PIXELS_H
#define VOLERY_APP_FILM_PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Planes of brightness and, for each two by two pixels, of two colour differences (BT.709, 16 to 235). `bytes` has four
 * a pixel: red, green, blue and one that does not count. Sides are even. */
void app_pixels_to_yuv(const unsigned char *bytes, size_t width, size_t height, unsigned char *const plane[3],
                       const size_t stride[3]);

/* 256 colours for pictures that follow each other. Start with {0}. */
typedef struct app_colors {
    uint32_t palette[256]; /* 0xffrrggbb */
    unsigned count;
    unsigned char *index; /* for each of 32768 coarse colours the nearest of the palette; 0 while there is no palette */
    bool *far;            /* is that one far off? */
} app_colors;

/* One number a pixel. Makes a palette at the first picture, and a new one where many pixels fit the old one badly. */
void app_colors_apply(app_colors *colors, const unsigned char *bytes, size_t width, size_t height, unsigned char *to,
                      size_t stride);
void app_colors_release(app_colors *colors);

#endif
