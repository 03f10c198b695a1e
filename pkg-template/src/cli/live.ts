// `view --live`: a page on this machine alone that follows the traces of a folder while they are written, and a store.

import { lstatSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RunRow, rowOf } from '../view/run.js';
import { runsIn } from '../view/values.js';
import { WrongUse } from './arguments.js';

/** Milliseconds of reading before what was found is told. */
const SLICE_MS = 300;

interface SeenFile {
  changedMs: number;
  size: number;
  /** Which change of the folder this was. */
  seq: number;
  rows: RunRow[];
}

/** The runs of a folder: `rows(after)` gives those that changed after a change, and the number of the last one. */
class Folder {
  private readonly files = new Map<string, SeenFile>();
  /** From now on, so that who asked an earlier server has all from this one. */
  private seq = Date.now();
  private scan: Promise<boolean> | undefined;
  private readonly place: string;

  constructor(place: string) {
    this.place = place;
  }

  async rows(after: number): Promise<{ seq: number; more: boolean; files: { file: string; rows: RunRow[] }[] }> {
    this.scan ??= this.look().finally(() => {
      this.scan = undefined;
    });
    const more = await this.scan;
    const files = [...this.files].flatMap(([file, { seq, rows }]) => (seq > after ? [{ file, rows }] : []));
    return { seq: this.seq, more, files };
  }

  /** Nothing but what is known to have runs is read. */
  async text(file: string): Promise<string | undefined> {
    return this.files.get(file)?.rows.length ? readFile(join(this.place, file), 'utf8').catch(() => undefined) : undefined;
  }

  /** Reads what changed; whether there is more of it. */
  private async look(): Promise<boolean> {
    const until = Date.now() + SLICE_MS;
    const names = (await readdir(this.place)).filter((name) => /\.jsonl?$/.test(name));
    for (const file of names.sort()) {
      const path = join(this.place, file);
      const now = lstatSync(path, { throwIfNoEntry: false });
      const seen = this.files.get(file);
      if (!now?.isFile() || (seen?.changedMs === now.mtimeMs && seen.size === now.size)) continue;
      if (Date.now() > until) return true;
      this.seq += 1;
      this.files.set(file, { changedMs: now.mtimeMs, size: now.size, seq: this.seq, rows: await rowsIn(path) });
    }
    return false;
  }
}

/** Of a file that is being written, or is none of ours, there are none. */
async function rowsIn(path: string): Promise<RunRow[]> {
  try {
    return runsIn(await readFile(path, 'utf8')).map(rowOf);
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

/** Serves a page on the loopback address, where it is found at `url`. */
export async function serveLive(
  page: string,
  { folder: place, handler, port }: Served,
): Promise<{ url: string; closed: Promise<void> }> {
  const folder = place === undefined ? undefined : new Folder(place);
  const server = createServer((request, response) => {
    answer(request, { page, folder, handler }).then(
      ([status, type, body]) => send(response, status, type, body),
      () => send(response, 500, 'text/plain', 'this cannot be read'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new WrongUse(`port ${port} cannot be had: ${error.message}`)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, closed };
}

type Answer = [status: number, type: string, body: string];

async function answer(
  { method, url = '', headers, socket }: IncomingMessage,
  { page, folder, handler }: { page: string; folder: Folder | undefined; handler: Served['handler'] },
): Promise<Answer> {
  // A page elsewhere whose name was made to lead here sends that name.
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
  const said = await handler?.(new Request(address));
  return said ? [said.status, 'application/json', await said.text()] : [404, 'text/plain', 'there is nothing here'];
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  response.end(body);
}
