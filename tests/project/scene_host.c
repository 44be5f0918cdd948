/* A game that plays scenes: it has volery/scene.h and nothing of the program. Written in what C and C++ have in common
 * and compiled as both. Loads a scene with one key changed, steps it ten times with its events, and prints the hash of
 * its state. */
#include <volery/scene.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What is printed, and what is written back, is the same scene. */
static bool again(vol_scene *scene, char *text, vol_scene_fault *fault) {
    if (text == NULL) {
        return false;
    }
    vol_scene_release(scene);
    bool right = vol_scene_read(scene, "again", ".", text, strlen(text), NULL, 0, fault);
    vol_scene_free(text);
    return right;
}

int main(int count, char **arguments) {
    if (count != 4) {
        return 2;
    }
    const vol_scene_override change = {arguments[2], arguments[3], "the game"};
    vol_scene scene;
    vol_scene_fault fault;
    vol_world *world = NULL;
    if (!vol_scene_load(&scene, arguments[1], &change, 1, &fault) || !vol_scene_make_world(&scene, 1, &world, &fault)) {
        puts(fault.text);
        return 1;
    }
    bool right = again(&scene, vol_scene_print(&scene, NULL), &fault);
    for (int i = 0; i < 5 && right; i++) {
        right = vol_scene_step(&scene, world, &fault);
    }
    right = right && again(&scene, vol_scene_write(&scene, NULL, &fault), &fault);
    right = right && vol_scene_run(&scene, world, 5, &fault);
    if (right) {
        printf("%016" PRIx64 "\n", vol_world_hash(world));
    } else {
        puts(fault.text);
    }
    vol_world_destroy(world);
    vol_scene_release(&scene);
    return right ? 0 : 1;
}
