// The page in a real browser: page.mjs FOLDER VOLERY CHROMIUM [CASE...]. FOLDER is what `make web` made. Exit code 77
// where it, or the browser, is not there.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {Browser} from './browser.mjs';
import {attack} from './hostile.mjs';
import {busy, readPng} from './png.mjs';
import {serve} from '../../web/serve.js';

const [folder, volery, chromium, ...only] = process.argv.slice(2);
for (const [what, path] of [['the page', `${folder}/index.html`], ['the module', `${folder}/volery.wasm`],
                            ['a browser', chromium]]) {
    if (!path || !existsSync(path)) {
        console.log(`skipped: ${what} is not there (make web; tools/deps.sh web): ${path}`);
        process.exit(77);
    }
}

const DARK = [{name: 'prefers-color-scheme', value: 'dark'}];
const USUAL = [960, 600]; // enough for all of the page; larger ones cost more to draw
const LARGE = [1280, 800];
const PHONE = [360, 740];
const shots = process.env.VOLERY_SHOTS;

const site = await serve(dirname(resolve(folder))); // so that the page has a path above it
const address = `${site.url}${resolve(folder).split('/').pop()}/`;
const browser = await Browser.start(chromium);
const scratch = mkdtempSync(join(tmpdir(), 'volery-page-'));

const run = (...args) => execFileSync(volery, args, {encoding: 'utf8'});
const nativeHash = (...args) => run('run', ...args).match(/hash +([0-9a-f]{16})/)[1];

// A tab with a scene, paused where it was when its first frame was shown.
const open = async (fragment = '', {size = USUAL, paused = true, at = address, ...options} = {}) => {
    const tab = await browser.page(size, {features: DARK, ...options});
    await tab.open(`${at}index.html${fragment}`);
    await tab.until('globalThis.voleryPage?.player.scene && voleryPage.boids !== undefined && voleryPage.stage.ready');
    if (paused) {
        await tab.ask('voleryPage.player.pause(true)');
        await settled(tab);
    }
    const close = tab.close.bind(tab);
    tab.close = async () => {
        assert.deepEqual(tab.complaints, []);
        await close();
    };
    return tab;
};

const settled = (tab) => tab.until(
    '(({asked, seeking, dirty}) => !asked && !seeking && !dirty)(voleryPage.player)');
const order = (tab, what, more = {}) => tab.ask(`voleryPage.player.client.order('${what}', ${JSON.stringify(more)})`);
const goTo = async (tab, step) => {
    await tab.ask(`voleryPage.player.seek(${step})`);
    await settled(tab);
    return order(tab, 'hash');
};
const events = async (tab) => (await order(tab, 'run')).events;
const onScreen = (tab, x, y) => tab.ask(`voleryPage.camera.toScreen([${x}, ${y}]).slice(0, 2)`);
const tool = (tab, name) => tab.ask(`voleryPage.chooseTool('${name}')`);

const cases = {
    async 'loads from a path of its own without complaints, and asks for nothing elsewhere'() {
        const tab = await open('', {paused: false});
        await tab.until('Number(document.documentElement.dataset.step) > 5');
        assert.deepEqual(tab.outside.filter((url) => !url.startsWith(address) && !/^(data|blob|about):/.test(url)), []);
        const nameless = await tab.ask(`[...document.querySelectorAll('button, input, select, textarea, a')]
            .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
            .map((e) => e.outerHTML)`);
        assert.deepEqual(nameless, [], 'elements without a name');
        await tab.close();
    },

    async 'has the hash of the program after 200 steps, in a flat world and in a space'() {
        for (const [scene, steps] of [['default', 200], ['murmuration', 60]]) {
            const tab = await open(`#scene=${scene}`);
            assert.equal(await goTo(tab, steps), nativeHash(scene, '--steps', `${steps}`), scene);
            assert.equal(await goTo(tab, 50), nativeHash(scene, '--steps', '50'), `${scene}, gone back`);
            await tab.close();
        }
    },

    async 'clicks and drags do what the tool says'() {
        const tab = await open('#scene=steering');
        const [x, y] = await onScreen(tab, 300, 200);
        await tab.mouse(x, y);
        await settled(tab);
        let log = await events(tab);
        assert.equal(log.length, 20);
        assert.deepEqual(log[0].add.position.map(Math.round), [300, 200]);
        assert.equal(await tab.ask('voleryPage.boids'), 120);
        await tab.mouse(x, y, {to: [x + 60, y]});
        log = await events(tab);
        assert.ok(log[25].add.velocity[0] > 0.5 && Math.abs(log[25].add.velocity[1]) < 0.01, 'thrown to the right');
        await tab.mouse(x, y, {button: 'right'});
        assert.ok((await events(tab)).at(-1).scatter, 'the right button scatters');
        await tool(tab, 'wind');
        await tab.mouse(x, y, {to: [x + 60, y]});
        assert.ok((await events(tab)).at(-1).blow.velocity[0] > 0, 'wind to the right');
        await tool(tab, 'eraser');
        await tab.mouse(x, y);
        await settled(tab);
        const left = await tab.ask('voleryPage.boids');
        assert.ok(left < 140, `the eraser has taken none of 140: ${left}`);
        for (const [name, key] of [['player', 'player'], ['goal', 'goal']]) {
            await tool(tab, name);
            await tab.hover(x + 20, y + 20);
            await tab.until(`voleryPage.hand.acted.has('${key}')`);
            await settled(tab);
            assert.ok(Array.isArray((await events(tab)).at(-1)[key]), name);
            assert.ok(await tab.ask(`voleryPage.stage.marks.${key}s.length > 0`), `a ${name} is shown`);
        }
        await tool(tab, 'add');
        assert.equal((await events(tab)).at(-1).goal, 'none');
        const before = await tab.ask('voleryPage.camera.zoom');
        await tab.wheel(x, y, -240);
        await tab.until(`voleryPage.camera.zoom > ${before}`);
        await tab.close();
    },

    async 'fingers use tools, and two of them move and zoom the picture'() {
        const tab = await open('#scene=steering', {size: PHONE, mobile: true});
        const [x, y] = await onScreen(tab, 400, 300);
        await tab.touch([[[x, y]]]);
        await tab.until('voleryPage.boids === 120');
        const count = (await events(tab)).length;
        await tab.touch([[[x - 30, y], [x + 30, y]], [[x - 60, y], [x + 60, y]]]);
        assert.ok(await tab.ask('voleryPage.camera.zoom') > 1.5, 'pinched');
        assert.equal((await events(tab)).length, count, 'two fingers are no tool');
        await tab.ask("document.getElementById('toggle-panel').click()");
        const box = await tab.ask(`(({top, bottom, right}) => [top, bottom, right])(
            document.getElementById('panel').getBoundingClientRect())`);
        assert.ok(box[0] > 100 && box[1] < 740 && box[2] <= 360, `the panel is a sheet: ${box}`);
        await tab.close();
    },

    async 'keys pause, step, go back and change tools, but not while one types'() {
        const tab = await open('#scene=steering');
        const step = () => tab.ask('voleryPage.player.step');
        await goTo(tab, 30);
        await tab.key('.');
        await tab.until('voleryPage.player.step === 31');
        await tab.key(',');
        await tab.until('voleryPage.player.step === 30');
        assert.equal(await order(tab, 'hash'), nativeHash('steering', '--steps', '30'));
        await tab.key(' ');
        await tab.until('voleryPage.player.step > 31');
        await tab.key(' ');
        await settled(tab);
        await tab.key('4');
        assert.equal(await tab.ask('voleryPage.hand.tool'), 'goal');
        await tab.ask("voleryPage.showTab('text'); document.getElementById('scene-text').focus()");
        const before = await step();
        await tab.key('.');
        await tab.key('1');
        assert.equal(await tab.ask('voleryPage.hand.tool'), 'goal');
        assert.equal(await step(), before);
        await tab.close();
    },

    async 'sliders change the world, can be reset, and refuse what is not allowed'() {
        const tab = await open('#scene=steering');
        const put = (key, value) => tab.ask(`(() => {
            const field = document.querySelector('[data-key="${key}"] .number');
            field.value = '${value}';
            field.dispatchEvent(new Event('change'));
        })()`);
        const value = async (key) => (await order(tab, 'parameters')).find((p) => p.key === key).value;
        const changed = (key) => `document.querySelector('[data-key="${key}"]').classList.contains('changed')`;
        await put('boids.cohesion.weight', 2.5);
        await tab.until(changed('boids.cohesion.weight'));
        assert.equal(Number(await value('boids.cohesion.weight')), 2.5);
        assert.deepEqual((await events(tab)).at(-1).set, {'boids.cohesion.weight': 2.5});
        await tab.key('z', 2);
        await tab.until(`!(${changed('boids.cohesion.weight')})`);
        await put('boids.separation.radius', -4);
        await tab.until("document.getElementById('trouble').textContent.includes('separation.radius')");
        assert.ok(Number(await value('boids.separation.radius')) > 0);
        await put('boids.count', 321);
        await tab.until('voleryPage.boids === 321');
        assert.equal(await goTo(tab, 50), nativeHash('steering', '--set', 'boids.count=321', '--steps', '50'));
        await tab.ask('voleryPage.sliders.reset()');
        await tab.until('voleryPage.boids === 100');
        await tab.close();
    },

    async 'a wrong scene is marked at its line and column, and the world goes on'() {
        const tab = await open('#scene=steering');
        await tab.ask("voleryPage.showTab('text')");
        const edit = (from, to) => tab.ask(`(() => {
            const {area} = voleryPage.editor;
            area.value = area.value.replace(${JSON.stringify(from)}, ${JSON.stringify(to)});
            area.dispatchEvent(new Event('input'));
        })()`);
        await edit('count: 100', 'cuont: 100');
        await tab.until("document.querySelector('.editor mark')?.textContent === 'cuont'");
        const fault = await tab.ask("document.getElementById('scene-fault').textContent");
        assert.match(fault, /line \d+, column \d+: .*unknown key; did you mean 'count'/);
        const step = await tab.ask('voleryPage.player.step');
        await tab.click('#run-text');
        await tab.until("document.getElementById('trouble').textContent.includes('cuont')");
        assert.equal(await tab.ask('voleryPage.boids'), 100);
        assert.equal(await tab.ask('voleryPage.player.step'), step);
        await edit('cuont: 100', 'count: 77');
        await tab.until("document.getElementById('scene-fault').hidden");
        await tab.click('#run-text');
        await tab.until('voleryPage.boids === 77');
        await tab.close();
    },

    async 'a shared address shows the same flock, whose recording the program verifies'() {
        const tab = await open('#scene=predators&seed=9&set=hawks.count=5');
        await goTo(tab, 20);
        await tab.ask("voleryPage.act('add', {count: 7, position: [300.25, 200.5]})");
        await tab.ask("voleryPage.act('set', {key: 'starlings.cohesion.weight', value: 1.7})");
        await goTo(tab, 60);
        await tab.ask("voleryPage.act('scatter', {position: [640, 360], strength: 0.05})");
        await tab.ask("voleryPage.act('player', {position: [500, 300]})");
        const hash = await goTo(tab, 120);
        await tab.ask("document.getElementById('share-step').checked = true; document.getElementById('share').click()");
        await tab.until("document.getElementById('share-box').open");
        const link = await tab.ask("document.getElementById('share-text').value");
        assert.match(link, /index\.html#z\.[\w-]+$/);
        const plain = await tab.ask(`(async () => {
            const kept = CompressionStream;
            const {encode} = await import('./js/share.js');
            delete globalThis.CompressionStream;
            const text = await encode(await voleryPage.player.client.order('run'));
            globalThis.CompressionStream = kept;
            return text;
        })()`);
        const recording = await tab.ask(`voleryPage.player.client.order('recording').then(({bytes}) =>
            btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))`);
        await tab.close();
        for (const fragment of [link.slice(link.indexOf('#')), plain]) {
            const other = await open(fragment);
            assert.equal(await goTo(other, 120), hash, fragment.slice(0, 3));
            await other.close();
        }
        const file = join(scratch, 'shared.vol');
        writeFileSync(file, Buffer.from(recording, 'base64'));
        assert.match(run('verify', file), new RegExp(`^identical: 120 steps .*hash ${hash}`));
    },

    async 'a recording of the program opens and has its hash'() {
        const file = join(scratch, 'native.vol');
        const hash = nativeHash('wind', '--steps', '90', '--record', file);
        const tab = await open('#scene=steering');
        const bytes = readFileSync(file).toString('base64');
        await tab.ask(`(async () => {
            const bytes = Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0));
            await voleryPage.open({scene: 'native', ...await voleryPage.player.client.order('readRecording', {bytes})});
        })()`);
        assert.equal(await goTo(tab, 90), hash);
        await tab.close();
    },

    async 'hostile addresses and texts only ever give a message'() {
        const tab = await open('#scene=steering');
        assert.deepEqual(await tab.ask(`(${attack})()`), []);
        await tab.ask("location.hash = '#z.AAAA'");
        await tab.until("document.getElementById('trouble').textContent.startsWith('This address cannot be opened')");
        await goTo(tab, 40);
        assert.equal(await order(tab, 'hash'), nativeHash('steering', '--steps', '40'), 'the page goes on');
        await tab.close();
    },

    async 'a scene that hangs can be left for another'() {
        const tab = await open('#scene=steering', {paused: false});
        await tab.ask('voleryPage.player.opening = true'); // no frames meanwhile
        await tab.ask(`voleryPage.player.client.order('open', {scene: 'default',
            set: {'birds.count': '200000', 'world.index': 'brute'}}).then(() => { voleryPage.player.dirty = true; })`);
        await tab.ask('voleryPage.player.opening = false');
        await tab.until('voleryPage.player.asked > 0'); // a step of it takes long
        await tab.ask("voleryPage.open({scene: 'steering'}).then(() => 1)");
        await tab.until('voleryPage.boids === 100 && voleryPage.player.step > 3 && !voleryPage.player.paused');
        await tab.close();
    },

    async 'fills windows of three sizes: the flock in its middle, nothing over anything else'() {
        for (const size of [PHONE, LARGE, [2560, 1440]]) {
            const tab = await open('');
            await goTo(tab, 100);
            await tab.resize(...size);
            await tab.until(`voleryPage.camera.width === ${size[0]}
                && document.getElementById('boids').width === ${size[0]}`);
            await tab.ask(`voleryPage.togglePanel(${size[0] >= 900})`);
            await tab.until('!voleryPage.stage.changed');
            const png = await tab.screenshot();
            const picture = readPng(png);
            if (shots) {
                mkdirSync(shots, {recursive: true});
                writeFileSync(join(shots, `${size.join('x')}.png`), png);
            }
            assert.deepEqual([picture.width, picture.height], size);
            const [x0, y0] = await onScreen(tab, 0, 0);
            const [x1, y1] = await onScreen(tab, 1280, 720);
            const flock = busy(picture, [x0 + 2, y0 + 2, x1 - 2, y1 - 2]);
            assert.ok(flock > 0.02 && flock < 0.6, `the share of boids in the world is ${flock}`);
            const boxes = await tab.ask(`['top', 'transport', 'tools', 'panel']
                .map((id) => document.getElementById(id).getBoundingClientRect()).filter(({width}) => width > 0)
                .map(({left, top, right, bottom}) => [left, top, right, bottom])`);
            boxes.push([x0 + 1, y0 + 1, x1 - 1, y1 - 1]);
            boxes.forEach((a, i) => {
                const inside = a[0] >= -1 && a[1] >= -1 && a[2] <= size[0] + 1 && a[3] <= size[1] + 1;
                assert.ok(inside, `${size}: ${a} is outside`);
                boxes.slice(0, i).forEach((b) => assert.ok(a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3],
                                                           `${size}: ${a} covers ${b}`));
            });
            await tab.close();
        }
    },

    async 'draws every colour rule, trails, a space and a followed boid'() {
        for (const scene of ['goals', 'couzin']) {
            const tab = await open(`#scene=${scene}`);
            await tab.ask("document.getElementById('trails').click()");
            for (const rule of ['flock', 'heading', 'speed', 'density', 'random', '']) {
                await tab.ask(`(() => {
                    const select = document.getElementById('color-rule');
                    select.value = '${rule}';
                    select.dispatchEvent(new Event('change'));
                })()`);
                await tab.ask('voleryPage.player.stepOn(3)');
                await settled(tab);
                await tab.until('!voleryPage.stage.changed');
                assert.equal(await tab.ask('voleryPage.stage.drawing.gl.getError()'), 0, rule);
            }
            assert.ok(await tab.ask('voleryPage.stage.drawing.history.length') > 5, 'trails');
            await tab.ask('voleryPage.follow()');
            assert.ok(await tab.ask('voleryPage.stage.follow?.id >= 0 && voleryPage.camera.zoom >= 3'));
            await tab.ask("document.getElementById('theme').click()");
            await tab.until('!voleryPage.stage.changed');
            await tab.ask('localStorage.clear()');
            await tab.close();
        }
    },

    async 'without WebGL2 it says so'() {
        const tab = await browser.page(USUAL, {features: DARK, before: `
            const own = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                return kind === 'webgl2' ? null : own.call(this, kind, ...more);
            };`});
        await tab.open(`${address}index.html`);
        await tab.until("document.getElementById('loading').textContent.includes('This page needs WebGL2')");
        // What is shown before WebGL begins is there still.
        const sketched = await tab.ask(`(() => {
            const canvas = document.getElementById('above');
            const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return data.filter((value, i) => i % 4 === 3 && value > 0).length;
        })()`);
        assert.ok(sketched > 1000, `${sketched} pixels of boids`);
        assert.equal(await tab.ask("document.getElementById('loading').getAttribute('role')"), 'alert');
        await tab.close();
    },

    async 'gives a picture and a film'() {
        const tab = await open('#scene=steering', {paused: false});
        const [kind, size, film] = await tab.ask(`(async () => {
            const {picture, Film} = await import('./js/save.js');
            voleryPage.stage.moved();
            voleryPage.stage.show(1);
            const blob = await picture(voleryPage.stage.layers);
            voleryPage.film = new Film(voleryPage.stage.layers);
            const first = voleryPage.shown;
            await new Promise((resolve) => {
                const look = () => (voleryPage.shown > first + 5 ? resolve() : setTimeout(look, 20));
                look();
            });
            const {film} = voleryPage;
            voleryPage.film = null;
            return [blob.type, blob.size, (await film.stop()).size];
        })()`);
        assert.equal(kind, 'image/png');
        assert.ok(size > 5000 && film > 1000, `${size} bytes of picture, ${film} of film`);
        await tab.close();
    },

    async 'follows what the system says of motion and of light'() {
        const tab = await open('', {paused: false, features: [{name: 'prefers-reduced-motion', value: 'reduce'},
                                                              {name: 'prefers-color-scheme', value: 'light'}]});
        assert.equal(await tab.ask('voleryPage.player.paused'), true);
        assert.equal(await tab.ask("document.documentElement.classList.contains('light')"), true);
        await tab.ask("document.getElementById('theme').click()");
        assert.equal(await tab.ask("document.documentElement.classList.contains('light')"), false);
        await tab.ask('localStorage.clear()');
        await tab.close();
    },

    async 'computes with several threads where it may share memory, and with one elsewhere, to the same hash'() {
        const scene = '#scene=default&set=birds.count=6000';
        const expected = nativeHash('default', '--steps', '200', '--set', 'birds.count=6000');
        const tab = await open(scene);
        const processors = await tab.ask('navigator.hardwareConcurrency');
        assert.equal(await tab.ask('crossOriginIsolated'), true);
        assert.equal(await goTo(tab, 200), expected);
        const {most, helped} = await order(tab, 'threads');
        assert.equal(most, Math.min(processors, 32));
        assert.equal(helped > 0, most > 1, `${helped} tasks by helpers`);
        await tab.until(`document.getElementById('rate').textContent.includes('${most > 1 ? `${most} threads` : 'fps'}')`);
        await tab.close();
        const other = await serve(dirname(resolve(folder)), 0, {'Cross-Origin-Embedder-Policy': 'unsafe-none'});
        const lone = await open(scene, {at: `${other.url}${resolve(folder).split('/').pop()}/`});
        assert.equal(await lone.ask('crossOriginIsolated'), false);
        assert.equal(await goTo(lone, 200), expected);
        assert.deepEqual(await order(lone, 'threads'), {most: 1, helpers: 0, helped: 0});
        await lone.close();
        await other.close();
    },

    async 'a scene that follows a tune has the hash of the program, and plays the tune in step'() {
        const tab = await open('#scene=music', {paused: false});
        assert.equal(await tab.ask('voleryPage.sound.source'), null, 'silent until somebody has touched the page');
        await tab.click('#tab-view');
        await tab.until('voleryPage.sound.source !== null && voleryPage.sound.context.state === "running"');
        await tab.ask('voleryPage.player.pause(true)');
        await tab.until('voleryPage.sound.source === null');
        await settled(tab);
        assert.equal(await goTo(tab, 200), nativeHash('music', '--steps', '200'));
        await tab.close();
    },

    async 'needs no more memory after 10,000 steps'() {
        const tab = await open('#scene=steering');
        await goTo(tab, 3000);
        const before = await order(tab, 'memory');
        await tab.send('HeapProfiler.collectGarbage');
        const heap = await tab.send('Runtime.getHeapUsage');
        await goTo(tab, 13000);
        const after = await order(tab, 'memory');
        await tab.send('HeapProfiler.collectGarbage');
        const later = await tab.send('Runtime.getHeapUsage');
        assert.equal(after.world, before.world, 'of the module');
        assert.ok(after.states < 48 << 20, 'of states that are kept');
        assert.ok(later.usedSize < heap.usedSize + 1e6, `of the page: ${heap.usedSize}, then ${later.usedSize}`);
        await tab.close();
    },

    async 'the documentation opens without complaints and finds words'() {
        const tab = await browser.page(USUAL, {features: DARK});
        await tab.open(`${address}docs/scenes.html`);
        await tab.until("document.querySelectorAll('.menu a').length > 20");
        await tab.ask(`(() => {
            const input = document.getElementById('search');
            input.value = 'boundary wrap';
            input.dispatchEvent(new Event('input'));
        })()`);
        const found = await tab.until("[...document.querySelectorAll('#found a')].map((a) => a.href).join(' ')");
        assert.match(found, /docs\/parameters\.html#/);
        assert.deepEqual(tab.complaints, []);
        await tab.open(`${address}gallery.html`);
        await tab.until("document.querySelectorAll('.cards a[href]').length >= 20");
        await tab.ask(`document.querySelector('.cards a[href$="scene=predators"]').click()`);
        await tab.until("globalThis.voleryPage?.player.scene?.name === 'predators'");
        await tab.close();
    },
};

let failed = 0;
for (const [name, does] of Object.entries(cases)) {
    if (only.length > 0 && !only.some((word) => name.includes(word))) {
        continue;
    }
    const before = process.hrtime.bigint();
    try {
        await does();
        console.log(`ok    ${name} (${Number((process.hrtime.bigint() - before) / 1000000n)} ms)`);
    } catch (error) {
        failed++;
        console.log(`FAIL  ${name}\n${error.stack}`);
    }
}
await browser.stop();
await site.close();
rmSync(scratch, {recursive: true, force: true});
process.exit(failed > 0 ? 1 : 0);
