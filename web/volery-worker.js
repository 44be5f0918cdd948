// A world in a worker: createWorkerWorld of volery.js starts this and talks to it by messages.
import {load, VoleryError} from './volery.js';

let loaded = null;
let world = null;

const actions = {
    async load(options) {
        loaded = await load(options);
        const {createWorld, readRecording, verify, ...rest} = loaded;
        return rest;
    },
    async open(scene, options) {
        const next = await loaded.createWorld(scene, options);
        world?.close();
        world = next;
        return world.describe();
    },
    readRecording: (bytes) => loaded.readRecording(bytes),
    verify: (bytes) => loaded.verify(bytes),
    // Steps and a frame in one message. `into` gives the buffers of an earlier frame back.
    frame(steps, {into = [], measures = null, flock = undefined} = {}) {
        world.step(steps);
        const frame = world.frame(into);
        if (measures !== null) {
            frame.measures = world.measures(measures, flock);
        }
        return frame;
    },
    near: (flock, ...given) => world.flock(flock).near(...given),
    // Takes away what is near a place, of all flocks: the eraser.
    erase(point, radius) {
        let erased = 0;
        for (const flock of world.flocks) {
            const ids = flock.near(point, radius, 4096).map(({id}) => id);
            flock.remove(ids);
            erased += ids.length;
        }
        return erased;
    },
    steps: () => world.steps,
};

function transfers(result) {
    if (result?.flocks?.[0]?.buffer instanceof ArrayBuffer) {
        return result.flocks.map(({buffer}) => buffer);
    }
    return result instanceof Uint8Array ? [result.buffer] : [];
}

const DIRECT = new Set(['step', 'hash', 'describe', 'marks', 'parameters', 'get', 'set', 'event', 'events', 'text',
                        'forgetFuture', 'measures', 'seek', 'save', 'restore', 'recording', 'close']);

async function answer({number, action, given}) {
    try {
        if (world === null && action !== 'load' && action !== 'open' && !/ecording|verify/.test(action)) {
            throw new VoleryError({text: `${action}: there is no world yet`});
        }
        const result = await (DIRECT.has(action) ? world[action](...given) : actions[action](...given));
        postMessage({number, result}, transfers(result));
    } catch (error) {
        const {code, line, column, file, key, text} = error instanceof VoleryError ? error : {text: String(error)};
        postMessage({number, error: {code, line, column, file, key, text}});
    }
}

// One after the other: a world that is being opened is not asked anything.
let last = Promise.resolve();
onmessage = ({data}) => {
    last = last.then(() => answer(data));
};
