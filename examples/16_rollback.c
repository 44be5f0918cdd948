/* Rollback: a peer plays on at once, guesses the other's keys, and when those come, six frames late, goes back and
 * plays again. Lockstep waits for them instead; both come to the same. */
#include <volery/volery.h>

#include <stdio.h>

enum { FRAMES = 200, LATE = 6, KEPT = 8, BYTES_MOST = 100000 };

static unsigned char saved[2][KEPT][BYTES_MOST]; /* of each peer, its world before each of the last frames */
static size_t sizes[2][KEPT];

static vol_world *make(void) {
    vol_world_def def = vol_default_world_def();
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_world *world = NULL;
    vol_flock flock;
    birds.count = 500;
    vol_world_create(&def, &world, NULL);
    return world && vol_flock_create(world, &birds, &flock, NULL) == VOL_OK ? world : NULL;
}

static int key(int player, int frame) { /* that a player holds down then */
    return (frame / (9 + player) * 7 + player * 3) % 4;
}

static void play(vol_world *world, int first, int second) {
    const double at[4] = {200.0 + 100 * first, 150, 500.0 - 100 * second, 450}, push[2] = {0.2, 0};
    vol_world_set_players(world, 2, at, NULL);
    if (first == 2 && second == 2) { /* ids are taken back, too */
        vol_flock_add(world, 0, 1, at, push, NULL, NULL);
    }
    vol_world_step(world, 1);
}

/* Plays a frame of peer `own`, who knows the other's keys up to frame `known` and guesses that the last is held on. */
static void guess(vol_world *world, int own, int frame, int known) {
    const int mine = key(own, frame), other = key(1 - own, frame < known ? frame : known), k = frame % KEPT;
    vol_world_save_full(world, saved[own][k], BYTES_MOST, &sizes[own][k], NULL);
    play(world, own == 0 ? mine : other, own == 0 ? other : mine);
}

int main(void) {
    vol_world *lockstep = make(), *peer[2] = {make(), make()};
    int again = 0;
    for (int frame = 0; frame < FRAMES + LATE; frame++) {
        const int came = frame - LATE > 0 ? frame - LATE : 0, k = came % KEPT;
        for (int own = 0; own < 2; own++) {
            if (came > 0 && key(1 - own, came) != key(1 - own, came - 1)) { /* the guess was wrong */
                vol_world_load_full(peer[own], saved[own][k], sizes[own][k], NULL);
                for (int f = came; f < frame && f < FRAMES; f++, again++) {
                    guess(peer[own], own, f, came);
                }
            }
            if (frame < FRAMES) {
                guess(peer[own], own, frame, came);
            }
        }
        if (frame >= LATE) {
            play(lockstep, key(0, came), key(1, came));
        }
    }
    const uint64_t hash = vol_world_hash(lockstep);
    const bool same = vol_world_hash(peer[0]) == hash && vol_world_hash(peer[1]) == hash;
    printf("%d frames played again: rollback and lockstep are %s\n", again, same ? "the same" : "different");
    vol_world_destroy(peer[0]);
    vol_world_destroy(peer[1]);
    vol_world_destroy(lockstep);
    return same ? 0 : 1;
}
