/* The table of hashes as a function of a module, so that helpers can come before it begins. */
#include "module.h"

#include <stdio.h>

/* tests/same_bits/hashes.c, whose main has this name here. */
int same_bits_main(int argc, char **argv);

WEB_EXPORT(web_bits) int web_bits(uint32_t every);

int web_bits(uint32_t every) {
    char number[16], name[] = "same_bits";
    snprintf(number, sizeof number, "%u", (unsigned)every);
    int result = same_bits_main(2, (char *[]){name, number, NULL});
    fflush(stdout);
    return result;
}
