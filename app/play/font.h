/* Letters of the panel: which file they come from. */
#ifndef VOLERY_APP_PLAY_FONT_H
#define VOLERY_APP_PLAY_FONT_H

/* Why a file is no TrueType font; NULL: it is one. */
const char *app_font_fault(const char *path);

/* That of VOLERY_FONT, or the first of a few that systems have; NULL: there is none. */
const char *app_font_find(void);

#endif
