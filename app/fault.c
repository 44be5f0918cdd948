/* Messages of errors; every station of the program fills a vol_fault, main prints it. */
#include "fault.h"

#include <stdio.h>
#include <string.h>

void vol_fault_more_list(vol_fault *fault, const char *format, va_list list) {
    size_t used = strlen(fault->text);
    vsnprintf(fault->text + used, sizeof fault->text - used, format, list);
}

void vol_fault_more(vol_fault *fault, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vol_fault_more_list(fault, format, list);
    va_end(list);
}

bool vol_fault_set(vol_fault *fault, int exit_code, const char *format, ...) {
    fault->exit_code = exit_code;
    fault->text[0] = '\0';
    va_list list;
    va_start(list, format);
    vol_fault_more_list(fault, format, list);
    va_end(list);
    return false;
}
