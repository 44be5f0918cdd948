// The module as hosts use it.
import assert from 'node:assert/strict';
import test from 'node:test';
import {builds, small, text, volery} from './common.js';

const [[, module]] = builds;
const {VoleryError} = volery;

for (const [name, {createWorld, scenes, isa}] of builds) {
    test(`${name}: every scene runs`, async () => {
        assert.equal(isa, name === 'scalar' ? 'scalar' : 'sse2');
        for (const scene of scenes) {
            const world = await createWorld(scene.name);
            const before = world.hash();
            world.step(2);
            assert.equal(world.steps, 2);
            assert.notEqual(world.hash(), before, scene.name);
            world.close();
        }
    });
}

test('both builds compute the same bits', async () => {
    for (const scene of ['default', 'ecosystem', 'sighted', 'flow']) {
        const hashes = [];
        for (const [, {createWorld}] of builds) {
            const world = await createWorld(scene, {seed: 11});
            world.step(40);
            hashes.push(world.hash());
            world.close();
        }
        assert.equal(hashes[0], hashes[1], scene);
    }
});

test('seed and overrides change a scene, however they are written', async () => {
    const a = await module.createWorld('default', {seed: 5, overrides: small});
    const b = await module.createWorld('default', {overrides: ['birds.count=200', 'world.seed=5']});
    const c = await module.createWorld('default', {seed: 6n, overrides: small});
    assert.equal(a.flock('birds').count, 200);
    assert.equal(a.describe().seed, '5');
    assert.equal(a.hash(), b.hash());
    assert.notEqual(a.hash(), c.hash());
});

test('views show boids without a copy, and are empty once the world has changed', async () => {
    const world = await module.createWorld(text);
    const birds = world.flock('birds');
    const [x, y] = birds.position;
    const id = birds.id;
    assert.ok(x instanceof Float32Array && id instanceof Uint32Array);
    assert.equal(x.length, 60);
    assert.ok(x.every((value) => value >= 0 && value <= 300) && y.every((value) => value >= 0 && value <= 200));
    world.step();
    assert.deepEqual([x.length, y.length, id.length], [0, 0, 0]);
    const slot = birds.slot(7);
    assert.equal(birds.id[slot], 7);
    assert.equal(birds.slot(60), -1);
    world.set('birds.cohesion.weight', 2);
    const held = birds.position;
    birds.add([1, 2], [0, 0]);
    assert.equal(held[0].length, 0);
    assert.equal(birds.position[0].length, 61);
});

test('worlds of double precision and of three dimensions have such views', async () => {
    const world = await module.createWorld(text, {overrides: {'world.precision': 'double', 'world.size': [300, 200, 100]}});
    world.step(3);
    const {position, velocity} = world.flock('birds');
    assert.equal(position.length, 3);
    assert.ok(velocity[2] instanceof Float64Array);
});

test('parameters have rows for sliders, and can be set and read', async () => {
    const world = await module.createWorld(text);
    const row = world.parameters().find(({key}) => key === 'birds.cohesion.weight');
    assert.equal(row.type, 'real');
    assert.equal(row.flock, 'birds');
    assert.ok(row.live && row.least < row.most && row.help.length > 10);
    world.set(row.key, 3.5);
    assert.equal(world.get(row.key), '3.5');
    world.flock('birds').set('max_speed', 9);
    assert.equal(world.flock('birds').get('max_speed'), '9');
    world.set('world.boundary', 'bounce');
    assert.equal(world.describe().boundary, 'bounce');
    assert.equal(world.get('birds.look.shape'), 'triangle');
    assert.throws(() => world.set('world.seed', 3), (error) => error instanceof VoleryError &&
        /cannot change once the world runs/.test(error.text));
});

test('measures are numbers by name', async () => {
    const world = await module.createWorld(text);
    world.step(5);
    const {boids, polarisation} = world.measures(['boids', 'polarisation']);
    assert.equal(boids, 60);
    assert.ok(polarisation >= 0 && polarisation <= 1);
    assert.equal(Object.keys(world.flock('birds').measures()).length, module.measures.length);
    assert.throws(() => world.measures(['happiness']), /there is no measure 'happiness'/);
});

test('events happen now or later, and again when the world goes back', async () => {
    const world = await module.createWorld(text, {events: ['{at: 4, gust: [1, 0]}']});
    world.step(2);
    world.event({scatter: {position: [10, 10], strength: 0.2}});
    world.event({player: [50, 50]});
    world.event({blow: {position: [20, 20], radius: 30, velocity: [1, 1]}});
    world.flock('birds').remove([3, 4]);
    assert.equal(world.flock('birds').count, 58);
    assert.deepEqual(world.marks().players, [[50, 50]]);
    world.step(6);
    const hash = world.hash(), events = world.events();
    assert.equal(events.length, 6);
    world.seek(1);
    assert.equal(world.flock('birds').count, 60);
    world.seek(8);
    assert.equal(world.hash(), hash);
    const again = await module.createWorld(text, {events});
    again.step(8);
    assert.equal(again.hash(), hash);
    const written = await module.createWorld(world.text());
    written.step(8);
    assert.equal(written.hash(), hash);
    world.seek(0);
    world.forgetFuture();
    assert.deepEqual(world.events(), []);
});

test('a state is saved and restored', async () => {
    const world = await module.createWorld(text);
    world.step(5);
    const state = world.save();
    world.step(5);
    const hash = world.hash();
    world.restore(state);
    assert.equal(world.steps, 5);
    world.step(5);
    assert.equal(world.hash(), hash);
    const other = await module.createWorld(text, {state});
    assert.equal(other.steps, 5);
    assert.throws(() => world.restore(state.slice(0, -3)), VoleryError);
});

test('a frame is a copy that can be sent elsewhere, and used again', async () => {
    const world = await module.createWorld(text);
    const first = world.frame();
    assert.equal(first.flocks[0].position[1].length, 60);
    assert.equal(first.flocks[0].position[0][9], world.flock('birds').position[0][9]);
    assert.deepEqual([...first.flocks[0].id], [...world.flock('birds').id]);
    const second = world.frame(first.flocks);
    assert.equal(second.flocks[0].buffer, first.flocks[0].buffer);
});

test('boids near a place are found', async () => {
    const world = await module.createWorld(text);
    const near = world.flock('birds').near([150, 100], 80);
    assert.ok(near.length > 0 && near.every(({distance}, i) => i === 0 || near[i - 1].distance <= distance));
    assert.throws(() => world.flock('birds').near([1, 2], -1), VoleryError);
});

test('a closed world says so', async () => {
    const world = await module.createWorld(text);
    world.close();
    world.close();
    assert.throws(() => world.step(), /closed/);
});

test('memory stays as it is over 10,000 steps', async () => {
    const world = await module.createWorld(text);
    const bytes = () => world.instance.memory.buffer.byteLength;
    world.step(10);
    world.measures();
    const before = bytes();
    for (let i = 0; i < 1000; i++) {
        world.step(10);
        world.frame();
        world.measures(['polarisation', 'groups']);
        if (i % 10 === 0) {
            world.event({player: [i % 300, 100]});
        }
    }
    assert.equal(world.steps, 10010);
    assert.ok(bytes() - before <= 1 << 20, `${before} bytes became ${bytes()}`);
});
