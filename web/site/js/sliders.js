// Sliders, made from the parameter table: by flock and rule, with help, the scene's own value to go back to, and a
// number to type. Parameters that are fixed while a world runs begin the scene anew.
import {make, fill, icon, show, nice} from './ui.js';
import {css, distinct} from './palette.js';

const LAST = new Set(['start', 'index', 'leaf']); // groups that few people need: at the end, closed

const groupOf = (name) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : '');
const labelOf = (name) => name.slice(groupOf(name) ? groupOf(name).length + 1 : 0).replaceAll('_', ' ');
const numbersOf = (text) => (text.match(/-?[0-9][0-9.e+-]*/g) ?? []).map(Number);

// The table's ranges are all that is allowed; a slider shows what is of use around the scene's own value.
const rangeOf = (param, own, now) => {
    const endless = param.most > 1000 && now >= param.most;
    let far = Math.max(Math.abs(own), Number.isFinite(param.standard) ? Math.abs(param.standard) : 0);
    far = param.most > 1000 && far >= param.most ? 0 : far;
    let {least, most} = param;
    if (most > 1000) {
        const usual = param.unit === 'px' ? 100 : param.unit === '' ? 2 : param.unit === 'boids' ? 1000 : 5;
        most = nice(far > 0 ? 4 * far : usual);
    }
    if (least < -1000) {
        least = own < 0 || now < 0 ? -most : 0;
    }
    return [now < least ? -nice(-now) : least, now > most && !endless ? nice(now) : most];
};

const helpOf = (param) => {
    const parts = [param.help];
    if (Number.isFinite(param.standard) && param.type === 'real') {
        parts.push(`Default ${show(param.standard)}.`);
    }
    if (param.type === 'real' || param.type === 'count') {
        parts.push(`Allowed ${show(param.least)} to ${show(param.most)}${param.unit ? ` ${param.unit}` : ''}.`);
    }
    if (!param.live) {
        parts.push('The scene begins anew with it.');
    }
    return parts.join(' ');
};

let ids = 0;

export class Sliders {
    // `change(key, value, live)` is called when a person has changed a value, which may be refused.
    constructor(root, change) {
        this.root = root;
        this.change = change;
        this.rows = new Map();
    }

    // Builds all rows. `first`: the values of the scene itself, by key.
    build(scene, first) {
        this.rows.clear();
        this.first = first;
        const world = scene.parameters.filter((param) => !param.flock && param.type !== 'seed');
        const sections = scene.flocks.map((flock, i) => this.section(
            flock.name, `${flock.model}, ${flock.count}`,
            scene.parameters.filter((param) => param.flock === flock.name), i === 0,
            flock.look.color.rule === 'fixed' ? flock.look.color.rgb.map((x) => x / 255) : distinct(i, false)));
        this.resetAll = make('button', {type: 'button', class: 'wide', text: 'Reset all', onclick: () => this.reset()});
        this.root.replaceChildren(...sections, this.section('world', 'wind, player', world, false),
                                  make('p', {class: 'row'}, this.resetAll));
        this.update(scene.parameters);
    }

    section(title, small, params, opened, swatch) {
        const box = make('details', {class: 'flock', open: opened},
                         make('summary', {}, title, make('small', {text: small})));
        if (swatch) {
            box.style.setProperty('--swatch', css(swatch));
        }
        const groups = new Map();
        for (const param of params) {
            const group = groupOf(param.name);
            groups.set(group, [...(groups.get(group) ?? []), param]);
        }
        const rank = ([name, list]) => (name === '' ? 0 : LAST.has(name) ? 3 : !list[0].live ? 3
            : list.some((p) => p.name === `${name}.radius`) && list.some((p) => p.name === `${name}.weight`) ? 1 : 2);
        for (const entry of [...groups].sort((a, b) => rank(a) - rank(b))) {
            const [name, list] = entry;
            const rows = list.map((param) => this.row(param));
            if (name === '') {
                box.append(...rows);
            } else {
                const hint = rank(entry) === 3 ? make('small', {text: 'begins anew'}) : '';
                box.append(make('details', {open: rank(entry) === 1 || name === 'world'},
                                make('summary', {}, name, hint), ...rows));
            }
        }
        return box;
    }

    row(param) {
        const id = `p${++ids}`;
        const tip = make('p', {class: 'tip', id: `${id}-tip`, text: helpOf(param)});
        const label = make('label', {for: id, title: param.key, text: labelOf(param.name)});
        const reset = make('button', {type: 'button', class: 'reset', title: 'back to what the scene has',
            'aria-label': `Reset ${param.key}`, onclick: () => this.set(param, this.first.get(param.key))},
        icon('restart'));
        const box = make('div', {class: 'param', 'data-key': param.key}, label);
        const row = {param, box, put: () => {}};
        const attributes = {id, 'aria-describedby': `${id}-tip`};
        const kinds = {flag: this.flag, choice: this.choice, real: this.number, count: this.number};
        box.append(...(kinds[param.type] ?? this.words).call(this, row, attributes));
        box.insertBefore(reset, box.children[2] ?? null);
        box.append(tip);
        label.addEventListener('click', () => box.classList.toggle('told'));
        this.rows.set(param.key, row);
        return box;
    }

    flag(row, attributes) {
        const input = make('input', {...attributes, type: 'checkbox',
            onchange: () => this.set(row.param, String(input.checked))});
        row.put = (value) => { input.checked = value === 'true'; };
        return [input];
    }

    choice(row, attributes) {
        const options = row.param.choices.map((name) =>
            make('option', {value: name, text: name.replaceAll('_', ' ')}));
        const select = make('select', {...attributes, class: 'number',
            onchange: () => this.set(row.param, select.value)}, ...options);
        row.put = (value) => { select.value = value; };
        return [select];
    }

    number(row, attributes) {
        const {param} = row;
        const whole = param.type === 'count';
        const field = make('input', {...attributes, class: 'number', inputmode: 'decimal', autocomplete: 'off',
            onchange: () => this.set(param, field.value.trim())});
        const slider = make('input', {type: 'range', step: 'any', 'aria-label': param.key});
        const value = () => {
            const range = Number(slider.max) - Number(slider.min);
            const grain = whole ? 1 : 10 ** (Math.floor(Math.log10(range)) - 2) / 2;
            return show(Math.round(Number(slider.value) / grain) * grain, 6);
        };
        slider.addEventListener('input', () => {
            field.value = value();
            fill(slider, Number(this.first.get(param.key)));
            if (param.live) {
                this.set(param, value(), true);
            }
        });
        slider.addEventListener('change', () => this.set(param, value()));
        row.put = (text) => {
            const now = Number(text);
            if (text === '' || Number.isNaN(now)) {
                field.value = text;
                slider.hidden = true;
                return;
            }
            const [least, most] = rangeOf(param, Number(this.first.get(param.key)) || 0, now);
            if (document.activeElement !== slider) {
                slider.min = least;
                slider.max = most;
                slider.value = now;
            }
            fill(slider, Number(this.first.get(param.key)));
            if (document.activeElement !== field) {
                field.value = now >= 1e8 ? 'no limit' : show(now, 7);
            }
        };
        return [field, slider];
    }

    // Vectors, lists and what else has no slider: its text.
    words(row, attributes) {
        const field = make('input', {...attributes, class: 'number', autocomplete: 'off', spellcheck: 'false',
            onchange: () => this.set(row.param, field.value.trim())});
        row.put = (text) => {
            if (document.activeElement !== field) {
                field.value = row.param.type === 'vector' && numbersOf(text).length > 0
                    ? numbersOf(text).map((x) => show(x, 5)).join(', ') : text;
            }
        };
        return [field];
    }

    async set(param, value, dragging = false) {
        const axes = param.type === 'vector' ? numbersOf(value) : [];
        const text = axes.length > 1 ? `[${axes.join(', ')}]` : value;
        const row = this.rows.get(param.key);
        const right = await this.change(param, text, dragging);
        row?.box.querySelector('.number')?.classList.toggle('bad', !right);
    }

    reset() {
        const changed = [...this.rows.values()].filter(({box}) => box.classList.contains('changed'));
        this.change(null, changed.map(({param}) => [param, this.first.get(param.key)]));
    }

    // Shows the values of the world as they are now.
    update(parameters) {
        let some = false;
        for (const {key, value} of parameters) {
            const row = this.rows.get(key);
            if (row) {
                const changed = this.first.has(key) && this.first.get(key) !== value;
                row.put(value);
                row.box.classList.toggle('changed', changed);
                some = some || changed;
            }
        }
        this.resetAll.disabled = !some;
    }
}
