/* The sound of a film: from a sound file to packets of a second stream, as far as the pictures have come. Times are
 * counted in samples, so that sound and pictures cannot drift apart. */
#ifndef VOLERY_APP_FILM_VOICE_H
#define VOLERY_APP_FILM_VOICE_H

#include "film/film.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

typedef struct app_voice app_voice;

/* Adds the stream to a film that has no head yet. NULL with the reason. */
app_voice *app_voice_open(AVFormatContext *format, const app_film_def *def, char *why, size_t size);

/* The next packet of what is heard while the first so many pictures are shown, with its times as the stream has them:
 * 1; 0 when there is none; else an error of libav. `end`: there are no more pictures, and what is held back is given
 * too. */
int app_voice_next(app_voice *voice, int64_t pictures, bool end, AVPacket *packet);

void app_voice_close(app_voice *voice); /* NULL is fine */

#endif
