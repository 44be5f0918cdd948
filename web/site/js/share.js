// A run in the address: scene, seed, changed parameters, events, and the step to go to. All of it is in the fragment,
// which browsers do not send to anybody. docs/web.md has the format. What comes from an address is checked here for
// its shape and its size; what it says is checked by the reader of scenes, as with any other scene.
const MOST_TEXT = 1 << 20;   // characters of a fragment
const MOST_BYTES = 4 << 20;  // of what is in it
const MOST_EVENTS = 100000;
const MOST_SETS = 1000;
const MOST_STEP = 1e6;

const fail = (what) => {
    throw new Error(`This address cannot be opened: ${what}.`);
};

const toBase64 = (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const fromBase64 = (text) => {
    if (!/^[A-Za-z0-9_-]*$/.test(text)) {
        fail('it has characters that do not belong there');
    }
    try {
        return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    } catch {
        return fail('it was cut off');
    }
};

// All bytes that come out of a stream, but never more than are allowed: a few bytes can be made to inflate to millions.
const gather = async (stream) => {
    const reader = stream.getReader();
    const chunks = [];
    let size = 0;
    for (;;) {
        const {done, value} = await reader.read();
        if (done) {
            break;
        }
        size += value.length;
        if (size > MOST_BYTES) {
            await reader.cancel();
            fail(`it holds more than ${MOST_BYTES} bytes`);
        }
        chunks.push(value);
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
    }
    return bytes;
};

const squeeze = (bytes) => gather(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')));

const unsqueeze = async (bytes) => {
    if (typeof DecompressionStream === 'undefined') {
        fail('this browser cannot decompress; a link that begins with #p. works everywhere');
    }
    try {
        return await gather(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
    } catch (error) {
        return error.message.startsWith('This address') ? Promise.reject(error)
            : fail('its compressed part is damaged');
    }
};

// --- From a run to an address ------------------------------------------------------------------------------------

export const encode = async (run) => {
    const {scene, text, seed, set = {}, events = [], step = 0} = run;
    const inside = {v: 1, ...(text === undefined ? {scene} : {text, scene})};
    if (seed !== undefined) {
        inside.seed = String(seed);
    }
    if (Object.keys(set).length > 0) {
        inside.set = set;
    }
    if (events.length > 0) {
        inside.events = events;
    }
    if (step > 0) {
        inside.step = step;
    }
    const bytes = new TextEncoder().encode(JSON.stringify(inside));
    if (typeof CompressionStream === 'undefined') {
        return `#p.${toBase64(bytes)}`;
    }
    return `#z.${toBase64(await squeeze(bytes))}`;
};

// --- From an address to a run ------------------------------------------------------------------------------------

const isObject = (x) => typeof x === 'object' && x !== null && !Array.isArray(x);

const checkText = (inside, key, most) => {
    const value = inside[key];
    if (value !== undefined && (typeof value !== 'string' || value.length > most)) {
        fail(`${key} is no text of at most ${most} characters`);
    }
};

const checkSeed = (seed) => {
    if (seed !== undefined && (!/^[0-9]{1,20}$/.test(seed) || BigInt(seed) >= 1n << 64n)) {
        fail('seed is no whole number from 0 to 2^64 - 1');
    }
};

const checkSet = (set) => {
    if (!isObject(set) || Object.keys(set).length > MOST_SETS) {
        fail(`set is no list of at most ${MOST_SETS} parameters`);
    }
    for (const [key, value] of Object.entries(set)) {
        if (key.length > 160 || typeof value !== 'string' || value.length > 4096) {
            fail(`the value of ${key.slice(0, 40)} is no text`);
        }
    }
};

const checkEvents = (events) => {
    if (!Array.isArray(events) || events.length > MOST_EVENTS) {
        fail(`events is no list of at most ${MOST_EVENTS} entries`);
    }
    let last = 0;
    events.forEach((event, i) => {
        if (!isObject(event) || !Number.isSafeInteger(event.at) || event.at < last) {
            fail(`event ${i} has no step, or an earlier one than the event before it`);
        }
        last = event.at;
    });
};

const check = (inside) => {
    if (!isObject(inside) || inside.v !== 1) {
        fail('it is of another version');
    }
    checkText(inside, 'scene', 200);
    checkText(inside, 'text', MOST_TEXT);
    checkText(inside, 'seed', 20);
    checkSeed(inside.seed);
    checkSet(inside.set ?? {});
    checkEvents(inside.events ?? []);
    const step = inside.step ?? 0;
    if (!Number.isSafeInteger(step) || step < 0 || step > MOST_STEP) {
        fail(`step is no whole number from 0 to ${MOST_STEP}`);
    }
    if (inside.scene === undefined && inside.text === undefined) {
        fail('it names no scene');
    }
    const {scene, text, seed, set = {}, events = []} = inside;
    return {scene: scene ?? 'shared', text, seed, set: {...set}, events, step};
};

// The words that a person can write: #scene=predators&seed=7&set=hawks.count=20&step=300
const readWords = (words) => {
    const inside = {v: 1};
    for (const [key, value] of new URLSearchParams(words)) {
        if (key === 'scene' || key === 'seed') {
            inside[key] = value;
        } else if (key === 'step') {
            inside.step = value === '' ? NaN : Number(value);
        } else if (key === 'set' && value.includes('=')) {
            inside.set = {...inside.set, [value.slice(0, value.indexOf('='))]: value.slice(value.indexOf('=') + 1)};
        } else {
            fail(`it has an unknown part, ${key.slice(0, 40)}; allowed: scene, seed, set, step`);
        }
    }
    return inside;
};

// The run that a fragment holds; null where it is empty. Throws an Error for a person to read.
export const decode = async (fragment) => {
    const text = fragment.replace(/^#/, '');
    if (text === '') {
        return null;
    }
    if (text.length > MOST_TEXT) {
        fail(`it has more than ${MOST_TEXT} characters`);
    }
    if (!/^[zp]\./.test(text)) {
        return check(readWords(text));
    }
    const bytes = fromBase64(text.slice(2));
    const plain = text[0] === 'z' ? await unsqueeze(bytes) : bytes;
    let inside;
    try {
        inside = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(plain));
    } catch {
        fail('what it holds cannot be read');
    }
    return check(inside);
};
