/* Messages become wishes. Numbers are checked here as far as a scene's text would check them; what a parameter may be,
 * its table knows. */
#include "osc/command.h"

#include "common/arena.h"
#include "common/format_number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message on its way. */
typedef struct order {
    const vol_scene *scene;
    const app_osc_message *message;
    const char *rest; /* of the address, behind the slash after the command; "" */
    app_wish *wish;
    size_t next; /* argument */
    char *why;
    size_t size;
} order;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(order *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(o->why, o->size, format, arguments);
    va_end(arguments);
    return false;
}

static size_t dimensions(const order *o) {
    return (size_t)o->scene->world.dimensions;
}

static size_t left(const order *o) {
    return o->message->count - o->next;
}

/* So many numbers from -most to most. */
static bool take_numbers(order *o, const char *what, size_t count, double most, double *numbers) {
    if (left(o) < count) {
        return refuse(o, "%s has too few arguments", what);
    }
    for (size_t i = 0; i < count; i++) {
        const app_osc_argument *argument = &o->message->argument[o->next++];
        if (argument->kind != APP_OSC_NUMBER || !(fabs(argument->number) <= most)) {
            return refuse(o, "%s is not a number from %g to %g", what, -most, most);
        }
        numbers[i] = argument->number;
    }
    return true;
}

static bool take_place(order *o) {
    return take_numbers(o, "the position", dimensions(o), VOL_FARTHEST, o->wish->position);
}

static bool take_velocity(order *o) {
    return take_numbers(o, "the velocity", dimensions(o), VOL_FASTEST, o->wish->velocity);
}

static bool take_radius(order *o) {
    return take_numbers(o, "the radius", 1, VOL_FARTHEST, &o->wish->number) &&
           (o->wish->number >= 1e-9 || refuse(o, "the radius is not above 0"));
}

static bool take_nothing_more(order *o) {
    return left(o) == 0 || refuse(o, "there are too many arguments");
}

/* --- Parameters --------------------------------------------------------------------------------------------------- */

/* The words that values are made of. What a scene would have to quote is none. */
static bool is_word(const char *text) {
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && length <= 63 && text[length] == '\0';
}

static bool put_value(order *o, const app_osc_argument *argument, vol_text *text) {
    char digits[VOL_NUMBER_SIZE];
    switch (argument->kind) {
    case APP_OSC_NUMBER:
        if (!isfinite(argument->number)) {
            return refuse(o, "the value is not a number");
        }
        if (argument->single) {
            vol_format_float(digits, (float)argument->number);
        } else {
            vol_format_double(digits, argument->number);
        }
        vol_text_put(text, digits);
        return true;
    case APP_OSC_TEXT:
        vol_text_put(text, argument->text);
        return is_word(argument->text) || refuse(o, "the value is a text that is no single word");
    case APP_OSC_FLAG: vol_text_put(text, argument->flag ? "true" : "false"); return true;
    case APP_OSC_OTHER: break;
    }
    return refuse(o, "the value has a type that parameters do not have");
}

/* /volery/set/birds/max_speed 3, or /volery/set birds.max_speed 3 */
static bool read_set(order *o) {
    const char *key = o->rest;
    if (key[0] == '\0' && left(o) > 0 && o->message->argument[0].kind == APP_OSC_TEXT) {
        key = o->message->argument[o->next++].text;
    }
    if (key[0] == '\0' || strlen(key) >= sizeof o->wish->key) {
        return refuse(o, "no parameter is named");
    }
    if (left(o) == 0) {
        return refuse(o, "there is no value");
    }
    o->wish->kind = APP_WISH_SET;
    snprintf(o->wish->key, sizeof o->wish->key, "%s", key);
    for (char *slash = o->wish->key; (slash = strchr(slash, '/')) != NULL;) {
        *slash = '.';
    }
    bool several = left(o) > 1, right = true;
    vol_text text = {0};
    vol_text_put(&text, several ? "[" : "");
    for (size_t first = o->next; right && left(o) > 0; o->next++) {
        vol_text_put(&text, o->next > first ? ", " : "");
        right = put_value(o, &o->message->argument[o->next], &text);
    }
    vol_text_put(&text, several ? "]" : "");
    right = right && (text.length < sizeof o->wish->value || refuse(o, "the value is too long"));
    if (right) {
        memcpy(o->wish->value, text.data, text.length + 1);
    }
    vol_text_release(&text);
    return right;
}

/* --- What happens ------------------------------------------------------------------------------------------------- */

static bool read_add(order *o) {
    double count = 0;
    o->wish->kind = APP_WISH_ADD;
    for (o->wish->flock = 0; o->wish->flock < o->scene->flock_count; o->wish->flock++) {
        if (strcmp(o->scene->flocks[o->wish->flock].name, o->rest) == 0) {
            break;
        }
    }
    if (o->wish->flock == o->scene->flock_count) {
        return refuse(o, "no flock is called '%.63s'", o->rest);
    }
    if (!take_numbers(o, "how many boids", 1, APP_OSC_MOST_ADDED, &count) || !take_place(o) ||
        (left(o) > 0 && !take_velocity(o))) {
        return false;
    }
    o->wish->count = (uint64_t)(count < 0 ? 0 : count);
    return (o->wish->count > 0 && (double)o->wish->count == count) ||
           refuse(o, "how many boids is not a whole number from 1 to %d", APP_OSC_MOST_ADDED);
}

static bool read_scatter(order *o) {
    o->wish->kind = APP_WISH_SCATTER;
    o->wish->number = 0.1;
    return take_place(o) && (left(o) == 0 || take_numbers(o, "the strength", 1, VOL_SCATTER_MOST, &o->wish->number));
}

static bool read_gust(order *o) {
    o->wish->kind = APP_WISH_GUST;
    return take_velocity(o);
}

static bool read_blow(order *o) {
    o->wish->kind = APP_WISH_BLOW;
    return take_place(o) && take_radius(o) && take_velocity(o);
}

static bool read_erase(order *o) {
    o->wish->kind = APP_WISH_ERASE;
    return take_place(o) && take_radius(o);
}

static bool read_player(order *o) {
    o->wish->kind = APP_WISH_PLAYER;
    o->wish->none = left(o) == 0;
    return o->wish->none || take_place(o);
}

static bool read_goal(order *o) {
    o->wish->kind = APP_WISH_GOAL;
    o->wish->none = left(o) == 0;
    return o->wish->none || take_place(o);
}

/* Controllers send 1 and 0 for buttons, some T and F. */
static bool read_pause(order *o) {
    o->wish->kind = APP_WISH_PAUSE;
    if (left(o) == 0) {
        return true;
    }
    const app_osc_argument *argument = &o->message->argument[o->next++];
    if (argument->kind != APP_OSC_NUMBER && argument->kind != APP_OSC_FLAG) {
        return refuse(o, "pause is neither 1 nor 0");
    }
    o->wish->count =
        (argument->kind == APP_OSC_FLAG ? argument->flag : argument->number != 0) ? APP_PAUSE_ON : APP_PAUSE_OFF;
    return true;
}

static bool read_step(order *o) {
    o->wish->kind = APP_WISH_STEP;
    return true;
}

/* --- Addresses ---------------------------------------------------------------------------------------------------- */

typedef struct row {
    const char *word;
    bool more; /* the address goes on: the name of a flock, a key */
    bool (*read)(order *o);
    app_osc_address shown;
} row;

static const row rows[] = {
    {"set",
     true,
     read_set,
     {"/volery/set/KEY", "value, or one for each axis",
      "a live parameter, its dotted key with slashes: `/volery/set/birds/max_speed 3`"}},
    {"set", false, read_set, {"/volery/set", "s:KEY value", "the same with the dotted key as a text"}},
    {"add",
     true,
     read_add,
     {"/volery/add/FLOCK", "n x y [z] [vx vy [vz]]",
      "n boids (1 to 1000) there; without a velocity each heads anywhere"}},
    {"scatter",
     false,
     read_scatter,
     {"/volery/scatter", "x y [z] [strength]", "all boids away from there; strength 0.1 unless given"}},
    {"gust", false, read_gust, {"/volery/gust", "vx vy [vz]", "added to the velocity of every boid, once"}},
    {"blow",
     false,
     read_blow,
     {"/volery/blow", "x y [z] radius vx vy [vz]",
      "added to the velocity of boids within the radius, less farther out"}},
    {"player",
     false,
     read_player,
     {"/volery/player", "x y [z], or nothing", "where the player is; nothing: as the scene says again"}},
    {"goal", false, read_goal, {"/volery/goal", "x y [z], or nothing", "where all want to go; nothing: nowhere"}},
    {"erase", false, read_erase, {"/volery/erase", "x y [z] radius", "takes out the boids within the radius"}},
    {"pause", false, read_pause, {"/volery/pause", "[1 or 0]", "stops, or goes on; without an argument the other one"}},
    {"step", false, read_step, {"/volery/step", "", "one step, then pause"}},
};

const app_osc_address *app_osc_address_at(size_t index) {
    return index < sizeof rows / sizeof *rows ? &rows[index].shown : NULL;
}

bool app_osc_command(const vol_scene *scene, const app_osc_message *message, app_wish *wish, char *why, size_t size) {
    static const char root[] = "/volery/";
    order o = {scene, message, "", wish, 0, why, size};
    *wish = (app_wish){.sides = 1};
    why[0] = '\0';
    if (strncmp(message->address, root, sizeof root - 1) != 0) {
        return refuse(&o, "no address is '%.100s'", message->address);
    }
    const char *word = message->address + sizeof root - 1;
    const char *slash = strchr(word, '/');
    size_t length = slash != NULL ? (size_t)(slash - word) : strlen(word);
    o.rest = slash != NULL ? slash + 1 : "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strlen(rows[i].word) == length && strncmp(rows[i].word, word, length) == 0 &&
            rows[i].more == (slash != NULL)) {
            return rows[i].read(&o) && take_nothing_more(&o);
        }
    }
    return refuse(&o, "no address is '%.100s'", message->address);
}
