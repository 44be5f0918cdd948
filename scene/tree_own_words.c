/* The words of a scene, for builds without libyaml: plain ones, texts in quotes, and blocks of text (| and >), over one
 * line or several. Called by tree_own.c, which reads the maps and lists around them. */
#include "tree_own.h"

#include <string.h>

/* What lies between two pieces of a word: blanks, or ends of lines, which are folded. One end of a line is a blank, of
 * several the first is nothing. */
typedef struct gap {
    size_t blanks, blanks_end; /* the bytes of blanks on the line of the last piece */
    size_t breaks;             /* ends of lines */
    bool escaped;              /* the first one stood behind a backslash, and is nothing at all */
    bool tab;                  /* one lies where a line of the block cannot begin yet */
} gap;

static bool is_flow_mark(char c) {
    return c != '\0' && strchr(",[]{}", c) != NULL;
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

vol_scene_node *vol_own_node(own_reader *r, vol_scene_node_kind kind, own_mark where) {
    vol_scene_node *node = vol_arena_take(r->arena, sizeof *node);
    if (node != NULL) {
        *node = (vol_scene_node){.kind = kind,
                                 .origin = r->origin,
                                 .line = where.line + 1,
                                 .column = where.column + 1,
                                 .begin = where.at,
                                 .end = where.at,
                                 .word = ""};
    }
    return node;
}

vol_scene_node *vol_own_ended(const own_reader *r, vol_scene_node *node) {
    if (node != NULL) {
        node->end = r->now.at;
    }
    return node;
}

/* The node of a word whose text is collected, and ends here; NULL where it is not right, or there is no memory. */
static vol_scene_node *finish(own_reader *r, own_mark begin, vol_text *text, bool quoted, bool right) {
    vol_scene_node *node = right ? vol_own_node(r, VOL_SCENE_NODE_WORD, begin) : NULL;
    if (node != NULL) {
        node->quoted = quoted;
        node->word = vol_arena_copy(r->arena, vol_text_read(text), text->length);
    }
    r->arena->failed = r->arena->failed || text->failed;
    vol_text_release(text);
    return vol_own_ended(r, node);
}

/* --- Ends of lines ------------------------------------------------------------------------------------------------ */

/* One end of a line, which is \n or \r\n; nothing at the end of the text. */
static void skip_break(own_reader *r) {
    if (own_peek(r, 0) == '\r') {
        own_advance(r);
    }
    if (own_peek(r, 0) == '\n') {
        own_advance(r);
    }
}

static void add_breaks(vol_text *text, size_t count) {
    for (size_t i = 0; i < count; i++) {
        vol_text_add(text, "\n", 1);
    }
}

/* Skips blanks and ends of lines, in a block whose lines begin at `least` or farther right. */
static gap read_gap(own_reader *r, gap so_far, size_t least) {
    gap between = so_far;
    between.blanks = r->now.at;
    between.blanks_end = r->now.at;
    while (own_is_blank(own_peek(r, 0)) || own_is_break(own_peek(r, 0))) {
        if (own_is_break(own_peek(r, 0))) {
            between.breaks++;
            skip_break(r);
        } else {
            between.tab = between.tab || (between.breaks > 0 && own_peek(r, 0) == '\t' && r->now.column < least);
            own_advance(r);
            between.blanks_end = between.breaks == 0 ? r->now.at : between.blanks_end;
        }
    }
    return between;
}

static void add_gap(const own_reader *r, vol_text *text, gap between) {
    if (between.breaks == 0) {
        vol_text_add(text, r->text + between.blanks, between.blanks_end - between.blanks);
    } else if (between.breaks == 1 && !between.escaped) {
        vol_text_add(text, " ", 1);
    } else {
        add_breaks(text, between.breaks - 1);
    }
}

/* --- In quotes ---------------------------------------------------------------------------------------------------- */

/* A character as UTF-8. */
static void put_character(vol_text *text, unsigned long code) {
    unsigned long bytes[4] = {code, 0, 0, 0};
    size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned long first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = count; count > 1 && i-- > 0;) {
        bytes[i] = i > 0 ? 0x80 | (code & 0x3F) : first[count] | code;
        code >>= 6;
    }
    for (size_t i = 0; i < count; i++) {
        vol_text_add(text, &(char){(char)(unsigned char)bytes[i]}, 1);
    }
}

/* Hexadecimal digits of a character's code; false if they are none. */
static bool put_code(own_reader *r, vol_text *text, size_t digits) {
    unsigned long code = 0;
    for (size_t i = 0; i < digits; i++, own_advance(r)) {
        static const char all[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = own_peek(r, 0) != '\0' ? strchr(all, own_peek(r, 0)) : NULL;
        if (digit == NULL) {
            return false;
        }
        code = 16 * code + (unsigned long)(digit - all) % 16;
    }
    if (code == 0 || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) {
        return false;
    }
    put_character(text, code);
    return true;
}

/* What stands behind a backslash, but for the end of a line. */
static bool put_escape(own_reader *r, vol_text *text) {
    static const char names[] = "\"\\/abtnvfre \t_NLPxuU";
    static const unsigned long codes[] = {'"',  '\\', '/', '\a', '\b', '\t', '\n',   '\v',  '\f',
                                          '\r', 0x1B, ' ', '\t', 0xA0, 0x85, 0x2028, 0x2029};
    static const size_t digits[] = {2, 4, 8};
    own_mark where = r->now;
    const char *name = own_peek(r, 0) != '\0' ? strchr(names, own_peek(r, 0)) : NULL;
    size_t known = sizeof codes / sizeof *codes;
    bool right = name != NULL;
    if (right) {
        size_t index = (size_t)(name - names);
        own_advance(r);
        if (index < known) {
            put_character(text, codes[index]);
        } else {
            right = put_code(r, text, digits[index - known]);
        }
    }
    return right || vol_own_unknown(r, where, "an escape that YAML does not have") != NULL;
}

/* A piece of a text in quotes: up to a blank, an end of a line, or the closing quote. */
static bool read_quoted_piece(own_reader *r, char quote, vol_text *text, gap *between) {
    for (char c = own_peek(r, 0); !own_at_end(r) && !own_is_blank(c) && !own_is_break(c); c = own_peek(r, 0)) {
        if (quote == '"' && c == '\\') {
            own_advance(r);
            if (own_is_break(own_peek(r, 0))) {
                skip_break(r);
                between->breaks = 1;
                between->escaped = true;
                return true;
            }
            if (!put_escape(r, text)) {
                return false;
            }
            continue;
        }
        if (c == quote) {
            if (quote == '"' || own_peek(r, 1) != '\'') {
                return true;
            }
            own_advance(r); /* two are one */
        }
        vol_text_add(text, r->text + r->now.at, 1);
        own_advance(r);
    }
    return true;
}

static vol_scene_node *in_quotes(own_reader *r) {
    own_mark begin = r->now;
    char quote = own_peek(r, 0);
    vol_text text = {.may_fail = true};
    bool right = true;
    own_advance(r);
    for (;;) {
        gap between = {0};
        right = read_quoted_piece(r, quote, &text, &between);
        if (!right || (between.breaks == 0 && own_peek(r, 0) == quote)) {
            break;
        }
        between = read_gap(r, between, 0);
        add_gap(r, &text, between);
        if (own_at_end(r) || own_at_document(r)) {
            right = vol_own_unknown(r, r->now, "a text without a quote at its end") != NULL;
            break;
        }
    }
    if (right) {
        own_advance(r);
    }
    return finish(r, begin, &text, true, right);
}

/* --- Blocks of text ----------------------------------------------------------------------------------------------- */

typedef struct block {
    char kind;       /* | as it is, > folded */
    char chomp;      /* what stays of the ends of lines at its end: - none, + all, 0 one */
    size_t indented; /* columns at which its lines begin; 0: not known yet */
} block;

/* The line with the mark. Its digit counts columns from `base`. */
static bool read_block_head(own_reader *r, size_t base, block *b) {
    b->kind = own_peek(r, 0);
    own_advance(r);
    for (int i = 0; i < 2; i++) {
        char c = own_peek(r, 0);
        if ((c == '+' || c == '-') && b->chomp == 0) {
            b->chomp = c;
            own_advance(r);
        } else if (c >= '1' && c <= '9' && b->indented == 0) {
            b->indented = base + (size_t)(c - '0');
            own_advance(r);
        }
    }
    own_skip_blanks(r);
    while (own_peek(r, 0) == '#' && !own_at_end(r)) {
        while (!own_at_end(r) && !own_is_break(own_peek(r, 0))) {
            own_advance(r);
        }
    }
    if (!own_at_end(r) && !own_is_break(own_peek(r, 0))) {
        return vol_own_unknown(r, r->now, "something behind the mark of a block of text") != NULL;
    }
    skip_break(r);
    return true;
}

/* Skips empty lines up to the next one that has something, and finds out where lines begin. Notes where the last one
 * ended. False: a tab is where blanks must be. */
static bool skip_empty_lines(own_reader *r, size_t least, block *b, size_t *count, own_mark *end) {
    size_t widest = 0;
    *count = 0;
    *end = r->now;
    for (;;) {
        while ((b->indented == 0 || r->now.column < b->indented) && own_peek(r, 0) == ' ') {
            own_advance(r);
        }
        widest = r->now.column > widest ? r->now.column : widest;
        if ((b->indented == 0 || r->now.column < b->indented) && own_peek(r, 0) == '\t') {
            return vol_own_unknown(r, r->now, "a tab before the first word of a line") != NULL;
        }
        if (!own_is_break(own_peek(r, 0))) {
            break;
        }
        skip_break(r);
        ++*count;
        *end = r->now;
    }
    if (b->indented == 0) {
        widest = widest < least ? least : widest;
        b->indented = widest > 0 ? widest : 1;
    }
    return true;
}

/* One line of a block, with the ends of lines between it and the one before. */
static void add_line(own_reader *r, const block *b, vol_text *text, bool ended, size_t empty, bool blank_before) {
    bool fold = b->kind == '>' && ended && !blank_before && !own_is_blank(own_peek(r, 0));
    if (fold && empty == 0) {
        vol_text_add(text, " ", 1);
    }
    add_breaks(text, (fold || !ended ? 0 : 1) + empty);
    size_t begin = r->now.at;
    while (!own_at_end(r) && !own_is_break(own_peek(r, 0))) {
        own_advance(r);
    }
    vol_text_add(text, r->text + begin, r->now.at - begin);
}

static vol_scene_node *in_block(own_reader *r, size_t least) {
    own_mark begin = r->now, end = r->now;
    block b = {0};
    vol_text text = {.may_fail = true};
    size_t empty = 0;
    bool ended = false, blank = false; /* the line before: did it end, did it begin with a blank? */
    bool right = read_block_head(r, least > 0 ? least - 1 : 0, &b) && skip_empty_lines(r, least, &b, &empty, &end);
    while (right && r->now.column == b.indented && !own_at_end(r)) {
        bool blank_before = blank;
        blank = own_is_blank(own_peek(r, 0));
        add_line(r, &b, &text, ended, empty, blank_before);
        ended = own_is_break(own_peek(r, 0));
        skip_break(r);
        right = skip_empty_lines(r, least, &b, &empty, &end);
    }
    add_breaks(&text, (b.chomp != '-' && ended) + (b.chomp == '+' ? empty : 0));
    if (right) {
        r->now = end;
    }
    return finish(r, begin, &text, true, right);
}

/* --- Plain words -------------------------------------------------------------------------------------------------- */

/* Does a piece of the word that is read end here? */
static bool piece_ends(const own_reader *r, bool in_flow) {
    char c = own_peek(r, 0);
    return own_is_blank_or_end(c) || (c == ':' && own_is_blank_or_end(own_peek(r, 1))) || (in_flow && is_flow_mark(c));
}

static vol_scene_node *plain(own_reader *r, bool in_flow, size_t least) {
    own_mark begin = r->now, end = r->now;
    vol_text text = {.may_fail = true};
    gap between = {0};
    bool right = true;
    for (bool first = true; first || (!piece_ends(r, in_flow) && own_peek(r, 0) != '#'); first = false) {
        if (!first) {
            add_gap(r, &text, between);
        }
        size_t from = r->now.at;
        while (right && !piece_ends(r, in_flow)) {
            if (in_flow && own_peek(r, 0) == ':' && (is_flow_mark(own_peek(r, 1)) || own_peek(r, 1) == '?')) {
                right = vol_own_unknown(r, r->now, "a colon without a blank behind it") != NULL;
                break;
            }
            own_advance(r);
        }
        vol_text_add(&text, r->text + from, r->now.at - from);
        end = r->now;
        between = read_gap(r, (gap){0}, in_flow ? r->least : least);
        if (right && between.tab) {
            right = vol_own_unknown(r, end, "a tab before the first word of a line") != NULL;
        }
        bool goes_on = between.breaks == 0 || (least != OWN_ONE_LINE && r->now.column >= least);
        if (!right || own_at_end(r) || !goes_on || own_at_document(r)) {
            break;
        }
    }
    r->now = right ? end : r->now;
    return finish(r, begin, &text, false, right);
}

/* Marks that begin something else than a word: what is wrong, "" for what this reader does not know, else NULL. */
static const char *not_a_word(const own_reader *r, bool in_flow) {
    char c = own_peek(r, 0);
    bool alone = own_is_blank_or_end(own_peek(r, 1)) || (in_flow && is_flow_mark(own_peek(r, 1)));
    if (c == '&' || c == '*' || c == '!') {
        return c == '&'   ? "anchors (&name) are not allowed in a scene"
               : c == '*' ? "aliases (*name) are not allowed in a scene"
                          : "tags (!name) are not allowed in a scene";
    }
    if ((c != '\0' && strchr("|>%@`,]}#", c) != NULL) || own_at_document(r) ||
        ((c == '-' || c == '?' || c == ':') && (alone || (in_flow && c != '-')))) {
        return "";
    }
    return NULL;
}

vol_scene_node *vol_own_word(own_reader *r, bool in_flow, size_t least) {
    char c = own_peek(r, 0);
    if (c == '\'' || c == '"') {
        return in_quotes(r);
    }
    if ((c == '|' || c == '>') && !in_flow && least != OWN_ONE_LINE) {
        return in_block(r, least);
    }
    const char *problem = not_a_word(r, in_flow);
    if (problem != NULL) {
        char what[] = "'?' at this place";
        what[1] = c;
        return problem[0] != '\0' ? vol_own_refuse(r, r->now, problem) : vol_own_unknown(r, r->now, what);
    }
    return plain(r, in_flow, least);
}
