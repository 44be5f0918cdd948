/* Sums over scenes, and identities compared: before anything goes on from a journal or a checkpoint. */
#include "record/identity.h"

#include "common/arena.h"
#include "record/block.h"

#include <stdlib.h>
#include <string.h>

uint64_t app_scene_sum(const vol_scene *scene) {
    size_t length = 0;
    char *text = vol_checked(vol_scene_print(scene, &length));
    uint64_t sum = app_block_sum(APP_FIRST_SUM, (const unsigned char *)text, length);
    free(text);
    for (size_t i = 0; i < scene->flock_count; i++) {
        const vol_scene_start *start = &scene->flocks[i].start;
        size_t numbers = start->count * sizeof(double);
        size_t vectors = numbers * (size_t)scene->world.dimensions;
        const double *const arrays[] = {start->positions, start->velocities, start->headings, start->speeds};
        for (size_t a = 0; a < 4; a++) {
            if (arrays[a] != NULL) {
                sum = app_block_sum(sum, (const unsigned char *)arrays[a], a < 2 ? vectors : numbers);
            }
        }
    }
    return sum;
}

bool app_identity_differs(const char **there, const char **here) {
    while (**there != '\0' && **here != '\0') {
        size_t old = strcspn(*there, "\n"), now = strcspn(*here, "\n");
        if (old != now || strncmp(*there, *here, now) != 0) {
            return true;
        }
        *there += old + ((*there)[old] == '\n');
        *here += now + ((*here)[now] == '\n');
    }
    return **there != '\0' || **here != '\0';
}
