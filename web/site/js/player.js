// Plays a scene: asks the worker for frames at the pace of the screen, and keeps what the person wants of time.
import {Client} from './client.js';

const MOST_DUE = 0.25;  // seconds that are made up for after a slow frame
const BUDGET = 14;      // milliseconds of computing a frame
const MOST_BUFFERS = 64; // that go back to the worker to be filled again
const TOO_LONG = 3000;  // milliseconds after which a new scene need not wait for the old one
const MARKS_EVERY = 30; // frames, where nothing moves that is a mark

export class Player {
    // `page` is told: opened(scene), frame(frame), failed(error), progress(part), changed()
    constructor(page) {
        this.page = page;
        this.client = new Client((part) => page.progress(part));
        this.paused = false;
        this.speed = 1;
        this.due = 0;
        this.step = this.furthest = 0;
        this.scene = null;
        this.buffers = [];
        this.frames = 0;
        this.wanted = {density: false, trails: false, measures: null};
        this.rate = 0;
    }

    async open(run, keepCamera = false) {
        const scene = await this.begin(run);
        this.scene = scene;
        this.step = scene.step;
        this.furthest = Math.max(scene.furthest, scene.step);
        this.due = 0;
        this.jumped = this.dirty = true;
        this.frames = 0;
        this.tick(0); // its first frame is computed while the page builds what belongs to the scene
        this.page.opened(scene, keepCamera);
        return scene;
    }

    // No frames meanwhile: a run may begin at a later step, which is on its way then.
    async begin(run) {
        this.opening = true;
        try {
            await (this.client.over || this.client.loaded);
            if (this.client.over || !await this.client.quiet(TOO_LONG)) {
                await this.client.again();
                this.asked = 0;
                this.seeking = false;
            }
            return await this.client.order('open', run);
        } finally {
            this.opening = false;
        }
    }

    act(kind, what) {
        this.dirty = true;
        return this.client.order('act', {kind, ...what}).then(
            (result) => {
                this.page.changed(kind);
                return result ?? true;
            },
            (error) => {
                const about = what.key && !error.message.includes(what.key) ? `${what.key}: ` : '';
                this.page.failed(new Error(about + error.message.replace(/^event: /, '')));
                return false;
            });
    }

    async seek(step) {
        this.sought = step;
        if (this.seeking) {
            return;
        }
        this.seeking = true;
        try {
            while (this.sought !== null) {
                const to = this.sought;
                this.sought = null;
                await this.client.order('seek', {step: to});
            }
        } catch (error) {
            this.page.failed(error);
        }
        this.seeking = false;
        this.due = 0;
        this.jumped = this.dirty = true;
        this.page.changed('seek');
    }

    pause(paused = !this.paused) {
        this.paused = paused;
        this.due = 0;
        this.dirty = true;
        this.page.changed('pause');
    }

    stepOn(count = 1) {
        this.paused = true;
        this.due = 0;
        this.single = (this.single ?? 0) + count;
        this.page.changed('pause');
    }

    // Once a frame of the screen: `seconds` since the one before.
    tick(seconds) {
        const rate = (this.scene?.look.fps ?? 60) * this.speed;
        if (!this.paused && this.scene) {
            this.due = Math.min(this.due + rate * seconds, Math.max(rate * MOST_DUE, 1.99));
        }
        if (!this.scene || this.asked || this.seeking || this.opening) {
            return;
        }
        const steps = this.single ?? Math.floor(this.due);
        if (steps > 0 || this.dirty) {
            this.ask(steps);
        }
    }

    // What part of the way from the step before to this one is to be shown.
    get part() { return this.paused ? 1 : Math.min(this.due, 1); }

    async ask(steps) {
        const marks = this.dirty || this.moving || this.frames % MARKS_EVERY === 0;
        const given = this.buffers;
        this.buffers = [];
        this.dirty = false;
        this.asked = performance.now();
        this.frames++;
        const {worker} = this.client;
        try {
            const {density, measures} = this.wanted;
            const frame = await this.client.order('frame', {steps, budget: this.single ? 1000 : BUDGET, density,
                trails: this.wanted.trails, marks, buffers: given,
                measures: measures && this.frames % 4 === 1 ? measures : undefined}, given);
            this.single = undefined;
            this.take(frame);
        } catch (error) {
            if (worker !== this.client.worker) {
                return; // it was given up for another scene, which has its own
            }
            this.single = undefined;
            this.paused = true;
            this.page.failed(error);
            this.page.changed('pause');
        }
        this.asked = 0;
    }

    take(frame) {
        this.due = Math.max(this.due - frame.done, 0);
        let last = this.step;
        for (const one of [...frame.between, frame]) {
            one.steps = this.jumped ? 0 : one.step - last;
            last = one.step;
        }
        this.step = frame.step;
        this.furthest = frame.furthest;
        if (frame.marks) {
            this.moving = frame.marks.players.length > 0 || frame.marks.goals.some(({point}) => point);
        }
        this.page.frame(frame, this.jumped);
        this.jumped = false;
        this.buffers = [frame, ...frame.between].flatMap((one) => one.flocks.map((flock) => flock.data.buffer))
            .slice(0, MOST_BUFFERS);
    }
}
