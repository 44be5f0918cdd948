/* Any bytes as a start file: refused with a message, or boids with finite numbers. */
#include "fuzz.h"
#include "scene/part.h"

#include <math.h>
#include <string.h>

static void check_numbers(const double *numbers, size_t count) {
    for (size_t i = 0; numbers != NULL && i < count; i++) {
        MUST(isfinite(numbers[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        char *text = vol_take(size + 1);
        memcpy(text, data, size);
        text[size] = '\0';
        vol_scene_start start;
        vol_scene_fault fault = {0};
        if (vol_scene_start_read_text(&start, text, size, "fuzz", dimensions, &fault)) {
            size_t vectors = start.count * (size_t)dimensions;
            MUST(start.count == 0 || (start.positions != NULL && (start.velocities != NULL) == (start.speeds == NULL)));
            check_numbers(start.positions, vectors);
            check_numbers(start.velocities, vectors);
            check_numbers(start.headings, start.count);
            check_numbers(start.speeds, start.count);
            vol_scene_start_release(&start);
        } else {
            MUST(fault.text[0] != '\0');
        }
        free(text);
    }
    return 0;
}
