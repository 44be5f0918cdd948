/* A program that uses MPI already: its ranks are divided into two groups, and each group computes a world of its own.
 * Volery gets the communicator of the group, and starts and ends nothing of MPI.
 *     mpicc 15_mpi.c $(pkg-config --cflags --libs volery-mpi) && mpirun -n 4 ./a.out */
#include <volery/mpi.h>
#include <volery/volery.h>

#include <stdio.h>

/* The same calls on all ranks of a group: each has a strip of the world. */
static vol_result fly(const vol_cluster *cluster, double alignment, double *order, vol_error *error) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_meter_def meter_def = vol_default_meter_def();
    vol_world *world = NULL;
    vol_meter *meter = NULL;
    vol_flock birds;
    world_def.cluster = cluster;
    world_def.threads = 1; /* of each rank */
    flock_def.count = 2000;
    flock_def.alignment.weight = alignment;
    vol_result result = vol_world_create(&world_def, &world, error);
    if (result == VOL_OK) {
        result = vol_flock_create(world, &flock_def, &birds, error);
    }
    if (result == VOL_OK && (result = vol_world_step(world, 200)) == VOL_OK) {
        result = vol_meter_create(world, &meter_def, &meter, error);
    }
    if (result == VOL_OK && (result = vol_meter_read(meter, birds, error)) == VOL_OK) { /* also by all ranks */
        *order = vol_meter_value(meter, VOL_MEASURE_POLARISATION);
    }
    vol_meter_destroy(meter);
    vol_world_destroy(world);
    return result;
}

int main(int argc, char **argv) {
    int rank = 0, size = 0;
    double order[2] = {0, 0};
    vol_error error = {VOL_OK, "", ""};
    MPI_Comm group;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int which = 2 * rank / size; /* the first half of the ranks, or the second */
    MPI_Comm_split(MPI_COMM_WORLD, which, rank, &group);
    vol_cluster *cluster = vol_mpi_cluster_create(group);
    if (cluster == NULL || fly(cluster, which == 0 ? 0 : 0.2, &order[which], &error) != VOL_OK) {
        fprintf(stderr, "rank %d: %s\n", rank, error.text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    vol_mpi_cluster_destroy(cluster); /* after its world, before MPI ends */
    MPI_Allreduce(MPI_IN_PLACE, order, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("polarisation without alignment %.3f, with it %.3f\n", order[0], order[1]);
    }
    MPI_Comm_free(&group);
    MPI_Finalize();
    return 0;
}
