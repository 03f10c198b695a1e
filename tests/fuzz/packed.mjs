// `cargo xtask fuzz restore` and `cargo xtask fuzz wire`: the packed package with values that were made or changed by chance, for so many
// minutes. `restore` resumes edited snapshots, `wire` hands in replies, tasks and settings of any shape. No critic here ever accepts. Prints
// what went wrong, with the number of the input; `--seed N --from NUMBER --inputs 1` plays one again.

import { parseArgs } from 'node:util';
import { Autopilot, Critic, isReflectError, ReflectEngine } from 'reflect-engine';
import { ResearchLoop } from 'reflect-engine/research';
import { wholeNumbers } from '../random.mjs';

const SLOW_MS = 2_000;
const REVISES = '{"score": 3, "issues": ["too short"], "suggestion": "more", "needs_revision": true}';
const UNMET = '{"criteria_met": [false], "confidence": 0.9, "suggestions": ["more"], "reasoning": "r"}';
const KEYS = [
  ...[
    'content',
    'toolCalls',
    'arguments',
    'name',
    'id',
    'usage',
    'inputTokens',
    'outputTokens',
    'costUsd',
    'finishReason',
    'type',
    'text',
    'data',
  ],
  ...[
    'passed',
    'issues',
    'score',
    'role',
    'toolCallId',
    'reasoning',
    'contents',
    'metadata',
    '__proto__',
    'constructor',
    'then',
    'toJSON',
    'length',
  ],
];
const SETTINGS = [
  ...[
    'maxReflections',
    'acceptanceThreshold',
    'strategy',
    'drafts',
    'criteria',
    'budget',
    'advanced',
    'maxCalls',
    'maxTokens',
    'jury',
    'critique',
  ],
  ...['prices', 'seed', 'calibration', 'sentinels', 'history', 'onUnreadableCritique', 'requirements', '__proto__'],
];
const throws = () => {
  throw new TypeError('by chance');
};

/** A value of JSON by chance, with these keys; sometimes nested deep. */
function json(draw, keys, depth = 0) {
  const below = () => json(draw, keys, depth + 1);
  switch (draw(depth > 3 ? 8 : 12)) {
    case 0:
      return null;
    case 1:
      return draw(2) === 0;
    case 2:
      return [0, -1, 1e308, 0.5, 2 ** 53, -0, 1e-320, 4294967296][draw(8)];
    case 3:
      return draw(20);
    case 4:
      return ['', 'stop', 'length', 'assistant', 'look', 'text', '8', '\ud800', '\u202e', 'x'.repeat(draw(5_000)), REVISES][
        draw(11)
      ];
    case 5:
      return `a draft of ${draw(9)} words`;
    case 6: {
      const levels = draw(9_000);
      return '['.repeat(levels) + ']'.repeat(levels);
    }
    case 7: {
      let nested = draw(2) === 0 ? 1 : {};
      for (let level = draw(300); level > 0; level -= 1)
        nested = draw(2) === 0 ? [nested] : { [keys[draw(keys.length)]]: nested };
      return nested;
    }
    case 8:
    case 9:
      return Array.from({ length: draw(5) }, below);
    default:
      return Object.fromEntries(Array.from({ length: draw(6) }, () => [keys[draw(keys.length)], below()]));
  }
}

class Reply {
  content = 'of a class';
}

/** A value of JavaScript by chance: most are JSON with one odd thing in it. */
function value(draw, keys) {
  const made = json(draw, keys);
  const cyclic = { content: 'x' };
  cyclic.itself = cyclic;
  const rejected = Promise.reject(new Error('in a field'));
  rejected.catch(() => undefined);
  const odd = [
    undefined,
    Number.NaN,
    10n,
    Symbol('odd'),
    () => 1,
    new Date(Number.NaN),
    new Map([['content', 'x']]),
    new Uint8Array(9),
    new Proxy({}, { get: throws, ownKeys: throws }),
    Object.defineProperty({}, keys[draw(keys.length)], { get: throws, enumerable: true }),
    new Error('returned'),
    cyclic,
    rejected,
    Object.create(null),
    new Reply(),
  ][draw(15)];
  if (draw(4) > 0) return made;
  if (draw(2) === 0 || typeof made !== 'object' || made === null) return odd;
  return Object.assign(made, { [Array.isArray(made) ? made.length : keys[draw(keys.length)]]: odd });
}

/** The same JSON with one to four edits at places by chance. */
function edited(text, others, draw) {
  const root = { snapshot: JSON.parse(text) };
  for (let edits = 1 + draw(4); edits > 0; edits -= 1) {
    const places = [];
    const stack = [root];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (const key of Object.keys(at)) {
        places.push([at, key]);
        if (typeof at[key] === 'object' && at[key] !== null && places.length < 20_000) stack.push(at[key]);
      }
    }
    const [parent, key] = places[draw(places.length)];
    const [from, other] = places[draw(places.length)];
    switch (draw(7)) {
      case 0:
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else delete parent[key];
        break;
      case 1:
        if (Array.isArray(parent)) parent.splice(draw(parent.length + 1), 0, structuredClone(parent[key]));
        break;
      case 2:
        parent[key] = structuredClone(from[other]);
        break;
      case 3:
        if (typeof parent[key] === 'string')
          parent[key] = parent[key].slice(draw(parent[key].length + 1)) + parent[key].slice(0, draw(9));
        break;
      case 4:
        if (typeof parent[key] === 'number') parent[key] *= [-1, 0, 1e9, 1.5][draw(4)];
        break;
      case 5:
        Object.assign(root, { snapshot: JSON.parse(others[draw(others.length)]) });
        break;
      default:
        parent[key] = json(draw, Object.keys(parent).concat(KEYS));
    }
    if (typeof root.snapshot !== 'object' || root.snapshot === null) break;
  }
  const made = JSON.stringify(root.snapshot) ?? '';
  return draw(20) === 0 ? made.slice(0, draw(made.length)) : made;
}

const tools = [{ name: 'look', parameters: {}, execute: ({ at }) => `seen ${at}` }];
const verifiers = { long: (draft) => draft.length > 1e6 || 'too short' };

/** Answers what is asked for, and never accepts. */
function model() {
  let calls = 0;
  return ({ purpose }) => {
    calls += 1;
    if (purpose === 'critique') return calls % 5 === 0 ? 'not a form' : REVISES;
    return calls % 3 === 1
      ? { content: '', toolCalls: [{ id: `c${calls}`, name: 'look', arguments: { at: calls } }] }
      : `Draft ${calls}.`;
  };
}

const goal = { objective: 'o', successCriteria: ['a'] };
const autopilot = () =>
  new Autopilot({
    agent: () => 'An output.',
    critic: new Critic({ model: () => UNMET }),
    goal,
    budget: { maxIterations: 2 },
  });
const loop = () => new ResearchLoop({ canonicalModel: { fields: [{ path: 'a' }, { path: 'b' }] }, evaluator: false });
const research = { query: 'q', research: () => [{ path: 'a', value: 1, sourceId: 's' }] };

/** Snapshots of runs that ended without an acceptance, each with what resumes it. */
async function snapshots() {
  const ends = (run) => run.catch((error) => error.result);
  const made = [];
  for (const strategy of ['keep-best', 'best-of-n', 'classic']) {
    for (const more of [{}, { verifiers }, { critic: [model(), model()] }, { critic: false, verifiers }]) {
      const settings = { strategy, maxReflections: 2, budget: { maxCalls: 12 } };
      const result = await ends(new ReflectEngine(settings).run({ input: 'q', model: model(), tools, ...more }));
      made.push({
        text: result.snapshot,
        resume: (text, review) => new ReflectEngine().resume(text, { model: model(), tools, ...more, ...review }),
      });
    }
  }
  const { snapshot } = await autopilot().run();
  made.push({ text: snapshot, resume: (text) => autopilot().resume(text) });
  const found = await loop().run(research);
  made.push({ text: found.snapshot, resume: (text) => loop().resume(text, { research: research.research }) });
  return made;
}

const TARGETS = {
  async restore() {
    const saved = await snapshots();
    return (draw) => {
      const { text, resume } = saved[draw(saved.length)];
      const review = draw(3) === 0 ? { review: { accepted: false, feedback: 'Name the year.' } } : {};
      return resume(
        edited(
          text,
          saved.map((one) => one.text),
          draw,
        ),
        review,
      );
    };
  },
  async wire() {
    return async (draw) => {
      const strategy = ['keep-best', 'best-of-n', 'classic'][draw(3)];
      const budget = { maxCalls: 12, callTimeoutMs: 100, verifierTimeoutMs: 100 };
      const engine = new ReflectEngine(draw(4) === 0 ? value(draw, SETTINGS) : { maxReflections: draw(3), strategy, budget });
      const reply = (usual) => () => (draw(2) === 0 ? value(draw, KEYS) : usual);
      const one = ({ purpose, ...rest }) => reply(purpose === 'critique' ? REVISES : model()({ purpose, ...rest }))();
      const task = {
        input: draw(3) === 0 ? value(draw, KEYS) : 'q',
        model: one,
        tools: [{ ...tools[0], execute: reply('seen') }],
        // A reply may be a promise that never settles, and settings by chance have ten minutes for it.
        settings: { budget },
      };
      if (draw(2) === 0) task.verifiers = { odd: reply('too short') };
      if (draw(6) === 0) task[['draft', 'outputSchema', 'review', 'systemPrompt', 'runId'][draw(5)]] = value(draw, KEYS);
      return engine.run(task);
    };
  },
};

const options = {
  target: { type: 'string' },
  minutes: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
};
const { values } = parseArgs({
  options: { ...options, from: { type: 'string', default: '0' }, inputs: { type: 'string', default: 'Infinity' } },
});
let current = 0;
const wrong = new Map();
const note = (what) => {
  if (!wrong.has(what)) console.log(`input ${current}: ${what}`);
  wrong.set(what, (wrong.get(what) ?? 0) + 1);
};
process.on('unhandledRejection', (reason) => note(`an unhandled rejection: ${reason}`));

const play = await TARGETS[values.target]();
const ended = {};
const until = Date.now() + Number(values.minutes) * 60_000;
let inputs = 0;
for (; inputs < Number(values.inputs) && Date.now() < until; inputs += 1) {
  current = Number(values.from) + inputs;
  const begin = performance.now();
  let result;
  let how;
  try {
    result = await play(wholeNumbers(Number(values.seed) * 1_000_003 + current));
    how = result.stopReason;
  } catch (error) {
    if (!isReflectError(error)) note(`an error of others: ${error?.stack ?? error}`);
    how = error?.code;
    result = error?.result;
    if (how === 'engine_trap') note(`a trap: ${error.message}`);
  }
  ended[how] = (ended[how] ?? 0) + 1;
  if (performance.now() - begin > SLOW_MS) note('it took over 2 s');
  if (result === undefined) continue;
  if (result.acceptedBy === 'critic') note('accepted by a critic that never accepts');
  if (result.acceptedBy === 'human') note('accepted by a person who did not');
  try {
    structuredClone(result);
    JSON.stringify(result);
  } catch (error) {
    note(`a result that cannot be kept: ${error.message}`);
  }
  if (inputs % 1_000 === 0) {
    const { status } = await new ReflectEngine().run({
      input: 'q',
      critic: false,
      model: () => 'x',
      verifiers: { ok: () => true },
    });
    if (status !== 'ok') note('a healthy run is not ok any more');
  }
}
console.log(
  `${inputs} inputs of ${values.target}; ended: ${Object.entries(ended)
    .map((pair) => pair.join(' '))
    .join(', ')}`,
);
console.log(`resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
console.log(
  wrong.size === 0 ? 'nothing found' : [...wrong].map(([what, times]) => `${times} x ${what.split('\n')[0]}`).join('\n'),
);
process.exit(wrong.size === 0 ? 0 : 1);
