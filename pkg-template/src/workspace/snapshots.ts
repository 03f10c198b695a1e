// The files of a folder as trees of a repository of our own, beside the user's: its bytes are those on disk, and no filter, hook or
// configuration has a say. The user's git is asked which files there are and which it ignores, and nothing of it is written.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { access, copyFile, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeError } from '../error.js';
import { unkeptAttempts } from './errors.js';
import { type GitPlace, runGit } from './git.js';

/** Where trees of a folder are kept. */
export interface Store {
  folder: string;
  /** A git folder of our own, inside the one of the user's repository. */
  repository: string;
  /** The user's own list of ignored files. */
  excludes: string | undefined;
}

/** What was on disk. Paths are byte strings (latin1), since a name need not be UTF-8. */
export interface KeptTree {
  tree: string;
  /** Files and folders that git ignored then. */
  ignored: string[];
  atMs: number;
}

/** A note in the history of a run: each is a commit, whose message is JSON. */
export interface TreeRecord<T> {
  commit: string;
  tree: string;
  note: T;
}

/** One file in two trees; `undefined` where it is in one of them only. */
export interface TreeChange {
  path: string;
  before: TreeEntry | undefined;
  after: TreeEntry | undefined;
}

interface TreeEntry {
  mode: string;
  id: string;
}

const KEPT_DAYS = 14;
const CONFIG = `[core]
  repositoryFormatVersion = 0
  bare = false
  fileMode = ${process.platform !== 'win32'}
  protectNTFS = ${process.platform === 'win32'}
  looseCompression = 1
  logAllRefUpdates = false
[user]
  name = reflect-engine
  email = reflect-engine@localhost
`;
/** Bytes are kept as they are. These lines win over every \`.gitattributes\`. */
const ATTRIBUTES = '* -text -ident -filter !eol !working-tree-encoding\n';

/** Throws where there is no git, or where it would keep nothing. */
export async function openStore(given: string): Promise<Store> {
  const wrong = (why: string): Error => unkeptAttempts(given, why);
  const folder = await realpath(given).catch((thrown: unknown) => {
    throw wrong(describeError(thrown));
  });
  const words = ['rev-parse', '--is-inside-work-tree', '--absolute-git-dir'];
  const found = await runGit(words, { folder }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') throw wrong('the program `git` was not found: install it');
    throw wrong(`there is no git repository: run \`git init\` there (${describeError(thrown)})`);
  });
  const [inside = '', ...path] = found.toString().trimEnd().split('\n');
  if (inside !== 'true') throw wrong('it is inside a git folder: name the folder with your files');
  const isIgnored = await runGit(['check-ignore', '--quiet', '.'], { folder }).then(
    () => true,
    () => false,
  );
  if (isIgnored) throw wrong('git ignores this folder: run `git init` there, or name one that it follows');
  const place = join(path.join('\n'), 'reflect-engine');
  const store = { folder, repository: join(place, 'attempts'), excludes: await findExcludes(folder) };
  await mkdir(place, { recursive: true });
  await makeRepository(store.repository);
  return store;
}

/** Each time, its settings are written anew: the agent can reach them, and a filter is a program. */
async function makeRepository(repository: string): Promise<void> {
  const made = `${repository}.${randomUUID()}`;
  if (!(await exists(join(repository, 'HEAD')))) {
    await runGit(['init', '--quiet', '--bare', '--template=', '--object-format=sha1', made], { folder: join(repository, '..') });
    // Another process may have made it.
    await rename(made, repository).catch(() => rm(made, { recursive: true, force: true }));
  }
  await mkdir(join(repository, 'info'), { recursive: true });
  for (const [name, text] of [
    ['config', CONFIG],
    ['info/attributes', ATTRIBUTES],
  ] as const) {
    await writeFile(made, text);
    await rename(made, join(repository, name));
  }
}

/** The user's own list of what is ignored everywhere, which is named in settings that `runGit` does not read. */
async function findExcludes(folder: string): Promise<string | undefined> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const asked = promisify(execFile)('git', ['config', '--type=path', '--get', 'core.excludesFile'], { cwd: folder, env });
  const named = await asked.then(({ stdout }) => stdout.replace(/\n$/, '')).catch(() => '');
  const file = named || join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git/ignore');
  return (await exists(file)) ? file : undefined;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The index of a run knows which files have not changed since. A new one begins with that of an earlier run. */
export async function indexOf({ repository }: Store, run: string): Promise<string> {
  const index = join(repository, `index-${run}`);
  if (!(await exists(index))) await copyFile(join(repository, 'last-index'), index).catch(() => {});
  return index;
}

export async function endIndex({ repository }: Store, run: string): Promise<void> {
  await rename(join(repository, `index-${run}`), join(repository, 'last-index')).catch(() => {});
}

/** Keeps what is on disk. Files of nested repositories and submodules are files like others. */
export async function keepTree(store: Store, index: string): Promise<KeptTree> {
  const { folder, repository } = store;
  const atMs = Date.now();
  const own: GitPlace = { folder, repository, index };
  // A killed process leaves its lock, and nobody else has this index.
  await rm(`${index}.lock`, { force: true });
  const [before, changed, { files, ignored }] = await Promise.all([
    runGit(['ls-files', '-z'], own).then(splitNul),
    runGit(['diff-files', '-z', '--name-only'], own).then(splitNul),
    listFiles(store),
  ]);
  const [left, due] = [new Set(before), new Set(changed)];
  for (const path of files) if (!left.delete(path)) due.add(path);
  // A folder in place of a file that git follows is no file.
  for (const path of due) if (isFolder(folder, path) && due.delete(path) && before.includes(path)) left.add(path);
  for (const path of left) due.delete(path);
  const update = ['update-index', '-z', '--add', '--remove', '--replace'];
  if (left.size > 0) await runGit([...update, '--force-remove', '--stdin'], { ...own, input: joinNul(left) });
  if (due.size > 0) await runGit([...update, '--stdin'], { ...own, input: joinNul(due) });
  const tree = await runGit(['write-tree'], own);
  return { tree: tree.toString().trim(), ignored, atMs };
}

interface Listed {
  files: string[];
  ignored: string[];
}

/** Files that git follows or would add, by its own rules in each repository. */
async function listFiles({ folder, excludes }: Pick<Store, 'folder' | 'excludes'>, inner = ''): Promise<Listed> {
  const place: GitPlace = { folder: join(folder, bytesOf(inner).toString()), excludes };
  const others = ['ls-files', '-z', '--others', '--exclude-standard'];
  const [followed, untracked, ignored] = await Promise.all([
    runGit(['ls-files', '-z', '--stage'], place).then(splitNul),
    runGit(others, place).then(splitNul),
    runGit([...others, '--ignored', '--directory'], place).then(splitNul),
  ]);
  const entries = followed.map((line) => ({ path: line.slice(line.indexOf('\t') + 1), isModule: line.startsWith('160000') }));
  const isReal = foldersIn(place.folder);
  const files = entries.filter(({ path, isModule }) => !isModule && isReal(parentOf(path))).map(({ path }) => path);
  const nested = [
    ...entries.filter(({ isModule }) => isModule).map(({ path }) => `${path}/`),
    ...untracked.filter((path) => path.endsWith('/')),
  ];
  const all = {
    files: [...new Set([...files, ...untracked.filter((path) => !path.endsWith('/'))])],
    ignored: await withoutFull(ignored, place),
  };
  for (const path of nested) {
    // Without a repository in it, git would answer for the one above.
    if (!isReal(path.slice(0, -1)) || !(await exists(join(place.folder, path, '.git')))) continue;
    const listed = await listFiles({ folder: place.folder, excludes }, path);
    all.files.push(...listed.files);
    all.ignored.push(...listed.ignored);
  }
  return { files: all.files.map((path) => inner + path), ignored: all.ignored.map((path) => inner + path) };
}

/** Git names a folder as ignored, too, where all that is in it is. What comes into that one later is not: its entries take its place. */
async function withoutFull(ignored: readonly string[], place: GitPlace): Promise<string[]> {
  const found = ignored.filter((path) => !path.endsWith('/'));
  for (let left = ignored.filter((path) => path.endsWith('/')); left.length > 0; ) {
    const asked = runGit(['check-ignore', '-z', '--stdin'], { ...place, input: joinNul(left) });
    const own = new Set(await asked.then(splitNul, () => []));
    found.push(...own);
    const inner: string[] = [];
    for (const path of left.filter((path) => !own.has(path)))
      for (const entry of await readdir(pathIn(place.folder, path), { withFileTypes: true, encoding: 'latin1' }))
        (entry.isDirectory() ? inner : found).push(`${path}${entry.name}${entry.isDirectory() ? '/' : ''}`);
    left = inner;
  }
  return found;
}

/** Whether the parent of a followed file is still a folder: behind a link is another place. */
function foldersIn(folder: string): (path: string) => boolean {
  const seen = new Map([['', true]]);
  const isReal = (path: string): boolean => {
    const before = seen.get(path);
    if (before !== undefined) return before;
    const is = isReal(parentOf(path)) && isFolder(folder, path);
    seen.set(path, is);
    return is;
  };
  return isReal;
}

function isFolder(folder: string, path: string): boolean {
  try {
    return lstatSync(pathIn(folder, path)).isDirectory();
  } catch {
    return false;
  }
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The place of a path, byte by byte. */
export function pathIn(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), bytesOf(path)]);
}

function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

/** The files in which two trees differ. */
export async function compareTrees({ folder, repository }: Store, before: string, after: string): Promise<TreeChange[]> {
  if (before === after) return [];
  const words = ['diff-tree', '-r', '-z', '--no-renames', before, after];
  const parts = splitNul(await runGit(words, { folder, repository }));
  const entry = (mode = '', id = ''): TreeEntry | undefined => (mode === '000000' ? undefined : { mode, id });
  return Array.from({ length: parts.length / 2 }, (_, at) => {
    const [was, is, wasId, isId] = (parts[2 * at] ?? '').slice(1).split(' ');
    return { path: parts[2 * at + 1] ?? '', before: entry(was, wasId), after: entry(is, isId) };
  });
}

/** Puts files of a tree into a folder of ours, whole, so that each can be moved to its place in one step. */
export async function stageFiles({ repository }: Store, tree: string, paths: readonly string[]): Promise<string> {
  const stage = join(repository, `stage-${randomUUID()}`);
  const place = { folder: stage, repository, index: `${stage}.index` };
  await mkdir(stage);
  await runGit(['read-tree', tree], place);
  await runGit(['checkout-index', '-z', '--stdin'], { ...place, input: joinNul(paths) });
  return stage;
}

export async function removeStage(stage: string): Promise<void> {
  await rm(stage, { recursive: true, force: true });
  await rm(`${stage}.index`, { force: true });
}

const refOf = (run: string): string => `refs/attempts/${run}`;

/** Adds a note and its tree to the history of a run. Rejects where another process has added one. */
export async function addRecord(store: Store, run: string, tree: string, note: object, before?: string): Promise<string> {
  const place = { folder: store.repository, repository: store.repository };
  const parents = before === undefined ? [] : ['-p', before];
  const commit = await runGit(['commit-tree', ...parents, tree], { ...place, input: JSON.stringify(note) });
  const name = commit.toString().trim();
  await rm(join(store.repository, `${refOf(run)}.lock`), { force: true });
  await runGit(['update-ref', refOf(run), name, before ?? ''], place);
  return name;
}

/** The history of a run, the first record first; empty where there is none. */
export async function readRecords<T>({ repository }: Store, run: string): Promise<TreeRecord<T>[]> {
  const words = ['log', '-z', '--reverse', '--first-parent', '--format=%H %T %B', refOf(run), '--'];
  const printed = await runGit(words, { folder: repository, repository }).catch(() => Buffer.of());
  return printed
    .toString()
    .split('\0')
    .filter((text) => text !== '')
    .map((text) => ({ commit: text.slice(0, 40), tree: text.slice(41, 81), note: JSON.parse(text.slice(82)) as T }));
}

/** The runs that are kept, each with its last note. Those of two weeks ago leave, with what is in them alone. */
export async function listRuns<T>({ repository }: Store): Promise<{ run: string; atMs: number; note: T }[]> {
  const place = { folder: repository, repository };
  const words = ['for-each-ref', '--format=%(committerdate:unix) %(refname:lstrip=2) %(contents)', 'refs/attempts'];
  const lines = (await runGit(words, place)).toString().split('\n').filter(Boolean);
  const runs = lines.map((line) => {
    const [seconds = '', run = ''] = line.split(' ', 2);
    return { run, atMs: Number(seconds) * 1_000, note: JSON.parse(line.slice(seconds.length + run.length + 2)) as T };
  });
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  const old = runs.filter(({ atMs }) => atMs < oldest);
  for (const { run } of old) {
    await runGit(['update-ref', '-d', refOf(run)], place);
    await rm(join(repository, `index-${run}`), { force: true });
  }
  if (old.length > 0) await runGit(['gc', '--quiet'], place);
  for (const name of await readdir(repository)) {
    const path = join(repository, name);
    const at = name.startsWith('stage-') ? await stat(path).catch(() => undefined) : undefined;
    if (at !== undefined && at.mtimeMs < Date.now() - 3_600_000) await rm(path, { recursive: true, force: true });
  }
  return runs.filter(({ atMs }) => atMs >= oldest);
}

function splitNul(bytes: Buffer): string[] {
  return bytes.toString('latin1').split('\0').slice(0, -1);
}

function joinNul(paths: Iterable<string>): Buffer {
  return bytesOf(Array.from(paths, (path) => `${path}\0`).join(''));
}
