// Boids of a world as planes of numbers, in buffers that travel between the page and its worker.
import {BLOCK_WIDTH} from './shaders.js';

const ROW = 4 * BLOCK_WIDTH; // buffers are whole rows of the texture that they become
const CELLS = 1 << 16;

// How crowded it is around each boid: boids in its cell in times of the mean, from 0 to 1 on a scale of logarithms.
const crowd = (sources, {size, origin}) => {
    const axes = size.length;
    const all = sources.reduce((sum, source) => sum + source.count, 0);
    const cells = Math.min(Math.max(all / 6, 16), CELLS);
    const edge = (size.reduce((product, x) => product * x, 1) / cells) ** (1 / axes);
    const counts = size.map((x) => Math.min(Math.max(1, Math.ceil(x / edge)), 512));
    const grid = new Uint32Array(counts.reduce((product, x) => product * x, 1));
    const place = (source, i) => {
        let cell = 0;
        for (let axis = axes - 1; axis >= 0; axis--) {
            const at = Math.floor((source.position[axis][i] - origin[axis]) / size[axis] * counts[axis]);
            cell = cell * counts[axis] + Math.min(Math.max(at, 0), counts[axis] - 1);
        }
        return cell || 0;
    };
    for (const source of sources) {
        for (let i = 0; i < source.count; i++) {
            grid[place(source, i)]++;
        }
    }
    const mean = Math.max(all / grid.length, 1);
    return (source, i) => Math.min(Math.log2(1 + grid[place(source, i)] / mean) / 5, 1);
};

const take = (bytes, buffers) => {
    const found = buffers.findIndex((buffer) => buffer.byteLength >= bytes && buffer.byteLength < 4 * bytes + 65536);
    return found < 0 ? new ArrayBuffer(Math.ceil((bytes * 1.2 + 1) / ROW) * ROW) : buffers.splice(found, 1)[0];
};

export const pack = (flocks, world, density, buffers) => {
    const sources = flocks.map(({count, raw}) => ({count, ...raw}));
    const crowded = density ? crowd(sources, world) : null;
    return sources.map((source) => {
        const count = source.count;
        const planes = [...source.position, ...source.velocity];
        const numbers = (planes.length + (density ? 1 : 0)) * count;
        const buffer = take(4 * (numbers + count), buffers);
        const data = new Float32Array(buffer, 0, numbers);
        const ids = new Uint32Array(buffer, 4 * numbers, count);
        planes.forEach((plane, i) => data.set(plane, i * count));
        ids.set(source.id);
        for (let i = 0; crowded && i < count; i++) {
            data[planes.length * count + i] = crowded(source, i);
        }
        return {count, data, ids, dense: Boolean(crowded)};
    });
};
