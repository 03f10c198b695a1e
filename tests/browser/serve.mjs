import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { listen } from '../listen.mjs';

/** What the pages may do: run scripts of their own origin and compile wasm, never `eval`. */
export const POLICY = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Serves the files of a folder on a free port of the loopback address. `missing` lists what was asked for in vain. */
export async function serve(folder, policy = POLICY) {
  const missing = [];
  const { url, close } = await listen(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const type = TYPES[extname(path)];
    try {
      if (type === undefined || path.split(sep).includes('..')) throw new Error(`not served: ${path}`);
      const body = await readFile(join(folder, path));
      // The view has a policy of its own.
      const own = path.endsWith('view.html') ? {} : { 'content-security-policy': policy };
      response.writeHead(200, { 'content-type': type, ...own }).end(body);
    } catch {
      missing.push(path);
      response.writeHead(404).end();
    }
  });
  return { url, missing, close };
}
