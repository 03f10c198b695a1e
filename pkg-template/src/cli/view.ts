import { spawn } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeError } from '../error.js';
import { evalHandler } from '../evals/server/index.js';
import { embedded, served } from '../view/index.js';
import { partsIn, shownIn } from '../view/values.js';
import { type Arguments, isPostgres, numberOf } from './arguments.js';
import {
  extraPlaces,
  liveOut,
  missingLivePlace,
  missingTraces,
  portWithoutLive,
  unusableFile,
  wrongFile,
  wrongLivePlace,
  wrongPort,
} from './errors.js';
import { serveLive } from './live.js';
import { jsonIn, readText, write } from './run.js';
import { note, print } from './screen.js';

const OPENERS: Record<string, string> = { darwin: 'open', win32: 'explorer' };

/** Writes a page that shows a trace, those of a folder, or the trends of a store, or serves one; on a terminal it is opened. */
export async function view(args: Arguments): Promise<number> {
  const { words, flags, live } = args;
  const [place = '', ...more] = words;
  if (more.length > 0 && !live) throw extraPlaces();
  if (live && flags.out !== undefined) throw liveOut();
  if (!live && flags.port !== undefined) throw portWithoutLive();
  const page = await readFile(new URL('../../view.html', import.meta.url), 'utf8');
  const port = numberOf(args, 'port') ?? 0;
  if (port > 65_535) throw wrongPort(port);
  if (live) return follow(words, page, port);
  const data = await dataOf(place);
  const file = flags.out ?? join(await mkdtemp(join(tmpdir(), 'reflect-view-')), 'view.html');
  await write(file, embedded(page, data));
  print(file);
  if (flags.out === undefined && process.stdout.isTTY) opened(file);
  return 0;
}

/** Whether this is a database; one of SQLite may be larger than a text can be. */
async function isStore(place: string): Promise<boolean> {
  if (isPostgres(place)) return true;
  const file = await open(place).catch(() => undefined);
  const { buffer } = (await file?.read({ buffer: Buffer.alloc(15) }).catch(() => undefined)) ?? {};
  await file?.close();
  return buffer?.toString() === 'SQLite format 3';
}

/** Serves folders and stores until the process ends. */
async function follow(places: readonly string[], page: string, port: number): Promise<number> {
  const [first, second] = places.length === 0 ? ['.'] : places;
  const isFirst = first !== undefined && (await isFolder(first));
  const [folder, store] = isFirst ? [first, second] : [undefined, first];
  if (places.length > (isFirst ? 2 : 1)) throw missingLivePlace();
  if (store !== undefined && !(await isStore(store))) throw wrongLivePlace(store, dirname(store));
  const evals = store === undefined ? undefined : (await (await import('./evals.js')).trackerOf(store)).tracker;
  const handler = evals && evalHandler(evals, { authorize: () => true });
  const live = { ...(folder !== undefined && { runs: 'runs' }), ...(handler && { evals: './' }) };
  const { url, closed } = await serveLive(served(page, live), { folder, handler, port });
  print(url);
  if (process.stdout.isTTY) opened(url);
  await closed;
  return 0;
}

function opened(place: string): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [place], { detached: true, stdio: 'ignore' });
  // Without such a program the path is enough.
  opener.on('error', () => {}).unref();
}

async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined))?.isDirectory() === true;
}

async function dataOf(place: string): Promise<unknown> {
  const traces = await tracesIn(place);
  if (traces !== undefined) return traces;
  if (await isStore(place)) return (await import('./evals.js')).trends(place);
  const parts = partsIn(await readText(place)).map((part) => jsonIn(part, place));
  const values = parts.length > 1 ? parts : parts[0];
  try {
    shownIn(values);
  } catch (thrown) {
    throw unusableFile(place, thrown);
  }
  return values;
}

/** The traces of a folder; `undefined` where it is none. */
export async function tracesIn(place: string): Promise<object[] | undefined> {
  if (!(await isFolder(place))) return undefined;
  const names = (await readdir(place)).filter((name) => name.endsWith('.json')).sort();
  const files = await Promise.all(names.map((name) => unlessBroken(name, join(place, name))));
  const traces = files.filter((file) => file !== null).filter(({ format }) => format === 'reflect-engine/trace');
  if (traces.length === 0) throw missingTraces(place);
  return traces;
}

/** A file of a folder as JSON; one that is not is told, and left out. */
async function unlessBroken(name: string, path: string): Promise<{ format?: unknown } | null> {
  try {
    // A pipe or a device may have no end.
    if (!(await stat(path)).isFile()) throw wrongFile(name);
    return jsonIn(await readText(path), name) as { format?: unknown } | null;
  } catch (thrown) {
    note(`left out: ${describeError(thrown)}`);
    return null;
  }
}
