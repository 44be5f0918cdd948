// What is wrong is an error with its place; whatever text comes in, it is that or a world.
import assert from 'node:assert/strict';
import test from 'node:test';
import {builds, text, volery} from './common.js';

const [[, module]] = builds;
const {VoleryError} = volery;

async function faultOf(promise) {
    try {
        await promise;
    } catch (error) {
        assert.ok(error instanceof VoleryError, String(error.stack));
        return error;
    }
    return assert.fail('it was taken');
}

test('a scene that is wrong has file, line, column, key and text', async () => {
    const fault = await faultOf(module.createWorld(text.replace('steering', 'stering'), {name: 'mine.yaml'}));
    assert.deepEqual([fault.file, fault.line, fault.column, fault.key, fault.code],
                     ['mine.yaml', 5, 12, 'birds.model', 2]);
    assert.match(fault.text, /^mine.yaml:5:12: key 'birds.model': value 'stering' is not allowed.*did you mean 'steering'\?/);
});

test('an override that is wrong names itself', async () => {
    const fault = await faultOf(module.createWorld('default', {overrides: {'birds.cont': 3}}));
    assert.match(fault.text, /birds.cont/);
    assert.equal(fault.line, 0);
});

test('an event that is wrong is refused, and the world goes on', async () => {
    const world = await module.createWorld(text);
    const hash = world.hash();
    for (const event of [{}, {jump: 1}, {scatter: {}}, {add: {flock: 'cats', position: [1, 2], velocity: [0, 0]}},
                         {remove: {flock: 'birds', id: 999}}, {player: 'here'}, {set: {'birds.max_speed': -1}},
                         {set: {}}, {at: -1, gust: [1, 1]}, '{', '', 'gust', '[1, 2]', {gust: [1e300, 1]},
                         {leader: {flock: 'birds', id: 77}}]) {
        assert.throws(() => world.event(event), VoleryError, JSON.stringify(event));
    }
    world.event({at: 2, remove: {flock: 'birds', id: 999}});
    assert.equal(world.hash(), hash);
    assert.throws(() => world.step(5), /999/);
    world.step(5);
    assert.deepEqual(world.events(), []);
});

test('what is not there is named', async () => {
    const world = await module.createWorld(text);
    assert.throws(() => world.flock('cats'), /there is no flock 'cats'; there are birds/);
    assert.throws(() => world.step(-1), VoleryError);
    assert.throws(() => world.step(0.5), VoleryError);
    assert.throws(() => world.get('birds.nothing'), VoleryError);
    await faultOf(module.createWorld('no_such_scene'));
});

test('scenes that ask for other files or too much memory are refused', async () => {
    await faultOf(module.createWorld(`${text}    start: {shape: file, path: boids.csv}\n`));
    const fault = await faultOf(module.createWorld(text, {overrides: {'birds.count': 2000000000}}));
    assert.match(fault.text, /memory/);
});

test('recordings that are none, or damaged, are refused', async () => {
    const world = await module.createWorld(text);
    world.step(20);
    const bytes = world.recording();
    await faultOf(module.verify(new Uint8Array(0)));
    await faultOf(module.verify(new TextEncoder().encode('VOLREC1\n but that is all')));
    for (let at = 0; at < bytes.length; at += 97) {
        const damaged = bytes.slice();
        damaged[at] ^= 0x10;
        try {
            assert.notEqual((await module.verify(damaged)).identical, undefined);
        } catch (error) {
            assert.ok(error instanceof VoleryError);
        }
    }
});

// The same numbers in every run.
function* random(seed) {
    for (let x = seed; ;) {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        yield x;
    }
}

test('text that was changed at random is a scene or an error', async () => {
    const numbers = random(20);
    const next = (below) => numbers.next().value % below;
    const pieces = ['{', '}', '[', ']', ':', ',', '-', '\n', '  ', '\t', '"', "'", '#', '&a', '*a', '!!x', '0', '1e999',
                    'nan', '-5', '\u0000', '\u00ff', '\ud83d', 'world', 'count: 3', 'events:', '\r', '|', '>', '%'];
    const scenes = module.scenes.filter(({text: t}) => t.length < 3000);
    let errors = 0;
    for (let i = 0; i < 300; i++) {
        let scene = scenes[next(scenes.length)].text.replace(/count: \d+/g, 'count: 20');
        for (let n = next(4); n >= 0; n--) {
            const at = next(scene.length);
            scene = scene.slice(0, at) + (next(3) > 0 ? pieces[next(pieces.length)] : '') + scene.slice(at + next(6));
        }
        try {
            const world = await module.createWorld(scene, {overrides: next(4) === 0 ? ['world.precision=double'] : []});
            if (world.flocks.every(({count}) => count < 3000)) {
                world.step(2);
            }
            world.close();
        } catch (error) {
            assert.ok(error instanceof VoleryError, `${error.stack}\n${scene}`);
            assert.doesNotMatch(error.text, /^volery: /, scene); // a trap
            errors++;
        }
    }
    assert.ok(errors > 50 && errors < 300, `${errors} errors`);
});

test('events that were changed at random happen or are an error', async () => {
    const numbers = random(21);
    const next = (below) => numbers.next().value % below;
    const world = await module.createWorld(text);
    const known = ['{scatter: {position: [3, 4], strength: 0.1}}', '{add: {flock: birds, position: [1, 2], velocity: [0, 1]}}',
                   '{set: {birds.max_speed: 3, world.dt: 0.5}}', '{blow: {position: [3, 4], radius: 9, velocity: [1, 1]}}',
                   '{at: 3, player: none}', '{goal: [20, 30]}'];
    const letters = '{}[],:- 0123456789e.nxbirds"\'#\n';
    for (let i = 0; i < 500; i++) {
        let event = known[next(known.length)];
        for (let n = next(3); n >= 0; n--) {
            const at = next(event.length);
            event = event.slice(0, at) + letters[next(letters.length)] + event.slice(at + next(2));
        }
        try {
            world.event(event);
            world.step();
        } catch (error) {
            assert.ok(error instanceof VoleryError, `${error.stack}\n${event}`);
            assert.doesNotMatch(error.text, /^volery: /, event);
        }
    }
});
