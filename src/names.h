/* Which flock has a name: a table that stays quick with thousands of flocks. */
#ifndef VOLERY_NAMES_H
#define VOLERY_NAMES_H

#include <volery/volery.h>

#include <stdbool.h>
#include <stdint.h>

/* Open addressing: a name is looked for from the place that its letters give, up to the first free one. */
typedef struct vol_names {
    uint32_t *place; /* the number of a flock and one; 0: free */
    uint32_t room;   /* more than twice as many as there are names */
} vol_names;

/* Makes room for the names of `flocks` flocks and enters those of the world; false if there is no memory, and nothing
 * has changed. */
bool vol_names_make_room(vol_world *world, uint32_t flocks);

/* Enters the name of a flock, for which there is room. */
void vol_names_add(vol_world *world, uint32_t flock);

/* Enters those of all flocks that there are, and no others. */
void vol_names_enter(vol_world *world);

/* The flock of that name, or NULL. */
struct vol_flock_data *vol_names_find(const vol_world *world, const char *name);

void vol_names_release(vol_world *world);

#endif
