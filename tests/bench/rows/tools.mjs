// Four tools of one turn, 50 ms each.

import { setTimeout as sleep } from 'node:timers/promises';
import { AgentlibLoop } from '../loops/agentlib.mjs';
import { reflectLoop } from '../loops/reflect.mjs';
import { median } from '../measure.mjs';
import { time, times } from '../table.mjs';

const NAMES = ['north', 'east', 'south', 'west'];
const tools = NAMES.map((name) => ({
  name,
  description: 'Looks into one warehouse.',
  parameters: { type: 'object', properties: {} },
  execute: async () => {
    await sleep(50);
    return { stock: 3 };
  },
}));

export async function toolsAtOnce({ rounds }) {
  const reflect = reflectLoop({ maxReflections: 0 });
  const agentlib = new AgentlibLoop({ maxReflections: 0 });
  const seconds = { bare: [], reflect: [], agentlib: [] };
  await turn((model) => reflect(model, { tools })); // the wasm is compiled
  for (let round = 0; round < rounds; round++) {
    seconds.bare.push(
      await turn(async (model) => {
        await model();
        await Promise.all(tools.map((tool) => tool.execute()));
        await model();
      }),
    );
    seconds.reflect.push(await turn((model) => reflect(model, { tools })));
    seconds.agentlib.push(await turn((model) => agentlib.run({ model, tools })));
  }
  const [ours, bare, theirs] = [median(seconds.reflect), median(seconds.bare), median(seconds.agentlib)];
  return [
    { section: 'Tools of one turn: 4 × 50 ms' },
    { what: 'reflect-engine', target: '≤ 70 ms', measured: time(ours), met: ours <= 0.07 },
    { what: 'the same by a bare Promise.all', measured: time(bare), ratio: times(ours / bare) },
    { what: "agentlib's algorithm, one after another", measured: time(theirs), ratio: times(ours / theirs) },
  ];
}

/** Seconds between the reply that calls the tools and the next request. */
async function turn(loop) {
  let asked;
  let next;
  await loop(async () => {
    if (asked !== undefined) {
      next ??= performance.now();
      return { content: 'Twelve in all.', usage: {} };
    }
    asked = performance.now();
    return { content: '', toolCalls: NAMES.map((name) => ({ id: `call-${name}`, name, arguments: {} })), usage: {} };
  });
  return (next - asked) / 1000;
}
