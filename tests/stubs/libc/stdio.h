#ifndef STUB_STDIO_H
#define STUB_STDIO_H
#include <stdarg.h>
#include <stddef.h>
typedef struct stub_file FILE;
extern FILE *stub_error;
#define stderr stub_error
int fprintf(FILE *file, const char *format, ...), fflush(FILE *file), fputs(const char *text, FILE *file);
int snprintf(char *text, size_t size, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);
#endif
