/* Which flocks something acts on, as text with the names of a world's flocks: `all`, `["birds", "hawks"]`, `[]`. Quotes
 * may be left out when they are read. */
#include "world.h"

#include "core/error.h"

#include <stdio.h>
#include <string.h>

static vol_result wrong(const char *name, const char *value, vol_error *error) {
    return vol_fail(error, VOL_ERROR_VALUE, name,
                    "%.60s is '%.60s'; allowed is all, or a list of flocks such as [birds]", name, value);
}

/* The next name of the list, moving behind it; false: there is none. */
static bool next_name(const char **at, char word[64]) {
    *at += strspn(*at, " \t");
    const bool quoted = **at == '"';
    *at += quoted;
    const size_t length = strcspn(*at, " \t,]\"");
    if (length == 0 || length > 63 || (quoted && (*at)[length] != '"')) {
        return false;
    }
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length + quoted;
    *at += strspn(*at, " \t");
    return true;
}

/* Is it in the list, whose names begin at `at`? */
static bool is_named(const char *at, const char *name) {
    char word[64];
    while (next_name(&at, word)) {
        if (strcmp(word, name) == 0) {
            return true;
        }
        at += *at == ',';
    }
    return false;
}

/* Flocks from number 63 on share the last bit: all of them are in the list, or none is. */
static vol_result check_last(const vol_world *world, const char *name, const char *names, vol_error *error) {
    uint32_t named = 0, last = 0;
    for (uint32_t i = 63; i < world->flock_count; i++) {
        last += world->flocks[i]->exists;
        named += is_named(names, world->flocks[i]->name);
    }
    if (named == 0 || named == last) {
        return VOL_OK;
    }
    return vol_fail(error, VOL_ERROR_VALUE, name,
                    "%.60s has %u of the %u flocks from %s on; allowed are all of these or none, as only the 63 before "
                    "them are told apart",
                    name, (unsigned)named, (unsigned)last, world->flocks[63]->name);
}

vol_result vol_flocks_read(const vol_world *world, const char *name, const char *value, vol_flocks *flocks,
                           vol_error *error) {
    const char *at = value + strspn(value, " \t");
    char word[64];
    vol_flocks named = 0;
    if (strcmp(at, "all") == 0) {
        *flocks = VOL_ALL_FLOCKS;
        return VOL_OK;
    }
    if (*at++ != '[') {
        return wrong(name, value, error);
    }
    at += strspn(at, " \t");
    const char *names = at;
    for (bool more = *at != ']'; more; more = *at == ',', at += more) {
        if (!next_name(&at, word)) {
            return wrong(name, value, error);
        }
        const vol_flock found = vol_flock_find(world, word);
        if (found == VOL_NONE) {
            return vol_fail(error, VOL_ERROR_NAME, name, "%.60s: there is no flock '%s'", name, word);
        }
        named |= flock_bit(vol_flock_of(world, found)->number);
    }
    if (strcmp(at, "]") != 0) {
        return wrong(name, value, error);
    }
    const vol_result result = check_last(world, name, names, error);
    *flocks = result == VOL_OK ? named : *flocks;
    return result;
}

vol_result vol_flocks_write(const vol_world *world, const char *name, vol_flocks flocks, char *text, size_t size,
                            vol_error *error) {
    size_t used = (size_t)snprintf(text, size, "%s", flocks == VOL_ALL_FLOCKS ? "all" : "[");
    const char *comma = "";
    for (uint32_t i = 0; flocks != VOL_ALL_FLOCKS && i < world->flock_count && used < size; i++) {
        if (world->flocks[i]->exists && (flocks & flock_bit(i)) != 0) {
            used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", comma, world->flocks[i]->name);
            comma = ", ";
        }
    }
    if (flocks != VOL_ALL_FLOCKS && used < size) {
        used += (size_t)snprintf(text + used, size - used, "]");
    }
    return used < size ? VOL_OK
                       : vol_fail(error, VOL_ERROR_VALUE, name, "%s needs a text of more than %zu bytes", name, size);
}
