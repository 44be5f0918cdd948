/* Numbers as text: the fewest digits that read back to the same bits. What every writer of data uses. */
#ifndef VOLERY_COMMON_FORMAT_NUMBER_H
#define VOLERY_COMMON_FORMAT_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Room for any number, with the terminating zero. */
enum { VOL_NUMBER_SIZE = 32 };

/* Each writes to `text` (at least VOL_NUMBER_SIZE characters), ends it with a zero and returns the length without it.
 * Not-a-number and infinities come out as nan, inf and -inf. */
size_t vol_format_double(char *text, double value);
size_t vol_format_float(char *text, float value);
size_t vol_format_whole(char *text, uint64_t value);

#endif
