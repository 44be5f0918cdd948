/* Saves a world in full: see full.h. One walk over everything counts the bytes, or writes them. */
#include "full.h"

#include "backends/devices.h"
#include "core/error.h"
#include "core/hash.h"

#include <string.h>

const char vol_full_magic[8] = {'V', 'O', 'L', 'F', 'U', 'L', 'L', '1'};

uint64_t vol_full_layout(void) {
    static const size_t sizes[] = {sizeof(vol_full_head),    sizeof(vol_full_flock), sizeof(vol_world_def),
                                   sizeof(vol_flock_def),    sizeof(vol_term_data),  sizeof(vol_barrier),
                                   sizeof(vol_relation_def), sizeof(vol_meal),       sizeof(vol_inside)};
    uint64_t layout = vol_mix(VOL_VERSION_MAJOR << 16 | VOL_VERSION_MINOR << 8 | VOL_VERSION_PATCH, sizeof(void *));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        layout = vol_mix(layout, sizes[i]);
    }
    return layout;
}

uint64_t vol_full_sum(const unsigned char *bytes, size_t size, size_t from) {
    enum { LANES = 4 };
    uint64_t lane[LANES] = {1, 2, 3, 4}, word[LANES];
    for (; from + sizeof word <= size; from += sizeof word) {
        memcpy(word, bytes + from, sizeof word);
        for (int i = 0; i < LANES; i++) {
            lane[i] = (lane[i] ^ word[i]) * 0x9E3779B97F4A7C15u;
            lane[i] ^= lane[i] >> 29;
        }
    }
    memset(word, 0, sizeof word);
    if (from < size) {
        memcpy(word, bytes + from, size - from);
    }
    uint64_t sum = size;
    for (int i = 0; i < LANES; i++) {
        sum = vol_mix(vol_mix(sum, lane[i]), word[i]);
    }
    return sum;
}

int vol_full_arrays(const vol_world *world, const vol_flock_data *flock, const vol_state *state, void *arrays[8]) {
    int count = 0;
    for (int c = 0; c < world->def.dimensions; c++) {
        arrays[count++] = state->position[c];
        arrays[count++] = state->velocity[c];
    }
    if (vol_flock_has_heading(world, flock)) {
        arrays[count++] = state->heading;
        arrays[count++] = state->speed;
    }
    return count;
}

/* Where bytes go; without memory they are counted. */
typedef struct outlet {
    unsigned char *bytes;
    size_t size;
} outlet;

static void put(outlet *out, const void *from, size_t size) {
    if (out->bytes && size > 0) {
        memcpy(out->bytes + out->size, from, size);
    }
    out->size += size;
}

/* Elements of an array in the order of slots. */
static void put_in_order(outlet *out, const void *array, size_t element, const uint32_t *order, uint32_t count) {
    const unsigned char *from = array;
    unsigned char *to = out->bytes ? out->bytes + out->size : NULL;
    out->size += count * element;
    if (!to) {
        return;
    }
    if (element == 4) { /* the usual sizes are known to the compiler */
        for (uint32_t i = 0; i < count; i++) {
            memcpy(to + i * (size_t)4, from + order[i] * (size_t)4, 4);
        }
    } else if (element == 8) {
        for (uint32_t i = 0; i < count; i++) {
            memcpy(to + i * (size_t)8, from + order[i] * (size_t)8, 8);
        }
    } else {
        for (uint32_t i = 0; i < count; i++) {
            memcpy(to + i * element, from + order[i] * element, element);
        }
    }
}

/* A flock without what points somewhere or is made anew in every step. */
static void put_flock(outlet *out, vol_world *world, vol_flock_data *flock) {
    const vol_flock_size size = world->backend->size(world, flock);
    const uint32_t count = size.count;
    vol_full_flock record;
    memset(&record, 0, sizeof record);
    memcpy(&record.data, flock, sizeof record.data);
    record.count = count;
    record.next_id = size.next_id;
    record.data.def.name = NULL;
    record.data.store = record.data.marks = NULL;
    memset(&record.data.tree, 0, sizeof record.data.tree);
    memset(record.data.relation, 0, sizeof record.data.relation);
    memset(&record.data.around, 0, sizeof record.data.around);
    record.data.inside = record.data.inside_next = NULL;
    record.data.inside_room = 0;
    record.data.reach = 0;
    record.data.constants = NULL;
    put(out, &record, sizeof record);
    if (out->bytes) {
        const uint32_t *order = world->backend->order(world, flock);
        const vol_host_boids boids = world->backend->view(world, flock);
        void *arrays[8];
        const int numbers = vol_full_arrays(world, flock, &boids.now, arrays);
        put_in_order(out, boids.id, sizeof *boids.id, order, count);
        for (int a = 0; a < numbers; a++) {
            put_in_order(out, arrays[a], vol_number_size(world), order, count);
        }
        if (boids.user) {
            put_in_order(out, boids.user, flock->def.user_bytes, order, count);
        }
    } else {
        const size_t numbers = 2 * (size_t)world->def.dimensions + (vol_flock_has_heading(world, flock) ? 2 : 0);
        out->size += count * (sizeof(uint32_t) + numbers * vol_number_size(world) + flock->def.user_bytes);
    }
    put(out, flock->inside, flock->inside_count * sizeof *flock->inside);
}

/* What surrounds flocks, without its lists: how many there are stays. */
static void clear_lists(vol_surroundings *around) {
    const vol_terms terms = around->terms;
    const vol_barriers barriers = around->barriers;
    around->terms =
        (vol_terms){.count = terms.count, .given = terms.given, .gone = terms.gone, .number_count = terms.number_count};
    around->barriers = (vol_barriers){
        .count = barriers.count, .point_count = barriers.point_count, .given = barriers.given, .gone = barriers.gone};
    memset(&around->spare_barriers, 0, sizeof around->spare_barriers);
    around->relations = NULL;
    around->relation_number = NULL;
    around->relation_core = NULL;
    around->targets = NULL;
    around->relation_room = 0;
    memset(&around->flat, 0, sizeof around->flat);
}

static void put_head(outlet *out, const vol_world *world) {
    vol_full_head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, vol_full_magic, sizeof head.magic);
    head.layout = vol_full_layout();
    memcpy(&head.def, &world->def, sizeof head.def);
    head.def.threads = 0;
    head.def.isa = head.def.device = NULL;
    head.def.device_memory = 0;
    head.def.fast = false;
    memset(&head.def.allocator, 0, sizeof head.def.allocator);
    memset(&head.def.tasks, 0, sizeof head.def.tasks);
    head.def.cluster = NULL;
    memcpy(&head.around, &world->around, sizeof head.around);
    clear_lists(&head.around);
    memcpy(head.region, world->events.region, sizeof head.region);
    head.region_bits = world->events.region_bits;
    head.flock_count = world->flock_count;
    head.steps = world->steps;
    head.eaten = world->eaten;
    head.meal_count = world->meal_count;
    put(out, &head, sizeof head);
}

static void put_terms(outlet *out, const vol_world *world) {
    const vol_terms *terms = &world->around.terms;
    for (uint32_t i = 0; i < terms->count; i++) {
        vol_term_data term;
        memcpy(&term, &terms->term[i], sizeof term);
        term.path = NULL;
        term.def.points = term.def.flow = NULL;
        put(out, &term, sizeof term);
        const double *given = terms->term[i].def.points ? terms->term[i].def.points : terms->term[i].def.flow;
        put(out, given, vol_term_given(&term, world->def.dimensions) * sizeof *given);
    }
}

static void put_world(outlet *out, vol_world *world) {
    const vol_surroundings *around = &world->around;
    const vol_barriers *b = &around->barriers;
    put_head(out, world);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        put_flock(out, world, world->flocks[i]);
    }
    put(out, around->relations, around->relation_count * sizeof *around->relations);
    put(out, around->relation_number, around->relation_count * sizeof *around->relation_number);
    put(out, b->barrier, b->count * sizeof *b->barrier);
    put(out, b->number, b->count * sizeof *b->number);
    put(out, (const void *)b->user, b->count * sizeof *b->user);
    put(out, b->points, 3 * (size_t)b->point_count * sizeof *b->points);
    put_terms(out, world);
    put(out, world->meals, world->meal_count * sizeof *world->meals);
}

vol_result vol_world_save_full(vol_world *world, void *bytes, size_t room, size_t *size, vol_error *error) {
    VOL_GIVEN(size, error);
    *size = 0;
    VOL_ENTER(world, error);
    vol_result result = vol_devices_stay(world, VOL_STAYS_TO_SAVE, error);
    if (result != VOL_OK) {
        return result;
    }
    outlet count = {NULL, 0}, out = {bytes, 0};
    put_world(&count, world);
    *size = count.size;
    if (!bytes || room < count.size) {
        return !bytes && room == 0 ? VOL_OK
                                   : vol_fail(error, VOL_ERROR_VALUE, "room",
                                              "room is %zu bytes; the world takes %zu in full", room, count.size);
    }
    put_world(&out, world);
    const uint64_t total = out.size;
    memcpy(out.bytes + offsetof(vol_full_head, size), &total, sizeof total);
    const uint64_t sum = vol_full_sum(out.bytes, out.size, offsetof(vol_full_head, def));
    memcpy(out.bytes + offsetof(vol_full_head, sum), &sum, sizeof sum);
    return VOL_OK;
}
