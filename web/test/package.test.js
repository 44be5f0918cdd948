// The folder as a package, as a server's, and within its size.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, sep} from 'node:path';
import test from 'node:test';
import {gzipSync} from 'node:zlib';
import {builds, folder} from './common.js';
import {serve} from '../serve.js';

test('the folder is a package that is imported by its name', () => {
    const place = mkdtempSync(join(tmpdir(), 'volery-web-'));
    try {
        // As npm install of a folder does it: a link.
        mkdirSync(join(place, 'node_modules'));
        symlinkSync(folder, join(place, 'node_modules', 'volery'));
        writeFileSync(join(place, 'host.mjs'), `import {load} from 'volery';
            const {createWorld} = await load();
            const world = await createWorld('default', {overrides: {'birds.count': 50}});
            world.step(3);
            console.log(world.hash());`);
        assert.match(execFileSync(process.execPath, ['host.mjs'], {cwd: place, encoding: 'utf8'}), /^[0-9a-f]{16}\n$/);
        const about = JSON.parse(readFileSync(join(folder, 'package.json')));
        for (const file of about.files) {
            assert.ok(readFileSync(join(folder, file)).length > 0, file);
        }
        const header = readFileSync(new URL('../../include/volery/base.h', import.meta.url), 'utf8');
        const part = (name) => header.match(new RegExp(`VOL_VERSION_${name} (\\d+)`))[1];
        assert.equal(about.version, `${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}`);
    } finally {
        rmSync(place, {recursive: true});
    }
});

const npm = spawnSync('npm', ['--version']).status === 0;

test('npm packs the folder and installs it without a network', {skip: !npm && 'npm is not there'}, async () => {
    const place = mkdtempSync(join(tmpdir(), 'volery-npm-'));
    const always = ['--offline', '--no-audit', '--no-fund', '--cache', join(place, 'cache')];
    const run = (...words) => execFileSync('npm', [...words, ...always],
                                           {cwd: place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
    try {
        writeFileSync(join(place, 'package.json'), '{"name": "host", "version": "1.0.0", "type": "module"}');
        const packed = run('pack', folder, '--silent').trim();
        run('install', `./${packed}`);
        const installed = join(place, 'node_modules', 'volery');
        assert.deepEqual(readdirSync(installed).sort(),
                         [...JSON.parse(readFileSync(join(folder, 'package.json'))).files, 'package.json'].sort());
        writeFileSync(join(place, 'host.js'), `import {load} from 'volery';
            for (const threads of [1, 2]) {
                const {createWorld} = await load({threads});
                const world = await createWorld('default', {seed: 4, overrides: {'birds.count': 300}});
                world.step(30);
                console.log(world.hash());
                world.close();
            }`);
        const world = await builds[0][1].createWorld('default', {seed: 4, overrides: {'birds.count': 300}});
        world.step(30);
        assert.equal(execFileSync(process.execPath, ['host.js'], {cwd: place, encoding: 'utf8'}),
                     `${world.hash()}\n${world.hash()}\n`);
    } finally {
        rmSync(place, {recursive: true});
    }
});

test('the page preloads all scripts that it imports', () => {
    const found = [];
    for (const wanted = ['main.js']; wanted.length > 0;) {
        const text = readFileSync(join(folder, 'js', wanted.pop()), 'utf8');
        const names = [...text.matchAll(/from '\.\/([a-z]+\.js)'/g)].map(([, name]) => name);
        const fresh = names.filter((name) => !found.includes(name));
        found.push(...fresh);
        wanted.push(...fresh);
    }
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    assert.deepEqual([...page.matchAll(/modulepreload" href="js\/([a-z]+\.js)"/g)].map(([, name]) => name).sort(),
                     [...new Set(found)].sort());
});

function files(from) {
    return readdirSync(from, {withFileTypes: true}).flatMap((entry) => {
        const path = join(from, entry.name);
        return entry.isDirectory() ? files(path) : [path];
    });
}

test('module and page are at most 500 kB gzipped, without pictures and the pages of the documentation', () => {
    const documentation = join(folder, 'docs') + sep;
    const bytes = files(folder).filter((file) => !/\.(png|webp|jpg)$/.test(file) && !file.startsWith(documentation))
        .reduce((sum, file) => sum + gzipSync(readFileSync(file), {level: 9}).length, 0);
    assert.ok(bytes <= 500000, `${bytes} bytes`);
});

test('the server gives files with their types and headers, and none from outside', async () => {
    const server = await serve(folder);
    try {
        const module = await fetch(`${server.url}volery.wasm`);
        assert.equal(module.headers.get('content-type'), 'application/wasm');
        assert.equal(module.headers.get('cross-origin-embedder-policy'), 'require-corp');
        assert.match(module.headers.get('content-security-policy'), /script-src 'self' 'wasm-unsafe-eval';/);
        assert.equal((await module.arrayBuffer()).byteLength, readFileSync(join(folder, 'volery.wasm')).length);
        for (const path of ['nothing.js', '..%2f..%2fREADME.md', '%00', '%']) {
            assert.ok([403, 404].includes((await fetch(server.url + path)).status), path);
        }
        assert.equal((await fetch(server.url, {method: 'POST'})).status, 405);
    } finally {
        await server.close();
    }
});
