// States of a run that are kept on its way, so that going back need not begin at step 0. When there are too many, every
// other one goes and they are taken half as often.
const MOST = 64;
const MOST_BYTES = 48 << 20;

export class States {
    constructor() {
        this.interval = 32;
        this.kept = []; // {step, bytes}, in order
    }

    keep(world) {
        const last = this.kept[this.kept.length - 1];
        if (world.steps === 0 || world.steps % this.interval !== 0 || (last && last.step >= world.steps)) {
            return;
        }
        this.kept.push({step: world.steps, bytes: world.save()});
        if (this.kept.length > MOST || this.bytes > MOST_BYTES) {
            this.interval *= 2;
            this.kept = this.kept.filter(({step}) => step % this.interval === 0);
        }
    }

    get bytes() { return this.kept.reduce((sum, {bytes}) => sum + bytes.length, 0); }

    // The world as it was at the latest kept step that is not after `step`.
    restore(world, step) {
        const found = this.kept.findLast((state) => state.step <= step);
        if (found) {
            world.restore(found.bytes);
        } else {
            world.seek(0);
        }
    }

    forgetAfter(step) {
        this.kept = this.kept.filter((state) => state.step <= step);
    }
}
