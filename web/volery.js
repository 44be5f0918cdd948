// Volery in browsers and in node: worlds made of scenes, computed by WebAssembly, with the same bits as the program.
//
//     import {load} from './volery.js';
//     const {createWorld, scenes} = await load();
//     const world = await createWorld('murmuration', {seed: 7, overrides: {'starlings.count': 500}});
//     world.step(100);
//     console.log(world.hash(), world.flock('starlings').position[0]);
//
// docs/web.md has all of it, volery.d.ts the types. Every world has an instance and a memory of its own.

import {Instance, VoleryError, compile, hasSimd} from './volery-instance.js';
import {maySleep, sendHelpers, threadsFor} from './volery-threads.js';

export {VoleryError, hasSimd};

const encoder = new TextEncoder();
const NONE = 0xffffffff;

// --- Worlds ----------------------------------------------------------------------------------------------------------

/** A flock of a world. */
export class Flock {
    #world; #number; #name;

    constructor(world, number, name) {
        this.#world = world;
        this.#number = number;
        this.#name = name;
    }

    get name() {
        return this.#name;
    }

    get number() {
        return this.#number;
    }

    get count() {
        return this.#read()[0];
    }

    #read() {
        const instance = this.#world.instance;
        return new Uint32Array(instance.memory.buffer, instance.call('web_view', this.#world.place, this.#number), 10)
            .slice();
    }

    #axes(first, how = 'view') {
        const numbers = this.#read(), Kind = numbers[2] === 8 ? Float64Array : Float32Array;
        const axes = [];
        for (let axis = 0; axis < numbers[1]; axis++) {
            axes.push(this.#world.instance[how](Kind, numbers[first + axis], numbers[0]));
        }
        return axes;
    }

    /** What is copied at once. */
    get raw() {
        const numbers = this.#read();
        return {position: this.#axes(4, 'raw'), velocity: this.#axes(7, 'raw'),
                id: this.#world.instance.raw(Uint32Array, numbers[3], numbers[0])};
    }

    /** [x, y] or [x, y, z]: an array of numbers for each axis, over the module's memory, until the world changes. */
    get position() {
        return this.#axes(4);
    }

    get velocity() {
        return this.#axes(7);
    }

    /** Which boid is where: slots are sorted anew in every step. */
    get id() {
        const numbers = this.#read();
        return this.#world.instance.view(Uint32Array, numbers[3], numbers[0]);
    }

    /** The slot of the boid with that id, or -1. */
    slot(id) {
        const slot = this.#world.instance.call('web_slot', this.#world.place, this.#number, id) >>> 0;
        return slot === NONE ? -1 : slot;
    }

    /** Adds boids: a list of positions and one of velocities. */
    add(positions, velocities) {
        const [where, how] = Array.isArray(positions[0]) ? [positions, velocities] : [[positions], [velocities]];
        where.forEach((position, i) => this.#world.event({add: {flock: this.#name, position, velocity: how[i]}}));
    }

    /** Removes boids by id. */
    remove(ids) {
        for (const id of typeof ids === 'number' ? [ids] : ids) {
            this.#world.event({remove: {flock: this.#name, id}});
        }
    }

    set(name, value) {
        this.#world.set(`${this.#name}.${name}`, value);
    }

    get(name) {
        return this.#world.get(`${this.#name}.${name}`);
    }

    /** Boids nearer to a place than `radius`, nearest first: [{id, distance}]. */
    near(point, radius, most = 256) {
        const {instance, place} = this.#world;
        const at = instance.must('web_near', place, this.#number, point[0], point[1], point[2] ?? 0, radius, most);
        const found = new Float64Array(instance.memory.buffer, at, 1)[0];
        const numbers = new Float64Array(instance.memory.buffer, at + 8, 2 * Math.min(found, most, 4096));
        return Array.from({length: numbers.length / 2}, (_, i) => ({id: numbers[2 * i], distance: numbers[2 * i + 1]}));
    }

    measures(names) {
        return this.#world.measures(names, this.#name);
    }
}

// A value as scenes have it.
function asText(value) {
    return Array.isArray(value) || typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// JSON is YAML; events are also taken as text.
function eventText(event) {
    return typeof event === 'string' ? event : JSON.stringify(event);
}

/** A scene that runs. */
export class World {
    #flocks; #measures;

    constructor(instance, place, table) {
        this.instance = instance;
        this.place = place;
        this.#measures = table;
        this.#flocks = new Map(this.describe().flocks.map(({name}, number) => [name, new Flock(this, number, name)]));
    }

    /** Steps made so far. */
    get steps() {
        return this.instance.call('web_steps', this.place);
    }

    #change(name, ...given) {
        try {
            this.instance.must(name, this.place, ...given);
        } finally {
            this.instance.stale();
        }
    }

    /** Computes so many steps, with the events of each. */
    step(count = 1) {
        if (!(Number.isSafeInteger(count) && count >= 0)) {
            throw new VoleryError({code: 2, text: `step: ${count} is not a whole number from 0 on`});
        }
        this.beforeFirstStep?.();
        this.beforeFirstStep = null;
        this.#change('web_step', count);
    }

    /** Threads that may compute it, how many of them besides this one have come so far, and how much they have done. */
    get threads() {
        const count = (which) => this.instance.exports.web_crew_count(which) >>> 0;
        return {most: this.describe().threads, helpers: count(0), helped: count(1)};
    }

    /** The hash of the state, as `volery` prints it: 16 digits. */
    hash() {
        const half = (which) => (this.instance.call('web_hash', this.place, which) >>> 0).toString(16).padStart(8, '0');
        return half(0) + half(1);
    }

    flock(name) {
        const flock = this.#flocks.get(name);
        if (flock === undefined) {
            throw new VoleryError({code: 2, key: name,
                                   text: `there is no flock '${name}'; there are ${[...this.#flocks.keys()].join(', ')}`});
        }
        return flock;
    }

    get flocks() {
        return [...this.#flocks.values()];
    }

    /** The scene: about, look, size, flocks with their looks and models. */
    describe() {
        return this.instance.json('web_describe', this.place);
    }

    /** Obstacles, goals and players as they are now. */
    marks() {
        return this.instance.json('web_marks', this.place);
    }

    /** All parameters with their ranges, help and values: for sliders. */
    parameters() {
        return this.instance.json('web_parameters', this.place);
    }

    /** The value of a dotted key, as text. */
    get(key) {
        this.instance.must('web_get', this.place, key);
        return this.instance.text();
    }

    /** Changes a parameter while the world runs: an event, which a recording holds. */
    set(key, value) {
        this.event(`{set: {${JSON.stringify(key)}: ${asText(value)}}}`);
    }

    /** Lets something happen now, or at a later step (`at`), written as in `events` of a scene. */
    event(event) {
        this.#change('web_event', eventText(event));
    }

    /** What the host made happen, each as a text that `event` takes. */
    events() {
        this.instance.must('web_events', this.place);
        return this.instance.text().split('\n').filter((line) => line !== '');
    }

    /** Gives up the events of the host's that are still to come. */
    forgetFuture() {
        this.instance.call('web_forget_future', this.place);
    }

    /** Measures by name (all without names), of a flock or of all boids: {polarisation: 0.93}; NaN: not defined. */
    measures(names = this.#measures.map(({name}) => name), flock = undefined) {
        let bits = 0;
        for (const name of names) {
            const number = this.#measures.findIndex((row) => row.name === name);
            if (number < 0) {
                const known = this.#measures.map((row) => row.name).join(', ');
                throw new VoleryError({code: 2, key: name, text: `there is no measure '${name}'; there are ${known}`});
            }
            bits |= 1 << number;
        }
        const of = flock === undefined ? NONE : this.flock(flock).number;
        const at = this.instance.must('web_measure', this.place, of, bits);
        const values = new Float64Array(this.instance.memory.buffer, at, this.#measures.length);
        return Object.fromEntries(names.map((name) => [name, values[this.#measures.findIndex((r) => r.name === name)]]));
    }

    /** Goes to a step, back or forth: what happened happens again. */
    seek(step) {
        if (step < this.steps) {
            this.#change('web_rewind');
        }
        this.step(step - this.steps);
    }

    /** The moving state as bytes, as `volery run --save` writes it; and back. */
    save() {
        this.instance.must('web_save', this.place);
        return this.instance.bytes();
    }

    restore(bytes) {
        this.#change('web_restore', new Uint8Array(bytes), bytes.byteLength);
    }

    /** The scene as text, with what has changed and the host's events; `printed`: with all effective parameters. */
    text({printed = false} = {}) {
        this.instance.must('web_text', this.place, printed ? 1 : 0);
        return this.instance.text();
    }

    /** The run so far as a recording, which `volery verify` accepts. It is computed once more for that. */
    recording() {
        this.instance.must('web_recording', this.place);
        return this.instance.bytes();
    }

    /** A copy of all boids for drawing: numbers in single precision, axis by axis, which can be sent elsewhere. */
    frame(into = []) {
        const flocks = this.flocks.map((flock, number) => {
            const {position, velocity, id} = flock.raw, count = id.length;
            const old = into[number]?.buffer, bytes = 4 * count * (2 * position.length + 1);
            const buffer = old !== undefined && old.byteLength >= bytes ? old : new ArrayBuffer(bytes + (bytes >> 2));
            const part = (n, from) => {
                const copy = new Float32Array(buffer, 4 * count * n, count);
                copy.set(from);
                return copy;
            };
            const n = position.length;
            const ids = new Uint32Array(buffer, 8 * count * n, count);
            ids.set(id);
            return {name: flock.name, count, buffer, position: position.map((axis, i) => part(i, axis)),
                    velocity: velocity.map((axis, i) => part(n + i, axis)), id: ids};
        });
        return {step: this.steps, flocks};
    }

    close() {
        if (this.place !== 0 && this.instance.broken === null) {
            this.instance.call('web_close', this.place);
            this.instance.stale();
            this.instance.sendHome();
        }
        this.place = 0;
        this.beforeFirstStep = null;
        this.instance.broken ??= 'it was closed';
    }
}

let tune; // the built-in one, when it has been made

// What the world hears, in memory that stays: the host's, or the built-in tune.
async function giveSound(instance, sound) {
    tune ??= sound === undefined ? (await import('./volery-tune.js')).loom() : tune;
    const bytes = sound !== undefined ? new Uint8Array(sound) : tune;
    if (bytes) {
        instance.call('web_sound', instance.put(bytes), bytes.length);
    }
}

// --- Loading ---------------------------------------------------------------------------------------------------------

function overridesOf({seed, overrides = {}}) {
    const pairs = Array.isArray(overrides) ? overrides.map((one) => one.split(/=(.*)/s).slice(0, 2))
                                           : Object.entries(overrides).map(([key, value]) => [key, asText(value)]);
    if (seed !== undefined) {
        pairs.push(['world.seed', String(seed)]);
    }
    return pairs;
}

/**
 * Loads the module. Options: `simd` (with vectors; by default if the engine has them), `threads` (how many compute a
 * world; 1 by default, 0: one a processor; always 1 where memory cannot be shared), `base` (where the files lie).
 */
export async function load({simd = hasSimd(), threads: wanted = 1, base = import.meta.url} = {}) {
    if (!(Number.isSafeInteger(wanted) && wanted >= 0)) {
        throw new VoleryError({code: 2, key: 'threads', text: `threads: ${wanted} is not a whole number from 0 on`});
    }
    const threads = await threadsFor(wanted);
    const module = await compile(new URL('volery.wasm', base), simd, threads > 1);
    const first = await Instance.create(module);
    const about = first.json('web_about');
    const scenes = first.json('web_scenes');

    // Of a world: not more than the module was loaded for.
    const threadsOf = (options) => Math.max(Math.min(options.threads ?? threads, threads), 1);

    async function createWorld(scene = 'default', options = {}) {
        const instance = await Instance.create(module);
        const known = scenes.find(({name}) => name === scene), builtin = known !== undefined;
        const pairs = overridesOf(options);
        if (options.sound !== undefined || /sound/.test([known?.text ?? scene, ...pairs.flat()].join(' '))) {
            await giveSound(instance, options.sound);
        }
        const bytes = encoder.encode(scene);
        const place = instance.call('web_open', options.name ?? (builtin ? scene : 'scene'), builtin ? 0 : bytes,
                                    bytes.length, `${pairs.flat().join('\0')}\0`, pairs.length, threadsOf(options), maySleep ? 1 : 0);
        if (place === 0) {
            throw instance.fault();
        }
        const helpers = threadsOf(options) - 1;
        const world = new World(instance, place, about.measures);
        if (helpers > 0) {
            world.beforeFirstStep = () => sendHelpers(instance, module, helpers);
        }
        if (options.state !== undefined) {
            world.restore(options.state);
        }
        for (const event of options.events ?? []) {
            world.event(event);
        }
        return world;
    }

    async function onBytes(bytes, verify) {
        const instance = await Instance.create(module);
        const copy = new Uint8Array(bytes);
        const result = instance.json('web_read_recording', copy, copy.length, verify ? 1 : 0);
        if (result.state) {
            instance.must('web_recording_start', copy, copy.length);
            result.state = instance.bytes();
        } else {
            delete result.state;
        }
        return result;
    }

    return {
        createWorld,
        scenes,
        version: about.version,
        isa: simd ? about.isa : 'scalar',
        simd,
        threads,
        measures: about.measures,
        models: about.models,
        colors: about.colors,
        /** What is in a recording: its scene, with all that happened as events, and by what it was made. */
        readRecording: (bytes) => onBytes(bytes, false),
        /** The same, computed again and compared: {identical, step, hash, ...}. */
        verify: (bytes) => onBytes(bytes, true),
    };
}

// --- Workers ---------------------------------------------------------------------------------------------------------

/** A world in a worker: the same functions, each of which gives a promise; docs/web.md says where they differ. */
export class WorkerWorld {
    #worker; #waiting = new Map(); #number = 0;

    constructor(worker) {
        this.#worker = worker;
        worker.onmessage = ({data: {number, result, error}}) => {
            const {resolve, reject} = this.#waiting.get(number);
            this.#waiting.delete(number);
            if (error !== undefined) {
                reject(new VoleryError(error));
            } else {
                resolve(result);
            }
        };
        worker.onerror = (event) => this.#fail(event.message ?? 'the worker cannot be loaded');
        for (const name of ['open', 'step', 'hash', 'describe', 'marks', 'parameters', 'get', 'set', 'event', 'events',
                            'text', 'forgetFuture', 'measures', 'seek', 'save', 'restore', 'recording', 'readRecording',
                            'verify', 'near', 'erase', 'steps']) {
            this[name] = (...given) => this.#ask(name, given);
        }
    }

    #fail(text) {
        this.#waiting.forEach(({reject}) => reject(new VoleryError({text})));
        this.#waiting.clear();
    }

    #ask(action, given, transfer = []) {
        return new Promise((resolve, reject) => {
            this.#waiting.set(++this.#number, {resolve, reject});
            this.#worker.postMessage({number: this.#number, action, given}, transfer);
        });
    }

    load(options) {
        return this.#ask('load', [options]);
    }

    /** Computes steps and sends a copy of all boids; `into`: an earlier frame, whose memory is used again. */
    frame(steps = 1, {into = null, ...options} = {}) {
        const buffers = into === null ? [] : into.flocks.map(({buffer}) => ({buffer}));
        return this.#ask('frame', [steps, {...options, into: buffers}], buffers.map(({buffer}) => buffer));
    }

    /** Ends the worker, whatever it is computing. */
    close() {
        this.#worker.terminate();
        this.#fail('the world was closed');
    }
}

/** Starts a worker with a module in it: `open` opens scenes there. `about` of it is what `load` gives. */
export async function startWorker({simd, threads, base} = {}) {
    const world = new WorkerWorld(new Worker(new URL('volery-worker.js', base ?? import.meta.url), {type: 'module'}));
    try {
        world.about = await world.load({simd, threads, base});
    } catch (error) {
        world.close();
        throw error;
    }
    return world;
}

/** The same, with a scene that is opened. */
export async function createWorkerWorld(scene = 'default', {simd, threads, base, ...options} = {}) {
    const world = await startWorker({simd, threads, base});
    try {
        world.scene = await world.open(scene, options);
    } catch (error) {
        world.close();
        throw error;
    }
    return world;
}
