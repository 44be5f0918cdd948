/* Events: a ring that readers follow with cursors, and the regions that boids enter and leave. Comes behind a step,
 * after hunters have eaten, and behind calls that add and remove boids.
 *
 * Who is in regions is a list for each flock, by id. Behind a step it is made anew, in the order of ids, and compared
 * with the last one on the way. */
#include "query.h"

#include "core/error.h"
#include "core/memory.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

#define VOL_EVENTS_MOST 2147483647u

/* --- The ring ----------------------------------------------------------------------------------------------------- */

/* What boids carry lies on multiples of 8, so that it can be read in place. */
static size_t stride_of(size_t user_bytes) {
    return (user_bytes + 7) / 8 * 8;
}

static void release_ring(const vol_world *world, const vol_events *events) {
    vol_release(&world->def.allocator, events->ring, events->room, sizeof *events->ring);
    vol_release(&world->def.allocator, events->bytes, events->room, stride_of(events->user_bytes));
}

vol_result vol_world_watch(vol_world *world, uint32_t kinds, size_t room, size_t user_bytes, vol_error *error) {
    VOL_ENTER(world, error);
    if (kinds & ~(uint32_t)VOL_EVENT_ALL) {
        return vol_fail(error, VOL_ERROR_VALUE, "kinds", "kinds is %u; allowed are sums of the kinds, up to %d",
                        (unsigned)kinds, VOL_EVENT_ALL);
    }
    if (room > VOL_EVENTS_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "room", "room is %zu; allowed is 0 to %u", room, VOL_EVENTS_MOST);
    }
    if (user_bytes > VOL_USER_BYTES_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "user_bytes", "user_bytes is %zu; allowed is 0 to %d", user_bytes,
                        VOL_USER_BYTES_MOST);
    }
    vol_events made = world->events;
    const size_t stride = stride_of(user_bytes);
    made.kinds = room > 0 ? kinds : 0;
    made.room = room;
    made.user_bytes = user_bytes;
    made.first = made.mark = made.next;
    made.ring = room > 0 ? vol_allocate(&world->def.allocator, room, sizeof *made.ring) : NULL;
    made.bytes = room > 0 && stride > 0 ? vol_allocate(&world->def.allocator, room, stride) : NULL;
    if (room > 0 && (!made.ring || (stride > 0 && !made.bytes))) {
        release_ring(world, &made);
        return vol_fail(error, VOL_ERROR_MEMORY, "room", "no memory for %zu events", room);
    }
    for (size_t i = 0; i < room && stride > 0; i++) {
        made.ring[i].bytes = made.bytes + i * stride;
    }
    release_ring(world, &world->events);
    world->events = made;
    return VOL_OK;
}

static vol_event_place *place_of(const vol_events *events, uint64_t number) {
    return &events->ring[number % events->room];
}

/* The number of the oldest event that is there. */
static uint64_t oldest(const vol_events *events) {
    const uint64_t count = events->next - events->first;
    return count > events->room ? events->next - events->room : events->first;
}

size_t vol_world_read_events(const vol_world *world, uint64_t *cursor, vol_event *to, size_t room, uint64_t *lost) {
    if (!vol_may_enter(world, __func__)) {
        return 0;
    }
    if (!cursor || (!to && room > 0)) {
        vol_stop(__func__, "%s is NULL", cursor ? "events" : "cursor");
        return 0;
    }
    const vol_events *events = &world->events;
    const uint64_t begin = oldest(events), from = *cursor < begin ? begin : *cursor;
    uint64_t unused;
    *(lost ? lost : &unused) = from - *cursor;
    size_t count = 0;
    for (; count < room && from + count < events->next; count++) {
        to[count] = place_of(events, from + count)->event;
    }
    *cursor = from + count;
    return count;
}

uint64_t vol_world_event_count(const vol_world *world) {
    return vol_may_enter(world, __func__) ? world->events.next : 0;
}

void vol_events_release(vol_world *world) {
    release_ring(world, &world->events);
}

/* A boid in its flock. */
typedef struct boid {
    const vol_flock_data *flock;
    uint32_t slot, id;
} boid;

static boid boid_at(const vol_world *world, const vol_flock_data *flock, uint32_t slot) {
    return (boid){flock, slot, world->backend->view(world, flock).id[slot]};
}

/* Puts an event about the boid into the ring, if it is of a kind that is wanted. */
static void put_event(vol_world *world, const boid *of, vol_event_kind kind, vol_event event) {
    vol_events *events = &world->events;
    if (!(events->kinds & (uint32_t)kind)) {
        return;
    }
    const vol_host_boids boids = world->backend->view(world, of->flock);
    vol_event_place *place = place_of(events, events->next++);
    const size_t carried = of->flock->def.user_bytes;
    double numbers[8];
    world->kernels->get(&boids.now, world->def.dimensions, of->slot, numbers);
    event.step = events->step;
    event.kind = kind;
    event.flock = vol_flock_handle(of->flock);
    event.id = of->id;
    for (int c = 0; c < world->def.dimensions; c++) {
        event.position[c] = numbers[c];
    }
    event.user_bytes = carried < events->user_bytes ? carried : events->user_bytes;
    event.user = event.user_bytes > 0 ? place->bytes : NULL;
    if (event.user_bytes > 0) {
        memcpy(place->bytes, boids.user + of->slot * carried, event.user_bytes);
    }
    place->event = event;
}

static vol_event nobody(void) {
    return (vol_event){.other_flock = VOL_NONE, .other = VOL_NONE, .region = VOL_NONE};
}

static vol_event of_region(uint32_t region) {
    vol_event event = nobody();
    event.region = region;
    return event;
}

/* Is `a` behind `b` among the events of a step or call? */
static bool is_behind(const vol_event *a, const vol_event *b) {
    if (a->flock != b->flock) {
        return a->flock > b->flock;
    }
    if (a->id != b->id) {
        return a->id > b->id;
    }
    return a->kind != b->kind ? a->kind > b->kind : a->region > b->region;
}

static void swap_places(vol_event_place *a, vol_event_place *b) {
    const vol_event_place swap = *a;
    *a = *b;
    *b = swap;
}

/* Events from number `first` on are a heap with the last one of the order on top. */
static void sink(const vol_events *events, uint64_t first, uint64_t count, uint64_t root) {
    for (uint64_t child; (child = 2 * root + 1) < count; root = child) {
        vol_event_place *below = place_of(events, first + child);
        if (child + 1 < count && is_behind(&place_of(events, first + child + 1)->event, &below->event)) {
            below = place_of(events, first + ++child);
        }
        if (!is_behind(&below->event, &place_of(events, first + root)->event)) {
            return;
        }
        swap_places(place_of(events, first + root), below);
    }
}

void vol_events_begin(vol_world *world, uint64_t step) {
    world->events.step = step;
    world->events.mark = world->events.next;
}

void vol_events_end(vol_world *world) {
    const vol_events *events = &world->events;
    const uint64_t first = events->mark > oldest(events) ? events->mark : oldest(events), count = events->next - first;
    for (uint64_t root = count / 2; root-- > 0;) {
        sink(events, first, count, root);
    }
    for (uint64_t end = count; end-- > 1;) {
        swap_places(place_of(events, first), place_of(events, first + end));
        sink(events, first, end, 0);
    }
}

void vol_events_born(vol_world *world, const vol_flock_data *flock, uint32_t slot) {
    if (world->events.kinds & VOL_EVENT_BORN) {
        const boid born = boid_at(world, flock, slot);
        put_event(world, &born, VOL_EVENT_BORN, nobody());
    }
}

/* --- Regions ------------------------------------------------------------------------------------------------------ */

/* Where the boid is in the flock's list, or would be. */
static uint32_t find_inside(const vol_flock_data *flock, uint32_t id) {
    uint32_t low = 0, high = flock->inside_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (flock->inside[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void vol_events_died(vol_world *world, const vol_flock_data *flock, uint32_t slot, uint32_t other_flock,
                     uint32_t other) {
    const vol_events *events = &world->events;
    if (!events->kinds && !events->region_bits) {
        return;
    }
    const boid dead = boid_at(world, flock, slot);
    vol_event event = nobody();
    event.other_flock = other_flock;
    event.other = other;
    put_event(world, &dead, VOL_EVENT_DIED, event);
    const uint32_t at = find_inside(flock, dead.id);
    if (at < flock->inside_count && flock->inside[at].id == dead.id) {
        for (uint32_t r = 0; r < VOL_REGIONS_MOST; r++) {
            if (flock->inside[at].regions >> r & 1) {
                put_event(world, &dead, VOL_EVENT_LEFT, of_region(r));
            }
        }
        flock->inside[at].regions = 0;
    }
}

bool vol_events_cross(const vol_world *world) {
    return world->events.region_bits != 0;
}

bool vol_events_make_lists(const vol_world *world, vol_flock_data *flock, size_t capacity) {
    if (capacity <= flock->inside_room) {
        return true;
    }
    vol_inside *inside = vol_allocate(&world->def.allocator, capacity, sizeof *inside);
    vol_inside *next = vol_allocate(&world->def.allocator, capacity, sizeof *next);
    if (!inside || !next) {
        vol_release(&world->def.allocator, inside, capacity, sizeof *inside);
        vol_release(&world->def.allocator, next, capacity, sizeof *next);
        return false;
    }
    if (flock->inside_count > 0) {
        memcpy(inside, flock->inside, flock->inside_count * sizeof *inside);
    }
    const uint32_t count = flock->inside_count;
    vol_events_release_flock(world, flock);
    flock->inside = inside;
    flock->inside_next = next;
    flock->inside_room = capacity;
    flock->inside_count = count;
    return true;
}

void vol_events_release_flock(const vol_world *world, vol_flock_data *flock) {
    vol_release(&world->def.allocator, flock->inside, flock->inside_room, sizeof *flock->inside);
    vol_release(&world->def.allocator, flock->inside_next, flock->inside_room, sizeof *flock->inside_next);
    flock->inside = flock->inside_next = NULL;
    flock->inside_room = 0;
    flock->inside_count = 0;
}

bool vol_events_make_room(const vol_world *world, vol_flock_data *flock, size_t capacity) {
    return !vol_events_cross(world) || vol_events_make_lists(world, flock, capacity);
}

/* The regions in which a boid of the flock counts. */
static uint32_t regions_of(const vol_world *world, const vol_flock_data *flock) {
    const vol_events *events = &world->events;
    uint32_t bits = 0;
    for (uint32_t r = 0; r < VOL_REGIONS_MOST; r++) {
        const bool here = events->region[r].exists && (events->region[r].all || (flock->regions >> r & 1));
        bits |= (uint32_t)here << r;
    }
    return bits;
}

/* What is watched in a flock, as shapes of the world as it is now. */
typedef struct lookout {
    uint32_t bits;
    struct {
        bool box;
        vol_ball ball;
        vol_boxed boxed;
    } shape[VOL_REGIONS_MOST];
} lookout;

static void look_out(const vol_world *world, uint32_t bits, lookout *out) {
    out->bits = bits;
    for (uint32_t r = 0; r < VOL_REGIONS_MOST; r++) {
        const vol_region *region = &world->events.region[r];
        if (bits >> r & 1) {
            out->shape[r].box = region->box;
            out->shape[r].ball = vol_ball_of(world, region->center, region->radius);
            out->shape[r].boxed = vol_boxed_of(world, region->low, region->high);
        }
    }
}

static uint32_t regions_at(const lookout *out, const double position[3]) {
    uint32_t in = 0;
    for (uint32_t r = 0; r < VOL_REGIONS_MOST && out->bits >> r > 0; r++) {
        if (out->bits >> r & 1) {
            const double measure = out->shape[r].box ? vol_boxed_measure(&out->shape[r].boxed, position)
                                                     : vol_ball_measure(&out->shape[r].ball, position);
            in |= (uint32_t)(measure < INFINITY) << r;
        }
    }
    return in;
}

static void tell(vol_world *world, const boid *of, uint32_t before, uint32_t now) {
    for (uint32_t r = 0; r < VOL_REGIONS_MOST; r++) {
        if ((before ^ now) >> r & 1) {
            put_event(world, of, now >> r & 1 ? VOL_EVENT_ENTERED : VOL_EVENT_LEFT, of_region(r));
        }
    }
}

static void look_at_flock(vol_world *world, vol_flock_data *flock, const lookout *out, bool silent) {
    const uint32_t *order = world->backend->order(world, flock);
    const vol_host_boids boids = world->backend->view(world, flock);
    uint32_t last = 0, count = 0;
    for (uint32_t i = 0; i < boids.count; i++) {
        const boid b = {flock, order[i], boids.id[order[i]]};
        double numbers[8];
        world->kernels->get(&boids.now, world->def.dimensions, b.slot, numbers);
        const uint32_t now = regions_at(out, numbers);
        while (last < flock->inside_count && flock->inside[last].id < b.id) {
            last++;
        }
        const bool known = last < flock->inside_count && flock->inside[last].id == b.id;
        const uint32_t before = known ? flock->inside[last].regions : 0;
        if (now != before && !silent) {
            tell(world, &b, before, now);
        }
        if (now) {
            flock->inside_next[count++] = (vol_inside){b.id, now};
        }
    }
    vol_inside *made = flock->inside_next;
    flock->inside_next = flock->inside;
    flock->inside = made;
    flock->inside_count = count;
}

void vol_events_look(vol_world *world, bool silent) {
    lookout out;
    for (uint32_t i = 0; i < world->flock_count && vol_events_cross(world); i++) {
        vol_flock_data *flock = world->flocks[i];
        look_out(world, regions_of(world, flock), &out);
        if (out.bits || flock->inside_count > 0) {
            look_at_flock(world, flock, &out, silent);
        }
    }
}

static vol_result check_region(const vol_world *world, uint32_t region, const vol_flock *flocks, size_t count,
                               vol_error *error) {
    VOL_ENTER(world, error);
    if (count > 0) {
        VOL_GIVEN(flocks, error);
    }
    if (region >= VOL_REGIONS_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "region", "region is %u; allowed is 0 to %d", (unsigned)region,
                        VOL_REGIONS_MOST - 1);
    }
    if (count > 1 && count > world->flock_count) { /* before anything behind the array is read */
        return vol_fail(error, VOL_ERROR_VALUE, "flock_count",
                        "flock_count is %zu; allowed is 0 to %u, each flock once", count, (unsigned)world->flock_count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!vol_flock_of(world, flocks[i])) {
            return vol_no_flock(flocks[i], "flocks", error);
        }
    }
    return VOL_OK;
}

static vol_result watch_region(vol_world *world, uint32_t number, const vol_flock *flocks, size_t count,
                               vol_region region, vol_error *error) {
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        if (!vol_events_make_lists(world, flock, world->backend->size(world, flock).capacity)) {
            return vol_fail(error, VOL_ERROR_MEMORY, "region", "no memory for the boids in region %u",
                            (unsigned)number);
        }
    }
    region.exists = true;
    region.all = !flocks;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        world->flocks[i]->regions &= ~(UINT32_C(1) << number);
    }
    for (size_t i = 0; flocks && i < count; i++) {
        vol_flock_of(world, flocks[i])->regions |= UINT32_C(1) << number;
    }
    world->events.region[number] = region;
    world->events.region_bits |= UINT32_C(1) << number;
    return VOL_OK;
}

vol_result vol_world_watch_ball(vol_world *world, uint32_t region, const vol_flock *flocks, size_t flock_count,
                                const double *center, double radius, vol_error *error) {
    vol_result result = check_region(world, region, flocks, flock_count, error);
    vol_region made = {.radius = radius};
    if (result == VOL_OK) {
        result = vol_query_check_point(world, "center", center, error);
    }
    if (result == VOL_OK) {
        result = vol_query_check_number("radius", radius, 0, VOL_FARTHEST, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    memcpy(made.center, center, (size_t)world->def.dimensions * sizeof *center);
    return watch_region(world, region, flocks, flock_count, made, error);
}

vol_result vol_world_watch_box(vol_world *world, uint32_t region, const vol_flock *flocks, size_t flock_count,
                               const double *low, const double *high, vol_error *error) {
    vol_result result = check_region(world, region, flocks, flock_count, error);
    vol_region made = {.box = true};
    if (result == VOL_OK) {
        result = vol_query_check_box(world, low, high, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    memcpy(made.low, low, (size_t)world->def.dimensions * sizeof *low);
    memcpy(made.high, high, (size_t)world->def.dimensions * sizeof *high);
    return watch_region(world, region, flocks, flock_count, made, error);
}

vol_result vol_world_unwatch(vol_world *world, uint32_t region, vol_error *error) {
    VOL_ENTER(world, error);
    if (region >= VOL_REGIONS_MOST || !world->events.region[region].exists) {
        return vol_fail(error, VOL_ERROR_NAME, "region", "there is no region number %u", (unsigned)region);
    }
    const uint32_t others = ~(UINT32_C(1) << region);
    world->events.region[region].exists = false;
    world->events.region_bits &= others;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        for (uint32_t k = 0; k < flock->inside_count; k++) {
            flock->inside[k].regions &= others;
        }
    }
    return VOL_OK;
}

size_t vol_world_region_count(const vol_world *world, uint32_t region, vol_flock flock) {
    const vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    size_t count = 0;
    for (uint32_t k = 0; f && region < VOL_REGIONS_MOST && k < f->inside_count; k++) {
        count += f->inside[k].regions >> region & 1;
    }
    return count;
}
