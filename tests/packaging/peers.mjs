// Whether npm installs the package beside an older version of each optional peer: `node peers.mjs TARBALL`. npm takes the range of an optional
// peer as binding, also where nobody imports its adapter. Only the tree is resolved; nothing is downloaded but metadata.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** In two trees: those of the first want Zod 3, or what those of the second refuse. */
const OLDER = [
  {
    zod: '3.24',
    openai: '5',
    '@anthropic-ai/sdk': '0.60',
    '@google/genai': '1',
    '@langchain/core': '0.3',
    '@dbos-inc/dbos-sdk': '4',
    '@opentelemetry/api': '1.8',
    '@temporalio/activity': '1.10',
    '@temporalio/workflow': '1.10',
  },
  {
    ai: '5',
    '@mastra/core': '1.70.0',
    '@openai/agents': '0.19',
    genkit: '1.41',
    langchain: '1.4',
    inngest: '3',
    '@langfuse/client': '4',
    braintrust: '2',
    vitest: '3',
  },
];

const tarball = resolve(process.argv[2]);
const npm = [
  'install',
  '--package-lock-only',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--prefer-offline',
];
const trees = OLDER.map(Object.entries);
const refused = (await Promise.all(trees.map(findRefused))).flat();
const count = trees.flat().length;
console.log(`installs beside ${count - refused.length} of ${count} older peers`);
if (refused.length > 0) process.exitCode = 1;

/** The peers beside which npm refuses it. Those of others may come to refuse each other: what is not installed at once is tried in halves. */
async function findRefused(peers) {
  const folder = await mkdtemp(join(tmpdir(), 'reflect-engine-peers-'));
  const dependencies = { ...Object.fromEntries(peers), 'reflect-engine': `file:${tarball}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  try {
    await promisify(execFile)('npm', npm, { cwd: folder });
    return [];
  } catch (error) {
    const half = peers.length >> 1;
    if (half > 0) return [...(await findRefused(peers.slice(0, half))), ...(await findRefused(peers.slice(half)))];
    console.log(`npm refuses it beside ${peers[0].join('@')}: ${error.stderr.split('\n').slice(0, 12).join('\n')}`);
    return peers;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
