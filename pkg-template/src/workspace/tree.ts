// The clean copy that is judged: sealed files from memory, the agent's work files, and what a run alters in them.

import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDependencies } from './dependencies.js';
import { type FileEntry, type Files, forEachInSlices, hashFiles, readEntry } from './files.js';
import { removeFolder } from './scratch.js';
import { type Seal, type Work, writeFiles } from './seal.js';

export interface TreeOptions {
  /** A folder of ours. */
  scratch: string;
  /** The agent's work; without it the tree is as it was sealed. */
  work?: Work | undefined;
  /** Alters the text of a file before it is written: the new text, or `undefined` to leave it. It sees no links. */
  edit?: ((path: string, text: string) => string | undefined) | undefined;
  /** More files, which replace others of their paths. They are sealed, too. */
  more?: Files | undefined;
}

export interface Tree {
  /** The top of the copy. */
  readonly root: string;
  /** Where commands run: the copy of the project. */
  readonly folder: string;
  readonly home: string;
  readonly temporary: string;
  /** Where reports of test runners are written. */
  readonly reports: string;
  /** A hash for each sealed file as it is on disk now. */
  hashSealed(): Promise<Map<string, string>>;
  remove(): Promise<void>;
}

/** The files of a tree, before a run alters them. */
export function combineFiles(seal: Seal, work: Work | undefined): Files {
  if (work === undefined) return new Map(seal.files);
  const sealed = [...seal.files].filter(([path]) => !seal.isWork(path));
  return new Map([...sealed, ...work.files, ...work.merged]);
}

export async function makeTree(seal: Seal, { scratch, work, edit, more }: TreeOptions): Promise<Tree> {
  const files = combineFiles(seal, work);
  if (edit !== undefined)
    for (const [path, entry] of files) {
      const text = 'bytes' in entry ? edit(path, entry.bytes.toString()) : undefined;
      if (text !== undefined) files.set(path, { ...(entry as FileEntry & { mode: number }), bytes: Buffer.from(text) });
    }
  for (const [path, entry] of more ?? []) files.set(path, entry);

  // The name of the folder tells a run nothing about its turn.
  const around = await realpath(await mkdtemp(join(scratch, 'copy-')));
  const [root, home, temporary, reports] = ['w', 'home', 'tmp', 'reports'].map((name) => join(around, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, temporary, reports]) await mkdir(folder);
  await writeFiles(root, files);
  await mkdir(join(root, seal.place), { recursive: true });
  const { dependencies, root: workspace } = seal;
  if (dependencies !== undefined) await copyDependencies(dependencies.folder, root, dependencies.paths, workspace);
  const sealed = [...files].filter(
    ([path, entry]) => 'bytes' in entry && !work?.merged.has(path) && (!seal.isWork(path) || more?.has(path)),
  );
  return {
    root,
    folder: join(root, seal.place),
    home,
    temporary,
    reports,
    async hashSealed() {
      const hashes = new Map<string, string>();
      await forEachInSlices(sealed, ([path]) => {
        const entry = readEntry(join(root, path));
        hashes.set(path, typeof entry === 'object' ? hashFiles(new Map([[path, entry]])) : 'gone');
      });
      return hashes;
    },
    remove: () => removeFolder(around),
  };
}
