/* Making one text of a program and all that it includes: drivers get no folders to look for headers in. Comes before
 * program.c, which has it compiled. */
#include "backends/opencl/texts.h"

#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH_MOST = 32, NAME_MOST = 128 };

/* What is known of the lines inside an #if, as far as it is about OpenCL. */
typedef enum branch {
    BRANCH_MAYBE, /* it depends on something else */
    BRANCH_LIVE,  /* compiled */
    BRANCH_DEAD,  /* left out, but what comes after #else may not be */
    BRANCH_OVER,  /* left out, because an earlier part was not */
} branch;

typedef struct assembly {
    const char *model;
    char *to; /* NULL: only count */
    size_t length;
    bool done[VOL_CL_TEXTS_MOST]; /* texts with a guard that are there already */
    bool open[VOL_CL_TEXTS_MOST]; /* that are being added: of these, ones with a guard are empty inside themselves */
} assembly;

/* A line of a text; `word` is what follows its #, `rest` what follows that: empty if it has none. */
typedef struct line {
    const char *begin, *word, *rest, *end; /* the end is behind the newline */
    size_t word_length;
} line;

static const char *skip_spaces(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at;
}

static line line_at(const char *begin, const char *text_end) {
    const char *newline = memchr(begin, '\n', (size_t)(text_end - begin));
    line l = {begin, NULL, NULL, newline ? newline + 1 : text_end, 0};
    const char *at = skip_spaces(begin, l.end);
    l.word = l.rest = l.end;
    if (at < l.end && *at == '#') {
        l.word = skip_spaces(at + 1, l.end);
        while (l.word + l.word_length < l.end && l.word[l.word_length] >= 'a' && l.word[l.word_length] <= 'z') {
            l.word_length++;
        }
        l.rest = skip_spaces(l.word + l.word_length, l.end);
    }
    return l;
}

static bool is(const line *l, const char *word) {
    return l->word_length == strlen(word) && memcmp(l->word, word, l->word_length) == 0;
}

/* Does what follows the word begin with this? */
static bool rest_begins(const line *l, const char *with) {
    size_t length = strlen(with);
    return (size_t)(l->end - l->rest) >= length && memcmp(l->rest, with, length) == 0;
}

/* The text may stand in a program once: its first directive is an #ifndef of a name that headers have. */
static bool has_guard(const vol_cl_text *text) {
    const char *at = (const char *)text->bytes, *end = at + text->length;
    while (at < end) {
        line l = line_at(at, end);
        if (l.word_length > 0) {
            return is(&l, "ifndef") && rest_begins(&l, "VOLERY_");
        }
        at = l.end;
    }
    return false;
}

static branch branch_of(const line *l) {
    const char *all = "defined(VOL_OPENCL)";
    if (is(l, "ifndef")) {
        return rest_begins(l, "VOL_OPENCL") ? BRANCH_DEAD : rest_begins(l, "VOLERY_") ? BRANCH_LIVE : BRANCH_MAYBE;
    }
    if (is(l, "ifdef")) {
        return rest_begins(l, "VOL_OPENCL") ? BRANCH_LIVE : BRANCH_MAYBE;
    }
    return rest_begins(l, all) && !memchr(l->rest, '&', (size_t)(l->end - l->rest)) ? BRANCH_LIVE : BRANCH_MAYBE;
}

/* The branch after an #else or #elif. */
static branch branch_next(branch before, bool otherwise) {
    if (before == BRANCH_LIVE || before == BRANCH_OVER) {
        return BRANCH_OVER;
    }
    return before == BRANCH_DEAD && otherwise ? BRANCH_LIVE : BRANCH_MAYBE;
}

static void put(assembly *a, const char *bytes, size_t length) {
    if (a->to) {
        memcpy(a->to + a->length, bytes, length);
    }
    a->length += length;
}

static size_t find(const char *path) {
    size_t i = 0;
    while (i < vol_cl_text_count && strcmp(vol_cl_texts[i].path, path) != 0) {
        i++;
    }
    return i;
}

static size_t find_model(const char *model) {
    char path[NAME_MOST];
    snprintf(path, sizeof path, "models/%.100s.h", model);
    return find(path);
}

/* Which text an #include means: their number if none. */
static size_t included(const assembly *a, const line *l) {
    char name[NAME_MOST];
    const char close = *l->rest == '<' ? '>' : '"';
    const char *begin = l->rest + 1;
    const char *end = l->rest < l->end ? memchr(begin, close, (size_t)(l->end - begin)) : NULL;
    if (!end || (*l->rest != '<' && *l->rest != '"') || end - begin >= NAME_MOST) {
        return vol_cl_text_count; /* by a macro: texts for devices do without */
    }
    snprintf(name, sizeof name, "%.*s", (int)(end - begin), begin);
    return strcmp(name, "models/MODEL.h") == 0 ? find_model(a->model ? a->model : "") : find(name);
}

/* The branches around a line, from the outermost on. */
typedef struct branches {
    branch at[DEPTH_MOST];
    size_t depth;
} branches;

/* Is what stands there compiled? The most that the branches say: live, maybe, or dead for one that is left out. */
static branch state_of(const branches *b) {
    branch state = BRANCH_LIVE;
    for (size_t i = 0; i < b->depth; i++) {
        if (b->at[i] == BRANCH_DEAD || b->at[i] == BRANCH_OVER) {
            return BRANCH_DEAD;
        }
        state = b->at[i] == BRANCH_MAYBE ? BRANCH_MAYBE : state;
    }
    return state;
}

static bool follow(branches *b, const line *l) {
    if (is(l, "if") || is(l, "ifdef") || is(l, "ifndef")) {
        if (b->depth == DEPTH_MOST) {
            return false;
        }
        b->at[b->depth++] = branch_of(l);
    } else if (b->depth > 0 && (is(l, "else") || is(l, "elif"))) {
        b->at[b->depth - 1] = branch_next(b->at[b->depth - 1], is(l, "else"));
    } else if (b->depth > 0 && is(l, "endif")) {
        b->depth--;
    }
    return true;
}

/* Adds a text; `sure`: it is compiled there, and not only maybe. False if includes or branches go too deep. */
static bool add(assembly *a, size_t number, bool sure, int depth) {
    const vol_cl_text *text = &vol_cl_texts[number];
    const char *at = (const char *)text->bytes, *end = at + text->length;
    const bool guard = has_guard(text);
    branches b = {.depth = 0};
    if (depth == DEPTH_MOST || (guard && (a->done[number] || a->open[number]))) {
        return depth < DEPTH_MOST;
    }
    a->open[number] = true;
    for (line l; at < end; at = l.end) {
        l = line_at(at, end);
        if (!is(&l, "include")) {
            put(a, l.begin, (size_t)(l.end - l.begin));
            if (!follow(&b, &l)) {
                return false;
            }
            continue;
        }
        const size_t other = included(a, &l);
        const branch state = state_of(&b);
        if (other == vol_cl_text_count || state == BRANCH_DEAD) {
            put(a, "\n", 1);
        } else if (!add(a, other, sure && state == BRANCH_LIVE, depth + 1)) {
            return false;
        }
    }
    a->open[number] = false;
    a->done[number] = sure && guard; /* where it may not be compiled, its guard decides */
    return true;
}

char *vol_cl_assemble(const vol_allocator *allocator, const char *path, const char *model, size_t *bytes) {
    const size_t number = find(path);
    assembly count = {.model = model}, fill = {.model = model};
    if (number == vol_cl_text_count || (model && find_model(model) == vol_cl_text_count) ||
        !add(&count, number, true, 0)) {
        return NULL;
    }
    *bytes = count.length + 1;
    fill.to = vol_allocate(allocator, *bytes, 1);
    if (fill.to) {
        add(&fill, number, true, 0); /* the memory is zeroed: a 0 follows */
    }
    return fill.to;
}
