// Scenes that follow a sound: the built-in tune, or what the host gives, with the same bits as the program.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {builds, folder, program, text} from './common.js';

const [[, module]] = builds;
const {loom} = await import(pathToFileURL(join(folder, 'volery-tune.js')).href);
const STEPS = 150;

function nativeHash(...words) {
    return execFileSync(program, ['run', ...words, '--steps', `${STEPS}`], {encoding: 'utf8'})
        .match(/hash +([0-9a-f]{16})/)[1];
}

async function worldAfter(steps, ...given) {
    const world = await module.createWorld(...given);
    world.step(steps);
    return world;
}

// A second of chirps: WAV of one or two channels, of so many bits, or of floats.
function wav({bits = 16, channels = 1, rate = 22050, floats = false}) {
    const bytes = bits / 8, count = rate * channels, file = Buffer.alloc(44 + count * bytes);
    file.write('RIFF', 0);
    file.writeUInt32LE(file.length - 8, 4);
    file.write('WAVEfmt ', 8);
    [[16, 16], [24, rate], [28, rate * channels * bytes], [40, count * bytes]].forEach(([at, x]) => file.writeUInt32LE(x, at));
    [[20, floats ? 3 : 1], [22, channels], [32, channels * bytes], [34, bits]].forEach(([at, x]) => file.writeUInt16LE(x, at));
    file.write('data', 36);
    for (let i = 0; i < count; i++) {
        const t = Math.floor(i / channels) / rate, value = Math.sin(900 * t * (1 + t)) * (t * 8 % 1) * (i % 2 ? 0.4 : 0.9);
        const at = 44 + i * bytes;
        if (floats) {
            file.writeFloatLE(value, at);
        } else if (bytes === 1) {
            file.writeUInt8(128 + Math.round(127 * value), at);
        } else {
            file.writeIntLE(Math.round((2 ** (bits - 1) - 1) * value), at, bytes);
        }
    }
    return file;
}

test('scenes follow the built-in tune, with the hash of the program', {skip: !program}, async () => {
    for (const scene of ['music', 'loudness']) {
        const world = await worldAfter(STEPS, scene);
        assert.equal(world.hash(), nativeHash(scene), scene);
        assert.equal((await module.verify(world.recording())).identical, true);
        world.seek(50);
        const state = world.save();
        world.seek(STEPS);
        world.restore(state);
        world.seek(STEPS);
        assert.equal(world.hash(), nativeHash(scene), `${scene}, after going back`);
        world.close();
    }
});

test('a WAV file of the host\'s has the bits that the program finds in it', {skip: !program}, async () => {
    const place = mkdtempSync(join(tmpdir(), 'volery-sound-'));
    const maps = '[{to: birds.max_speed, from: volume, scale: 0.2, offset: 2}, ' +
        '{to: birds.cohesion.weight, from: onset, scale: 3, offset: 0.2, smooth: 0.1}]';
    try {
        for (const kind of [{bits: 8}, {bits: 16, channels: 2}, {bits: 24}, {bits: 32, rate: 48000},
                            {bits: 32, floats: true, channels: 2}]) {
            const bytes = wav(kind), file = join(place, 'song.wav');
            writeFileSync(file, bytes);
            const world = await worldAfter(STEPS, 'default', {sound: bytes, overrides: {
                'birds.count': 300, sound: `{builtin: loom, map: ${maps}}`}});
            assert.equal(world.hash(), nativeHash('default', '--set', 'birds.count=300', '--set',
                                                  `sound={file: ${file}, map: ${maps}}`), JSON.stringify(kind));
            assert.deepEqual(world.describe().sound, {stepsPerSecond: 60, loop: true});
            world.close();
        }
    } finally {
        rmSync(place, {recursive: true});
    }
});

test('what is no sound is refused with the reason, and so are files', async () => {
    const mapped = (source) => `${text}sound: {${source}, map: [{to: birds.max_speed, from: rms, scale: 3}]}\n`;
    const refused = async (pattern, scene, sound) => assert.rejects(module.createWorld(scene, {sound}), pattern);
    const good = wav({});
    const broken = (at, value) => {
        const copy = Buffer.from(good);
        copy.writeUInt16LE(value, at);
        return copy;
    };
    await refused(/the sound 'loom' is no WAV file/, mapped('builtin: loom'), new Uint8Array(100));
    await refused(/is broken/, mapped('builtin: loom'), good.subarray(0, 30));
    await refused(/1 to 64 channels/, mapped('builtin: loom'), broken(22, 0));
    await refused(/4000 to 768000/, mapped('builtin: loom'), wav({rate: 2000}));
    await refused(/whole numbers of 8 to 32 bits/, mapped('builtin: loom'), broken(34, 12000));
    await refused(/has no samples/, mapped('builtin: loom'), good.subarray(0, 44));
    await refused(/cannot be opened/, mapped('file: song.wav'), good);
    const cut = await worldAfter(5, mapped('builtin: loom'), {sound: good.subarray(0, 9001)});
    assert.equal(cut.steps, 5);
    cut.close();
});

test('the tune is made as it is in the file', () => {
    const bytes = loom();
    assert.equal(bytes.length, 44 + 256000);
    assert.equal(String.fromCharCode(...bytes.subarray(0, 4)), 'RIFF');
});
