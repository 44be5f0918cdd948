/* Reads an H5MD file for the tests, by the conventions alone.
 *
 *   h5_look FILE about         what is in it
 *   h5_look FILE csv [FRAMES]  its frames as the CSV of volery has them
 */
#include "common/format_number.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FLOCKS = 16 };

typedef struct flock {
    char name[64];
    hsize_t frames, width, dimensions;
    int is_double;
} flock;

static void stop(const char *what, const char *which) {
    fprintf(stderr, "h5_look: %s %s\n", what, which);
    exit(1);
}

static hid_t open_set(hid_t file, const char *owner, const char *path) {
    char name[256];
    snprintf(name, sizeof name, "%s/%s", owner, path);
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    if (set < 0) {
        stop("no dataset", name);
    }
    return set;
}

static int sizes(hid_t set, hsize_t size[3]) {
    hid_t space = H5Dget_space(set);
    int rank = H5Sget_simple_extent_ndims(space);
    H5Sget_simple_extent_dims(space, size, NULL);
    H5Sclose(space);
    return rank;
}

static hsize_t length_of(hid_t file, const char *owner, const char *path) {
    hsize_t size[3] = {0, 0, 0};
    hid_t set = open_set(file, owner, path);
    sizes(set, size);
    H5Dclose(set);
    return size[0];
}

/* The numbers of one frame of a dataset, as doubles; double holds all floats and ids. */
static double *frame_of(hid_t file, const char *owner, const char *path, hsize_t frame, hsize_t cells) {
    hsize_t size[3] = {0, 0, 0};
    hsize_t from[3] = {frame, 0, 0};
    hid_t set = open_set(file, owner, path);
    int rank = sizes(set, size);
    size[0] = 1;
    double *numbers = malloc((cells + 1) * sizeof *numbers);
    if (numbers == NULL) {
        stop("no memory for", path);
    }
    hid_t space = H5Dget_space(set);
    hid_t memory = H5Screate_simple(rank, size, NULL);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, size, NULL);
    if (cells > 0 && H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, numbers) < 0) {
        stop("cannot read", path);
    }
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(set);
    return numbers;
}

/* All elements of a flock have as many frames as the shortest: a file that was being written may have more of some. */
static void look_at_flock(hid_t file, flock *f) {
    static const char *const elements[] = {"position/value", "position/step", "position/time", "velocity/value",
                                           "velocity/step",  "id/value",      "id/step",       "box/edges/value"};
    char owner[128];
    hsize_t size[3] = {0, 0, 0};
    snprintf(owner, sizeof owner, "/particles/%.63s", f->name);
    hid_t set = open_set(file, owner, "position/value");
    if (sizes(set, size) != 3) {
        stop("not three sizes in", owner);
    }
    hid_t type = H5Dget_type(set);
    f->is_double = H5Tget_size(type) == 8;
    H5Tclose(type);
    H5Dclose(set);
    f->frames = size[0];
    f->width = size[1];
    f->dimensions = size[2];
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        hsize_t frames = length_of(file, owner, elements[i]);
        f->frames = frames < f->frames ? frames : f->frames;
    }
}

static herr_t note_flock(hid_t group, const char *name, const H5L_info_t *info, void *flocks) {
    (void)group;
    (void)info;
    flock *f = flocks;
    for (int i = 0; i < MOST_FLOCKS; i++) {
        if (f[i].name[0] == '\0') {
            snprintf(f[i].name, sizeof f[i].name, "%s", name);
            return 0;
        }
    }
    return -1;
}

static void text_attribute(hid_t file, const char *owner, const char *name, char *text, size_t size) {
    hid_t attribute = H5Aopen_by_name(file, owner, name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    memset(text, 0, size);
    if (attribute < 0 || H5Aget_storage_size(attribute) >= size || H5Aread(attribute, type, text) < 0) {
        stop("no text", name);
    }
    H5Tclose(type);
    H5Aclose(attribute);
}

static void print_about(hid_t file, const flock *flocks) {
    char text[256];
    int version[2] = {0, 0};
    hid_t attribute = H5Aopen_by_name(file, "/h5md", "version", H5P_DEFAULT, H5P_DEFAULT);
    H5Aread(attribute, H5T_NATIVE_INT, version);
    H5Aclose(attribute);
    text_attribute(file, "/h5md/creator", "name", text, sizeof text);
    printf("H5MD %d.%d by %s\n", version[0], version[1], text);
    for (const flock *f = flocks; f->name[0] != '\0'; f++) {
        char owner[128];
        snprintf(owner, sizeof owner, "/particles/%.63s/box", f->name);
        text_attribute(file, owner, "boundary", text, sizeof text);
        printf("%s: %llu frames, %llu boids, %llu dimensions, %s, %s\n", f->name, (unsigned long long)f->frames,
               (unsigned long long)f->width, (unsigned long long)f->dimensions, f->is_double ? "double" : "single",
               text);
        snprintf(owner, sizeof owner, "/observables/%.63s", f->name);
        double *polarisation = frame_of(file, owner, "polarisation/value", f->frames - 1, 1);
        double *speed = frame_of(file, owner, "mean_speed/value", f->frames - 1, 1);
        printf("%s: at the end polarisation %.4f, mean speed %.4f\n", f->name, *polarisation, *speed);
        free(polarisation);
        free(speed);
    }
}

static void print_number(const flock *f, double number) {
    char digits[VOL_NUMBER_SIZE];
    size_t length = f->is_double ? vol_format_double(digits, number) : vol_format_float(digits, (float)number);
    printf(",%.*s", (int)length, digits);
}

static void print_frame(hid_t file, const flock *f, hsize_t frame) {
    char owner[128];
    snprintf(owner, sizeof owner, "/particles/%.63s", f->name);
    hsize_t d = f->dimensions;
    double *step = frame_of(file, owner, "position/step", frame, 1);
    double *id = frame_of(file, owner, "id/value", frame, f->width);
    double *position = frame_of(file, owner, "position/value", frame, f->width * d);
    double *velocity = frame_of(file, owner, "velocity/value", frame, f->width * d);
    for (hsize_t i = 0; i < f->width; i++) {
        if (id[i] < 0) {
            continue;
        }
        printf("%.0f,%s,%.0f", *step, f->name, id[i]);
        for (hsize_t axis = 0; axis < 2 * d; axis++) {
            print_number(f, axis < d ? position[i * d + axis] : velocity[i * d + axis - d]);
        }
        printf("\n");
    }
    free(velocity);
    free(position);
    free(id);
    free(step);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        stop("usage: h5_look FILE about, or", "h5_look FILE csv [FRAMES]");
    }
    hid_t file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
    flock flocks[MOST_FLOCKS + 1] = {{"", 0, 0, 0, 0}};
    if (file < 0 || H5Literate_by_name(file, "/particles", H5_INDEX_NAME, H5_ITER_NATIVE, NULL, note_flock, flocks,
                                       H5P_DEFAULT) < 0) {
        stop("cannot open", argv[1]);
    }
    hsize_t frames = argc > 3 ? strtoull(argv[3], NULL, 10) : (hsize_t)-1;
    for (flock *f = flocks; f->name[0] != '\0'; f++) {
        look_at_flock(file, f);
        frames = f->frames < frames ? f->frames : frames;
    }
    if (strcmp(argv[2], "about") == 0) {
        print_about(file, flocks);
    } else {
        puts(flocks[0].dimensions == 2 ? "step,flock,id,x,y,vx,vy" : "step,flock,id,x,y,z,vx,vy,vz");
        for (hsize_t frame = 0; frame < frames; frame++) {
            for (const flock *f = flocks; f->name[0] != '\0'; f++) {
                print_frame(file, f, frame);
            }
        }
    }
    H5Fclose(file);
    return 0;
}
