// `cargo xtask bench hostile`: runs whose model, critics, tools, verifiers and observers are hostile by chance, many at once. Prints how long
// the slowest took, and what went wrong: a run over 8 s, a draft that is lost, an acceptance that nobody gave, an error that is not
// ours, a rejection that nobody waits for. The same `--seed` plays the same runs.

import { parseArgs } from 'node:util';
import { isReflectError, ReflectEngine } from 'reflect-engine';
import { wholeNumbers } from '../random.mjs';

const SLOW_MS = 8_000;
const AT_ONCE = 250;
const CALL_MS = 30;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } } });
const wrong = { 'over 8 s': 0, 'drafts lost': 0, 'accepted by nobody': 0, 'errors of others': 0, 'unhandled rejections': 0 };
process.on('unhandledRejection', () => {
  wrong['unhandled rejections'] += 1;
});

const ended = {};

const never = () => new Promise(() => {});
const later = (value) => new Promise((resolve) => setTimeout(resolve, 5, value));
const throwing = () => {
  throw new TypeError('hostile');
};
const verdict = (score) => JSON.stringify({ score, issues: ['odd'], suggestion: 'x', needs_revision: score < 8 });

/** What is no reply of anybody. */
const ODD = [
  throwing,
  never,
  () => Promise.reject(new Error('hostile')),
  () => Promise.reject(undefined),
  () => undefined,
  () => Number.NaN,
  () => Symbol('odd'),
  () => Object.defineProperty({}, 'content', { get: throwing, enumerable: true }),
  () => ({ content: Promise.resolve('late') }),
  () => ({ content: Promise.reject(new Error('in a field')) }),
  () => Object.defineProperty({}, 'then', { get: throwing }),
  () => Object.defineProperty({}, 'then', { value: (resolve) => setTimeout(resolve, 5, 'twice') ?? resolve('once') }),
  () => new Proxy({}, { get: throwing, ownKeys: throwing }),
  () => ({ content: '', toolCalls: [{ name: 'look', arguments: Promise.reject(new Error('in a call')) }] }),
  () => ({ content: 'x', usage: { inputTokens: -1, outputTokens: 'many' } }),
  () => ({ content: [{ type: 'text' }, null, 7] }),
  () => ({ passed: 'yes', score: Number.POSITIVE_INFINITY }),
  () => '\ud800',
  () => 'x'.repeat(200_000),
];

async function one(seed) {
  const draw = wholeNumbers(seed);
  const pick = (list) => list[draw(list.length)];
  const odds = 2 + draw(12);
  const mostly = (usual) => (draw(odds) === 0 ? pick(ODD) : () => (draw(3) === 0 ? later(usual) : usual))();
  /** Drafts that the engine had: it asked for something after them. */
  let held = 0;
  let written = 0;
  let accepts = false;
  const model = ({ purpose }) => {
    held = written;
    if (purpose === 'critique') {
      const score = draw(11);
      accepts ||= score >= 8;
      return mostly(verdict(score));
    }
    if (draw(8) === 0) return mostly({ content: '', toolCalls: [{ name: 'look', arguments: {} }] });
    const reply = mostly(`Draft ${draw(4)}.`);
    if (typeof reply === 'string' && reply.startsWith('Draft')) written += 1;
    return reply;
  };
  const verifiers = { odd: () => mostly(pick([true, { passed: true }, { passed: false, issues: ['no'] }])) };
  // Nobody looks into what an observer returns.
  const watch = draw(3) === 0 ? () => (draw(odds) === 0 ? pick(ODD.slice(0, 5))() : undefined) : undefined;
  const control = new AbortController();
  if (draw(3) === 0) setTimeout(() => control.abort(pick([undefined, new Error('left'), 'left'])), draw(60));
  const strategy = pick(['classic', 'keep-best', 'best-of-n']);
  const engine = new ReflectEngine({
    strategy,
    maxReflections: draw(4),
    onUnreadableCritique: pick(['stop', 'retry', 'revise', 'needs-review', 'fail']),
    onVerifierError: pick(['stop', 'revise']),
    budget: {
      callTimeoutMs: CALL_MS,
      verifierTimeoutMs: CALL_MS,
      maxCalls: 1 + draw(20),
      ...(draw(9) === 0 && { maxSeconds: 0.05 }),
    },
    advanced: { seed: 1, critiqueFailed: draw(2) === 1 },
  });
  const critic = pick([undefined, false, model, [model, model, model]]);
  const tools = [{ name: 'look', schema: { type: 'object' }, execute: () => mostly('seen') }];
  const task = { input: 'q', model, critic, tools, signal: control.signal, onStep: watch, onDraft: watch, onCall: watch };
  if (critic === false || draw(2) === 0) task.verifiers = verifiers;
  let result;
  try {
    result = await engine.run(task);
    if (result.acceptedBy === 'critic' && !accepts) wrong['accepted by nobody'] += 1;
  } catch (error) {
    if (!isReflectError(error)) wrong['errors of others'] += 1;
    result = error.result;
  }
  const how = result?.acceptedBy ?? result?.stopReason ?? 'without a result';
  ended[how] = (ended[how] ?? 0) + 1;
  if (held > 0 && !result?.output) wrong['drafts lost'] += 1;
}

const runs = Number(values.runs);
const starts = new Set();
let slowest = 0;
for (let from = 0; from < runs; from += AT_ONCE) {
  const batch = Array.from({ length: Math.min(AT_ONCE, runs - from) }, async (_, at) => {
    const begin = performance.now();
    starts.add(from + at);
    await one(Number(values.seed) * 1_000_003 + from + at);
    starts.delete(from + at);
    const took = performance.now() - begin;
    slowest = Math.max(slowest, took);
    if (took > SLOW_MS) wrong['over 8 s'] += 1;
  });
  const hangs = setTimeout(() => {
    console.error(`these runs hang: ${[...starts].slice(0, 10).join(', ')}`);
    process.exit(1);
  }, 60_000);
  await Promise.all(batch);
  clearTimeout(hangs);
}
globalThis.gc?.();
const { heapUsed, rss } = process.memoryUsage();
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
console.log(`${runs.toLocaleString('en')} hostile runs, the slowest took ${(slowest / 1_000).toFixed(1)} s`);
console.log(
  `ended: ${Object.entries(ended)
    .map(([how, times]) => `${how} ${times}`)
    .join(', ')}`,
);
console.log(`heap ${megabytes(heapUsed)}, resident ${megabytes(rss)}`);
for (const [what, times] of Object.entries(wrong)) console.log(`${times} ${what}`);
if (Object.values(wrong).some((times) => times > 0)) process.exitCode = 1;
