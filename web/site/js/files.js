// Dialogs: the gallery, sharing, downloads, help. Opening files that are dropped on the page.
import {$, make, tell, trouble} from './ui.js';
import {encode} from './share.js';
import {download, picture, filmType, Film} from './save.js';

const MOST_FILE = 16 << 20;

const wireDialogs = () => {
    for (const dialog of document.querySelectorAll('dialog')) {
        dialog.querySelector('.close').addEventListener('click', () => dialog.close());
        dialog.addEventListener('click', (event) => {
            if (event.target === dialog) {
                dialog.close(); // beside it
            }
        });
    }
    $('help').addEventListener('click', () => $('help-box').showModal());
    $('save').addEventListener('click', () => $('save-box').showModal());
};

const card = (page, {name, about}) => make('li', {}, make('button', {type: 'button', 'data-scene': name,
    onclick: () => {
        $('gallery').close();
        history.replaceState(null, '', `#scene=${name}`);
        page.tryOpen({scene: name});
    }}, make('img', {src: `gallery/${name}.png`, alt: '', loading: 'lazy', width: 320, height: 200}),
    make('span', {}, make('b', {text: name}), about)));

const wireGallery = (page) => {
    $('open-gallery').addEventListener('click', async () => {
        const {scenes} = await page.player.client.loaded;
        if ($('cards').children.length === 0) {
            $('cards').append(...scenes.map((scene) => card(page, scene)));
        }
        for (const button of $('cards').querySelectorAll('button')) {
            button.setAttribute('aria-current', String(button.dataset.scene === page.player.scene?.name));
        }
        $('gallery').showModal();
        $('cards').querySelector('[aria-current=true]')?.focus();
    });
};

const wireShare = (page) => {
    const fill = async () => {
        const run = await page.player.client.order('run');
        const fragment = await encode({...run, step: $('share-step').checked ? run.step : 0});
        $('share-text').value = `${location.origin}${location.pathname}${fragment}`;
        $('share-size').textContent = `${$('share-text').value.length} characters`;
        history.replaceState(null, '', fragment);
    };
    $('share').addEventListener('click', async () => {
        try {
            await fill();
            $('share-box').showModal();
            $('share-text').select();
        } catch (error) {
            trouble(error.message);
        }
    });
    $('share-step').addEventListener('change', fill);
    $('copy').addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText($('share-text').value);
        } catch {
            $('share-text').select(); // pages without the right to copy
            document.execCommand('copy');
        }
        $('share-box').close();
        tell('The address is copied');
    });
};

const wireDownloads = (page) => {
    const {client} = page.player;
    const name = () => (page.player.scene.edited ? 'scene' : page.player.scene.name);
    const guarded = (does) => async () => {
        $('save-box').close();
        try {
            await does();
        } catch (error) {
            trouble(error.message);
        }
    };
    $('save-picture').addEventListener('click', guarded(async () => {
        page.stage.moved();
        page.stage.show(page.player.part); // what was drawn is gone when the browser has shown it
        download(`${name()}.png`, await picture(page.stage.layers));
    }));
    $('save-recording').addEventListener('click', guarded(async () => {
        tell('Computing the run once more for its recording');
        const {bytes} = await client.order('recording');
        download(`${name()}.vol`, new Blob([bytes], {type: 'application/octet-stream'}));
        tell(`A recording of ${page.player.step} steps: volery verify ${name()}.vol`);
    }));
    $('save-scene').addEventListener('click', guarded(async () => {
        download(`${name()}.yaml`, new Blob([await client.order('text')], {type: 'text/yaml'}));
    }));
    $('save-film').disabled = filmType() === undefined;
    $('save-film').addEventListener('click', guarded(async () => {
        if (!page.film) {
            page.film = new Film(page.stage.layers);
            $('save').classList.add('rec');
            tell('Filming; V or the same button stops');
            return;
        }
        const film = page.film;
        page.film = null;
        $('save').classList.remove('rec');
        download(`${name()}.${film.ending}`, await film.stop());
    }));
};

const openFile = async (page, file) => {
    if (file.size > MOST_FILE) {
        trouble(`${file.name} has more than ${MOST_FILE} bytes`);
        return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const recording = new TextDecoder().decode(bytes.subarray(0, 6)) === 'VOLREC';
    try {
        const run = recording ? await page.player.client.order('readRecording', {bytes})
            : {text: new TextDecoder('utf-8', {fatal: true}).decode(bytes)};
        await page.open({scene: file.name.replace(/\.[a-z]+$/, ''), ...run});
    } catch (error) {
        trouble(`${file.name}: ${error.message}`);
    }
};

const wireDrop = (page) => {
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0) {
            openFile(page, event.dataTransfer.files[0]);
        }
    });
};

export const wireFiles = (page) => {
    wireDialogs();
    wireGallery(page);
    wireShare(page);
    wireDownloads(page);
    wireDrop(page);
};
