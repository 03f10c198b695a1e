// Files in memory: what is sealed, and what an agent has made, read once.

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { tooManyBytes } from './errors.js';

export type FileEntry = { readonly bytes: Buffer; readonly mode: number } | { readonly link: string };

/** By their paths from the top of the workspace, with slashes. */
export type Files = Map<string, FileEntry>;

/** Bytes that are held in memory at most. */
export const MAX_BYTES = 1 << 30;

/**
 * Folders of what tools derive: dependencies, builds, caches. They are never taken along, since nothing says that what is in them is what
 * the sources make.
 */
export const DERIVED: readonly string[] = [
  ...[
    '.git',
    '.hg',
    '.svn',
    'node_modules',
    '.venv',
    'venv',
    'target',
    '__pycache__',
    '.pytest_cache',
    '.mypy_cache',
    '.ruff_cache',
  ],
  ...['.tox', '.nox', '.vite', '.vitest', '.turbo', '.next', '.nuxt', '.gradle', '.direnv', '.jj'],
];

/** Whether a path lies in a folder that tools derive, or is compiled bytecode. */
export function isDerived(path: string): boolean {
  return path.split('/').some((name) => DERIVED.includes(name)) || /\.py[co]$/.test(path);
}

export interface Listed {
  /** Files and links, but for what is derived. */
  paths: string[];
  /** Folders that are derived: nothing of them is listed. */
  derived: string[];
}

/** What is in a folder, by its path there. */
export async function listFolder(folder: string): Promise<Listed> {
  const [paths, derived, left]: [string[], string[], string[]] = [[], [], ['']];
  for (let inner = left.pop(); inner !== undefined; inner = left.pop()) {
    for (const entry of await readdir(join(folder, inner), { withFileTypes: true })) {
      const path = posix.join(inner, entry.name);
      const isFolder = entry.isDirectory();
      if (!isDerived(path)) (isFolder ? left : paths).push(path);
      else if (isFolder) derived.push(path);
    }
  }
  return { paths, derived };
}

/** Milliseconds after which others have their turn. */
const SLICE_MS = 20;

/** Does what is quick to each: ten thousand files are read in a tenth of the time that as many promises take. */
export async function forEachInSlices<T>(all: Iterable<T>, act: (one: T) => void): Promise<void> {
  let began = performance.now();
  for (const one of all) {
    act(one);
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Reads files and links. A path that is not there is left out; what is neither a file nor a link is named in `strange`. */
export async function readFiles(folder: string, paths: readonly string[]): Promise<{ files: Files; strange: string[] }> {
  const files: Files = new Map();
  const strange: string[] = [];
  let left = MAX_BYTES;
  await forEachInSlices(paths, (path) => {
    const entry = readEntry(join(folder, path), left);
    if (entry === 'strange') strange.push(path);
    else if (entry !== undefined) {
      files.set(path, entry);
      if ('bytes' in entry) left -= entry.bytes.length;
    }
  });
  return { files, strange };
}

/** A file or link; `undefined` of what is not there. */
export function readEntry(path: string, left = MAX_BYTES): FileEntry | 'strange' | undefined {
  let file: number | undefined;
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return { link: readlinkSync(path).split(sep).join('/') };
    if (found.isDirectory()) return undefined;
    if (!found.isFile()) return 'strange';
    // It may have become a pipe or a link meanwhile.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const { size, mode } = fstatSync(file);
    if (size > left) throw tooManyBytes(MAX_BYTES, path);
    return { bytes: readFileSync(file), mode: mode & 0o111 ? 0o755 : 0o644 };
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    if (['ELOOP', 'EACCES', 'ENXIO'].includes(code)) return 'strange';
    throw thrown;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function isSameEntry(one: FileEntry | undefined, other: FileEntry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if ('link' in one || 'link' in other) return 'link' in one && 'link' in other && one.link === other.link;
  return one.mode === other.mode && one.bytes.equals(other.bytes);
}

/** One hash for the paths, kinds and bytes of files, in whatever order they were read. */
export function hashFiles(files: Files): string {
  const hash = createHash('sha256');
  for (const [path, entry] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [kind, bytes] = 'link' in entry ? ['link', Buffer.from(entry.link)] : [entry.mode.toString(8), entry.bytes];
    hash.update(`${JSON.stringify(path)} ${kind} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
