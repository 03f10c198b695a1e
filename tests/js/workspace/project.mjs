// A project with a bug, which an agent is to mend, in a folder of its own until the tests of the file are over.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { sealedCheck } from 'reflect-engine/workspace';

export const BUG = 'export const add = (a, b) => a - b;\n';
export const FIX = 'export const add = (a, b) => a + b;\n';
const TEST = `import assert from 'node:assert';
import test from 'node:test';
import { add } from '../src/add.mjs';
import { near } from '../tools/near.mjs';
test('two', () => assert.equal(add(1, 2), 3));
test('none', () => near(add(0, 0), 0));
`;

/** As npm would run it, in half the time; `npm test` where what npm reads is judged. */
export const VERIFY = 'node --test';
/** What an agent is told when it fails. */
export const FAILS = /`node --test` fails in a clean copy/;

/** Sources with a bug, tests of node:test that show it, and a helper that they import. */
export const FILES = {
  'package.json': '{ "name": "sums", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/add.mjs': BUG,
  'test/add.test.mjs': TEST,
  'tools/near.mjs': "import assert from 'node:assert';\nexport const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9);\n",
  '.gitignore': 'node_modules\n',
};

export function project(files = FILES, { isGit = true } = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'reflect-project-')));
  after(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }));
  const root = join(top, 'sums');
  const write = (path, text, mode) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  const git = (...args) => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const own = ['-c', 'user.name=user', '-c', 'user.email=user@example.com'];
    const { status, stdout, stderr } = spawnSync('git', [...own, ...args], { cwd: root, encoding: 'utf8', env });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (isGit) {
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all');
    git('commit', '--quiet', '--message=begin');
  }
  return {
    top,
    root,
    write,
    git,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    check: (options = {}) => sealedCheck({ project: root, work: ['src/**'], verify: VERIFY, seconds: 60, ...options }),
    /** A hash for every file and link, those of git too. */
    hash: () => hashFolder(root),
  };
}

function hashFolder(folder) {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.sort((one, other) =>
    join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1,
  )) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    hash.update(path).update(entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  }
  return hash.digest('hex');
}
