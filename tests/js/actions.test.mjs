// `gate.step`: whether an agent behind a gate may do what it is about to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { replay, traceOf } from 'reflect-engine/trace';
import { accept, refusals, reject } from './support.mjs';

const pay = (amount) => ({ name: 'pay', arguments: { amount } });
const limit = ({ name, arguments: { amount } }) => name !== 'pay' || amount <= 100 || 'at most 100 euros may be paid';
const tests = (draft) => draft.includes('42') || 'the sum is wrong';
const verifiers = { tests };
const open = (actions, more = {}) => new ReflectEngine().gate({ input: 'Pay the bill.', verifiers, actions, ...more });
const refused = (...concerns) => ({
  allow: false,
  feedback: [
    '`pay` was not called:',
    ...concerns.map((one) => `- ${one}`),
    'Do something else, or say in your answer what you could not do.',
  ].join('\n'),
});

test('rules let an action pass or stop it, with words for the agent, and each is a step', async () => {
  const shown = [];
  const gate = open({ rules: { limit } }, { onStep: (step) => step.type === 'action' && shown.push(step) });
  assert.deepEqual(await gate.step(pay(20)), { allow: true });
  assert.deepEqual(await gate.step(pay(500)), refused('at most 100 euros may be paid'));
  const { result } = await gate.submit('It is 42.');
  assert.deepEqual([result.status, result.usage.byPurpose.action], ['ok', undefined], 'rules are no calls');
  const steps = result.trace.steps.filter(({ type }) => type === 'action');
  assert.deepEqual(shown, steps);
  assert.deepEqual(
    steps.map(({ toolName, args, allowed, feedback, seq }) => [toolName, args, allowed, feedback, seq]),
    [
      ['pay', { amount: 20 }, true, undefined, 0],
      ['pay', { amount: 500 }, false, refused('at most 100 euros may be paid').feedback, 1],
    ],
  );
  assert.deepEqual(
    result.trace.steps.map(({ seq }) => seq),
    result.trace.steps.map((_, at) => at),
  );
  assert.deepEqual(replay(traceOf(result)).trace.steps, result.trace.steps);
});

test('what a rule returns is read as a verdict or a concern; whatever is none of these stops the action', async () => {
  const passes = [null, true, [], { passed: true }, { passed: true, issues: ['x'] }];
  for (const value of passes) assert.deepEqual(await open({ rules: { r: () => value } }).step(pay(1)), { allow: true });
  const wrong =
    /^`pay` was not called:\n- the rule `r` failed: it returned .+: return true, or a sentence that says what is wrong\n/;
  const stops = [
    ['no', refused('no').feedback],
    [['a', 'b'], refused('a', 'b').feedback],
    [false, refused('the rule `r` forbids it').feedback],
    [{ passed: false }, refused('the rule `r` forbids it').feedback],
    [{ passed: false, issues: ['c'] }, refused('c').feedback],
    [undefined, /the rule `r` failed: it returned nothing: return true, or a sentence/],
    [7, wrong],
    ['', wrong],
    [{}, wrong],
    [[1], wrong],
    [{ passed: 'yes' }, wrong],
    [{ passed: true, issues: [1] }, wrong],
    [() => true, wrong],
    [Symbol('x'), wrong],
  ];
  for (const [value, feedback] of stops) {
    for (const rule of [() => value, async () => value]) {
      const verdict = await open({ rules: { r: rule } }).step(pay(1));
      assert.equal(verdict.allow, false);
      (typeof feedback === 'string' ? assert.equal : assert.match)(verdict.feedback, feedback);
    }
  }
});

test('a rule that throws, rejects or hangs stops the action, and the gate goes on', async () => {
  const broken = {
    thrown: () => assert.fail('not on Sundays'),
    rejects: () => Promise.reject(new Error('no network')),
    hangs: () => new Promise(() => {}),
  };
  const gate = open({ rules: broken }, { settings: { budget: { verifierTimeoutMs: 20 } } });
  const { allow, feedback } = await gate.step(pay(1));
  assert.equal(allow, false);
  assert.match(
    feedback,
    /- the rule `thrown` failed: .*not on Sundays\n- the rule `rejects` failed: no network\n- the rule `hangs` failed: no answer within 20 ms\n/,
  );
  const { done, result } = await gate.submit('It is 42.');
  assert.deepEqual([done, result.accepted], [true, true]);
  const noted = result.errors.map(({ code, message, seq }) => [code, message.split('\n')[0], seq]);
  assert.deepEqual(noted.sort(), [
    ['callback_error', 'the rule `hangs` failed: no answer within 20 ms', 0],
    ['callback_error', 'the rule `rejects` failed: no network', 0],
    ['callback_error', 'the rule `thrown` failed: not on Sundays', 0],
  ]);
});

test('rules of a DecisionReflector serve as they are', async () => {
  const seen = [];
  const ownRules = {
    sunday: (request, { signal }) => {
      seen.push(request, signal.aborted);
      return request.decision.action === 'pay' ? ['nothing is paid on Sundays'] : true;
    },
  };
  new DecisionReflector({ ownRules });
  const gate = open({ rules: ownRules });
  const evidence = [{ id: 'a', name: 'find', arguments: { of: 'bill' }, result: { sum: 7 } }];
  await gate.submit('It is 41.', { evidence });
  assert.deepEqual(await gate.step({ name: 'find', arguments: { of: 'debt' } }), { allow: true });
  assert.deepEqual(await gate.step(pay(7)), refused('nothing is paid on Sundays'));
  assert.deepEqual(seen.at(-2), {
    name: 'pay',
    arguments: { amount: 7 },
    input: 'Pay the bill.',
    evidence: [
      { name: 'find', arguments: { of: 'bill' }, result: { sum: 7 } },
      { name: 'find', arguments: { of: 'debt' } },
    ],
    decision: { action: 'pay', arguments: { amount: 7 } },
  });
  assert.equal(seen.at(-1), false);
  assert.throws(() => (seen.at(-2).arguments.amount = 1), TypeError);
});

test('a critic is asked what no rule stops: it sees the task and the call, and its cost is that of the gate', async () => {
  const requests = [];
  const usage = { inputTokens: 30, outputTokens: 5 };
  const says = [() => accept(), () => reject(2, ['nobody asked for 90 euros'])];
  const critic = (request) => {
    requests.push(request);
    return { content: says.shift()(), usage };
  };
  const calls = [];
  const onCall = ({ type, purpose, runId }) => type === 'end' && calls.push([purpose, runId]);
  const gate = open({ rules: { limit }, critic }, { systemPrompt: 'Pay only what is due.', onCall, runId: 'r' });
  await gate.submit('It is 41.');
  assert.deepEqual(await gate.step(pay(50)), { allow: true });
  assert.deepEqual(await gate.step(pay(500)), refused('at most 100 euros may be paid'));
  assert.deepEqual(await gate.step(pay(90)), refused('nobody asked for 90 euros'));
  assert.equal(requests.length, 2, 'not about a call that a rule stops');
  const shown = requests[0].messages.map(({ content }) => content).join('\n');
  for (const part of ['Pay the bill.', 'Pay only what is due.', '"name":"pay"', '"amount":50', 'whether it may be made now'])
    assert.ok(shown.includes(part), part);
  const { result } = await gate.submit('It is 42.');
  assert.deepEqual(result.usage.byPurpose.action, { inputTokens: 60, outputTokens: 10, totalTokens: 70, calls: 2, failed: 0 });
  assert.equal(result.usage.byPurpose.critique, undefined);
  const others = result.usage.byPurpose.answer.totalTokens + result.usage.byPurpose.revision.totalTokens;
  assert.equal(result.usage.total.totalTokens, 70 + others);
  assert.deepEqual(
    calls.filter(([purpose]) => purpose === 'critique'),
    [
      ['critique', 'r'],
      ['critique', 'r'],
    ],
  );
});

test('a critic that fails, cannot be read or is not content stops the action; criteria are its own', async () => {
  const cases = [
    [() => Promise.reject(new Error('out of order')), /nobody could judge it \(critic_unavailable\): .*out of order/],
    [() => 'Looks fine to me!', /nobody could judge it \(unreadable_critique\)/],
    [() => reject(3, []), /was not called:\n- /],
  ];
  for (const [critic, feedback] of cases) {
    const gate = open({ critic });
    const verdict = await gate.step(pay(1));
    assert.equal(verdict.allow, false);
    assert.match(verdict.feedback, feedback);
    const { errors } = (await gate.submit('It is 42.')).result;
    if (feedback.source.startsWith('nobody')) assert.match(errors[0].message, feedback);
    else assert.deepEqual(errors, []);
  }
  const shown = [];
  const critic = ({ messages }) => {
    shown.push(JSON.stringify(messages));
    return JSON.stringify({ reasoning: 'r', criteria_met: [false], confidence: 0.9, suggestions: [] });
  };
  const gate = open({ critic, criteria: ['It is due.'] }, { settings: { criteria: ['It is short.'] } });
  assert.equal((await gate.step(pay(1))).allow, false);
  assert.ok(shown[0].includes('It is due.') && !shown[0].includes('It is short.'));
});

test('the budget of the gate holds for actions: it is checked before a call, and what they cost is missing for drafts', async () => {
  let asked = 0;
  const critic = () => {
    asked += 1;
    return { content: accept(), usage: { inputTokens: 9, outputTokens: 1, costUsd: 0.5 }, model: 'm' };
  };
  const spent = refused('nobody could judge it: the budget of the gate is spent');
  const limits = [
    [{ maxCalls: 2 }, 'max_calls'],
    [{ maxTokens: 20 }, 'max_tokens'],
    [{ maxCostUsd: 1 }, 'max_cost'],
  ];
  for (const [budget, stopReason] of limits) {
    asked = 0;
    const gate = open({ critic }, { settings: { budget: { ...budget }, advanced: { prices: {} } } });
    const verdicts = await Promise.all([1, 2, 3, 4].map((amount) => gate.step(pay(amount))));
    // The gate's own call for a draft is out, and counts.
    const allowed = stopReason === 'max_calls' ? 1 : 2;
    assert.deepEqual(
      verdicts.map(({ allow }) => allow),
      [1, 2, 3, 4].map((at) => at <= allowed),
      stopReason,
    );
    assert.deepEqual(verdicts.at(-1), spent);
    assert.equal(asked, allowed);
    const { done, result } = await gate.submit('It is 41.');
    assert.deepEqual([done, result.status, result.stopReason], [true, 'needs_review', stopReason]);
  }
  const gate = open({ critic });
  for (let at = 0; at < 30; at += 1)
    assert.equal((await gate.step(pay(at))).allow, true, 'without a limit drafts have their own');
  assert.equal((await gate.submit('It is 41.')).done, false);
});

test('actions survive a snapshot, and are not believed beyond what a host could say', async () => {
  const actions = { rules: { limit }, critic: () => ({ content: accept(), usage: { inputTokens: 3, outputTokens: 1 } }) };
  const gate = open(actions);
  await gate.step(pay(5));
  await gate.step(pay(500));
  const again = new ReflectEngine().reopenGate(gate.snapshot, { verifiers, actions });
  await again.step(pay(6));
  const { result } = await again.submit('It is 42.');
  const steps = result.trace.steps.filter(({ type }) => type === 'action');
  assert.deepEqual(
    steps.map(({ args: { amount }, allowed }) => [amount, allowed]),
    [
      [5, true],
      [500, false],
      [6, true],
    ],
  );
  assert.deepEqual(result.usage.byPurpose.action, { inputTokens: 6, outputTokens: 2, totalTokens: 8, calls: 2, failed: 0 });
  for (const value of [
    {},
    { toolName: 'a' },
    { toolName: 'a', allowed: true, calls: -1, failed: 0 },
    { toolName: 'a', allowed: true, calls: 1, failed: 0, usage: { inputTokens: -5 } },
  ]) {
    const forged = JSON.parse(gate.snapshot);
    forged.log.push({ at: forged.log.at(-1).at, do: 'act', value });
    assert.throws(() => new ReflectEngine().reopenGate(JSON.stringify(forged), { verifiers, actions }), {
      code: 'invalid_snapshot',
    });
  }
});

test('what is wrong is refused by name, and a gate without `actions`, or one that has closed, allows nothing', async () => {
  const of = (actions) => () => open(actions);
  await refusals('invalid_task', [
    [of({}), '`actions` needs `rules` or a `critic`, or nobody looks at what is done'],
    [of([]), '`actions` must be an object, got a list'],
    [of({ rules: [] }), '`actions.rules` must be a plain object of functions by name, got a list'],
    [of({ rules: { a: true } }), '`actions.rules.a` must be a function, got a boolean'],
    [of({ rules: { a: limit }, criteria: ['x'] }), '`actions.criteria` needs `actions.critic`, who judges by them'],
    [of({ rule: {} }), /unknown key `rule`.*`rules`/],
    [of({ critic: 'gpt' }), /`actions.critic` must be a model function/],
  ]);
  await refusals('invalid_settings', [[of({ critic: () => '', criteria: [7] }), /`criteria/]]);
  const gate = open({ rules: { limit } });
  const cycle = {};
  cycle.self = cycle;
  await refusals('invalid_task', [
    [() => gate.step(), 'an action must be an object, got nothing'],
    [() => gate.step('pay'), 'an action must be an object, got a string'],
    [() => gate.step({ name: ' ' }), '`name` of an action must be that of a tool, got a blank text'],
    [() => gate.step({ tool: 'pay', arguments: {} }), 'unknown key `tool`; known are name, arguments'],
    [() => gate.step({ toolName: 'pay', args: {} }), 'unknown key `toolName`, did you mean `name`?'],
    [() => gate.step({ name: 'pay', args: {} }), /unknown key `args`/],
    [() => gate.step({ name: 'pay', arguments: cycle }), /`arguments.self` of an action must be plain JSON, got /],
    [() => gate.step({ name: 'pay', arguments: { at: Number.NaN } }), /`arguments.at` of an action must be plain JSON, got NaN/],
    [() => gate.step({ name: 'pay', arguments: { f() {} } }), /`arguments.f` of an action must be plain JSON, got /],
  ]);
  assert.deepEqual(await gate.step({ name: 'list' }), { allow: true });
  await refusals('misuse', [[() => new ReflectEngine().gate({ input: 'q', verifiers }).step(pay(1)), /no `actions`/]]);
  let go;
  const slow = open({ rules: { wait: () => new Promise((resolve) => (go = resolve)) } });
  const late = slow.step(pay(1));
  await slow.submit('It is 42.');
  go();
  await refusals('misuse', [
    [() => late, 'the run is over'],
    [() => slow.step(pay(1)), /has closed \(accepted\)/],
  ]);
  const stop = new AbortController();
  const aborted = open({ rules: { wait: () => new Promise(() => {}) } }, { signal: stop.signal });
  const waits = aborted.step(pay(1));
  stop.abort(new Error('enough'));
  await assert.rejects(waits, (error) => error.code === 'misuse');
});

test('what is shown of an action is redacted, and what is judged is not', async () => {
  const seen = [];
  const shown = [];
  const rules = { look: ({ arguments: { key } }) => void seen.push(key) };
  const gate = open({ rules }, { redact: (text) => text.replaceAll('s3cret', '***'), onStep: (step) => shown.push(step) });
  await gate.step({ name: 'pay', arguments: { key: 's3cret' } });
  const { result } = await gate.submit('It is 42.');
  assert.deepEqual([seen, shown[0].args, result.trace.steps[0].args], [['s3cret'], { key: '***' }, { key: '***' }]);
});
