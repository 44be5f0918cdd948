/* JSON, as answers are written and lines of benchmarks are read. */
#include "util/json.h"

#include "common/format_number.h"

#include <math.h>
#include <string.h>

static void put_string(vol_text *text, const char *value) {
    vol_text_put(text, "\"");
    for (const char *at = value; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\') {
            vol_text_print(text, "\\%c", *at);
        } else if ((unsigned char)*at < 32) {
            vol_text_print(text, "\\u%04x", (unsigned)(unsigned char)*at);
        } else {
            vol_text_add(text, at, 1);
        }
    }
    vol_text_put(text, "\"");
}

/* A comma where something stands before, and the key. */
static void begin(vol_text *text, const char *key) {
    if (text->length > 0 && strchr("{[", text->data[text->length - 1]) == NULL) {
        vol_text_put(text, ", ");
    }
    if (key != NULL) {
        put_string(text, key);
        vol_text_put(text, ": ");
    }
}

void app_json_open(vol_text *text, const char *key, char bracket) {
    begin(text, key);
    vol_text_add(text, &bracket, 1);
}

void app_json_close(vol_text *text, char bracket) {
    vol_text_add(text, &bracket, 1);
}

void app_json_text(vol_text *text, const char *key, const char *value) {
    begin(text, key);
    put_string(text, value);
}

void app_json_whole(vol_text *text, const char *key, uint64_t value) {
    begin(text, key);
    vol_text_print(text, "%llu", (unsigned long long)value);
}

void app_json_real(vol_text *text, const char *key, double value) {
    char digits[VOL_NUMBER_SIZE];
    begin(text, key);
    vol_format_double(digits, isfinite(value) ? value : 0);
    vol_text_put(text, digits);
}

void app_json_flag(vol_text *text, const char *key, bool value) {
    begin(text, key);
    vol_text_put(text, value ? "true" : "false");
}

enum { MOST_KEY = 64, MOST_VALUE = 4096, MOST_LEVELS = 2 };

typedef struct reader {
    const char *at;
    app_json_value *found;
    void *context;
    bool wrong; /* it is no such object, from `at` on */
    char key[MOST_LEVELS * MOST_KEY];
    char value[MOST_VALUE];
} reader;

static void skip_blanks(reader *r) {
    r->at += strspn(r->at, " \t\r\n");
}

static bool accept(reader *r, char letter) {
    skip_blanks(r);
    bool there = *r->at == letter;
    r->at += there;
    return there;
}

/* What stands before one of `ends`, into `word`. */
static bool read_word(reader *r, const char *ends, char *word, size_t room) {
    size_t length = strcspn(r->at, ends);
    r->wrong = r->wrong || length >= room || r->at[length] == '\\';
    if (!r->wrong) {
        memcpy(word, r->at, length);
        word[length] = '\0';
        r->at += length;
    }
    return !r->wrong;
}

static bool read_string(reader *r, char *word, size_t room) {
    r->wrong = r->wrong || !accept(r, '"') || !read_word(r, "\"\\", word, room) || !accept(r, '"');
    return !r->wrong;
}

/* The values between two braces; keys of an inner object have the outer key and a dot ahead. */
static bool read_object(reader *r, size_t prefix, int level) {
    bool going = accept(r, '{') && level < MOST_LEVELS;
    r->wrong = !going;
    bool more = going && !accept(r, '}');
    while (more && going) {
        going = read_string(r, r->key + prefix, MOST_KEY) && accept(r, ':');
        r->wrong = !going;
        skip_blanks(r);
        bool is_text = *r->at == '"';
        if (going && *r->at == '{') {
            size_t length = strlen(r->key);
            r->key[length] = '.';
            going = read_object(r, length + 1, level + 1);
        } else if (going) {
            going = is_text ? read_string(r, r->value, sizeof r->value)
                            : read_word(r, " \t\r\n,{}[]\"\\", r->value, sizeof r->value);
            going = going && r->found(r->context, r->key, r->value, is_text);
        }
        more = going && accept(r, ',');
        if (going && !more) {
            going = accept(r, '}');
            r->wrong = !going;
        }
    }
    return going;
}

bool app_json_read(const char *text, app_json_value *found, void *context, const char **problem) {
    reader r = {.at = text, .found = found, .context = context};
    bool right = read_object(&r, 0, 0);
    if (right) {
        skip_blanks(&r);
        right = *r.at == '\0';
        r.wrong = !right;
    }
    *problem = r.wrong ? r.at : NULL;
    return right;
}
