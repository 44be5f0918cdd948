/* A game whose levels are scene files: one is loaded with a key of the player's, flown with its events, changed by an
 * editor, and saved, its comments kept. Built with the scene library (pkg-config volery-scene). */
#include <volery/scene.h>

#include <stdio.h>
#include <stdlib.h>

static const char level[] = "# Level 3: the lake.\n"
                            "world: {size: [400, 300], seed: 3}\n"
                            "flocks:\n"
                            "  - name: ducks   # do not feed\n"
                            "    model: steering\n"
                            "    count: 40\n"
                            "    look: {color: gold}\n"
                            "events:\n"
                            "  - {at: 30, gust: [2, 0]}   # a squall\n"
                            "  - {at: 50, remove: {flock: ducks, id: 7}}\n";

static void give_up(const vol_scene_fault *fault) {
    fprintf(stderr, "%s\n", fault->text); /* an editor would mark line fault->line, column fault->column */
    exit(1);
}

int main(void) {
    const vol_scene_override hard = {"ducks.max_speed", "5", NULL};
    vol_scene_fault fault;
    vol_world *world = NULL;
    vol_scene *scene = vol_scene_open_text("level 3", NULL, level, sizeof level - 1, &hard, 1, &fault);
    if (scene == NULL || !vol_scene_make_world(scene, 0, &world, &fault) || !vol_scene_run(scene, world, 100, &fault)) {
        give_up(&fault);
    }
    char *color = vol_scene_get(scene, "ducks.look.color", &fault);
    printf("after 100 steps %zu of %zu ducks are left; they are %s\n", vol_flock_view(world, 0).count,
           vol_scene_flock_def(scene, 0)->count, color);
    vol_scene_free(color);
    vol_world_destroy(world);

    /* What a user types can be wrong: the scene stays as it was. */
    if (!vol_scene_change(scene, "ducks.cohesion.weight", "much", &fault)) {
        printf("refused: %s\n", fault.text);
    }
    char *text = NULL;
    if (!vol_scene_change(scene, "ducks.cohesion.weight", "2", &fault) ||
        (text = vol_scene_write(scene, NULL, &fault)) == NULL) {
        give_up(&fault);
    }
    printf("\n%s", text);
    vol_scene_free(text);
    vol_scene_close(scene);
    return 0;
}
