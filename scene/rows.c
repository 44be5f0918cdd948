/* A scene as dotted keys and values: what vol_scene_get answers, and how writing a scene back finds what has changed
 * since it was read. */
#include "fields.h"
#include "print.h"

#include <string.h>

typedef struct lister {
    const vol_scene *scene;
    vol_arena *arena;
    vol_scene_rows *rows;
    vol_text value; /* of the next row */
} lister;

static void add_row(lister *l, const char *key) {
    vol_scene_rows *rows = l->rows;
    if (rows->count == rows->room) {
        size_t room = rows->room * 2 + 64;
        vol_scene_row *larger = vol_arena_take(l->arena, room * sizeof *larger);
        if (larger == NULL) {
            return;
        }
        if (rows->count > 0) {
            memcpy(larger, rows->row, rows->count * sizeof *larger);
        }
        rows->row = larger;
        rows->room = room;
    }
    const char *value = vol_arena_copy(l->arena, vol_text_read(&l->value), l->value.length);
    rows->row[rows->count++] = (vol_scene_row){key, value};
    l->value.length = 0;
}

/* The value is "name: value". */
static void add_field(lister *l, const char *owner) {
    const char *colon = strstr(vol_text_read(&l->value), ": ");
    if (colon == NULL) {
        l->value.length = 0;
        return;
    }
    size_t length = (size_t)(colon - l->value.data);
    const char *key = vol_arena_print(l->arena, "%s.%.*s", owner, (int)length, l->value.data);
    l->value.length -= length + 2;
    memmove(l->value.data, colon + 2, l->value.length + 1);
    add_row(l, key);
}

/* Parameters of the world whose names begin so. */
static void list_world(lister *l, const char *group) {
    const vol_param *param;
    size_t length = strlen(group);
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world && strncmp(param->name, group, length) == 0 && param->name[length] == '.' &&
            vol_scene_param_has_effect(l->scene, NULL, param->name)) {
            vol_scene_print_param(&l->value, l->scene, NULL, param);
            add_row(l, param->name);
        }
    }
}

static void list_color(lister *l, const char *owner, const char *name, const vol_scene_color *color) {
    vol_scene_print_color(&l->value, color);
    add_row(l, vol_arena_print(l->arena, "%s.%s", owner, name));
}

static void list_flock_look(lister *l, const vol_scene_flock *flock) {
    const vol_scene_flock_look *look = &flock->look;
    const char *owner = vol_arena_print(l->arena, "%s.look", flock->name);
    vol_text_put(&l->value, vol_scene_shape_name(look->shape));
    add_row(l, vol_arena_print(l->arena, "%s.shape", owner));
    vol_scene_print_size(&l->value, look->size);
    add_row(l, vol_arena_print(l->arena, "%s.size", owner));
    list_color(l, owner, "color", &look->color);
    list_color(l, owner, "outline", &look->outline);
    list_color(l, owner, "head", &look->head);
    list_color(l, owner, "leader", &look->leader);
}

static void list_terms(lister *l, const vol_scene_flock *flock) {
    for (size_t i = 0; i < flock->term_count; i++) {
        const vol_scene_term *term = &l->scene->terms[flock->first_term + i];
        const char *owner = vol_arena_print(l->arena, "%s.terms.%zu", flock->name, i);
        const vol_param *field;
        if (term->name != NULL) {
            vol_scene_print_quoted(&l->value, term->name);
            add_row(l, vol_arena_print(l->arena, "%s.name", owner));
        }
        for (size_t k = 0; (field = vol_surrounding_at(VOL_SURROUNDING_TERM, k)) != NULL; k++) {
            if (vol_scene_field_used(VOL_SURROUNDING_TERM, field, &term->def)) {
                vol_scene_print_term_field(&l->value, l->scene, term, field);
                add_field(l, owner);
            }
        }
    }
}

static void list_flock(lister *l, const vol_scene_flock *flock) {
    const vol_param *param;
    vol_scene_print_quoted(&l->value, flock->name);
    add_row(l, vol_arena_print(l->arena, "%s.name", flock->name));
    vol_text_put(&l->value, vol_model_name(flock->def.model));
    add_row(l, vol_arena_print(l->arena, "%s.model", flock->name));
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (!param->of_world && vol_param_used(param, flock->def.model) &&
            vol_scene_param_has_effect(l->scene, flock, param->name)) {
            vol_scene_print_param(&l->value, l->scene, flock, param);
            add_row(l, vol_arena_print(l->arena, "%s.%s", flock->name, param->name));
        }
    }
    if (flock->start_path != NULL) {
        vol_scene_print_quoted(&l->value, flock->start_path);
        add_row(l, vol_arena_print(l->arena, "%s.start.path", flock->name));
    }
    if (flock->leader != VOL_NONE) {
        vol_text_print(&l->value, "%u", (unsigned)flock->leader);
        add_row(l, vol_arena_print(l->arena, "%s.leader", flock->name));
    }
    list_terms(l, flock);
    list_flock_look(l, flock);
}

static void list_def(lister *l, vol_surrounding of, const void *def, const char *owner) {
    const vol_param *field;
    for (size_t i = 0; (field = vol_surrounding_at(of, i)) != NULL; i++) {
        if (vol_scene_field_used(of, field, def)) {
            vol_scene_field_print(field, def, l->scene, &l->value);
            add_field(l, owner);
        }
    }
}

static void list_around(lister *l) {
    const vol_scene *scene = l->scene;
    for (size_t i = 0; i < scene->relation_count; i++) {
        list_def(l, VOL_SURROUNDING_RELATION, &scene->relations[i].def, vol_arena_print(l->arena, "relations.%zu", i));
    }
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        list_def(l, VOL_SURROUNDING_OBSTACLE, &scene->obstacles[i].def, vol_arena_print(l->arena, "obstacles.%zu", i));
    }
    list_world(l, "wind");
    list_world(l, "player");
    vol_scene_print_players(&l->value, scene);
    if (l->value.length > 2) { /* ", path: " */
        l->value.length -= 2;
        memmove(l->value.data, l->value.data + 2, l->value.length + 1);
        add_field(l, "player");
    }
}

static void list_reactions(lister *l, const char *key, const vol_scene_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        vol_text_put(&l->value, i == 0 ? "[{" : ", {");
        vol_scene_print_event_what(&l->value, l->scene, &events[i]);
        vol_text_put(&l->value, i + 1 == count ? "}]" : "}");
    }
    if (count > 0) {
        add_row(l, key);
    }
}

static void list_sound(lister *l) {
    const vol_scene_sound *sound = &l->scene->sound;
    if (sound->source == VOL_SCENE_SOUND_NONE) {
        return;
    }
    vol_scene_print_sound_source(&l->value, l->scene);
    add_field(l, "sound");
    vol_text_put(&l->value, sound->loop ? "true" : "false");
    add_row(l, "sound.loop");
    vol_text_print(&l->value, "%u", (unsigned)sound->steps_per_second);
    add_row(l, "sound.steps_per_second");
    for (size_t i = 0; i < sound->map_count; i++) {
        for (size_t field = 0; field < 6; field++) {
            if (vol_scene_print_sound_field(&l->value, &sound->maps[i], field)) {
                add_field(l, vol_arena_print(l->arena, "sound.map.%zu", i));
            }
        }
    }
    list_reactions(l, "sound.on_onset", sound->on_onset, sound->on_onset_count);
    list_reactions(l, "sound.on_beat", sound->on_beat, sound->on_beat_count);
}

static void list_look(lister *l) {
    const vol_scene_look *look = &l->scene->look;
    vol_text_print(&l->value, "%u", (unsigned)look->fps);
    add_row(l, "look.fps");
    vol_text_put(&l->value, look->y_up ? "true" : "false");
    add_row(l, "look.y_up");
    vol_text_put(&l->value, look->axes ? "true" : "false");
    add_row(l, "look.axes");
    list_color(l, "look", "background", &look->background);
    vol_text_put(&l->value, vol_scene_map_name(look->map));
    add_row(l, "look.map");
    vol_text_put(&l->value, vol_scene_backdrop_name(look->backdrop));
    add_row(l, "look.backdrop");
    vol_scene_print_quoted(&l->value, look->unit[0] != '\0' ? look->unit : "none");
    add_row(l, "look.unit");
    if (l->scene->world.dimensions == 3) {
        vol_scene_print_vector(&l->value, look->camera, 2);
        add_row(l, "look.camera");
    }
    if (look->window[0] > 0) {
        vol_text_print(&l->value, "[%u, %u]", (unsigned)look->window[0], (unsigned)look->window[1]);
        add_row(l, "look.window");
    }
}

static void list_presets(lister *l) {
    const char *name;
    for (size_t i = 0; (name = vol_scene_preset_name(l->scene, i)) != NULL; i++) {
        vol_scene_print_preset(&l->value, l->scene, i);
        add_row(l, vol_arena_print(l->arena, "presets.%s", name));
    }
}

bool vol_scene_rows_list(const vol_scene *scene, vol_arena *arena, vol_scene_rows *rows) {
    lister l = {scene, arena, rows, {.may_fail = true}};
    *rows = (vol_scene_rows){0};
    vol_scene_print_quoted(&l.value, scene->about);
    add_row(&l, "about");
    list_world(&l, "world");
    for (size_t i = 0; i < scene->flock_count; i++) {
        list_flock(&l, &scene->flocks[i]);
    }
    list_around(&l);
    list_sound(&l);
    const char *key;
    double length = 0;
    for (size_t i = 0; (key = vol_scene_measure_key(i, scene, &length)) != NULL; i++) {
        vol_scene_print_number(&l.value, length);
        add_row(&l, vol_arena_print(arena, "measure.%s", key));
    }
    list_look(&l);
    list_presets(&l);
    bool right = !l.value.failed && !arena->failed;
    vol_text_release(&l.value);
    return right;
}
