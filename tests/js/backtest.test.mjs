// Recorded runs under other settings: what the record holds is told, and where it ends that is said.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { backtest } from 'reflect-engine/measure';
import { scriptedModel } from 'reflect-engine/testing';
import { traceOf } from 'reflect-engine/trace';
import { numbers } from '../random.mjs';
import { accept, column, columns, reject } from './support.mjs';
import { FIXTURE } from './traces.mjs';

const recorded = (result) => JSON.parse(JSON.stringify(traceOf(result)));
const outcome = ({ accepted, notAccepted, open, missing }) => ({ accepted, notAccepted, open, missing });

/** Tasks of several difficulty: a model writes drafts of some quality, and a critic sees it through noise. */
function world(seed) {
  const random = numbers(seed);
  const noise = (spread) => spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const tasks = (count) => Array.from({ length: count }, (_, at) => ({ input: `Task ${at}?`, level: 6.5 + noise(1.2) }));
  /** Runs of these tasks, made anew. */
  const runs = async (of, settings) => {
    const results = [];
    for (const [seed, { input, level }] of of.entries()) {
      const quality = new Map();
      const write = (points) => {
        const draft = `draft ${quality.size} of ${input}`;
        quality.set(draft, points);
        return draft;
      };
      const model = ({ purpose, messages, n = 1 }) => {
        const shown = JSON.stringify(messages);
        const parent = purpose === 'revision' && [...quality].findLast(([draft]) => shown.includes(draft));
        const one = () => write(parent ? parent[1] + 0.4 + noise(0.8) : level + noise(1.2));
        return n === 1 ? one() : { contents: Array.from({ length: n }, one) };
      };
      const critic = ({ messages, drafts }) => {
        const shown = messages.at(-1).content.match(/draft \d+ of Task \d+\?/g);
        const forms = shown.map((draft) => {
          const score = Math.max(0, Math.min(10, Math.round(quality.get(draft) + noise(0.8))));
          return score >= 8 ? accept(score) : reject(score);
        });
        return drafts === undefined ? forms[0] : `[${forms}]`;
      };
      const advanced = { ...settings.advanced, seed };
      results.push(await new ReflectEngine({ ...settings, advanced }).run({ input, model, critic }));
    }
    return results;
  };
  return { tasks, runs };
}

const share = (results) => results.filter(({ accepted }) => accepted).length / results.length;

for (const settings of [
  {},
  { strategy: 'best-of-n', drafts: 3 },
  { strategy: 'classic', advanced: { judgeLast: true } },
  { maxReflections: 5, budget: { maxCalls: 7 } },
])
  test(`under its own settings a run comes to what it came to: ${JSON.stringify(settings)}`, async () => {
    const { tasks, runs } = world(3);
    const results = await runs(tasks(30), settings);
    const { runs: again } = backtest(results.map(recorded), {});
    assert.deepEqual(
      columns(again, 'runId', 'accepted', 'before'),
      results.map(({ runId, accepted }) => [runId, accepted, accepted]),
    );
    const calls = ({ usage }) => Object.values(usage.byPurpose).reduce((sum, { calls }) => sum + calls, 0);
    assert.deepEqual(column(again, 'calls'), results.map(calls));
  });

test('a run with tools, verifiers and a jury is played, and nothing is called', () => {
  const trace = JSON.parse(readFileSync(FIXTURE, 'utf8'));
  const { runs, accepted } = backtest([trace], {});
  const calls = Object.values(trace.result.usage.byPurpose).reduce((sum, { calls }) => sum + calls, 0);
  assert.ok(calls < trace.calls.length, 'verifiers and tools are no calls of models');
  assert.deepEqual([accepted, runs[0].calls], [1, calls]);
});

test('equal calls of the tools of two critics are told apart, also where one of them is not asked any more', async () => {
  let asked = 0;
  const critic = (name, of) => ({
    name,
    tools: [tool({ name: 'price', execute: () => `the price of ${name}` })],
    model: ({ messages }) => {
      const looked = messages.some(({ role }) => role === 'tool');
      return looked ? of(JSON.stringify(messages)) : { toolCalls: [{ id: `p${(asked += 1)}`, name: 'price', arguments: '{}' }] };
    },
  });
  const critics = [critic('a', (shown) => (shown.includes('Two.') ? accept() : reject())), critic('b', () => accept())];
  const engine = new ReflectEngine({ strategy: 'classic', advanced: { judgeLast: true } });
  const trace = recorded(await engine.run({ input: 'q', model: scriptedModel(['One.', 'Two.']), critic: critics }));
  assert.equal(trace.result.accepted, true);
  const inTurn = backtest([trace], { advanced: { judgeLast: true, jury: { order: 'sequential' } } });
  assert.deepEqual(outcome(inTurn), { accepted: 1, notAccepted: 0, open: 0, missing: {} });
});

test('failed calls, empty drafts and critiques that cannot be read are part of the record', async () => {
  const model = scriptedModel(['', 'One.', 'Two.', 'Three.']);
  const critic = scriptedModel(['Hm.', 'Hm.', new Error('busy'), accept()]);
  const result = await new ReflectEngine({ onUnreadableCritique: 'revise', maxReflections: 3 }).run({
    input: 'q',
    model,
    critic,
  });
  const { runs } = backtest([recorded(result)], {});
  assert.deepEqual([runs[0].accepted, runs[0].missing], [result.accepted, undefined]);
});

test('a lower threshold is all in the record; a higher one is open where it would have gone on', async () => {
  const model = scriptedModel(['One.']);
  const trace = recorded(await new ReflectEngine().run({ input: 'q', model, critic: scriptedModel([accept(8)]) }));
  assert.deepEqual(outcome(backtest([trace], { acceptanceThreshold: 7 })), { accepted: 1, notAccepted: 0, open: 0, missing: {} });
  const { runs, rate, ...higher } = backtest([trace], { acceptanceThreshold: 9 });
  assert.deepEqual(outcome(higher), { accepted: 0, notAccepted: 0, open: 1, missing: { revision: 1 } });
  assert.deepEqual(runs, [{ runId: trace.runId, before: true, calls: 2, missing: 'revision' }]);
  assert.deepEqual([rate.value, rate.low, rate.high], [undefined, 0, 1]);
  const last = backtest([trace], { acceptanceThreshold: 9, maxReflections: 0 });
  assert.deepEqual([outcome(last), last.rate.value], [{ accepted: 0, notAccepted: 1, open: 0, missing: {} }, 0]);
});

test('a look at several drafts says something of fewer, unless critics would be told something else', async () => {
  const { tasks, runs } = world(5);
  const traces = (await runs(tasks(40), { strategy: 'best-of-n', drafts: 4 })).map(recorded);
  const fewer = backtest(traces, { drafts: 2, maxReflections: 0 });
  assert.ok(fewer.accepted + fewer.notAccepted > 25, JSON.stringify(outcome(fewer)));
  for (const over of [{ critiquePrompt: 'You are lenient.' }, { criteria: ['It is right.'] }])
    assert.equal(backtest(traces, { drafts: 2, ...over }).open, 40);
});

test('a look at a draft alone counts before one beside others, whatever its fence', async () => {
  const model = scriptedModel([{ contents: ['One.', 'Two.'] }]);
  const critic = ({ drafts }) => (drafts ? `[${drafts.map((at) => (at === 0 ? accept(10) : reject()))}]` : accept(8));
  const result = await new ReflectEngine({ strategy: 'best-of-n', drafts: 2 }).run({ input: 'q', model, critic });
  const [run] = backtest([recorded(result)], { drafts: 1, acceptanceThreshold: 9 }).runs;
  assert.deepEqual([result.accepted, run.missing, run.calls], [true, 'revision', 2]);
});

test('a draft that a person accepted later is judged by the critic alone', async () => {
  const model = scriptedModel(['One.', 'Two.', 'Three.']);
  const critic = scriptedModel([reject(), `[${reject()},${reject()},${reject()}]`]);
  const engine = new ReflectEngine({ maxReflections: 1 });
  const { snapshot } = await engine.run({ input: 'q', model, critic });
  const result = await engine.resume(snapshot, { model, critic, review: { accepted: true } });
  const [run] = backtest([recorded(result)], {}).runs;
  assert.deepEqual([run.before, run.accepted], [true, false]);
});

test('of 300 runs the predicted share is that of a real rerun', async () => {
  const { tasks, runs } = world(11);
  const of = tasks(300);
  const traces = (await runs(of, {})).map(recorded);
  const rows = [];
  for (const settings of [
    { acceptanceThreshold: 9 },
    { acceptanceThreshold: 10 },
    { maxReflections: 1 },
    { maxReflections: 0 },
    { acceptanceThreshold: 9, maxReflections: 1 },
    { maxReflections: 4 },
  ]) {
    const { rate, runs: predicted, ...counts } = backtest(traces, settings);
    const [rerun, other] = [await runs(of, settings), await runs(of, settings)];
    const same = (one) => {
      const ended = one.flatMap(({ accepted }, at) =>
        predicted[at].accepted === undefined ? [] : [accepted === rerun[at].accepted],
      );
      return ended.filter(Boolean).length / ended.length;
    };
    const figures = [rate.value ?? Number.NaN, rate.low, rate.high, share(rerun), same(predicted), same(other)];
    rows.push([
      JSON.stringify(settings),
      counts.accepted,
      counts.notAccepted,
      counts.open,
      ...figures.map((one) => one.toFixed(2)),
    ]);
    // A rerun has noise of its own: 300 runs, half of them accepted, are within .06 of their share.
    assert.ok(rate.low - 0.06 < share(rerun) && share(rerun) < rate.high + 0.06, rows.at(-1).join());
    // Of what ended, a prediction is right as often as another real run.
    assert.ok(same(predicted) > same(other) - 0.1, rows.at(-1).join());
  }
  for (const row of rows) console.log(row.join(' | '));
});

test('1,000 traces take seconds at most', { timeout: 60_000 }, async () => {
  const { tasks, runs } = world(2);
  const traces = (await runs(tasks(250), {})).map(recorded);
  const all = [0, 1, 2, 3].flatMap(() => traces);
  const began = performance.now();
  backtest(all, { acceptanceThreshold: 9 });
  const took = performance.now() - began;
  console.log(`1,000 traces: ${took.toFixed(0)} ms`);
});

test('what is no trace, has no log, or wrong settings is refused by name', async () => {
  const trace = JSON.parse(readFileSync(FIXTURE, 'utf8'));
  const refused = (code, message, ...given) => assert.throws(() => backtest(...given), { name: 'ReflectError', code, message });
  refused('invalid_snapshot', '`traces` must be a list of at least one trace, got an object', trace, {});
  refused('invalid_snapshot', /^traces\[1\]: .*`format` must be/, [trace, { ...trace, format: 'x' }], {});
  const { log: _, ...redacted } = trace;
  refused('invalid_snapshot', /^traces\[0\]: .*it has no `log`/, [redacted], {});
  // Nothing in it is believed but its inputs.
  const forged = { ...trace, calls: [null], steps: [], result: { ...trace.result, accepted: false } };
  assert.equal(backtest([forged], {}).before.count, 1);
  refused('invalid_settings', /`acceptanceThreshold`/, [trace], { acceptanceThreshold: 80 });
  refused('invalid_settings', /unknown setting `treshold`/, [trace], { treshold: 8 });
  refused('invalid_snapshot', '`traces` must be a list of at least one trace, got none', [], {});
});
