// One kept tree in place of another, file by file, where nobody else has changed one. Each file is moved to its place in one step, so after
// a kill each is that of one tree or of the other, and the same call goes on.

import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import {
  compareTrees,
  type KeptTree,
  keepTree,
  parentOf,
  pathIn,
  removeStage,
  type Store,
  stageFiles,
  type TreeChange,
} from './snapshots.js';

/** What is to be restored. */
export interface RestorePlan {
  /** The tree that is on disk, but for what others changed since. */
  from: string;
  to: Pick<KeptTree, 'tree' | 'ignored' | 'atMs'>;
  /** Paths that others changed before `from` was kept. */
  others: readonly string[];
  /** Called before the first file changes, with the tree that is on disk. */
  begin(now: string): Promise<unknown>;
}

/** Restores a tree. Resolves with the paths that another hand has changed, or that are in the way: then all files are as they were. */
export async function restoreTree(store: Store, index: string, plan: RestorePlan): Promise<string[]> {
  const { from, to, others, begin } = plan;
  const isIgnored = ignoredIn(to.ignored);
  const changes = (await compareTrees(store, from, to.tree)).filter(({ path, after }) => after !== undefined || !isIgnored(path));
  const seen = new Map<string, BigIntStats | undefined>();
  for (const { path } of changes) seen.set(path, await statOf(store, path));
  const { tree: now } = await keepTree(store, index);
  const left = new Set((await compareTrees(store, now, to.tree)).map(({ path }) => path));
  const since = (await compareTrees(store, from, now)).map(({ path }) => path);
  const touched = [...since, ...others].filter((path) => left.has(path));
  const due = changes.filter(({ path }) => left.has(path));
  const conflicts = await findConflicts(store, due, touched);
  if (conflicts.length > 0) return conflicts;
  await begin(now);
  const { done, changed } = await applyChanges(store, to, due, seen);
  if (changed === undefined) return [];
  // All files are of one attempt, or of the other.
  const back = done.map(({ path, before, after }) => ({ path, before: after, after: before }));
  await applyChanges(store, { tree: now, atMs: 0 }, back);
  return [changed];
}

function ignoredIn(ignored: readonly string[]): (path: string) => boolean {
  const names = new Set(ignored);
  return (path) => {
    for (let at = parentOf(path); at !== ''; at = parentOf(at)) if (names.has(`${at}/`)) return true;
    return names.has(path);
  };
}

async function statOf({ folder }: Store, path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(pathIn(folder, path), { bigint: true });
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw thrown;
  }
}

/** Files that another hand changed, and what no attempt has but is where a file must go: ignored files, links, pipes. */
async function findConflicts(store: Store, due: readonly TreeChange[], touched: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const removed = new Set(due.filter(({ after }) => after === undefined).map(({ path }) => path));
  const written = due.filter(({ after }) => after !== undefined);
  const changed = new Set(touched);
  for (const { path } of due) if (changed.has(path)) found.add(path);
  for (const { path, before, after } of written) {
    for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
      if (changed.has(at)) found.add(at);
      const there = await statOf(store, at);
      if (there !== undefined && !there.isDirectory() && !removed.has(at)) found.add(at);
    }
    const there = await statOf(store, path);
    if (there?.isDirectory()) {
      for (const inner of await filesBelow(store, path)) if (!removed.has(inner) || changed.has(inner)) found.add(inner);
    } else if (there !== undefined && before === undefined && (await idOf(store, path, there)) !== after?.id) found.add(path);
  }
  return [...found];
}

/** All that is below a folder but folders. */
async function filesBelow(store: Store, path: string): Promise<string[]> {
  const entries = await readdir(pathIn(store.folder, path), { withFileTypes: true, encoding: 'latin1' });
  const inner = entries.map(async (entry) => {
    const at = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(store, at) : [at];
  });
  return (await Promise.all(inner)).flat();
}

/** The name of a file or link as git has it. */
async function idOf({ folder }: Store, path: string, there: BigIntStats): Promise<string | undefined> {
  const place = pathIn(folder, path);
  if (!there.isFile() && !there.isSymbolicLink()) return undefined;
  const bytes = there.isFile() ? await readFile(place) : await readlink(place, { encoding: 'buffer' });
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

interface Applied {
  done: TreeChange[];
  /** A path that changed since it was `seen`: nothing after it was done. */
  changed?: string;
}

/** Makes the changes, removals first. */
async function applyChanges(
  store: Store,
  { tree, atMs }: Pick<KeptTree, 'tree' | 'atMs'>,
  due: readonly TreeChange[],
  seen?: ReadonlyMap<string, BigIntStats | undefined>,
): Promise<Applied> {
  const written = due.filter(({ after }) => after !== undefined);
  const stage = await stageFiles(
    store,
    tree,
    written.map(({ path }) => path),
  );
  const done: TreeChange[] = [];
  try {
    for (const change of [...due.filter(({ after }) => after === undefined), ...written]) {
      const { path, after } = change;
      const there = await statOf(store, path);
      if (seen !== undefined && !isSame(there, seen.get(path))) return { done, changed: path };
      if (after === undefined) await removeFile(store, path, atMs);
      else await moveFile(store, path, there, pathIn(stage, path));
      done.push(change);
    }
    return { done };
  } finally {
    await removeStage(stage);
  }
}

function isSame(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  // A folder in the way has been looked at, and its files are removed by now.
  if (one === undefined || other === undefined || other.isDirectory()) return one === undefined || one.isDirectory();
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs;
}

/** Removes a file, and folders that it leaves empty if they are younger than the attempt. */
async function removeFile(store: Store, path: string, atMs: number): Promise<void> {
  await unlink(pathIn(store.folder, path));
  for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
    const there = await statOf(store, at);
    if (there === undefined || Number(there.birthtimeMs) <= atMs) return;
    const isEmpty = await rmdir(pathIn(store.folder, at)).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return;
  }
}

async function moveFile(store: Store, path: string, there: BigIntStats | undefined, staged: Buffer): Promise<void> {
  const target = pathIn(store.folder, path);
  await mkdir(pathIn(store.folder, parentOf(path)), { recursive: true });
  if (there?.isDirectory()) await removeFolders(store, path);
  const mine = await lstat(staged);
  // Whoever may not read the file may not read it afterwards.
  if (there?.isFile() && mine.isFile()) {
    const mode = Number(there.mode) & 0o666;
    await chmod(staged, mine.mode & 0o100 ? mode | ((mode & 0o444) >> 2) : mode);
  }
  await rename(staged, target).catch(async (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EXDEV') throw thrown;
    // The repository is on another disk.
    const beside = Buffer.concat([target, Buffer.from(`.reflect-${process.pid}`)]);
    if (mine.isSymbolicLink()) await symlink(await readlink(staged, { encoding: 'buffer' }), beside);
    else await copyFile(staged, beside, constants.COPYFILE_EXCL);
    await rename(beside, target);
  });
}

/** Removes a folder that holds nothing but folders. */
async function removeFolders(store: Store, path: string): Promise<void> {
  for (const name of await readdir(pathIn(store.folder, path), { encoding: 'latin1' }))
    await removeFolders(store, `${path}/${name}`);
  await rmdir(pathIn(store.folder, path));
}
