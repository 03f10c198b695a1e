// Git without the user's settings: no hook, filter, replaced object or configuration of a workspace has a say in what is read or written.

import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { failedGit, missingObject, unreadableCommit } from './errors.js';
import { type FileEntry, type Files, MAX_BYTES } from './files.js';

export interface GitPlace {
  /** The folder that git runs in. */
  folder: string;
  /** The folder of the repository (`.git`), where it is not to be looked for. */
  repository?: string | undefined;
  /** An index file of our own. */
  index?: string | undefined;
  /** A list of what is ignored everywhere. */
  excludes?: string | undefined;
  /** What git reads. */
  input?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

/** Settings of a repository that would run a program, or change bytes on their way. */
const SAFE = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  'core.autocrlf=false',
  'core.quotePath=false',
  'core.precomposeUnicode=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'fetch.fsckObjects=true',
  'protocol.ext.allow=never',
];

/** What git prints. Rejects with the last line of its complaint. */
export function runGit(
  args: readonly string[],
  { folder, repository, index, excludes, input, signal }: GitPlace,
): Promise<Buffer> {
  const { PATH, SYSTEMROOT, TMPDIR } = process.env;
  const env = {
    ...{ PATH, SYSTEMROOT, TMPDIR },
    ...(repository !== undefined && { GIT_DIR: repository }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    HOME: devNull,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // The workspace may belong to another user. Git passes on to its own children only what is in the environment.
    GIT_CONFIG_COUNT: excludes === undefined ? '1' : '2',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    GIT_CONFIG_KEY_1: 'core.excludesFile',
    GIT_CONFIG_VALUE_1: excludes,
  };
  const words = [...SAFE.flatMap((setting) => ['-c', setting]), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn('git', words, { cwd: folder, env, stdio: 'pipe', ...(signal && { signal }) });
    const printed: Buffer[] = [];
    let length = 0;
    let complaint = '';
    child.stdout.on('data', (bytes: Buffer) => {
      length += bytes.length;
      printed.push(bytes);
      if (length > 2 * MAX_BYTES) child.kill('SIGKILL');
    });
    child.stderr.on('data', (bytes: Buffer) => {
      complaint = (complaint + bytes.toString()).slice(-2_000);
    });
    child.on('error', reject);
    // Git may end before it has read all.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('close', (code) => {
      const said =
        complaint.trim().split('\n').at(-1) || (length > 2 * MAX_BYTES ? 'there is too much' : `it ended with ${code}`);
      if (code === 0) resolve(Buffer.concat(printed));
      else reject(failedGit(args.find((word) => !word.startsWith('-')) ?? '', said));
    });
  });
}

/** The top folder of the repository that a folder is in; `undefined` where there is none, or no git. */
export async function findTop(folder: string): Promise<string | undefined> {
  const top = await runGit(['rev-parse', '--show-toplevel'], { folder }).catch(() => undefined);
  return top?.toString().trim() || undefined;
}

/** The hash of the commit that a name means; `undefined` where there is none. */
export async function findCommit(folder: string, name = 'HEAD'): Promise<string | undefined> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const hash = await runGit(words, { folder }).catch(() => undefined);
  return hash?.toString().trim() || undefined;
}

/** Paths that git would commit: what it follows, and what is new and not ignored. */
export async function listFollowed(folder: string): Promise<string[]> {
  const listed = await runGit(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], { folder });
  return splitNul(listed);
}

/** The files of a commit, by its hash, over a repository of our own: git checks each object by its hash on the way. */
export async function readCommit(workspace: string, commit: string, scratch: string): Promise<Files> {
  const repository = join(scratch, 'seal.git');
  const place = { folder: scratch, repository };
  try {
    await runGit(['init', '--quiet', '--bare', '--template=', repository], { folder: scratch });
    const from = pathToFileURL(workspace).href;
    await runGit(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--depth=1', from, commit], place);
    const entries = splitNul(await runGit(['ls-tree', '-r', '-z', commit], place)).map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', type = '', id = ''] = line.slice(0, tab).split(' ');
      return { path: line.slice(tab + 1), mode, type, id };
    });
    // A submodule has no content here.
    const blobs = entries.filter(({ type }) => type === 'blob');
    const bytes = await readBlobs(
      blobs.map(({ id }) => id),
      place,
    );
    return new Map(blobs.map(({ path, mode }, at) => [path, entryOf(mode, bytes[at] ?? Buffer.alloc(0))]));
  } catch (thrown) {
    throw unreadableCommit(commit, thrown);
  }
}

function entryOf(mode: string, bytes: Buffer): FileEntry {
  return mode === '120000' ? { link: bytes.toString() } : { bytes, mode: mode === '100755' ? 0o755 : 0o644 };
}

async function readBlobs(ids: readonly string[], place: GitPlace): Promise<Buffer[]> {
  const all = await runGit(['cat-file', '--batch'], { ...place, input: ids.map((id) => `${id}\n`).join('') });
  let at = 0;
  return ids.map((id) => {
    const end = all.indexOf(10, at);
    const [name, , size = ''] = all.toString('latin1', at, end).split(' ');
    if (end < 0 || name !== id) throw missingObject(id);
    at = end + 1 + Number(size) + 1;
    return all.subarray(end + 1, at - 1);
  });
}

function splitNul(bytes: Buffer): string[] {
  return bytes
    .toString()
    .split('\0')
    .filter((text) => text !== '');
}
