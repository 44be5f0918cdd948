/* The program `volery`. Started by mpirun or srun it becomes volery-mpi; MPI is no part of it. */
#include "cli/program.h"
#include "cluster/cluster.h"

#include <unistd.h>

enum { SECONDS = 5 };

int main(int argc, char **argv) {
    app_fault fault = {0};
    bool speaks = true;
    app_program_streams();
    if (app_cluster_launch(argv, &speaks, &fault)) {
        return app_program(argc, argv);
    }
    if (speaks) {
        app_program_say(&fault);
    } else {
        sleep(SECONDS); /* launchers end all when one has failed: the one that speaks shall be the first */
    }
    return fault.code;
}
