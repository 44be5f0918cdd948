/* Reads scenes, a line each, and runs each of them in all ways that promise the same bits; prints a line for each:
 *
 *     ok                      every way gave the same
 *     refused MESSAGE         the scene was refused, or stopped at an event, in the same way by all
 *     differs WAY: WHAT       where the first way that gave something else left the reference
 *
 * A line is NUMBER STEPS SPLIT ONLY and, behind a tab, the scene as JSON. tests/random/scenes.py writes them and reads
 * the answers. */
#include "ways.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_BOIDS = 400 } /* times steps */;

/* Two texts, or two runs, that must be the same. */
typedef struct trial {
    const question *asked;
    const vol_scene *scene;
    const outcome *reference;
    vol_text *answer;
} trial;

static bool is_asked(const question *asked, const char *name) {
    return strcmp(asked->only, "-") == 0 || strncmp(name, asked->only, strlen(asked->only)) == 0;
}

static bool differs(vol_text *answer, const char *name, const char *what) {
    vol_text_print(answer, "differs %s: %s", name, what);
    return false;
}

/* Runs both again up to the first step that differs and compares their boids. */
static bool tell_step(const trial *t, const way *w, uint64_t step) {
    static const way reference = {.name = "reference"};
    vol_world *one = NULL;
    vol_world *other = NULL;
    outcome first, second;
    way_run(t->asked, t->scene, &reference, step, &first, &one);
    way_run(t->asked, t->scene, w, step, &second, &other);
    vol_text_print(t->answer, "differs %s: step %" PRIu64, w->name, step);
    if (one != NULL && other != NULL) {
        tell_difference(one, other, t->answer);
    }
    vol_world_destroy(one);
    vol_world_destroy(other);
    outcome_release(&first);
    outcome_release(&second);
    return false;
}

/* A message without the line and column of the scene, which its print has elsewhere. */
static const char *said(const char *fault) {
    const char *key = strstr(fault, "key '");
    return key != NULL ? key : fault;
}

static bool compare(const trial *t, const way *w, const outcome *made) {
    const outcome *reference = t->reference;
    uint64_t count = w->small ? reference->small : reference->count;
    for (uint64_t step = 0; step < count && step < made->count; step++) {
        if (made->hash[step] != reference->hash[step]) {
            return tell_step(t, w, step);
        }
    }
    if (w->small && (count < reference->count || made->fault[0] != '\0')) {
        return true;
    }
    if (made->count != reference->count || strcmp(said(made->fault), said(reference->fault)) != 0) {
        vol_text_print(t->answer, "differs %s: ended at step %" PRIu64 " by '%s', the reference at %" PRIu64 " by '%s'",
                       w->name, made->count, made->fault, reference->count, reference->fault);
        return false;
    }
    if (made->state != reference->state) {
        return differs(t->answer, w->name, "the saved states differ in what the hash does not hold");
    }
    return made->measures == reference->measures || differs(t->answer, w->name, "the measures differ");
}

static bool try_way(const trial *t, const way *w) {
    outcome made;
    if (!is_asked(t->asked, w->name)) {
        return true;
    }
    way_run(t->asked, t->scene, w, t->asked->steps, &made, NULL);
    bool same = compare(t, w, &made);
    outcome_release(&made);
    return same;
}

/* Emulated lanes take long: they are for small scenes, each for every other one. */
static bool is_worth(const trial *t, const char *isa) {
    size_t boids = 0;
    for (size_t i = 0; i < t->scene->flock_count; i++) {
        boids += t->scene->flocks[i].def.count;
    }
    bool emulated = strncmp(isa, "emulated", 8) == 0;
    bool turn = (strcmp(isa, "emulated8") == 0) == (t->asked->number % 2 == 0);
    return !emulated || (boids * t->asked->steps < MANY_BOIDS && (turn || strcmp(t->asked->only, "-") != 0));
}

/* One of the instruction sets, by a number. */
static const char *isa_by(const trial *t, uint64_t number) {
    size_t count = 0;
    while (vol_isa_name(count) != NULL) {
        count++;
    }
    const char *isa = vol_isa_name((size_t)(number % count));
    return is_worth(t, isa) ? isa : vol_isa_name(0);
}

static bool try_isas(const trial *t) {
    bool same = true;
    for (size_t i = 0; same && vol_isa_name(i) != NULL; i++) {
        char name[64];
        snprintf(name, sizeof name, "isa %s", vol_isa_name(i));
        bool worth = strcmp(vol_isa_name(i), "scalar") != 0 && is_worth(t, vol_isa_name(i));
        same = !worth || try_way(t, &(way){.name = name, .isa = vol_isa_name(i)});
    }
    return same;
}

/* All that is the same whatever the order of sums: other indexes while there are few boids and no images. */
static bool try_indexes(const trial *t) {
    static const char *const indexes[] = {"brute", "grid", "tree", "kdtree"};
    const char *isa = isa_by(t, t->asked->number / 7);
    bool same = true, may = !t->scene->world.images && t->scene->world.update == VOL_UPDATE_TOGETHER;
    for (size_t i = 0; same && may && t->reference->small > 1 && i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "index %s", indexes[i]);
        same = try_way(t, &(way){.name = name, .isa = isa, .index = indexes[i], .small = true});
    }
    return same;
}

static bool try_ways(const trial *t) {
    static const uint32_t threads[] = {2, 3, 8};
    uint64_t number = t->asked->number;
    const char *isa = isa_by(t, number), *other = isa_by(t, number / 3 + 1);
    char name[64];
    snprintf(name, sizeof name, "threads %u", (unsigned)threads[number % 3]);
    const way ways[] = {
        {.name = name, .isa = vol_isa_name(0), .threads = threads[number % 3]},
        {.name = "split", .isa = isa, .isa_after = other, .split = true, .file = number % 4 == 0},
        {.name = "every", .isa = isa, .every = true},
        {.name = "restore", .isa = isa, .restore = true},
        {.name = "reserve", .isa = other, .reserve = true},
        {.name = "look", .isa = isa, .threads = 2, .look = true},
        {.name = "leaf", .isa = isa, .leaf = 4 + (size_t)(number * 13 % 60)},
    };
    bool same = try_isas(t);
    for (size_t i = 0; same && i < sizeof ways / sizeof *ways; i++) {
        same = try_way(t, &ways[i]);
    }
    return same && try_indexes(t);
}

/* The scene as it is printed reads back to the same, prints the same, and runs the same. */
static bool try_print(const trial *t) {
    static const way printed = {.name = "print"};
    size_t length = 0;
    char *once = vol_scene_print(t->scene, &length);
    char *twice = NULL;
    vol_scene again = {0};
    vol_scene_fault fault = {0};
    bool same = vol_scene_read(&again, "scene", t->asked->folder, once, length, NULL, 0, &fault);
    if (!same) {
        vol_text_print(t->answer, "differs print: %s", fault.text);
    } else {
        trial other = *t;
        other.scene = &again;
        twice = vol_scene_print(&again, NULL);
        same = (strcmp(once, twice) == 0 || differs(t->answer, "print", "the second print is another")) &&
               try_way(&other, &printed);
    }
    vol_scene_release(&again);
    free(once);
    free(twice);
    return same;
}

static bool try_recording(const trial *t) {
    vol_text text = {0};
    vol_scene copy = *t->scene;
    uint64_t number = t->asked->number;
    bool same =
        t->reference->fault[0] != '\0' ||
        record_and_replay(t->asked, &copy, t->reference, isa_by(t, number / 2), isa_by(t, number / 5 + 1), &text);
    if (!same) {
        differs(t->answer, "recording", text.data);
    }
    vol_text_release(&text);
    return same;
}

/* Which neighbours are seen, at the beginning or where runs are cut in two. */
static bool try_neighbours(const trial *t) {
    static const way reference = {.name = "reference"};
    uint64_t number = t->asked->number;
    vol_world *world = NULL;
    vol_text text = {0};
    outcome made;
    way_run(t->asked, t->scene, &reference, number % 2 == 0 ? 0 : t->asked->split, &made, &world);
    bool same = world == NULL || same_neighbours(t->asked, world, isa_by(t, number / 3), &text);
    if (!same) {
        differs(t->answer, "neighbours", text.data);
    }
    vol_world_destroy(world);
    vol_text_release(&text);
    outcome_release(&made);
    return same;
}

static void try_scene(const question *asked, const vol_scene *scene, vol_text *answer) {
    static const way plain = {.name = "reference", .inspect = true};
    outcome reference;
    way_run(asked, scene, &plain, asked->steps, &reference, NULL);
    trial t = {asked, scene, &reference, answer};
    bool same = reference.wrong[0] == '\0' || !is_asked(asked, "inspect") ||
                (vol_text_print(answer, "differs inspect: %s", reference.wrong), false);
    same = same && try_ways(&t) && (!is_asked(asked, "print") || try_print(&t)) &&
           (!is_asked(asked, "recording") || try_recording(&t)) &&
           (!is_asked(asked, "neighbours") || try_neighbours(&t));
    if (same && reference.fault[0] != '\0') {
        vol_text_print(answer, "refused step %" PRIu64 ": %s", reference.count, reference.fault);
    } else if (same) {
        vol_text_put(answer, "ok");
    }
    outcome_release(&reference);
}

static void answer_question(const question *asked) {
    vol_scene scene = {0};
    vol_scene_fault fault = {0};
    vol_text answer = {0};
    if (vol_scene_read(&scene, "scene", asked->folder, asked->scene, strlen(asked->scene), NULL, 0, &fault)) {
        try_scene(asked, &scene, &answer);
    } else {
        vol_text_print(&answer, "refused %s", fault.text);
    }
    for (char *c = answer.data; *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }
    printf("%s\n", answer.data);
    fflush(stdout);
    vol_text_release(&answer);
    vol_scene_release(&scene);
}

static bool read_question(char *line, const char *folder, question *asked) {
    static const char only_all[] = "-";
    char *tab = strchr(line, '\t');
    char *at = line;
    if (tab == NULL) {
        return false;
    }
    *tab = '\0';
    asked->folder = folder;
    asked->scene = tab + 1;
    asked->number = strtoull(at, &at, 10);
    asked->steps = strtoull(at, &at, 10);
    asked->split = strtoull(at, &at, 10);
    asked->only = *at == ' ' ? at + 1 : only_all;
    return asked->steps <= 1000000 && asked->split <= asked->steps;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--tables") == 0) {
        print_tables();
        return 0;
    }
    if (argc != 2) {
        fprintf(stderr, "usage: %s --tables | FOLDER < scenes\n", argv[0]);
        return 2;
    }
    unsetenv("VOLERY_ISA");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) > 0) {
        question asked;
        line[length - 1] = line[length - 1] == '\n' ? '\0' : line[length - 1];
        if (!read_question(line, argv[1], &asked)) {
            fprintf(stderr, "not a question: %.80s\n", line);
            free(line);
            return 2;
        }
        answer_question(&asked);
    }
    free(line);
    return 0;
}
