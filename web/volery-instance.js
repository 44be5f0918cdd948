// The module itself: found, compiled, instantiated; calls with texts and bytes, answers, faults, views of its memory.
// Between volery.wasm and volery.js.

import {sharedMemory} from './volery-threads.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What is wrong with a scene, a key or an event: `text` as the program prints it, and the place where there is one. */
export class VoleryError extends Error {
    constructor({code = 1, line = 0, column = 0, file = '', key = '', text = ''}) {
        super(text);
        this.name = 'VoleryError';
        Object.assign(this, {code, line, column, file, key, text});
    }
}

// The smallest module with a vector instruction: engines that have none refuse it.
const VECTORS = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Has this engine vectors? */
export function hasSimd() {
    return WebAssembly.validate(VECTORS);
}

const isNode = typeof process === 'object' && process.versions?.node !== undefined && process.type !== 'renderer';

async function readBytes(url) {
    if (isNode && url.protocol === 'file:') {
        const {readFile} = await import('node:fs/promises');
        return readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new VoleryError({text: `${url}: cannot be loaded: ${response.status} ${response.statusText}`});
    }
    return response.arrayBuffer();
}

/**
 * Compiles the module, with vectors or without, with memory that threads can share or without:
 * {module, simd, shared: null or what such memory begins with}.
 */
export async function compile(url, simd, sharing) {
    if (!simd || sharing) {
        const {withoutVectors, withSharedMemory} = await import('./volery-rewrite.js');
        const given = await readBytes(url), plain = simd ? given : withoutVectors(given);
        const {bytes, ...shared} = sharing ? withSharedMemory(plain) : {bytes: plain};
        return {module: await WebAssembly.compile(bytes), simd, shared: sharing ? shared : null};
    }
    if (!(isNode && url.protocol === 'file:') && WebAssembly.compileStreaming !== undefined) {
        const response = await fetch(url);
        if (response.ok && /^application\/wasm\b/.test(response.headers.get('content-type') ?? '')) {
            return {module: await WebAssembly.compileStreaming(response), simd, shared: null};
        }
    }
    return {module: await WebAssembly.compile(await readBytes(url)), simd, shared: null};
}

// What the module asks of its host: a clock, and an environment, which names the instruction set where there are no
// vectors. Files are not there; what it has to say at its end becomes the error.
function imports(module, instance, simd, own) {
    const NOT_THERE = 8, NOTHING = 0, NO_SUCH_CALL = 52;
    const environment = encoder.encode(simd ? '' : 'VOLERY_ISA=scalar\0');
    let said = '';
    const known = {
        environ_sizes_get(count, bytes) {
            const view = new DataView(instance.memory.buffer);
            view.setUint32(count, simd ? 0 : 1, true);
            view.setUint32(bytes, environment.length, true);
            return NOTHING;
        },
        environ_get(places, at) {
            if (!simd) {
                new DataView(instance.memory.buffer).setUint32(places, at, true);
                new Uint8Array(instance.memory.buffer).set(environment, at);
            }
            return NOTHING;
        },
        clock_time_get(_clock, _precision, at) {
            const now = BigInt(Math.round(performance.now() * 1e6));
            new DataView(instance.memory.buffer).setBigUint64(at, now, true);
            return NOTHING;
        },
        fd_write(file, parts, count, written) {
            const view = new DataView(instance.memory.buffer);
            let bytes = 0;
            for (let i = 0; i < count; i++) {
                const at = view.getUint32(parts + 8 * i, true), length = view.getUint32(parts + 8 * i + 4, true);
                said += decoder.decode(new Uint8Array(instance.memory.buffer, at, length).slice());
                bytes += length;
            }
            said = said.slice(-2000);
            view.setUint32(written, bytes, true);
            return NOTHING;
        },
        proc_exit() {
            throw new VoleryError({text: said.trim() || 'the module has ended itself'});
        },
        emscripten_notify_memory_growth() {},
        ...own,
    };
    const wanted = {};
    for (const {module: group, name, kind} of WebAssembly.Module.imports(module)) {
        wanted[group] ??= {};
        if (kind === 'memory') {
            wanted[group][name] = instance.memory;
        } else if (kind === 'function') {
            wanted[group][name] = known[name] ?? (() => (name.startsWith('fd_') ? NOT_THERE : -NO_SUCH_CALL));
        }
    }
    return wanted;
}

// One instance: calls with texts and bytes, and answers. After a trap it is of no use any more.
export class Instance {
    static async create({module, simd, shared}) {
        let memory = null;
        if (shared !== null) {
            memory = sharedMemory(shared);
            shared.contents.forEach(({at, bytes}) => new Uint8Array(memory.buffer).set(bytes, at));
        }
        const self = await Instance.over(memory, {module, simd});
        self.exports._initialize?.();
        return self;
    }

    // An instance over that memory as it is; null: the module has its own. `own`: functions that it imports instead.
    static async over(memory, {module, simd}, own = {}) {
        const self = new Instance();
        self.memory = memory;
        const instance = await WebAssembly.instantiate(module, imports(module, self, simd, own));
        self.exports = instance.exports;
        self.memory ??= instance.exports.memory;
        self.shared = memory !== null;
        return self;
    }

    constructor() {
        this.memory = null;
        this.broken = null;
        this.lent = false;
        this.sendHome = () => {};
    }

    // Calls a function; an argument that is a text or bytes is copied into the module's memory for the time of the call.
    call(name, ...given) {
        if (this.broken !== null) {
            throw new VoleryError({text: `the world cannot be used any more: ${this.broken}`});
        }
        const taken = [];
        try {
            const values = given.map((value) => {
                if (typeof value !== 'string' && !(value instanceof Uint8Array)) {
                    return value;
                }
                const place = this.put(value);
                taken.push(place);
                return place;
            });
            return this.exports[name](...values);
        } catch (error) {
            if (error instanceof VoleryError && this.exports === null) {
                throw error;
            }
            this.broken = error.message;
            this.sendHome();
            throw error instanceof VoleryError ? error : new VoleryError({text: `volery: ${error.message}`});
        } finally {
            if (this.broken === null) {
                taken.forEach((place) => this.exports.web_free(place));
            }
        }
    }

    put(value) {
        const bytes = typeof value === 'string' ? encoder.encode(value) : value;
        const place = this.exports.web_take(bytes.length + 1);
        if (place === 0) {
            throw new VoleryError({text: `no memory left for ${bytes.length} bytes`});
        }
        const memory = new Uint8Array(this.memory.buffer, place, bytes.length + 1);
        memory.set(bytes);
        memory[bytes.length] = 0;
        return place;
    }

    // The same where 0 means that it has failed.
    must(name, ...given) {
        const result = this.call(name, ...given);
        if (result === 0) {
            throw this.fault();
        }
        return result;
    }

    fault() {
        const place = this.exports.web_fault_place();
        const numbers = new DataView(this.memory.buffer, place, 12);
        const text = (at, room) => {
            const bytes = new Uint8Array(this.memory.buffer, place + at, room);
            const end = bytes.indexOf(0);
            return decoder.decode(bytes.slice(0, end < 0 ? room : end));
        };
        return new VoleryError({
            code: numbers.getInt32(0, true), line: numbers.getUint32(4, true), column: numbers.getUint32(8, true),
            file: text(12, 1024), key: text(12 + 1024, 256), text: text(12 + 1024 + 256, 2048),
        });
    }

    // What the last call answered.
    bytes() {
        const answer = new Uint8Array(this.memory.buffer, this.exports.web_answer_bytes(),
                                      this.exports.web_answer_length()).slice();
        if (answer.length > 65536) {
            this.exports.web_answer_release();
        }
        return answer;
    }

    text() {
        return decoder.decode(this.bytes());
    }

    json(name, ...given) {
        this.must(name, ...given);
        return JSON.parse(this.text());
    }

    // A typed array over the module's memory, without a copy.
    raw(Kind, place, count) {
        return new Kind(this.memory.buffer, place, count);
    }

    // The same for others to keep. Shared memory cannot be taken away from them: they get a copy.
    view(Kind, place, count) {
        this.lent = !this.shared;
        return this.shared ? this.raw(Kind, place, count).slice() : this.raw(Kind, place, count);
    }

    // Whatever was lent is of another moment now. Growing by nothing detaches the buffer: arrays that somebody still
    // holds are empty from here on, and cannot be taken for the world as it is.
    stale() {
        if (this.lent) {
            this.lent = false;
            this.memory.grow(0);
        }
    }
}
