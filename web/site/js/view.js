// What is drawn and how: colours, trails, ground, light and dark, and how many boids the hand adds.
import {$, fill, make, remember, recall} from './ui.js';

const COLORS = [['', 'as the scene has them'], ['flock', 'by flock'], ['heading', 'by heading'], ['speed', 'by speed'],
                ['density', 'by density'], ['random', 'one for each boid']];
const GROUNDS = [['auto', 'as the page'], ['scene', 'as the scene has it'], ['night', 'dark'], ['paper', 'light']];

const choice = (title, options, value, does) => {
    const select = make('select', {onchange: () => does(select.value)}, ...options.map(([name, words]) =>
        make('option', {value: name, text: words, selected: name === value})));
    return [make('label', {class: 'field'}, title, select), select];
};

const dark = matchMedia('(prefers-color-scheme: dark)');

export const wireView = (page) => {
    const {stage, player} = page;
    const root = $('page-view');
    let ground = recall('ground', 'auto');
    let theme = recall('theme', '');
    let length = 30;

    const isLight = () => (theme === '' ? !dark.matches : theme === 'light');
    const applyGround = () => stage.setGround(ground === 'auto' ? (isLight() ? 'paper' : 'scene') : ground);
    const applyTheme = () => {
        document.documentElement.classList.toggle('light', isLight());
        applyGround();
        page.plots?.draw();
    };
    const setTheme = () => {
        theme = isLight() ? 'dark' : 'light';
        remember('theme', theme);
        applyTheme();
    };
    const setRule = (rule) => {
        stage.drawing.rule = rule;
        player.wanted.density = rule === 'density' || (rule === '' && sceneDensity);
        player.dirty = true;
        stage.moved();
    };
    let sceneDensity = false;

    const [colors, colorSelect] = choice('Colours', COLORS, '', setRule);
    colorSelect.id = 'color-rule';
    const [grounds] = choice('Background', GROUNDS, ground, (value) => {
        ground = value;
        remember('ground', value);
        applyGround();
    });
    const trails = make('input', {type: 'checkbox', id: 'trails', onchange: () => setTrails()});
    const range = make('input', {type: 'range', min: 5, max: 120, value: length, 'aria-label': 'Length of trails',
        oninput: () => {
            length = Number(range.value);
            fill(range);
            trails.checked = true;
            setTrails();
        }});
    fill(range);
    const setTrails = () => {
        stage.drawing.trails = trails.checked ? length : 0;
        player.wanted.trails = trails.checked;
        stage.moved();
    };
    const count = make('input', {type: 'number', min: 1, max: 500, value: page.addCount, onchange: () => {
        page.addCount = Math.min(Math.max(Math.round(Number(count.value)) || 1, 1), 500);
        count.value = page.addCount;
    }});
    const into = make('select', {onchange: () => { page.addFlock = into.value; }});
    const heard = make('input', {type: 'checkbox', checked: true, onchange: () => { page.sound.on = heard.checked; }});
    const tune = make('label', {class: 'check', hidden: true}, heard, 'the scene’s sound');
    const whole = () => {
        stage.follow = null;
        stage.camera.reset();
        stage.moved();
    };

    root.replaceChildren(
        make('h2', {text: 'Boids'}), colors,
        make('label', {class: 'check'}, trails, 'trails'), make('label', {class: 'field'}, 'Length', range), tune,
        make('h2', {text: 'Picture'}), grounds,
        make('p', {class: 'row'},
             make('button', {type: 'button', class: 'wide', text: 'Whole world', onclick: whole}),
             make('button', {type: 'button', class: 'wide', text: 'Follow a boid', onclick: () => page.follow()}),
             make('button', {type: 'button', class: 'wide', text: 'Light or dark', onclick: setTheme})),
        make('h2', {text: 'The tool “Add”'}), make('label', {class: 'field'}, 'boids at a time', count),
        make('label', {class: 'field'}, 'to the flock', into));
    root.querySelectorAll('h2').forEach((heading, i) => heading.classList.toggle('later', i > 0));

    $('theme').addEventListener('click', setTheme);
    $('theme-too').addEventListener('click', setTheme);
    $('full').addEventListener('click', () => {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else {
            document.documentElement.requestFullscreen?.().catch(() => {});
        }
    });
    dark.addEventListener('change', applyTheme);
    applyTheme();

    return {
        applyGround, whole,
        toggleTrails: () => {
            trails.checked = !trails.checked;
            setTrails();
        },
        bare: () => {
            document.body.classList.toggle('bare');
            stage.layOut();
        },
        scene: (scene) => {
            into.replaceChildren(...scene.flocks.map(({name}) => make('option', {value: name, text: name})));
            tune.hidden = !scene.sound;
            sceneDensity = scene.flocks.some(({look}) => look.color.rule === 'density');
            setRule(colorSelect.value);
        },
    };
};
