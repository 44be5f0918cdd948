// The scene as text: a text field with line numbers, and a mark where the reader of scenes found something wrong.
import {make} from './ui.js';

const CHECK_AFTER = 350; // milliseconds without a key

export class Editor {
    // `check(text)` and `run(text)` are promises that fail with a message, a line and a column.
    constructor(root, check, run) {
        this.check = check;
        this.numbers = make('div', {class: 'numbers', 'aria-hidden': 'true'});
        this.marks = make('pre', {class: 'marks', 'aria-hidden': 'true'});
        this.area = make('textarea', {id: 'scene-text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
            wrap: 'off', 'aria-label': 'Scene as text', 'aria-describedby': 'scene-fault',
            oninput: () => this.changed()});
        this.fault = make('div', {class: 'fault', id: 'scene-fault', role: 'alert', hidden: true});
        this.runButton = make('button', {type: 'button', class: 'wide main', id: 'run-text', text: 'Run',
            title: 'Ctrl Enter', onclick: () => this.run(run)});
        this.area.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                this.run(run);
            }
        });
        this.note = make('span', {class: 'faint'}, 'A scene is YAML: ',
                         make('a', {href: 'docs/scenes.html', text: 'its keys'}), '.');
        this.box = make('div', {class: 'editor'}, this.numbers, make('div', {class: 'lines'}, this.marks, this.area));
        root.replaceChildren(this.box, this.fault, make('p', {class: 'row'}, this.runButton, this.note));
    }

    put(text) {
        if (this.area.value !== text) {
            this.area.value = text;
        }
        this.own = text;
        this.mark(null);
        this.layOut();
    }

    get text() { return this.area.value; }
    get edited() { return this.area.value !== this.own; }

    layOut() {
        const lines = this.area.value.split('\n');
        this.numbers.textContent = lines.map((_, i) => i + 1).join('\n');
        this.area.rows = lines.length;
        this.area.cols = Math.min(Math.max(...lines.map((line) => line.length), 20) + 2, 400);
    }

    changed() {
        this.layOut();
        this.mark(null);
        clearTimeout(this.timer);
        this.timer = setTimeout(async () => {
            const text = this.area.value;
            const fault = await this.check(text).then(() => null, (error) => error);
            if (text === this.area.value) {
                this.mark(fault);
            }
        }, CHECK_AFTER);
    }

    async run(run) {
        clearTimeout(this.timer);
        const text = this.area.value;
        try {
            await run(text);
            this.mark(null);
        } catch (error) {
            this.mark(error);
            this.go(error);
        }
    }

    // Shows what is wrong, and where: the word at the column, or the rest of the line.
    mark(fault) {
        this.fault.hidden = !fault;
        this.area.setAttribute('aria-invalid', String(Boolean(fault)));
        this.marks.replaceChildren();
        if (!fault) {
            this.fault.replaceChildren();
            return;
        }
        const place = fault.line > 0
            ? make('button', {type: 'button', text: `line ${fault.line}, column ${fault.column}`,
                onclick: () => this.go(fault)}) : '';
        const words = fault.message.replace(/^[^:\n]*:[0-9]+:[0-9]+: /, '');
        this.fault.replaceChildren(...(place ? [place, ': '] : []), words);
        const lines = this.area.value.split('\n');
        if (fault.line > 0 && fault.line <= lines.length) {
            const line = lines[fault.line - 1];
            const at = Math.min(Math.max(fault.column - 1, 0), Math.max(line.length - 1, 0));
            const word = line.slice(at).match(/^[\w.-]+/)?.[0] ?? (line.slice(at, at + 1) || ' ');
            const before = lines.slice(0, fault.line - 1).map((one) => `${one}\n`).join('');
            this.marks.replaceChildren(before, line.slice(0, at), make('mark', {text: word}));
        }
    }

    go({line, column}) {
        if (!(line > 0)) {
            return;
        }
        const lines = this.area.value.split('\n').slice(0, line - 1);
        const at = lines.reduce((sum, text) => sum + text.length + 1, 0) + Math.max(column - 1, 0);
        this.area.focus();
        this.area.setSelectionRange(at, at);
        this.marks.querySelector('mark')?.scrollIntoView({block: 'center', inline: 'nearest'});
    }
}
