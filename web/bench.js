// How fast the module is beside the program: the workload `uniform` of `volery bench`, one thread, vectors of the same
// width, the two in turn, by the time of the processor, so that other work on the machine matters less.
//     node web/bench.js [PROGRAM [BOIDS [ROUNDS]]]
import {execFileSync} from 'node:child_process';
import {load} from '../build/web/volery.js';

const [program = 'build/release/app/volery', boids = 100000, rounds = 5] = process.argv.slice(2);
const SETTLE = 10, FEW = 20, MANY = 120;

// The same world as app/bench/workloads.c makes; the hash after the first steps tells whether it is.
const side = Math.sqrt(boids * Math.PI * 2500 / 10);
const scene = `
world: {size: [${side}, ${side}], boundary: wrap, images: true}
flocks:
  - name: boids
    model: blend
    count: ${boids}
    start: {speed: 2}
    max_speed: 2
    separation: {radius: 25, weight: 0.005}
    alignment: {radius: 50, weight: 0.005}
    cohesion: {radius: 50, weight: 0.0005}
`;

// Seconds of the processor that the program takes with so many steps, and the hash after the first.
function run(steps) {
    const words = ['bench', 'uniform', '--boids', String(boids), '--threads', '1', '--isa', 'sse2', '--repeat', '1',
                   '--steps', String(steps), '--json'];
    const said = execFileSync('bash', ['-c', 'TIMEFORMAT=%U; { time "$@"; } 2>&1', 'bash', program, ...words],
                              {encoding: 'utf8'}).trim().split('\n');
    return {seconds: Number(said[1]), hash: JSON.parse(said[0]).hash};
}

function native() {
    const few = run(FEW), many = run(MANY);
    return {seconds: (many.seconds - few.seconds) / (MANY - FEW), hash: few.hash};
}

async function inside({createWorld}, steps) {
    const world = await createWorld(scene);
    world.step(SETTLE);
    const hash = world.hash(), before = process.cpuUsage();
    world.step(steps);
    const seconds = process.cpuUsage(before).user / 1e6 / steps;
    world.close();
    return {seconds, hash};
}

const best = {native: Infinity, vectors: Infinity, scalar: Infinity};
const hashes = new Set();
function note(name, {seconds, hash}) {
    best[name] = Math.min(best[name], seconds);
    hashes.add(hash);
}

const vectors = await load({simd: true}), scalar = await load({simd: false});
for (let round = 0; round < rounds; round++) {
    note('native', native());
    note('vectors', await inside(vectors, MANY));
}
note('scalar', await inside(scalar, FEW));
console.log(`uniform, ${boids} boids, one thread, best of ${rounds}; ` +
            (hashes.size === 1 ? 'the same state' : `OTHER STATES: ${[...hashes].join(' ')}`));
for (const [name, seconds] of Object.entries(best)) {
    console.log(`${name.padEnd(8)} ${(seconds * 1000).toFixed(2).padStart(8)} ms a step   ` +
                `${(seconds / best.native).toFixed(2)} times native`);
}
process.exit(hashes.size === 1 ? 0 : 1);
