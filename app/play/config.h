/* What the window remembers from one time to the next: its size, how it looks, which files were opened, and whether the
 * first hints were seen. A file of lines KEY: VALUE. */
#ifndef VOLERY_APP_PLAY_CONFIG_H
#define VOLERY_APP_PLAY_CONFIG_H

#include "play/imgui_shim.h"
#include "util/fault.h"

enum { APP_MOST_RECENT = 8 };

typedef struct app_config {
    char path[1024];   /* "": nothing is remembered */
    int width, height; /* of the window on a common screen; 0: as the scene says */
    app_ui_theme theme;
    double letters; /* how large, in times of the usual size */
    bool hinted;
    char recent[APP_MOST_RECENT][512]; /* absolute paths, the latest first */
    size_t recent_count;
} app_config;

#define APP_LEAST_LETTERS 0.75
#define APP_MOST_LETTERS 2.0

/* Reads the file that VOLERY_CONFIG names, or volery/window.yaml where the system keeps such files; without one, and
 * for lines that are of no use, all is as usual. `own` false: only what VOLERY_CONFIG names counts. */
void app_config_read(app_config *config, bool own);
/* Writes it; folders that are missing are made. False: it could not be. */
bool app_config_write(const app_config *config, app_fault *fault);
/* Puts a file at the head of those that were opened. */
void app_config_opened(app_config *config, const char *path);

#endif
