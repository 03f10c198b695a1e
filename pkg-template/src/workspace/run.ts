// A command in a clean copy: its own home, folder of temporary files and environment; no network but loopback, and processes of its own,
// where the system has them; a limit of time, and of what it prints.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import type { Tree } from './tree.js';

export interface RunOptions {
  /** The workspace: programs in it are not on the PATH of the run. */
  workspace: string;
  seconds: number;
  signal?: AbortSignal | undefined;
  /** Whether it may reach the network. */
  network?: boolean | undefined;
  /** Names of variables that it has from our environment; `'all'`: each of them but the key of a model. */
  env?: readonly string[] | 'all' | undefined;
  /** Folders that it must not see. */
  covered?: readonly string[] | undefined;
  /** More variables. */
  variables?: Readonly<Record<string, string>> | undefined;
}

export interface RunOutcome {
  /** The exit code; `null` of a command that a signal ended. */
  code: number | null;
  /** Whether the time was over. */
  isLate: boolean;
  /** What it printed: the beginning and the end. */
  output: string;
  seconds: number;
}

/** What a system lets us part off. */
export interface Isolation {
  network: boolean;
  processes: boolean;
}

const SHORT = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'SYSTEMROOT', 'RUSTUP_HOME'];
const MAX_OUTPUT = 1 << 20;

/** Brings loopback up in a network of its own. */
const LOOPBACK = 'ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null';
/** Our own rights in the namespace end with what they were for. */
const DROP =
  'if setpriv --ambient-caps=-all --inh-caps=-all true 2>/dev/null; then d="setpriv --ambient-caps=-all --inh-caps=-all"; fi';
/** Lays an empty folder over each that is named. */
const COVER = 'for folder; do mount -t tmpfs -o ro none "$folder" || exit 125; done';
/** The first process of a namespace stays, so that the command is not the one that signals do not end. */
const INSIDE = '$d sh -c "$c" 2>&1; exit $?';

export async function runIn(tree: Tree, command: string, options: RunOptions): Promise<RunOutcome> {
  const { seconds, signal, network = false, covered = [] } = options;
  signal?.throwIfAborted();
  const { words, setup, isMounted } = await boxOf(network);
  const shell = `c=$1; shift; ${isMounted ? COVER : ':'}; ${setup}${INSIDE}`;
  const [program = 'sh', ...args] = [...words, 'sh', '-c', shell, 'sh', command, ...covered];
  const began = performance.now();
  const isGroup = process.platform !== 'win32';
  const child = spawn(program, args, {
    cwd: tree.folder,
    env: environmentOf(tree, options),
    detached: isGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [head, tail, isLate] = ['', '', false];
  const add = (bytes: Buffer): void => {
    if (head.length < MAX_OUTPUT) head += bytes.toString();
    else tail = (tail + bytes.toString()).slice(-MAX_OUTPUT);
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1_000);
  signal?.addEventListener('abort', end, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (exit) => {
        end();
        // What it printed last may still be on its way; a process that left the group may hold the pipe.
        const pipe = setTimeout(() => resolve(exit), 500);
        child.on('close', () => {
          clearTimeout(pipe);
          resolve(exit);
        });
      });
    });
    signal?.throwIfAborted();
    return { code, isLate, output: head + tail, seconds: (performance.now() - began) / 1_000 };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function environmentOf({ home, temporary }: Tree, { workspace, env = [], variables }: RunOptions): NodeJS.ProcessEnv {
  const { OPENAI_API_KEY: _, ...all } = process.env;
  const names = env === 'all' ? Object.keys(all) : [...SHORT, ...env];
  const own = Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  // Toolchains are programs, not settings: they stay where they are.
  const toolchains = join(homedir(), '.rustup');
  return {
    ...(existsSync(toolchains) && { RUSTUP_HOME: toolchains }),
    ...own,
    PATH: pathOutside(workspace),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    CI: '1',
    NO_COLOR: '1',
    CARGO_TERM_COLOR: 'never',
    PYTHONDONTWRITEBYTECODE: '1',
    npm_config_update_notifier: 'false',
    ...variables,
  };
}

/** The PATH without folders of the workspace, where the agent could put a program. */
export function pathOutside(workspace: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => {
    const way = relative(workspace, folder);
    return isAbsolute(folder) && (way.startsWith('..') || isAbsolute(way)) && !folder.endsWith(join('node_modules', '.bin'));
  });
  return folders.join(delimiter);
}

interface Box {
  words: readonly string[];
  setup: string;
  /** Whether it has mounts of its own. */
  isMounted: boolean;
  isolation: Isolation;
}

const NONE: Box = { words: [], setup: '', isMounted: false, isolation: { network: false, processes: false } };
const boxes = new Map<boolean, Promise<Box>>();

/** How this system parts a run from the rest, found once. */
function boxOf(network: boolean): Promise<Box> {
  const found = boxes.get(network) ?? findBox(network);
  boxes.set(network, found);
  return found;
}

/** What a run without network, or with it, is parted from on this system. */
export async function isolationOf(network: boolean): Promise<Isolation> {
  return (await boxOf(network)).isolation;
}

async function findBox(network: boolean): Promise<Box> {
  if (process.platform !== 'linux') return NONE;
  const processes = ['--pid', '--fork', '--kill-child'];
  const users =
    process.getuid?.() === 0
      ? [[]]
      : [
          ['--user', '--map-current-user', '--keep-caps'],
          ['--user', '--map-root-user'],
        ];
  const ways = [[...processes, '--mount-proc'], processes, []];
  for (const isApart of network ? [false] : [true, false])
    for (const user of users)
      for (const way of ways) {
        const words = ['unshare', ...user, ...way, ...(isApart ? ['--net'] : [])];
        if (way.length === 0 && !isApart) continue;
        const setup = `${isApart ? `{ ${LOOPBACK}; } || exit 125; ` : ''}${DROP}; `;
        if (await succeeds([...words, 'sh', '-c', `${setup}$d true`]))
          return {
            ...{ words, setup, isMounted: way.includes('--mount-proc') },
            isolation: { network: isApart, processes: way.length > 0 },
          };
      }
  return NONE;
}

function succeeds([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', timeout: 5_000, killSignal: 'SIGKILL' });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}
