// `cargo xtask fuzz restore` and `cargo xtask fuzz wire`: the packed package with values that fast-check makes or changes, for so many
// minutes. `restore` resumes edited snapshots, `wire` hands in replies, tasks and settings of any shape. No critic here ever accepts. What goes
// wrong is made as small as it can be, and printed with the `--seed` and `--path` that play it again.

import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { Autopilot, Critic, isReflectError, ReflectEngine } from 'reflect-engine';
import { ResearchLoop } from 'reflect-engine/research';

const SLOW_MS = 2_000;
const REVISES = '{"score": 3, "issues": ["too short"], "suggestion": "more", "needs_revision": true}';
const UNMET = '{"criteria_met": [false], "confidence": 0.9, "suggestions": ["more"], "reasoning": "r"}';
const KEYS =
  `content toolCalls arguments name id usage inputTokens outputTokens costUsd finishReason type text data passed issues score role
  toolCallId reasoning contents metadata __proto__ constructor then toJSON length`.split(/\s+/);
const SETTINGS =
  `maxReflections acceptanceThreshold strategy drafts criteria budget advanced maxCalls maxTokens jury critique prices seed
  calibration sentinels history onUnreadableCritique requirements __proto__`.split(/\s+/);

/** JSON with these keys, sometimes nested deep. */
function json(keys) {
  const text = fc.constantFrom('', 'stop', 'length', 'assistant', 'look', 'text', '8', '\ud800', '\u202e', REVISES);
  const number = fc.constantFrom(0, -1, 1e308, 0.5, 2 ** 53, -0, 1e-320, 4294967296);
  const deep = fc.nat(9_000).map((levels) => '['.repeat(levels) + ']'.repeat(levels));
  const nested = fc.array(fc.constantFrom(undefined, ...keys), { maxLength: 300 });
  const deeper = nested.map((all) => all.reduce((value, key) => (key === undefined ? [value] : { [key]: value }), 1));
  const values = [fc.constant(null), fc.boolean(), number, fc.nat(20), text, fc.string({ maxLength: 5_000 }), deep, deeper];
  return fc.anything({ key: fc.constantFrom(...keys), values, maxDepth: 4 });
}

class Reply {
  content = 'of a class';
}

const throws = () => {
  throw new TypeError('by chance');
};

/** What JSON does not have, each made anew. */
const ODD = [
  () => undefined,
  () => Number.NaN,
  () => 10n,
  () => Symbol('odd'),
  () => () => 1,
  () => new Date(Number.NaN),
  () => new Map([['content', 'x']]),
  () => new Uint8Array(9),
  () => new Proxy({}, { get: throws, ownKeys: throws }),
  (key) => Object.defineProperty({}, key, { get: throws, enumerable: true }),
  () => new Error('returned'),
  () => {
    const cyclic = { content: 'x' };
    return Object.assign(cyclic, { itself: cyclic });
  },
  () => {
    const rejected = Promise.reject(new Error('in a field'));
    rejected.catch(() => undefined);
    return rejected;
  },
  () => Object.create(null),
  () => new Reply(),
];

/** A function that makes a value of JavaScript, and is printed as what it makes: most are JSON, some with one odd thing in it. */
function maker(keys) {
  const odd = fc.record({ make: fc.constantFrom(...ODD), key: fc.constantFrom(...keys) });
  const printed = (make, text) => Object.assign(make, { [fc.toStringMethod]: () => text });
  return fc.oneof(
    { weight: 3, arbitrary: json(keys).map((value) => printed(() => structuredClone(value), fc.stringify(value))) },
    fc.tuple(fc.option(json(keys)), odd).map(([value, { make, key }]) => {
      const isWithin = typeof value === 'object' && value !== null;
      const at = Array.isArray(value) ? value.length : key;
      return isWithin
        ? printed(
            () => Object.assign(structuredClone(value), { [at]: make(key) }),
            `${fc.stringify(value)} with ${make} at ${at}`,
          )
        : printed(() => make(key), `${make}`);
    }),
  );
}

/** By chance alone: fast-check would draw the first places most. */
const anywhere = fc.noBias(fc.nat());

const edits = fc.array(
  fc.record({
    at: anywhere,
    from: anywhere,
    way: fc.constantFrom('remove', 'double', 'copy', 'cut', 'scale', 'other', 'new'),
    value: json(KEYS),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The same JSON with these edits, each at a place of it. */
function edited(text, others, list) {
  const root = { snapshot: JSON.parse(text) };
  for (const { at, from, way, value } of list) {
    const places = placesOf(root);
    const [parent, key] = places[at % places.length];
    const [source, other] = places[from % places.length];
    const isList = Array.isArray(parent);
    if (way === 'remove' && isList) parent.splice(Number(key), 1);
    else if (way === 'remove') delete parent[key];
    else if (way === 'double' && isList) parent.splice(from % (parent.length + 1), 0, structuredClone(parent[key]));
    else if (way === 'copy') parent[key] = structuredClone(source[other]);
    else if (way === 'cut' && typeof parent[key] === 'string')
      parent[key] = parent[key].slice(from % (parent[key].length + 1)) + parent[key].slice(0, from % 9);
    else if (way === 'scale' && typeof parent[key] === 'number') parent[key] *= [-1, 0, 1e9, 1.5][from % 4];
    else if (way === 'other') root.snapshot = JSON.parse(others[from % others.length]);
    else if (way === 'new') parent[key] = value;
    if (typeof root.snapshot !== 'object' || root.snapshot === null) break;
  }
  return JSON.stringify(root.snapshot) ?? '';
}

/** Every key of an object, with what it is a key of. */
function placesOf(root) {
  const [places, stack] = [[], [root]];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const key of Object.keys(at)) {
      places.push([at, key]);
      if (typeof at[key] === 'object' && at[key] !== null && places.length < 20_000) stack.push(at[key]);
    }
  }
  return places;
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

/** `null`, but once in so many times. */
const seldom = (others, arbitrary) => fc.oneof({ weight: others, arbitrary: fc.constant(null) }, arbitrary);

/** Of each target, what is drawn, and what is done with it. */
const TARGETS = {
  async restore() {
    const saved = await snapshots();
    const texts = saved.map(({ text }) => text);
    const drawn = {
      run: fc.constantFrom(...saved),
      list: edits,
      left: seldom(19, fc.nat()),
      isReviewed: fc.boolean(),
    };
    return [
      drawn,
      ({ run, list, left, isReviewed }) => {
        const text = edited(run.text, texts, list);
        const review = isReviewed ? { review: { accepted: false, feedback: 'Name the year.' } } : {};
        return run.resume(left === null ? text : text.slice(0, left % (text.length + 1)), review);
      },
    ];
  },
  async wire() {
    const usual = (value) =>
      fc.oneof(
        fc.constant(() => value),
        maker(KEYS),
      );
    const drawn = {
      strategy: fc.constantFrom('keep-best', 'best-of-n', 'classic'),
      maxReflections: fc.nat(2),
      settings: seldom(3, maker(SETTINGS)),
      replies: fc.array(seldom(1, maker(KEYS)), { minLength: 12, maxLength: 12 }),
      input: fc.oneof({ weight: 2, arbitrary: fc.constant(() => 'q') }, maker(KEYS)),
      seen: usual('seen'),
      verdict: seldom(1, usual('too short')),
      more: seldom(5, fc.tuple(fc.constantFrom('draft', 'outputSchema', 'review', 'systemPrompt', 'runId'), maker(KEYS))),
    };
    return [
      drawn,
      ({ strategy, maxReflections, settings, replies, input, seen, verdict, more }) => {
        const budget = { maxCalls: 12, callTimeoutMs: 100, verifierTimeoutMs: 100 };
        const engine = new ReflectEngine(settings === null ? { maxReflections, strategy, budget } : settings());
        const [waiting, honest] = [[...replies], model()];
        const task = {
          input: input(),
          model: (call) => waiting.shift()?.() ?? honest(call),
          tools: [{ ...tools[0], execute: seen }],
          // A reply may be a promise that never settles, and settings by chance have ten minutes for it.
          settings: { budget },
        };
        if (verdict !== null) task.verifiers = { odd: verdict };
        if (more !== null) task[more[0]] = more[1]();
        return engine.run(task);
      },
    ];
  },
};

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
  },
});
const ended = {};
let stray;
process.on('unhandledRejection', (reason) => (stray = reason));

/** Plays one input to its end, and throws what is wrong with that. */
async function check(play, input) {
  stray = undefined;
  const begin = process.cpuUsage();
  const result = await new Promise((resolve) => resolve(play(input))).catch((error) => {
    if (!isReflectError(error)) throw new Error('an error of others', { cause: error });
    if (error.code === 'engine_trap') throw new Error(`a trap: ${error.message}`);
    return error.result ?? { stopReason: error.code };
  });
  ended[result.stopReason] = (ended[result.stopReason] ?? 0) + 1;
  if (stray !== undefined) throw new Error('an unhandled rejection', { cause: stray });
  const { user, system } = process.cpuUsage(begin);
  if (user + system > SLOW_MS * 1_000) throw new Error('it took over 2 s');
  if (result.acceptedBy === 'critic') throw new Error('accepted by a critic that never accepts');
  if (result.acceptedBy === 'human') throw new Error('accepted by a person who did not');
  structuredClone(result);
  JSON.stringify(result);
}

async function isHealthy() {
  const { status } = await new ReflectEngine().run({
    input: 'q',
    critic: false,
    model: () => 'x',
    verifiers: { ok: () => true },
  });
  return status === 'ok';
}

const [drawn, play] = await TARGETS[values.target]();
const property = fc.asyncProperty(fc.record(drawn, { noNullPrototype: true }), (input) => check(play, input));
const done = await fc.check(property, {
  seed: Number(values.seed),
  ...(values.path && { path: values.path }),
  numRuns: 2 ** 31 - 1,
  interruptAfterTimeLimit: Number(values.minutes) * 60_000,
});
const ends = Object.entries(ended).map((pair) => pair.join(' '));
console.log(`${done.numRuns} inputs of ${values.target}; ended: ${ends.join(', ')}`);
console.log(`resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
const isFine = !done.failed && (await isHealthy());
console.log(isFine ? 'nothing found' : (fc.defaultReportMessage(done) ?? 'a healthy run is not ok any more'));
if (done.failed) console.log(done.errorInstance, `\nagain: --seed ${done.seed} --path ${done.counterexamplePath}`);
process.exit(isFine ? 0 : 1);
