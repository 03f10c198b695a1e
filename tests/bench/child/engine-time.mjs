// CPU seconds of one model call in each loop, round by round, as JSON: `engine-time.mjs ROUNDS MS REFLECTIONS [langgraph]`.
//
// LangGraph.js has a process of its own: it makes every promise of a process dearer, of all loops.

import { agentlibLoop } from '../loops/agentlib.mjs';
import { aiSdkLoop } from '../loops/ai-sdk.mjs';
import { plainLoop } from '../loops/plain.mjs';
import { reflectLoop } from '../loops/reflect.mjs';
import { cpuSeconds, interleaved } from '../measure.mjs';
import { answersOf, callsOf, instantModel } from '../workload.mjs';

/** Model calls before it counts: the compilers have settled. */
const WARM = 2_000;

const [rounds, ms, maxReflections] = process.argv.slice(2, 5).map(Number);
const answers = answersOf(1024);

const reflect = reflectLoop({ maxReflections, advanced: { judgeLast: false, select: 'latest' } });
/** The model of an HTTP client: it writes what it sends as JSON. */
let sent = 0;
const serialising = (model) => (request) => {
  sent += JSON.stringify(request.messages).length;
  return model(request);
};
const own = {
  reflect: (model) => reflect(model),
  plain: (model) => plainLoop(model, { maxReflections }),
  reflectSent: (model) => reflect(serialising(model)),
  plainSent: (model) => plainLoop(serialising(model), { maxReflections }),
  agentlib: (model) => agentlibLoop(model, { maxReflections }),
  aiSdk: (model) => aiSdkLoop(model, { maxReflections }),
};
const langgraph = async () => ({ langgraph: (await import('../loops/langgraph.mjs')).langgraphLoop(maxReflections) });
const loops = process.argv[5] === 'langgraph' ? await langgraph() : own;

// All do the same work: the last of the drafts comes back.
const last = answers[maxReflections % answers.length].trimEnd();
for (const [name, loop] of Object.entries(loops)) {
  const { output } = await loop(instantModel(answers));
  if (output.trimEnd() !== last) throw new Error(`${name} returned another draft: ${output.slice(0, 20)}`);
}

const contestants = Object.fromEntries(
  Object.entries(loops).map(([name, loop]) => [
    name,
    async () => {
      for (let run = 0; run < 4; run++) await loop(instantModel(answers));
      return 4 * callsOf(maxReflections);
    },
  ]),
);
const seconds = await interleaved(contestants, { rounds, ms, warm: WARM, clock: cpuSeconds });
if (loops === own && sent === 0) throw new Error('nothing was sent');
console.log(JSON.stringify(seconds));
