/* A game that plays scenes: it has scene.h and nothing of the program. Loads a scene with one key changed, steps it ten
 * times with its events, and prints the hash of its state. */
#include <volery/scene.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    if (count != 4) {
        return 2;
    }
    const vol_scene_override change = {arguments[2], arguments[3], "the game"};
    vol_scene scene;
    vol_scene_fault fault = {0};
    vol_world *world = NULL;
    if (!vol_scene_load(&scene, arguments[1], &change, 1, &fault) || !vol_scene_make_world(&scene, 1, &world, &fault)) {
        puts(fault.text);
        return 1;
    }
    /* What is printed is the same scene. */
    size_t length = 0;
    char *text = vol_scene_print(&scene, &length);
    vol_scene_release(&scene);
    bool right = vol_scene_read(&scene, "printed", ".", text, length, NULL, 0, &fault);
    free(text);
    for (int i = 0; i < 10 && right; i++) {
        right = vol_scene_step(&scene, world, &fault);
    }
    if (right) {
        printf("%016" PRIx64 "\n", vol_world_hash(world));
    } else {
        puts(fault.text);
    }
    vol_world_destroy(world);
    vol_scene_release(&scene);
    return right ? 0 : 1;
}
