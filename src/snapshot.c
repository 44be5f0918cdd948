/* Snapshots: the moving state of a world as bytes, little end first, the same on every machine.
 *
 * Layout: "VOLSNAP2", u32 dimensions, u32 precision, u32 flocks, u32 zero, u64 steps, u64 eaten, three doubles: the
 * gust that is still to blow; then for each flock char name[64], u32 model, u32 boids, u32 next id, u16 numbers a boid,
 * u16 bytes of user data a boid, and for each boid in id order u32 id, its numbers (position, velocity, and heading and
 * speed where the model has them) in the world's precision, and its user data as it is; at the end u64 checksum of all
 * before it. Version 1, which is read too, has neither eaten nor gust. Parameters are not in it, nor are leaders: they
 * belong to the scene.
 */
#include "world.h"

#include "core/error.h"
#include "core/hash.h"
#include "params/params.h"

#include <string.h>

enum { FIRST_HEAD_BYTES = 32, HEAD_BYTES = 64, FLOCK_BYTES = 80, CHECKSUM_BYTES = 8 };
static const char magic[8] = {'V', 'O', 'L', 'S', 'N', 'A', 'P', '2'};

static unsigned char *put_bytes(unsigned char *at, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        at[i] = (unsigned char)(value >> (8 * i));
    }
    return at + bytes;
}

static uint64_t get_bytes(const unsigned char *at, size_t bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

static unsigned char *put_number(unsigned char *at, double value, vol_precision precision) {
    if (precision == VOL_PRECISION_DOUBLE) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        return put_bytes(at, bits, 8);
    }
    float single = (float)value; /* it was one */
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return put_bytes(at, bits, 4);
}

static double get_number(const unsigned char *at, vol_precision precision) {
    if (precision == VOL_PRECISION_DOUBLE) {
        uint64_t bits = get_bytes(at, 8);
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    uint32_t bits = (uint32_t)get_bytes(at, 4);
    float single;
    memcpy(&single, &bits, sizeof single);
    return (double)single;
}

static size_t number_bytes(const vol_world *world) {
    return world->def.precision == VOL_PRECISION_DOUBLE ? 8 : 4;
}

static size_t numbers_of(const vol_world *world, const vol_flock_data *flock) {
    return 2 * (size_t)world->def.dimensions + (vol_flock_has_heading(world, flock) ? 2 : 0);
}

static size_t boid_bytes(const vol_world *world, const vol_flock_data *flock) {
    return 4 + numbers_of(world, flock) * number_bytes(world) + flock->def.user_bytes;
}

/* The first place from `place` on that has a flock. */
static uint32_t next_flock(const vol_world *world, uint32_t place) {
    while (place < world->flock_count && !world->flocks[place]->exists) {
        place++;
    }
    return place;
}

static uint32_t count_flocks(const vol_world *world) {
    uint32_t count = 0;
    for (uint32_t i = next_flock(world, 0); i < world->flock_count; i = next_flock(world, i + 1)) {
        count++;
    }
    return count;
}

size_t vol_snapshot_size(const vol_world *world) {
    if (!vol_may_enter(world, __func__)) {
        return 0;
    }
    size_t size = HEAD_BYTES + CHECKSUM_BYTES;
    for (uint32_t i = next_flock(world, 0); i < world->flock_count; i = next_flock(world, i + 1)) {
        size += FLOCK_BYTES + world->backend->size(world, world->flocks[i]).count * boid_bytes(world, world->flocks[i]);
    }
    return size;
}

/* Which of a boid's eight numbers are in a snapshot, in order. */
static size_t number_list(const vol_world *world, const vol_flock_data *flock, int list[8]) {
    size_t count = 0;
    for (int n = 0; n < 8; n++) {
        if (n < 6 ? n % 3 < world->def.dimensions : vol_flock_has_heading(world, flock)) {
            list[count++] = n;
        }
    }
    return count;
}

static unsigned char *write_flock(vol_world *world, vol_flock_data *flock, unsigned char *at) {
    int list[8];
    size_t numbers = number_list(world, flock, list);
    const uint32_t *order = world->backend->order(world, flock);
    const vol_host_boids boids = world->backend->view(world, flock);
    memset(at, 0, 64);
    memcpy(at, flock->name, strlen(flock->name));
    at = put_bytes(at + 64, (uint64_t)flock->def.model, 4);
    at = put_bytes(at, boids.count, 4);
    at = put_bytes(at, world->backend->size(world, flock).next_id, 4);
    at = put_bytes(at, numbers, 2);
    at = put_bytes(at, flock->def.user_bytes, 2);
    for (uint32_t i = 0; i < boids.count; i++) {
        double values[8];
        at = put_bytes(at, boids.id[order[i]], 4);
        world->kernels->get(&boids.now, world->def.dimensions, order[i], values);
        for (size_t n = 0; n < numbers; n++) {
            at = put_number(at, values[list[n]], world->def.precision);
        }
        if (boids.user) {
            memcpy(at, boids.user + order[i] * flock->def.user_bytes, flock->def.user_bytes);
            at += flock->def.user_bytes;
        }
    }
    return at;
}

void vol_snapshot_write(vol_world *world, void *bytes) {
    if (!vol_may_enter(world, __func__)) {
        return;
    }
    if (!bytes) {
        vol_stop(__func__, "bytes is NULL");
        return;
    }
    unsigned char *at = bytes;
    if (world->flock_count > 0) { /* should a device fail over this, it is an earlier step that is written */
        world->backend->view(world, world->flocks[0]);
    }
    memcpy(at, magic, sizeof magic);
    at = put_bytes(at + sizeof magic, (uint64_t)world->def.dimensions, 4);
    at = put_bytes(at, (uint64_t)world->def.precision, 4);
    at = put_bytes(at, count_flocks(world), 4);
    at = put_bytes(at, 0, 4);
    at = put_bytes(at, world->steps, 8);
    at = put_bytes(at, world->eaten, 8);
    for (int c = 0; c < 3; c++) {
        at = put_number(at, world->around.gust[c], VOL_PRECISION_DOUBLE);
    }
    for (uint32_t i = next_flock(world, 0); i < world->flock_count; i = next_flock(world, i + 1)) {
        at = write_flock(world, world->flocks[i], at);
    }
    put_bytes(at, vol_checksum(bytes, (size_t)(at - (unsigned char *)bytes)), 8);
}

static vol_result bad_snapshot(vol_error *error, const char *why) {
    return vol_fail(error, VOL_ERROR_DATA, "snapshot", "the snapshot %s", why);
}

/* How long the head is, by the version. */
static size_t head_bytes(const unsigned char *bytes) {
    return bytes[sizeof magic - 1] == '1' ? FIRST_HEAD_BYTES : HEAD_BYTES;
}

/* The part of the head that version 1 does not have. */
static bool read_rest_of_head(const unsigned char *bytes, uint64_t *eaten, double gust[3]) {
    bool later = head_bytes(bytes) == HEAD_BYTES, finite = true;
    *eaten = later ? get_bytes(bytes + FIRST_HEAD_BYTES, 8) : 0;
    for (int c = 0; c < 3; c++) {
        gust[c] = later ? get_number(bytes + FIRST_HEAD_BYTES + 8 + 8 * c, VOL_PRECISION_DOUBLE) : 0;
        finite = finite && gust[c] - gust[c] == 0;
    }
    return finite;
}

static vol_result check_head(const vol_world *world, const unsigned char *bytes, size_t size, vol_error *error) {
    if (size < FIRST_HEAD_BYTES + CHECKSUM_BYTES || memcmp(bytes, magic, sizeof magic - 1) != 0) {
        return bad_snapshot(error, "is not one of Volery's");
    }
    if (bytes[sizeof magic - 1] != '1' && bytes[sizeof magic - 1] != (unsigned char)magic[sizeof magic - 1]) {
        return bad_snapshot(error, "is of another version; this one reads versions 1 and 2");
    }
    if (size < head_bytes(bytes) + CHECKSUM_BYTES) {
        return bad_snapshot(error, "is damaged: it ends too early");
    }
    if (get_bytes(bytes + size - 8, 8) != vol_checksum(bytes, size - 8)) {
        return bad_snapshot(error, "is damaged: its checksum is wrong");
    }
    if (get_bytes(bytes + 8, 4) != (uint64_t)world->def.dimensions) {
        return bad_snapshot(error, world->def.dimensions == 2 ? "is of a world of 3 dimensions; this one has 2"
                                                              : "is of a world of 2 dimensions; this one has 3");
    }
    if (get_bytes(bytes + 12, 4) != (uint64_t)world->def.precision) {
        return bad_snapshot(error, world->def.precision == VOL_PRECISION_DOUBLE
                                       ? "is of a world in single precision; this one is in double"
                                       : "is of a world in double precision; this one is in single");
    }
    if (get_bytes(bytes + 16, 4) != count_flocks(world)) {
        return vol_fail(error, VOL_ERROR_DATA, "snapshot", "the snapshot has %u flocks; this world has %u",
                        (unsigned)get_bytes(bytes + 16, 4), (unsigned)count_flocks(world));
    }
    uint64_t eaten;
    double gust[3];
    return read_rest_of_head(bytes, &eaten, gust) ? VOL_OK : bad_snapshot(error, "is damaged: its gust is wrong");
}

/* A boid's numbers are those that vol_flock_add and vol_flock_add_heading take; boids may also be within the margin. */
static vol_result check_numbers(const vol_world *world, const vol_flock_data *flock, const unsigned char *at,
                                uint32_t id, vol_error *error) {
    static const char *const names[8] = {"position", "position", "position", "velocity",
                                         "velocity", "velocity", "heading",  "speed"};
    const double farthest = VOL_FARTHEST + world->def.margin * 1.000001; /* in single precision it is rounded */
    int list[8];
    const size_t numbers = number_list(world, flock, list);
    for (size_t n = 0; n < numbers; n++, at += number_bytes(world)) {
        const double number = get_number(at, world->def.precision), most = list[n] < 3 ? farthest : VOL_FASTEST;
        const double least = list[n] == 7 ? 0 : -most;
        if (!(number >= least && number <= most)) {
            return vol_fail(error, VOL_ERROR_DATA, "snapshot",
                            "the snapshot has a boid %u in flock %s with the %s %g; allowed is a number from %g to %g",
                            (unsigned)id, flock->name, names[list[n]], number, least, most);
        }
    }
    return VOL_OK;
}

/* Checks the flock that starts at `at` and moves on behind it. */
static vol_result check_flock(const vol_world *world, const vol_flock_data *flock, const unsigned char **at,
                              const unsigned char *end, vol_error *error) {
    const unsigned char *head = *at;
    if (end - head < FLOCK_BYTES) {
        return bad_snapshot(error, "is damaged: it ends too early");
    }
    if (memchr(head, 0, 64) == NULL || strcmp((const char *)head, flock->name) != 0) {
        return vol_fail(error, VOL_ERROR_DATA, "snapshot", "the snapshot has a flock '%.63s' where this world has '%s'",
                        (const char *)head, flock->name);
    }
    if (get_bytes(head + 64, 4) != (uint64_t)flock->def.model || get_bytes(head + 76, 2) != numbers_of(world, flock)) {
        return vol_fail(error, VOL_ERROR_DATA, "snapshot", "the snapshot has another model in flock %s", flock->name);
    }
    if (get_bytes(head + 78, 2) != flock->def.user_bytes) {
        return vol_fail(error, VOL_ERROR_DATA, "snapshot",
                        "the snapshot has %u bytes of user data a boid in flock %s, and this world %zu",
                        (unsigned)get_bytes(head + 78, 2), flock->name, flock->def.user_bytes);
    }
    uint64_t count = get_bytes(head + 68, 4), next_id = get_bytes(head + 72, 4);
    size_t each = boid_bytes(world, flock);
    if (count > next_id || next_id > INT32_MAX || (uint64_t)(end - head - FLOCK_BYTES) / each < count) {
        return bad_snapshot(error, "is damaged: its counts are wrong");
    }
    for (uint64_t i = 0, least = 0; i < count; i++) {
        const unsigned char *boid = head + FLOCK_BYTES + i * each;
        uint64_t id = get_bytes(boid, 4);
        if (id < least || id >= next_id) {
            return bad_snapshot(error, "is damaged: its ids are wrong");
        }
        vol_result result = check_numbers(world, flock, boid + 4, (uint32_t)id, error);
        if (result != VOL_OK) {
            return result;
        }
        least = id + 1;
    }
    *at = head + FLOCK_BYTES + count * each;
    return VOL_OK;
}

static const unsigned char *read_flock(vol_world *world, vol_flock_data *flock, const unsigned char *at) {
    int list[8];
    size_t numbers = number_list(world, flock, list), width = number_bytes(world);
    const uint32_t count = (uint32_t)get_bytes(at + 68, 4), next_id = (uint32_t)get_bytes(at + 72, 4);
    const vol_host_boids boids = world->backend->restore(world, flock, count, next_id);
    at += FLOCK_BYTES;
    for (uint32_t slot = 0; slot < count; slot++) {
        double values[8] = {0};
        boids.id[slot] = (uint32_t)get_bytes(at, 4);
        at += 4;
        for (size_t n = 0; n < numbers; n++, at += width) {
            values[list[n]] = get_number(at, world->def.precision);
        }
        if (boids.user) {
            memcpy(boids.user + slot * flock->def.user_bytes, at, flock->def.user_bytes);
            at += flock->def.user_bytes;
        }
        world->kernels->put(&boids.now, world->def.dimensions, slot, values);
    }
    world->backend->fold(world, flock);
    return at;
}

/* Room for the boids of all flocks, once all of them are checked. */
static vol_result make_room(vol_world *world, const unsigned char *at, vol_error *error) {
    for (uint32_t i = next_flock(world, 0); i < world->flock_count; i = next_flock(world, i + 1)) {
        const size_t count = (size_t)get_bytes(at + 68, 4);
        if (vol_flock_make_room(world, world->flocks[i], count) != VOL_OK) {
            return vol_fail(error, VOL_ERROR_MEMORY, "snapshot", "no memory for the boids of the snapshot");
        }
        at += FLOCK_BYTES + count * boid_bytes(world, world->flocks[i]);
    }
    return VOL_OK;
}

vol_result vol_snapshot_read(vol_world *world, const void *bytes, size_t size, vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(bytes, error);
    vol_result result = check_head(world, bytes, size, error);
    if (result != VOL_OK) {
        return result;
    }
    const unsigned char *head = bytes, *at = head + head_bytes(head), *end = head + size - CHECKSUM_BYTES;
    for (uint32_t i = next_flock(world, 0); result == VOL_OK && i < world->flock_count; i = next_flock(world, i + 1)) {
        result = check_flock(world, world->flocks[i], &at, end, error);
    }
    if (result == VOL_OK && at != end) {
        result = bad_snapshot(error, "is damaged: there is something behind its end");
    }
    if (result == VOL_OK) {
        result = make_room(world, head + head_bytes(head), error);
    }
    if (result != VOL_OK) {
        return result;
    }
    at = head + head_bytes(head);
    for (uint32_t i = next_flock(world, 0); i < world->flock_count; i = next_flock(world, i + 1)) {
        at = read_flock(world, world->flocks[i], at);
    }
    world->steps = get_bytes(head + 24, 8);
    read_rest_of_head(head, &world->eaten, world->around.gust);
    world->meal_count = 0; /* those of the last step are not known */
    vol_events_look(world, true);
    return VOL_OK;
}
