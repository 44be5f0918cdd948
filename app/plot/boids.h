/* Boids over time, from a trajectory or a recording: what histograms, maps and tracks are made of. */
#ifndef VOLERY_APP_PLOT_BOIDS_H
#define VOLERY_APP_PLOT_BOIDS_H

#include "cli/options.h"
#include "common/words.h"
#include "plot/table.h"

/* One line of a trajectory each; those of one step side by side. */
typedef struct app_boids {
    const char *name; /* of the file */
    vol_arena arena;  /* of the names of flocks */
    int dimensions;
    size_t count, room;
    double *step;
    uint32_t *flock, *id;
    double *position[3], *velocity[3];
    vol_words flocks;
    bool has_velocities; /* else all that there is are places, as in a log of leaders */
    bool has_box;        /* the world is known: */
    double origin[3], size[3];
    bool wraps;
    bool y_down;
    uint32_t leader_flock, leader; /* whose track is drawn unless options say it */
} app_boids;

/* Is this a trajectory; or at least a table of boids and their places, as a log of leaders is? By its header. */
bool app_table_is_boids(const app_table *table);
bool app_table_is_places(const app_table *table);

/* From a trajectory; steps and flocks that the options leave out are left out. */
bool app_boids_from_table(app_boids *boids, const app_table *table, const app_plot_options *options, app_fault *fault);
/* From a recording, which is computed again. */
bool app_boids_from_recording(app_boids *boids, const char *path, const app_plot_options *options, app_fault *fault);
/* From a trajectory in HDF5. */
bool app_boids_from_h5(app_boids *boids, const char *path, const app_plot_options *options, app_fault *fault);
void app_boids_release(app_boids *boids);

/* What the readers share: adds a boid of `dimensions` numbers each; is a step wanted; and are there any? */
void app_boids_add(app_boids *boids, double step, const char *flock, uint32_t id, const double *position,
                   const double *velocity);
bool app_boids_step_wanted(const app_plot_options *options, uint64_t step);
bool app_boids_check_some(const app_boids *boids, const app_plot_options *options, app_fault *fault);

/* Does the file begin like a recording? */
bool app_boids_is_recording(const char *path);

#endif
