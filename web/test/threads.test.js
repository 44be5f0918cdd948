// Threads: worlds over shared memory, with helpers, and the same bits as without.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import test from 'node:test';
import {builds, program, text, volery} from './common.js';

const many = {'birds.count': 3000};
const MOST_STEPS = 5000;

// Steps until helpers have done something: they come when they can.
async function helpedWorld(module, scene, options) {
    const world = await module.createWorld(scene, options);
    while (world.threads.helped === 0 && world.steps < MOST_STEPS) {
        world.step(1);
        await new Promise((next) => { setImmediate(next); });
    }
    assert.ok(world.threads.helped > 0, `no helper in ${world.steps} steps`);
    return world;
}

for (const simd of [true, false]) {
    test(`worlds have the same hash with any number of threads, ${simd ? 'with vectors' : 'scalar'}`, async () => {
        const alone = builds[simd ? 0 : 1][1];
        for (const threads of [2, 5]) {
            const module = await volery.load({threads, simd});
            assert.equal(module.threads, threads);
            const world = await helpedWorld(module, 'default', {overrides: many});
            assert.deepEqual([world.threads.most, world.describe().threads], [threads, threads]);
            world.step(10);
            world.event({scatter: {position: [400, 300], strength: 0.1}});
            world.step(5);
            const one = await alone.createWorld('default', {overrides: many});
            one.step(world.steps - 5);
            one.event({scatter: {position: [400, 300], strength: 0.1}});
            one.step(5);
            assert.equal(world.hash(), one.hash());
            assert.deepEqual(world.measures(), one.measures());
            assert.equal((await alone.verify(world.recording())).identical, true);
            const state = world.save();
            world.step(3);
            one.step(3);
            world.restore(state);
            world.step(3);
            assert.equal(world.hash(), one.hash());
            world.close();
            one.close();
        }
    });
}

test('with threads a world has the hash of the program', {skip: !program}, async () => {
    const module = await volery.load({threads: 3});
    for (const [scene, set] of [['default', 'birds.count'], ['murmuration', 'starlings.count']]) {
        const world = await helpedWorld(module, scene, {overrides: {[set]: 4000}});
        const said = execFileSync(program, ['run', scene, '--steps', `${world.steps}`, '--set', `${set}=4000`,
                                            '--threads', '2'], {encoding: 'utf8'});
        assert.equal(world.hash(), said.match(/hash +([0-9a-f]{16})/)[1], scene);
        world.close();
    }
});

test('arrays of a world with threads are copies of their moment', async () => {
    const module = await volery.load({threads: 2});
    const world = await module.createWorld(text);
    const [x] = world.flock('birds').position, before = [...x];
    world.step(5);
    assert.equal(x.buffer instanceof ArrayBuffer, true);
    assert.deepEqual([...x], before);
    assert.notDeepEqual([...world.flock('birds').position[0]], before);
    world.close();
});

test('memory stays as it is over 10,000 steps, and helpers are used again by the next world', async () => {
    const module = await volery.load({threads: 3});
    const world = await helpedWorld(module, 'default', {overrides: {...many, 'world.size': [9000, 9000]}});
    world.step(20);
    const bytes = world.instance.memory.buffer.byteLength, {helped} = world.threads;
    world.step(10000);
    assert.equal(world.instance.memory.buffer.byteLength, bytes);
    assert.ok(world.threads.helped > helped);
    world.close();
    assert.throws(() => world.step(1), /closed/);
    (await helpedWorld(module, 'default', {overrides: many})).close();
});

test('a world may have fewer threads than the module; what is no number of threads is refused', async () => {
    const module = await volery.load({threads: 2});
    for (const [asked, given] of [[1, 1], [2, 2], [9, 2], [undefined, 2]]) {
        const world = await module.createWorld(text, {threads: asked});
        assert.equal(world.threads.most, given);
        world.close();
    }
    await assert.rejects(volery.load({threads: -1}), /threads: -1 is not a whole number from 0 on/);
    assert.equal((await volery.load({threads: 1000})).threads, 32);
});
