// Recordings: those of the module are identical for the program, and the other way round.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {builds, program, small, text} from './common.js';

async function play({createWorld}, scene, options = {}) {
    const world = await createWorld(scene, options);
    world.step(10);
    world.event({scatter: {position: world.describe().size.map((side) => side / 2), strength: 0.1}});
    world.event({player: world.describe().size.map((side) => side / 3)});
    world.step(20);
    const [flock] = world.flocks;
    flock.set('max_speed', 3);
    flock.remove(flock.id[0]);
    world.step(15);
    return world;
}

for (const [name, module] of builds) {
    test(`${name}: a recording is identical when it is computed again`, async () => {
        const world = await play(module, text);
        const verdict = await module.verify(world.recording());
        assert.deepEqual([verdict.identical, verdict.step, verdict.hash, verdict.boids], [true, 45, world.hash(), 59]);
        const again = await module.createWorld(verdict.scene);
        again.step(45);
        assert.equal(again.hash(), world.hash());
    });
}

test('a recording with another bit differs at its step', async () => {
    const [[, module]] = builds;
    const recorded = await module.readRecording((await play(module, text)).recording());
    const other = await module.createWorld(recorded.scene.replace('seed: 3', 'seed: 4'));
    other.step(45);
    assert.notEqual(other.hash(), (await play(module, text)).hash());
});

test('the program verifies what the module recorded, and the module what the program did',
     {skip: program === undefined}, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'volery-web-'));
    const file = join(folder, 'run.rec');
    const run = (...words) => execFileSync(program, words, {encoding: 'utf8'});
    try {
        for (const [, module] of builds) {
            for (const [scene, overrides] of [['default', small], ['ecosystem', {}], ['steering', {}], ['goals', {}]]) {
                const world = await play(module, scene, {seed: 9, overrides});
                writeFileSync(file, world.recording());
                const said = run('verify', file);
                assert.match(said, /^identical: 45 steps/, scene);
                assert.ok(said.includes(world.hash()), scene);
            }
            run('run', 'predators', '--steps', '60', '--record', file, '--quiet');
            const verdict = await module.verify(readFileSync(file));
            assert.equal(verdict.identical, true);
            assert.equal(verdict.step, 60);
            const state = join(folder, 'state');
            run('run', 'wind', '--steps', '20', '--save', state, '--quiet');
            run('run', 'wind', '--load', state, '--steps', '20', '--record', file, '--quiet');
            const later = await module.verify(readFileSync(file));
            assert.deepEqual([later.identical, later.first], [true, 20]);
            assert.ok(later.state.length > 0);
        }
    } finally {
        rmSync(folder, {recursive: true});
    }
});
