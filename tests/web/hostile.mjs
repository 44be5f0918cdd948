// What strangers may put into an address. `attack` runs in the page, as text: it uses nothing from around it. It
// returns what went otherwise than by a message for a person.
export async function attack() {
    const {decode, encode} = await import('./js/share.js');
    let seed = 7;
    const random = (n) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed % n;
    };
    const base64 = (text) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    const inside = (x) => `#p.${base64(JSON.stringify(x))}`;
    const squeezed = await new Response(new Blob([new Uint8Array(8e6)]).stream()
        .pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
    const scene = 'steering';
    const list = [
        '#z.', '#p.', '#z.AAAA', '#x', '#scene=%00', '#scene=__proto__', '#step=5', '#scene=default&step=-1',
        '#scene=default&seed=1e400', `#${'z'.repeat(2e6)}`, `#p.${base64('['.repeat(50000))}`,
        `#z.${base64(String.fromCharCode(...new Uint8Array(squeezed)))}`, // eight million zeros in eight thousand bytes
        inside(null), inside([]), inside({v: 2}), inside({v: 1, scene: {}}), inside({v: 1, scene, set: []}),
        inside({v: 1, scene, set: {'boids.count': 5}}), inside({v: 1, scene, set: {'boids.count': '-5'}}),
        '#p.' + base64('{"v":1,"scene":"steering","set":{"__proto__":"1"}}'), inside({v: 1, scene, set: {'': ''}}),
        inside({v: 1, scene, events: [{at: 1, add: 7}]}), inside({v: 1, scene, events: [{at: -1}]}),
        inside({v: 1, scene, events: {length: 4}}), inside({v: 1, scene, events: [{at: 9}, {at: 3}]}),
        inside({v: 1, text: `flocks: ${'['.repeat(5000)}`}), inside({v: 1, text: '<img src=x onerror=alert(1)>'}),
        inside({v: 1, text: 'flocks: [{model: steering, count: 2147483647}]'}), inside({v: 1, text: '\u0000\ud800'}),
    ];
    const good = await encode({scene: 'predators', seed: 3, set: {'hawks.count': '9'},
        events: [{at: 3, gust: [1, 2]}, {at: 5, set: {'hawks.max_speed': 3}}]});
    for (let i = 0; i < 150; i++) {
        const letters = [...good];
        for (let k = 0; k <= random(3); k++) {
            letters[3 + random(letters.length - 3)] = 'AZaz09-_'[random(8)];
        }
        list.push(letters.slice(0, random(4) ? undefined : random(letters.length)).join(''));
    }
    const wrong = [];
    for (const fragment of list) {
        try {
            const run = await decode(fragment);
            if (run) {
                await globalThis.voleryPage.player.client.order('check', run);
            }
        } catch (error) {
            const ours = error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
            if (!ours || !error.message) {
                wrong.push(`${fragment.slice(0, 60)} gave ${error}`);
            }
        }
    }
    return wrong;
}
