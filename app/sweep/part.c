/* Parts of a sweep: which runs they have, where their journals are, and how these become one table. */
#include "sweep/part.h"

#include "common/words.h"
#include "util/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PARTS = 1000000, MOST_NAMED = 8 };

static bool read_number(const char *text, size_t length, uint64_t *number) {
    char digits[24];
    if (length >= sizeof digits) {
        return false;
    }
    memcpy(digits, text, length);
    digits[length] = '\0';
    return vol_whole_read(digits, number);
}

bool app_part_read(app_part *part, const char *word, app_fault *fault) {
    *part = (app_part){0, 0};
    const char *slash = word != NULL ? strchr(word, '/') : NULL;
    return word == NULL ||
           (slash != NULL && read_number(word, (size_t)(slash - word), &part->number) &&
            vol_whole_read(slash + 1, &part->count) && part->number >= 1 && part->number <= part->count &&
            part->count <= MOST_PARTS) ||
           app_fault_set(
               fault, APP_EXIT_WRONG,
               "volery sweep: --part '%s' is not allowed; allowed is K/N, as in 3/8, with K from 1 to N and N "
               "up to %d",
               word, (int)MOST_PARTS);
}

/* Runs that are like each other in what they cost follow each other: parts take turns. */
bool app_part_has(const app_part *part, uint64_t run) {
    return part->count == 0 || run % part->count == part->number - 1;
}

void app_part_journal(const app_part *part, const char *output, vol_text *path) {
    vol_text_put(path, output);
    if (part->count > 0) {
        vol_text_print(path, ".part-%llu-of-%llu", (unsigned long long)part->number, (unsigned long long)part->count);
    }
    vol_text_put(path, ".journal");
}

/* Is this the name of a part's journal? `output` is without its folder. */
static bool is_journal(const char *name, const char *output, app_part *part) {
    size_t length = strlen(output);
    const char *at = name + length + strlen(".part-");
    if (strncmp(name, output, length) != 0 || strncmp(name + length, ".part-", strlen(".part-")) != 0) {
        return false;
    }
    size_t digits = strspn(at, "0123456789");
    const char *of = at + digits;
    if (digits == 0 || strncmp(of, "-of-", 4) != 0 || !read_number(at, digits, &part->number)) {
        return false;
    }
    digits = strspn(of + 4, "0123456789");
    return digits > 0 && strcmp(of + 4 + digits, ".journal") == 0 && read_number(of + 4, digits, &part->count) &&
           part->number >= 1 && part->number <= part->count && part->count <= MOST_PARTS;
}

/* Into how many parts was the sweep divided? By the names of the journals that are there. */
static bool count_parts(const char *output, uint64_t *count, app_fault *fault) {
    const char *slash = strrchr(output, '/');
    const char *name = slash != NULL ? slash + 1 : output;
    vol_text folder = {0};
    vol_text_add(&folder, slash != NULL ? output : "./", slash != NULL ? (size_t)(slash - output) + 1 : 2);
    DIR *entries = opendir(folder.data);
    uint64_t other = 0;
    *count = 0;
    for (const struct dirent *entry = NULL; entries != NULL && (entry = readdir(entries)) != NULL;) {
        app_part part = {0, 0};
        if (is_journal(entry->d_name, name, &part)) {
            other = *count != 0 && part.count != *count ? part.count : other;
            *count = *count == 0 ? part.count : *count;
        }
    }
    bool right = entries != NULL ||
                 app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be read: %s", folder.data, strerror(errno));
    if (entries != NULL) {
        closedir(entries);
    }
    vol_text_release(&folder);
    if (right && *count == 0) {
        return app_fault_set(
            fault, APP_EXIT_WRONG,
            "volery sweep: --join: there is no journal of a part of this sweep, %s.part-K-of-N.journal", output);
    }
    if (right && other != 0) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery sweep: --join: there are journals of %llu parts and of %llu; remove those that "
                             "are not of this sweep",
                             (unsigned long long)(*count < other ? *count : other),
                             (unsigned long long)(*count < other ? other : *count));
    }
    return right;
}

/* Takes the rows of one journal; one that is not there has none. */
static bool take_part(app_sweep *sweep, const app_part *part, const char *identity, app_fault *fault) {
    vol_text path = {0};
    app_part_journal(part, sweep->options->output, &path);
    bool right = app_journal_look(path.data, identity, app_sweep_found_row, sweep, fault);
    vol_text_release(&path);
    return right;
}

/* Names the parts whose runs are not all there. */
static bool check_parts(const app_sweep *sweep, uint64_t count, app_fault *fault) {
    uint64_t runs = app_plan_runs(&sweep->plan), parts = 0;
    if (sweep->done == runs) {
        return true;
    }
    app_fault_set(fault, APP_EXIT_WRONG,
                  "volery sweep: --join: of %llu runs %llu are missing:", (unsigned long long)runs,
                  (unsigned long long)(runs - sweep->done));
    for (uint64_t k = 1; k <= count; k++) {
        uint64_t all = 0, missing = 0, first = 0;
        for (uint64_t run = k - 1; run < runs; run += count) {
            first = missing == 0 && sweep->rows[run] == NULL ? run : first;
            missing += sweep->rows[run] == NULL;
            all++;
        }
        if (missing > 0 && parts++ < MOST_NAMED) {
            app_fault_more(fault, "%s part %llu/%llu lacks %llu of its %llu, the first is run %llu",
                           parts > 1 ? ";" : "", (unsigned long long)k, (unsigned long long)count,
                           (unsigned long long)missing, (unsigned long long)all, (unsigned long long)first);
        }
    }
    if (parts > MOST_NAMED) {
        app_fault_more(fault, "; and %llu other parts lack some", (unsigned long long)(parts - MOST_NAMED));
    }
    app_fault_more(fault, "; run %s again", parts > 1 ? "these parts" : "this part");
    return false;
}

bool app_part_join(app_sweep *sweep, app_fault *fault) {
    app_part part = {0, 0};
    vol_text identity = {0};
    app_sweep_identity(sweep, &identity);
    bool right = count_parts(sweep->options->output, &part.count, fault);
    for (part.number = 1; right && part.number <= part.count; part.number++) {
        right = take_part(sweep, &part, identity.data, fault);
    }
    vol_text_release(&identity);
    return right && check_parts(sweep, part.count, fault);
}
