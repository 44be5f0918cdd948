/* Compares two PNG pictures of the same size: compare A B MEAN SHARE.
 * They agree if the mean difference of a part of a pixel (0 to 255) is at most MEAN, and at most SHARE percent of the
 * pixels differ by more than 64 in some part. */
#include <cairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: compare A.png B.png MEAN SHARE\n");
        return 2;
    }
    cairo_surface_t *picture[2];
    for (int i = 0; i < 2; i++) {
        picture[i] = cairo_image_surface_create_from_png(argv[1 + i]);
        if (cairo_surface_status(picture[i]) != CAIRO_STATUS_SUCCESS) {
            fprintf(stderr, "%s: %s\n", argv[1 + i], cairo_status_to_string(cairo_surface_status(picture[i])));
            return 1;
        }
    }
    int width = cairo_image_surface_get_width(picture[0]);
    int height = cairo_image_surface_get_height(picture[0]);
    if (width != cairo_image_surface_get_width(picture[1]) || height != cairo_image_surface_get_height(picture[1])) {
        fprintf(stderr, "%s and %s have different sizes\n", argv[1], argv[2]);
        return 1;
    }
    double sum = 0;
    long far = 0;
    for (int y = 0; y < height; y++) {
        const unsigned char *row[2];
        for (int i = 0; i < 2; i++) {
            row[i] = cairo_image_surface_get_data(picture[i]) + (long)y * cairo_image_surface_get_stride(picture[i]);
        }
        for (int x = 0; x < width; x++) {
            int most = 0;
            for (int part = 0; part < 3; part++) {
                int off = abs(row[0][4 * x + part] - row[1][4 * x + part]);
                most = off > most ? off : most;
                sum += off;
            }
            far += most > 64;
        }
    }
    double mean = sum / (3.0 * width * height);
    double share = 100.0 * (double)far / ((double)width * height);
    bool agree = mean <= strtod(argv[3], NULL) && share <= strtod(argv[4], NULL);
    printf("%s %s and %s: mean difference %.2f, %.2f %% of the pixels differ\n", agree ? "ok     " : "FAILED ", argv[1],
           argv[2], mean, share);
    cairo_surface_destroy(picture[0]);
    cairo_surface_destroy(picture[1]);
    return agree ? 0 : 1;
}
