/* `sound` of a scene, read and checked: where it comes from, what its features change, and what happens on an onset or
 * a beat. What all this does to a world is in score.c. */
#include "print.h"
#include "score.h"
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tunes.inc"

static const char *const sources[] = {"microphone", "monitor", NULL};

/* The tune of that name, or NULL. */
static const vol_scene_builtin *find_tune(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        if (strcmp(builtins[i].name, name) == 0) {
            return &builtins[i];
        }
    }
    return NULL;
}

static const char *tune_name(unsigned index) {
    return index < sizeof builtins / sizeof *builtins ? builtins[index].name : NULL;
}

/* Reads the sound of a file or a tune, or takes it over from the scene before. */
static bool read_track(vol_scene *scene, const vol_scene_node *node, const char *key, const vol_scene *before,
                       vol_scene_fault *fault) {
    vol_scene_score *score = scene->inside->score;
    vol_sound_place place = {NULL, score->bytes, score->size};
    place.path = score->bytes == NULL ? scene->sound.file : NULL;
    const vol_scene_score *old = before != NULL ? before->inside->score : NULL;
    if (old != NULL && old->track != NULL && vol_sound_track_is_of(old->track, &place)) {
        score->track = vol_sound_track_hold(old->track);
        return true;
    }
    char why[256];
    score->track = vol_sound_track_read(&place, why, sizeof why);
    if (score->track == NULL && strstr(why, "memory") != NULL) {
        return vol_scene_no_memory(fault);
    }
    return score->track != NULL || vol_scene_fault_at(fault, node, key, "the sound '%s' %s", scene->sound.file, why);
}

/* One of file, builtin and source. */
static bool read_source(vol_scene *scene, const vol_scene_node *map, const vol_scene *before, vol_scene_fault *fault) {
    const vol_scene_node *file = vol_scene_tree_find(map, "file");
    const vol_scene_node *builtin = vol_scene_tree_find(map, "builtin");
    const vol_scene_node *source = vol_scene_tree_find(map, "source");
    vol_scene_sound *sound = &scene->sound;
    unsigned choice = 0;
    if ((file != NULL) + (builtin != NULL) + (source != NULL) != 1) {
        return vol_scene_fault_at(fault, map, "sound", "must have one of 'file', 'builtin' and 'source'");
    }
    if (source != NULL) {
        bool right = vol_scene_value_word(source, "sound.source", sources, &choice, fault);
        sound->source = choice == 0 ? VOL_SCENE_SOUND_MICROPHONE : VOL_SCENE_SOUND_MONITOR;
        return right;
    }
    if (builtin != NULL) {
        if (!vol_scene_value_choice(builtin, "sound.builtin", tune_name, &choice, fault)) {
            return false;
        }
        sound->source = VOL_SCENE_SOUND_BUILTIN;
        sound->file = tune_name(choice);
        scene->inside->score->bytes = find_tune(sound->file)->text;
        scene->inside->score->size = find_tune(sound->file)->length;
        return read_track(scene, builtin, "sound.builtin", before, fault);
    }
    sound->source = VOL_SCENE_SOUND_FILE;
    sound->file = vol_scene_file_path(scene, file, "sound.file", fault);
    return sound->file != NULL && read_track(scene, file, "sound.file", before, fault);
}

static bool read_range(const vol_scene_node *node, const char *key, double range[2], vol_scene_fault *fault) {
    return vol_scene_value_vector(node, key, 2, range, fault) &&
           (range[0] <= range[1] ||
            vol_scene_fault_at(fault, node, key, "begins with %g, which is more than %g; allowed is [least, most]",
                               range[0], range[1]));
}

static const char *feature_name(unsigned feature) {
    return vol_scene_feature_name(feature);
}

/* The number of a target, which is a new one unless another map leads there too. */
static bool find_target(vol_scene *scene, const vol_scene_node *to, const char *key, size_t map,
                        vol_scene_fault *fault) {
    vol_scene_score *score = scene->inside->score;
    vol_scene_event event;
    if (!vol_scene_read_target(scene, to, key, &event, fault)) {
        return false;
    }
    event.key = to->word;
    if (strcmp(event.key, "world.dt") == 0) {
        return vol_scene_fault_at(fault, to, key, "'world.dt' cannot follow sound, which goes by the steps");
    }
    size_t at = 0;
    while (at < score->target_count && strcmp(score->target[at].event.key, event.key) != 0) {
        at++;
    }
    if (at == score->target_count) {
        score->target[score->target_count++] = (vol_scene_target){.event = event};
    }
    score->leads[map] = at;
    return true;
}

static bool read_map(vol_scene *scene, const vol_scene_node *node, size_t index, vol_scene_fault *fault) {
    static const char *const known[] = {"to", "from", "scale", "offset", "smooth", "range", NULL};
    static const double most_smooth = 60, most = 1e9;
    vol_arena *arena = &scene->inside->arena;
    const char *key = vol_arena_print(arena, "sound.map[%zu]", index);
    vol_scene_sound_map *map = &scene->sound.maps[index];
    *map = (vol_scene_sound_map){.scale = 1, .range = {-INFINITY, INFINITY}, .node = node};
    if (!vol_scene_value_map(node, key, fault) || !vol_scene_value_known_keys(node, key, known, fault)) {
        return false;
    }
    const vol_scene_node *part[6];
    const char *name[6];
    for (int i = 0; i < 6; i++) {
        part[i] = vol_scene_tree_find(node, known[i]);
        name[i] = vol_arena_print(arena, "%s.%s", key, known[i]);
    }
    unsigned feature = 0;
    if (part[0] == NULL || part[1] == NULL) {
        return vol_scene_fault_at(fault, node, key, "has no '%s'", part[0] == NULL ? "to" : "from");
    }
    bool right = vol_scene_value_text(part[0], name[0], &map->to, fault) &&
                 vol_scene_value_choice(part[1], name[1], feature_name, &feature, fault) &&
                 (part[2] == NULL || vol_scene_value_real(part[2], name[2], -most, most, &map->scale, fault)) &&
                 (part[3] == NULL || vol_scene_value_real(part[3], name[3], -most, most, &map->offset, fault)) &&
                 (part[4] == NULL || vol_scene_value_real(part[4], name[4], 0, most_smooth, &map->smooth, fault)) &&
                 (part[5] == NULL || read_range(part[5], name[5], map->range, fault)) &&
                 find_target(scene, part[0], name[0], index, fault);
    map->feature = feature;
    return right;
}

static bool read_maps(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault) {
    vol_scene_sound *sound = &scene->sound;
    vol_scene_score *score = scene->inside->score;
    if (list == NULL) {
        return true;
    }
    if (!vol_scene_value_list(list, "sound.map", fault) ||
        !vol_scene_check_count(list, "sound.map", VOL_SCENE_MOST_MAPS, fault)) {
        return false;
    }
    sound->maps = vol_arena_take(&scene->inside->arena, (list->count + 1) * sizeof *sound->maps);
    score->target = vol_arena_take(&scene->inside->arena, (list->count + 1) * sizeof *score->target);
    score->leads = vol_arena_take(&scene->inside->arena, (list->count + 1) * sizeof *score->leads);
    if (sound->maps == NULL || score->target == NULL || score->leads == NULL) {
        return vol_scene_no_memory(fault);
    }
    for (const vol_scene_node *node = list->first; node != NULL; node = node->next) {
        if (!read_map(scene, node, sound->map_count, fault)) {
            return false;
        }
        sound->map_count++;
    }
    return true;
}

/* What follows sound must not be set by it too: which of the two counts would depend on how a world came to a step. */
static bool check_reactions(const vol_scene *scene, const vol_scene_event *events, size_t count, const char *key,
                            vol_scene_fault *fault) {
    const vol_scene_score *score = scene->inside->score;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < score->target_count && events[i].key != NULL; k++) {
            if (strcmp(events[i].key, score->target[k].event.key) == 0) {
                return vol_scene_fault_at(fault, events[i].node, key, "'%s' cannot be set: it follows 'sound.map'",
                                          events[i].key);
            }
        }
    }
    return true;
}

static bool read_reactions(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    vol_scene_sound *sound = &scene->sound;
    const vol_scene_node *onset = vol_scene_tree_find(map, "on_onset");
    const vol_scene_node *beat = vol_scene_tree_find(map, "on_beat");
    return (onset == NULL || vol_scene_read_reactions(scene, onset, "sound.on_onset", &sound->on_onset,
                                                      &sound->on_onset_count, fault)) &&
           (beat == NULL ||
            vol_scene_read_reactions(scene, beat, "sound.on_beat", &sound->on_beat, &sound->on_beat_count, fault)) &&
           check_reactions(scene, sound->on_onset, sound->on_onset_count, "sound.on_onset", fault) &&
           check_reactions(scene, sound->on_beat, sound->on_beat_count, "sound.on_beat", fault);
}

bool vol_scene_read_sound(vol_scene *scene, const vol_scene_node *map, const vol_scene *before,
                          vol_scene_fault *fault) {
    static const char *const known[] = {"file", "builtin",  "source",  "loop", "steps_per_second",
                                        "map",  "on_onset", "on_beat", NULL};
    vol_scene_sound *sound = &scene->sound;
    *sound = (vol_scene_sound){.loop = true, .steps_per_second = scene->look.fps};
    if (map == NULL) {
        return true;
    }
    if (!vol_scene_value_map(map, "sound", fault) || !vol_scene_value_known_keys(map, "sound", known, fault)) {
        return false;
    }
    scene->inside->score = calloc(1, sizeof *scene->inside->score);
    if (scene->inside->score == NULL) {
        return vol_scene_no_memory(fault);
    }
    const vol_scene_node *loop = vol_scene_tree_find(map, "loop");
    const vol_scene_node *rate = vol_scene_tree_find(map, "steps_per_second");
    uint64_t steps = sound->steps_per_second;
    bool right = (loop == NULL || vol_scene_value_flag(loop, "sound.loop", &sound->loop, fault)) &&
                 (rate == NULL || vol_scene_value_whole(rate, "sound.steps_per_second", 1, 1000, &steps, fault));
    sound->steps_per_second = (uint32_t)steps;
    return right && read_source(scene, map, before, fault) &&
           read_maps(scene, vol_scene_tree_find(map, "map"), fault) && read_reactions(scene, map, fault) &&
           vol_scene_link_sound(scene, fault);
}

/* --- Back to text ------------------------------------------------------------------------------------------------- */

void vol_scene_print_sound_source(vol_text *text, const vol_scene *scene) {
    const vol_scene_sound *sound = &scene->sound;
    if (sound->source == VOL_SCENE_SOUND_FILE || sound->source == VOL_SCENE_SOUND_BUILTIN) {
        vol_text_put(text, sound->source == VOL_SCENE_SOUND_FILE ? "file: " : "builtin: ");
        vol_scene_print_quoted(text, sound->file);
    } else {
        vol_text_print(text, "source: %s", sources[sound->source == VOL_SCENE_SOUND_MONITOR]);
    }
}

bool vol_scene_print_sound_field(vol_text *text, const vol_scene_sound_map *map, size_t field) {
    static const char *const names[] = {"to", "from", "scale", "offset", "smooth"};
    const double numbers[] = {0, 0, map->scale, map->offset, map->smooth};
    if (field == 5 && isfinite(map->range[0]) && isfinite(map->range[1])) {
        vol_text_put(text, "range: ");
        vol_scene_print_vector(text, map->range, 2);
        return true;
    }
    if (field >= 5) {
        return false;
    }
    vol_text_print(text, "%s: ", names[field]);
    if (field == 0) {
        vol_scene_print_quoted(text, map->to);
    } else if (field == 1) {
        vol_text_put(text, vol_scene_feature_name(map->feature));
    } else {
        vol_scene_print_number(text, numbers[field]);
    }
    return true;
}

static void put_reactions(vol_text *text, const vol_scene *scene, const char *key, const vol_scene_event *events,
                          size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i == 0) {
            vol_text_print(text, "  %s:\n", key);
        }
        vol_text_put(text, "    - {");
        vol_scene_print_event_what(text, scene, &events[i]);
        vol_text_put(text, "}\n");
    }
}

void vol_scene_print_sound(vol_text *text, const vol_scene *scene) {
    const vol_scene_sound *sound = &scene->sound;
    if (sound->source == VOL_SCENE_SOUND_NONE) {
        return;
    }
    vol_text_put(text, "sound:\n  ");
    vol_scene_print_sound_source(text, scene);
    vol_text_print(text, "\n  loop: %s\n  steps_per_second: %u\n", sound->loop ? "true" : "false",
                   (unsigned)sound->steps_per_second);
    for (size_t i = 0; i < sound->map_count; i++) {
        vol_text_put(text, i == 0 ? "  map:\n    - {" : "    - {");
        for (size_t field = 0; field < 6; field++) {
            vol_text part = {.may_fail = true};
            if (vol_scene_print_sound_field(&part, &sound->maps[i], field)) {
                vol_text_print(text, "%s%s", field == 0 ? "" : ", ", vol_text_read(&part));
            }
            text->failed = text->failed || part.failed;
            vol_text_release(&part);
        }
        vol_text_put(text, "}\n");
    }
    put_reactions(text, scene, "on_onset", sound->on_onset, sound->on_onset_count);
    put_reactions(text, scene, "on_beat", sound->on_beat, sound->on_beat_count);
}
