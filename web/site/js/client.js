// The page's side of the worker: orders that are promises. One that hangs, in a scene that is far too large, can be
// given up: the worker is ended and another one begun.
export class Client {
    constructor(onProgress) {
        this.onProgress = onProgress;
        this.begin();
    }

    begin() {
        this.waiting = new Map();
        this.count = 0;
        this.over = false; // has the worker ended?
        this.worker = new Worker(new URL('sim.js', import.meta.url), {type: 'module'});
        this.worker.onmessage = ({data}) => this.take(data);
        this.worker.onerror = (event) => {
            event.preventDefault();
            this.giveUp(`the simulation has ended: ${event.message ?? 'it could not be loaded'}`);
        };
        this.loaded = this.order('load');
        this.loaded.catch(() => {}); // who awaits it is told
    }

    take({id, result, fault, progress}) {
        if (progress !== undefined) {
            this.onProgress(progress);
            return;
        }
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        if (!waiting) {
            return;
        }
        if (fault) {
            waiting.reject(Object.assign(new Error(fault.message), fault));
        } else {
            waiting.resolve(result);
        }
    }

    order(order, what = {}, given = []) {
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, {resolve, reject, since: performance.now()});
            this.worker.postMessage({id, order, ...what}, given);
        });
    }

    // How long the oldest order has been waiting, in milliseconds.
    get stuckFor() { return performance.now() - Math.min(...[...this.waiting.values()].map(({since}) => since)); }

    // Waits until all orders are done; false: the oldest one takes longer than that, in milliseconds.
    async quiet(limit) {
        while (this.waiting.size > 0 && this.stuckFor < limit) {
            await new Promise((resolve) => { setTimeout(resolve, 10); });
        }
        return this.waiting.size === 0;
    }

    giveUp(why) {
        this.over = true;
        this.worker.terminate();
        for (const {reject} of this.waiting.values()) {
            reject(new Error(why));
        }
        this.waiting.clear();
    }

    async again() {
        this.giveUp('it took too long, and was given up for another scene');
        this.begin();
        await this.loaded;
    }
}
