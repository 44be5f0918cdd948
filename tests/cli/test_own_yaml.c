/* The reader of scenes for builds without libyaml: what it reads, libyaml reads to the same tree; and it reads every
 * built-in scene, as it is and as it is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/tree.h"

#include <stdlib.h>
#include <string.h>

/* tree_own.c is compiled here with other names, so that both readers are in this program. */
vol_scene_node *own_tree_read(vol_arena *arena, const vol_scene_origin *origin, const char *text, size_t length,
                              vol_scene_fault *fault);

static bool same_word(const vol_scene_node *a, const vol_scene_node *b) {
    return a->kind == b->kind && a->quoted == b->quoted && a->line == b->line && a->column == b->column &&
           a->begin == b->begin && a->end == b->end && strcmp(a->word, b->word) == 0;
}

static bool same_tree(const vol_scene_node *a, const vol_scene_node *b) {
    if (!same_word(a, b) || a->count != b->count || (a->key == NULL) != (b->key == NULL) ||
        (a->key != NULL && !same_word(a->key, b->key))) {
        return false;
    }
    const vol_scene_node *left = a->first, *right = b->first;
    while (left != NULL && right != NULL && same_tree(left, right)) {
        left = left->next;
        right = right->next;
    }
    return left == NULL && right == NULL;
}

typedef enum verdict { REFUSED, SAME, OTHER } verdict;

/* What the own reader makes of a text, against libyaml's. */
static verdict compare(const char *text, size_t length, vol_scene_fault *fault) {
    const vol_scene_origin origin = {.name = "text"};
    vol_arena arena = {0};
    vol_scene_fault theirs = {0};
    *fault = (vol_scene_fault){0};
    const vol_scene_node *own = own_tree_read(&arena, &origin, text, length, fault);
    const vol_scene_node *yaml = vol_scene_tree_read(&arena, &origin, text, length, &theirs);
    verdict answer = own == NULL ? REFUSED : yaml != NULL && same_tree(own, yaml) ? SAME : OTHER;
    vol_arena_release(&arena);
    return answer;
}

static void reads(const char *text) {
    vol_scene_fault fault;
    if (compare(text, strlen(text), &fault) != SAME) {
        fail_msg("not read as libyaml does: %s\n%s", fault.text, text);
    }
}

static void reads_every_built_in_scene_and_what_is_printed_of_it(void **state) {
    (void)state;
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        const vol_scene_builtin *builtin = vol_scene_builtin_at(i);
        vol_scene scene;
        vol_scene_fault fault;
        reads(builtin->text);
        assert_true(vol_scene_load(&scene, builtin->name, NULL, 0, &fault));
        char *printed = vol_scene_print(&scene, NULL);
        reads(printed);
        free(printed);
        vol_scene_release(&scene);
    }
}

static void reads_maps_lists_words_and_json(void **state) {
    (void)state;
    static const char *const texts[] = {
        "a: 1",
        "a:\nb: 2\n",
        "a:\n  b: c d   # comment\n  e: 'it''s'\n",
        "a:\n- 1\n- b: 2\n  c: 3\n-\n- - x\n  - y\nd: e\n",
        "a:\n  - 1\n  -\n    b: 2\n",
        "# only\n---\na: {b: [1, 2,], c: {}, d: [], e, f: }\n",
        "{\"a\":1,\"b\":[true,null,\"x\\ty\\u00e9\\u20ac\\\"\\\\\\/\"],\n\t\"c\": {\"d\": -1e3}}",
        "a: [1,\n2,  # two\n   3]\nb: x:y#z\n",
        "\xC3\xA9t\xC3\xA9: \xE2\x82\xAC u\r\nb: 2\r\n",
        "'a b': \"c\"\n\"d\" : e\n",
        "- a\n- [b]\n",
        "word",
        "[1, 2]",
        "a:\n\n\n    b: 1\n\n# c\n    c: 2\nd: e\n",
        "a: b - c, [d]\n",
        "{a: b, c: d:e, -f: -1}",
        "\357\273\277a: 1\nb: 2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        reads(texts[i]);
    }
}

/* Texts of several lines, in all the ways that YAML has for them. */
static const char *const long_texts[] = {
    "about: birds\n  that fly\n\n  far   away  # really\nworld:\n  a: 1\n",
    "- one\n  two\n-\n  three\n  four\n",
    "a: [one\n  two, three\n\nfour]\nb: {c: d\ne}\n",
    "a: 'it''s\n  so  \n\n   long '\nb: \"x \\\n    y\\n  z \\\n\n  \\ w\n\n\n v\"\n",
    "a: \"\\x41\\u00e9\\U0001F426\\a\\b\\e\\f\\v\\_\\N\\L\\P\\ \\/\"\n",
    "a: |\n  one\n    two\n\n  three\n\n# c\nb: 1\n",
    "a: >\n  one\n  two\n\n  three\n    four\n\n\n  five\nb: 1\n",
    "a: |-\n  one\n\nb: >+\n  two\n\n\nc: |2-   # c\n    x\n  y\nd: >-1\n  z\n",
    "- |\n one\n- >\n\n\n  two\n  \n- |+\n",
    "a:\n  b: |\n    c\n  d: e\n",
    "a: |\r\n  one\r\n  two\r\nb: c\r\n  d\r\n",
    "a: >\n  last line without an end",
    "about: |\n\tx",
};

static void reads_texts_of_several_lines(void **state) {
    (void)state;
    for (size_t i = 0; i + 1 < sizeof long_texts / sizeof *long_texts; i++) { /* the last one is wrong */
        reads(long_texts[i]);
    }
}

static void gives_texts_of_several_lines_their_words(void **state) {
    (void)state;
    static const char text[] = "a: >-\n  one\n  two\n\n  three\nb: four\n  five\nc: |\n  six\n  seven\n";
    const vol_scene_origin origin = {.name = "text"};
    vol_arena arena = {0};
    vol_scene_fault fault = {0};
    const vol_scene_node *node = own_tree_read(&arena, &origin, text, sizeof text - 1, &fault);
    assert_string_equal(vol_scene_tree_find(node, "a")->word, "one two\nthree");
    assert_string_equal(vol_scene_tree_find(node, "b")->word, "four five");
    assert_string_equal(vol_scene_tree_find(node, "c")->word, "six\nseven\n");
    vol_arena_release(&arena);
}

static void refuses_what_it_does_not_know_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"a: @b\n", "text:1:4: '@' at this place: not understood, as this volery was built without libyaml; a scene "
                    "is maps, lists and texts"},
        {"a: \"b\nc\"\n  d\n", "text:3:3: a line that is farther right than its key"},
        {"a: \"b\nc\n", "text:3:1: a text without a quote at its end"},
        {"a: 'b\n--- c'\n", "text:2:1: a text without a quote at its end"},
        {"a: | b\n  c\n", "text:1:6: something behind the mark of a block of text"},
        {"a: |0\n  c\n", "text:1:5: something behind the mark of a block of text"},
        {"a: b\n\tc\n", "text:1:5: a tab before the first word of a line"},
        {"a: |\n\tc\n", "text:2:1: a tab before the first word of a line"},
        {"a: b\n  c: d\n", "text:2:4: a second key on a line"},
        {"a: &b c\n", "text:1:4: anchors (&name) are not allowed in a scene"},
        {"a: *b\n", "text:1:4: aliases (*name) are not allowed in a scene"},
        {"a: !b c\n", "text:1:4: tags (!name) are not allowed in a scene"},
        {"a: 1\nb: 2\na: 3\n", "text:3:1: key 'a': given twice, first in line 1"},
        {"{a: 1, a: 2}", "text:1:8: key 'a': given twice, first in line 1"},
        {"a: [1, 2\n", "text:2:1: a list without , or ] here"},
        {"a: {b: 1\n", "text:2:1: a map without , or } here"},
        {"[a]: 1\n", "text:1:1: a key must be a word"},
        {"a: 1\n---\nb: 2\n", "text:2:1: only one document is allowed"},
        {"# nothing\n", "text:2:1: the scene is empty"},
        {"a:\n\tb: 1\n", "text:2:1: a tab before the first word of a line"},
        {"a: \"\\q\"\n", "text:1:6: an escape that YAML does not have"},
        {"a: \"\\ud83d\"\n", "text:1:6: an escape that YAML does not have"},
        {"a: \"\\0\"\n", "text:1:6: an escape that YAML does not have"},
        {"a: b: c\n", "text:1:5: a second key on a line"},
        {"a: - b\n", "text:1:4: a list that begins on the line of its key"},
        {"a: \x01\n", "text:1:4: a byte that is no text"},
        {"a: \xC3(\n", "text:1:4: a byte that is no text"},
        {"a:\n    b: 1\n  c: 2\n", "text:3:3: "},
        {"a:\n  - [1]\n   - 2\n", "text:3:4: "},
        {"a\n", ""},
        {"%YAML 1.1\n---\na: 1\n", "text:1:1: '%' at this place"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vol_scene_fault fault;
        verdict answer = compare(cases[i].text, strlen(cases[i].text), &fault);
        if (cases[i].fault[0] == '\0') {
            assert_int_equal(answer, SAME);
        } else if (answer != REFUSED || strncmp(fault.text, cases[i].fault, strlen(cases[i].fault)) != 0) {
            fail_msg("expected %s\ngot      %s\nof\n%s", cases[i].fault, fault.text, cases[i].text);
        }
    }
}

static void refuses_what_is_too_deep(void **state) {
    (void)state;
    char text[64];
    vol_scene_fault fault;
    for (size_t deep = 1; deep < 20; deep++) {
        memset(text, '[', deep);
        memset(text + deep, ']', deep);
        assert_int_equal(compare(text, 2 * deep, &fault), deep <= VOL_SCENE_MOST_LEVELS + 1 ? SAME : REFUSED);
    }
}

static const char mutations[] = "\n :#-,[]{}'\"\\?&!|a1\t>+";

/* The text with one byte put in, changed or taken away (way 0, 1, 2); `room` has two bytes more than the text. */
static size_t mutate(char *room, const char *text, size_t length, size_t at, char byte, size_t way) {
    memcpy(room, text, at);
    room[at] = byte;
    memcpy(room + at + (way < 2), text + at + (way > 0), length - at - (way > 0));
    size_t size = length + (way == 0) - (way == 2);
    room[size] = '\0';
    return size;
}

/* Whatever the own reader takes for a scene is one, the same. */
static bool reads_or_refuses(const char *text, size_t length) {
    vol_scene_fault fault;
    verdict answer = compare(text, length, &fault);
    if (answer == OTHER) {
        fail_msg("other than libyaml:\n%s", text);
    }
    return answer == SAME;
}

static void never_guesses_at_scenes(void **state) {
    (void)state;
    size_t read = 0, all = 0;
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        const vol_scene_builtin *builtin = vol_scene_builtin_at(i);
        const char *begin = strstr(builtin->text, "\nabout") != NULL ? strstr(builtin->text, "\nabout") : builtin->text;
        size_t length = strlen(begin);
        char *text = malloc(length + 2);
        for (size_t at = 0; at < length; at++, all++) {
            char byte = mutations[(at * 7 + i) % (sizeof mutations - 1)];
            read += reads_or_refuses(text, mutate(text, begin, length, at, byte, (at + i) % 3));
        }
        free(text);
    }
    assert_true(read > all / 4 && read < all); /* else this tests nothing */
}

/* Every byte of every text, put in, changed and taken away. */
static void never_guesses_at_texts_of_several_lines(void **state) {
    (void)state;
    size_t read = 0, all = 0;
    for (size_t i = 0; i < sizeof long_texts / sizeof *long_texts; i++) {
        size_t length = strlen(long_texts[i]);
        char *text = malloc(length + 2);
        for (size_t at = 0; at < length; at++) {
            for (size_t b = 0; b + 1 < sizeof mutations; b++) {
                for (size_t way = 0; way < 3; way++, all++) {
                    read += reads_or_refuses(text, mutate(text, long_texts[i], length, at, mutations[b], way));
                }
            }
        }
        free(text);
    }
    assert_true(read > all / 4 && read < all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_built_in_scene_and_what_is_printed_of_it),
        cmocka_unit_test(reads_maps_lists_words_and_json),
        cmocka_unit_test(reads_texts_of_several_lines),
        cmocka_unit_test(gives_texts_of_several_lines_their_words),
        cmocka_unit_test(refuses_what_it_does_not_know_with_its_place),
        cmocka_unit_test(refuses_what_is_too_deep),
        cmocka_unit_test(never_guesses_at_scenes),
        cmocka_unit_test(never_guesses_at_texts_of_several_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
