/* A raster as the library itself sees it: between worlds and the backends that count. */
#ifndef VOLERY_RASTER_INTERNAL_H
#define VOLERY_RASTER_INTERNAL_H

#include "kernels/raster.h"
#include "world.h"

#include <volery/raster.h>

/* What a backend keeps of a raster begins with this: how it is given back, whichever backend the world has by then. */
typedef struct vol_raster_device {
    void (*end)(vol_raster *raster);
} vol_raster_device;

struct vol_raster {
    vol_world *world;
    uint32_t width, height;
    uint32_t flock_count;
    vol_raster_flock *flocks;
    vol_lens *lenses;     /* of each flock, for the one that is begun now */
    uint32_t planes;      /* of all flocks */
    uint32_t *numbers[2]; /* the buffers: all planes one behind the other */
    uint64_t step[2];     /* of which they are */
    uint64_t begun, done; /* done: taken or given up. Number n is in buffer n % 2 */
    uint32_t shown;       /* the buffer that was taken last, or VOL_NONE */
    void *device;         /* the backend's, a vol_raster_device; NULL at first */
};

/* Numbers in each buffer. */
static inline size_t vol_raster_numbers(const vol_raster *raster) {
    return (size_t)raster->planes * raster->width * raster->height;
}

#endif
