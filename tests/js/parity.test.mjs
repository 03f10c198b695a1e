// The worlds that `cargo test` played natively, played again in wasm: every output is the same, byte for byte as JSON.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ReflectEngine } from 'reflect-engine';

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));

function cases() {
  try {
    return JSON.parse(readFileSync(`${target}/tmp/parity.json`, 'utf8'));
  } catch (cause) {
    throw new Error('no native traces: run `cargo test` first', { cause });
  }
}

/** What a world says to each call, each list gone through again when it is at its end. */
function voiceOf(world) {
  const asked = { model: 0, tool: 0, verify: 0 };
  return ({ kind }) => world[kind][asked[kind]++ % world[kind].length];
}

/** The time at which the native runs began. */
const START = 1_000;

function at(time, begin) {
  const { now } = Date;
  Date.now = () => time;
  try {
    return begin();
  } finally {
    Date.now = now;
  }
}

/** An output as the core itself gives it: in one layer, without what only the host knows. */
function flat(output) {
  if (output.type !== 'done') return output;
  const { trace, runId, ...first } = output.result;
  const { settings, metadata, ...rest } = trace;
  const { model, ...known } = metadata;
  return {
    type: 'done',
    result: { ...first, ...rest, metadata: known },
  };
}

/** Every output of a run. The clock goes one millisecond a poll; replies come when the run waits, the last call first. */
function traceOf(world) {
  const { input, tools, critics, verifiers, usable } = world.task;
  const engine = new ReflectEngine();
  const run = at(START, () =>
    engine.start({
      input,
      tools: tools.map(({ parameters, ...tool }) => ({ ...tool, parameters })),
      verifiers: Object.fromEntries(verifiers.map((name) => [name, () => {}])),
      ...(usable ? { usable } : {}),
      critic: critics === 0 ? false : Array.from({ length: critics }, () => () => ''),
      settings: world.settings,
    }),
  );
  const voice = voiceOf(world);
  const outputs = [];
  let calls = [];
  for (let now = START + 1; ; now += 1) {
    const output = run.poll(now);
    outputs.push(output);
    if (output.type === 'done') break;
    if (output.type === 'call') calls.push([output.call.callId, voice(output.call)]);
    if (output.type !== 'wait') continue;
    for (const [callId, said] of calls.reverse()) {
      if ('reply' in said) run.reply(callId, said.reply, now);
      else run.fail(callId, said.fail, now);
    }
    calls = [];
  }
  run.free();
  return JSON.parse(JSON.stringify(outputs.map(flat)));
}

test('a thousand worlds and more give the same trace natively and in wasm', () => {
  const all = cases();
  assert.ok(all.length >= 1_000, String(all.length));
  let compared = 0;
  for (const { world, trace } of all) {
    const outputs = traceOf(world);
    assert.deepEqual(outputs, trace, JSON.stringify(world));
    // Fields are in the order in which the core declares them; those of a result are in two layers.
    const [ordered, wanted] = [outputs, trace].map((all) => JSON.stringify(all.filter(({ type }) => type !== 'done')));
    assert.equal(ordered, wanted);
    compared += trace.length;
  }
  assert.ok(compared > 10_000, `${compared} outputs were compared`);
});
