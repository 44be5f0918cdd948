/* Texts of a given size, as wishes carry them: what does not fit is noted, and nothing is written past the end. */
#ifndef VOLERY_APP_PLAY_WRITER_H
#define VOLERY_APP_PLAY_WRITER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct app_writer {
    char *text;
    size_t size, length; /* the length that all of it has */
} app_writer;

app_writer app_writer_begin(char *text, size_t size);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void app_write(app_writer *writer, const char *format, ...);
bool app_writer_fits(const app_writer *writer);

#endif
