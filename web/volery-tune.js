// The built-in tune `loom`, as scenes/tunes/make.py composes it, to the last of its eight bits: a thousandth of the
// bytes of the file. As a sound file: WAV. A test compares it with the file; an engine whose sines are so different that
// a sample is another one is found out by the sum of all, and the tune is refused.

const RATE = 16000, BEAT = 0.5, BARS = 8, LENGTH = BARS * 4 * BEAT * RATE;
const CHORDS = [[57, 60, 64, 69], [53, 57, 60, 65], [48, 55, 60, 64], [55, 59, 62, 67]];
const SUM = 3520566899; // of its samples
const {exp, sin, PI} = Math;

function noise() {
    let state = 1;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 31 - 1;
    };
}

const turnOf = (note) => 2 * PI * (440 * 2 ** ((note - 69) / 12));

const pluck = (note) => {
    const turn = turnOf(note);
    return (t) => exp(-5 * t) * sin(turn * t + 1.5 * exp(-9 * t) * sin(2 * turn * t));
};

const bass = (note) => {
    const turn = turnOf(note);
    return (t) => exp(-2 * t) * sin(turn * t + 0.6 * sin(turn * t));
};

const kick = (t) => exp(-12 * t) * sin(2 * PI * (48 * t - 4 * exp(-30 * t)));

const hat = () => {
    const next = noise();
    let last = 0;
    return (t) => {
        const value = next(), sharp = value - last;
        last = value;
        return exp(-90 * t) * sharp / 2;
    };
};

const snare = () => {
    const next = noise();
    return (t) => exp(-28 * t) * (0.7 * next() + 0.5 * sin(2 * PI * 190 * t));
};

function compose() {
    const sound = new Float64Array(LENGTH);
    const add = (at, seconds, loudness, wave) => {
        const count = Math.trunc(seconds * RATE), begin = Math.trunc(at * RATE);
        for (let i = 0; i < count; i++) {
            const t = i / RATE, edge = Math.min(1, t / 0.002, (count - i) / RATE / 0.02);
            sound[(begin + i) % LENGTH] += loudness * edge * wave(t);
        }
    };
    for (let bar = 0; bar < BARS; bar++) {
        const chord = CHORDS[bar % 4], begin = bar * 4 * BEAT;
        for (let eighth = 0; eighth < 8; eighth += bar < 2 ? 2 : 1) {
            const note = chord[(eighth * 3 + bar) % 4] + (eighth % 3 === 2 ? 12 : 0);
            add(begin + eighth * BEAT / 2, 0.9, 0.10 + 0.012 * bar, pluck(note));
        }
        for (const [beat, seconds] of bar >= 2 ? [[0, 0.7], [1.5, 0.45], [2.5, 0.6]] : []) {
            add(begin + beat * BEAT, seconds, 0.24, bass(chord[0] - 24));
        }
        for (let beat = 0; beat < 4 && bar >= 4; beat++) {
            add(begin + beat * BEAT, 0.28, 0.5, kick);
            add(begin + (beat + 0.5) * BEAT, 0.05, 0.16, hat());
        }
        for (const beat of bar >= 6 ? [1, 3] : []) {
            add(begin + beat * BEAT, 0.14, 0.3, snare());
        }
    }
    return sound;
}

// FNV-1a.
const sumOf = (bytes) => bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 16777619), 2166136261 | 0) >>> 0;

/** The tune as a WAV file, or null where this engine would play another one. */
export function loom() {
    const samples = Uint8Array.from(compose(), (value) => 128 + Math.round(Math.max(-1, Math.min(1, value)) * 127));
    if (sumOf(samples) !== SUM) {
        return null;
    }
    const file = new Uint8Array(44 + LENGTH), view = new DataView(file.buffer);
    const words = (at, text) => file.set(new TextEncoder().encode(text), at);
    words(0, 'RIFF');
    view.setUint32(4, 36 + LENGTH, true);
    words(8, 'WAVEfmt ');
    [[16, 16], [24, RATE], [28, RATE], [40, LENGTH]].forEach(([at, value]) => view.setUint32(at, value, true));
    [[20, 1], [22, 1], [32, 1], [34, 8]].forEach(([at, value]) => view.setUint16(at, value, true));
    words(36, 'data');
    file.set(samples, 44);
    return file;
}
