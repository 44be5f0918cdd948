/* `set` of obstacles, relations and terms, by field or as a whole: from event.c, which reads the list of events, to the
 * tables of fields. */
#include "event_entry.h"

#include "fields.h"
#include "print.h"
#include "value.h"

#include <string.h>

/* What a key names. */
typedef struct entry {
    vol_scene *scene;
    vol_scene_slots *slots;
    vol_surrounding of;
    vol_flock flock;
    uint32_t index;
    bool known; /* there is or was such an entry */
    const void *def;
    const vol_scene_node *node;
    const char *key;
    vol_scene_fault *fault;
} entry;

static size_t size_of(vol_surrounding of) {
    return of == VOL_SURROUNDING_OBSTACLE   ? sizeof(vol_obstacle_def)
           : of == VOL_SURROUNDING_RELATION ? sizeof(vol_relation_def)
                                            : sizeof(vol_term_def);
}

/* Finds the entry by its number, or a term of the scene by its name. False: the word is neither. */
static bool find(entry *e, const char *word) {
    uint64_t index = 0;
    if (vol_whole_read(word, &index)) {
        e->index = index < VOL_NONE ? (uint32_t)index : VOL_NONE - 1;
    } else {
        const vol_scene_term *term =
            e->of == VOL_SURROUNDING_TERM ? vol_scene_find_term(e->scene, e->flock, word) : NULL;
        if (term == NULL) {
            return false;
        }
        e->index = (uint32_t)((size_t)(term - e->scene->terms) - e->scene->flocks[e->flock].first_term);
    }
    e->known = vol_scene_slots_find(e->slots, e->scene, e->of, e->flock, e->index, &e->def);
    return true;
}

/* The term as the scene's text has it, with its path; NULL: it has come since. */
static const vol_scene_term *own_term(const entry *e) {
    const vol_scene_flock *owner = &e->scene->flocks[e->flock];
    const vol_scene_term *term = e->of == VOL_SURROUNDING_TERM && e->index < owner->term_count
                                     ? &e->scene->terms[owner->first_term + e->index]
                                     : NULL;
    return term != NULL && e->def == &term->def ? term : NULL;
}

/* The text behind "name: " of a field, or of a whole entry. */
static bool keep_value(const entry *e, const vol_param *field, const void *def, const char **value) {
    vol_text text = {.may_fail = true};
    size_t skip = 0;
    if (field != NULL) {
        vol_scene_field_print(field, def, e->scene, &text);
        skip = strlen(field->name) + 2;
    } else {
        vol_scene_slot_print(&text, e->scene, e->of, def);
    }
    *value = text.failed ? NULL : vol_arena_copy(&e->scene->inside->arena, text.data + skip, text.length - skip);
    vol_text_release(&text);
    return *value != NULL || vol_scene_no_memory(e->fault);
}

/* One field: the value is kept in a copy of the def. */
static bool read_field(const entry *e, const char *name, bool target, vol_scene_event *event) {
    static const vol_scene_event_kind kinds[VOL_SURROUNDING_COUNT] = {
        VOL_SCENE_EVENT_SET_OBSTACLE, VOL_SCENE_EVENT_SET_RELATION, VOL_SCENE_EVENT_SET_TERM};
    vol_scene *scene = e->scene;
    const vol_param *field = vol_surrounding_find(e->of, name);
    bool own = vol_scene_field_own(e->of, name);
    if (!own && (field == NULL || !vol_scene_field_used(e->of, field, e->def))) {
        return vol_scene_fault_at(e->fault, e->node->key, e->key, "there is no such parameter");
    }
    if (own || !field->live) {
        return vol_scene_fault_at(e->fault, e->node->key, e->key, "cannot change once the world runs");
    }
    const vol_scene_term *term = own_term(e);
    if (term != NULL && field->type == VOL_PARAM_VECTOR && term->path.count > 0) {
        return vol_scene_fault_at(e->fault, e->node->key, e->key,
                                  "cannot be set: the term has a 'path' that says where it is");
    }
    event->kind = kinds[e->of];
    event->field = field;
    if (target) {
        return true;
    }
    void *def = vol_arena_take(&scene->inside->arena, size_of(e->of));
    if (def == NULL) {
        return vol_scene_no_memory(e->fault);
    }
    event->def = memcpy(def, e->def, size_of(e->of));
    return vol_scene_field_read(e->of, field, def, e->node, e->key, scene, e->fault) &&
           keep_value(e, field, def, &event->value);
}

/* A whole entry: what is to be there, or `none`. */
static bool read_whole(entry *e, vol_scene_event *event) {
    vol_scene *scene = e->scene;
    const vol_scene_term *term = own_term(e);
    bool none = e->node->kind == VOL_SCENE_NODE_WORD && strcmp(e->node->word, "none") == 0;
    const void *before = NULL;
    bool next = e->index == 0 || vol_scene_slots_find(e->slots, scene, e->of, e->flock, e->index - 1, &before);
    if (!e->known && (none || !next)) {
        return vol_scene_fault_at(e->fault, e->node->key, e->key,
                                  none ? "there is no such entry to be taken away"
                                       : "the list is not so long; the next entry is the one behind its last");
    }
    if (term != NULL && term->path.count > 0) {
        return vol_scene_fault_at(e->fault, e->node->key, e->key, "a term with a 'path' stays while the world runs");
    }
    event->kind = VOL_SCENE_EVENT_PUT;
    event->of = e->of;
    event->none = none;
    event->def = NULL;
    if (!none) {
        event->def = vol_scene_slot_read(scene, e->of, e->flock, e->node, e->key, e->fault);
        if (event->def == NULL) {
            vol_scene_fault_more(e->fault, "%s", e->node->kind != VOL_SCENE_NODE_MAP ? "; or none" : "");
            return false;
        }
    }
    return (vol_scene_slots_put(e->slots, &(vol_scene_slot){e->of, e->flock, e->index, event->def},
                                &scene->inside->arena) ||
            vol_scene_no_memory(e->fault)) &&
           keep_value(e, NULL, event->def, &event->value);
}

static bool no_entry(const entry *e, const vol_scene_flock *flock) {
    if (flock != NULL) {
        return vol_scene_fault_at(e->fault, e->node->key, e->key,
                                  "there is no such term; name one by its name or number, as in %s.terms.0.weight",
                                  flock->name);
    }
    bool obstacle = e->of == VOL_SURROUNDING_OBSTACLE;
    return vol_scene_fault_at(
        e->fault, e->node->key, e->key, "there is no such entry; the scene has %zu, as in %s.0.radius",
        obstacle ? e->scene->obstacle_count : e->scene->relation_count, vol_scene_list_name(e->of));
}

bool vol_scene_event_entry(vol_scene *scene, vol_scene_slots *slots, bool target, const vol_scene_flock *flock,
                           const char *rest, const vol_scene_node *node, const char *key, vol_scene_event *event,
                           vol_scene_fault *fault) {
    const char *name = strchr(rest, '.');
    const char *word = vol_arena_copy(&scene->inside->arena, rest, name != NULL ? (size_t)(name - rest) : strlen(rest));
    entry e = {.scene = scene, .slots = slots, .node = node, .key = key, .fault = fault};
    e.of = flock != NULL               ? VOL_SURROUNDING_TERM
           : node->key->word[0] == 'o' ? VOL_SURROUNDING_OBSTACLE
                                       : VOL_SURROUNDING_RELATION;
    e.flock = flock != NULL ? (vol_flock)(flock - scene->flocks) : 0;
    if (word == NULL) {
        return vol_scene_no_memory(fault);
    }
    if (!find(&e, word) || (name != NULL && e.def == NULL) || (name == NULL && target)) {
        return no_entry(&e, flock);
    }
    event->key = node->key->word;
    event->flock = e.flock;
    event->index = e.index;
    return name != NULL ? read_field(&e, name + 1, target, event) : read_whole(&e, event);
}
