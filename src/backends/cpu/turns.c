/* Whose turn it is, where boids move one after the other in a random order: by (random number, flock, id), with a fresh
 * number for each boid and step. So the order is a function of (seed, step, flock, id) and of nothing else.
 *
 * The turns of a flock are a heap with the next one on top. It lies in the memory of `next`, which has no use while
 * boids move where they are: so shuffling allocates nothing. */
#include "backends/cpu/cpu.h"

#include "core/random.h"

typedef struct turn {
    uint64_t number;
    uint32_t id, slot;
} turn;

/* A state has two numbers for each of two dimensions at least. */
_Static_assert(sizeof(turn) <= 4 * sizeof(float), "the turns of a flock fit into a state");

static bool is_before(const turn *a, const turn *b) {
    return a->number != b->number ? a->number < b->number : a->id < b->id;
}

/* Lets the turn at `at` sink until none below it comes before it. */
static void sink(turn *heap, uint32_t count, uint32_t at) {
    const turn taken = heap[at];
    for (;;) {
        uint32_t below = 2 * at + 1;
        if (below + 1 < count && is_before(&heap[below + 1], &heap[below])) {
            below++;
        }
        if (below >= count || !is_before(&heap[below], &taken)) {
            break;
        }
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = taken;
}

void vol_turns_draw(vol_world *world, vol_flock_data *flock) {
    vol_store *store = flock->store;
    const vol_domain domain = vol_store_domain(store);
    turn *heap = store->next.position[0];
    store->turns = 0;
    for (uint32_t slot = domain.begin; slot < domain.end; slot++) {
        const uint32_t id = store->id[slot];
        vol_random_bits bits = vol_random_at(world->def.seed, flock->number, id, world->steps, VOL_RANDOM_TURN);
        heap[store->turns++] = (turn){(uint64_t)bits.word[0] << 32 | bits.word[1], id, slot};
    }
    for (uint32_t at = store->turns / 2; at-- > 0;) {
        sink(heap, store->turns, at);
    }
}

vol_flock_data *vol_turns_next(vol_world *world, uint32_t *slot) {
    vol_flock_data *next = NULL;
    const turn *first = NULL;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        const vol_store *store = world->flocks[i]->store;
        const turn *top = store->next.position[0];
        if (store->turns > 0 && (!first || top->number < first->number)) {
            first = top;
            next = world->flocks[i];
        }
    }
    if (next) {
        vol_store *store = next->store;
        turn *heap = store->next.position[0];
        *slot = heap[0].slot;
        heap[0] = heap[--store->turns];
        sink(heap, store->turns, 0);
    }
    return next;
}
