/* The journal of a sweep. Text: a line that says what it is, the lines of the sweep's identity, an empty line, and for each
 * finished run `RUN SUM ROW`, where SUM is over the number and the row. Only the process that runs the sweep writes to it. */
#include "sweep/journal.h"

#include "arena.h"
#include "file.h"
#include "recording_block.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_LINE "volery sweep journal 1\n"

static bool failed(const vol_journal *journal, const char *what, vol_fault *fault) {
    return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: the journal %s: %s", journal->path, what, strerror(errno));
}

static void put_row(vol_text *line, uint64_t run, const char *row) {
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)run);
    uint64_t sum = vol_block_sum(VOL_FIRST_SUM, (const unsigned char *)number, strlen(number));
    sum = vol_block_sum(sum, (const unsigned char *)row, strlen(row));
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
    if (!vol_read_whole(number, run)) {
        return false;
    }
    *row = line + length + 18;
    vol_text again = {0};
    put_row(&again, *run, *row);
    bool same = strncmp(again.data, line, again.length - 1) == 0;
    vol_text_release(&again);
    return same;
}

/* Names the first line of the identity that is another one. */
static bool refuse(const vol_journal *journal, const char *there, const char *here, vol_fault *fault) {
    while (*there != '\0' && *here != '\0') {
        size_t old = strcspn(there, "\n"), now = strcspn(here, "\n");
        if (old != now || strncmp(there, here, now) != 0) {
            break;
        }
        there += old + (there[old] == '\n');
        here += now + (here[now] == '\n');
    }
    return vol_fault_set(fault, VOL_EXIT_WRONG,
                         "%s: the journal is of another sweep: it has '%.*s', and here it would be '%.*s'; finish that "
                         "sweep, or remove the journal, or choose another -o",
                         journal->path, (int)strcspn(there, "\n"), there, (int)strcspn(here, "\n"), here);
}

/* Reads what there is. *whole: how many bytes of it are to be kept. */
static bool read_rows(const vol_journal *journal, vol_text *all, const char *head, vol_journal_found found, void *user,
                      size_t *whole, vol_fault *fault) {
    char *text = all->data;
    size_t length = all->length;
    size_t head_length = strlen(head);
    *whole = 0;
    if (length < head_length && strncmp(text, head, length) == 0) {
        return true; /* a process was killed before the head was written */
    }
    if (length < head_length || strncmp(text, head, head_length) != 0) {
        if (strncmp(text, FIRST_LINE, strlen(FIRST_LINE)) != 0) {
            return vol_fault_set(fault, VOL_EXIT_WRONG, "%s: is in the way: this is not the journal of a sweep",
                                 journal->path);
        }
        return refuse(journal, text, head, fault);
    }
    char *end = NULL;
    bool good = true;
    *whole = head_length;
    for (char *line = text + head_length; good && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        uint64_t run = 0;
        const char *row = NULL;
        *end = '\0';
        good = read_row(line, &run, &row) && found(user, run, row);
        *whole = good ? (size_t)(end + 1 - text) : *whole;
    }
    return true;
}

static bool lock(const vol_journal *journal, vol_fault *fault) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(journal->file, F_SETLK, &all) == 0) {
        return true;
    }
    if (errno == EACCES || errno == EAGAIN) {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "%s: another process works on this sweep", journal->path);
    }
    return failed(journal, "cannot be locked", fault);
}

/* And waits for the disk. */
static bool append(const vol_journal *journal, const vol_text *text) {
    return vol_file_write(journal->file, text->data, text->length) && fsync(journal->file) == 0;
}

/* All of the file, ended by a zero. Through the one descriptor: closing another one would give the lock away. */
static bool read_all(const vol_journal *journal, vol_text *text, vol_fault *fault) {
    char piece[16 * 1024];
    ssize_t count = 0;
    vol_text_add(text, "", 0);
    do {
        count = read(journal->file, piece, sizeof piece);
        vol_text_add(text, piece, count > 0 ? (size_t)count : 0);
    } while (count > 0 || (count < 0 && errno == EINTR));
    return count == 0 || failed(journal, "cannot be read", fault);
}

bool vol_journal_open(vol_journal *journal, const char *path, const char *identity, vol_journal_found found, void *user,
                      vol_fault *fault) {
    vol_text name = {0}, head = {0};
    vol_text_put(&name, path);
    vol_text_print(&head, FIRST_LINE "%s\n", identity);
    *journal = (vol_journal){.path = name.data, .file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666)};
    vol_text text = {0};
    size_t whole = 0;
    bool right = journal->file >= 0 || failed(journal, "cannot be opened", fault);
    right = right && lock(journal, fault) && read_all(journal, &text, fault) &&
            read_rows(journal, &text, head.data, found, user, &whole, fault);
    if (right && (ftruncate(journal->file, (off_t)whole) != 0 || lseek(journal->file, 0, SEEK_END) < 0)) {
        right = failed(journal, "cannot be written", fault);
    }
    if (right && whole == 0 && !append(journal, &head)) {
        right = failed(journal, "cannot be written", fault);
    }
    if (!right) {
        vol_journal_close(journal, false);
    }
    vol_text_release(&text);
    vol_text_release(&head);
    return right;
}

bool vol_journal_add(vol_journal *journal, uint64_t run, const char *row, vol_fault *fault) {
    vol_text line = {0};
    put_row(&line, run, row);
    bool right = append(journal, &line) || failed(journal, "cannot be written", fault);
    vol_text_release(&line);
    return right;
}

void vol_journal_close(vol_journal *journal, bool done) {
    if (done) {
        remove(journal->path);
    }
    if (journal->file >= 0) {
        close(journal->file);
    }
    free(journal->path);
    *journal = (vol_journal){.file = -1};
}
