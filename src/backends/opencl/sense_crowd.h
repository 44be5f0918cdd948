/* Sensing in crowded cells in space, part of step.cl: the boids of a group of VOL_TOGETHER work items, which lie close
 * together (line_up of index.cl), sense together. What is near the box around them is listed in the group's memory, and
 * each takes all of the list. Where boids look for their neighbours alone, most of those that run together wait for
 * the one with the most of them in each row, and fetch what others have fetched. OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_SENSE_CROWD_H
#define VOLERY_BACKENDS_OPENCL_SENSE_CROWD_H

/* Boids whose cells are so many apart in a row do not make one box. A list is taken once it has two words of bits, and
 * has room for what comes with the last of them. */
enum {
    VOL_ROW_CELLS = 4,
    VOL_LIST_WORD = 32,
    VOL_LIST_FULL = 2 * VOL_LIST_WORD,
    VOL_LIST_ROOM = VOL_LIST_FULL + VOL_TOGETHER,
    VOL_LIST_AT_ONCE = 8
};

/* The work items of the group wait for each other. On NVIDIA's cards such a group is what runs in step. */
#ifdef __NV_CL_C_VERSION
#define GROUP_MEETS asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#else
#define GROUP_MEETS barrier(CLK_LOCAL_MEM_FENCE)
#endif

typedef struct vol_crowd_list {
    real4 place[VOL_LIST_ROOM]; /* and the velocity along x */
    real2 rest[VOL_LIST_ROOM];  /* of the velocity */
    uint slot[VOL_LIST_ROOM];
    real4 low[VOL_TOGETHER], high[VOL_TOGETHER];
    uint cell, hits;
} vol_crowd_list;

/* The least number of the group. */
VOL_INLINE uint group_least(uint number, __local vol_crowd_list *list) {
    GROUP_MEETS;
    if (get_local_id(0) == 0) {
        list->cell = number;
    }
    GROUP_MEETS;
    atomic_min(&list->cell, number);
    GROUP_MEETS;
    return list->cell;
}

/* A bit for each work item of the group: is its `hit` 1? */
VOL_INLINE uint group_bits(int hit, __local vol_crowd_list *list) {
#ifdef __NV_CL_C_VERSION
    uint bits;
    asm volatile("{ .reg .pred hit; setp.ne.s32 hit, %1, 0; vote.sync.ballot.b32 %0, hit, 0xffffffff; }"
                 : "=r"(bits)
                 : "r"(hit));
    return bits;
#else
    GROUP_MEETS;
    if (get_local_id(0) == 0) {
        list->hits = 0;
    }
    GROUP_MEETS;
    atomic_or(&list->hits, (uint)hit << get_local_id(0));
    GROUP_MEETS;
    return list->hits;
#endif
}

/* The box around those that are `in`. */
VOL_INLINE void group_box(int in, real4 p, __local vol_crowd_list *list, real4 *low, real4 *high) {
    const uint me = get_local_id(0);
    list->low[me] = in ? p : (real4)(VOL_NOWHERE);
    list->high[me] = in ? p : (real4)(-VOL_NOWHERE);
    for (uint step = VOL_TOGETHER / 2; step > 0; step /= 2) {
        GROUP_MEETS;
        if (me < step) {
            list->low[me] = fmin(list->low[me], list->low[me + step]);
            list->high[me] = fmax(list->high[me], list->high[me + step]);
        }
    }
    GROUP_MEETS;
    *low = list->low[0];
    *high = list->high[0];
}

VOL_INLINE vother listed(__local const vol_crowd_list *list, uint n) {
    const real4 a = list->place[n];
    const real2 b = list->rest[n];
    vother o;
    o.p = vec_set(a.x, a.y, a.z);
    o.v = vec_set(a.w, b.x, b.y);
    o.heading = o.speed = REAL(0);
    return o;
}

/* Those of a word of the list, `count` of them, which is a multiple of VOL_LIST_AT_ONCE: all but the push that is left
 * for later. A bit for each one that is near, the first one's the highest. */
VOL_INLINE uint look_at_word(const vol_manner rest, const vol_context *c, const vself *me, uint i,
                             __local const vol_crowd_list *list, uint begin, uint count, vol_gathered *to) {
    VOL_SHARED const vol_constants *k = c->constants;
    uint near = 0;
    for (uint first = begin; first < begin + count; first += VOL_LIST_AT_ONCE) {
        VOL_UNROLL
        for (uint n = first; n < first + VOL_LIST_AT_ONCE; n++) {
            vother o = listed(list, n);
            VOL_OF(consider)(rest, k, me, list->slot[n] == i, &o, to);
            near = near << 1 | (VOL_PUSH_LATER ? SIGN_OF(o.d2 - k->separation_d2) : 0);
        }
    }
    return count > 0 ? near << (VOL_LIST_WORD - count) : 0;
}

/* The first `count` of the list, for the boid in slot i. */
VOL_INLINE void look_at_list(const vol_context *c, const vself *me, uint i, __local vol_crowd_list *list, uint count,
                             vol_gathered *to) {
    VOL_SHARED const vol_constants *k = c->constants;
    const uint lane = get_local_id(0), all = (count + VOL_LIST_AT_ONCE - 1) / VOL_LIST_AT_ONCE * VOL_LIST_AT_ONCE;
    const uint first = min(all, (uint)VOL_LIST_WORD);
    vol_manner rest = manner_of(0), push;
    rest.plain = rest.same = VOL_PLAIN;
    push = rest;
    rest.push = !VOL_PUSH_LATER;
    push.match = push.pull = 0;
    if (lane < all - count) { /* too far away for anybody */
        list->place[count + lane] = (real4)(VOL_NOWHERE, REAL(0), REAL(0), REAL(0));
        list->rest[count + lane] = (real2)(REAL(0));
    }
    GROUP_MEETS;
    uint near = look_at_word(rest, c, me, i, list, 0, first, to);
    uint later = look_at_word(rest, c, me, i, list, first, all - first, to), begin = 0;
    while (VOL_PUSH_LATER && (near | later)) {
        const int ended = near == 0;
        near = ended ? later : near;
        later = ended ? 0 : later;
        begin = ended ? VOL_LIST_WORD : begin;
        const uint at = clz(near), n = begin + at;
        near ^= 0x80000000u >> at;
        vother o = listed(list, n);
        VOL_OF(consider)(push, k, me, list->slot[n] == i, &o, to);
    }
}

/* The box around boids that look together, what of a run they have listed, and how many boids that is. */
typedef struct vol_crowd_look {
    real4 low, high;
    uint count;
} vol_crowd_look;

/* Boids begin to end - 1, seen through a shift: those that are near the box are listed. */
VOL_INLINE void list_run(const vol_context *c, const vself *me, uint i, uint begin, uint end, real4 shift,
                         vol_crowd_look *look, __local vol_crowd_list *list, vol_gathered *to) {
    VOL_SHARED const vol_constants *k = c->constants;
    const uint lane = get_local_id(0);
    for (uint first = begin; first < end; first += VOL_TOGETHER) {
        const uint j = first + lane;
        real4 a = (real4)(VOL_NOWHERE);
        if (j < end) {
            a = c->own.now.a[j] + shift;
        }
        const real4 away = fmax(fmax(look->low - a, a - look->high), (real4)(REAL(0)));
        const int hit = fma(away.x, away.x, fma(away.y, away.y, away.z * away.z)) < k->reach_d2;
        const uint hits = group_bits(hit, list);
        if (hits == 0) {
            continue;
        }
        if (hit) {
            const uint n = look->count + popcount(hits & ((1u << lane) - 1));
            const real4 b = c->own.now.b[j];
            list->place[n] = (real4)(a.x, a.y, a.z, b.x);
            list->rest[n] = (real2)(b.y, b.z);
            list->slot[n] = j;
        }
        look->count += popcount(hits);
        GROUP_MEETS;
        if (look->count >= VOL_LIST_FULL) {
            look_at_list(c, me, i, list, VOL_LIST_FULL, to);
            GROUP_MEETS;
            look->count -= VOL_LIST_FULL;
            if (lane < look->count) {
                list->place[lane] = list->place[lane + VOL_LIST_FULL];
                list->rest[lane] = list->rest[lane + VOL_LIST_FULL];
                list->slot[lane] = list->slot[lane + VOL_LIST_FULL];
            }
            GROUP_MEETS;
        }
    }
}

/* The rows around one, of which the boids are in cells from `first` to `last` of it. */
VOL_INLINE void list_rows(const vol_context *c, const vself *me, uint i, uint y, uint z, uint first, uint last,
                          vol_crowd_look *look, __local vol_crowd_list *list, vol_gathered *to) {
    VOL_SHARED const vol_cells *cells = &c->own.index->cells;
    const uint across = cells->number[0];
    double aside = 0, deep = 0;
    uint to_y = 0, to_z = 0;
    for (int dz = -1; dz <= 1; dz++) {
        if (!neighbour_row(cells, 2, z, dz, &to_z, &deep)) {
            continue;
        }
        for (int dy = -1; dy <= 1; dy++) {
            if (!neighbour_row(cells, 1, y, dy, &to_y, &aside)) {
                continue;
            }
            __global const uint *ends = c->own.ends + (to_z * cells->number[1] + to_y) * across;
            const int ways = VOL_IMAGES ? 3 : 1;
            /* what is round the world below, the row, what is above: one way to list them, for less code */
            for (int way = 0; way < ways; way++) {
                const int below = VOL_IMAGES && way == 0, above = VOL_IMAGES && way == 2;
                if ((below && first > 0) || (above && last + 1 < across)) {
                    continue;
                }
                const uint from = below ? across - 1 : above || first == 0 ? 0 : first - 1;
                const uint until = below ? across : above ? 1 : min(last + 2, across);
                const real period = (real)cells->period[0];
                const real4 shift = VOL_IMAGES ? (real4)(below   ? -period
                                                         : above ? period
                                                                 : REAL(0),
                                                         (real)aside, (real)deep, REAL(0))
                                               : (real4)(REAL(0));
                list_run(c, me, i, ends[from], ends[until], shift, look, list, to);
            }
        }
    }
}

/* All work items of a group come here, also those that have no boid (not `live`). Boids in cells that are not side by
 * side look one after the other. */
VOL_INLINE void sense_crowd(const vol_context *c, const vself *me, uint i, int live, __local vol_crowd_list *list,
                            vol_gathered *to) {
    VOL_SHARED const vol_cells *cells = &c->own.index->cells;
    const uint across = cells->number[0], none = 0xFFFFFFFFu;
    const uint x = cell_on(cells, 0, me->p.x),
               row = cell_on(cells, 2, me->p.z) * cells->number[1] + cell_on(cells, 1, me->p.y);
    uint cell = live ? row * across + x : none;
    for (;;) {
        const uint first = group_least(cell, list), first_row = first / across;
        if (first == none) {
            return;
        }
        const int in = cell != none && row == first_row && cell - first < VOL_ROW_CELLS;
        vol_crowd_look look;
        group_box(in, (real4)(me->p.x, me->p.y, me->p.z, REAL(0)), list, &look.low, &look.high);
        look.count = 0;
        vself one = *me;
        one.p.x = in ? one.p.x : -VOL_NOWHERE; /* nothing is near the others */
        list_rows(c, &one, i, first_row % cells->number[1], first_row / cells->number[1], first - first_row * across,
                  cell_on(cells, 0, look.high.x), &look, list, to);
        look_at_list(c, &one, i, list, look.count, to);
        cell = in ? none : cell;
    }
}

#endif
