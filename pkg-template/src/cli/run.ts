import { appendFileSync, constants } from 'node:fs';
import { access, open, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { ReflectEngine } from '../engine/engine.js';
import { isReflectError, describeError as words } from '../error.js';
import { traceOf } from '../trace/index.js';
import type { JsonSchema, Model, ReflectResult, ReflectSettings } from '../types.js';
import { type Arguments, numberOf } from './arguments.js';
import { modelOf } from './client.js';
import {
  emptyCriteria,
  emptyLines,
  extraTasks,
  missingJudges,
  missingPrices,
  twoCritics,
  unparsedFile,
  unreadableFile,
  unwritableFile,
  WrongUse,
} from './errors.js';
import { note, print, printResult, progress, type Tell } from './screen.js';
import { commandVerifier } from './verify.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function run(args: Arguments): Promise<number> {
  const { words, flags, json } = args;
  const { schema, verify, trace } = flags;
  if (words.length > 1) throw extraTasks();
  const model = modelOf(flags.model, flags);
  const critic = criticOf(args, model);
  const settings = await settingsOf(args);
  const outputSchema = schema === undefined ? undefined : (jsonIn(await readText(schema), schema) as JsonSchema);
  const engine = new ReflectEngine(settings);
  const input = words[0] === '-' ? await text(process.stdin) : (words[0] ?? '');
  const interrupted = interruption();
  let code = 0;
  let result: ReflectResult<unknown> | undefined;
  try {
    const verifiers = verify === undefined ? {} : { verify: commandVerifier(verify) };
    const task = { input, systemPrompt: flags.system, model, critic, verifiers, outputSchema, signal: interrupted.signal };
    const runId = crypto.randomUUID();
    const callbacks = progress(settings.criteria, trace === undefined ? undefined : liveFile(trace, runId, input));
    result = await engine.run<unknown>({ ...task, ...callbacks, runId });
    // Errors of calls were shown when the call ended.
    for (const { callId, message } of result.errors) if (callId === undefined) note(message);
    code = result.accepted ? 0 : 1;
  } catch (thrown) {
    result = resultOf(thrown);
    note(`error: ${(thrown as Error).message}`);
    code = interrupted.code() || 2;
  }
  printResult(result);
  const { trace: _, ...first } = result;
  if (json) print(JSON.stringify(first, undefined, 2));
  else if (result.output !== '') print(result.output);
  if (trace !== undefined) await write(trace, `${JSON.stringify(traceOf(result))}\n`);
  return code;
}

function criticOf({ flags, ...toggles }: Arguments, model: Model): Model | false {
  const name = flags['critic-model'];
  if (!toggles['no-critic']) return name === undefined ? model : modelOf(name, flags);
  if (name !== undefined) throw twoCritics();
  if (flags.verify === undefined && flags.schema === undefined) throw missingJudges();
  return false;
}

/** The settings that these flags make. */
export async function settingsOf(args: Arguments): Promise<ReflectSettings & { criteria?: string[] }> {
  const { criteria, prices, strategy } = args.flags;
  const budget = {
    maxCalls: numberOf(args, 'max-calls'),
    maxTokens: numberOf(args, 'max-tokens'),
    maxSeconds: numberOf(args, 'max-seconds', false),
    maxCostUsd: numberOf(args, 'max-cost-usd', false),
  };
  if (budget.maxCostUsd !== undefined && prices === undefined) throw missingPrices();
  return {
    strategy,
    maxReflections: numberOf(args, 'max-reflections'),
    criteria: criteria === undefined ? undefined : await criteriaIn(criteria),
    budget,
    advanced: { prices: prices === undefined ? undefined : jsonIn(await readText(prices), prices) },
  } as ReflectSettings & { criteria?: string[] };
}

/** The result that an error has; throws one that has none. */
export function resultOf(thrown: unknown): ReflectResult {
  if (!isReflectError(thrown) || thrown.result === undefined) throw thrown;
  return thrown.result as ReflectResult;
}

/** Aborts when the process is told to end; its exit code is then 128 and the number of the signal. */
export function interruption(): { signal: AbortSignal; code: () => number } {
  const abort = new AbortController();
  let code = 0;
  const interrupt = (_: string, number: number): void => {
    code = 128 + number;
    abort.abort(new Error('interrupted'));
  };
  for (const signal of SIGNALS) process.once(signal, interrupt);
  return { signal: abort.signal, code: () => code };
}

/** A file to which each message is a line while the run goes on: `view --live` shows it until the trace is there. */
function liveFile(file: string, runId: string, input: string): Tell {
  let flag = 'w';
  const tell: Tell = (message) => {
    try {
      appendFileSync(file, `${JSON.stringify({ runId, at: Date.now(), ...message })}\n`, { flag });
      flag = 'a';
    } catch {
      // That the file cannot be written is said at the end of the run, when its answer is there.
    }
  };
  tell({ input });
  return tell;
}

/** A line each; bullets and what is empty are left out. */
export async function criteriaIn(file: string): Promise<string[]> {
  const lines = (await readText(file)).split('\n').map((line) => line.replace(/^\s*(?:[-*]|\d+[.)])\s+/, '').trim());
  const criteria = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (criteria.length === 0) throw emptyCriteria(file);
  return criteria;
}

export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw unreadableFile(file, thrown);
  }
}

export async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch(notWritten(file));
}

/** Throws where a file cannot be written, before what goes into it is paid for. Nothing is made. */
export async function writable(file: string): Promise<void> {
  const place = await open(file, constants.O_WRONLY)
    .catch(async (thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'ENOENT') throw thrown;
      await access(dirname(file), constants.W_OK);
    })
    .catch(notWritten(file));
  await place?.close();
}

function notWritten(file: string): (thrown: unknown) => never {
  return (thrown) => {
    throw unwritableFile(file, thrown);
  };
}

export function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw unparsedFile(file, thrown);
  }
}

/** Values of JSON, a line each; all lines that are wrong are named with their numbers. */
export function linesIn<T>(text: string, [file, what]: [string, string], faultOf: (value: unknown) => string | undefined): T[] {
  const values: T[] = [];
  const wrong: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let fault: string | undefined;
    try {
      const value = JSON.parse(line) as unknown;
      fault = faultOf(value);
      values.push(value as T);
    } catch (thrown) {
      fault = words(thrown);
    }
    if (fault !== undefined) wrong.push(`line ${at + 1}: ${fault}`);
  }
  if (wrong.length > 0) throw new WrongUse([`${file} cannot be used`, ...wrong].join('\n'));
  if (values.length === 0) throw emptyLines(file, what);
  return values;
}
