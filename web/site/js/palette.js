// Colours of boids: the maps of the window (app/draw/palette.c), made in OKLab for dark and for light grounds.
const TURN = 2 * Math.PI;

export const RULES = ['random', 'heading', 'speed', 'density'];

const toScreen = (linear) => {
    const x = Math.min(Math.max(linear, 0), 1);
    return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
};

// OKLab to sRGB, 0 to 1; what a screen cannot show is clipped.
const fromLab = (lightness, a, b) => {
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
        toScreen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        toScreen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        toScreen(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ];
};

const fromHue = (lightness, chroma, hue) =>
    fromLab(lightness, chroma * Math.cos(hue * TURN), chroma * Math.sin(hue * TURN));

// Lightness, a and b at equal distances along the ramps: for dark and for light grounds.
const RAMPS = [
    [[0.42, 0.05, -0.12], [0.54, -0.02, -0.1], [0.66, -0.09, 0], [0.79, -0.12, 0.12], [0.92, -0.04, 0.17]],
    [[0.84, -0.05, 0.13], [0.7, -0.1, 0.06], [0.56, -0.07, -0.03], [0.43, 0, -0.11], [0.3, 0.06, -0.13]],
];

export const isLight = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b >= 0.5;

export const cyclic = (t, light) => (light ? fromHue(0.58, 0.14, t + 0.08) : fromHue(0.77, 0.125, t + 0.08));

export const ramp = (t, light) => {
    const place = Math.min(Math.max(t, 0), 1) * 4;
    const low = Math.min(Math.floor(place), 3);
    const [a, b] = [RAMPS[light ? 1 : 0][low], RAMPS[light ? 1 : 0][low + 1]];
    return fromLab(...a.map((x, i) => x + (b[i] - x) * (place - low)));
};

export const distinct = (index, light) =>
    fromHue((light ? 0.55 : 0.76) + (index % 3 === 2 ? 0.07 : 0), index % 2 ? 0.12 : 0.15,
            (0.68 + 0.381966 * index) % 1);

export const ink = (light) => (light ? fromLab(0.25, 0, -0.02) : fromLab(0.93, 0, -0.01));

// How much lighter the lighter one of two colours is, as text is judged: from 1 to 21.
const contrast = (a, b) => {
    const light = (rgb) => rgb.reduce((sum, x, i) => sum + [0.2126, 0.7152, 0.0722][i] * x ** 2.2, 0.05);
    return Math.max(light(a), light(b)) / Math.min(light(a), light(b));
};

export const mix = (a, b, part) => a.map((x, i) => x + (b[i] - x) * part);

// A colour that can be seen on the ground: as it is, or as much darker or lighter as it takes.
export const seen = (rgb, ground) => {
    const towards = ink(isLight(ground));
    let part = 0;
    while (part < 1 && contrast(mix(rgb, towards, part), ground) < 1.9) {
        part += 0.1;
    }
    return mix(rgb, towards, part);
};

const scramble = (word) => {
    let x = word >>> 0;
    x = Math.imul(x ^ x >>> 16, 0x7feb352d);
    x = Math.imul(x ^ x >>> 15, 0x846ca68b);
    return (x ^ x >>> 16) >>> 0;
};

// Random colours and leaders are those of the window: a function of the seed and the boid.
export const salt = (seed) => {
    const whole = BigInt(seed);
    return scramble(Number((whole ^ whole >> 32n) & 0xffffffffn) + 0x9e3779b9);
};

export const chance = (seed, id) => (scramble((id ^ salt(seed)) >>> 0) >>> 8) / 16777216;

export const css = (rgb, alpha = 1) => `rgb(${rgb.map((x) => Math.round(x * 255)).join(' ')} / ${alpha})`;

// Two rows of 256 pixels, RGBA: the cyclic map and the ramp.
export const maps = (light) => {
    const bytes = new Uint8Array(2 * 256 * 4);
    for (let i = 0; i < 256; i++) {
        const rows = [cyclic(i / 256, light), ramp(i / 255, light)];
        rows.forEach((rgb, row) => bytes.set([...rgb.map((x) => Math.round(x * 255)), 255], (row * 256 + i) * 4));
    }
    return bytes;
};
