// The worker: holds the world, computes steps when the page asks for a frame, and sends boids back as arrays that are
// given, not copied. Everything a person does becomes an event of the scene, so that a run can be computed again.
import {load} from '../volery.js';
import {pack} from './pack.js';
import {States} from './states.js';

const SLICE = 12;          // milliseconds of computing between two looks at the mailbox
const TELL_EVERY = 250;    // milliseconds, of a long way through time
const GOLDEN = 2.399963229728653;
const MOST_ERASED = 400;   // boids in one act
const MOST_BETWEEN = 8;    // states of a frame, for trails

let volery;
let world = null;
let about = null;          // what the world says of itself, as it was opened
let open = null;           // what the world was made of: {scene, text, seed, set, events}
let log = [];              // events of the person, in order, with their steps
let states = new States();
let furthest = 0;
let journey = 0;           // counts ways through time: a newer one ends the older

const faultOf = (error) => ({
    message: String(error?.message || error), line: error?.line ?? 0, column: error?.column ?? 0, key: error?.key ?? '',
});

const pause = () => new Promise((resolve) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
        port1.close();
        resolve();
    };
    port2.postMessage(0);
});

// --- Worlds ------------------------------------------------------------------------------------------------------

const describe = (own) => ({
    ...about, name: open.scene, step: world.steps, furthest,
    flocks: about.flocks.map((flock) => ({...flock, fullSpeed: fullSpeed(flock)})),
    parameters: world.parameters(), own, set: open.set, seed: open.seed ?? about.seed,
    text: open.text ?? volery.scenes.find((s) => s.name === open.scene)?.text ?? '', edited: open.text !== undefined,
});

// What the brightest colour stands for.
const fullSpeed = ({maxSpeed, startSpeed}) => {
    const limited = Number.isFinite(maxSpeed) && maxSpeed < 1e8 && maxSpeed > 0;
    return (limited ? maxSpeed : 2 * startSpeed) || 1;
};

const make = async ({scene = 'scene', text, seed, set = {}, events = []}) => {
    if (text === undefined && !volery.scenes.some((s) => s.name === scene)) {
        throw new Error(`there is no scene '${scene}'; allowed: ${volery.scenes.map((s) => s.name).join(', ')}`);
    }
    return volery.createWorld(text ?? scene, {seed, overrides: set, events, name: scene});
};

// The values of the scene itself, before anybody changed them: what a slider can be put back to.
const ownValues = async ({scene, text, set = {}}) => {
    if (Object.keys(set).length === 0) {
        return world.parameters();
    }
    try {
        const plain = await make({scene, text});
        const values = plain.parameters();
        plain.close();
        return values;
    } catch {
        return world.parameters(); // the text is a scene only with what is set
    }
};

const start = async (wanted) => {
    journey++;
    const made = await make(wanted);
    world?.close();
    world = made;
    about = world.describe();
    open = {scene: wanted.scene, text: wanted.text, seed: wanted.seed, set: {...wanted.set}};
    log = [...(wanted.events ?? [])];
    states = new States();
    furthest = 0;
    const own = await ownValues(wanted);
    if (wanted.step > 0) {
        furthest = wanted.step;
        await seek({step: wanted.step});
    }
    return describe(own);
};

// --- Time --------------------------------------------------------------------------------------------------------

const advance = (steps, budget) => {
    const end = performance.now() + budget;
    let done = 0;
    let some = 1;
    while (done < steps) {
        const before = performance.now();
        some = Math.min(some, steps - done, states.interval - world.steps % states.interval);
        world.step(some);
        done += some;
        states.keep(world);
        const now = performance.now();
        if (now >= end) {
            break;
        }
        some = Math.max(1, Math.floor(some * Math.min((end - now) / Math.max(now - before, 0.05) / 2, 4)));
    }
    furthest = Math.max(furthest, world.steps);
    return done;
};

// Goes to any step: from the nearest state before it that was kept, computing the rest again.
const seek = async ({step}) => {
    const mine = ++journey;
    if (step < world.steps) {
        states.restore(world, step);
    }
    let told = performance.now();
    while (world.steps < step && mine === journey) {
        advance(step - world.steps, SLICE);
        if (performance.now() > told + TELL_EVERY) {
            told = performance.now();
            self.postMessage({progress: world.steps / step});
        }
        if (world.steps < step) {
            await pause();
        }
    }
    return {arrived: mine === journey, step: world.steps};
};

// --- What a person does ------------------------------------------------------------------------------------------

// The past is fixed: who acts in it gives up what came after.
const cutFuture = () => {
    const step = world.steps;
    if (furthest > step || (log.length > 0 && log[log.length - 1].at > step)) {
        world.forgetFuture();
        log = log.filter((event) => event.at <= step);
        states.forgetAfter(step);
        furthest = step;
    }
};

const happen = (event) => {
    const whole = {at: world.steps, ...event};
    world.event(whole);
    const last = log[log.length - 1];
    const kind = event.player ? 'player' : event.goal ? 'goal' : '';
    if (kind && last?.at === whole.at && Array.isArray(last[kind]) && Array.isArray(event[kind])) {
        log.pop(); // a player that moves twice at one step is where it was put last
    }
    log.push(whole);
};

const spread = (place, i, spacing) => {
    const r = spacing * Math.sqrt(i);
    const offset = [r * Math.cos(i * GOLDEN), r * Math.sin(i * GOLDEN), 0];
    return place.map((x, axis) => x + offset[axis]);
};

const add = ({flock, position, velocity, count}) => {
    const into = about.flocks.find((f) => f.name === flock) ?? about.flocks[0];
    const speed = Math.min(into.startSpeed || fullSpeed(into) / 2, fullSpeed(into));
    for (let i = 0; i < count; i++) {
        const any = [speed * Math.cos(i * GOLDEN), speed * Math.sin(i * GOLDEN), 0].slice(0, position.length);
        const place = spread(position, i, into.look.size * 1.2);
        happen({add: {flock: into.name, position: place, velocity: velocity ?? any}});
    }
};

const erase = ({position, radius}) => {
    let erased = 0;
    for (const flock of world.flocks) {
        for (const {id} of flock.near(position, radius, MOST_ERASED - erased)) {
            happen({remove: {flock: flock.name, id}});
            erased++;
        }
    }
    return erased;
};

const acts = {
    add, erase,
    scatter: ({position, strength}) => happen({scatter: {position, strength}}),
    blow: ({position, radius, velocity}) => happen({blow: {position, radius, velocity}}),
    player: ({position}) => happen({player: position ?? 'none'}),
    goal: ({position}) => happen({goal: position ?? 'none'}),
    set: ({key, value}) => happen({set: {[key]: value}}),
};

// --- Frames ------------------------------------------------------------------------------------------------------

// With trails, a frame of several steps also has states between: a trail is made of the pieces from one to the next.
const frame = ({steps = 0, budget = 20, density = false, trails = false, measures, marks, buffers = []}) => {
    const before = performance.now();
    const parts = trails ? Math.min(Math.max(steps, 1), MOST_BETWEEN) : 1;
    const between = [];
    let done = 0;
    for (let part = 1; part <= parts && done < steps; part++) {
        const some = advance(Math.round(steps * part / parts) - done, budget / parts);
        done += some;
        if (part < parts && done < steps) {
            between.push({step: world.steps, flocks: pack(world.flocks, about, density, buffers)});
        }
    }
    const after = performance.now();
    const flocks = pack(world.flocks, about, density, buffers);
    return {
        step: world.steps, furthest, done, stepTime: done > 0 ? (after - before) / done : 0, flocks, between,
        marks: marks ? world.marks() : undefined, measures: measures ? world.measures(measures) : undefined,
        given: [{flocks}, ...between].flatMap((one) => one.flocks.map((flock) => flock.data.buffer)),
    };
};

// --- Mail --------------------------------------------------------------------------------------------------------

const orders = {
    load: async () => {
        volery = await load({threads: 0});
        return {scenes: volery.scenes.map(({name, about}) => ({name, about})), version: volery.version};
    },
    open: start,
    check: async (wanted) => {
        const made = await make(wanted);
        made.close();
        return true;
    },
    frame,
    seek,
    act: ({kind, ...what}) => {
        cutFuture();
        return acts[kind](what);
    },
    parameters: () => world.parameters(),
    near: ({position, radius}) => world.flocks.flatMap((flock, index) =>
        flock.near(position, radius, 1).map((hit) => ({index, ...hit}))).sort((a, b) => a.distance - b.distance)[0],
    hash: () => world.hash(),
    threads: () => world.threads,
    memory: () => ({world: world.instance.memory.buffer.byteLength, states: states.bytes, events: log.length}),
    run: () => ({...open, events: log, step: world.steps}),
    text: () => world.text(),
    readRecording: async ({bytes}) => {
        const {scene, state} = await volery.readRecording(bytes);
        if (state) {
            throw new Error('it begins with a state of its own, which this page does not open; volery play does');
        }
        return {text: scene};
    },
    recording: () => {
        const bytes = world.recording();
        return {bytes, given: [bytes.buffer]};
    },
};

const answer = async ({id, order, ...what}) => {
    try {
        const result = await orders[order](what);
        const given = result?.given ?? [];
        self.postMessage({id, result}, given);
    } catch (error) {
        self.postMessage({id, fault: faultOf(error)});
    }
};

self.onmessage = ({data}) => answer(data);
