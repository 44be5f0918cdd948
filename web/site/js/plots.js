// Plots of measures over the last steps, on small canvases.
import {make, show} from './ui.js';

export const MEASURES = ['polarisation', 'speed', 'neighbours', 'groups', 'milling', 'boids'];
const TITLES = {
    polarisation: ['Polarisation', '1: all fly one way; 0: in all directions'],
    speed: ['Mean speed', 'px/time'],
    neighbours: ['Neighbours', 'others within reach, on the mean'],
    groups: ['Groups', 'connected groups'],
    milling: ['Milling', '1: all circle round their centre'],
    boids: ['Boids', 'how many there are'],
    time: ['Time of a step', 'milliseconds'],
};
const FIXED = {polarisation: 1, milling: 1};
const KEPT = 300;

export class Plots {
    constructor(root) {
        this.rows = new Map();
        this.threads = ''; // how many compute, in words
        for (const name of [...MEASURES, 'time']) {
            const [title, help] = TITLES[name];
            const value = make('b');
            const canvas = make('canvas', {role: 'img', 'aria-label': `${title}: ${help}`});
            root.append(make('figure', {class: 'plot', title: help},
                             make('figcaption', {}, make('span', {text: title}), value), canvas));
            this.rows.set(name, {value, canvas, points: []});
        }
        this.clear();
    }

    clear() {
        for (const row of this.rows.values()) {
            row.points = [];
            row.value.textContent = '';
        }
    }

    add(step, measures, stepTime) {
        for (const [name, row] of this.rows) {
            const value = name === 'time' ? stepTime : measures[name];
            const last = row.points[row.points.length - 1];
            if (last && last[0] >= step) {
                row.points = row.points.filter(([at]) => at < step);
            }
            if (Number.isFinite(value)) {
                row.points.push([step, value]);
                row.points = row.points.slice(-KEPT);
                row.value.textContent = show(value, 3) + (name === 'time' ? this.threads : '');
            }
        }
    }

    draw() {
        const style = getComputedStyle(document.documentElement);
        const [accent, faint] = ['--accent', '--faint'].map((name) => style.getPropertyValue(name));
        for (const [name, {canvas, points}] of this.rows) {
            const [width, height] = [canvas.clientWidth, canvas.clientHeight];
            const ratio = Math.min(devicePixelRatio, 2);
            if (width === 0) {
                continue;
            }
            if (canvas.width !== Math.round(width * ratio)) {
                canvas.width = Math.round(width * ratio);
                canvas.height = Math.round(height * ratio);
            }
            const context = canvas.getContext('2d');
            context.setTransform(ratio, 0, 0, ratio, 0, 0);
            context.clearRect(0, 0, width, height);
            this.curve(context, points, FIXED[name], [width, height], accent, faint);
        }
    }

    curve(context, points, fixed, [width, height], accent, faint) {
        const values = points.map(([, value]) => value);
        const most = fixed ?? (Math.max(...values, 0) * 1.15 || 1);
        const y = (value) => height - 5 - (height - 12) * Math.min(value / most, 1);
        const first = points[0]?.[0] ?? 0;
        const span = Math.max((points[points.length - 1]?.[0] ?? 0) - first, 30);
        context.strokeStyle = faint;
        context.globalAlpha = 0.25;
        context.lineWidth = 1;
        context.beginPath();
        for (const part of [0, 0.5, 1]) {
            context.moveTo(0, Math.round(y(most * part)) + 0.5);
            context.lineTo(width, Math.round(y(most * part)) + 0.5);
        }
        context.stroke();
        context.globalAlpha = 1;
        if (points.length < 2) {
            return;
        }
        const line = new Path2D();
        points.forEach(([step, value], i) => {
            line[i ? 'lineTo' : 'moveTo'](4 + (width - 8) * (step - first) / span, y(value));
        });
        context.strokeStyle = accent;
        context.lineWidth = 1.8;
        context.lineJoin = 'round';
        context.stroke(line);
    }
}
