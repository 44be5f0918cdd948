/* Texts that are put together piece by piece in the room that there is. */
#include "play/writer.h"

#include <stdarg.h>
#include <stdio.h>

app_writer app_writer_begin(char *text, size_t size) {
    app_writer writer = {.size = size};
    writer.text = text;
    return writer;
}

void app_write(app_writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = w->length < w->size ? w->size - w->length : 0;
    int length = vsnprintf(room > 0 ? w->text + w->length : NULL, room, format, arguments);
    va_end(arguments);
    w->length += (size_t)length;
}

bool app_writer_fits(const app_writer *writer) {
    return writer->length < writer->size;
}
