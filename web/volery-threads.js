// Threads: workers that help worlds to compute. Each has an instance of the world's module over the world's own memory,
// with a stack of its own (web/module/crew.c). A world does not wait for them: it begins alone, and they come in.

const STACK = 256 * 1024; // bytes for each helper: kernels need a few of them
export const MOST_THREADS = 32;

const isNode = typeof process === 'object' && process.versions?.node !== undefined && process.type !== 'renderer';

/** May memory be shared between threads here? In browsers the page must be isolated from others by its headers. */
export function hasThreads() {
    return typeof SharedArrayBuffer === 'function' && (isNode || globalThis.crossOriginIsolated === true) &&
        (isNode || typeof Worker === 'function');
}

let makeHelper = (url) => new Worker(url, {type: 'module', name: 'volery helper'});

/** How many threads there are to be: 0 stands for one a processor; one where memory cannot be shared. */
export async function threadsFor(wanted) {
    if (wanted === 1 || !hasThreads()) {
        return 1;
    }
    let processors = globalThis.navigator?.hardwareConcurrency ?? 1;
    if (isNode) {
        const {Worker: NodeWorker} = await import('node:worker_threads');
        makeHelper = (url) => new NodeWorker(url);
        processors = (await import('node:os')).cpus().length;
    }
    return Math.max(Math.min(wanted === 0 ? processors : wanted, MOST_THREADS), 1);
}

/** May this thread sleep while others work? That of a page may not. */
export const maySleep = isNode || typeof WorkerGlobalScope === 'function';

/** Memory that threads share; of less room where the engine does not give that much. */
export function sharedMemory({pages, most}) {
    for (let maximum = most; ; maximum >>= 1) {
        try {
            return new WebAssembly.Memory({initial: pages, maximum, shared: true});
        } catch (error) {
            if (maximum >> 1 < pages) {
                throw error;
            }
        }
    }
}

// Workers without work. One that has been called home finishes first, so that messages may wait for it.
const idle = [];

// Helpers of worlds that nobody has closed go home with them.
const forgotten = new FinalizationRegistry(({exports, helpers}) => sendHome(exports, helpers));

function sendHome(exports, helpers) {
    exports.web_crew_end();
    idle.push(...helpers.splice(0));
}

/** Sends so many helpers to an instance. They come when they can; fewer where the engine gives no more. */
export function sendHelpers(instance, {module, simd}, count) {
    const {exports, memory} = instance, helpers = [];
    instance.sendHome = () => sendHome(exports, helpers);
    forgotten.register(instance, {exports, helpers});
    try {
        for (let stack; helpers.length < count && (stack = exports.web_take(STACK)) !== 0;) {
            const helper = idle.pop() ?? makeHelper(new URL('volery-helper.js', import.meta.url));
            helper.unref?.(); // a program may end while it waits
            helper.postMessage({module, simd, memory, stack: (stack + STACK) & ~15});
            helpers.push(helper);
        }
    } catch {
        // the world goes on with those that it has
    }
}
