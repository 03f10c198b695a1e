// `engine.gate`: a host's own loop writes, and the engine judges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { accept, columns, reject } from './support.mjs';

const tests = (draft) => draft.includes('42') || 'the sum is wrong';

test('a draft goes back with the feedback of a revision, until one is accepted', async () => {
  const gate = new ReflectEngine().gate({ input: 'How much?', verifiers: { tests } });
  const first = await gate.submit('It is 40.');
  assert.deepEqual([first.done, first.issues, first.draft, first.remaining], [false, ['the sum is wrong'], 'It is 40.', 2]);
  assert.doesNotMatch(first.feedback, /Give only/, 'an agent may have to mend files');
  assert.match(first.feedback, /the sum is wrong.*If you have tools, you may call them again before you answer\.$/s);
  const second = await gate.submit('It is 42.');
  assert.deepEqual([second.done, second.result.acceptedBy, second.result.output], [true, 'verifier', 'It is 42.']);
  const { drafts } = second.result.trace;
  assert.deepEqual(columns(drafts, 'text', 'parent'), [
    ['It is 40.', undefined],
    ['It is 42.', 0],
  ]);
  assert.deepEqual(replay(traceOf(second.result)).trace.drafts, drafts);
});

test('a critic that is never content ends the gate within the budget, and nothing is accepted', async () => {
  for (const strategy of ['keep-best', 'classic']) {
    const gate = new ReflectEngine({ strategy, maxReflections: 3 }).gate({ input: 'q', critic: () => reject() });
    const verdicts = [];
    for (let at = 1; at <= 9; at += 1) {
      verdicts.push(await gate.submit(`draft ${at}`));
      if (verdicts.at(-1).done) break;
    }
    const { done, result } = verdicts.at(-1);
    assert.deepEqual([done, result.accepted, result.status, verdicts.length <= 4], [true, false, 'needs_review', true], strategy);
    const left = verdicts.slice(0, -1).map(({ remaining }) => remaining);
    assert.deepEqual(left, [3, 2, 1].slice(0, left.length), strategy);
    await assert.rejects(gate.submit('one more'), (error) => error.code === 'misuse' && /has closed/.test(error.message));
  }
});

test('the same draft once more goes back once more, as a revision', async () => {
  const gate = new ReflectEngine({ maxReflections: 3 }).gate({ input: 'How much?', verifiers: { tests } });
  const said = [];
  for (let at = 0; at < 3; at += 1) said.push(await gate.submit('It is 40.'));
  assert.ok(said.every(({ done, feedback }) => !done && /the sum is wrong/.test(feedback) && !feedback.includes('How much?')));
});

test('a host whose loop fails gets the best draft with `model_error`, and its own error where there is none', async () => {
  const broken = new Error('out of order');
  const engine = new ReflectEngine();
  const gate = engine.gate({ input: 'How much?', verifiers: { tests } });
  await gate.submit('It is 40.');
  const { status, stopReason, output, errors } = await gate.fail(broken);
  assert.deepEqual([status, stopReason, output], ['needs_review', 'model_error', 'It is 40.']);
  assert.match(errors.at(-1).message, /out of order/);
  assert.equal((await gate.fail(broken)).output, 'It is 40.');
  await assert.rejects(engine.gate({ input: 'How much?', verifiers: { tests } }).fail(broken), broken);
});

test('the feedback is about the best draft, which may be an earlier one', async () => {
  const critic = scriptedModel([reject(6), reject(3), accept()]);
  const gate = new ReflectEngine({ budget: { maxCalls: 20 } }).gate({ input: 'q', critic });
  assert.equal((await gate.submit('good')).draft, 'good');
  assert.equal((await gate.submit('worse')).draft, 'good');
  assert.equal((await gate.submit('better')).result.output, 'better');
});

test('a critic sees what tools gave, and the draft alone without evidence', async () => {
  const seen = [];
  const critic = ({ messages }) => {
    seen.push(messages.map(({ content }) => content).join('\n'));
    return reject();
  };
  const gate = new ReflectEngine().gate({ input: 'Who?', critic });
  await gate.submit('Nobody.');
  const call = { id: 'a', name: 'look_up', arguments: { name: 'Ada' } };
  await gate.submit('Ada.', {
    evidence: [
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: 'a', content: 'Ada, 1815' },
    ],
    usage: { inputTokens: 5, outputTokens: 2 },
  });
  assert.ok(!seen[0].includes('Tool results'));
  assert.match(seen[1], /look_up\(\{"name":"Ada"\}\): Ada, 1815/);
  const { usage } = await gate.end();
  assert.deepEqual(usage.byPurpose.revision, { inputTokens: 5, outputTokens: 2, totalTokens: 7, calls: 1, failed: 0 });
});

test('what critics see is what the settings say, those of the engine and of a snapshot too', async () => {
  const seen = [];
  const critic = ({ messages }) => {
    seen.push(JSON.stringify(messages));
    return reject();
  };
  const evidence = [{ role: 'tool', toolCallId: 'a', content: 'of a tool' }];
  const engine = new ReflectEngine({ advanced: { critique: { sees: ['systemPrompt'] } } });
  const gate = engine.gate({ input: 'q', systemPrompt: 'Be short.', critic, settings: { advanced: { seed: 3 } } });
  await gate.submit('one', { evidence });
  await new ReflectEngine().reopenGate(gate.snapshot, { critic, systemPrompt: 'Be short.' }).submit('two', { evidence });
  assert.deepEqual(
    seen.map((text) => [text.includes('Be short.'), text.includes('of a tool')]),
    [
      [true, false],
      [true, false],
    ],
  );
});

test('criteria are asked for, and steps are shown', async () => {
  const steps = [];
  const critic = () => ({
    content: JSON.stringify({ reasoning: 'r', criteria_met: [true, false], confidence: 0.9, suggestions: [] }),
  });
  const gate = new ReflectEngine().gate({
    input: 'q',
    critic,
    criteria: ['Short.', 'Names a year.'],
    onStep: (step) => steps.push(step),
  });
  const { issues, feedback } = await gate.submit('Long ago.');
  assert.match(feedback, /not met: Names a year\./);
  assert.deepEqual([issues, steps.some(({ type }) => type === 'reflection')], [[], true]);
});

test('the host takes the best draft there is', async () => {
  const gate = new ReflectEngine().gate({ input: 'q', critic: () => reject(5) });
  await assert.rejects(new ReflectEngine().gate({ input: 'q', critic: () => reject() }).end(), /no draft was submitted/);
  await gate.submit('one');
  const result = await gate.end();
  assert.deepEqual([result.output, result.status, result.stopReason, result.accepted], ['one', 'needs_review', 'aborted', false]);
  assert.equal(await gate.end(), result);
  await assert.rejects(gate.submit('two'), (error) => isReflectError(error));
});

test('a gate goes on from its snapshot in another engine', async () => {
  const task = { verifiers: { tests } };
  const gate = new ReflectEngine({ maxReflections: 4 }).gate({ input: 'How much?', ...task });
  await gate.submit('It is 40.');
  const { snapshot } = gate;
  const again = new ReflectEngine().reopenGate(snapshot, task);
  const second = await again.submit('It is 41.');
  assert.deepEqual([second.done, second.remaining], [false, 3]);
  const { result } = await again.submit('It is 42.');
  assert.deepEqual([result.acceptedBy, result.trace.drafts.length], ['verifier', 3]);
  assert.throws(() => new ReflectEngine().reopenGate(snapshot, {}), { code: 'invalid_task' });
});

test('a gate that has ended takes no draft, in this process or another, and gives its result', async () => {
  const engine = new ReflectEngine({ maxReflections: 1 });
  for (const drafts of [['It is 42.'], ['It is 40.', 'It is 41.']]) {
    const task = { input: 'How much?', verifiers: { tests } };
    const gate = engine.gate(task);
    for (const draft of drafts) await gate.submit(draft);
    const why = drafts.length === 1 ? 'accepted' : 'max_reflections';
    for (const opens of [() => gate, () => engine.reopenGate(gate.snapshot, task)]) {
      const closed = opens();
      const refused = { code: 'misuse', message: `the gate has closed (${why}): open another one` };
      await assert.rejects(closed.submit('buy from evil.example'), refused);
      await assert.rejects(closed.submit('It is 42, too.'), refused);
      const { output, stopReason } = await closed.end();
      assert.deepEqual([drafts.includes(output), stopReason], [true, why]);
    }
  }
});

test('a draft that comes while an earlier one is accepted is refused', async () => {
  const saved = new ReflectEngine().gate({ input: 'q', critic: () => new Promise(() => {}) });
  void saved.submit('one').catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { snapshot } = saved;
  await saved.end();
  const gate = new ReflectEngine().reopenGate(snapshot, { critic: () => accept() });
  await assert.rejects(gate.submit('two'), { code: 'misuse', message: /closed \(accepted\)/ });
  assert.equal((await gate.end()).output, 'one');
});

test('a snapshot of a run, and one of a gate that was made a run of, is refused', async () => {
  const engine = new ReflectEngine();
  const critic = () => reject();
  const ofRun = { code: 'invalid_snapshot', message: /is of a run, and not of a gate: `engine.resume` goes on with it/ };
  const run = engine.start({ input: 'q' });
  const { call } = run.poll();
  assert.equal(call.purpose, 'answer');
  assert.throws(() => engine.reopenGate(run.snapshot(), { critic }), ofRun);
  const gate = engine.gate({ input: 'q', critic });
  await gate.submit('one');
  const edited = (edit) => {
    const snapshot = JSON.parse(gate.snapshot);
    edit(snapshot.run);
    return JSON.stringify(snapshot);
  };
  for (const [edit, why] of [
    [({ task }) => delete task.gate, ofRun],
    [({ task }) => (task.gate = false), ofRun],
    [({ settings }) => (settings.strategy = 'best-of-n'), /`strategy` of a gate must not be 'best-of-n'/],
    [({ settings }) => Object.assign(settings, { strategy: 'best-of-n', drafts: 4 }), /`strategy` of a gate/],
  ])
    assert.throws(() => engine.reopenGate(edited(edit), { critic }), why);
  assert.equal(
    (
      await engine
        .reopenGate(
          edited(() => {}),
          { critic },
        )
        .submit('two')
    ).done,
    false,
  );
});

test('a gate that was saved while it judged judges that draft first', async () => {
  let release;
  const slow = () => new Promise((resolve) => (release = resolve));
  const gate = new ReflectEngine().gate({ input: 'q', critic: slow });
  void gate.submit('one').catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { snapshot } = gate;
  release(reject());
  const looked = [];
  const critic = ({ iteration }) => {
    looked.push(iteration);
    return iteration === 1 ? reject() : accept();
  };
  const { result } = await new ReflectEngine().reopenGate(snapshot, { critic }).submit('two');
  assert.deepEqual([looked, result.output, result.trace.drafts.length], [[1, 2], 'two', 2]);
});

test('an abort rejects what waits, and carries the best draft', async () => {
  const controller = new AbortController();
  const gate = new ReflectEngine().gate({ input: 'q', critic: () => new Promise(() => {}), signal: controller.signal });
  const waits = gate.submit('one');
  await assert.rejects(gate.submit('two'), /is being judged/);
  controller.abort(new Error('enough'));
  await assert.rejects(waits, (error) => error.name === 'AbortError' && error.result.output === 'one');
  await assert.rejects(gate.submit('three'), { code: 'misuse', message: 'the gate has closed (aborted): open another one' });
  assert.equal((await gate.end()).output, 'one');
});

test('what no gate can be is refused, naming the field', () => {
  const engine = new ReflectEngine();
  const critic = () => accept();
  for (const [task, message] of [
    [{ input: 'q' }, 'a gate needs `critic`, `verifiers` or `outputSchema`, or nobody could accept'],
    [{ input: 'q', verifiers: {} }, 'a gate needs `critic`, `verifiers` or `outputSchema`, or nobody could accept'],
    [{ input: 'q', critic, model: critic }, /`model`/],
    [{ input: 'q', critic, tools: [] }, /`tools`/],
    [{ input: 'q', critic, settings: { strategy: 'best-of-n' } }, /`strategy` of a gate/],
    [{ input: 'q', critic, criteria: [''] }, /criteria/],
    [{ critic }, /`input`/],
  ]) {
    assert.throws(() => engine.gate(task), typeof message === 'string' ? { message } : message);
  }
  assert.throws(() => new ReflectEngine({ strategy: 'best-of-n' }).gate({ input: 'q', critic }), /`strategy` of a gate/);
});

test('what is no draft is refused, and the gate stays open', async () => {
  const gate = new ReflectEngine().gate({ input: 'q', critic: () => accept() });
  await assert.rejects(gate.submit('  '), { code: 'invalid_task' });
  await assert.rejects(gate.submit(7), { code: 'invalid_task' });
  const tool = { role: 'tool', toolCallId: 'a', content: 'r' };
  const asks = (toolCalls) => ({ role: 'assistant', content: '', toolCalls });
  for (const [submission, message] of [
    [null, 'what belongs to a draft must be { evidence, usage, finishReason }, got null'],
    [{ evidence: 'b' }, '`evidence` must be a list of messages, got a string'],
    [{ evidence: [tool, null] }, '`evidence[1]` must be a message, { role, content }, got null'],
    [{ evidence: ['r'] }, '`evidence[0]` must be a message, { role, content }, got a string'],
    [
      { evidence: [{ name: 'price', output: 7 }] },
      '`evidence[0]` has `output`, which no record of a call has; known are id, name, arguments, result, error',
    ],
    // A call in the words of another library.
    ...['tool', 'toolName', 'toolCallId'].map((key) => [
      { evidence: [{ [key]: 'price', result: 7 }] },
      `\`evidence[0]\` has \`${key}\`, which no record of a call has; known are id, name, arguments, result, error`,
    ]),
    [
      { evidence: [{ result: 7 }] },
      '`evidence[0]` must be { id, name, arguments, result } or { …, error }, or a text, got an object without `name`',
    ],
    [{ finishReason: 7 }, '`finishReason` must be a text, got a number'],
    [{ evidence: [{ content: 'r' }] }, '`evidence[0].role` must be one of system, user, assistant, tool, got nothing'],
    [{ evidence: [{ role: 'tool' }] }, '`evidence[0].content` must be a text or a list of parts, got nothing'],
    [{ evidence: [{ ...tool, content: 7 }] }, '`evidence[0].content` must be a text or a list of parts, got a number'],
    [{ evidence: [{ ...tool, content: ['r'] }] }, '`evidence[0].content` must be a text or a list of parts, got a list'],
    [{ evidence: [{ ...tool, toolCallId: 7 }] }, '`evidence[0].toolCallId` must be a text, got a number'],
    [
      { evidence: [{ role: 'tool', tool_call_id: 'a', content: 'r' }] },
      '`evidence[0]` has `tool_call_id` in place of `toolCallId`',
    ],
    [
      // `responseMessages` of the AI SDK.
      {
        evidence: [
          { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'price', input: {} }] },
          {
            role: 'tool',
            content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'price', output: { type: 'text', value: '7' } }],
          },
        ],
      },
      '`evidence[1]` has no `toolCallId`, and no text in its parts (tool-result): give a call and its result as { id, name, arguments, result }',
    ],
    [{ evidence: [asks('t')] }, '`evidence[0].toolCalls` must be a list of { id, name, arguments }, got a string'],
    [{ evidence: [asks([null])] }, '`evidence[0].toolCalls` must be a list of { id, name, arguments }, got a list'],
    [{ evidence: [asks([{ id: 'a' }]), tool] }, '`evidence[0].toolCalls` must be a list of { id, name, arguments }, got a list'],
    [{ evidence: [{ ...tool, content: 'r'.repeat(17_000_000) }] }, /^`evidence` has more than 16777216 characters/],
    [{ usage: 7 }, '`usage` must be { inputTokens, outputTokens }, got a number'],
    [{ usage: [] }, '`usage` must be { inputTokens, outputTokens }, got a list'],
    [{ usage: { inputTokens: -1 } }, '`usage.inputTokens` must be a number from 0, got -1'],
    [{ usage: { outputTokens: '5' } }, /^`usage.outputTokens` must be a number from 0, got/],
    [{ usage: { totalTokens: Number.POSITIVE_INFINITY } }, '`usage.totalTokens` must be a number from 0, got Infinity'],
    [{ usage: { input_tokens: 5 } }, '`usage` has `input_tokens` in place of `inputTokens`'],
  ])
    await assert.rejects(
      gate.submit('a', submission),
      { name: 'ReflectError', code: 'invalid_task', message },
      JSON.stringify(message),
    );
  const odd = { id: 'a', name: 'n', arguments: { big: 10n, self: tool, missing: undefined } };
  const unknown = { inputTokens: Number.NaN, outputTokens: undefined };
  assert.match(
    (await gate.submit('<think>so</think>', { evidence: [asks([odd]), tool], usage: unknown })).feedback,
    /only thinking/,
  );
  assert.equal((await gate.submit('an answer')).done, true);
});

test('no timer is left while a gate waits for its host', async () => {
  const gate = new ReflectEngine({ budget: { callTimeoutMs: 30 } }).gate({ input: 'q', critic: () => reject() });
  await gate.submit('one');
  await new Promise((resolve) => setTimeout(resolve, 80));
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  assert.equal((await gate.submit('two')).done, false, 'it was not timed out');
  assert.deepEqual(timers, []);
});

test('a draft that was cut is accepted by a verifier alone', async () => {
  const engine = new ReflectEngine({ maxReflections: 0 });
  const end = async (judges, finishReason) =>
    (await engine.gate({ input: 'q', ...judges }).submit('Long', { finishReason })).result;
  const cut = await end({ critic: () => accept() }, 'length');
  assert.deepEqual([cut.status, cut.reviewReasons], ['needs_review', ['max_reflections', 'draft_cut']]);
  assert.equal((await end({ critic: () => accept() }, 'stop')).status, 'ok');
  assert.equal((await end({ verifiers: { whole: () => true } }, 'length')).status, 'ok');
});
