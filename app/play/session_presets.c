/* A preset of the scene in a world that goes on: the keys that any preset has get the values that they have in the
 * scene with this one, as if each had been set by hand. */
#include "play/session.h"

#include "play/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUE = sizeof((app_wish *)0)->value };

/* How a key can be changed while the scene is played. */
typedef enum way { WAY_NONE, WAY_NOW, WAY_ANEW, WAY_ABOUT /* stays what the scene says */ } way;

/* The key as the session has it: terms by their numbers. */
static void plain_key(const vol_scene *scene, const char *key, char *plain, size_t size) {
    const char *terms = strstr(key, ".terms.");
    snprintf(plain, size, "%s", key);
    for (size_t i = 0; i < scene->term_count && terms != NULL; i++) {
        const vol_scene_term *term = &scene->terms[i];
        const vol_scene_flock *flock = &scene->flocks[term->def.flock];
        size_t owner = (size_t)(terms - key);
        size_t length = term->name != NULL ? strlen(term->name) : 0;
        if (length > 0 && strlen(flock->name) == owner && strncmp(key, flock->name, owner) == 0 &&
            strncmp(terms + 7, term->name, length) == 0 && terms[7 + length] == '.') {
            snprintf(plain, size, "%s.terms.%zu%s", flock->name, i - flock->first_term, terms + 7 + length);
        }
    }
}

static way way_of_param(const vol_param *param, bool of_world) {
    if (param == NULL || param->of_world != of_world || param->type == VOL_PARAM_MASK) {
        return WAY_NONE;
    }
    return param->live ? WAY_NOW : WAY_ANEW;
}

static way way_of(const vol_scene *scene, const char *key) {
    app_setting setting;
    if (strcmp(key, "about") == 0) {
        return WAY_ABOUT;
    }
    if (app_setting_find(scene, key, &setting)) {
        return WAY_NOW;
    }
    for (size_t i = 0; i < scene->flock_count; i++) {
        size_t length = strlen(scene->flocks[i].name);
        if (strncmp(key, scene->flocks[i].name, length) == 0 && key[length] == '.') {
            return way_of_param(vol_param_find(key + length + 1), false);
        }
    }
    return way_of_param(vol_param_find(key), true);
}

/* The value of a key without the quotes of a text; false: the scene has no such key, or a longer value. */
static bool value_in(const vol_scene *scene, const char *key, char *value) {
    app_fault fault;
    char *text = vol_scene_get(scene, key, &fault);
    size_t length = text != NULL ? strlen(text) : MOST_VALUE;
    bool right = length < MOST_VALUE;
    if (right) {
        bool quoted = length > 1 && text[0] == '"';
        snprintf(value, MOST_VALUE, "%.*s", (int)(quoted ? length - 2 : length), quoted ? text + 1 : text);
    }
    vol_scene_free(text);
    return right;
}

/* Brings one key to what it is in `target`. */
static void take_key(app_session *session, const vol_scene *target, const char *key) {
    app_wish wish = {.kind = APP_WISH_SET};
    plain_key(&session->scene, key, wish.key, sizeof wish.key);
    way how = way_of(&session->scene, wish.key);
    if ((how == WAY_NOW || how == WAY_ANEW) && value_in(target, wish.key, wish.value)) {
        if (how == WAY_NOW) {
            app_session_do(session, &wish);
        } else {
            vol_scene_set(&session->scene, wish.key, wish.value, NULL);
        }
    }
}

/* Can all keys of all presets whose values are others become what they are in `target`? Sets *anew where that begins
 * the world anew. */
static bool can_take(const app_session *session, const vol_scene *target, bool *anew) {
    const vol_scene *scene = &session->scene;
    const char *key;
    for (size_t i = 0; vol_scene_preset_name(scene, i) != NULL; i++) {
        for (size_t k = 0; (key = vol_scene_preset_key(scene, i, k)) != NULL; k++) {
            char plain[160];
            char now[MOST_VALUE];
            char then[MOST_VALUE];
            plain_key(scene, key, plain, sizeof plain);
            way how = way_of(scene, plain);
            bool other = (how == WAY_NONE || how == WAY_ANEW) && value_in(target, plain, then) &&
                         (!value_in(scene, plain, now) || strcmp(now, then) != 0);
            if (other && how == WAY_NONE) {
                return false;
            }
            *anew = *anew || other;
        }
    }
    return true;
}

static void take_all(app_session *session, const vol_scene *target) {
    const char *key;
    for (size_t i = 0; vol_scene_preset_name(&session->scene, i) != NULL; i++) {
        for (size_t k = 0; (key = vol_scene_preset_key(&session->scene, i, k)) != NULL; k++) {
            take_key(session, target, key);
        }
    }
}

static void tell(app_session *session, const char *name) {
    const char *about = "";
    for (size_t i = 0; vol_scene_preset_name(&session->scene, i) != NULL; i++) {
        if (strcmp(vol_scene_preset_name(&session->scene, i), name) == 0) {
            about = vol_scene_preset_about(&session->scene, i);
        }
    }
    if (name[0] == '\0') {
        app_session_tell(session, false, "without a preset");
    } else {
        app_session_tell(session, false, "preset %s%s%s", name, about[0] != '\0' ? ": " : "", about);
    }
}

bool app_session_take_preset(app_session *session, const char *name) {
    app_fault fault = {0};
    bool anew = false;
    vol_scene *target = vol_scene_open_preset(&session->scene, name[0] != '\0' ? name : NULL, &fault);
    if (target == NULL) {
        app_session_tell(session, true, "%s", fault.text);
        return true;
    }
    if (!can_take(session, target, &anew)) {
        vol_scene_close(target);
        return false;
    }
    size_t before = session->done_count;
    take_all(session, target);
    uint32_t messages = session->messages;
    take_all(session, target); /* what one value did not allow another one may, now that both are there */
    bool told = session->messages != messages && session->trouble;
    vol_scene_close(target);
    for (size_t i = before + 1; i < session->done_count; i++) {
        session->done[i].joined = true;
    }
    memcpy(session->preset_other, session->preset, sizeof session->preset);
    snprintf(session->preset, sizeof session->preset, "%s", name);
    if (anew) {
        app_session_restart(session, session->scene.world.seed);
    }
    session->preset_done = session->done_count;
    session->preset_undone = false;
    if (!told) {
        tell(session, name);
    }
    return true;
}
