/* Results and error texts, and the head of every def. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vol_result vol_fail(vol_error *error, vol_result result, const char *field, const char *format, ...) {
    if (error) {
        error->result = result;
        snprintf(error->field, sizeof error->field, "%s", field);
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return result;
}

const char *vol_result_name(vol_result result) {
    static const char *const names[] = {"ok",     "value", "name",   "unsupported", "fixed",
                                        "memory", "data",  "layout", "device",      "busy"};
    _Static_assert(sizeof names / sizeof *names == VOL_RESULT_COUNT, "a name for each result");
    return (unsigned)result < VOL_RESULT_COUNT ? names[result] : "unknown";
}

#define VOL_STOP_IS_vol_stop_here 1
#if VOL_CAT(VOL_STOP_IS, VOL_STOP) /* not the host's */
void vol_stop_here(const char *text) {
    fprintf(stderr, "volery: %s\n", text);
    abort();
}
#endif

void vol_stop(const char *function, const char *format, ...) {
    char text[240];
    int used = snprintf(text, sizeof text, "%s: ", function);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    VOL_STOP(text);
}

vol_result vol_check_given(const void *argument, const char *name, vol_error *error) {
    return argument ? VOL_OK : vol_fail(error, VOL_ERROR_VALUE, name, "%s is NULL", name);
}

vol_result vol_def_begin(void *def, size_t bytes, size_t here, uint32_t cookie) {
    if (!def || bytes < sizeof(vol_def_head)) {
        return def ? VOL_ERROR_LAYOUT : VOL_ERROR_VALUE;
    }
    vol_def_head head = {(uint32_t)bytes, bytes == here ? cookie : 0};
    memset(def, 0, bytes);
    memcpy(def, &head, sizeof head);
    return bytes == here ? VOL_OK : VOL_ERROR_LAYOUT;
}

vol_result vol_def_check(const void *def, size_t here, uint32_t cookie, const char *what, vol_error *error) {
    vol_def_head head = {0, 0};
    if (!def) {
        return vol_fail(error, VOL_ERROR_VALUE, what, "the %s's def is NULL", what);
    }
    memcpy(&head, def, sizeof head);
    if (head.bytes != 0 && head.bytes != here) {
        return vol_fail(error, VOL_ERROR_LAYOUT, what,
                        "vol_%s_def has %zu bytes here, the caller's has %u: compile against the same headers", what,
                        here, (unsigned)head.bytes);
    }
    if (head.bytes == 0 || head.cookie != cookie) {
        return vol_fail(error, VOL_ERROR_VALUE, what, "the %s's def was not made by vol_default_%s_def()", what, what);
    }
    return VOL_OK;
}

vol_result vol_def_copy(void *to, size_t bytes, const void *from, size_t here) {
    if (bytes != here) {
        return vol_def_begin(to, bytes, here, 0);
    }
    if (!to) {
        return VOL_ERROR_VALUE;
    }
    memcpy(to, from, here);
    return VOL_OK;
}

vol_result vol_def_none(void *to, size_t bytes, vol_result result) {
    vol_def_begin(to, bytes, 0, 0);
    return result;
}

#define VOL_TEXT_(x) #x
#define VOL_TEXT(x) VOL_TEXT_(x)

const char *vol_version(void) {
    return VOL_TEXT(VOL_VERSION_MAJOR) "." VOL_TEXT(VOL_VERSION_MINOR) "." VOL_TEXT(VOL_VERSION_PATCH);
}
