// Pictures of eight bits a channel, as browsers take them, as rows of bytes; and a few things to ask of them.
import {inflateSync} from 'node:zlib';

const paeth = (a, b, c) => {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};

export const readPng = (file) => {
    const parts = [];
    let width = 0, height = 0, channels = 4;
    for (let at = 8; at < file.length;) {
        const length = file.readUInt32BE(at);
        const kind = file.toString('latin1', at + 4, at + 8);
        if (kind === 'IHDR') {
            [width, height] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
            channels = file[at + 17] === 2 ? 3 : 4;
        } else if (kind === 'IDAT') {
            parts.push(file.subarray(at + 8, at + 8 + length));
        }
        at += 12 + length;
    }
    const raw = inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const pixels = new Uint8Array(height * stride);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        for (let x = 0; x < stride; x++) {
            const a = x >= channels ? pixels[y * stride + x - channels] : 0;
            const b = y > 0 ? pixels[(y - 1) * stride + x] : 0;
            const c = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
            const add = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
            pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + add;
        }
    }
    return {width, height, channels, pixels};
};

// How many pixels of a box are farther than `far` from its most common colour, as a share of all.
export const busy = ({width, channels, pixels}, [x0, y0, x1, y1], far = 60) => {
    const counts = new Map();
    const each = (does) => {
        for (let y = Math.floor(y0); y < y1; y++) {
            for (let x = Math.floor(x0); x < x1; x++) {
                does((y * width + x) * channels);
            }
        }
    };
    const key = (at) => pixels[at] << 16 | pixels[at + 1] << 8 | pixels[at + 2];
    each((at) => counts.set(key(at), (counts.get(key(at)) ?? 0) + 1));
    const [most] = [...counts].sort((a, b) => b[1] - a[1])[0];
    let other = 0, all = 0;
    each((at) => {
        const d = Math.abs(pixels[at] - (most >> 16)) + Math.abs(pixels[at + 1] - (most >> 8 & 255))
            + Math.abs(pixels[at + 2] - (most & 255));
        other += d > far ? 1 : 0;
        all++;
    });
    return other / all;
};
