// What comes from outside in the shapes that are worst for its reader: twice as much takes about twice the time, and does not block for long.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { stopHook } from 'reflect-engine/claude-agent';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { geminiModel } from 'reflect-engine/google';
import { matchesSchema } from 'reflect-engine/verifiers';

/** A table of shapes by name: the work that a size makes, and the size. What is made for it beforehand does not count. */
const SHAPES = {};

/** A shape is measured again, so often at most, while it seems slower than it may be: others work on the machine, too. */
const TRIES = 6;
const GROWTH = 2.3;
/** Too short to be compared. */
const SHORT_MS = 4;

const url = matchesSchema({ type: 'string', format: 'url' });
for (const [name, text] of Object.entries({
  'the name of a host': (n) => `http://${'a'.repeat(n)}!`,
  'words of a host': (n) => `http://${'a-'.repeat(n)}!`,
  'parts of a host': (n) => `http://${'a.'.repeat(n)}!`,
  'ports and names': (n) => `http://${'a.bc:'.repeat(n)}`,
  'names before a host': (n) => `http://${'x@a.bc/'.repeat(n)} `,
})) {
  SHAPES[`a URL: ${name}`] = { size: 200_000, make: (n) => JSON.stringify(text(n)), act: (draft) => url(draft) };
}

const critic = (form) => () => JSON.stringify({ reasoning: 'r', score: 9, suggestion: '', needs_revision: false, ...form });
const quoting = new ReflectEngine({ maxReflections: 0, advanced: { evidence: 'quotes' } });
SHAPES['issues and quotes of a critique'] = {
  size: 12_000,
  make: (n) => {
    const evidence = Array.from({ length: 64 }, (_, at) => ({ quote: 'draft', from: 'answer', says: 's'.repeat(n) + at }));
    return critic({ issues: Array.from({ length: n }, (_, at) => `i${at}`), evidence });
  },
  act: (form) => quoting.run({ input: 'q', model: () => 'the draft', critic: form }),
};

const gemini = geminiModel({ models: { generateContent: async () => ({ candidates: [] }) } }, 'm');
const toolCalls = (n) =>
  Array.from({ length: n }, (_, at) => [
    { role: 'assistant', content: '', toolCalls: [{ id: `c${at}`, name: 't', arguments: { at } }] },
    { role: 'tool', toolCallId: `c${at}`, content: 'r' },
  ]).flat();
SHAPES['tool calls of a conversation'] = {
  size: 4_000,
  make: toolCalls,
  act: (messages) => gemini({ messages, purpose: 'answer', signal: new AbortController().signal }).catch(() => {}),
  within: 300,
};

SHAPES['evidence of a gate'] = {
  size: 8_000,
  make: toolCalls,
  act: (evidence) => new ReflectEngine().gate({ input: 'q', critic: critic({ issues: [] }) }).submit('d', { evidence }),
  within: 300,
};

const folder = mkdtempSync(join(tmpdir(), 'reflect-shapes-'));
after(() => rmSync(folder, { recursive: true }));
const stop = stopHook({ engine: new ReflectEngine(), task: { verifiers: { fine: () => true } } });
SHAPES['a transcript in which the last text is not yet'] = {
  size: 10_000,
  make: (n) => {
    const path = join(folder, `${n}.jsonl`);
    const entry = (type, content) => `${JSON.stringify({ type, message: { content } })}\n`;
    const results = entry('user', [{ type: 'tool_result', tool_use_id: 'a', content: 'x'.repeat(1_000) }]).repeat(n);
    writeFileSync(path, `${entry('user', 'q')}${results}${entry('assistant', 'an answer')}`);
    return path;
  },
  act: (path) => {
    const hook = { hook_event_name: 'Stop', session_id: 's', transcript_path: path, stop_hook_active: false };
    return stop({ ...hook, last_assistant_message: 'another' }, undefined, { signal: new AbortController().signal });
  },
  within: 200,
};

SHAPES['agents of an hour'] = {
  size: 8_000,
  make: (n) => n,
  act: async (n) => {
    const evals = new EvalTracker({ store: memoryStore(), warn: () => {}, regressions: false, maxQueue: 1e6 });
    for (let at = 0; at < n; at += 1) evals.record({ agentId: `agent ${at}`, scores: { m: 0.5 } });
    await evals.flush();
    await evals.close();
  },
};

const verifiers = { v: { passed: false, issues: ['x'] } };
const writtenAnew = (n) => Array.from({ length: n }, (_, index) => ({ index, verifiers }));
SHAPES['drafts of a result that is learnt from'] = {
  size: 40_000,
  make: (n) => ({ trace: { drafts: writtenAnew(n) } }),
  act: async (result) =>
    assert.throws(() => new ReflectEngine().calibrate(result), { code: 'invalid_task', message: /may hold 1001/ }),
};

test('as many drafts as a run keeps are learnt from, and no more', () => {
  const engine = new ReflectEngine();
  engine.calibrate({ trace: { drafts: writtenAnew(1_001) } });
  assert.ok(engine.calibration().fresh[1] > 1);
  assert.throws(() => engine.calibrate({ trace: { drafts: writtenAnew(1_002) } }), { message: /`drafts`.*got 1002/ });
});

test('of very many issues of a verifier a hundred are kept, and how many there were', async () => {
  for (const shape of [(issues) => issues, (issues) => ({ passed: false, issues })]) {
    const many = () => shape(Array(300_000).fill('wrong'));
    const engine = new ReflectEngine({ maxReflections: 0 });
    const { trace } = await engine.run({ input: 'q', critic: false, model: () => 'd', verifiers: { many } });
    const { issues } = trace.drafts[0].verifiers.many;
    assert.deepEqual([issues.length, issues.at(-1)], [101, 'and 299900 more issues']);
  }
});

async function cpuMs(act) {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

for (const [name, { size, make, act, within = 1_000 }] of Object.entries(SHAPES)) {
  test(`twice as much takes twice as long: ${name}`, { timeout: 60_000 }, async () => {
    const [half, whole] = [make(size / 2), make(size)];
    let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let tries = 0; tries < TRIES && (tries < 2 || most > Math.max(GROWTH * least, SHORT_MS)); tries += 1) {
      least = Math.min(least, await cpuMs(() => act(half)));
      most = Math.min(most, await cpuMs(() => act(whole)));
    }
    assert.ok(most <= Math.max(GROWTH * least, SHORT_MS), `${most.toFixed(1)} ms after ${least.toFixed(1)}`);
    assert.ok(most <= within, `${most.toFixed(1)} ms`);
  });
}

/** Formats of JSON Schema whose texts a model writes, and pieces of which hostile ones are made. */
const FORMATS =
  `date date-time duration email hostname ipv4 ipv6 json-pointer json-pointer-uri-fragment regex relative-json-pointer time uri
  uri-reference uri-template url uuid`.split(/\s+/);
const STARTS = ['', 'http://', '{', '#/', '"', 'a@', 'P', '['];
const PIECES = ['a', '1', 'a.', 'a-', 'a:', 'a@', '%41', '/~0', '{a}', 'a,', '::', '1Y', '\\\\', 'x@a.bc/', '(a'];
const ENDS = ['', '!', ' ', '@', '"', '}'];

for (const format of FORMATS) {
  test(`no text of the format ${format} takes long`, { timeout: 60_000 }, async () => {
    const check = matchesSchema({ type: 'string', format });
    for (const start of STARTS) {
      for (const piece of PIECES) {
        for (const end of ENDS) {
          // First a short one, so that an exponential expression fails here and does not hang.
          for (const times of [14, 20, 24, 4_000]) {
            const draft = JSON.stringify(start + piece.repeat(times) + end);
            let took = Number.POSITIVE_INFINITY;
            for (let tries = 0; tries < 5 && took > 15; tries += 1) took = Math.min(took, await cpuMs(() => check(draft)));
            assert.ok(took <= 15, `${took.toFixed(1)} ms for ${draft.slice(0, 60)}, ${times} times`);
          }
        }
      }
    }
  });
}

test('lists of a JSON Schema count: many missing names, and long lists of values, block for long by no schema', async () => {
  const names = (n) => Array.from({ length: n }, (_, at) => `field${at}`);
  for (const [items, item] of [
    [{ type: 'object', required: names(500) }, {}],
    [{ anyOf: [{ type: 'object', required: names(100) }, {}] }, {}],
    [{ dependentRequired: { a: names(500) } }, { a: 1 }],
    [{ dependencies: { a: names(500) } }, { a: 1 }],
    [{ enum: names(2_000) }, 'x'],
    [{ anyOf: [{ enum: names(2_000) }, {}] }, 'x'],
    [{ anyOf: [{ const: names(2_000) }, {}] }, 'x'],
  ]) {
    const check = matchesSchema({ type: 'array', items });
    const draft = JSON.stringify(Array(5_000).fill(item));
    let took = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5 && took > 100; tries += 1)
      took = Math.min(took, await cpuMs(() => check(draft).catch?.(() => {})));
    assert.ok(took <= 100, `${took.toFixed(1)} ms for ${JSON.stringify(items).slice(0, 80)}`);
  }
  // What people ask for is checked whole.
  const row = Object.fromEntries(names(10).map((name) => [name, 'x1']));
  const rows = {
    type: 'array',
    items: { required: names(10), properties: { field1: { enum: Array.from({ length: 200 }, (_, at) => `x${at}`) } } },
  };
  const engine = new ReflectEngine({ maxReflections: 0 });
  const result = await engine.run({
    input: 'q',
    critic: false,
    model: () => JSON.stringify(Array(2_000).fill(row)),
    outputSchema: rows,
  });
  assert.equal(result.accepted, true);
});
