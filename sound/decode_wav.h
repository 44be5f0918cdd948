/* Sounds that a host gives as bytes; see decode_wav.c. */
#ifndef VOLERY_SOUND_DECODE_WAV_H
#define VOLERY_SOUND_DECODE_WAV_H

#include "decode.h"

/* What is heard in the place of built-in tunes: bytes of a WAV file, which must stay as long as scenes are read. */
void vol_sound_give(const void *bytes, size_t size);

#endif
