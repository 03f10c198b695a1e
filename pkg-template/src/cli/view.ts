import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError } from '../error.js';
import { embedded } from '../view/index.js';
import { partsIn, shownIn } from '../view/values.js';
import { type Arguments, WrongUse } from './arguments.js';
import { jsonIn, read, written } from './run.js';
import { note, print } from './screen.js';

const OPENERS: Record<string, string> = { darwin: 'open', win32: 'explorer' };

/** Writes a page that shows a trace, those of a folder, or the trends of a store, and on a terminal opens it. */
export async function view({ words, flags }: Arguments): Promise<number> {
  const [place = '', ...more] = words;
  if (more.length > 0) throw new WrongUse('`view` takes one trace, folder or store');
  const data = await dataOf(place);
  // Beside the folder of this program and its chunks.
  const page = await readFile(new URL('../../view.html', import.meta.url), 'utf8');
  const file = flags.out ?? join(await mkdtemp(join(tmpdir(), 'reflect-view-')), 'view.html');
  await written(file, embedded(page, data));
  print(file);
  if (flags.out !== undefined || !process.stdout.isTTY) return 0;
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [file], { detached: true, stdio: 'ignore' });
  // Who has no such program has the path.
  opener.on('error', () => {}).unref();
  return 0;
}

async function dataOf(place: string): Promise<unknown> {
  const isPostgres = /^postgres(ql)?:/.test(place);
  const isFolder = !isPostgres && (await stat(place).catch(() => undefined))?.isDirectory();
  if (isFolder) {
    const names = (await readdir(place)).filter((name) => name.endsWith('.json')).sort();
    const files = await Promise.all(names.map((name) => unlessBroken(name, join(place, name))));
    const traces = files.filter((file) => file?.format === 'reflect-engine/trace');
    if (traces.length === 0) throw new WrongUse(`${place} holds no traces: \`run --trace FILE\` writes one`);
    return traces;
  }
  const text = isPostgres ? '' : await read(place);
  if (isPostgres || text.startsWith('SQLite format 3')) return (await import('./evals.js')).trends(place);
  const parts = partsIn(text).map((part) => jsonIn(part, place));
  const values = parts.length > 1 ? parts : parts[0];
  try {
    shownIn(values);
  } catch (thrown) {
    throw new WrongUse(`${place}: ${describeError(thrown)}`);
  }
  return values;
}

/** A file of a folder as JSON; one that is not is told, and left out. */
async function unlessBroken(name: string, path: string): Promise<{ format?: unknown } | null> {
  try {
    // A pipe or a device may have no end.
    if (!(await stat(path)).isFile()) throw new WrongUse(`${name} is not a file`);
    return jsonIn(await read(path), name) as { format?: unknown } | null;
  } catch (thrown) {
    note(`left out: ${describeError(thrown)}`);
    return null;
  }
}
