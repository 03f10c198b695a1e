import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ReflectEngine } from '../engine.js';
import { isReflectError, describeError as words } from '../error.js';
import { traceOf } from '../trace/index.js';
import type { JsonSchema, ReflectResult, ReflectSettings } from '../types.js';
import { type Arguments, WrongUse } from './arguments.js';
import { modelOf } from './client.js';
import { print, printResult, progress } from './screen.js';
import { commandVerifier } from './verify.js';

/** Runs a task; resolves with the exit code. */
export async function run({ words: given, flags, json }: Arguments): Promise<number> {
  const { strategy, 'max-reflections': most, criteria, schema, verify, trace } = flags;
  if (given.length > 1) throw new WrongUse('`run` takes one task: write it in quotes');
  if (most !== undefined && !/^\d+$/.test(most))
    throw new WrongUse(`\`--max-reflections\` must be a whole number, got "${most}"`);
  const model = modelOf(flags.model, flags['base-url']);
  const critic = flags['critic-model'] === undefined ? model : modelOf(flags['critic-model'], flags['base-url']);
  const settings = {
    ...(strategy !== undefined && { strategy }),
    ...(most !== undefined && { maxReflections: Number(most) }),
    ...(criteria !== undefined && { criteria: await criteriaIn(criteria) }),
  } as ReflectSettings;
  const outputSchema = schema === undefined ? undefined : (jsonIn(await read(schema), schema) as JsonSchema);
  const engine = new ReflectEngine(settings);
  const input = given[0] === '-' ? await text(process.stdin) : (given[0] ?? '');
  const abort = new AbortController();
  const interrupt = (): void => abort.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt);
  let code = 0;
  let result: ReflectResult<unknown> | undefined;
  try {
    const verifiers = verify === undefined ? {} : { verify: commandVerifier(verify) };
    result = await engine.run<unknown>({ input, model, critic, verifiers, outputSchema, signal: abort.signal, ...progress() });
    code = result.accepted ? 0 : 1;
  } catch (thrown) {
    if (!isReflectError(thrown) || thrown.result === undefined) throw thrown;
    process.stderr.write(`error: ${words(thrown)}\n`);
    result = thrown.result;
    code = thrown.code === 'aborted' ? 130 : 2;
  } finally {
    process.off('SIGINT', interrupt);
  }
  printResult(result);
  const { trace: _, ...first } = result;
  if (json) print(JSON.stringify(first, undefined, 2));
  else if (result.output !== '') print(result.output);
  if (trace !== undefined) await written(trace, `${JSON.stringify(traceOf(result))}\n`);
  return code;
}

/** A line each; bullets and what is empty are left out. */
export async function criteriaIn(file: string): Promise<string[]> {
  const lines = (await read(file)).split('\n').map((line) => line.replace(/^\s*(?:[-*]|\d+[.)])\s+/, '').trim());
  const criteria = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (criteria.length === 0) throw new WrongUse(`${file} has no criteria: write one a line`);
  return criteria;
}

export async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new WrongUse(`${file} cannot be read: ${words(thrown)}`);
  }
}

export async function written(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((thrown: unknown) => {
    throw new WrongUse(`${file} cannot be written: ${words(thrown)}`);
  });
}

export function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new WrongUse(`${file} must be JSON: ${words(thrown)}`);
  }
}
