// A test file once more in Node 24, which has SQLite: by itself, or through better-sqlite3 when it is taken away.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ended } from '../cli/shell.mjs';

const NODE_24 = fileURLToPath(new URL('../../node_modules/node-24/bin/node', import.meta.url));
const INSTALLED = `--no-experimental-sqlite --import ${new URL('./better-sqlite3.mjs', import.meta.url)}`;
export const hasNode24 = existsSync(NODE_24);

/** Runs a file's tests of SQLite, which sees `STORES`; some must have run, and none failed. */
export async function again(file, stores) {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const env = { ...own, STORES: stores, NODE_OPTIONS: stores === 'sqlite' ? '' : INSTALLED };
  const child = spawn(NODE_24, ['--test', '--test-reporter=tap', fileURLToPath(file)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, printed } = await ended(child);
  assert.equal(code, 0, printed);
  assert.match(printed, /^ *ok \d+ - sqlite: (?!.*# SKIP)/m);
}
