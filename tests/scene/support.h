/* What the tests of the scene library share. */
#ifndef VOLERY_TESTS_SCENE_SUPPORT_H
#define VOLERY_TESTS_SCENE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <volery/scene.h>

#include <string.h>

/* A scene that must be read. */
static inline vol_scene *open_text(const char *text, const vol_scene_override *overrides, size_t count) {
    vol_scene_fault fault;
    vol_scene *scene = vol_scene_open_text("text", NULL, text, strlen(text), overrides, count, &fault);
    if (scene == NULL) {
        fail_msg("%s\n%s", fault.text, text);
    }
    return scene;
}

/* What a scene is written back to. */
static inline char *write_back(const vol_scene *scene) {
    vol_scene_fault fault;
    size_t length = 0;
    char *text = vol_scene_write(scene, &length, &fault);
    if (text == NULL) {
        fail_msg("%s", fault.text);
    }
    assert_int_equal(strlen(text), length);
    return text;
}

#endif
