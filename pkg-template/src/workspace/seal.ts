// The seal: the workspace as its user left it, by the hash of a commit, or by a copy where there is none.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { missingProject } from './errors.js';
import { type Files, forEachInSlices, hashFiles, isSameEntry, listFolder, readFiles } from './files.js';
import { findCommit, findTop, listFollowed, readCommit } from './git.js';
import { mergeManifests } from './manifests.js';
import { type Place, type Seal, type SealRules, sealingOf } from './rules.js';

export type { Place, Seal } from './rules.js';

/** What the agent has made since. */
export interface Work {
  /** Its files, as they are now. */
  files: Files;
  /** Sealed manifests and locks with the dependencies that the agent added, and what is in their folders. */
  merged: Files;
  /** Sealed files that were changed, removed or added: they are not used. */
  changed: string[];
  /** Paths that are no plain files, or links out of the workspace: they are not used. */
  strange: string[];
  /** One hash for its files. */
  hash: string;
}

/** Whether the project is in a repository with a commit, and which. */
export async function findPlace(project: string): Promise<Place & { commit: string | undefined }> {
  const real = await realpath(project).catch(() => {
    throw missingProject(project);
  });
  const top = await findTop(real);
  const root = top === undefined ? real : await realpath(top);
  const way = relative(root, real).split(sep).join('/');
  return { root, place: way === '' ? '' : `${way}/`, commit: top === undefined ? undefined : await findCommit(real) };
}

/** Seals a commit, by its hash. */
export async function sealCommit(place: Place, commit: string, rules: SealRules, scratch: string): Promise<Seal> {
  return sealOf(place, commit, await readCommit(place.root, commit, scratch), rules);
}

/** Seals the files of a folder as they are now: those of the workspace, or a copy of it. */
export async function sealFolder(place: Place, rules: SealRules, folder = place.root): Promise<Seal> {
  return sealOf(place, undefined, (await readFiles(folder, await listWorkspace(folder))).files, rules);
}

function sealOf({ root, place }: Place, commit: string | undefined, files: Files, rules: SealRules): Seal {
  const sealing = sealingOf(rules, files, place);
  const sealed: Files = new Map([...files].filter(([path]) => !sealing.isWork(path)));
  return { ...sealing, root, place, files, commit, hash: hashFiles(sealed) };
}

/** Copies the files of a workspace, as `sealFolder` takes them, into a folder. */
export async function copyWorkspace(root: string, folder: string): Promise<void> {
  await writeFiles(folder, (await readFiles(root, await listWorkspace(root))).files);
}

/** What the agent has made since the seal, read once. */
export async function readWork(seal: Seal): Promise<Work> {
  const { root, isWork, files } = seal;
  const listed = await listWorkspace(root);
  const read = await readFiles(root, [...new Set([...listed, ...files.keys()])]);
  const work: Files = new Map([...read.files].filter(([path]) => isWork(path)));
  const sealed = [...new Set([...read.files.keys(), ...files.keys()])].filter((path) => !isWork(path));
  const merged = mergeManifests(seal, read.files);
  const changed = sealed.filter((path) => !merged.has(path) && !isSameEntry(read.files.get(path), files.get(path))).sort();
  const strange = read.strange.filter((path) => isWork(path) || files.has(path));
  for (const path of findMisplaced(work, seal)) {
    work.delete(path);
    strange.push(path);
  }
  return { files: work, merged, changed, strange, hash: hashFiles(new Map([...work, ...merged])) };
}

/** What is sealed, in words for a person. */
export function describeSeal(seal: Seal, changed: readonly string[] = []): string {
  const { files, isWork, referred, commit } = seal;
  const work = [...files].filter(([path]) => isWork(path));
  const tests = work.filter(
    ([path, entry]) => /(^|[/._-])(tests?|spec)([/._-]|$)/i.test(path) || ('bytes' in entry && entry.bytes.includes('#[test]')),
  );
  const what = commit === undefined ? 'a copy of the files' : `the commit ${commit.slice(0, 12)}`;
  return [
    `sealed: ${what}, ${files.size - work.length} files; the agent may change ${work.length}`,
    ...(changed.length > 0 ? [`a copy was taken, since sealed files differ from the last commit: ${listOf(changed)}`] : []),
    ...(referred.length > 0 ? [`sealed, too, since sealed files name them: ${listOf(referred)}`] : []),
    ...(tests.length > 0 ? [`tests inside files of the work do not count: ${listOf(tests.map(([path]) => path))}`] : []),
  ].join('\n');
}

/** Names in a list. */
const NAMES = 8;

export function listOf(names: readonly string[]): string {
  const more = names.length - NAMES;
  return `${names.slice(0, NAMES).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** The paths of the files of a workspace, but for what is derived. */
export async function listWorkspace(root: string): Promise<string[]> {
  // A repository around the folder is not its own.
  const isTop =
    (await findTop(root)
      .then((top) => top && realpath(top))
      .catch(() => undefined)) === root;
  const listAll = async (): Promise<string[]> => (await listFolder(root)).paths;
  return isTop ? await listFollowed(root).catch(listAll) : await listAll();
}

/** Paths of the work where a sealed path needs a folder or has a file, and links that lead out. */
function findMisplaced(work: Files, { files, isWork }: Seal): string[] {
  const sealed = [...files.keys()].filter((path) => !isWork(path));
  const places = new Set(sealed.flatMap(foldersOf));
  const names = new Set(sealed);
  return [...work].flatMap(([path, entry]) => {
    const isBlocked = places.has(path) || foldersOf(path).some((folder) => names.has(folder));
    const isOut = 'link' in entry && !staysInside(path, entry.link);
    return isBlocked || (isOut && !isSameEntry(entry, files.get(path))) ? [path] : [];
  });
}

function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
}

function staysInside(path: string, link: string): boolean {
  if (link.startsWith('/') || /^[a-z]:/i.test(link)) return false;
  let depth = path.split('/').length - 1;
  for (const name of link.split('/')) {
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** Writes files into a folder. Links come last, so that nothing is written through one. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  const made = new Set<string>();
  const place = (path: string): string => {
    const full = join(folder, path);
    const parent = dirname(full);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    return full;
  };
  mkdirSync(folder, { recursive: true });
  await forEachInSlices(files, ([path, entry]) => {
    if ('bytes' in entry) writeFileSync(place(path), entry.bytes, { mode: entry.mode });
  });
  for (const [path, entry] of files) if ('link' in entry) symlinkSync(entry.link, place(path));
}
