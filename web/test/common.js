// What the tests share: the module as `make web` has put it together, with vectors and without.
import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

/** The folder that is tested: VOLERY_WEB, or build/web. */
export const folder = resolve(process.env.VOLERY_WEB ?? join(import.meta.dirname ?? new URL('.', import.meta.url).pathname,
                                                             '../../build/web'));
/** The program, for what both must agree on; undefined: there is none. */
export const program = process.env.VOLERY_PROGRAM;

if (!existsSync(join(folder, 'volery.wasm'))) {
    throw new Error(`${folder} has no module: make web puts it there`);
}
export const volery = await import(pathToFileURL(join(folder, 'volery.js')).href);
export const builds = [['vectors', await volery.load({simd: true})], ['scalar', await volery.load({simd: false})]];
export const small = {'birds.count': 200};

/** A small world of which every test knows the flock. */
export const text = `about: three of a kind
world: {size: [300, 200], seed: 3}
flocks:
  - name: birds
    model: steering
    count: 60   # a few
`;
