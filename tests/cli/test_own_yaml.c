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
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        reads(texts[i]);
    }
}

static void refuses_what_it_does_not_know_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"a: |\n  b\n",
         "text:1:4: '|' at this place: not understood, as this volery was built without libyaml; a scene "
         "is maps, lists, and texts of one line"},
        {"a: b\n  c\n", "text:2:3: "},
        {"a: \"b\nc\"\n", "text:1:6: a text in quotes over several lines"},
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
        {"a: \"\\x41\"\n", "text:1:6: an escape that JSON does not have"},
        {"a: b: c\n", "text:1:5: a second key on a line"},
        {"a: - b\n", "text:1:4: a list that begins on the line of its key"},
        {"a: \x01\n", "text:1:4: a byte that is no text"},
        {"a: \xC3(\n", "text:1:4: a byte that is no text"},
        {"a:\n    b: 1\n  c: 2\n", "text:3:3: "},
        {"a:\n  - 1\n   - 2\n", "text:3:4: "},
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

/* Scenes with one byte taken away, put in or changed: whatever the own reader takes for a scene is one, the same. */
static void never_guesses(void **state) {
    (void)state;
    static const char bytes[] = "\n :#-,[]{}'\"\\?&!|a1\t";
    size_t read = 0, all = 0;
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        const vol_scene_builtin *builtin = vol_scene_builtin_at(i);
        const char *begin = strstr(builtin->text, "\nabout") != NULL ? strstr(builtin->text, "\nabout") : builtin->text;
        size_t length = strlen(begin);
        char *text = malloc(length + 2);
        for (size_t at = 0; at < length; at++, all++) {
            char byte = bytes[(at * 7 + i) % (sizeof bytes - 1)];
            size_t way = (at + i) % 3; /* put in, change, take away */
            vol_scene_fault fault;
            memcpy(text, begin, at);
            text[at] = byte;
            memcpy(text + at + (way < 2), begin + at + (way > 0), length - at - (way > 0));
            size_t size = length + (way == 0) - (way == 2);
            text[size] = '\0';
            verdict answer = compare(text, size, &fault);
            read += answer == SAME;
            if (answer == OTHER) {
                fail_msg("other than libyaml at byte %zu, way %zu:\n%s", at, way, text);
            }
        }
        free(text);
    }
    assert_true(read > all / 4 && read < all); /* else this tests nothing */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_built_in_scene_and_what_is_printed_of_it),
        cmocka_unit_test(reads_maps_lists_words_and_json),
        cmocka_unit_test(refuses_what_it_does_not_know_with_its_place),
        cmocka_unit_test(refuses_what_is_too_deep),
        cmocka_unit_test(never_guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
