/* A scene without one of its flocks: what is about that flock alone goes with it, and what is about others too stays
 * theirs. Entries are taken out from the last one on, so that those before it keep their numbers. */
#include "play/session_around.h"

#include <stdio.h>
#include <string.h>

typedef struct leaving {
    const vol_scene *scene;
    size_t flock; /* that goes */
    vol_arena arena;
    vol_scene_override *all;
    size_t count;
} leaving;

static void put(leaving *l, const char *key, const char *value) {
    l->all[l->count++] = (vol_scene_override){key, value, NULL};
}

/* Masks that name the flock name the others then. */
static void leave_mask(leaving *l, vol_flocks flocks, const char *key) {
    const vol_scene *scene = l->scene;
    vol_text text = {0};
    if (flocks == VOL_ALL_FLOCKS || (flocks & vol_flock_bit((vol_flock)l->flock)) == 0) {
        return;
    }
    vol_text_put(&text, "[");
    for (size_t i = 0; i < scene->flock_count; i++) {
        if (i != l->flock && (flocks & vol_flock_bit((vol_flock)i)) != 0) {
            vol_text_print(&text, "%s%s", text.length > 1 ? ", " : "", scene->flocks[i].name);
        }
    }
    vol_text_put(&text, "]");
    put(l, key, vol_arena_copy(&l->arena, text.data, text.length));
    vol_text_release(&text);
}

static void leave_relation(leaving *l, size_t index) {
    const vol_relation_def *def = &l->scene->relations[index].def;
    vol_flocks others = 0;
    bool named = false;
    for (size_t i = 0; i < def->to_count; i++) {
        named = named || def->to[i] == l->flock;
        others |= def->to[i] == l->flock ? 0 : vol_flock_bit(def->to[i]);
    }
    if (def->from == l->flock || (named && others == 0)) {
        put(l, vol_arena_print(&l->arena, "relations.%zu", index), "none");
    } else if (named) {
        leave_mask(l, others | vol_flock_bit((vol_flock)l->flock),
                   vol_arena_print(&l->arena, "relations.%zu.to", index));
    }
}

/* Terms of other flocks that go by this one. */
static void leave_terms(leaving *l, size_t flock) {
    const vol_scene_flock *of = &l->scene->flocks[flock];
    const vol_param *target = vol_surrounding_find(VOL_SURROUNDING_TERM, "target");
    for (size_t i = of->term_count; i > 0 && flock != l->flock; i--) {
        const vol_term_def *def = &l->scene->terms[of->first_term + i - 1].def;
        if (vol_surrounding_used(target, def->kind) && def->target == l->flock) {
            put(l, vol_arena_print(&l->arena, "%s.terms.%zu", of->name, i - 1), "none");
        }
    }
}

bool app_session_make_without(const vol_scene *base, size_t flock, vol_scene *made, app_fault *fault) {
    leaving l = {.scene = base, .flock = flock};
    const char *name = base->flocks[flock].name;
    const size_t most = base->relation_count + base->term_count + base->obstacle_count + base->player_count + 3;
    l.all = vol_arena_take(&l.arena, most * sizeof *l.all);
    for (size_t i = base->relation_count; i > 0; i--) {
        leave_relation(&l, i - 1);
    }
    for (size_t i = 0; i < base->flock_count; i++) {
        leave_terms(&l, i);
    }
    for (size_t i = 0; i < base->obstacle_count; i++) {
        leave_mask(&l, base->obstacles[i].def.flocks, vol_arena_print(&l.arena, "obstacles.%zu.flocks", i));
    }
    for (size_t i = 0; i < base->player_count; i++) {
        const vol_scene_player *own = &base->player_own[i];
        if ((own->own & VOL_SCENE_OWN_FLOCKS) != 0) {
            leave_mask(&l, own->flocks, vol_arena_print(&l.arena, "player.paths.%zu.flocks", i));
        }
    }
    leave_mask(&l, base->world.wind.flocks, "wind.flocks");
    leave_mask(&l, base->world.player.flocks, "player.flocks");
    put(&l, vol_arena_print(&l.arena, "flocks.%zu", flock), "none");
    app_fault why = {0};
    bool right = vol_scene_remake(made, base, l.all, l.count, &why);
    if (!right) {
        app_fault_set(fault, why.code, "%s cannot be taken away while the scene's file names it: %.400s", name,
                      why.text);
    }
    vol_arena_release(&l.arena);
    return right;
}
