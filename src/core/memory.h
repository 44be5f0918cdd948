/* Memory through the host's allocator, with the sizes kept by the caller. */
#ifndef VOLERY_CORE_MEMORY_H
#define VOLERY_CORE_MEMORY_H

#include "core/platform.h"

#include <volery/base.h>

/* Every array starts on a cache line, and may be read (never written) this many bytes behind its end: the last lanes of
 * a group reach over it. */
#define VOL_ALIGNMENT 64
#define VOL_PADDING 128

/* Zeroed memory for `count` elements plus the padding, or NULL (also when the size would overflow). */
void *vol_allocate(const vol_allocator *allocator, size_t count, size_t element);

/* Gives back what vol_allocate gave for the same count and element; NULL is fine. */
void vol_release(const vol_allocator *allocator, void *memory, size_t count, size_t element);

#endif
