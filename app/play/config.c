/* Reads and writes what the window remembers. */
#include "play/config.h"

#include "common/arena.h"
#include "util/file.h"
#include "util/output.h"

#include <volery/volery.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_CONFIG = 64 * 1024, WIDEST = 16384 };

static const char *const themes[APP_THEME_COUNT] = {"dark", "light"};

static void find_path(app_config *config, bool own) {
    const char *named = getenv("VOLERY_CONFIG");
    const char *home = getenv("HOME");
    const char *folder = getenv("XDG_CONFIG_HOME");
    if (named != NULL) {
        snprintf(config->path, sizeof config->path, "%s", named);
    } else if (own && folder != NULL && folder[0] == '/') {
        snprintf(config->path, sizeof config->path, "%s/volery/window.yaml", folder);
    } else if (own && home != NULL && home[0] == '/') {
        snprintf(config->path, sizeof config->path, "%s/.config/volery/window.yaml", home);
    }
}

static void read_line(app_config *config, const char *key, const char *value) {
    double number = 0;
    bool is_number = vol_number_read(value, &number);
    if (strcmp(key, "width") == 0 && is_number && number >= 0 && number <= WIDEST) {
        config->width = (int)number;
    } else if (strcmp(key, "height") == 0 && is_number && number >= 0 && number <= WIDEST) {
        config->height = (int)number;
    } else if (strcmp(key, "letters") == 0 && is_number && number >= APP_LEAST_LETTERS && number <= APP_MOST_LETTERS) {
        config->letters = number;
    } else if (strcmp(key, "theme") == 0) {
        config->theme = strcmp(value, themes[APP_THEME_LIGHT]) == 0 ? APP_THEME_LIGHT : APP_THEME_DARK;
    } else if (strcmp(key, "hinted") == 0) {
        config->hinted = strcmp(value, "true") == 0;
    } else if (strcmp(key, "recent") == 0 && config->recent_count < APP_MOST_RECENT &&
               strlen(value) < sizeof config->recent[0]) {
        snprintf(config->recent[config->recent_count++], sizeof config->recent[0], "%s", value);
    }
}

void app_config_read(app_config *config, bool own) {
    app_fault fault;
    size_t length = 0;
    *config = (app_config){.letters = 1};
    find_path(config, own);
    char *text = config->path[0] != '\0' ? app_file_read(config->path, MOST_CONFIG, &length, &fault) : NULL;
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        char *colon = strstr(line, ": ");
        if (colon != NULL) {
            *colon = '\0';
            read_line(config, line, colon + 2);
        }
        line = end != NULL ? end + 1 : NULL;
    }
    free(text);
}

static void make_folders(const char *path) {
    char folder[sizeof((app_config *)0)->path];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700); /* where that fails, writing the file does */
        *slash = '/';
    }
}

bool app_config_write(const app_config *config, app_fault *fault) {
    if (config->path[0] == '\0') {
        return true;
    }
    vol_text text = {0};
    vol_text_print(&text, "# What the window of volery play remembers.\nwidth: %d\nheight: %d\ntheme: %s\n",
                   config->width, config->height, themes[config->theme]);
    vol_text_print(&text, "letters: %.3g\nhinted: %s\n", config->letters, config->hinted ? "true" : "false");
    for (size_t i = 0; i < config->recent_count; i++) {
        vol_text_print(&text, "recent: %s\n", config->recent[i]);
    }
    make_folders(config->path);
    bool right = app_output_put(config->path, text.data, text.length, fault);
    vol_text_release(&text);
    return right;
}

void app_config_opened(app_config *config, const char *path) {
    char *whole = realpath(path, NULL);
    if (whole == NULL || strlen(whole) >= sizeof config->recent[0] || strchr(whole, '\n') != NULL) {
        free(whole);
        return;
    }
    size_t at = 0;
    while (at < config->recent_count && strcmp(config->recent[at], whole) != 0) {
        at++;
    }
    if (at == config->recent_count) {
        config->recent_count += config->recent_count < APP_MOST_RECENT;
        at = config->recent_count - 1;
    }
    memmove(config->recent[1], config->recent[0], at * sizeof config->recent[0]);
    snprintf(config->recent[0], sizeof config->recent[0], "%s", whole);
    free(whole);
}
