// Serves a folder on this machine: node web/serve.js [FOLDER [PORT]]. With the headers that let a page use memory that
// threads share, and a policy that lets no script but the folder's own run.
import {createServer} from 'node:http';
import {readFile, stat} from 'node:fs/promises';
import {extname, join, normalize, sep} from 'node:path';
import {pathToFileURL} from 'node:url';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.wasm': 'application/wasm',
    '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.webp': 'image/webp', '.jpg': 'image/jpeg', '.ts': 'text/plain; charset=utf-8', '.txt': 'text/plain; charset=utf-8',
    '.yaml': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json',
};

export const HEADERS = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
        "img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; connect-src 'self'; object-src 'none'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
};

async function answer(folder, more, request, response) {
    const end = (code, headers, body) => response.writeHead(code, {...HEADERS, ...more, ...headers}).end(body);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
        return end(405, {Allow: 'GET, HEAD'});
    }
    try {
        const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        let file = normalize(join(folder, path));
        if (path.includes('\0') || (file !== folder && !file.startsWith(folder + sep))) {
            return end(403, {}, 'outside of the folder\n');
        }
        if ((await stat(file)).isDirectory()) {
            if (!path.endsWith('/')) {
                return end(301, {Location: `${path}/`});
            }
            file = join(file, 'index.html');
        }
        const body = await readFile(file);
        return end(200, {'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
                         'Content-Length': body.length}, request.method === 'HEAD' ? undefined : body);
    } catch {
        return end(404, {'Content-Type': TYPES['.txt']}, 'there is no such file\n');
    }
}

/** Serves the folder; port 0: any that is free; `more`: headers in place of those above. Resolves to {url, close}. */
export function serve(folder, port = 0, more = {}) {
    const root = normalize(folder).replace(/[/\\]+$/, '');
    const server = createServer((request, response) => answer(root, more, request, response));
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => resolve({
            url: `http://localhost:${server.address().port}/`,
            close: () => new Promise((closed) => server.close(closed)),
        }));
    });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const port = Number(process.argv[3] ?? process.env.PORT ?? 8000);
    try {
        console.log((await serve(process.argv[2] ?? 'build/web', port)).url);
    } catch (error) {
        console.error(`web: cannot serve at port ${port}: ${error.message}; PORT=0 takes any that is free`);
        process.exit(1);
    }
}
