// Keys: one table, which is also the list that the page shows.
import {$, make} from './ui.js';
import {TOOLS} from './hand.js';

const keysOf = (page) => {
    const {player} = page;
    return [
        [' ', 'space', 'pause, go on', () => player.pause()],
        ['.', '.', 'one step', () => player.stepOn()],
        [',', ',', 'one step back', () => page.stepBack()],
        ['r', 'R', 'restart with the same seed', () => page.again().catch(() => {})],
        ['n', 'N', 'restart with a new seed', () => page.newSeed().catch(() => {})],
        ['+', '+  -', 'faster, slower', () => page.setSpeed(player.speed * 2)],
        ['=', '', '', () => page.setSpeed(player.speed * 2)],
        ['-', '', '', () => page.setSpeed(player.speed / 2)],
        ['g', 'G', 'choose a scene', () => $('open-gallery').click()],
        ['f', 'F', 'follow the boid at the pointer, or no more', () => page.follow()],
        ['h', 'H', 'hide or show the panel', () => page.togglePanel()],
        ['b', 'B', 'the flock alone, or all', () => page.view.bare()],
        ['t', 'T', 'trails', () => page.view.toggleTrails()],
        ['0', '0  Home', 'see the whole world', () => page.view.whole()],
        ['Home', '', '', () => page.view.whole()],
        ['l', 'L', 'share: the address of this flock', () => $('share').click()],
        ['d', 'D', 'download', () => $('save').click()],
        ['s', 'S', 'save a picture', () => $('save-picture').click()],
        ['v', 'V', 'film, or stop filming', () => $('save-film').click()],
        ['z', 'Ctrl Z', 'undo a change of parameters', () => page.takeBack(), true],
        ['?', '?', 'this list', () => $('help').click()],
        ['F1', '', '', () => $('help').click()],
    ];
};

const TOUCH = [
    ['tap or drag', 'the tool, as chosen; with the mouse the left button'],
    ['two fingers', 'move the picture (turn a space), and zoom'],
    ['right button', 'scatters all boids from the pointer'],
    ['middle button, or Shift and left', 'moves the picture; in a space turns it'],
    ['wheel', 'zooms'],
    ['arrow keys', 'move the picture; in a space turn it'],
];

const table = (rows) => make('table', {}, make('tbody', {}, ...rows.map(([key, what]) => make('tr', {},
    make('td', {}, ...key), make('td', {text: what})))));

export const wireKeys = (page) => {
    const keys = keysOf(page);
    const rows = keys.filter(([, shown]) => shown).map(([, shown, what]) =>
        [shown.split('  ').flatMap((word) => [make('kbd', {text: word}), ' ']), what]);
    const numbers = [make('kbd', {text: '1'}), ' to ', make('kbd', {text: String(TOOLS.length)})];
    $('help-keys').append(make('h3', {text: 'Hand'}), table(TOUCH.map(([a, b]) => [[a], b])),
                          make('h3', {text: 'Keys'}), table([[numbers, 'choose a tool'], ...rows]));
    addEventListener('keydown', (event) => {
        const {target, key} = event;
        const typing = target.matches?.('input:not([type=range]):not([type=checkbox]), textarea, select');
        const button = target.matches?.('button, summary, a, [role=tab]') && (key === ' ' || key === 'Enter');
        const dialog = document.querySelector('dialog[open]');
        const control = event.ctrlKey || event.metaKey;
        if (typing || button || dialog || event.altKey) {
            return;
        }
        const found = keys.find(([name, , , , wants]) => name === (key.length === 1 ? key.toLowerCase() : key)
            && Boolean(wants) === control);
        const tool = TOOLS[Number(key) - 1];
        const arrows = {ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40]}[key];
        if (found) {
            found[3]();
        } else if (tool && !control) {
            page.chooseTool(tool[0]);
        } else if (arrows && !target.matches?.('input, [role=tab], [role=radio]')) {
            page.hand.look(...arrows, false);
        } else {
            return;
        }
        event.preventDefault();
    });
};
