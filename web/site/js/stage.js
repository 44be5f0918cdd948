// The stage: three canvases, one over the other, and the camera. Draws only when something has changed.
import {Camera} from './camera.js';
import {Drawing} from './draw.js';
import {Sketch} from './sketch.js';
import {drawBelow, drawAbove, hasAbove} from './marks.js';
import {css} from './palette.js';
import {$} from './ui.js';

const PAPER = [0.965, 0.972, 0.985];
const NIGHT = [0.039, 0.047, 0.094];
const MOST_RATIO = 2; // pixels of the screen for a CSS pixel; more cannot be told apart, and costs

export class Stage {
    constructor() {
        this.layers = ['below', 'boids', 'above'].map($);
        this.drawing = new Sketch(this.layers[2]);
        this.ready = false; // does WebGL draw?
        this.marks = {obstacles: [], goals: [], players: []};
        this.fleeRadius = 0;
        this.ground = NIGHT;
        this.camera = new Camera([1, 1]);
        this.hand = null;
        this.follow = null;
        this.changed = this.stale = true;
    }

    // WebGL takes over, with the next frame. Throws where the browser has none.
    begin(onRestored) {
        const {rule, trails} = this.drawing;
        this.drawing = Object.assign(new Drawing(this.layers[1]), {rule, trails, onRestored});
        if (this.scene) {
            this.drawing.open(this.scene);
        }
        this.drawing.setGround(this.ground);
    }

    open(scene, keepCamera) {
        const camera = new Camera(scene.size, scene.origin, scene.look.yUp);
        if (keepCamera && camera.dimensions === this.camera.dimensions && `${camera.low}/${camera.high}` === `${this.camera.low}/${this.camera.high}`) {
            const {center, zoom, yaw, pitch} = this.camera;
            Object.assign(camera, {center, zoom, yaw, pitch});
        }
        this.scene = scene;
        this.camera = camera;
        this.follow = null;
        this.marks = {obstacles: [], goals: [], players: []};
        this.drawing.open(scene);
        this.layOut();
    }

    // `choice`: scene, paper or night.
    setGround(choice) {
        const own = this.scene?.look.background.rgb.map((x) => x / 255) ?? NIGHT;
        this.ground = {paper: PAPER, night: NIGHT}[choice] ?? own;
        this.drawing.setGround(this.ground);
        document.documentElement.style.setProperty('--page', css(this.ground));
        this.moved();
    }

    moved() {
        this.changed = this.stale = true;
    }

    // What bars and panels cover is not the camera's to fill.
    layOut() {
        const [width, height] = [innerWidth, innerHeight];
        const ratio = this.ratio = Math.min(devicePixelRatio || 1, MOST_RATIO);
        for (const layer of this.layers) {
            const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
            if (layer.width !== w || layer.height !== h) {
                layer.width = w;
                layer.height = h;
            }
        }
        const bare = document.body.classList.contains('bare');
        const box = (id) => (bare ? {width: 0} : $(id).getBoundingClientRect());
        const [top, bottom, tools, panel] = ['top', 'transport', 'tools', 'panel'].map(box);
        const inset = [0, 0, 0, 0];
        if (top.width > 0) {
            inset[1] = top.bottom + 8;
            inset[3] = height - bottom.top + 8;
        }
        if (tools.width > 0) {
            const beside = tools.width < tools.height;
            inset[beside ? 0 : 3] = beside ? tools.right + 8 : height - tools.top + 8;
        }
        if (panel.width > 0) {
            const beside = panel.left > 100;
            inset[beside ? 2 : 3] = beside ? width - panel.left + 8 : height - panel.top + 8;
        }
        if (inset.every((x) => x === 0)) {
            inset.fill(2);
        }
        if (this.scene?.look.axes && this.camera.dimensions === 2) {
            inset[0] += 40; // for the numbers
            inset[3] += 24;
        }
        this.camera.resize(width, height, inset);
        this.moved();
    }

    take(frame) {
        [...frame.between, frame].forEach((one) => this.drawing.take(one, one.steps));
        if (!this.ready && this.drawing instanceof Drawing) {
            this.ready = this.hadAbove = true; // what was sketched goes away
        }
        this.changed = true;
        if (frame.marks) {
            const before = JSON.stringify([this.marks.obstacles, this.marks.goals]);
            this.marks = frame.marks;
            this.stale = this.stale || before !== JSON.stringify([frame.marks.obstacles, frame.marks.goals]);
        }
        this.keepUp(frame);
    }

    // The camera goes with the boid that is followed.
    keepUp(frame) {
        const flock = this.follow && frame.flocks[this.follow.index];
        const slot = flock ? flock.ids.indexOf(this.follow.id) : -1;
        if (slot < 0) {
            this.follow = flock ? null : this.follow;
            return;
        }
        const axes = this.camera.dimensions;
        this.camera.center = [0, 1, 2].map((axis) => (axis < axes ? flock.data[axis * flock.count + slot] : 0));
        this.stale = true;
    }

    show(part) {
        const {camera, ratio} = this;
        const [below, , above] = this.layers.map((layer) => (layer.id === 'boids' ? null : layer.getContext('2d')));
        if (this.stale && this.scene) {
            below.setTransform(ratio, 0, 0, ratio, 0, 0);
            drawBelow(below, camera, this.scene, this.ground, this.marks);
        }
        if (this.ready || !(this.drawing instanceof Drawing)) {
            this.drawing.show(camera, ratio, part);
        }
        const something = hasAbove(this.marks, this);
        if (this.ready && (something || this.hadAbove)) {
            above.setTransform(ratio, 0, 0, ratio, 0, 0);
            drawAbove(above, camera, this.marks, this.fleeRadius, this.ground, this);
        }
        this.hadAbove = this.ready && something;
        this.changed = this.stale = false;
    }
}
