/* From a track and its maps to numbers of parameters, block by block, once; then to what sound does at a step. */
#include "score.h"

#include "common/format_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *vol_scene_feature_name(unsigned feature) {
    const vol_sound_feature_row *row = vol_sound_feature_at(feature);
    return row != NULL ? row->name : NULL;
}

const char *vol_scene_feature_help(unsigned feature) {
    const vol_sound_feature_row *row = vol_sound_feature_at(feature);
    return row != NULL ? row->help : NULL;
}

const char *vol_scene_feature_unit(unsigned feature) {
    const vol_sound_feature_row *row = vol_sound_feature_at(feature);
    return row != NULL ? row->unit : NULL;
}

double vol_scene_feature_most(unsigned feature) {
    const vol_sound_feature_row *row = vol_sound_feature_at(feature);
    return row != NULL ? row->most : 0;
}

const char *vol_scene_sound_version(void) {
    return vol_sound_decoder();
}

const void *vol_scene_sound_bytes(const vol_scene *scene, size_t *size) {
    const vol_scene_score *score = scene->sound.source == VOL_SCENE_SOUND_BUILTIN ? scene->inside->score : NULL;
    *size = score != NULL ? score->size : 0;
    return score != NULL ? score->bytes : NULL;
}

/* --- The score ---------------------------------------------------------------------------------------------------- */

void vol_scene_score_release(vol_scene_score *score) {
    if (score != NULL) {
        vol_sound_track_release(score->track);
        free(score->values);
        free(score);
    }
}

static double within(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
}

/* What a map adds to its target. */
static double say(const vol_scene_sound_map *map, double smoothed) {
    return within(map->scale * smoothed + map->offset, map->range[0], map->range[1]);
}

/* As the parameter can have it. */
static double fit(const vol_scene_target *target, double value) {
    const vol_param *row = target->event.field;
    value = row->type == VOL_PARAM_REAL ? value : floor(value + 0.5);
    return within(value, row->least, row->most);
}

/* A smoothed value so many seconds later; without smoothing it is the new one, to its last bit. */
static double follow(const vol_scene_sound_map *map, double smoothed, double value, double seconds) {
    return map->smooth > 0 ? smoothed + (value - smoothed) * (seconds / (map->smooth + seconds)) : value;
}

/* The feature of a map in a block, 0 behind the end. */
static double heard(const vol_sound_track *track, const vol_scene_sound_map *map, size_t block) {
    return block < track->count ? track->value[block * VOL_SOUND_FEATURES + map->feature] : 0;
}

/* Adds what a map says in each block. A sound that begins again has been heard once before: its values meet at the
 * seam. */
static void add_map(const vol_scene *scene, size_t index) {
    const vol_scene_score *score = scene->inside->score;
    const vol_sound_track *track = score->track;
    const vol_scene_sound_map *map = &scene->sound.maps[index];
    double seconds = (double)track->hop / track->rate;
    double smoothed = 0;
    for (size_t block = 0; scene->sound.loop && block < track->count; block++) {
        smoothed = follow(map, smoothed, heard(track, map, block), seconds);
    }
    double *value = score->target[score->leads[index]].value;
    for (size_t block = 0; block < score->blocks; block++) {
        smoothed = follow(map, smoothed, heard(track, map, block), seconds);
        value[block] += say(map, smoothed);
    }
}

bool vol_scene_link_sound(vol_scene *scene, vol_scene_fault *fault) {
    vol_scene_score *score = scene->inside->score;
    if (score == NULL || score->track == NULL || score->target_count == 0) {
        return true;
    }
    double slowest = 0;
    for (size_t i = 0; i < scene->sound.map_count; i++) {
        slowest = scene->sound.maps[i].smooth > slowest ? scene->sound.maps[i].smooth : slowest;
    }
    size_t settle = (size_t)(10 * slowest * score->track->rate / score->track->hop) + 1; /* to a part in 20,000 */
    size_t blocks = score->track->count + (scene->sound.loop ? 0 : settle);
    double *values = calloc(blocks * score->target_count, sizeof *values);
    if (values == NULL) {
        return vol_scene_no_memory(fault);
    }
    free(score->values);
    score->values = values;
    score->blocks = blocks;
    for (size_t i = 0; i < score->target_count; i++) {
        score->target[i].value = values + i * blocks;
    }
    for (size_t i = 0; i < scene->sound.map_count; i++) {
        add_map(scene, i);
    }
    for (size_t i = 0; i < score->target_count; i++) {
        for (size_t block = 0; block < blocks; block++) {
            values[i * blocks + block] = fit(&score->target[i], values[i * blocks + block]);
        }
    }
    return true;
}

/* --- What is heard ------------------------------------------------------------------------------------------------ */

/* The score, where it says something by itself; NULL from a device, and where the host has taken the sound away. */
static const vol_scene_score *score_of(const vol_scene *scene) {
    const vol_scene_score *score = scene->sound.source != VOL_SCENE_SOUND_NONE ? scene->inside->score : NULL;
    return score != NULL && score->track != NULL ? score : NULL;
}

static uint64_t block_at(const vol_scene *scene, const vol_scene_score *score, uint64_t step) {
    return vol_sound_track_block(score->track, step, scene->sound.steps_per_second, scene->sound.loop);
}

double vol_scene_sound_length(const vol_scene *scene) {
    const vol_scene_score *score = score_of(scene);
    return score != NULL ? (double)score->track->length / score->track->rate : 0;
}

double vol_scene_sound_time(const vol_scene *scene, uint64_t step) {
    uint32_t rate = scene->sound.steps_per_second;
    uint64_t whole = step / rate;
    return (double)whole + (double)(step % rate) / rate;
}

uint64_t vol_scene_sound_frame(const vol_scene *scene, uint64_t step) {
    const vol_scene_score *score = score_of(scene);
    return score != NULL ? vol_sound_track_frame(score->track, step, scene->sound.steps_per_second, scene->sound.loop)
                         : 0;
}

bool vol_scene_sound_features(const vol_scene *scene, uint64_t step, double *features, bool *onset, bool *beat) {
    const vol_scene_score *score = score_of(scene);
    uint64_t block = score != NULL ? block_at(scene, score, step) : 0;
    bool there = score != NULL && block < score->track->count;
    for (size_t i = 0; i < VOL_SOUND_FEATURES; i++) {
        features[i] = there ? score->track->value[block * VOL_SOUND_FEATURES + i] : 0;
    }
    unsigned marks =
        score != NULL ? vol_sound_track_marks(score->track, step, scene->sound.steps_per_second, scene->sound.loop) : 0;
    if (onset != NULL) {
        *onset = (marks & VOL_SOUND_MARK_ONSET) != 0;
    }
    if (beat != NULL) {
        *beat = (marks & VOL_SOUND_MARK_BEAT) != 0;
    }
    return score != NULL;
}

/* --- What is done ------------------------------------------------------------------------------------------------- */

size_t vol_scene_sound_count(const vol_scene *scene) {
    const vol_scene_sound *sound = &scene->sound;
    const vol_scene_score *score = sound->source != VOL_SCENE_SOUND_NONE ? scene->inside->score : NULL;
    return score != NULL ? score->target_count + sound->on_onset_count + sound->on_beat_count : 0;
}

static double value_at(const vol_scene *scene, const vol_scene_score *score, size_t target, uint64_t step) {
    uint64_t block = block_at(scene, score, step);
    return score->target[target].value[block < score->blocks ? block : score->blocks - 1];
}

static void set_target(const vol_scene_target *target, double value, uint64_t step, vol_scene_sound_act *act) {
    vol_format_double(act->value, value);
    act->event = target->event;
    act->event.at = step;
    act->event.value = act->value;
    act->event.value_number = value;
    act->event.field = act->event.kind == VOL_SCENE_EVENT_SET ? NULL : act->event.field;
}

/* Onsets, then beats, behind the targets. */
static bool react(const vol_scene *scene, uint64_t step, bool onset, bool beat, size_t index,
                  vol_scene_sound_act *act) {
    const vol_scene_sound *sound = &scene->sound;
    bool of_onset = index < sound->on_onset_count;
    size_t at = of_onset ? index : index - sound->on_onset_count;
    if (of_onset ? !onset : !beat || at >= sound->on_beat_count) {
        return false;
    }
    act->event = of_onset ? sound->on_onset[at] : sound->on_beat[at];
    act->event.at = step;
    return true;
}

bool vol_scene_sound_act_at(const vol_scene *scene, uint64_t step, size_t index, vol_scene_sound_act *act) {
    const vol_scene_score *score = score_of(scene);
    if (score == NULL) {
        return false;
    }
    if (index >= score->target_count) {
        unsigned marks = vol_sound_track_marks(score->track, step, scene->sound.steps_per_second, scene->sound.loop);
        return react(scene, step, (marks & VOL_SOUND_MARK_ONSET) != 0, (marks & VOL_SOUND_MARK_BEAT) != 0,
                     index - score->target_count, act);
    }
    double value = value_at(scene, score, index, step);
    size_t events = 0;
    bool same = step > 0 && !(value < value_at(scene, score, index, step - 1)) &&
                !(value > value_at(scene, score, index, step - 1));
    if (same && vol_scene_events_at(scene, step, &events) == NULL) {
        return false; /* nothing else can have changed it */
    }
    set_target(&score->target[index], value, step, act);
    return true;
}

/* The last step up to this one with that mark; false if there is none. */
static bool find_mark(const vol_scene *scene, const vol_scene_score *score, unsigned mark, uint64_t *step) {
    const vol_scene_sound *sound = &scene->sound;
    const vol_sound_track *track = score->track;
    uint64_t round =
        track->length / track->rate * sound->steps_per_second + sound->steps_per_second; /* steps, or more */
    uint64_t last = !sound->loop && *step > round ? round : *step;
    uint64_t first = last > round ? last - round : 0; /* a round before, it is the same sound */
    bool found = false;
    for (uint64_t left = last - first + 1; left > 0 && !found; left--) {
        *step = first + left - 1;
        found = (vol_sound_track_marks(score->track, *step, sound->steps_per_second, sound->loop) & mark) != 0;
    }
    return found;
}

bool vol_scene_sound_state_at(const vol_scene *scene, uint64_t step, size_t index, vol_scene_sound_act *act) {
    const vol_scene_score *score = score_of(scene);
    if (score == NULL || index >= vol_scene_sound_count(scene)) {
        return false;
    }
    if (index >= score->target_count) {
        bool onset = index - score->target_count < scene->sound.on_onset_count;
        return react(scene, step, true, true, index - score->target_count, act) && vol_scene_event_sets(&act->event) &&
               find_mark(scene, score, onset ? VOL_SOUND_MARK_ONSET : VOL_SOUND_MARK_BEAT, &act->event.at);
    }
    set_target(&score->target[index], value_at(scene, score, index, step), step, act);
    return true;
}

void vol_scene_sound_hear(const vol_scene *scene, const double *features, double seconds, double *smoothed) {
    for (size_t i = 0; i < scene->sound.map_count; i++) {
        const vol_scene_sound_map *map = &scene->sound.maps[i];
        smoothed[i] = follow(map, smoothed[i], features[map->feature], seconds);
    }
}

bool vol_scene_sound_act_live(const vol_scene *scene, uint64_t step, const double *smoothed, bool onset, bool beat,
                              size_t index, vol_scene_sound_act *act) {
    const vol_scene_score *score = scene->inside->score;
    if (scene->sound.source == VOL_SCENE_SOUND_NONE || score == NULL) {
        return false;
    }
    if (index >= score->target_count) {
        return react(scene, step, onset, beat, index - score->target_count, act);
    }
    double value = 0;
    for (size_t i = 0; i < scene->sound.map_count; i++) {
        value += score->leads[i] == index ? say(&scene->sound.maps[i], smoothed[i]) : 0;
    }
    set_target(&score->target[index], fit(&score->target[index], value), step, act);
    return true;
}

bool vol_scene_apply_sound(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    vol_scene_sound_act act;
    size_t count = vol_scene_sound_count(scene);
    for (size_t i = 0; i < count; i++) {
        if (vol_scene_sound_act_at(scene, vol_world_steps(world), i, &act) &&
            !vol_scene_event_happen(scene, &act.event, world, fault)) {
            return false;
        }
    }
    return true;
}

bool vol_scene_catch_up_sound(const vol_scene *scene, vol_world *world, uint64_t from, uint64_t to,
                              vol_scene_fault *fault) {
    vol_scene_sound_act act;
    uint64_t step = vol_world_steps(world);
    size_t count = step > 0 && from < to ? vol_scene_sound_count(scene) : 0;
    for (size_t i = 0; i < count; i++) {
        if (vol_scene_sound_state_at(scene, step - 1, i, &act) && act.event.at >= from && act.event.at < to &&
            !vol_scene_event_happen(scene, &act.event, world, fault)) {
            return false;
        }
    }
    return true;
}

uint64_t vol_scene_sound_alike(const vol_scene *scene, uint64_t step, uint64_t most) {
    enum { FAR = 1024 }; /* looks no farther */
    vol_scene_sound_act act;
    size_t count = score_of(scene) != NULL ? vol_scene_sound_count(scene) : 0;
    most = count > 0 && most > FAR ? FAR : most;
    uint64_t alike = 1;
    bool changes = false;
    while (count > 0 && alike < most && !changes) {
        for (size_t i = 0; i < count && !changes; i++) {
            changes = vol_scene_sound_act_at(scene, step + alike, i, &act);
        }
        alike += changes ? 0 : 1;
    }
    return count > 0 && alike < most ? alike : most;
}

/* Values of targets as they are in silence and in the loudest block, alone; and what happens on an onset. */
bool vol_scene_try_sound(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    const vol_scene_score *score = scene->inside->score;
    vol_error error;
    for (size_t i = 0; score != NULL && i < score->target_count; i++) {
        const vol_scene_target *target = &score->target[i];
        double least = INFINITY;
        double most = -INFINITY;
        for (size_t block = 0; target->value != NULL && block < score->blocks; block++) {
            least = target->value[block] < least ? target->value[block] : least;
            most = target->value[block] > most ? target->value[block] : most;
        }
        for (int end = 0; end < 2 && target->value != NULL; end++) {
            vol_scene_sound_act act;
            set_target(target, end == 0 ? most : least, 0, &act);
            if (vol_scene_event_try(scene, &act.event, world, &error) != VOL_OK) {
                return vol_scene_fault_at(fault, target->event.node, target->event.key, "sound sets it to %s: %s",
                                          act.value, error.text);
            }
        }
    }
    return true;
}
