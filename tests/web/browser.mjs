// Chromium, driven through its DevTools protocol over pipes: no packages, no ports. One browser, one page at a time.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const FLAGS = ['--headless=new', '--no-sandbox', '--remote-debugging-pipe', '--no-first-run', '--disable-extensions',
               '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio',
               '--disable-dev-shm-usage', '--force-color-profile=srgb', '--hide-scrollbars'];
const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const PATIENCE = 60000; // milliseconds after which a page that does not answer counts as hanging

export class Browser {
    static async start(program, more = SOFTWARE) {
        const browser = new Browser();
        browser.folder = mkdtempSync(join(tmpdir(), 'volery-web-'));
        browser.process = spawn(program, [...FLAGS, ...more, `--user-data-dir=${browser.folder}`, 'about:blank'],
                                {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
        browser.ended = new Promise((resolve) => browser.process.on('exit', resolve));
        browser.waiting = new Map();
        browser.listeners = new Set();
        browser.count = 0;
        browser.listen();
        return browser;
    }

    listen() {
        let rest = [];
        this.process.stdio[4].on('data', (chunk) => {
            let at = 0;
            for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, at)) {
                this.take(JSON.parse(Buffer.concat([...rest, chunk.subarray(at, end)]).toString()));
                rest = [];
                at = end + 1;
            }
            rest.push(chunk.subarray(at));
        });
        this.process.stdio[3].on('error', () => {});
    }

    take(message) {
        const waiting = this.waiting.get(message.id);
        if (waiting) {
            this.waiting.delete(message.id);
            if (message.error) {
                waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
            } else {
                waiting.resolve(message.result);
            }
        } else if (message.method) {
            this.listeners.forEach((listener) => listener(message));
        }
    }

    send(method, params = {}, sessionId = undefined) {
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            const hangs = setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE);
            const done = (does) => (value) => {
                clearTimeout(hangs);
                does(value);
            };
            this.waiting.set(id, {method, resolve: done(resolve), reject: done(reject)});
            this.process.stdio[3].write(`${JSON.stringify({id, method, params, sessionId})}\0`);
        });
    }

    async page(size, options = {}) {
        const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
        const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
        const page = new Tab(this, targetId, sessionId);
        await page.begin(size, options);
        return page;
    }

    async stop() {
        this.send('Browser.close').catch(() => {});
        const late = setTimeout(() => this.process.kill('SIGKILL'), 5000);
        await this.ended;
        clearTimeout(late);
        rmSync(this.folder, {recursive: true, force: true});
    }
}

class Tab {
    constructor(browser, targetId, sessionId) {
        Object.assign(this, {browser, targetId, sessionId, complaints: [], outside: []});
        browser.listeners.add((message) => message.sessionId === sessionId && this.hear(message));
    }

    hear({method, params}) {
        if (method === 'Runtime.exceptionThrown') {
            this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        } else if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) {
            this.complaints.push(params.args.map((arg) => arg.value ?? arg.description).join(' '));
        } else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) {
            this.complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`);
        } else if (method === 'Network.requestWillBeSent') {
            this.outside.push(params.request.url);
        }
    }

    send(method, params) { return this.browser.send(method, params, this.sessionId); }

    async begin([width, height], {mobile = false, ratio = 1, features = [], before} = {}) {
        for (const domain of ['Page', 'Runtime', 'Log', 'Network']) {
            await this.send(`${domain}.enable`);
        }
        await this.resize(width, height, mobile, ratio);
        if (mobile) {
            await this.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
        }
        await this.send('Emulation.setEmulatedMedia', {features});
        if (before) {
            await this.send('Page.addScriptToEvaluateOnNewDocument', {source: before});
        }
    }

    resize(width, height, mobile = false, deviceScaleFactor = 1) {
        return this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor, mobile});
    }

    async open(url) {
        this.complaints.length = 0;
        await this.send('Page.navigate', {url});
    }

    // The value of an expression in the page, which may be a promise.
    async ask(expression) {
        const {result, exceptionDetails} = await this.send('Runtime.evaluate',
                                                           {expression, awaitPromise: true, returnByValue: true});
        if (exceptionDetails) {
            throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
        }
        return result.value;
    }

    // Waits until an expression is true; also in the next page, where this one is left meanwhile.
    async until(expression) {
        for (;;) {
            try {
                return await this.wait(expression);
            } catch (error) {
                if (!/navigated or closed|context was destroyed|find context/i.test(error.message)) {
                    throw error;
                }
            }
        }
    }

    wait(expression) {
        return this.ask(`new Promise((resolve, reject) => {
            const end = performance.now() + ${PATIENCE / 2};
            const look = () => {
                let value;
                try { value = (${expression}); } catch { value = false; }
                if (value) resolve(value);
                else if (performance.now() > end) reject(new Error('in vain: ' + ${JSON.stringify(expression)}));
                else setTimeout(look, 15);
            };
            look();
        })`);
    }

    async mouse(x, y, {to, button = 'left', modifiers = 0} = {}) {
        const event = (type, px, py) => this.send('Input.dispatchMouseEvent', {type, x: px, y: py, button, modifiers,
            clickCount: 1, buttons: type === 'mouseMoved' ? 1 : 0});
        await event('mousePressed', x, y);
        if (to) {
            for (const part of [0.3, 0.6, 1]) {
                await event('mouseMoved', x + (to[0] - x) * part, y + (to[1] - y) * part);
            }
        }
        await event('mouseReleased', ...(to ?? [x, y]));
    }

    hover(x, y) { return this.send('Input.dispatchMouseEvent', {type: 'mouseMoved', x, y, button: 'none'}); }

    wheel(x, y, deltaY) { return this.send('Input.dispatchMouseEvent', {type: 'mouseWheel', x, y, deltaX: 0, deltaY}); }

    // A gesture of fingers: a list of moments, each a list of places.
    async touch(moments) {
        const points = (places) => places.map(([x, y], id) => ({x, y, id}));
        await this.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: points(moments[0])});
        for (const moment of moments.slice(1)) {
            await this.send('Input.dispatchTouchEvent', {type: 'touchMove', touchPoints: points(moment)});
        }
        await this.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
    }

    async key(key, modifiers = 0) {
        const code = key === ' ' ? 'Space' : key.length === 1 ? `Key${key.toUpperCase()}` : key;
        const text = key.length === 1 && modifiers === 0 ? key : undefined;
        await this.send('Input.dispatchKeyEvent', {type: 'keyDown', key, code, text, modifiers});
        await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key, code, modifiers});
    }

    async click(selector) {
        const [x, y] = await this.ask(`(() => {
            const element = document.querySelector(${JSON.stringify(selector)});
            element.scrollIntoView({block: 'center', behavior: 'instant'});
            const box = element.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        })()`);
        await this.mouse(x, y);
    }

    async screenshot() {
        const {data} = await this.send('Page.captureScreenshot', {format: 'png'});
        return Buffer.from(data, 'base64');
    }

    async close() { await this.browser.send('Target.closeTarget', {targetId: this.targetId}); }
}
