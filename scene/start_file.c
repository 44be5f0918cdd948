/* Start files: one boid a line, read before the world is made. Strict: the header says what the columns are, every line
 * has all of them, every number is finite. */
#include "common/words.h"
#include "part.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 31)

typedef struct layout {
    const char *header;
    int dimensions;
    bool headings;
} layout;

static const layout layouts[] = {
    {"x,y,vx,vy", 2, false},
    {"x,y,heading,speed", 2, true},
    {"x,y,z,vx,vy,vz", 3, false},
};

char *vol_scene_csv_line(char **text, char *end) {
    char *line = *text;
    char *stop = memchr(line, '\n', (size_t)(end - line));
    *text = stop != NULL ? stop + 1 : end;
    stop = stop != NULL ? stop : end;
    if (stop > line && stop[-1] == '\r') {
        stop--;
    }
    *stop = '\0';
    return line;
}

static const layout *find_layout(const char *path, const char *header, int dimensions, vol_scene_fault *fault) {
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        if (strcmp(header, layouts[i].header) == 0 && layouts[i].dimensions == dimensions) {
            return &layouts[i];
        }
    }
    vol_scene_fault_in(fault, path, 1, "the header is '%.80s'; allowed in a world of %d dimensions is %s", header,
                       dimensions, dimensions == 2 ? "x,y,vx,vy or x,y,heading,speed" : "x,y,z,vx,vy,vz");
    return NULL;
}

/* An array with room for more; false: there is no memory, and it is as it was. */
static bool grow_array(double **numbers, size_t count) {
    double *larger = realloc(*numbers, count * sizeof *larger);
    if (larger != NULL) {
        *numbers = larger;
    }
    return larger != NULL;
}

/* Makes room for one more boid. */
static bool grow(vol_scene_start *start, size_t *room, const layout *l) {
    if (start->count < *room) {
        return true;
    }
    size_t dimensions = (size_t)l->dimensions;
    *room = *room * 2 + 256;
    return grow_array(&start->positions, *room * dimensions) &&
           (l->headings ? grow_array(&start->headings, *room) && grow_array(&start->speeds, *room)
                        : grow_array(&start->velocities, *room * dimensions));
}

bool vol_scene_csv_numbers(char *line, double *numbers, int wanted, const char *path, size_t number,
                           vol_scene_fault *fault) {
    int count = 0;
    for (char *cell = line; cell != NULL; count++) {
        char *comma = strchr(cell, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        if (count < wanted && !vol_number_read(cell, &numbers[count])) {
            return vol_scene_fault_in(fault, path, number, "column %d: '%.60s' is not a number", count + 1, cell);
        }
        cell = comma != NULL ? comma + 1 : NULL;
    }
    if (count != wanted) {
        return vol_scene_fault_in(fault, path, number, "%d columns; the header has %d", count, wanted);
    }
    return true;
}

static void keep(vol_scene_start *start, const layout *l, const double *numbers) {
    size_t i = start->count++;
    size_t d = (size_t)l->dimensions;
    memcpy(start->positions + i * d, numbers, d * sizeof *numbers);
    if (l->headings) {
        start->headings[i] = numbers[2];
        start->speeds[i] = numbers[3];
    } else {
        memcpy(start->velocities + i * d, numbers + d, d * sizeof *numbers);
    }
}

static bool read_lines(vol_scene_start *start, char *text, size_t length, const char *path, int dimensions,
                       vol_scene_fault *fault) {
    char *end = text + length;
    const layout *l = find_layout(path, vol_scene_csv_line(&text, end), dimensions, fault);
    if (l == NULL) {
        return false;
    }
    size_t room = 0;
    for (size_t number = 2; text < end; number++) {
        double numbers[6] = {0};
        char *line = vol_scene_csv_line(&text, end);
        if (line[0] == '\0') {
            return vol_scene_fault_in(fault, path, number, "an empty line");
        }
        if (!vol_scene_csv_numbers(line, numbers, 2 * dimensions, path, number, fault)) {
            return false;
        }
        if (!grow(start, &room, l)) {
            return vol_scene_no_memory(fault);
        }
        keep(start, l, numbers);
    }
    return true;
}

bool vol_scene_start_read_text(vol_scene_start *start, char *text, size_t length, const char *path, int dimensions,
                               vol_scene_fault *fault) {
    *start = (vol_scene_start){0};
    bool right = memchr(text, '\0', length) == NULL ||
                 vol_scene_fault_in(fault, path, 0, "holds a zero byte; a start file is text");
    right = right && read_lines(start, text, length, path, dimensions, fault);
    if (!right) {
        vol_scene_start_release(start);
    }
    return right;
}

bool vol_scene_start_read(vol_scene_start *start, const char *path, int dimensions, vol_scene_fault *fault) {
    size_t length = 0;
    *start = (vol_scene_start){0};
    char *text = vol_scene_file_read(path, MOST_BYTES, true, &length, fault);
    bool right = text != NULL && vol_scene_start_read_text(start, text, length, path, dimensions, fault);
    free(text);
    return right;
}

void vol_scene_start_release(vol_scene_start *start) {
    free(start->positions);
    free(start->velocities);
    free(start->headings);
    free(start->speeds);
    *start = (vol_scene_start){0};
}
