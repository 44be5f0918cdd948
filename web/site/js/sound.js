// Plays the tune that a scene follows, in step with it: step n goes with n / stepsPerSecond seconds of it. Only at the
// scene's own pace; at others it is silent. Browsers let a page sound when somebody has touched it.

const APART = 0.15;   // seconds by which sound and steps may differ
const PATIENCE = 0.5; // seconds between two attempts to bring them together

// The samples of the tune: one channel of eight bits, behind a head of 44 bytes.
const bufferOf = (context, file) => {
    const rate = new DataView(file.buffer).getUint32(24, true);
    const buffer = context.createBuffer(1, file.length - 44, rate);
    buffer.getChannelData(0).set(Float32Array.from(file.subarray(44), (byte) => (byte - 128) / 128));
    return buffer;
};

export class Sound {
    constructor() {
        this.on = true;
        this.scene = null; // what it says of its sound
        this.source = null;
        this.allowed = false;
        for (const kind of ['pointerdown', 'keydown']) {
            addEventListener(kind, () => { this.allowed = true; }, {once: true, capture: true});
        }
    }

    open({sound, look}) {
        this.silence();
        this.scene = sound && {...sound, pace: look.fps};
    }

    silence() {
        this.source?.stop();
        this.source = null;
    }

    // Is there something to play? The tune is made when it is first needed.
    ready() {
        this.making ??= import('../volery-tune.js').then(({loom}) => {
            this.context = new AudioContext();
            this.buffer = bufferOf(this.context, loom());
        }).catch(() => {}); // it cannot be heard here
        return this.buffer !== undefined;
    }

    // Once a frame of the screen.
    tick({step, paused, speed}) {
        const {scene} = this;
        if (!scene || !this.on || !this.allowed || paused || scene.pace * speed !== scene.stepsPerSecond) {
            if (this.source) {
                this.silence();
            }
            return;
        }
        if (!this.ready()) {
            return;
        }
        const {context, buffer} = this, now = context.currentTime;
        const wanted = step / scene.stepsPerSecond;
        if (this.source && Math.abs(now - this.since - wanted) < APART) {
            return;
        }
        if (this.source && now - this.begun < PATIENCE) {
            return;
        }
        this.silence();
        if (scene.loop || wanted < buffer.duration) {
            this.source = new AudioBufferSourceNode(context, {buffer, loop: scene.loop});
            this.source.connect(context.destination);
            this.source.start(0, wanted % buffer.duration);
            this.begun = now;
            this.since = now - wanted;
        }
    }
}
