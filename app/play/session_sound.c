/* Sound in a session. Before a step is computed for the first time, what sound does there joins the scene's events.
 * What a person changes of the section `sound` changes the scene, from the next step on. */
#include "play/session.h"

#include "common/format_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_live(const vol_scene *scene) {
    return scene->sound.source == VOL_SCENE_SOUND_MICROPHONE || scene->sound.source == VOL_SCENE_SOUND_MONITOR;
}

/* --- The section as text ------------------------------------------------------------------------------------------ */

/* The lines of the printed section, from behind its head; NULL: there is none. */
static char *print_section(const vol_scene *scene, char **first) {
    char *text = vol_checked(vol_scene_print(scene, NULL));
    char *section = strstr(text, "\nsound:\n");
    *first = section != NULL ? section + strlen("\nsound:\n") : NULL;
    return text;
}

/* The section in brackets, as vol_scene_change takes it: with another source, or its own, and without its maps where
 * `maps` says others. NULL: there is none. */
static char *sound_text(const vol_scene *scene, const char *source, const char *maps) {
    char *line = NULL, *printed = print_section(scene, &line);
    vol_text text = {0};
    bool list = false, skipped = false;
    vol_text_print(&text, "{%s", source != NULL ? source : "");
    for (size_t n = 0; line != NULL && strncmp(line, "  ", 2) == 0; n++) {
        char *end = strchr(line, '\n');
        size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
        bool item = strncmp(line, "    - ", 6) == 0;
        if (list && !item) {
            vol_text_put(&text, "]");
            list = false;
        }
        skipped = item ? skipped : (n == 0 && source != NULL) || (maps != NULL && strncmp(line, "  map:", 6) == 0);
        if (!skipped && item) {
            vol_text_print(&text, "%s%.*s", list ? ", " : "[", (int)length - 6, line + 6);
            list = true;
        } else if (!skipped) {
            vol_text_print(&text, "%s%.*s ", text.length > 1 ? ", " : "", (int)length - 2, line + 2);
        }
        line = end != NULL ? end + 1 : NULL;
    }
    vol_text_put(&text, list ? "]" : "");
    if (maps != NULL) {
        vol_text_print(&text, "%smap: %s", text.length > 1 ? ", " : "", maps);
    }
    vol_text_put(&text, "}");
    free(printed);
    return text.data;
}

static void put_number(vol_text *text, const char *key, double number) {
    char digits[VOL_NUMBER_SIZE];
    vol_format_double(digits, number);
    vol_text_print(text, ", %s: %s", key, digits);
}

static void put_map(vol_text *text, const vol_scene_sound_map *map) {
    vol_text_print(text, "{to: %s, from: %s", map->to, vol_scene_feature_name(map->feature));
    put_number(text, "scale", map->scale);
    put_number(text, "offset", map->offset);
    put_number(text, "smooth", map->smooth);
    if (isfinite(map->range[0]) && isfinite(map->range[1])) {
        char least[VOL_NUMBER_SIZE], most[VOL_NUMBER_SIZE];
        vol_format_double(least, map->range[0]);
        vol_format_double(most, map->range[1]);
        vol_text_print(text, ", range: [%s, %s]", least, most);
    }
    vol_text_put(text, "}");
}

/* --- Changing the scene ------------------------------------------------------------------------------------------- */

static int later(const vol_scene_event *a, const vol_scene_event *b) {
    return (a->at > b->at) - (a->at < b->at);
}

/* The events of the file, which were read anew, and those that were added; of one step the file's are first. */
static void join_events(app_session *session, vol_scene_event *added, size_t count) {
    vol_scene *scene = &session->scene;
    size_t kept = 0, file = 0, at = 0;
    for (size_t i = 0; i < count; i++) {
        if (added[i].added) {
            added[kept++] = added[i];
        }
    }
    session->room = kept + session->file_event_count + 64;
    vol_scene_event *all = vol_take(session->room * sizeof *all);
    for (size_t i = 0; i < kept || file < session->file_event_count; at++) {
        bool of_file =
            file < session->file_event_count && (i == kept || later(&session->file_events[file], &added[i]) <= 0);
        all[at] = of_file ? session->file_events[file++] : added[i++];
    }
    free(added);
    scene->events = all;
    scene->event_count = at;
    vol_scene_link_events(scene, 0);
}

/* How many of the first events are before the step, or at it. */
static size_t count_until(const app_session *session, size_t most, uint64_t step, bool at_it) {
    size_t count = 0;
    for (size_t i = 0; i < most; i++) {
        count += at_it ? session->scene.events[i].at == step : session->scene.events[i].at < step;
    }
    return count;
}

/* Changes the scene's own section. What was added to its events stays. */
static bool change_section(app_session *session, const char *text, app_fault *fault) {
    vol_scene *scene = &session->scene;
    vol_scene_event *own = scene->events;
    size_t count = scene->event_count;
    uint64_t step = vol_world_steps(session->world);
    size_t happened = count_until(session, session->applied, step, true);
    scene->events = session->file_events;
    scene->event_count = session->file_event_count;
    bool right = vol_scene_change(scene, "sound", text, fault);
    if (!right) {
        scene->events = own;
        scene->event_count = count;
        return false;
    }
    session->file_events = scene->events;
    session->file_event_count = scene->event_count;
    join_events(session, own, count);
    app_session_reread(session);
    session->applied = count_until(session, scene->event_count, step, false) + happened;
    return true;
}

/* Room for what maps remember. While their number stays, so does what they have heard. */
static void fit_maps(app_session *session) {
    app_hearing *h = &session->hearing;
    size_t count = session->scene.sound.map_count;
    if (count > h->map_room) {
        h->map_room = count + 16;
        h->smoothed = vol_retake(h->smoothed, h->map_room * sizeof *h->smoothed);
    }
    for (size_t i = 0; i < count && count != h->map_count; i++) {
        h->smoothed[i] = 0;
    }
    h->map_count = count;
}

void app_session_put_back_sound(app_session *session, const char *text) {
    app_fault fault = {0};
    if (!change_section(session, text, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
    }
    fit_maps(session);
}

bool app_session_set_sound(app_session *session, const char *text) {
    app_fault fault = {0};
    app_session_leave_future(session);
    if (!change_section(session, text, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    fit_maps(session);
    session->hearing.silent = false;
    return true;
}

/* The same with what was before kept for undo. */
static bool change_sound(app_session *session, char *text, bool goes_on) {
    char *before = session->scene.sound.source != VOL_SCENE_SOUND_NONE ? sound_text(&session->scene, NULL, NULL) : NULL;
    bool right = app_session_set_sound(session, text);
    if (right && before != NULL) {
        app_session_note(session, "sound", text, before, goes_on);
    }
    free(before);
    free(text);
    return right;
}

/* A parameter that nothing leads to any more is what the scene says. */
static void give_back(app_session *session, const char *key) {
    const vol_scene *scene = &session->scene;
    char value[160] = "";
    for (size_t i = 0; i < scene->sound.map_count; i++) {
        if (strcmp(scene->sound.maps[i].to, key) == 0) {
            return;
        }
    }
    const char *dot = strchr(key, '.');
    for (size_t i = 0; i < scene->flock_count && dot != NULL; i++) {
        const char *name = scene->flocks[i].name;
        if (strlen(name) == (size_t)(dot - key) && strncmp(name, key, (size_t)(dot - key)) == 0) {
            vol_flock_def_get(&scene->flocks[i].def, dot + 1, value, sizeof value, NULL);
        }
    }
    vol_world_def_get(&scene->world, key, value, sizeof value, NULL);
    if (value[0] != '\0') {
        app_session_put_event(session, (vol_scene_event){.kind = VOL_SCENE_EVENT_SET, .key = key, .value = value});
    }
}

void app_session_do_source(app_session *session, const app_wish *wish) {
    app_hearing *h = &session->hearing;
    const char *source = strcmp(wish->value, "own") == 0 ? h->own : wish->value;
    h->silent = strcmp(source, "none") == 0;
    if (h->silent || source[0] == '\0') {
        h->silent = true;
        app_session_tell(session, false, "nothing is heard");
        return;
    }
    if (change_sound(session, sound_text(&session->scene, source, NULL), false)) {
        h->device = false;
        memset(h->value, 0, sizeof h->value);
        app_session_tell(session, false, "sound: %s", strchr(source, ' ') != NULL ? strchr(source, ' ') + 1 : source);
    }
}

void app_session_do_map(app_session *session, const app_wish *wish) {
    const vol_scene_sound *sound = &session->scene.sound;
    vol_scene_sound_map edited = {.to = wish->key, .scale = wish->position[0], .offset = wish->position[1]};
    vol_text maps = {0};
    char lost[sizeof wish->key] = "";
    edited.smooth = wish->position[2];
    edited.range[0] = wish->velocity[0];
    edited.range[1] = wish->velocity[1];
    for (unsigned i = 0; vol_scene_feature_name(i) != NULL; i++) {
        edited.feature = strcmp(vol_scene_feature_name(i), wish->value) == 0 ? i : edited.feature;
    }
    if (sound->source == VOL_SCENE_SOUND_NONE) {
        app_session_tell(session, true, "there is no sound to follow: choose where it comes from first");
        return;
    }
    vol_text_put(&maps, "[");
    for (size_t i = 0; i < sound->map_count || i == wish->count; i++) {
        bool this = i == wish->count;
        if (this && i < sound->map_count) {
            snprintf(lost, sizeof lost, "%s", sound->maps[i].to);
        }
        if (!this || !wish->none) {
            vol_text_put(&maps, maps.length > 1 ? ", " : "");
            put_map(&maps, this ? &edited : &sound->maps[i]);
        }
    }
    vol_text_put(&maps, "]");
    if (change_sound(session, sound_text(&session->scene, NULL, maps.data), wish->goes_on) && lost[0] != '\0') {
        give_back(session, lost);
    }
    vol_text_release(&maps);
}

/* --- Hearing ------------------------------------------------------------------------------------------------------ */

void app_hearing_begin(app_session *session) {
    app_hearing *h = &session->hearing;
    char *line = NULL, *printed = print_section(&session->scene, &line);
    h->heard = 0;
    h->own[0] = '\0';
    if (line != NULL) {
        snprintf(h->own, sizeof h->own, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
    }
    free(printed);
    fit_maps(session);
}

void app_hearing_release(app_hearing *hearing) {
    free(hearing->smoothed);
    *hearing = (app_hearing){.silent = false};
}

bool app_session_listens(const app_session *session, bool *monitor) {
    *monitor = session->scene.sound.source == VOL_SCENE_SOUND_MONITOR;
    return is_live(&session->scene) && !session->hearing.silent;
}

void app_session_hear(app_session *session, const vol_sound_frame *frame, double seconds) {
    app_hearing *h = &session->hearing;
    memcpy(h->value, frame->value, sizeof h->value);
    h->device = true;
    h->onset = h->onset || frame->onset;
    h->beat = h->beat || frame->beat;
    vol_scene_sound_hear(&session->scene, frame->value, seconds, h->smoothed);
}

/* One thing that sound does now, unless it would change nothing. */
static bool act(app_session *session, size_t index, vol_scene_sound_act *a) {
    const vol_scene *scene = &session->scene;
    const app_hearing *h = &session->hearing;
    uint64_t step = vol_world_steps(session->world);
    char now[160] = "";
    size_t targets = vol_scene_sound_count(scene) - scene->sound.on_onset_count - scene->sound.on_beat_count;
    bool acts = is_live(scene)    ? vol_scene_sound_act_live(scene, step, h->smoothed, h->onset, h->beat, index, a)
                : index < targets ? vol_scene_sound_state_at(scene, step, index, a)
                                  : vol_scene_sound_act_at(scene, step, index, a);
    if (acts && index < targets && a->event.kind == VOL_SCENE_EVENT_SET) {
        vol_world_get(session->world, a->event.key, now, sizeof now, NULL);
    }
    return acts && (a->event.value == NULL || strcmp(now, a->event.value) != 0);
}

static void move_curves(app_session *session) {
    app_hearing *h = &session->hearing;
    app_curves *c = &h->curves;
    const vol_scene_sound *sound = &session->scene.sound;
    bool full = c->count == APP_CURVE_POINTS;
    size_t at = full ? APP_CURVE_POINTS - 1 : c->count++;
    for (size_t i = 0; i < VOL_SOUND_FEATURES; i++) {
        if (full) {
            memmove(c->features[i], c->features[i] + 1, (APP_CURVE_POINTS - 1) * sizeof **c->features);
        }
        c->features[i][at] = (float)h->value[i];
    }
    for (size_t i = 0; i < sound->map_count && i < APP_MOST_CURVES; i++) {
        char text[160] = "";
        double value = 0;
        vol_world_get(session->world, sound->maps[i].to, text, sizeof text, NULL);
        vol_number_read(text, &value);
        if (full) {
            memmove(c->values[i], c->values[i] + 1, (APP_CURVE_POINTS - 1) * sizeof **c->values);
        }
        c->values[i][at] = (float)value;
    }
}

void app_session_follow_sound(app_session *session) {
    app_hearing *h = &session->hearing;
    const vol_scene *scene = &session->scene;
    uint64_t step = vol_world_steps(session->world);
    if (scene->sound.source == VOL_SCENE_SOUND_NONE || step < h->heard) {
        return;
    }
    h->heard = step + 1;
    if (!is_live(scene)) {
        vol_scene_sound_features(scene, step, h->value, &h->onset, &h->beat);
    }
    bool mute = h->silent || (is_live(scene) && !h->device); /* without a device parameters are as the scene says */
    size_t count = mute ? 0 : vol_scene_sound_count(scene), done = 0;
    vol_scene_sound_act *acts = vol_take((count + 1) * sizeof *acts);
    for (size_t i = 0; i < count; i++) { /* all are known before the first happens */
        done += act(session, i, &acts[done]);
    }
    for (size_t i = 0; i < done; i++) {
        vol_scene_event event = acts[i].event;
        event.value = event.value != NULL ? acts[i].value : NULL; /* the struct may lie elsewhere now */
        event.node = NULL;
        app_session_put_event(session, event);
    }
    free(acts);
    h->onset_now = h->onset;
    h->beat_now = h->beat;
    h->onset = false;
    h->beat = false;
    move_curves(session);
}
