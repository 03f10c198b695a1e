// Serves target/site to this machine, and prints where. PORT takes another port.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../target/site/', import.meta.url);
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const file = new URL(`.${pathname.endsWith('/') ? `${pathname}index.html` : pathname}`, root);
  try {
    if (!file.href.startsWith(root.href)) throw new Error('not of the site');
    const body = await readFile(fileURLToPath(file));
    response.writeHead(200, { 'content-type': TYPES[extname(file.pathname)] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.on('error', ({ message }) => {
  console.error(`error: ${message}; PORT=8081 takes another port`);
  process.exitCode = 1;
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`the playground: http://127.0.0.1:${server.address().port}/playground.html (Ctrl-C ends it)`);
});
