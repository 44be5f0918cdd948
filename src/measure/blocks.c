/* Boids as measures want them: doubles, in blocks that fit a cache, folded into the world where that is periodic,
 * without those that are no numbers. After a step; motion.c, counts.c and correlation.c come next. */
#include "measure/meter.h"

#include <math.h>
#include <string.h>

enum { PIECE_BLOCKS = 16 };

/* Takes the improper ones out. */
static void sieve_block(vol_block *block, int dimensions) {
    uint32_t count = block->count;
    block->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (block_is_proper(block, dimensions, i)) {
            uint32_t to = block->count++;
            for (int c = 0; c < dimensions; c++) {
                block->position[c][to] = block->position[c][i];
                block->velocity[c][to] = block->velocity[c][i];
            }
        }
    }
}

/* Folds boids that are outside, and finds the box around all. */
static void fold_block(vol_block *block, const vol_space *space) {
    for (int c = 0; c < space->dimensions; c++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < block->count; i++) {
            double at = space_fold(space, c, block->position[c][i]);
            block->position[c][i] = at;
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        block->low[c] = low;
        block->high[c] = high;
    }
}

/* Most blocks are proper and inside the world: only what is not is looked at one by one. */
bool vol_block_load(const vol_meter *meter, const vol_view *view, size_t begin, size_t end, vol_block *block) {
    const vol_space *space = &meter->space;
    const vol_kernels *kernels = meter->world->kernels;
    const uint32_t first = (uint32_t)begin, last = (uint32_t)end;
    bool proper = true, inside = true;
    block->count = last - first;
    for (int c = 0; c < space->dimensions; c++) {
        kernels->widen(view->position[c], first, last, block->position[c]);
        kernels->widen(view->velocity[c], first, last, block->velocity[c]);
        if (meter->even || !proper) {
            continue;
        }
        double *low = &block->low[c], *high = &block->high[c], speed_low, speed_high;
        proper = kernels->range(view->velocity[c], first, last, VOL_PROPER_MOST, &speed_low, &speed_high) &&
                 kernels->range(view->position[c], first, last, VOL_PROPER_MOST, low, high);
        inside = inside && proper &&
                 (!space->periodic || (*low >= space->low[c] && *high < space->low[c] + space->period[c]));
    }
    if (!proper) {
        sieve_block(block, space->dimensions);
    }
    if (!inside) {
        fold_block(block, space);
    }
    return inside;
}

typedef struct visit_job {
    vol_meter *meter;
    size_t before; /* boids of the flocks before this one */
    vol_view view;
    vol_block_visit visit;
} visit_job;

static void visit_piece(void *context, uint32_t piece, uint32_t worker) {
    const visit_job *job = context;
    size_t begin = (size_t)piece * PIECE_BLOCKS * VOL_BLOCK, end = begin + (size_t)PIECE_BLOCKS * VOL_BLOCK;
    end = end < job->view.count ? end : job->view.count;
    vol_block block;
    for (size_t at = begin; at < end; at += VOL_BLOCK) {
        size_t stop = at + VOL_BLOCK < end ? at + VOL_BLOCK : end;
        if (!vol_block_load(job->meter, &job->view, at, stop, &block)) {
            job->meter->motion[worker].look.uneven = 1;
        }
        block.first = (uint32_t)(job->before + at);
        job->visit(job->meter, &block, worker);
    }
}

static void visit_all(vol_meter *meter, vol_block_visit visit, bool in_order) {
    size_t before = 0;
    for (uint32_t flock = meter->flock_begin; flock < meter->flock_end; flock++) {
        visit_job job = {meter, before, vol_flock_look(meter->world, meter->world->flocks[flock]), visit};
        size_t size = (size_t)PIECE_BLOCKS * VOL_BLOCK, pieces = (job.view.count + size - 1) / size;
        if (!in_order) {
            vol_crew_run(&meter->world->crew, (uint32_t)pieces, visit_piece, &job);
        }
        for (size_t piece = 0; in_order && piece < pieces; piece++) {
            visit_piece(&job, (uint32_t)piece, 0);
        }
        before += job.view.count;
    }
}

void vol_meter_each(vol_meter *meter, vol_block_visit visit) {
    visit_all(meter, visit, false);
}

void vol_meter_each_in_order(vol_meter *meter, vol_block_visit visit) {
    visit_all(meter, visit, true);
}
