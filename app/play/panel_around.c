/* Rows of the panel about what surrounds flocks: which flocks something acts on, and what comes and goes without a
 * place in the world: relations, and terms as wander and contain. */
#include "play/panel_around.h"

#include <stdio.h>
#include <string.h>

static void send(app_desk *desk, const char *key, const char *value) {
    app_wish wish = {.kind = APP_WISH_SET, .sides = 1U << desk->panel_side};
    snprintf(wish.key, sizeof wish.key, "%s", key);
    snprintf(wish.value, sizeof wish.value, "%s", value);
    app_desk_wish(desk, wish);
}

/* --- Flocks ------------------------------------------------------------------------------------------------------- */

/* "all", or names in brackets. */
void app_panel_print_flocks(const app_show *show, vol_flocks flocks, char *text, size_t size) {
    bool all = true;
    size_t used = (size_t)snprintf(text, size, "[");
    for (uint32_t i = 0; i < show->flock_count; i++) {
        bool acts = (flocks & vol_flock_bit(i)) != 0;
        all = all && acts;
        if (acts && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 1 ? ", " : "", show->flock_names[i]);
        }
    }
    if (all) {
        snprintf(text, size, "all");
    } else if (used + 1 < size) {
        snprintf(text + used, size - used, "]");
    }
}

void app_panel_put_flocks(const app_panel_row *r, float width) {
    const app_show *show = r->show;
    vol_flocks flocks = 0;
    char text[1024], label[1100];
    const char *at = r->mask != NULL  ? (const char *)r->mask
                     : r->def != NULL ? (const char *)r->def + vol_surrounding_offset(r->param)
                                      : (const char *)&show->world + vol_param_offset(r->param);
    const vol_relation_def *relation = r->param->type == VOL_PARAM_FLOCKS ? r->def : NULL;
    const bool list = relation != NULL;
    if (list) {
        for (size_t i = 0; i < relation->to_count; i++) {
            flocks |= vol_flock_bit(relation->to[i]);
        }
    } else {
        memcpy(&flocks, at, sizeof flocks);
    }
    app_panel_print_flocks(show, flocks, text, sizeof text);
    snprintf(label, sizeof label, "%s###flocks", strcmp(text, "[]") == 0 ? "none" : text);
    bool open = app_ui_menu_begin(label, width);
    if (open) {
        for (uint32_t i = 0; i < show->flock_count; i++) {
            bool acts = (flocks & vol_flock_bit(i)) != 0;
            char name[256];
            if (list && i == relation->from) {
                continue;
            }
            snprintf(name, sizeof name, "%s: %s###%u", show->flock_names[i], acts ? "yes" : "no", (unsigned)i);
            const char *tip = acts ? "it acts on these; click: not any more" : "it does not; click: it does";
            const bool last = list && (flocks & ~vol_flock_bit(i)) == 0;
            tip = !list  ? tip
                  : last ? "the last one stays"
                  : acts ? "one of them; click: not any more"
                         : "click: these too";
            if (app_ui_menu_item(name, tip, acts) && !last) {
                app_panel_print_flocks(show, flocks ^ vol_flock_bit(i), text, sizeof text);
                if (r->send != NULL) {
                    r->send(r, text, false);
                } else {
                    send(r->desk, r->key, text);
                }
            }
            snprintf(name, sizeof name, "%s.%s", r->key, show->flock_names[i]);
            app_desk_name(r->desk, name);
        }
        app_ui_menu_end();
    } else {
        app_desk_name(r->desk, r->key);
    }
}

void app_panel_put_flock(const app_panel_row *r) {
    const char *names[65] = {NULL};
    vol_flock flock = 0;
    memcpy(&flock, (const char *)r->def + vol_surrounding_offset(r->param), sizeof flock);
    for (uint32_t i = 0; i < r->show->flock_count && i < 64; i++) {
        names[i] = r->show->flock_names[i];
    }
    int chosen = (int)flock;
    if (app_ui_choice("##value", &chosen, names, "")) {
        send(r->desk, r->key, names[chosen]);
    }
    app_desk_name(r->desk, r->key);
}

/* --- What comes and goes ------------------------------------------------------------------------------------------ */

void app_panel_put_remove(app_desk *desk, const char *owner) {
    char name[192];
    app_ui_push_id(owner);
    if (app_ui_small_button("take away")) {
        send(desk, owner, "none");
    }
    snprintf(name, sizeof name, "%s.remove", owner);
    app_desk_name(desk, name);
    if (strcmp(desk->wanted, name) == 0) {
        app_ui_scroll_here();
    }
    app_ui_tip("Ctrl Z brings it back.");
    app_ui_pop_id();
}

void app_panel_put_new_relation(app_desk *desk, const app_show *show) {
    const char *names[65] = {NULL};
    const char *const *kinds = vol_surrounding_kind(VOL_SURROUNDING_RELATION)->choices;
    int *new = desk->new_relation;
    for (uint32_t i = 0; i < show->flock_count && i < 64; i++) {
        names[i] = show->flock_names[i];
    }
    for (int i = 0; i < 3; i += 2) {
        new[i] = (uint32_t) new[i] < show->flock_count ? new[i] : 0;
    }
    new[2] = new[2] == new[0] ? (new[0] == 0 ? 1 : 0) : new[2];
    float width = (app_ui_room() - 3 * 4 - 44 * desk->window.scale) / 3;
    static const char *const ids[3][2] = {{"##from", "new.from"}, {"##kind", "new.kind"}, {"##to", "new.to"}};
    for (int i = 0; i < 3; i++) {
        app_ui_next_width(width);
        app_ui_choice(ids[i][0], &new[i], i == 1 ? kinds : names, "");
        app_desk_name(desk, ids[i][1]);
        app_ui_tip("A new relation: who does what to whom.");
        app_ui_same_line_gap(4);
    }
    if (app_ui_button("add##relation", app_ui_room(), false)) {
        char value[256];
        snprintf(value, sizeof value, "{from: %s, to: %s, kind: %s}", names[new[0]], names[new[2]], kinds[new[1]]);
        send(desk, "relations.new", value);
    }
    app_desk_name(desk, "relations.new");
    if (strcmp(desk->wanted, "relations.new") == 0) {
        app_ui_scroll_here();
    }
}

/* A term of a kind that has no place, or its place in the middle of the world. */
static void print_term(const app_show *show, uint32_t flock, unsigned kind, char *value, size_t size) {
    int used = snprintf(value, size, "{kind: %s", vol_term_kind_name((vol_term_kind)kind));
    bool goal = kind == VOL_TERM_SEEK || kind == VOL_TERM_FLEE || kind == VOL_TERM_ARRIVE;
    bool hunts = kind == VOL_TERM_PURSUE || kind == VOL_TERM_EVADE;
    const double *s = show->world.size;
    if (goal && show->world.dimensions == 3) {
        used += snprintf(value + used, size - (size_t)used, ", point: [%g, %g, %g]", s[0] / 2, s[1] / 2, s[2] / 2);
    } else if (goal) {
        used += snprintf(value + used, size - (size_t)used, ", point: [%g, %g]", s[0] / 2, s[1] / 2);
    } else if (hunts) {
        used += snprintf(value + used, size - (size_t)used, ", target: %s", show->flock_names[flock == 0 ? 1 : 0]);
    }
    snprintf(value + used, size - (size_t)used, "}");
}

void app_panel_put_new_term(app_desk *desk, const app_show *show, uint32_t flock) {
    char key[160], name[176];
    snprintf(key, sizeof key, "%.60s.terms.new", show->flock_names[flock]);
    if (app_ui_menu_begin("add a term...", app_ui_room())) {
        for (unsigned kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
            bool drawn = kind == VOL_TERM_FOLLOW_PATH || kind == VOL_TERM_FOLLOW_FLOW || kind == VOL_TERM_WIND;
            bool other = (kind == VOL_TERM_PURSUE || kind == VOL_TERM_EVADE) && show->flock_count < 2;
            char value[256];
            if (drawn || other) {
                continue;
            }
            if (app_ui_menu_item(vol_term_kind_name((vol_term_kind)kind), NULL, false)) {
                print_term(show, flock, kind, value, sizeof value);
                send(desk, key, value);
            }
            snprintf(name, sizeof name, "new.%s", vol_term_kind_name((vol_term_kind)kind));
            app_desk_name(desk, name);
        }
        app_ui_menu_end();
    } else {
        app_desk_name(desk, key);
    }
    if (strcmp(desk->wanted, key) == 0) {
        app_ui_scroll_here();
    }
}
