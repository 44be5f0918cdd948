/* Any bytes as a file of a flow: refused with a message, or as many velocities as were asked for, all finite. */
#include "fuzz.h"
#include "scene/part.h"

#include <math.h>
#include <string.h>

enum { POINTS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        size_t count = POINTS * (size_t)dimensions;
        char *text = vol_take(size + 1);
        double *flow = vol_take(count * sizeof *flow); /* exactly, so that a sanitizer sees a number too many */
        vol_scene_fault fault = {0};
        memcpy(text, data, size);
        text[size] = '\0';
        for (size_t i = 0; i < count; i++) {
            flow[i] = NAN;
        }
        if (vol_scene_flow_read_text(flow, POINTS, dimensions, text, size, "fuzz", &fault)) {
            for (size_t i = 0; i < count; i++) {
                MUST(isfinite(flow[i]));
            }
        } else {
            MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG);
        }
        free(flow);
        free(text);
    }
    return 0;
}
