/* Counts boids into pixels on all workers. Adding whole numbers has no order: any number of workers gives the same. */
#include "raster.h"

#include "backends/cpu/cpu.h"

#include <stdatomic.h>
#include <string.h>

enum { PIECE_BOIDS = 16 * VOL_BLOCK };

/* The flock at hand. */
typedef struct job {
    const vol_world *world;
    const vol_lens *lens;
    vol_host_boids boids;
    _Atomic(uint32_t) *plane; /* its first */
    size_t pixels;
} job;

/* Some boids as doubles, with room for lanes that reach over the end. */
typedef struct block {
    double position[3][VOL_BLOCK + VOL_WIDTH_MOST], velocity[3][VOL_BLOCK + VOL_WIDTH_MOST];
} block;

static void add(_Atomic(uint32_t) *number, uint32_t much) {
    atomic_fetch_add_explicit(number, much, memory_order_relaxed);
}

static void count_block(const job *j, uint32_t begin, uint32_t end, block *b) {
    const int dimensions = j->world->def.dimensions;
    const vol_state *now = &j->boids.now;
    const bool sums = j->lens->kind != RASTER_COUNT;
    for (int c = 0; c < dimensions; c++) {
        j->world->kernels->widen(now->position[c], begin, end, b->position[c]);
        if (sums) {
            j->world->kernels->widen(now->velocity[c], begin, end, b->velocity[c]);
        }
    }
    for (uint32_t i = 0; i < end - begin; i++) {
        uint32_t pixel = raster_pixel(j->lens, b->position[0][i], b->position[1][i], b->position[2][i]);
        uint32_t sum[2];
        if (pixel == RASTER_NOWHERE) {
            continue;
        }
        add(&j->plane[pixel], 1);
        uint32_t more = sums ? raster_sums(j->lens, b->velocity[0][i], b->velocity[1][i], b->velocity[2][i], sum) : 0;
        for (uint32_t k = 0; k < more; k++) {
            add(&j->plane[(k + 1) * j->pixels + pixel], sum[k]);
        }
    }
}

static void count_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const job *j = context;
    block b;
    memset(b.position[2], 0, sizeof b.position[2]); /* of a flat world */
    memset(b.velocity[2], 0, sizeof b.velocity[2]);
    const uint32_t first = piece * PIECE_BOIDS;
    const uint32_t end = j->boids.count - first < PIECE_BOIDS ? j->boids.count : first + PIECE_BOIDS;
    for (uint32_t begin = first; begin < end; begin += VOL_BLOCK) {
        count_block(j, begin, end - begin < VOL_BLOCK ? end : begin + VOL_BLOCK, &b);
    }
}

vol_result vol_cpu_raster_begin(vol_world *world, vol_raster *raster, uint32_t buffer) {
    const size_t pixels = (size_t)raster->width * raster->height;
    memset(raster->numbers[buffer], 0, vol_raster_numbers(raster) * sizeof *raster->numbers[buffer]);
    for (uint32_t i = 0; i < raster->flock_count; i++) {
        const vol_lens *lens = &raster->lenses[i];
        job j = {world, lens, world->backend->view(world, vol_flock_of(world, raster->flocks[i].flock)),
                 (_Atomic(uint32_t) *)raster->numbers[buffer] + lens->plane * pixels, pixels};
        vol_crew_run(&world->crew, j.boids.count / PIECE_BOIDS + (j.boids.count % PIECE_BOIDS > 0), count_piece, &j);
    }
    return VOL_OK;
}

vol_result vol_cpu_raster_take(vol_world *world, vol_raster *raster, uint32_t buffer) {
    (void)world, (void)raster, (void)buffer;
    return VOL_OK;
}
