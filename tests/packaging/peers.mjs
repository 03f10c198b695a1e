// Whether npm installs the package beside an older version of each optional peer: `node peers.mjs TARBALL`. npm takes the range of an optional
// peer as binding, also where nobody imports its adapter: it is seen to refuse another package that says one. Only the tree is resolved, and
// a peer is its name and version: what SDKs want of each other is not ours.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const OLDER = {
  '@ai-sdk/provider': '2.0.0',
  '@anthropic-ai/claude-agent-sdk': '0.1.0',
  '@anthropic-ai/sdk': '0.60.0',
  '@dbos-inc/dbos-sdk': '4.22.6',
  '@google/genai': '1.7.0',
  '@langchain/core': '0.3.9',
  '@langchain/langgraph': '0.4.0',
  '@langfuse/client': '4.6.1',
  '@mastra/core': '1.70.0',
  '@openai/agents': '0.19.0',
  '@opentelemetry/api': '1.8.0',
  '@restatedev/restate-sdk': '1.8.0',
  '@temporalio/activity': '1.10.3',
  '@temporalio/workflow': '1.10.0',
  ai: '5.0.277',
  braintrust: '2.2.2',
  genkit: '1.41.0',
  inngest: '3.9.0',
  langchain: '1.4.5',
  openai: '5.7.0',
  vitest: '3.0.1',
  zod: '3.24.3',
};

const run = promisify(execFile);
const tarball = resolve(process.argv[2]);
const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
assert.deepEqual(
  Object.keys(OLDER).sort(),
  Object.keys(JSON.parse(stdout).peerDependencies).sort(),
  'an older version of each peer',
);

const folder = await mkdtemp(join(tmpdir(), 'reflect-engine-peers-'));
try {
  const older = Object.entries(OLDER).map(([name, version]) => writePackage({ name, version }));
  const peers = Object.assign({}, ...(await Promise.all(older)));
  await resolveTree({ ...peers, 'reflect-engine': `file:${tarball}` });
  const peerDependencies = { '@restatedev/restate-sdk': '>=1.9' };
  const peerDependenciesMeta = { '@restatedev/restate-sdk': { optional: true } };
  const newer = await writePackage({ name: 'wants-newer', version: '1.0.0', peerDependencies, peerDependenciesMeta });
  await assert.rejects(resolveTree({ ...peers, ...newer }), /ERESOLVE/);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`installs beside an older version of each of ${Object.keys(OLDER).length} peers`);

/** A tarball of nothing but a manifest, as a dependency. */
async function writePackage(manifest) {
  const place = await mkdtemp(join(folder, 'package-'));
  await mkdir(join(place, 'package'));
  await writeFile(join(place, 'package/package.json'), JSON.stringify(manifest));
  await run('tar', ['-czf', `${place}.tgz`, '-C', place, 'package']);
  return { [manifest.name]: `file:${place}.tgz` };
}

async function resolveTree(dependencies) {
  const cwd = await mkdtemp(join(folder, 'tree-'));
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd,
  });
}
