// A scripted history of an agent in a folder: attempts, other hands, and what must be on disk in the end. All of it follows from a seed.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Numbers that look random: the same for the same seed. */
export function luck(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)], chance: (share) => next() < share };
}

const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};
export const git = (folder, ...args) =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], { cwd: folder, env, stdio: 'pipe' });

const NAMES = [
  'a.txt',
  'src/b.js',
  'src/deep/c.js',
  '-dash',
  'new\nline',
  'grün ☀.md',
  ' space ',
  'A.txt',
  'Src',
  'quote"\\',
  'x.crlf',
  'big.bin',
  'y.filtered',
];
const FOLDERS = ['', 'src', 'pkg/inner', 'docs'];

/** Everything below a folder but git's own: by path, its kind and bytes. `isLeft` says what is passed over. */
export function walk(folder, isLeft = () => false) {
  const found = new Map();
  const visit = (inner) => {
    for (const name of readdirSync(join(folder, inner))) {
      const path = inner === '' ? name : `${inner}/${name}`;
      if (name === '.git' || isLeft(path)) continue;
      const stat = lstatSync(join(folder, path));
      if (stat.isDirectory()) visit(path);
      else if (stat.isSymbolicLink()) found.set(path, `link ${readlinkSync(join(folder, path))}`);
      else
        found.set(
          path,
          `${stat.mode & 0o100 ? 'x' : '-'} ${createHash('sha1')
            .update(readFileSync(join(folder, path)))
            .digest('hex')}`,
        );
    }
  };
  visit('');
  return found;
}

/** What is on disk, and what git ignores of it: each repository says so of its own files. */
export function diskOf(folder) {
  const all = walk(folder);
  const roots = new Map();
  for (const path of all.keys()) {
    let root = dirname(path);
    while (root !== '.' && !existsSync(join(folder, root, '.git'))) root = dirname(root);
    roots.set(root, [...(roots.get(root) ?? []), path]);
  }
  const ignored = new Set();
  for (const [root, paths] of roots) {
    const start = root === '.' ? 0 : root.length + 1;
    const input = paths.map((path) => `${path.slice(start)}\0`).join('');
    const ask = (...words) =>
      spawnSync('git', [...words, '-z'], { cwd: join(folder, root), env, input })
        .stdout.toString()
        .split('\0')
        .filter(Boolean);
    // What git follows it does not ignore; a file in place of a folder that it follows it does.
    const followed = new Set(ask('ls-files'));
    for (const path of ask('check-ignore', '--no-index', '--stdin'))
      if (!followed.has(path)) ignored.add(root === '.' ? path : `${root}/${path}`);
  }
  const parted = (isIgnored) => new Map([...all].filter(([path]) => ignored.has(path) === isIgnored));
  return { kept: parted(false), ignored: parted(true) };
}

/** The user's git folder, but for what is ours: a line a file. */
export function gitOf(folder) {
  const place = git(folder, 'rev-parse', '--absolute-git-dir').toString().trim();
  const all = walk(place, (path) => path === 'reflect-engine');
  return [...all].map(([path, file]) => `${path} ${file}`).sort();
}

/** A folder with a repository, and an agent and another hand that change files in it. */
export function world(seed, base = tmpdir()) {
  const random = luck(seed);
  const { below, pick, chance } = random;
  const top = mkdtempSync(join(base, 'reflect-history-'));
  const repository = join(top, 'repository');
  mkdirSync(repository);
  git(repository, 'init', '-q', '--template=', '-b', 'main');
  const write = (folder, path, text) => {
    const target = join(folder, path);
    for (let at = dirname(target); at.length > folder.length; at = dirname(at)) {
      const stat = lstatSync(at, { throwIfNoEntry: false });
      if (stat !== undefined && !stat.isDirectory()) rmSync(at);
    }
    mkdirSync(dirname(target), { recursive: true });
    const there = lstatSync(target, { throwIfNoEntry: false });
    if (there?.isDirectory() || there?.isSymbolicLink()) rmSync(target, { recursive: true });
    writeFileSync(target, text);
  };
  write(repository, 'a.txt', 'first\n');
  write(repository, 'src/b.js', 'b\n');
  write(repository, 'src/deep/c.js', 'c\n');
  write(repository, 'x.crlf', 'one\r\ntwo\r\n');
  write(repository, 'old/name.txt', 'the same text\n'.repeat(20));
  write(repository, '.gitignore', '*.log\nbuild/\n.env\n');
  if (chance(0.4)) {
    write(repository, '.gitattributes', '*.crlf text eol=crlf\n*.filtered filter=shout\n*.txt text=auto ident\n');
    git(repository, 'config', 'filter.shout.clean', 'tr a-z A-Z');
    git(repository, 'config', 'filter.shout.smudge', 'tr A-Z a-z');
    git(repository, 'config', 'filter.shout.required', 'true');
  }
  if (chance(0.2)) git(repository, 'config', 'core.autocrlf', 'true');
  write(repository, 'tracked.log', 'ignored by name, and followed\n');
  git(repository, 'add', '-f', 'tracked.log');
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '-m', 'first');
  write(repository, '.env', 'SECRET=1\n');
  write(repository, 'build/out.log', 'built\n');
  if (chance(0.3)) {
    write(repository, 'a.txt', 'stashed\n');
    git(repository, 'stash', '-q');
  }
  if (chance(0.3)) {
    write(repository, 'staged.txt', 'staged\n');
    git(repository, 'add', 'staged.txt');
    write(repository, 'staged.txt', 'and changed since\n');
  }
  let folder = repository;
  const where = random.next();
  if (where < 0.15) {
    folder = join(top, 'linked');
    git(repository, 'worktree', 'add', '-q', folder);
  } else if (where < 0.3) folder = join(repository, 'src');
  if (chance(0.25)) {
    const other = join(top, 'module');
    mkdirSync(other);
    git(other, 'init', '-q', '--template=', '-b', 'main');
    write(other, 'lib.js', 'lib\n');
    git(other, 'add', '-A');
    git(other, 'commit', '-q', '-m', 'lib');
    if (chance(0.5)) git(folder, 'submodule', '--quiet', 'add', other, 'vendor');
    else git(top, 'clone', '-q', other, join(folder, 'vendor'));
    write(folder, 'vendor/new.js', 'new\n');
  }

  const place = () => {
    const name = pick(NAMES);
    const inner = chance(0.5) ? '' : pick(FOLDERS);
    const path = inner === '' ? name : `${inner}/${name}`;
    // The settings of git decide what is ignored.
    return path;
  };
  const existing = () => [...walk(folder).keys()].filter((path) => !/\.git(ignore|attributes|modules)$/.test(path));
  const text = () => `${'line\n'.repeat(below(5))}${below(1_000_000)}\n`;
  /** What an agent does, or another hand. */
  const STEPS = {
    write: () => write(folder, place(), text()),
    edit: () => {
      const path = pick(existing());
      if (path !== undefined && lstatSync(join(folder, path)).isFile()) writeFileSync(join(folder, path), text());
    },
    same: () => {
      const path = pick(existing());
      if (path === undefined || !lstatSync(join(folder, path)).isFile()) return;
      const bytes = readFileSync(join(folder, path));
      if (bytes.length > 0) bytes[below(bytes.length)] ^= 1;
      writeFileSync(join(folder, path), bytes);
    },
    remove: () => {
      const path = pick(existing());
      if (path !== undefined) rmSync(join(folder, path));
    },
    removeFolder: () => {
      const path = pick(existing().filter((path) => path.includes('/') && !path.startsWith('vendor')));
      if (path !== undefined) rmSync(join(folder, dirname(path)), { recursive: true });
    },
    rename: () => {
      const path = pick(existing());
      const to = place();
      if (path === undefined || path === to || to.startsWith(`${path}/`)) return;
      write(folder, to, '');
      const from = lstatSync(join(folder, path), { throwIfNoEntry: false });
      if (from !== undefined && !from.isDirectory()) renameSync(join(folder, path), join(folder, to));
    },
    caseRename: () => {
      if (lstatSync(join(folder, 'a.txt'), { throwIfNoEntry: false })?.isFile())
        renameSync(join(folder, 'a.txt'), join(folder, 'A.txt.tmp'));
      if (existsSync(join(folder, 'A.txt.tmp'))) {
        rmSync(join(folder, 'A.txt'), { recursive: true, force: true });
        renameSync(join(folder, 'A.txt.tmp'), join(folder, 'A.txt'));
      }
    },
    mode: () => {
      const path = pick(existing());
      if (path !== undefined && lstatSync(join(folder, path)).isFile())
        chmodSync(join(folder, path), chance(0.5) ? 0o755 : 0o644);
    },
    link: () => {
      const path = place();
      write(folder, path, '');
      rmSync(join(folder, path));
      symlinkSync(pick(['a.txt', 'src', 'nowhere', '/etc', '..', '.env']), join(folder, path));
    },
    folderForFile: () => {
      const path = pick(existing());
      if (path === undefined) return;
      rmSync(join(folder, path));
      write(folder, `${path}/inside`, text());
      if (chance(0.3)) mkdirSync(join(folder, path, 'empty/deeper'), { recursive: true });
    },
    fileForFolder: () => {
      const path = pick(existing().filter((path) => path.includes('/') && !path.startsWith('vendor')));
      if (path === undefined) return;
      rmSync(join(folder, dirname(path)), { recursive: true });
      write(folder, dirname(path), text());
    },
    big: () => write(folder, 'big.bin', Buffer.alloc(300_000 + below(700_000), String(below(1_000)))),
    empty: () => {
      const path = `empty-${below(3)}`;
      if (!existsSync(join(folder, path))) mkdirSync(join(folder, path));
    },
    ignore: () => {
      const rule = pick(['*.md', '!*.log', '!.env', 'src/', 'big.bin', '']);
      const file = join(folder, '.gitignore');
      if (lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true) writeFileSync(file, `*.log\nbuild/\n.env\n${rule}\n`);
    },
    ignoredFile: () => write(folder, pick(['x.log', 'build/y', '.env', 'pkg/z.log']), text()),
    nested: () => {
      const path = `nested-${below(2)}`;
      const there = lstatSync(join(folder, path), { throwIfNoEntry: false });
      if (there === undefined) {
        mkdirSync(join(folder, path));
        git(join(folder, path), 'init', '-q', '--template=', '-b', 'main');
      }
      if (there?.isDirectory() ?? true) write(folder, `${path}/${pick(['one', 'two'])}`, text());
    },
    add: () => {
      git(folder, 'add', '-A', '.');
    },
    commit: () => {
      git(folder, 'add', '-A', '.');
      git(folder, 'commit', '-q', '--allow-empty', '-m', 'work');
    },
  };
  const agent = (steps) => {
    const done = [];
    for (let left = steps; left > 0; left -= 1) {
      const name = pick(Object.keys(STEPS));
      try {
        STEPS[name]();
        done.push(name);
      } catch (error) {
        // A step that does not fit this folder, such as a name below a file.
        if (!['ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(error.code) && error.status === undefined)
          throw error;
      }
    }
    return done;
  };
  return {
    ...random,
    top,
    folder,
    repository,
    agent,
    write,
    existing,
    end: () => rmSync(top, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Files of an attempt, in a folder: the second one changes, removes and adds many, and a folder stands where a file was. */
export function attempt(folder, number) {
  for (let at = 0; at < 120; at += 1) {
    const path = join(folder, `src/part-${at % 7}/file-${at}.js`);
    mkdirSync(dirname(path), { recursive: true });
    if (number === 2 && at % 5 === 0) rmSync(path);
    else if (at % 3 > 0) writeFileSync(path, `attempt ${number}: ${at}\n`.repeat(50));
    else if (number === 1) writeFileSync(path, 'the same\n');
  }
  if (number === 1) writeFileSync(join(folder, 'swap'), 'a file\n');
  else {
    rmSync(join(folder, 'swap'));
    mkdirSync(join(folder, 'swap/deep'), { recursive: true });
    writeFileSync(join(folder, 'swap/deep/one'), 'below\n');
    writeFileSync(join(folder, 'new-in-2'), 'new\n');
  }
}
