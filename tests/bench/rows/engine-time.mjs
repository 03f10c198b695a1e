// Engine time for each model call: instant model, 1 KB answers, the run's start and result included. CPU time, all threads.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { child } from '../child.mjs';
import { median, ratio } from '../measure.mjs';
import { time, times } from '../table.mjs';

const OTHERS = {
  plain: ['the same loop in plain JS', { 2: 12, 10: 10 }],
  plainSent: ['both with a model that serialises its messages'],
  agentlib: ["agentlib's algorithm in plain JS"],
  aiSdk: ['AI SDK generateText, its mock', { 2: 1 / 15, 10: 1 / 15 }],
  langgraph: ['LangGraph.js graph, its nodes plain functions'],
};

export async function engineTime({ rounds, ms }) {
  const rows = [];
  for (const node of nodes()) {
    const { version } = node;
    for (const reflections of [2, 10]) {
      const run = (...names) => child('child/engine-time.mjs', [rounds, ms, reflections, ...names], { node: node.path });
      const seconds = { ...(await run()), ...(await run('langgraph')) };
      const ours = median(seconds.reflect);
      rows.push(
        { section: `Engine time (CPU) for each model call, ${reflections} reflections a run, Node ${version}` },
        { what: 'reflect-engine', measured: time(ours) },
      );
      for (const [name, [what, most]] of Object.entries(OTHERS)) {
        const share = ratio(name === 'plainSent' ? seconds.reflectSent : seconds.reflect, seconds[name]);
        const cap = most?.[reflections];
        const target = cap === undefined ? {} : { target: `≤ ${times(cap)}`, met: share <= cap };
        rows.push({ what, measured: time(median(seconds[name])), ratio: times(share), ...target });
      }
    }
  }
  return rows;
}

/** This Node, and when it is older than the AI SDK asks for (22), the Node 24 that the tests bring. */
function nodes() {
  const own = { version: process.versions.node, path: process.execPath };
  if (Number.parseInt(own.version, 10) >= 22) return [own];
  try {
    const manifest = createRequire(import.meta.url).resolve('node-24/package.json');
    const { version } = createRequire(import.meta.url)('node-24/package.json');
    return [own, { version, path: join(dirname(manifest), 'bin/node') }];
  } catch {
    return [own];
  }
}
