// The first frames, on a flat canvas: WebGL takes a while to begin, longest without a graphics card, and holds the page
// up meanwhile. So the flock is shown before; then draw.js takes over. Has the functions of its Drawing.
import {css, cyclic, isLight, ramp, seen} from './palette.js';

const MOST = 20000; // boids that are sketched
const COLORS = 24;  // of a map

export class Sketch {
    constructor(canvas) {
        this.canvas = canvas;
        this.rule = '';
        this.trails = 0;
        this.flocks = [];
    }

    open(scene) {
        this.scene = scene;
    }

    setGround(rgb) {
        this.ground = rgb;
    }

    forget() {}

    // The frame's memory goes back to the simulation: what is needed of it is copied.
    take({flocks}) {
        this.flocks = flocks.map(({count, data}) => ({count, data: data.slice()}));
    }

    show(camera, ratio) {
        const context = this.canvas.getContext('2d');
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, camera.width, camera.height);
        this.flocks.forEach((flock, index) => this.boids(context, camera, flock, this.scene.flocks[index]));
    }

    // A triangle for each, along its way; those of one colour are filled at once.
    boids(context, camera, {count, data}, {look, fullSpeed}) {
        const axes = camera.dimensions, outlines = Array.from({length: COLORS}, () => new Path2D());
        const number = (plane, i) => data[plane * count + i];
        const {rule, rgb} = look.color, light = isLight(this.ground);
        for (let i = 0; i < Math.min(count, MOST); i++) {
            const at = [0, 1, 2].slice(0, axes).map((axis) => number(axis, i));
            const way = at.map((_, axis) => number(axes + axis, i));
            const [x, y, scale, front] = camera.toScreen(at);
            const [nextX, nextY] = camera.toScreen(at.map((a, axis) => a + way[axis]));
            const length = Math.hypot(nextX - x, nextY - y) || 1, half = Math.max(look.size * scale, 2.4) / 2;
            const [u, v] = [(nextX - x) / length * half, (nextY - y) / length * half];
            const part = rule === 'speed' ? Math.hypot(...way) / fullSpeed
                : rule === 'heading' ? (Math.atan2(way[1], way[0]) / (2 * Math.PI) + 1) % 1 : 0;
            if (front) {
                const outline = outlines[Math.min(Math.floor(part * COLORS), COLORS - 1)];
                outline.moveTo(x + u, y + v);
                outline.lineTo(x - u - 0.6 * v, y - v + 0.6 * u);
                outline.lineTo(x - u + 0.6 * v, y - v - 0.6 * u);
            }
        }
        outlines.forEach((outline, i) => {
            const part = (i + 0.5) / COLORS;
            context.fillStyle = css(rule === 'speed' ? ramp(part, light)
                : rule === 'heading' ? cyclic(part, light) : seen(rgb.map((one) => one / 255), this.ground));
            context.fill(outline);
        });
    }
}
