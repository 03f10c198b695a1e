// Files in memory: what is sealed, and what an agent has made, read once.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';

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

/** The paths of a folder's files and links, but for what is derived. */
export async function listFolder(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const left = [''];
  for (let inner = left.pop(); inner !== undefined; inner = left.pop()) {
    for (const entry of await readdir(join(folder, inner), { withFileTypes: true })) {
      const path = posix.join(inner, entry.name);
      if (isDerived(path)) continue;
      if (entry.isDirectory()) left.push(path);
      else paths.push(path);
    }
  }
  return paths;
}

/** Reads files and links. A path that is not there is left out; what is neither a file nor a link is named in `strange`. */
export async function readFiles(folder: string, paths: readonly string[]): Promise<{ files: Files; strange: string[] }> {
  const files: Files = new Map();
  const strange: string[] = [];
  let left = MAX_BYTES;
  for (const path of paths) {
    const entry = await readEntry(join(folder, path), left);
    if (entry === 'strange') strange.push(path);
    else if (entry !== undefined) {
      files.set(path, entry);
      if ('bytes' in entry) left -= entry.bytes.length;
    }
  }
  return { files, strange };
}

async function readEntry(path: string, left: number): Promise<FileEntry | 'strange' | undefined> {
  let file: FileHandle | undefined;
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return { link: (await readlink(path)).split(sep).join('/') };
    if (found.isDirectory()) return undefined;
    if (!found.isFile()) return 'strange';
    // It may have become a pipe or a link meanwhile.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const { size, mode } = await file.stat();
    if (size > left)
      throw new Error(`the workspace has more than ${MAX_BYTES} bytes of files to judge; the last one read is ${path}`);
    return { bytes: await file.readFile(), mode: mode & 0o111 ? 0o755 : 0o644 };
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    if (['ELOOP', 'EACCES', 'ENXIO'].includes(code)) return 'strange';
    throw thrown;
  } finally {
    await file?.close();
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
