/* Your own memory: everything a world needs comes from the host, here from one block that is given out from front to
 * back. Asked for while things are made, never during a step: so a step can neither fail nor wait for memory. */
#include <volery/volery.h>

#include <stdio.h>
#include <stdlib.h>

#define BLOCK ((size_t)64 << 20)

typedef struct arena {
    unsigned char *block;
    size_t used;
    size_t calls;
} arena;

static void *allocate(void *user, size_t bytes, size_t alignment) {
    arena *a = user;
    size_t begin = (a->used + alignment - 1) / alignment * alignment;
    if (begin > BLOCK || bytes > BLOCK - begin) {
        return NULL; /* the call that needed it ends with VOL_ERROR_MEMORY */
    }
    a->used = begin + bytes;
    a->calls++;
    return a->block + begin;
}

/* An arena frees all at once, at the end. */
static void release(void *user, void *memory, size_t bytes) {
    (void)user, (void)memory, (void)bytes;
}

int main(void) {
    arena memory = {aligned_alloc(64, BLOCK), 0, 0};
    vol_world_def world_def = vol_default_world_def();
    world_def.allocator = (vol_allocator){.user = &memory, .allocate = allocate, .release = release};
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 2000;
    vol_error error;
    vol_world *world = NULL;
    vol_flock flock;
    if (!memory.block || vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", memory.block ? error.text : "no memory");
        vol_world_destroy(world);
        free(memory.block);
        return 1;
    }
    size_t calls = memory.calls;
    vol_result result = vol_world_step(world, 100);
    printf("%zu boids live in %zu KiB; 100 steps asked for memory %zu times\n", flock_def.count, memory.used >> 10,
           memory.calls - calls);
    vol_world_destroy(world);
    free(memory.block);
    return result == VOL_OK ? 0 : 1;
}
