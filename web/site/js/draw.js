// Draws frames of the simulation with WebGL2: each flock is one call, each moment of a trail another one. A flock's block
// goes to the graphics card as it is: planes of x, y, (z), vx, vy, (vz), of density where it is asked for, and of ids.
import * as shaders from './shaders.js';
import {maps, distinct, seen, isLight, chance, salt, RULES} from './palette.js';

const HEAD_SIZE = 6 / 14;  // of small discs ahead of boids, in sizes of the boid
const HEAD_AHEAD = 10 / 14; // at full speed
const LEADER_SIDE = 0.5;
const TRAIL_PIECES = 400000; // at most, in all frames that are kept

const compile = (gl, kind, text) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
};

// A program with its uniforms by name.
const link = (gl, vertex, fragment) => {
    const program = gl.createProgram();
    gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertex));
    gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragment));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
        throw new Error(`a shader was refused: ${gl.getProgramInfoLog(program)}`);
    }
    const uniforms = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
        const {name} = gl.getActiveUniform(program, i);
        uniforms[name.replace('[0]', '')] = gl.getUniformLocation(program, name);
    }
    return {program, uniforms};
};

const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

export class Drawing {
    // Throws where the browser has no WebGL2.
    constructor(canvas) {
        this.canvas = canvas;
        const wanted = {alpha: true, antialias: true, powerPreference: 'high-performance'};
        this.gl = canvas.getContext('webgl2', wanted);
        if (!this.gl) {
            throw new Error('WebGL2 is missing');
        }
        this.history = []; // frames on the card, the newest first
        this.spare = [];   // their blocks, to be used again
        this.trails = 0;
        this.rule = '';
        this.begin();
        canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        canvas.addEventListener('webglcontextrestored', () => {
            this.history = [];
            this.spare = [];
            this.begin();
            this.onRestored?.();
        });
    }

    begin() {
        const gl = this.gl;
        this.programs = {};
        const all = {...shaders.MESHES, spot: shaders.SPOT, piece: shaders.PIECE};
        this.meshes = Object.fromEntries(Object.entries(all).map(([name, corners]) =>
            [name, {corners: new Float32Array(corners.flat()), count: corners.length}]));
        this.texture = gl.createTexture();
        this.ground = null;
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    // Programs are compiled when they are first used: most scenes need one of the three.
    program(name) {
        this.programs[name] ??= link(this.gl, shaders[`${name}_VERTEX`], shaders[`${name}_FRAGMENT`]);
        return this.programs[name];
    }

    // `scene` is what the simulation says of a scene; `ground` the colour behind it.
    open(scene) {
        this.scene = scene;
        this.forget();
    }

    // Trails begin anew, as after a jump in time.
    forget() {
        this.spare.push(...this.history.flatMap((frame) => frame.flocks));
        this.history = [];
    }

    setGround(rgb) {
        const gl = this.gl;
        if (this.ground && distance(this.ground, rgb) === 0) {
            return;
        }
        this.ground = rgb;
        this.light = isLight(rgb);
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, maps(this.light));
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }

    // Takes a frame to the card. `steps`: how many steps after the frame before.
    take(frame, steps) {
        const gl = this.gl;
        const boids = frame.flocks.reduce((sum, flock) => sum + flock.count, 0);
        const keep = Math.max(1, Math.min(this.trails, Math.floor(TRAIL_PIECES / Math.max(boids, 1))));
        if (steps <= 0 && this.history.length > 0) {
            this.spare.push(...this.history.shift().flocks); // the same moment again, after an event
        }
        const flocks = frame.flocks.map((flock) => {
            const held = this.upload(this.spare.pop() ?? {block: gl.createTexture(), rows: 0}, flock);
            return {...held, count: flock.count, dense: flock.dense};
        });
        this.history.unshift({flocks, steps: Math.max(steps, 1)});
        while (this.history.length > keep) {
            this.spare.push(...this.history.pop().flocks);
        }
        while (this.spare.length > 64) {
            gl.deleteTexture(this.spare.pop().block);
        }
    }

    upload(held, {data, ids}) {
        const gl = this.gl;
        const width = shaders.BLOCK_WIDTH;
        const rows = Math.max(Math.ceil((data.length + ids.length) / width), 1);
        const words = new Uint32Array(data.buffer, 0, rows * width);
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, held.block);
        if (held.rows === rows) {
            gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, rows, gl.RED_INTEGER, gl.UNSIGNED_INT, words);
        } else {
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, width, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_INT, words);
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        }
        gl.activeTexture(gl.TEXTURE0);
        return {...held, rows};
    }

    // All boids of a flock, each as a mesh.
    draw({uniforms}, held, mesh) {
        const gl = this.gl;
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, held.block);
        gl.activeTexture(gl.TEXTURE0);
        gl.uniform4i(uniforms.block, held.count, this.scene.size.length, held.dense ? 1 : 0, mesh.count);
        gl.uniform2fv(uniforms.corners, mesh.corners);
        gl.drawArrays(gl.TRIANGLES, 0, held.count * mesh.count);
    }

    // What gives flock number `index` its colour: the scene, or the rule that the person chose.
    colorOf(index) {
        const look = this.scene.flocks[index].look;
        if (this.rule === 'flock') {
            return [0, distinct(index, this.light)];
        }
        const rule = RULES.indexOf(this.rule === '' ? look.color.rule : this.rule) + 1;
        return [rule, seen(look.color.rgb.map((x) => x / 255), this.ground)];
    }

    common({program, uniforms}, camera, back) {
        const gl = this.gl;
        const deep = this.scene.size.length === 3;
        gl.useProgram(program);
        gl.uniformMatrix4fv(uniforms.matrix, false, camera.matrix());
        gl.uniform2f(uniforms.screen, camera.width, camera.height);
        gl.uniform2f(uniforms.view, camera.scale, deep ? camera.distance : 0);
        gl.uniform2f(uniforms.fog, camera.distance - camera.radius * 0.7, camera.distance + camera.radius * 1.1);
        gl.uniform3fv(uniforms.ground, this.ground);
        gl.uniform1f(uniforms.back_time, back);
        gl.uniform1i(uniforms.maps, 0);
        gl.uniform1i(uniforms.numbers, 1);
    }

    paint({uniforms}, index) {
        const gl = this.gl;
        const [rule, rgb] = this.colorOf(index);
        gl.uniform1i(uniforms.rule, rule);
        gl.uniform4f(uniforms.fixed_color, ...rgb, 1);
        gl.uniform1f(uniforms.full_speed, this.scene.flocks[index].fullSpeed);
        gl.uniform1ui(uniforms.seed, salt(this.scene.seed));
    }

    // Shows the newest frame, `part` of the way from the step before to it.
    show(camera, ratio, part) {
        const gl = this.gl;
        const deep = this.scene?.size.length === 3;
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        if (this.history.length === 0) {
            return;
        }
        const back = (1 - part) * this.scene.dt;
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.disable(gl.DEPTH_TEST);
        if (deep) {
            this.showShadows(camera, back);
        }
        if (this.trails > 0) {
            this.clip(camera, ratio);
            this.showTrails(camera, back);
            gl.disable(gl.SCISSOR_TEST);
        }
        if (deep) {
            gl.enable(gl.DEPTH_TEST);
            gl.depthFunc(gl.LEQUAL);
        }
        this.showBoids(camera, ratio, back);
    }

    // Trails across the edge of a flat world end there.
    clip(camera, ratio) {
        if (this.scene.size.length === 2 && this.scene.boundary !== 'open') {
            const [a, b] = [camera.toScreen(camera.low), camera.toScreen(camera.high)];
            const [x, y] = [0, 1].map((axis) => [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])]);
            this.gl.enable(this.gl.SCISSOR_TEST);
            this.gl.scissor(x[0] * ratio, (camera.height - y[1]) * ratio, (x[1] - x[0]) * ratio,
                            (y[1] - y[0]) * ratio);
        }
    }

    // A flock; then the small discs ahead of its boids, and its leader as a square, where the scene wants them.
    showBoids(camera, ratio, back) {
        this.common(this.program('BOID'), camera, back);
        this.history[0].flocks.forEach((held, index) => {
            const {look, fullSpeed, leader} = this.scene.flocks[index];
            const shape = Object.hasOwn(shaders.MESHES, look.shape) ? look.shape : 'triangle';
            const led = look.leader.rule === 'none' ? -1
                : leader ?? Math.floor(chance(this.scene.seed, index) * held.count);
            this.paint(this.program('BOID'), index);
            this.shapes(held, ratio, {shape, size: look.size, outline: look.outline, left: led});
            if (look.head.rule !== 'none') {
                this.tint(look.head);
                this.shapes(held, ratio, {shape: 'disc', size: look.size * HEAD_SIZE, left: led,
                    ahead: HEAD_AHEAD * look.size / fullSpeed});
            }
            if (led >= 0) {
                this.tint(look.leader);
                this.shapes(held, ratio, {shape: 'square', size: look.size * LEADER_SIDE, only: led});
            }
        });
    }

    // One colour, for what is not a boid itself.
    tint({rgb}) {
        const {uniforms} = this.program('BOID');
        this.gl.uniform1i(uniforms.rule, 0);
        this.gl.uniform4f(uniforms.fixed_color, ...seen(rgb.map((x) => x / 255), this.ground), 1);
    }

    shapes(held, ratio, {shape, size, outline, ahead = 0, only = -1, left = -1}) {
        const gl = this.gl;
        const {uniforms} = this.program('BOID');
        const round = shape === 'disc' || shape === 'dot';
        const least = (round ? 1.6 : 2.4) / Math.min(ratio, 1.5);
        const lined = outline && outline.rule !== 'none';
        gl.uniform4f(uniforms.shape, shape === 'dot' ? -size : size, least, shaders.TURNS.has(shape) ? 1 : 0,
                     round ? 1 : 0);
        gl.uniform1f(uniforms.disc, round ? 1 : 0);
        gl.uniform4f(uniforms.outline, ...(lined ? seen(outline.rgb.map((x) => x / 255), this.ground) : [0, 0, 0]),
                     lined ? 1 : 0);
        gl.uniform3f(uniforms.which, ahead, only, left);
        this.draw(this.program('BOID'), held, this.meshes[shape]);
    }

    showTrails(camera, back) {
        const gl = this.gl;
        const pieces = this.program('TRAIL');
        const {uniforms} = pieces;
        const dt = this.scene.dt;
        const count = Math.max(this.history.length, 8);
        this.common(pieces, camera, back);
        for (let age = this.history.length - 1; age >= 0; age--) {
            const frame = this.history[age];
            const young = 1 - age / count;
            gl.uniform4f(uniforms.trail, 1 + young, 0.5 * young * young, frame.steps * dt, 0);
            gl.uniform1f(uniforms.back_time, age === 0 ? back : 0);
            frame.flocks.forEach((held, index) => {
                if (index < this.scene.flocks.length) {
                    this.paint(pieces, index);
                    this.draw(pieces, held, this.meshes.piece);
                }
            });
        }
    }

    showShadows(camera, back) {
        const gl = this.gl;
        const shadows = this.program('SHADOW');
        this.common(shadows, camera, back);
        this.history[0].flocks.forEach((held, index) => {
            const size = Math.max(this.scene.flocks[index].look.size, 0.004 * camera.radius);
            gl.uniform4f(shadows.uniforms.shadow, size, camera.size[2], this.light ? 0.16 : 0.4, camera.low[2]);
            this.draw(shadows, held, this.meshes.spot);
        });
    }
}
