/* Memory through the host's allocator; the system's when it gives none. */
#include "core/memory.h"

#include "core/system.h"

#include <string.h>

static size_t total_bytes(size_t count, size_t element) {
    if (element != 0 && count > (SIZE_MAX - 2 * VOL_PADDING) / element) {
        return 0;
    }
    size_t bytes = count * element + VOL_PADDING;
    return (bytes + VOL_ALIGNMENT - 1) / VOL_ALIGNMENT * VOL_ALIGNMENT;
}

void *vol_allocate(const vol_allocator *allocator, size_t count, size_t element) {
    size_t bytes = total_bytes(count, element);
    if (bytes == 0) {
        return NULL;
    }
    void *memory = allocator->allocate ? allocator->allocate(allocator->user, bytes, VOL_ALIGNMENT)
                                       : vol_aligned_allocate(VOL_ALIGNMENT, bytes);
    if (memory) {
        memset(memory, 0, bytes);
    }
    return memory;
}

void vol_release(const vol_allocator *allocator, void *memory, size_t count, size_t element) {
    if (!memory) {
        return;
    }
    if (allocator->release) {
        allocator->release(allocator->user, memory, total_bytes(count, element));
    } else {
        vol_aligned_release(memory);
    }
}
