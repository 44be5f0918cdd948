/* The keys of obstacles, of relations and of terms, a table each: the same rows read, check, print and change them. Rows
 * that choose between others (shape, kind) stand before those. */
#ifndef VOLERY_SCENE_FIELDS_H
#define VOLERY_SCENE_FIELDS_H

#include "part.h"

typedef enum vol_scene_field_type {
    VOL_SCENE_FIELD_REAL,
    VOL_SCENE_FIELD_WHOLE,  /* an int */
    VOL_SCENE_FIELD_WORD,   /* an enum, by its names */
    VOL_SCENE_FIELD_FLAG,   /* a bool */
    VOL_SCENE_FIELD_VECTOR, /* as many numbers as the world has dimensions */
    VOL_SCENE_FIELD_FLOCK,  /* a vol_flock, by its name */
    VOL_SCENE_FIELD_POINTS, /* vectors: a pointer to them, and how many, a size_t */
    VOL_SCENE_FIELD_FLOW,   /* velocities on a grid: a pointer to them, and a uint32_t for each axis */
    VOL_SCENE_FIELD_OTHER   /* read and printed by who knows what it is */
} vol_scene_field_type;

typedef struct vol_scene_field {
    const char *name;
    vol_scene_field_type type;
    size_t offset;      /* in the def */
    double least, most; /* of numbers */
    const char *(*word)(unsigned);
    const char *selector; /* the row that says whether this one has a use; NULL: it always has */
    const char *with;     /* its words with which it has, each with a blank before and after; NULL: all */
    const char *needed;   /* those with which the key must be there; "": always; NULL: never */
    bool live;            /* may change between two steps */
} vol_scene_field;

/* Each ends with a row without a name. */
extern const vol_scene_field vol_scene_obstacle_fields[];
extern const vol_scene_field vol_scene_relation_fields[];
extern const vol_scene_field vol_scene_term_fields[];

/* The row of that name, or NULL. */
const vol_scene_field *vol_scene_field_find(const vol_scene_field *fields, const char *name);

/* Has the row a use in this def? */
bool vol_scene_field_used(const vol_scene_field *fields, const vol_scene_field *field, const void *def);

/* Reads one value into the def; not for rows of the type `other`. */
bool vol_scene_field_read(const vol_scene_field *field, void *def, const vol_scene_node *node, const char *key,
                          vol_scene *scene, vol_scene_fault *fault);

/* Reads a map into a def that has its defaults: all rows but those of the type `other`, whose presence is checked. */
bool vol_scene_fields_read(const vol_scene_field *fields, void *def, const vol_scene_node *map, const char *key,
                           vol_scene *scene, vol_scene_fault *fault);

/* May the value of a key that has no use be passed over? Yes if the command line changed the selector. */
bool vol_scene_field_passed_over(const vol_scene_field *fields, const vol_scene_field *field, const void *def,
                                 const vol_scene_node *map);

/* Takes one value over from a def of the same kind. */
void vol_scene_field_copy(const vol_scene_field *field, void *def, const void *from);

/* Writes "name: value"; not for rows of the type `other`. */
void vol_scene_field_print(const vol_scene_field *field, const void *def, const vol_scene *scene, vol_text *text);

#endif
