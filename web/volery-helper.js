// A helper: a worker that computes for worlds, one after the other (volery-threads.js sends it to them).
import {Instance} from './volery-instance.js';

async function help({module, simd, memory, stack}) {
    const {exports} = await Instance.over(memory, {module, simd});
    exports.stackRestore(stack);
    try {
        exports.web_help();
    } catch {
        exports.web_help_failed();
    }
}

// One after the other: the next world's message waits until this one needs no help any more.
let last = Promise.resolve();
const take = (data) => {
    last = last.then(() => help(data)).catch(() => {});
};
if (typeof WorkerGlobalScope === 'function') {
    onmessage = ({data}) => take(data);
} else {
    const {parentPort} = await import('node:worker_threads');
    parentPort.on('message', take);
}
