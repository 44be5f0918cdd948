// What is drawn around the flocks with the plain 2D canvas: below them the ground, edges and obstacles; above them
// players, goals and the hand. The lower canvas is drawn anew only when something of it has changed.
import {css, ink, isLight, mix} from './palette.js';
import {nice} from './ui.js';

const CORNERS = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]];
const EDGES = [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]];

const trace = (context, camera, points) => {
    context.beginPath();
    points.forEach((p, i) => {
        const [x, y] = camera.toScreen(p);
        context[i ? 'lineTo' : 'moveTo'](x, y);
    });
};

// A flat world is a sheet of its own colour in the page; a space stands on a ground.
const world = (context, camera, scene, rgb) => {
    const corners = CORNERS.map((c) => c.map((x, i) => camera.low[i] + x * camera.size[i]));
    const light = isLight(rgb);
    const line = css(mix(rgb, ink(light), light ? 0.3 : 0.24));
    context.lineWidth = 1;
    context.strokeStyle = line;
    if (camera.dimensions === 2) {
        trace(context, camera, corners.slice(0, 4));
        context.closePath();
        context.fillStyle = css(rgb);
        context.fill();
        if (scene.boundary !== 'open') {
            context.stroke();
        }
        return;
    }
    trace(context, camera, corners.slice(0, 4));
    context.closePath();
    context.fillStyle = css(mix(rgb, ink(light), 0.06));
    context.fill();
    for (const [a, b] of EDGES) {
        context.globalAlpha = a < 4 && b < 4 ? 1 : 0.45;
        trace(context, camera, [corners[a], corners[b]]);
        context.stroke();
    }
    context.globalAlpha = 1;
};

// Ticks and numbers around a flat world, as in a plot.
const axes = (context, camera, rgb) => {
    context.fillStyle = context.strokeStyle = css(mix(rgb, ink(isLight(rgb)), 0.75));
    context.font = '12px system-ui, sans-serif';
    context.lineWidth = 1;
    const {low, high} = camera;
    const [left, , right, bottom] = [...camera.toScreen([low[0], camera.yUp ? high[1] : low[1]]).slice(0, 2),
                                     ...camera.toScreen([high[0], camera.yUp ? low[1] : high[1]])];
    for (const axis of [0, 1]) {
        const gap = nice(camera.size[axis] / Math.max((axis ? camera.innerHeight : right - left) / 90, 1));
        context.textAlign = axis ? 'right' : 'center';
        context.textBaseline = axis ? 'middle' : 'top';
        for (let at = Math.ceil(low[axis] / gap) * gap; at <= high[axis] + camera.size[axis] * 1e-4; at += gap) {
            const [x, y] = camera.toScreen(axis ? [low[0], at] : [at, low[1]]);
            context.beginPath();
            context.moveTo(axis ? left - 5 : x, axis ? y : bottom + 5);
            context.lineTo(axis ? left : x, axis ? y : bottom);
            context.stroke();
            context.fillText(String(Number(at.toPrecision(6))), axis ? left - 8 : x, axis ? y : bottom + 8);
        }
    }
};

// The outline of an obstacle's core, grown by `more`.
const outline = (context, camera, obstacle, more) => {
    const {shape, center, size, points} = obstacle;
    context.beginPath();
    if (shape === 'segment' || shape === 'polygon') {
        trace(context, camera, points);
        if (shape === 'polygon') {
            context.closePath();
        }
        return;
    }
    const [x, y, scale] = camera.toScreen(center);
    if (shape === 'box') {
        const [w, h] = [size[0] * scale, (camera.dimensions === 3 ? size[2] : size[1]) * scale];
        context.roundRect(x - w / 2 - more * scale, y - h / 2 - more * scale, w + 2 * more * scale,
                          h + 2 * more * scale, more * scale);
    } else {
        context.arc(x, y, Math.max(more * scale, 0), 0, 2 * Math.PI);
    }
};

const obstacle = (context, camera, o, rgb) => {
    const light = isLight(rgb);
    const hard = o.law === 'hard';
    const wide = o.shape === 'segment' || o.shape === 'polygon';
    const scale = camera.scale;
    context.lineJoin = context.lineCap = 'round';
    if (!hard && o.reach > 0) {
        for (const part of [1, 0.66, 0.33]) {
            outline(context, camera, o, o.radius + o.reach * part);
            context.fillStyle = context.strokeStyle = css(ink(light), 0.045);
            context.lineWidth = 2 * (o.radius + o.reach * part) * scale;
            if (wide) {
                context.stroke();
            }
            if (o.shape !== 'segment') {
                context.fill();
            }
        }
    }
    outline(context, camera, o, o.radius);
    context.fillStyle = css(mix(rgb, ink(light), hard ? 0.34 : 0.2));
    if (wide && o.radius > 0) {
        context.lineWidth = 2 * o.radius * scale;
        context.strokeStyle = context.fillStyle;
        context.stroke();
    }
    if (o.shape !== 'segment') {
        context.fill();
    }
    if (!wide || o.radius === 0) {
        context.lineWidth = hard ? 2 : 1;
        context.strokeStyle = css(mix(rgb, ink(light), hard ? 0.65 : 0.4));
        context.stroke();
    }
};

export const drawBelow = (context, camera, scene, rgb, around) => {
    const light = isLight(rgb);
    context.fillStyle = css(camera.dimensions === 2 ? mix(rgb, light ? [0, 0, 0] : [1, 1, 1], light ? 0.045 : 0.035)
        : rgb);
    context.fillRect(0, 0, camera.width, camera.height);
    world(context, camera, scene, rgb);
    if (scene.look.axes && camera.dimensions === 2) {
        axes(context, camera, rgb);
    }
    around.goals.filter(({kind}) => kind === 'path').forEach((one) => path(context, camera, one, rgb));
    for (const o of around.obstacles) {
        obstacle(context, camera, o, rgb);
    }
};

const ring = (context, x, y, radius, color, width = 2) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
};

const player = (context, camera, place, reach) => {
    const [x, y, scale, front] = camera.toScreen(place);
    if (front) {
        ring(context, x, y, Math.max(reach * scale, 4), 'rgb(255 92 92 / 0.35)', 1.5);
        context.beginPath();
        context.arc(x, y, 6, 0, 2 * Math.PI);
        context.fillStyle = 'rgb(255 92 92)';
        context.fill();
        ring(context, x, y, 6, 'rgb(255 255 255 / 0.9)', 1.5);
    }
};

const goal = (context, camera, {kind, point}) => {
    const [x, y, , front] = camera.toScreen(point);
    const color = kind === 'flee' ? 'rgb(255 92 92 / 0.9)' : 'rgb(245 185 40 / 0.95)';
    if (front) {
        ring(context, x, y, 11, color, 2.5);
        context.beginPath();
        context.arc(x, y, 4, 0, 2 * Math.PI);
        context.fillStyle = 'rgb(255 255 255)';
        context.fill();
        ring(context, x, y, 4, color, 1.5);
    }
};

const path = (context, camera, {points, closed, radius}, rgb) => {
    const light = isLight(rgb);
    trace(context, camera, closed ? [...points, points[0]] : points);
    context.lineJoin = context.lineCap = 'round';
    context.strokeStyle = css(mix(rgb, ink(light), 0.1));
    context.lineWidth = Math.max(2 * radius * camera.scale, 1);
    context.stroke();
};

// The camera follows a boid: it is in the middle.
const followed = (context, camera, light) =>
    ring(context, camera.middleX, camera.middleY, 14, css(ink(light), 0.8), 1.5);

// `hand` is the tool's circle at the pointer, or the line of a throw: {x, y, radius, from}.
const cursor = (context, hand, light) => {
    const color = css(ink(light), 0.75);
    if (hand.from) {
        context.beginPath();
        context.moveTo(...hand.from);
        context.lineTo(hand.x, hand.y);
        context.lineWidth = 2;
        context.strokeStyle = color;
        context.stroke();
        ring(context, ...hand.from, 4, color);
    }
    if (hand.radius > 0) {
        ring(context, hand.x, hand.y, hand.radius, color, 1.5);
    }
};

export const drawAbove = (context, camera, around, fleeRadius, rgb, {hand, follow}) => {
    context.clearRect(0, 0, camera.width, camera.height);
    around.goals.filter(({point}) => point).forEach((one) => goal(context, camera, one));
    around.players.forEach((place, i) => player(context, camera, place, around.fleeRadii?.[i] ?? fleeRadius));
    if (follow) {
        followed(context, camera, isLight(rgb));
    }
    if (hand) {
        cursor(context, hand, isLight(rgb));
    }
};

export const hasAbove = (around, {hand, follow}) =>
    around.goals.some(({point}) => point) || around.players.length > 0 || Boolean(hand) || Boolean(follow);
