/* The first thing that `volery` does: sees by the environment whether a launcher of MPI has started it together with
 * others, and becomes volery-mpi then, which has MPI in it. */
#include "cluster/cluster.h"

#include "cli/options.h"
#include "common/words.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What launchers tell those that they start: how many there are, and which one this is. Where nothing tells how many,
 * as with PMIx, there may be several. */
typedef struct launcher {
    const char *size, *rank;
} launcher;

static const launcher launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, /* Open MPI */
    {"PMI_SIZE", "PMI_RANK"},                         /* MPICH and its kin, srun --mpi=pmi2 */
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},   /* MVAPICH2 */
    {"MPI_LOCALNRANKS", "MPI_LOCALRANKID"},           /* Hydra, where its others are not there */
    {NULL, "PMIX_RANK"},                              /* srun --mpi=pmix */
};

static bool read_number(const char *name, uint64_t *number) {
    const char *text = name != NULL ? getenv(name) : NULL;
    return text != NULL && vol_whole_read(text, number);
}

/* Are there others? *rank becomes which one this is. */
static bool started_together(uint64_t *rank) {
    const char *wish = getenv("VOLERY_MPI");
    if (wish != NULL && strcmp(wish, "0") == 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        uint64_t size = 0;
        if (read_number(launchers[i].rank, rank) &&
            (launchers[i].size == NULL || read_number(launchers[i].size, &size))) {
            return launchers[i].size == NULL || size > 1;
        }
    }
    return false;
}

/* The path of volery-mpi: where it was built or where it is installed, seen from this program. "" if there is none. */
static void find_program(vol_text *path) {
    static const char *const places[] = {"volery-mpi", APP_MPI_PROGRAM};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/');
    for (size_t i = 0; i < sizeof places / sizeof *places && slash != NULL; i++) {
        path->length = 0;
        vol_text_print(path, "%.*s/%s", (int)(slash - self), self, places[i]);
        if (access(path->data, X_OK) == 0) {
            return;
        }
    }
    path->length = 0;
    vol_text_put(path, "");
}

bool app_cluster_there(void) {
    vol_text path = {0};
    find_program(&path);
    bool there = path.length > 0;
    vol_text_release(&path);
    return there;
}

/* Ranks of Open MPI that wait for others keep a processor busy, unless they are told to let others have it: of use
 * where there are more of them than processors. */
static void yield_when_crowded(void) {
    uint64_t ranks = 0;
    if (read_number("OMPI_COMM_WORLD_LOCAL_SIZE", &ranks) && ranks > app_processors()) {
        setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    }
}

bool app_cluster_launch(char **argv, bool *speaks, app_fault *fault) {
    uint64_t rank = 0;
    vol_text path = {0};
    if (!started_together(&rank)) {
        return true;
    }
    *speaks = rank == 0;
    find_program(&path);
    if (path.length > 0) {
        yield_when_crowded();
        execv(path.data, argv);
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be run: %s", path.data, strerror(errno));
    } else {
        app_fault_set(
            fault, APP_EXIT_WRONG,
            "volery: started together with other processes, but there is no volery-mpi here: volery was built "
            "without MPI; VOLERY_MPI=0 in the environment runs each of them alone");
    }
    vol_text_release(&path);
    return false;
}
