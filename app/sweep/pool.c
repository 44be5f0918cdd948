/* Processes for the runs of a sweep: forks one for each run, gathers what it writes to a pipe, and tells from its exit
 * whether that was an answer. */
#include "sweep/pool.h"

#include "util/file.h"
#include "util/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct worker {
    pid_t process; /* 0: none */
    int pipe;
    uint64_t job;
    vol_text said;
} worker;

/* What is handed out next. */
typedef struct supply {
    uint64_t next; /* the first job that was not considered yet */
    uint64_t job;  /* that waits for a worker */
    bool waits, over;
} supply;

enum {
    RIGHT_CODE = 0,
    WRONG_CODE = 1,
    PATIENCE_MS = 200, /* how long nothing is looked at while no worker says anything */
    TENDING_MS = 2     /* the same where something is to be tended */
};

/* The new process. What it prints to standard error goes the same way as the answer: it is the reason if it does not
 * end well. It must not touch what the other one has in its buffers, so it leaves without their being flushed. */
static void be_worker(const app_pool *pool, uint64_t job, int answer_to) {
    vol_text answer = {0};
    app_fault fault = {0};
    app_interrupt_ignore(); /* the parent gets them too, and ends this one */
    dup2(answer_to, STDERR_FILENO);
    bool right = pool->work(pool->user, job, &answer, &fault);
    const char *words = right ? answer.data : fault.text;
    bool told = words == NULL || app_file_write(answer_to, words, strlen(words));
    _exit(right && told ? RIGHT_CODE : WRONG_CODE);
}

static bool start(const app_pool *pool, worker *w, uint64_t job, app_fault *fault) {
    int ends[2];
    if (pipe(ends) != 0) {
        return app_fault_set(fault, APP_EXIT_FAILED, "volery sweep: no pipe can be made: %s", strerror(errno));
    }
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        be_worker(pool, job, ends[1]);
    }
    close(ends[1]);
    if (process < 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "volery sweep: no process can be started: %s", strerror(errno));
        close(ends[0]);
        return false;
    }
    w->process = process;
    w->pipe = ends[0];
    w->job = job;
    w->said.length = 0;
    return true;
}

/* Leaves the last line that says something, as one line. */
static char *last_line(vol_text *said) {
    vol_text_add(said, "", 0);
    while (said->length > 0 && strchr("\r\n ", said->data[said->length - 1]) != NULL) {
        said->data[--said->length] = '\0';
    }
    char *line = strrchr(said->data, '\n');
    return line != NULL ? line + 1 : said->data;
}

/* The process has closed its pipe: finds out how it ended, and hands on what it wrote. */
static bool finish(const app_pool *pool, worker *w, app_fault *fault) {
    int how = 0;
    while (waitpid(w->process, &how, 0) < 0 && errno == EINTR) {
    }
    close(w->pipe);
    w->process = 0;
    bool right = WIFEXITED(how) && WEXITSTATUS(how) == RIGHT_CODE;
    const char *line = last_line(&w->said);
    char reason[160];
    if (WIFSIGNALED(how)) {
        snprintf(reason, sizeof reason, "the process was ended by signal %d (%s)%s", WTERMSIG(how),
                 strsignal(WTERMSIG(how)), WTERMSIG(how) == SIGKILL ? "; out of memory?" : "");
        line = reason;
    } else if (!right && line[0] == '\0') {
        snprintf(reason, sizeof reason, "the process ended with code %d", WEXITSTATUS(how));
        line = reason;
    }
    return pool->done(pool->user, w->job, right, line, fault);
}

/* Reads what the workers write until one has ended or something is to be checked. */
static bool listen(const app_pool *pool, worker *workers, struct pollfd *ears, app_fault *fault) {
    char piece[4096];
    for (uint32_t i = 0; i < pool->workers; i++) {
        ears[i] = (struct pollfd){.fd = workers[i].process != 0 ? workers[i].pipe : -1, .events = POLLIN};
    }
    if (poll(ears, pool->workers, pool->tend != NULL ? TENDING_MS : PATIENCE_MS) < 0) {
        return errno == EINTR ||
               app_fault_set(fault, APP_EXIT_FAILED, "volery sweep: cannot wait: %s", strerror(errno));
    }
    bool right = true;
    for (uint32_t i = 0; i < pool->workers && right; i++) {
        if (workers[i].process != 0 && ears[i].revents != 0) {
            ssize_t count = read(workers[i].pipe, piece, sizeof piece);
            if (count > 0) {
                vol_text_add(&workers[i].said, piece, (size_t)count);
            } else if (count == 0 || errno != EINTR) {
                right = finish(pool, &workers[i], fault);
            }
        }
    }
    return right;
}

/* Is there a job to be handed out? */
static bool fetch(const app_pool *pool, supply *jobs) {
    if (!jobs->waits && !jobs->over && pool->turn != NULL) {
        app_pool_turn turn = pool->turn(pool->user, &jobs->job);
        jobs->waits = turn == APP_POOL_JOB;
        jobs->over = turn == APP_POOL_OVER;
    } else if (!jobs->waits && !jobs->over) {
        while (jobs->next < pool->jobs && !pool->wanted(pool->user, jobs->next)) {
            jobs->next++;
        }
        jobs->waits = jobs->next < pool->jobs;
        jobs->over = !jobs->waits;
        jobs->job = jobs->next++;
    }
    return jobs->waits;
}

/* Gives work to idle workers. */
static bool hand_out(const app_pool *pool, worker *workers, supply *jobs, uint32_t *busy, app_fault *fault) {
    *busy = 0;
    for (uint32_t i = 0; i < pool->workers; i++) {
        if (workers[i].process == 0 && fetch(pool, jobs)) {
            if (start(pool, &workers[i], jobs->job, fault)) {
                jobs->waits = false;
            } else if (*busy == 0 && i + 1 == pool->workers) {
                return false; /* no worker is left that could make room for another process */
            } else {
                *fault = (app_fault){0};
            }
        }
        *busy += workers[i].process != 0;
    }
    return true;
}

static void end_all(const app_pool *pool, worker *workers) {
    for (uint32_t i = 0; i < pool->workers; i++) {
        if (workers[i].process != 0) {
            kill(workers[i].process, SIGKILL);
            while (waitpid(workers[i].process, NULL, 0) < 0 && errno == EINTR) {
            }
            close(workers[i].pipe);
        }
        vol_text_release(&workers[i].said);
    }
}

bool app_pool_run(const app_pool *pool, app_fault *fault) {
    size_t bytes = pool->workers * sizeof(worker);
    worker *workers = memset(vol_take(bytes), 0, bytes);
    struct pollfd *ears = vol_take(pool->workers * sizeof *ears);
    supply jobs = {0};
    uint32_t busy = 0;
    bool right = hand_out(pool, workers, &jobs, &busy, fault);
    while (right && (busy > 0 || !jobs.over) && !app_interrupt_came()) {
        right = listen(pool, workers, ears, fault) && (pool->tend == NULL || pool->tend(pool->user, fault)) &&
                (app_interrupt_came() || hand_out(pool, workers, &jobs, &busy, fault));
    }
    end_all(pool, workers);
    free(workers);
    free(ears);
    return right;
}
