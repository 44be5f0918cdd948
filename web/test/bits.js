// The table of hashes, computed in node with as many threads as it asks for:
//   node web/test/bits.js build/wasm/web/web_bits.wasm [EVERY]
// Threads are the module's own: helpers over the same memory (web/volery-threads.js). It fails where none of them helped.
import {readFileSync, writeSync} from 'node:fs';
import {Instance} from '../volery-instance.js';
import {withSharedMemory} from '../volery-rewrite.js';
import {sendHelpers, sharedMemory, threadsFor} from '../volery-threads.js';

const HELPERS = 2;
const {bytes, ...shared} = withSharedMemory(readFileSync(process.argv[2]));
const module = await WebAssembly.compile(bytes);
const memory = sharedMemory(shared);
shared.contents.forEach((part) => new Uint8Array(memory.buffer).set(part.bytes, part.at));

class Ended extends Error {}

const host = {
    fd_write(file, parts, count, written) {
        const view = new DataView(memory.buffer);
        let length = 0;
        for (let i = 0; i < count; i++) {
            const at = view.getUint32(parts + 8 * i, true), many = view.getUint32(parts + 8 * i + 4, true);
            writeSync(file, Buffer.from(new Uint8Array(memory.buffer, at, many)));
            length += many;
        }
        view.setUint32(written, length, true);
        return 0;
    },
    proc_exit(code) {
        process.exitCode = code;
        throw new Ended();
    },
};

await threadsFor(HELPERS + 1);
const {exports} = await Instance.over(memory, {module, simd: true}, host);
exports._initialize();
sendHelpers({exports: {...exports, web_take: exports.malloc}, memory}, {module, simd: true}, HELPERS);
while (exports.web_crew_count(0) < HELPERS) {
    await new Promise((next) => { setImmediate(next); });
}
try {
    process.exitCode = exports.web_bits(Number(process.argv[3] ?? 1));
} catch (error) {
    if (!(error instanceof Ended)) {
        throw error;
    }
}
const helped = exports.web_crew_count(1);
console.error(`${helped} tasks were done by ${HELPERS} helpers`);
if (helped === 0) {
    process.exitCode = 1;
}
process.exit();
