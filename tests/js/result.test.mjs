// The result of a run: what everybody reads, the trace beside it, and a snapshot that is made when it is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Autopilot, Critic, ReflectEngine } from 'reflect-engine';
import { ResearchLoop } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, reject, rejection, verdict } from './support.mjs';

const FIRST = [
  ...['accepted', 'acceptedBy', 'durationMs', 'errors', 'iterations', 'output', 'reviewReasons', 'runId', 'score', 'status'],
  ...['stopReason', 'trace', 'usage'],
];

async function finished(task) {
  const model = scriptedModel(['one', reject(4), { content: 'two', model: 'm-1' }, accept(9)]);
  return new ReflectEngine({ maxReflections: 1, advanced: { seed: 1, judgeLast: true } }).run({ input: 'q', model, ...task });
}

test('a result has two layers, and can be cloned, printed and written', async () => {
  const result = await finished();
  assert.deepEqual(Object.keys(result).sort(), FIRST);
  const { trace, ...first } = result;
  assert.deepEqual([first.output, first.score, first.acceptedBy], ['two', 9, 'critic']);
  assert.deepEqual([trace.draftIndex, trace.drafts.length, trace.steps.length, trace.critiqueStatus], [1, 2, 5, 'read']);
  assert.deepEqual(trace.settings, { maxReflections: 1, advanced: { seed: 1, judgeLast: true } });

  assert.equal(JSON.parse(result.snapshot).runId, result.runId);
  assert.ok(!Object.hasOwn(result, 'snapshot'));
  assert.deepEqual(structuredClone(result), { ...result });
  assert.deepEqual(JSON.parse(JSON.stringify(result)), JSON.parse(JSON.stringify({ ...first, trace })));

  assert.match(inspect(result), /\n {2}usage\.total: \{"inputTokens":\d+.*\},\n/);
  const printed = inspect(Object.assign(result, { object: { long: 'x'.repeat(9_999) }, output: 'a\nb'.repeat(999) })).split('\n');
  assert.ok(printed.length <= 15, printed.join('\n'));
  assert.ok(printed.every((line) => line.length < 200));
  assert.match(printed.join(), /ReflectResult.*output: "a\\nb.*status: "ok".*score: 9,.*runId: "[^"]+".*durationMs: \d/);
});

test('results of all loops have the same first layer', async () => {
  const critic = new Critic({ model: scriptedModel([verdict([true], 0.9), verdict([false], 0.9)]) });
  const goal = { objective: 'o', successCriteria: ['c'] };
  const autopilot = new Autopilot({ agent: () => 'text', goal, critic, budget: { maxIterations: 1 } });
  const scores = [1, 0.1];
  const evaluator = { metrics: { quality: () => scores.shift() } };
  const loop = new ResearchLoop({ canonicalModel: { fields: [{ path: 'a' }] }, evaluator, maxRepairs: 0 });
  const research = () => [{ path: 'a', value: 'x', sourceId: 's' }];
  const [piloted, sentBack] = [await autopilot.run({ runId: 'r' }), await autopilot.run({ runId: 's' })];
  const [found, rejected] = [await loop.run({ query: 'q', research }), await loop.run({ query: 'q', research })];
  const own = { AutopilotResult: ['criticVerdict'], ResearchResult: ['object', 'evaluation', 'facts', 'missing', 'conflicts'] };
  for (const [name, result, acceptedBy, steps] of [
    ['AutopilotResult', piloted, 'critic', 4],
    ['ResearchResult', found, 'evaluator', 4],
  ]) {
    const keys = [...FIRST.filter((key) => key !== 'score'), ...own[name]].sort();
    assert.deepEqual(Object.keys(result).sort(), keys, name);
    const { status, accepted, reviewReasons, runId, durationMs, trace, snapshot } = result;
    assert.deepEqual([status, accepted, result.acceptedBy, reviewReasons], ['ok', true, acceptedBy, []], name);
    assert.deepEqual([typeof runId, durationMs >= 0, trace.judged, trace.steps.length], ['string', true, true, steps], name);
    assert.ok(JSON.parse(snapshot).log.length > 0);
    const printed = inspect(result).split('\n');
    assert.ok(printed.length <= 15 && printed[0] === `${name}: the ${acceptedBy} accepted the output {`, printed.join('\n'));
  }
  assert.deepEqual([piloted.runId, piloted.criticVerdict.confidence], ['r', 0.9]);
  assert.deepEqual([sentBack.status, sentBack.reviewReasons], ['needs_review', ['max_iterations', 'rejected_by_critic']]);
  assert.match(inspect(sentBack), /^AutopilotResult: nobody accepted the output \{\n/);
  assert.deepEqual([rejected.status, rejected.reviewReasons], ['needs_review', ['rejected_by_evaluator']]);
});

test('metadata name the model of the returned draft and the version of the prompts', async () => {
  const { trace } = await finished();
  const { engineVersion, promptVersion, model, strategy } = trace.metadata;
  assert.deepEqual([promptVersion, model, typeof strategy], [engineVersion, 'm-1', 'string']);
  const other = await finished({ settings: { critiquePrompt: 'Be strict.' } });
  assert.match(other.trace.metadata.promptVersion, /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
  const prices = { 'm-1': { input: 1, output: 1 } };
  const priced = (await finished({ settings: { advanced: { prices } } })).trace.metadata.model;
  assert.equal(priced, 'm-1', 'also where prices are looked up');
});

test('a run has a name: the one that it was given, a random one, or that of its keys under a durable host', async () => {
  const seen = [];
  const task = (more) => ({
    input: 'q',
    model: (request) => (seen.push(request), request.purpose === 'critique' ? accept() : 'a'),
    ...more,
  });
  const engine = new ReflectEngine({ advanced: { seed: 1 } });
  const events = [];
  const named = await engine.run(
    task({ runId: 'mine', onDraft: (event) => events.push(event), onCall: (event) => events.push(event) }),
  );
  assert.ok([named, ...seen, ...events].every(({ runId }) => runId === 'mine') && seen.length === 2 && events.length >= 5);
  const random = [await engine.run(task()), await engine.run(task())].map(({ runId }) => runId);
  assert.equal(new Set(['mine', ...random]).size, 3);
  const durable = { run: (_name, fn) => fn() };
  const same = [await engine.run(task({ durable })), await engine.run(task({ durable }))].map(({ runId }) => runId);
  assert.deepEqual(same, [seen.at(-1).idempotencyKey.split('/')[0], same[0]]);

  const review = { accepted: true };
  const kept = await engine.resume(named.snapshot, task({ review }));
  assert.equal(kept.runId, 'mine', 'a snapshot keeps it');
  assert.equal(JSON.parse(kept.snapshot).runId, 'mine');
  assert.equal((await engine.resume(named.snapshot, task({ review, runId: 'other' }))).runId, 'other');
  const bad = JSON.stringify({ ...JSON.parse(named.snapshot), runId: 7 });
  assert.equal((await rejection(engine.resume(bad, task()))).code, 'invalid_task');
});

test('what a run took is told by its clock', async () => {
  let now = 1_000;
  const durable = { run: (_name, fn) => fn(), now: () => now };
  const model = ({ purpose }) => {
    now += 40;
    return purpose === 'critique' ? accept() : 'a';
  };
  assert.equal((await new ReflectEngine().run({ input: 'q', model, durable })).durationMs, 80);
});

test('without a critic there is no critique status', async () => {
  const result = await finished({ model: () => 'a', critic: false, verifiers: { fine: () => ({ passed: true }) } });
  const { revisionHistory, steps } = result.trace;
  const reflection = steps.find(({ type }) => type === 'reflection');
  for (const [what, it] of Object.entries({ trace: result.trace, revision: revisionHistory[0], reflection })) {
    assert.ok(!('critiqueStatus' in it), what);
  }
});

test('a run that is aborted in the middle of its first draft hands out what had come', async () => {
  const abort = new AbortController();
  const deltas = [];
  const model = ({ onDelta }) => {
    onDelta('<think>hm</think>Once ');
    onDelta('upon a');
    abort.abort();
    return new Promise(() => {});
  };
  const task = { input: 'q', model, signal: abort.signal, onDraft: ({ delta }) => deltas.push(delta) };
  const { name, code, result } = await rejection(new ReflectEngine().run(task));
  assert.deepEqual([name, code, result.output, deltas.join('')], ['AbortError', 'aborted', 'Once upon a', 'Once upon a']);
  assert.deepEqual([result.status, result.accepted, result.trace.drafts], ['failed', false, []]);
});

test('a critic whose provider is down is unavailable, and not unreadable', async () => {
  const critic = () => Promise.reject(new Error('503 service unavailable'));
  const task = { input: 'q', model: scriptedModel(['A draft.']), critic };
  const { status, stopReason, reviewReasons, errors, output } = await new ReflectEngine().run(task);
  assert.deepEqual([status, stopReason, output], ['needs_review', 'critic_unavailable', 'A draft.']);
  assert.deepEqual(reviewReasons, ['critic_unavailable', 'not_judged']);
  assert.match(errors[0].message, /503 service unavailable/);
});

test('an acceptance that names issues says so, beside what else is to be known of it', async () => {
  const says = (issues) => JSON.stringify({ score: 9, issues, suggestion: '', needs_revision: false });
  const run = (issues) => new ReflectEngine().run({ input: 'q', model: scriptedModel(['A draft.', says(issues)]) });
  const named = await run(['names none of the three']);
  assert.deepEqual([named.status, named.reviewReasons], ['ok', ['accepted_with_issues', 'self_judged']]);
  assert.deepEqual(named.trace.critique.issues, ['names none of the three']);
  assert.deepEqual((await run([])).reviewReasons, ['self_judged']);
  // The prompt says what `issues` holds.
  const model = scriptedModel(['A draft.', says([])]);
  await new ReflectEngine().run({ input: 'q', model });
  assert.match(model.requests[1].messages[0].content, /"issues": a list of what must be mended before the answer is used/);
});

test('requirements are derived in a call of their own, which is counted, shown, and told in the result', async () => {
  const list = '{"requirements": ["Returns 1 for 0."]}';
  const engine = new ReflectEngine({ requirements: 'derive' });
  const model = scriptedModel([list, 'f', accept()]);
  const { status, trace, usage } = await engine.run({ input: 'Write factorial.', model });
  assert.deepEqual([status, trace.metadata.requirements], ['ok', ['Returns 1 for 0.']]);
  assert.equal(trace.steps[0].content, 'Requirements: Returns 1 for 0.');
  assert.deepEqual([usage.byPurpose.requirements.calls, usage.total.calls ?? 3], [1, 3]);
  const fenced = /that the answer must meet:\n\[begin (\w+)\]\n- Returns 1 for 0\.\n\[end \1\]/;
  for (const { messages } of model.requests.slice(1)) assert.match(messages.map(({ content }) => content).join('\n'), fenced);
  // Behind a gate the first critic is asked, and the host's draft is the first one.
  const critic = scriptedModel([list, accept()]);
  const { result } = await engine.gate({ input: 'Write factorial.', critic }).submit('f');
  assert.deepEqual([result.status, critic.requests.map(({ purpose }) => purpose)], ['ok', ['requirements', 'critique']]);
  const tight = await new ReflectEngine({ requirements: 'derive', budget: { maxCalls: 2 } }).run({
    input: 'q',
    model: scriptedModel(['f', accept()]),
  });
  assert.deepEqual([tight.status, tight.errors[0].code], ['ok', 'no_requirements']);
});
