// The page: brings the parts together. The address says what to open; everything else follows from what a person does.
import {$, fill, make, icon, tell, trouble, remember, recall} from './ui.js';
import {Stage} from './stage.js';
import {Player} from './player.js';
import {Hand, TOOLS} from './hand.js';
import {Sound} from './sound.js';
import {Sliders} from './sliders.js';
import {Plots, MEASURES} from './plots.js';
import {Editor} from './editor.js';
import {learn} from './learn.js';
import {decode} from './share.js';
import {wireFiles} from './files.js';
import {wireView} from './view.js';
import {wireKeys} from './keys.js';

class Page {
    constructor() {
        this.player = new Player(this); // first: its worker loads the module
        this.stage = new Stage();
        this.sound = new Sound();
        this.where = $('where').appendChild(new Text());
        this.undo = [];
        this.addCount = 20;
        this.addFlock = '';
        this.hand = new Hand($('boids'), this);
        this.sliders = new Sliders($('page-sliders'), (...what) => this.change(...what));
        this.plots = new Plots($('page-plots'));
        this.editor = new Editor($('page-text'), (text) => this.player.client.order('check', {text}),
                                 (text) => this.open({scene: 'edited', text}, true));
        this.last = performance.now();
        this.shown = 0; // frames
        this.lastRate = {time: this.last, shown: 0};
    }

    // --- For the hand and the player ---

    get camera() { return this.stage.camera; }
    get paused() { return this.player.paused; }
    act(kind, what) { return this.player.act(kind, what); }
    moved() { this.stage.moved(); }

    fullSpeed() {
        const {flocks} = this.player.scene;
        return (flocks.find(({name}) => name === this.addFlock) ?? flocks[0]).fullSpeed;
    }

    opened(scene, keepCamera) {
        this.stage.open(scene, keepCamera);
        this.view.applyGround();
        this.first = new Map(scene.own.map(({key, value}) => [key, value]));
        this.values = new Map(scene.parameters.map(({key, value}) => [key, value]));
        this.sliders.build(scene, this.first);
        this.plots.clear();
        this.threads = scene.threads > 1 ? ` · ${scene.threads} threads` : '';
        this.plots.threads = this.threads;
        this.sound.open(scene);
        this.undo = [];
        this.addFlock = scene.flocks[0].name;
        this.view.scene(scene);
        if (this.editor.own !== scene.text || !this.editor.edited) {
            this.editor.put(scene.text); // but what somebody is writing stays, when the scene begins anew
        }
        learn($('page-learn'), scene, ({scene: name, set}) => this.open({scene: name, set}));
        this.flee();
        $('scene-name').textContent = scene.edited ? 'edited scene' : scene.name;
        $('about').textContent = scene.about;
        $('boids').setAttribute('aria-label', `The flock: ${scene.about || scene.name}`);
        document.title = `${scene.edited ? 'A scene' : scene.name}: Volery`;
        $('loading').hidden = true;
    }

    frame(frame, jumped) {
        if (jumped) {
            this.stage.drawing.forget();
        }
        this.stage.take(frame);
        if (frame.measures) {
            this.plots.add(frame.step, frame.measures, frame.stepTime);
            if (!$('page-plots').hidden) {
                this.plots.draw();
            }
        }
        this.boids = frame.flocks.reduce((sum, {count}) => sum + count, 0);
        if (!this.begun) {
            this.begun = true;
            this.stage.show(1); // at once: the next frame of the screen may be far away
            this.beginDrawing();
        }
        const line = $('timeline');
        if (document.activeElement !== line || !this.dragging) {
            line.max = Math.max(frame.furthest, 1);
            line.value = frame.step;
            fill(line);
        }
        this.where.data = frame.step;
        document.documentElement.dataset.step = frame.step;
    }

    failed(error) { trouble(error.message); }

    progress(part) { this.where.data = `${Math.round(part * 100)} %`; }

    changed(kind) {
        const paused = this.player.paused;
        $('pause').replaceChildren(icon(paused ? 'play' : 'pause'));
        $('pause').setAttribute('aria-label', paused ? 'Play' : 'Pause');
        $('pause').title = paused ? 'Play (space)' : 'Pause (space)';
        if (kind === 'set' || kind === 'seek') {
            this.refresh();
        }
    }

    async refresh() {
        clearTimeout(this.refreshing);
        this.refreshing = setTimeout(async () => {
            const parameters = await this.player.client.order('parameters');
            this.values = new Map(parameters.map(({key, value}) => [key, value]));
            this.sliders.update(parameters);
            this.flee();
        }, 80);
    }

    flee() { this.stage.fleeRadius = Number(this.values.get('player.flee_radius')) || 0; }

    // --- What a person wants ---

    // Opens a scene; `keep`: the picture stays where it is. Messages tell of failures, and they are thrown on.
    async open(run, keep = false) {
        const late = setTimeout(() => tell('Opening the scene'), 700);
        try {
            return await this.player.open(run, keep);
        } catch (error) {
            trouble(error.message);
            throw error;
        } finally {
            clearTimeout(late);
        }
    }

    tryOpen(run, keep) { return this.open(run, keep).catch(() => null); }

    // Parameters as they are now, where the scene has them otherwise: what a restart keeps.
    changedSet() {
        const set = {...this.player.scene.set};
        for (const [key, value] of this.values) {
            if (this.first.get(key) !== value) {
                set[key] = value;
            } else {
                delete set[key];
            }
        }
        return set;
    }

    again(more = {}) {
        const {name, edited, text, seed} = this.player.scene;
        const set = {...this.changedSet(), ...more.set};
        for (const key of more.without ?? []) {
            delete set[key];
        }
        return this.open({scene: name, text: edited ? text : undefined, seed: more.seed ?? seed, set}, true);
    }

    newSeed() {
        const seed = (BigInt(this.player.scene.seed) + 1n) & 0xffffffffffffffffn;
        return this.again({seed: String(seed)});
    }

    // A slider was moved; with `param` null: all of a list are put back. False: it was refused.
    async change(param, value, dragging) {
        if (param === null) {
            const fixed = value.filter(([{live}]) => !live).map(([{key}]) => key);
            for (const [one, own] of value.filter(([{live}]) => live)) {
                await this.act('set', {key: one.key, value: valueOf(one, own)});
                this.values.set(one.key, own);
            }
            return fixed.length > 0 ? this.again({without: fixed}).then(() => true, () => false) : true;
        }
        const before = this.values.get(param.key);
        if (before === value) {
            return true;
        }
        if (!param.live) {
            return this.again({set: {[param.key]: value}}).then(() => true, () => { this.refresh(); return false; });
        }
        const right = await this.act('set', {key: param.key, value: valueOf(param, value)});
        const last = this.undo[this.undo.length - 1];
        if (right && !(last?.dragging && last.param.key === param.key)) {
            this.undo.push({param, before, dragging});
        } else if (right) {
            last.dragging = dragging;
        }
        if (right) {
            this.values.set(param.key, value);
        }
        return Boolean(right);
    }

    takeBack() {
        const last = this.undo.pop();
        if (last) {
            this.values.set(last.param.key, last.before);
            this.act('set', {key: last.param.key, value: valueOf(last.param, last.before)});
            tell(`${last.param.key} is ${last.before} again`);
        }
    }

    async follow() {
        if (this.stage.follow) {
            this.stage.follow = null;
            return;
        }
        const {camera} = this;
        const at = this.hand.at ?? {x: camera.middleX, y: camera.middleY};
        const found = await this.player.client.order('near', {position: camera.toWorld(at.x, at.y),
            radius: Math.max(...camera.size)});
        if (found) {
            this.stage.follow = found;
            camera.zoom = Math.max(camera.zoom, 3);
            this.player.dirty = true;
            tell('Following a boid; F lets it go');
        }
    }

    chooseTool(name) {
        this.hand.choose(name);
        for (const button of $('tools').children) {
            const chosen = button.dataset.tool === name;
            button.setAttribute('aria-checked', String(chosen));
            button.tabIndex = chosen ? 0 : -1;
        }
    }

    setSpeed(speed) {
        this.player.speed = Math.min(Math.max(speed, 0.0625), 16);
        $('speed').value = String(this.player.speed);
    }

    showTab(name) {
        for (const tab of document.querySelectorAll('[role=tab]')) {
            const chosen = tab.id === `tab-${name}`;
            tab.setAttribute('aria-selected', String(chosen));
            tab.tabIndex = chosen ? 0 : -1;
            $(tab.getAttribute('aria-controls')).hidden = !chosen;
        }
        this.player.wanted.measures = name === 'plots' ? MEASURES : null;
        this.player.dirty = true;
    }

    togglePanel(shown = document.body.classList.contains('no-panel')) {
        document.body.classList.toggle('no-panel', !shown);
        $('toggle-panel').setAttribute('aria-expanded', String(shown));
        this.stage.layOut();
    }

    // --- Every frame ---

    // The flock has been sketched: WebGL begins when that is on the screen.
    beginDrawing() {
        requestAnimationFrame(() => setTimeout(() => {
            performance.mark('first flock');
            try {
                this.stage.begin(() => {
                    this.view.applyGround();
                    this.player.dirty = true;
                });
                this.player.dirty = true;
            } catch (error) {
                this.player.pause(true);
                fatal('This page needs WebGL2', 'Your browser does not offer it. It may be switched off in the settings, '
                    + 'or the graphics driver may be too old. Any current Firefox, Chrome, Edge or Safari has it; the '
                    + `program volery draws without it. (${error.message})`);
            }
        }));
    }

    tick(now) {
        requestAnimationFrame((time) => this.tick(time));
        const seconds = Math.max(now - this.last, 0) / 1000;
        this.last = now;
        if (this.player.scene) {
            this.hand.act();
            this.player.tick(seconds);
            this.sound.tick(this.player);
            const running = !this.player.paused && this.player.speed < 1;
            this.stage.hand = this.hand.mark;
            if (this.stage.changed || (running && this.stage.ready) || this.film) {
                this.stage.show(this.player.part);
                this.film?.add();
                this.shown++;
            }
        }
        if (now - this.lastRate.time > 1000) {
            const shown = this.shown - this.lastRate.shown;
            const frames = Math.round(1000 * shown / (now - this.lastRate.time));
            this.lastRate = {time: now, shown: this.shown};
            $('rate').textContent = this.boids === undefined ? '' : `${this.boids} boids · ${frames} fps${this.threads}`;
        }
    }
}

// A value as an event has it: numbers as numbers, all else as text or lists.
const valueOf = (param, text) => {
    if (param.type === 'vector' || param.type === 'list') {
        try {
            return JSON.parse(text);
        } catch {
            return text;
        }
    }
    const number = Number(text);
    return (param.type === 'real' || param.type === 'count') && text !== '' && Number.isFinite(number) ? number
        : param.type === 'flag' ? text === 'true' : text;
};

const wireTools = (page) => {
    TOOLS.forEach(([name, title, help], i) => {
        $('tools').append(make('button', {type: 'button', role: 'radio', 'data-tool': name,
            'aria-label': `${title}: ${help}`, title: `${help} (${i + 1})`, onclick: () => page.chooseTool(name)},
        icon(name), make('span', {text: title})));
    });
    $('tools').addEventListener('keydown', (event) => {
        const move = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key];
        if (move) {
            const at = TOOLS.findIndex(([name]) => name === page.hand.tool);
            const next = TOOLS[(at + move + TOOLS.length) % TOOLS.length][0];
            page.chooseTool(next);
            $('tools').querySelector(`[data-tool=${next}]`).focus();
            event.preventDefault();
            event.stopPropagation();
        }
    });
    page.chooseTool('add');
};

const wireTabs = (page) => {
    const tabs = [...document.querySelectorAll('[role=tab]')];
    tabs.forEach((tab, i) => {
        tab.addEventListener('click', () => page.showTab(tab.id.slice(4)));
        tab.addEventListener('keydown', (event) => {
            const move = {ArrowRight: 1, ArrowLeft: -1}[event.key];
            if (move) {
                const next = tabs[(i + move + tabs.length) % tabs.length];
                page.showTab(next.id.slice(4));
                next.focus();
                event.preventDefault();
                event.stopPropagation();
            }
        });
    });
    $('toggle-panel').addEventListener('click', () => page.togglePanel());
};

const wireTime = (page) => {
    const {player} = page;
    $('pause').addEventListener('click', () => player.pause());
    $('step-on').addEventListener('click', () => player.stepOn());
    $('step-back').addEventListener('click', () => page.stepBack());
    $('restart').addEventListener('click', () => page.again().catch(() => {}));
    $('speed').addEventListener('change', () => page.setSpeed(Number($('speed').value)));
    page.stepBack = () => {
        player.pause(true);
        player.seek(Math.max(player.step - 1, 0));
    };
    const line = $('timeline');
    line.addEventListener('input', () => {
        page.dragging = true;
        fill(line);
        player.seek(Number(line.value));
    });
    line.addEventListener('change', () => { page.dragging = false; });
};

const openAddress = async (page) => {
    let run = null;
    try {
        run = await decode(location.hash);
    } catch (error) {
        trouble(error.message);
    }
    const opened = run && await page.tryOpen(run);
    if (!opened && !page.player.scene) {
        await page.open({scene: 'default'});
    }
};

const fatal = (title, text) => {
    const box = $('loading');
    box.hidden = false;
    box.className = 'notice trouble';
    box.setAttribute('role', 'alert');
    box.replaceChildren(make('div', {}, make('b', {text: title}), text));
};

const begin = async () => {
    const page = new Page();
    page.view = wireView(page);
    wireTools(page);
    wireTabs(page);
    wireTime(page);
    wireFiles(page);
    wireKeys(page);
    page.togglePanel(innerWidth >= 900 && recall('panel', true));
    $('toggle-panel').addEventListener('click', () => {
        remember('panel', !document.body.classList.contains('no-panel'));
    });
    new ResizeObserver(() => page.stage.layOut()).observe(document.documentElement);
    addEventListener('hashchange', () => openAddress(page));
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        page.player.pause(true);
        tell('Paused, as your system asks for less motion: space begins');
    }
    globalThis.voleryPage = page; // for whoever is curious, and for tests
    requestAnimationFrame((now) => page.tick(now));
    try {
        await openAddress(page);
    } catch (error) {
        fatal('The flock could not be loaded', `${error.message}. The page needs a web server: opened as a file, `
            + 'browsers do not let it load its parts.');
    }
};

begin();
