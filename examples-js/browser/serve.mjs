// Serves the examples for a person to look at: node browser/serve.mjs, then open the address it prints.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
};

/** Enough for the engine: scripts of this origin, and compiling WebAssembly. A model may be anywhere. */
const POLICY = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; connect-src *";

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url === '/' ? '/browser/index.html' : request.url, 'http://localhost');
  const file = new URL(`.${pathname}`, root);
  const type = TYPES[extname(pathname)];
  try {
    if (type === undefined || !file.href.startsWith(root.href)) throw new Error('not served');
    const body = await readFile(fileURLToPath(file));
    // The view has a policy of its own.
    const policy = pathname.endsWith('/view.html') ? {} : { 'content-security-policy': POLICY };
    response.writeHead(200, { 'content-type': type, ...policy }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/browser/index.html`);
});
