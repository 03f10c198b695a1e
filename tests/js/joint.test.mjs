// A look at several drafts through the package: the request, the names of the calls, what is read back, and a run that is taken up again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';

const SETTINGS = { strategy: 'best-of-n', drafts: 3, advanced: { judgeTogether: 4, seed: 3 } };
const POINTS = { one: 5, two: 9, three: 7 };
const form = (score) => ({ reasoning: 'r', score, issues: score < 8 ? ['weak'] : [], suggestion: '', needs_revision: score < 8 });

/** A model that writes one, two, three, and judges what it is shown. */
function judge(requests = []) {
  const drafts = Object.keys(POINTS);
  return (request) => {
    requests.push(request);
    if (request.purpose !== 'critique') return drafts[Number(request.callId.split('-')[1]) - 1];
    const shown = [...request.messages[1].content.matchAll(/\n(one|two|three)\n/g)].map(([, draft]) => POINTS[draft]);
    if (request.drafts === undefined) return JSON.stringify(form(shown[0]));
    return JSON.stringify({ drafts: shown.map((points, at) => ({ draft: at + 1, ...form(points) })) });
  };
}

test('three drafts are judged in one call, and the best is looked at once more alone', async () => {
  const requests = [];
  const names = [];
  const onCall = ({ type, callId }) => type === 'start' && names.push(callId);
  const result = await new ReflectEngine(SETTINGS).run({ input: 'q', model: judge(requests), onCall });
  assert.deepEqual(names, ['answer-1', 'answer-2', 'answer-3', 'critique-1.drafts-1-2-3', 'critique-2']);
  const { drafts, responseSchema, messages } = requests[3];
  assert.deepEqual(drafts.toSorted(), [0, 1, 2]);
  const texts = drafts.map((draft) => Object.keys(POINTS)[draft]);
  const at = texts.map(
    (text, number) => messages[1].content.indexOf(`Draft ${number + 1}:`) < messages[1].content.indexOf(`\n${text}\n`),
  );
  assert.deepEqual(at, [true, true, true]);
  assert.deepEqual(responseSchema.properties.drafts.items.required[0], 'draft');
  assert.equal('drafts' in requests[4], false);
  const { revisionHistory, steps } = result.trace;
  assert.deepEqual(
    revisionHistory.map(({ draftIndex, callId, critique }) => [draftIndex, callId, critique.score]),
    [
      [0, 'critique-1.drafts-1-2-3', 5],
      [1, 'critique-1.drafts-1-2-3', 9],
      [2, 'critique-1.drafts-1-2-3', 7],
      [1, 'critique-2', 9],
    ],
  );
  const looks = steps.filter(({ type }) => type === 'reflection').map(({ callId }) => callId);
  assert.deepEqual(
    looks,
    revisionHistory.map(({ callId }) => callId),
  );
  assert.deepEqual([result.output, result.acceptedBy, result.usage.byPurpose.critique.calls], ['two', 'critic', 2]);
});

test('a run that was saved while its drafts were judged together goes on to the same end', async () => {
  const engine = new ReflectEngine(SETTINGS);
  const whole = await engine.run({ input: 'q', model: judge() });
  const stop = new AbortController();
  const model = judge();
  const cut = (request) => {
    if (request.drafts === undefined) return model(request);
    stop.abort();
    return new Promise(() => {});
  };
  const { result } = await engine.run({ input: 'q', model: cut, signal: stop.signal }).catch((error) => error);
  assert.equal(result.trace.drafts.length, 3);
  const entries = new Map();
  const durable = { run: (name, call) => entries.get(name) ?? entries.set(name, call()).get(name) };
  const again = await engine.run({ input: 'q', model: judge(), durable });
  assert.ok(entries.has('critique-1.drafts-1-2-3'), [...entries.keys()].join(' '));
  assert.deepEqual([again.output, again.trace.revisionHistory], [whole.output, whole.trace.revisionHistory]);
});

test('drafts are judged one by one where a look at them together cannot be read', async () => {
  const model = judge();
  const critic = (request) => (request.drafts === undefined ? model(request) : 'The second is best.');
  const result = await new ReflectEngine(SETTINGS).run({ input: 'q', model, critic });
  assert.deepEqual([result.output, result.accepted, result.usage.byPurpose.critique.calls], ['two', true, 5]);
  assert.deepEqual(
    result.errors.map(({ code, callId }) => [code, callId]),
    [['unreadable_critique', 'critique-1.drafts-1-2-3']],
  );
});

test('a number of drafts out of range is refused by name', () => {
  const settings = { advanced: { judgeTogether: 7 } };
  assert.throws(() => new ReflectEngine(settings), /`advanced.judgeTogether` must be an integer from 1 to 6, got 7/);
});
