// `demo`: a recorded run, without a key and without a network. The answers are a small model's; the engine and the tests run now.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { ReflectEngine } from '../engine/engine.js';
import { traceOf } from '../trace/index.js';
import type { Arguments } from './arguments.js';
import recording from './demo.json' with { type: 'json' };
import { write } from './run.js';
import { callsOf, print } from './screen.js';
import { view } from './view.js';

/** Milliseconds that a test may take. The code is in the package: this is no sandbox for code of others. */
const TEST_MS = 1_000;
const WIDTH = 78;

export async function demo(args: Arguments): Promise<number> {
  const { model, date, chosen, input, systemPrompt, cases, replies } = recording;
  print(wrapped(`${input}\n${model} wrote these drafts on ${date.slice(0, 10)}. The engine and the tests run now.`));

  /** How many tests each draft passes. */
  const passes: number[] = [];
  const tests = (draft: string): string[] => {
    const code = codeIn(draft);
    const findings = cases.map((test) => ({ ...test, found: outcomeOf(code, test.call) }));
    const failed = findings.filter(({ found, returns }) => found !== String(returns));
    print(`\ndraft ${passes.push(cases.length - failed.length)}\n${code.replace(/^/gm, '  ')}`);
    for (const test of findings)
      print(
        failed.includes(test) ? `✗ ${test.call} is ${test.returns}: it gave ${test.found}` : `✓ ${test.call} is ${test.returns}`,
      );
    return failed.map(({ call, returns, found, why }) =>
      `${call} must return ${returns}, but it returned ${found}. ${why ?? ''}`.trim(),
    );
  };
  const left = replies.values();
  const player = () => left.next().value ?? Promise.reject(new Error('the recording has no further draft'));
  const engine = new ReflectEngine({ maxReflections: replies.length - 1 });
  const result = await engine.run({ input, systemPrompt, model: player, critic: false, verifiers: { tests } });

  const file = args.flags.trace ?? join(await mkdtemp(join(tmpdir(), 'reflect-demo-')), 'run.json');
  await write(file, JSON.stringify(traceOf(result)));
  const end = result.accepted ? 'accepted by the tests' : 'nobody accepted it';
  print(`\none answer    ${passes[0]} of ${cases.length} tests, 1 call`);
  print(`the engine    ${passes.at(-1)} of ${cases.length} tests, ${callsOf(result)} calls: ${end}\n`);
  print(wrapped(chosen));
  if (args.view) return view({ ...args, words: [file], flags: {} });
  print(`Open the trace: npx reflect-engine view ${file}`);
  return 0;
}

/** The code of a draft: its first block. */
function codeIn(draft: string): string {
  return (/```\w*\n([\s\S]*?)```/.exec(draft)?.[1] ?? draft).trim();
}

function outcomeOf(code: string, call: string): string {
  try {
    return String(runInNewContext(`${code}\n;${call}`, { console: { log() {} } }, { timeout: TEST_MS }));
  } catch (thrown) {
    return `an error: ${thrown}`;
  }
}

/** Lines that a terminal has room for. */
function wrapped(text: string): string {
  return text.replace(new RegExp(`(?=.{${WIDTH}})(.{1,${WIDTH - 1}}) `, 'g'), '$1\n');
}
