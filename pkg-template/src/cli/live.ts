// `view --live`: a page on this machine alone that follows the traces of a folder while they are written, and a store.

import { once } from 'node:events';
import { constants, lstatSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RunRow, rowOf } from '../view/run.js';
import { runsIn } from '../view/values.js';
import { notFile, takenPort } from './errors.js';

/** Milliseconds of reading before what was found is told. */
const SLICE_MS = 300;

interface SeenFile {
  changedMs: number;
  size: number;
  /** Which change of the folder this was. */
  seq: number;
  rows: RunRow[];
}

function folderOf(place: string) {
  const files = new Map<string, SeenFile>();
  // Begins at the clock, so that a page of an earlier server gets everything.
  let seq = Date.now();
  let scan: Promise<boolean> | undefined;

  /** Reads what changed; whether there is more of it. A file that is gone has no runs. */
  async function look(): Promise<boolean> {
    const until = Date.now() + SLICE_MS;
    const names = (await readdir(place)).filter((name) => /\.jsonl?$/.test(name));
    for (const file of new Set([...names.sort(), ...files.keys()])) {
      const path = join(place, file);
      const now = lstatSync(path, { throwIfNoEntry: false });
      const [changedMs, size] = now?.isFile() ? [now.mtimeMs, now.size] : [0, 0];
      const seen = files.get(file);
      if (seen?.changedMs === changedMs && seen.size === size) continue;
      if (Date.now() > until) return true;
      seq += 1;
      files.set(file, { changedMs, size, seq, rows: now?.isFile() ? await rowsIn(path) : [] });
    }
    return false;
  }

  /** The runs that changed after a change, and the number of the last one. */
  async function rows(after: number): Promise<object> {
    scan ??= look().finally(() => {
      scan = undefined;
    });
    const more = await scan;
    const changed = [...files].flatMap(([file, { seq, rows }]) => (seq > after ? [{ file, rows }] : []));
    return { seq, more, files: changed };
  }

  /** Reads only files with runs. */
  async function text(file: string): Promise<string | undefined> {
    return files.get(file)?.rows.length ? textOf(join(place, file)).catch(() => undefined) : undefined;
  }

  return { rows, text };
}

/** The text of a file. Rejects for a link, which may have taken the place of a file since the folder was looked at. */
async function textOf(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw notFile();
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** None of a file that is being written, or is no trace. */
async function rowsIn(path: string): Promise<RunRow[]> {
  try {
    return runsIn(await textOf(path)).map(rowOf);
  } catch {
    return [];
  }
}

/** What is served: a folder, a store, or both. Port 0 is a free one. */
interface Served {
  folder: string | undefined;
  handler: ((request: Request) => Promise<Response>) | undefined;
  port: number;
}

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Serves a page on the loopback address, where it is found at `url`. */
export async function serveLive(page: string, served: Served): Promise<{ url: string; closed: Promise<unknown> }> {
  const { port } = served;
  const folder = served.folder === undefined ? undefined : folderOf(served.folder);
  const failed: Answer = [500, 'text/plain', 'this cannot be read'];
  const server = createServer(async (request, response) => {
    const [status, type, body] = await answer(request, page, folder, served.handler).catch(() => failed);
    response.writeHead(status, { 'content-type': type, ...HEADERS }).end(body);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening').catch(({ message }: Error) => {
    throw takenPort(port, message);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, closed: once(server, 'close') };
}

type Answer = [status: number, type: string, body: string];

async function answer(
  { method, url = '', headers, socket }: IncomingMessage,
  page: string,
  folder: ReturnType<typeof folderOf> | undefined,
  handler: Served['handler'],
): Promise<Answer> {
  // Another host name means DNS rebinding: a page elsewhere whose name leads here.
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  if (!hosts.includes(headers.host ?? '')) return [403, 'text/plain', 'this host is not known here'];
  if (method !== 'GET') return [405, 'text/plain', 'only GET is answered'];
  const address = new URL(url, 'http://localhost');
  const { pathname, searchParams } = address;
  if (pathname === '/') return [200, 'text/html; charset=utf-8', page];
  const after = Number(searchParams.get('after')) || 0;
  if (folder && pathname === '/runs') return [200, 'application/json', JSON.stringify(await folder.rows(after))];
  const text = pathname === '/run' ? await folder?.text(searchParams.get('file') ?? '') : undefined;
  if (text !== undefined) return [200, 'application/json', text];
  const response = await handler?.(new Request(address));
  return response ? [response.status, 'application/json', await response.text()] : [404, 'text/plain', 'there is nothing here'];
}
