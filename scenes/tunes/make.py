#!/usr/bin/env python3
"""Makes the built-in tune, loom.flac: sixteen seconds that begin again without a seam, quiet at first and loud at last.

    make.py [FOLDER]

Everything is computed from what stands here; libsndfile packs it. 120 beats a minute, eight bars: plucked chords all
along, a bass from the third bar on, drums from the fifth. Eight bits and 16,000 samples a second keep it small."""
import ctypes
import math
import os
import sys

RATE, BEAT, BARS = 16000, 0.5, 8
LENGTH = int(BARS * 4 * BEAT * RATE)
CHORDS = [(57, 60, 64, 69), (53, 57, 60, 65), (48, 55, 60, 64), (55, 59, 62, 67)]  # a minor, F, C, G


class Noise:
    """The same noise each time."""

    def __init__(self):
        self.state = 1

    def next(self):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return self.state / 2**31 - 1


def frequency(note):
    return 440 * 2 ** ((note - 69) / 12)


def add(sound, at, seconds, loudness, wave):
    """Adds wave(t), which fades in over two milliseconds and out at its end; what goes over the end begins again."""
    count = int(seconds * RATE)
    for i in range(count):
        t = i / RATE
        edge = min(1, t / 0.002, (count - i) / RATE / 0.02)
        sound[(int(at * RATE) + i) % LENGTH] += loudness * edge * wave(t)


def pluck(sound, at, note, loudness):
    turn = 2 * math.pi * frequency(note)
    add(sound, at, 0.9, loudness,
        lambda t: math.exp(-5 * t) * math.sin(turn * t + 1.5 * math.exp(-9 * t) * math.sin(2 * turn * t)))


def bass(sound, at, note, seconds, loudness):
    turn = 2 * math.pi * frequency(note)
    add(sound, at, seconds, loudness, lambda t: math.exp(-2 * t) * math.sin(turn * t + 0.6 * math.sin(turn * t)))


def kick(sound, at, loudness):
    add(sound, at, 0.28, loudness,
        lambda t: math.exp(-12 * t) * math.sin(2 * math.pi * (48 * t - 4 * math.exp(-30 * t))))


def hat(sound, at, loudness):
    noise = Noise()
    last = [0.0]

    def wave(t):
        value = noise.next()
        sharp, last[0] = value - last[0], value
        return math.exp(-90 * t) * sharp / 2
    add(sound, at, 0.05, loudness, wave)


def snare(sound, at, loudness):
    noise = Noise()
    add(sound, at, 0.14, loudness,
        lambda t: math.exp(-28 * t) * (0.7 * noise.next() + 0.5 * math.sin(2 * math.pi * 190 * t)))


def compose():
    sound = [0.0] * LENGTH
    for bar in range(BARS):
        chord = CHORDS[bar % 4]
        begin = bar * 4 * BEAT
        for eighth in range(8):
            if bar < 2 and eighth % 2 == 1:
                continue
            note = chord[(eighth * 3 + bar) % 4] + (12 if eighth % 3 == 2 else 0)
            pluck(sound, begin + eighth * BEAT / 2, note, 0.10 + 0.012 * bar)
        if bar >= 2:
            for beat, seconds in ((0, 0.7), (1.5, 0.45), (2.5, 0.6)):
                bass(sound, begin + beat * BEAT, chord[0] - 24, seconds, 0.24)
        if bar >= 4:
            for beat in range(4):
                kick(sound, begin + beat * BEAT, 0.5)
                hat(sound, begin + (beat + 0.5) * BEAT, 0.16)
        if bar >= 6:
            for beat in (1, 3):
                snare(sound, begin + beat * BEAT, 0.3)
    return sound


class Info(ctypes.Structure):
    """SF_INFO."""
    _fields_ = [("frames", ctypes.c_int64), ("rate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def write(path, sound):
    flac_of_8_bits, to_write = 0x170000 | 1, 0x20
    samples = (ctypes.c_short * len(sound))(*(round(max(-1, min(1, value)) * 127) * 256 for value in sound))
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_writef_short.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_writef_short.restype = ctypes.c_int64
    library.sf_close.argtypes = [ctypes.c_void_p]
    file = library.sf_open(path.encode(), to_write, ctypes.byref(Info(0, RATE, 1, flac_of_8_bits, 0, 0)))
    if not file or library.sf_writef_short(file, samples, len(sound)) != len(sound):
        sys.exit(f"{path}: cannot be written")
    library.sf_close(file)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    write(os.path.join(folder, "loom.flac"), compose())


main()
