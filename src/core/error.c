/* Results and error texts. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

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
    static const char *const names[] = {"ok", "value", "name", "unsupported", "fixed", "memory", "data"};
    _Static_assert(sizeof names / sizeof *names == VOL_RESULT_COUNT, "a name for each result");
    return (unsigned)result < VOL_RESULT_COUNT ? names[result] : "unknown";
}

#define VOL_TEXT_(x) #x
#define VOL_TEXT(x) VOL_TEXT_(x)

const char *vol_version(void) {
    return VOL_TEXT(VOL_VERSION_MAJOR) "." VOL_TEXT(VOL_VERSION_MINOR) "." VOL_TEXT(VOL_VERSION_PATCH);
}
