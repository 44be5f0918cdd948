/* JSON for answers. */
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
