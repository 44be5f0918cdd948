// What a scene says of itself in the comments at its head: headings in capitals, paragraphs, and commands to try, which
// become buttons.
import {make} from './ui.js';

const TRY = /^volery run (\S+)((?:\s+--set\s+(?:'[^']*'|\S+))+)\s*(.*)$/;
const SET = /--set\s+(?:'([^']*)'|(\S+))/g;

export const parts = (text) => {
    const found = [];
    for (const line of text.split('\n')) {
        if (!line.startsWith('#')) {
            break;
        }
        const words = line.replace(/^#\s*/, '').trimEnd();
        const heading = /^# [A-Z][A-Z ]+$/.test(line);
        if (heading) {
            found.push({heading: words});
        } else if (words.startsWith('volery ')) {
            found.push({command: words});
        } else if (words === '') {
            found.push({});
        } else if (found[found.length - 1]?.paragraph) {
            found[found.length - 1].paragraph += ` ${words}`;
        } else {
            found.push({paragraph: words});
        }
    }
    return found;
};

// {scene, set, note} of a command that changes parameters alone; null for any other.
export const trial = (command) => {
    const match = command.match(TRY);
    if (!match) {
        return null;
    }
    const set = {};
    for (const [, quoted, bare] of match[2].matchAll(SET)) {
        const text = quoted ?? bare;
        set[text.slice(0, text.indexOf('='))] = text.slice(text.indexOf('=') + 1);
    }
    return {scene: match[1], set, note: match[3]};
};

const sentence = (words) => words.charAt(0) + words.slice(1).toLowerCase();

export const learn = (root, scene, open) => {
    const rows = parts(scene.text).map(({heading, paragraph, command}) => {
        if (heading) {
            return make('h3', {text: sentence(heading)});
        }
        if (paragraph) {
            return make('p', {text: paragraph.replaceAll('`', '')});
        }
        const what = command && trial(command);
        if (!what) {
            return command ? make('p', {class: 'faint'}, make('code', {text: command})) : '';
        }
        const set = Object.entries(what.set).map(([key, value]) => `${key} = ${value}`).join(', ');
        return make('button', {type: 'button', class: 'try', onclick: () => open(what)}, make('code', {text: set}),
                    what.note);
    });
    const head = make('h2', {text: scene.about || scene.name});
    root.replaceChildren(head, ...(rows.length > 0 ? rows : [make('p', {text: 'This scene says nothing of itself.'})]));
};
