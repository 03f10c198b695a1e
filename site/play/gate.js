// A gate in the loop of an agent that uses a tool: the price in its answer must be the one that the tool gives now.

import { ReflectEngine } from 'reflect-engine';

const PRICES = { lamp: 49, desk: 210 };
const input = 'What do a lamp and a desk cost together?';

/** What the agent does, turn by turn: it remembers a price first, and looks it up when it is told to. The turns are written by hand. */
const TURNS = [
  { says: 'A lamp is 39 and a desk 210: together 249.', looksUp: ['desk'] },
  { says: 'A lamp is 49 and a desk 210: together 259.', looksUp: ['lamp'] },
];

export const code = `const gate = new ReflectEngine().gate({ input, verifiers: { lookedUp } });
let verdict = await gate.submit(await agent(input));
while (!verdict.done) verdict = await gate.submit(await agent(verdict.feedback)); // it has its tools again
console.log(verdict.result.status, verdict.result.output);`;

/** `post`: to the view. `turns`: the calls of the agent wait there. */
export async function run({ post, turns, signal, runId }) {
  const seen = {};
  const lookedUp = (draft) =>
    Object.keys(PRICES).flatMap((item) => {
      if (!draft.includes(item)) return `the answer does not name the ${item}`;
      return seen[item] === undefined ? `the price of the ${item} was not looked up: call the tool` : [];
    });
  const sums = (draft) => draft.includes(`${seen.lamp + seen.desk}`) || 'the sum is not that of the prices';
  post({ input });
  const engine = new ReflectEngine();
  const gate = engine.gate({
    input,
    runId,
    signal,
    verifiers: { lookedUp, sums },
    onStep: (step) => post({ step }),
    onCall: (call) => post({ call }),
  });
  const agent = turns.through(async ({ turn }) => {
    const { says, looksUp } = TURNS[turn];
    for (const item of looksUp) seen[item] = PRICES[item];
    return { says, evidence: looksUp.map((item) => ({ role: 'user', content: `price("${item}") = ${PRICES[item]}` })) };
  });
  for (let turn = 0; ; turn += 1) {
    const { says, evidence } = await agent({ turn, callId: `agent, turn ${turn + 1}`, signal });
    post({ draft: { type: 'draft.delta', draftIndex: turn, delta: says } });
    const verdict = await gate.submit(says, { evidence });
    if (verdict.done) return verdict.result;
  }
}
