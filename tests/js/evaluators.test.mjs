// Evaluators in the background: what they are given, how many run and wait, what fails, and those behind HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpEvaluator } from 'reflect-engine/evals';
import { listen } from '../listen.mjs';
import { all, columns, deferred, never, rejection, settled, thrown, unreadable } from './support.mjs';
import { heard } from './trackers.mjs';

const START = Date.parse('2026-02-01T00:00:00.000Z');

const clocked = (settings) => heard({ now: () => START, ...settings });

/** A service that answers so until the test ends, and its URL. */
async function served(context, answer) {
  const { server, url, close } = await listen(answer);
  context.after(close);
  return { server, url: `${url}/evaluate` };
}

test('decisions are evaluated in the background: what fails is an event, and no score', async () => {
  const evaluator = async ({ decisionId }) => {
    if (decisionId === 'slow') await never();
    if (decisionId === 'throws') throw new Error('503');
    if (decisionId === 'nothing') return undefined;
    if (decisionId === 'bad') return { scores: { m: 'high' } };
    return { scores: { m: 0.9 }, evaluatorId: 'judge', explanation: 'fine' };
  };
  const { evals, errors } = clocked({ evaluator, evaluatorTimeoutMs: 20 });
  const decided = (decisionId) =>
    evals.evaluateDecision({ agentId: 'A', decisionId, input: 'q', evidence: [1], decision: 'APPROVE' });
  const ids = await Promise.all(['good', 'throws', 'nothing', 'bad', 'slow'].map(decided));
  assert.match(ids[0], /^EVAL-A-/);
  assert.deepEqual(ids.slice(1), [undefined, undefined, undefined, undefined]);
  const { evaluated, evaluatorErrors, recorded } = evals.counts();
  assert.deepEqual([evaluated, evaluatorErrors, recorded], [1, 4, 1]);
  assert.deepEqual(errors, [
    '503',
    'the evaluator must return { scores }',
    '`scores.m` must be a number from -1000000 to 1000000 or null, got "high"',
    'the evaluator took longer than 20 ms',
  ]);
  const [record] = await evals.getEvalHistory('A');
  assert.deepEqual([record.decisionId, record.decision, record.input, record.explanation], ['good', 'APPROVE', 'q', 'fine']);
  assert.equal(await clocked().evals.evaluateDecision({ agentId: 'A' }), undefined, 'without an evaluator');
});

test('what a result says of its decision is kept, where the payload itself says nothing', async () => {
  const { evals } = clocked({
    evaluator: ({ decision, riskScore }) => ({ scores: { m: decision === 'REVIEW' ? riskScore / 100 : 0 } }),
  });
  const result = { decision: 'APPROVE', recommendation: { action: 'REVIEW' }, riskScore: 28, confidence: 0.9 };
  const kept = async (payload) => {
    await evals.evaluateDecision({ agentId: 'A', ...payload });
    const [{ decision, riskScore, confidence, scores }] = await evals.getEvalHistory('A', 1);
    return [decision, riskScore, confidence, scores.m];
  };
  assert.deepEqual(await kept({ result }), ['REVIEW', 28, 0.9, 0.28]);
  assert.deepEqual(await kept({ result, decision: 'REVIEW', riskScore: 50 }), ['REVIEW', 50, 0.9, 0.5]);
  assert.deepEqual(await kept({ result: { decision: 1, riskScore: 'high' } }), [undefined, undefined, undefined, 0]);
});

test('an evaluator that fails is warned of once, until one gives scores again', async () => {
  const warnings = [];
  const evaluator = ({ decisionId }) => {
    if (decisionId === undefined) throw new Error('503');
    return { scores: { m: 1 } };
  };
  const { evals, errors } = clocked({ evaluator, warn: (message) => warnings.push(message) });
  for (const decisionId of [undefined, undefined, 'D', undefined]) await evals.evaluateDecision({ agentId: 'A', decisionId });
  assert.deepEqual(warnings, Array(2).fill('[EvalTracker] Eval failed: 503'));
  assert.equal(errors.length, 3);
});

test('a decision is evaluated and kept as it was handed in, whatever its caller does with it meanwhile', async () => {
  const seen = [];
  const evaluator = async (payload) => {
    await settled();
    seen.push(payload);
    return { scores: { m: payload.riskScore / 100 } };
  };
  const { evals } = clocked({ evaluator, concurrency: 1 });
  const payload = { agentId: 'A', decisionId: 'D1', decision: 'APPROVE', riskScore: 10, input: { order: 1, parts: [{ n: 1 }] } };
  const first = evals.evaluateDecision(payload);
  Object.assign(payload, { agentId: 'B', decisionId: 'D2', decision: 'REJECT', riskScore: 90, evidence: new Map([['k', 2]]) });
  Object.assign(payload.input, { order: 2 }).parts[0].n = 2;
  const second = evals.evaluateDecision(payload);
  payload.riskScore = 50;
  payload.evidence.set('k', 3);
  await Promise.all([first, second]);
  const kept = async (agentId) => {
    const [{ decisionId, decision, riskScore, input, scores }] = await evals.getEvalHistory(agentId);
    return [decisionId, decision, riskScore, input, scores.m];
  };
  assert.deepEqual(await kept('A'), ['D1', 'APPROVE', 10, '{"order":1,"parts":[{"n":1}]}', 0.1]);
  assert.deepEqual(await kept('B'), ['D2', 'REJECT', 90, '{"order":2,"parts":[{"n":2}]}', 0.9]);
  assert.deepEqual(seen[1].evidence, { k: 2 });
  assert.equal(await evals.evaluateDecision(undefined), undefined, 'never rejects');
  assert.equal(await evals.evaluateDecision(unreadable('no', 'agentId')), undefined);
  await evals.evaluateDecision({ agentId: 'A', riskScore: Number.NaN });
  const { evaluated, evaluatorErrors, refused } = evals.counts();
  assert.deepEqual([evaluated, evaluatorErrors, refused], [2, 0, 3]);
});

test('an evaluator is not asked of a decision that could not be kept, which is refused by name', async () => {
  let asked = 0;
  const evaluator = () => {
    asked += 1;
    return { scores: { m: 1 } };
  };
  const { evals } = clocked({ evaluator });
  const errors = [];
  evals.on('error', ({ code, message }) => errors.push([code, message]));
  const refusals = [
    [null, 'a decision must be an object, got null'],
    [{}, '`agentId` must be a string that is not empty, got nothing'],
    [{ agentId: 'x'.repeat(201) }, '`agentId` must have at most 200 characters, got 201'],
    [{ agentId: 'A\0' }, '`agentId` must be a text without U+0000 and halves of surrogate pairs, got "A\\u0000"'],
    [{ agentId: 'A', decisionId: 7 }, '`decisionId` must be a string, got 7'],
    [{ agentId: 'A', decision: { to: 'APPROVE' } }, '`decision` must be a string, got an object'],
    [{ agentId: 'A', riskScore: Number.NaN }, '`riskScore` must be a finite number, got NaN'],
    [{ agentId: 'A', confidence: '0.9' }, '`confidence` must be a finite number, got "0.9"'],
  ];
  for (const [payload] of refusals) assert.equal(await evals.evaluateDecision(payload), undefined);
  const expected = refusals.map(([, message]) => ['invalid_task', message]);
  assert.deepEqual(errors, expected);
  const { refused, evaluatorErrors } = evals.counts();
  assert.deepEqual([asked, refused, evaluatorErrors], [0, refusals.length, 0]);
  const odd = { agentId: 'A', decisionId: null, input: () => 1, evidence: 1n, chainOfThought: Symbol('c') };
  assert.match(await evals.evaluateDecision(odd), /^EVAL-A-/);
  assert.equal(asked, 1);
});

test('a decision whose evaluation a full queue drops has no id, and is not counted as evaluated', async () => {
  const { evals } = clocked({ maxQueue: 1, evaluator: () => ({ scores: { m: 1 } }) });
  evals.record({ agentId: 'A', scores: { m: 1 } });
  assert.equal(await evals.evaluateDecision({ agentId: 'A' }), undefined);
  assert.deepEqual([evals.counts().evaluated, evals.counts().dropped], [0, 1]);
});

test('few evaluators run at once, few decisions wait, and the rest is refused', async () => {
  const gates = [];
  const evaluator = () => gates[gates.push(deferred()) - 1].promise;
  const { evals } = clocked({ evaluator, concurrency: 2, maxWaiting: 1 });
  const jobs = Array.from({ length: 4 }, () => evals.evaluateDecision({ agentId: 'A' }));
  assert.equal(await jobs[3], undefined);
  assert.deepEqual([gates.length, evals.counts().refused], [2, 1]);
  gates[0].resolve({ scores: { m: 1 } });
  await jobs[0];
  await settled();
  assert.equal(gates.length, 3, 'who waited has the place');
  gates[1].resolve({ scores: {} });
  gates[2].resolve({ scores: { m: 0 } });
  await Promise.all(jobs);
  assert.equal(evals.counts().evaluated, 3);
});

test('httpEvaluator asks a service, and its failure is an evaluator’s', async (context) => {
  const asked = [];
  const answer = async (request, response) => {
    const body = Buffer.concat(await all(request)).toString();
    asked.push([request.method, request.headers.authorization, JSON.parse(body)]);
    response.statusCode = asked.length === 1 ? 200 : 500;
    response.end('{"scores": {"faithfulness": 0.9}, "evalSource": "ragas"}');
  };
  const { url } = await served(context, answer);
  const { evals, errors } = clocked({ evaluator: httpEvaluator(url, { headers: { authorization: 'Bearer k' } }) });
  await evals.evaluateDecision({ agentId: 'A', input: 'q' });
  await evals.evaluateDecision({ agentId: 'A', input: 'q' });
  assert.deepEqual(asked[0], ['POST', 'Bearer k', { agentId: 'A', input: 'q' }]);
  assert.deepEqual(errors, ['the evaluation service answered 500']);
  const [record] = await evals.getEvalHistory('A');
  assert.deepEqual([record.aggregateScore, record.evalSource], [0.9, 'ragas']);
  assert.equal(thrown(() => httpEvaluator('')).code, 'invalid_settings');
});

test('what an evaluator says beside its result is refused by name, and of a service not read', async () => {
  const said = { scores: { m: 0.5 }, explanation: 'as asked', agentId: 'OTHER', evaluationId: 'e1', latency_ms: 12 };
  const own = clocked({ evaluator: () => said });
  await own.evals.evaluateDecision({ agentId: 'A' });
  const known = 'scores, evalSource, sourceKind, evaluatorId, evaluatorVersion, explanation, costUsd';
  assert.deepEqual(own.errors, [`unknown key \`agentId\` of what the evaluator returned; known are ${known}`]);
  assert.deepEqual(await own.evals.getEvalHistory('OTHER'), []);
  const fetch = async () => new Response(JSON.stringify(said));
  const { evals } = clocked({ evaluator: httpEvaluator('http://a', { fetch }) });
  for (let n = 0; n < 3; n += 1) await evals.evaluateDecision({ agentId: 'A' });
  assert.deepEqual(await evals.getEvalHistory('OTHER'), []);
  const kept = await evals.getEvalHistory('A');
  assert.deepEqual(columns(kept, 'scores', 'explanation'), Array(3).fill([{ m: 0.5 }, 'as asked']));
});

test('httpEvaluator sends one content type, in whatever case it is given', async () => {
  const sent = [];
  const fetch = async (_url, { headers }) => {
    sent.push(new Headers(headers).get('content-type'));
    return new Response('{"scores": {}}');
  };
  for (const headers of [{ 'Content-Type': 'application/json; charset=utf-8' }, { 'content-type': 'text/x' }, { other: 'x' }])
    await httpEvaluator('http://a', { headers, fetch })({ agentId: 'A' }, {});
  assert.deepEqual(sent, ['application/json; charset=utf-8', 'text/x', 'application/json']);
});

test('httpEvaluator lets go of what a service says with its failure', async (context) => {
  const open = new Set();
  const answer = (request, response) => {
    request.resume();
    response.writeHead(500).end('x'.repeat(2_000_000));
  };
  const { url, server } = await served(context, answer);
  server.on('connection', (socket) => open.add(socket.on('close', () => open.delete(socket))));
  const { evals } = clocked({ evaluator: httpEvaluator(url), concurrency: 1 });
  let most = 0;
  for (let at = 0; at < 20; at += 1) {
    await evals.evaluateDecision({ agentId: 'A' });
    most = Math.max(most, open.size);
  }
  assert.equal(evals.counts().evaluatorErrors, 20);
  assert.ok(most <= 5, `${most} connections at once`);
  for (const body of [null, undefined, { cancel: () => Promise.reject(new Error('locked')) }]) {
    const failing = httpEvaluator('http://a', { fetch: async () => ({ ok: false, status: 503, body }) });
    const { message } = await rejection(failing({ agentId: 'A' }, {}));
    assert.equal(message, 'the evaluation service answered 503');
  }
});
