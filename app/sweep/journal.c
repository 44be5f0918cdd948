/* The journal of a sweep. Text: a line that says what it is, the lines of the sweep's identity, an empty line, and for
 * each finished run `RUN SUM ROW`, where SUM is over the number and the row. Only the process that runs the sweep
 * writes to it. */
#include "sweep/journal.h"

#include "common/arena.h"
#include "common/words.h"
#include "record/block.h"
#include "record/identity.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_LINE "volery sweep journal 1\n"

static bool failed(const app_journal *journal, const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: the journal %s: %s", journal->path, what, strerror(errno));
}

static bool in_the_way(const char *path, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: is in the way: this is not the journal of a sweep", path);
}

void app_journal_put_row(vol_text *line, uint64_t run, const char *row) {
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)run);
    uint64_t sum = app_block_sum(APP_FIRST_SUM, (const unsigned char *)number, strlen(number));
    sum = app_block_sum(sum, (const unsigned char *)row, strlen(row));
    vol_text_print(line, "%s %016llx %s\n", number, (unsigned long long)sum, row);
}

/* Is this line, without its end, a row that was written whole? */
static bool read_row(const char *line, uint64_t *run, const char **row) {
    char number[24];
    size_t length = strcspn(line, " ");
    if (length >= sizeof number || line[length] == '\0' || strlen(line) < length + 18) {
        return false;
    }
    memcpy(number, line, length);
    number[length] = '\0';
    if (!vol_whole_read(number, run)) {
        return false;
    }
    *row = line + length + 18;
    vol_text again = {0};
    app_journal_put_row(&again, *run, *row);
    bool same = strncmp(again.data, line, again.length - 1) == 0;
    vol_text_release(&again);
    return same;
}

/* Names the first line of the identity that is another one. */
static bool refuse(const char *path, const char *there, const char *here, app_fault *fault) {
    app_identity_differs(&there, &here);
    return app_fault_set(fault, APP_EXIT_WRONG,
                         "%s: the journal is of another sweep: it has '%.*s', and here it would be '%.*s'; finish that "
                         "sweep, or remove the journal, or choose another -o",
                         path, (int)strcspn(there, "\n"), there, (int)strcspn(here, "\n"), here);
}

/* Does the text begin with the head of this sweep? *begun: a process was killed before all of the head was written. */
static bool check_head(const char *path, const char *text, size_t length, const vol_text *head, bool *begun,
                       app_fault *fault) {
    *begun = length < head->length && memcmp(text, head->data, length) == 0;
    if (*begun || (length >= head->length && memcmp(text, head->data, head->length) == 0)) {
        return true;
    }
    if (strncmp(text, FIRST_LINE, strlen(FIRST_LINE)) != 0) {
        return in_the_way(path, fault);
    }
    return refuse(path, text, head->data, fault);
}

/* Hands the rows to `found`, line by line. */
static void read_rows(const char *path, char *text, size_t length, size_t first_line, size_t at,
                      app_journal_found found, void *user, size_t *whole, app_fault *warning) {
    size_t bad = 0;
    const char *end = NULL;
    for (size_t line = first_line; (end = memchr(text + at, '\n', length - at)) != NULL; line++) {
        app_fault why = {.text = "the line is damaged"};
        uint64_t run = 0;
        const char *row = NULL;
        size_t next = (size_t)(end - text) + 1;
        text[next - 1] = '\0';
        bool good =
            strlen(text + at) == next - 1 - at && read_row(text + at, &run, &row) && found(user, run, row, &why);
        if (!good && bad++ == 0) {
            app_fault_set(warning, APP_EXIT_WRONG, "%s:%zu: %.1500s", path, line, why.text);
        }
        at = *whole = next;
    }
    if (bad > 0) {
        app_fault_more(warning, bad > 1 ? ", and there are %zu such lines; what they" : "; what it", bad);
        app_fault_more(warning, " stood for is computed again");
    }
}

bool app_journal_read(const char *path, char *text, size_t length, const char *identity, app_journal_found found,
                      void *user, size_t *whole, app_fault *warning, app_fault *fault) {
    vol_text head = {0};
    vol_text_print(&head, FIRST_LINE "%s\n", identity);
    bool begun = false;
    bool right = check_head(path, text, length, &head, &begun, fault);
    *whole = right && !begun ? head.length : 0;
    if (right && !begun) {
        size_t lines = 1;
        for (size_t i = 0; i < head.length; i++) {
            lines += head.data[i] == '\n';
        }
        read_rows(path, text, length, lines, head.length, found, user, whole, warning);
    }
    vol_text_release(&head);
    return right;
}

/* As all outputs are locked, so that none of them takes the file away. */
static bool lock(const app_journal *journal, app_fault *fault) {
    struct stat own;
    struct stat named;
    if (fstat(journal->file, &own) != 0 || !S_ISREG(own.st_mode)) {
        return in_the_way(journal->path, fault);
    }
    bool locked = app_file_lock(journal->file);
    bool there = stat(journal->path, &named) == 0 && own.st_dev == named.st_dev && own.st_ino == named.st_ino;
    return (locked && there) ||
           app_fault_set(fault, APP_EXIT_WRONG, "%s: another process works on this sweep", journal->path);
}

/* And waits for the disk. */
static bool append(const app_journal *journal, const vol_text *text) {
    return app_file_write(journal->file, text->data, text->length) && fsync(journal->file) == 0;
}

/* Nothing to read on for? */
static bool is_other(const vol_text *text) {
    size_t length = strlen(FIRST_LINE);
    return text->length >= length && memcmp(text->data, FIRST_LINE, length) != 0;
}

/* All of the file, ended by a zero; of a file that is no journal only its beginning. */
static bool read_all(const app_journal *journal, vol_text *text, app_fault *fault) {
    char piece[16 * 1024];
    ssize_t count = 0;
    vol_text_add(text, "", 0);
    do {
        count = read(journal->file, piece, sizeof piece);
        vol_text_add(text, piece, count > 0 ? (size_t)count : 0);
    } while ((count > 0 && !is_other(text)) || (count < 0 && errno == EINTR));
    return count >= 0 || failed(journal, "cannot be read", fault);
}

bool app_journal_open(app_journal *journal, const char *path, const char *identity, app_journal_found found, void *user,
                      app_fault *fault) {
    vol_text name = {0}, head = {0};
    app_fault warning = {0};
    vol_text_put(&name, path);
    vol_text_print(&head, FIRST_LINE "%s\n", identity);
    *journal = (app_journal){.path = name.data, .file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666)};
    vol_text text = {0};
    size_t whole = 0;
    bool right = journal->file >= 0 || failed(journal, "cannot be opened", fault);
    right = right && lock(journal, fault) && read_all(journal, &text, fault) &&
            app_journal_read(path, text.data, text.length, identity, found, user, &whole, &warning, fault);
    if (right && warning.text[0] != '\0') {
        fprintf(stderr, "%s\n", warning.text);
    }
    if (right && (ftruncate(journal->file, (off_t)whole) != 0 || lseek(journal->file, 0, SEEK_END) < 0)) {
        right = failed(journal, "cannot be written", fault);
    }
    bool made_nothing = right && whole == 0 && !append(journal, &head);
    if (made_nothing) {
        right = failed(journal, "cannot be written", fault);
    }
    if (!right) {
        app_journal_close(journal, made_nothing);
    }
    vol_text_release(&text);
    vol_text_release(&head);
    return right;
}

bool app_journal_look(const char *path, const char *identity, app_journal_found found, void *user, app_fault *fault) {
    vol_text name = {0}, text = {0};
    app_fault warning = {0};
    size_t whole = 0;
    vol_text_put(&name, path);
    app_journal journal = {.path = name.data, .file = open(path, O_RDWR | O_CLOEXEC)}; /* some disks lock no others */
    bool right = journal.file >= 0 ? lock(&journal, fault) && read_all(&journal, &text, fault) &&
                                         app_journal_read(path, text.data, text.length, identity, found, user, &whole,
                                                          &warning, fault)
                                   : errno == ENOENT || failed(&journal, "cannot be opened", fault);
    vol_text_release(&text);
    app_journal_close(&journal, false);
    return right;
}

bool app_journal_add(app_journal *journal, uint64_t run, const char *row, app_fault *fault) {
    vol_text line = {0};
    app_journal_put_row(&line, run, row);
    bool right = append(journal, &line) || failed(journal, "cannot be written", fault);
    vol_text_release(&line);
    return right;
}

void app_journal_close(app_journal *journal, bool done) {
    if (done) {
        remove(journal->path);
    }
    if (journal->file >= 0) {
        close(journal->file);
    }
    free(journal->path);
    *journal = (app_journal){.file = -1};
}
