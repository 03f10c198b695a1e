// The command line on this Node: a run without a key, its trace replayed and shown.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from './version.cjs';

const bin = fileURLToPath(new URL('node_modules/reflect-engine/dist/cli/index.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reflect-commands-'));

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

try {
  assert.match(run('demo', '--trace', 'demo.json'), /accepted by the tests/);
  assert.equal(JSON.parse(run('replay', 'demo.json', '--json')).status, 'ok');
  run('view', 'demo.json', '--out', 'demo.html');
  assert.match(readFileSync(join(folder, 'demo.html'), 'utf8'), /sumRange/);
  assert.match(run('help', 'gate'), /--verify/);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`ok ${version}`);
