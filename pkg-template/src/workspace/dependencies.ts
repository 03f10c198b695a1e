// Dependencies as they were when a project was sealed, where no command makes them: a copy then, and a copy of that for each run.

import { constants } from 'node:fs';
import { cp, lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { listFolder } from './files.js';

export interface Dependencies {
  /** The folder with the copy. */
  readonly folder: string;
  /** Paths of folders with dependencies, from the top of the workspace. */
  readonly paths: readonly string[];
}

const NAMES = ['node_modules', '.venv', 'venv'];
/** Bytes of a file in which a place may be written. */
const MAX_SCRIPT = 1 << 16;

/** The folders with dependencies in a workspace. */
export async function listDependencies(root: string): Promise<string[]> {
  const { derived } = await listFolder(root);
  return derived.filter((path) => NAMES.includes(posix.basename(path))).sort();
}

/**
 * Copies them, links as they are. A Python environment says where it lies: where it says that of `place`, it is said of the new place.
 */
export async function copyDependencies(from: string, to: string, paths: readonly string[], place?: string): Promise<void> {
  for (const path of paths) {
    await cp(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    if (place === undefined || !path.endsWith('venv')) continue;
    for (const inner of await readdir(join(to, path), { recursive: true })) {
      const file = join(to, path, inner);
      if (!/(^|[/\\])bin[/\\][^/\\]+$|\.pth$|direct_url\.json$/.test(inner)) continue;
      const { size } = await lstat(file).then((stat) => (stat.isFile() ? stat : { size: Infinity }));
      if (size > MAX_SCRIPT) continue;
      const text = await readFile(file, 'latin1');
      if (text.includes(place)) await writeFile(file, text.replaceAll(place, to), 'latin1');
    }
  }
}
