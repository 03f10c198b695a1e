// `gate`: a Stop hook of Claude Code, and of agents whose hooks speak as it does. It reads the hook's JSON, and lets the agent stop or not.

import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isObject, type JsonObject } from '../check/kind.js';
import { ReflectEngine } from '../engine/engine.js';
import type { GateVerdict } from '../engine/gate.js';
import type { Json, Message, ReflectSettings } from '../types.js';
import { type Arguments, numberOf, WrongUse } from './arguments.js';
import { modelOf } from './client.js';
import { criteriaIn, jsonIn, read, SIGNALS } from './run.js';
import { note, print } from './screen.js';
import { commandVerifier } from './verify.js';

/** Results of tools that a critic is shown at most, the last ones, and characters of one. */
const RESULTS = 30;
const RESULT_CHARS = 2_000;

/** Judges what an agent has done since its user wrote; resolves with the exit code. 2 would keep the agent from stopping. */
export async function gate(given: Arguments): Promise<number> {
  const { flags } = given;
  const { criteria: file, verify, model } = flags;
  if (model === undefined && file !== undefined) throw new WrongUse('`--criteria` needs `--model NAME`, who judges them');
  if (model === undefined && verify === undefined)
    throw new WrongUse('`--verify COMMAND` or `--model NAME` is missing: nobody could accept');
  const hook = jsonIn(await text(process.stdin), 'standard input');
  if (!isObject(hook) || typeof hook.transcript_path !== 'string')
    throw new WrongUse('standard input must be the JSON of a Stop hook, with a `transcript_path`');
  const turn = turnIn(jsonLines(await read(hook.transcript_path)));
  const draft = typeof hook.last_assistant_message === 'string' ? hook.last_assistant_message : turn.draft;
  if (draft.trim() === '') return 0;

  const abort = new AbortController();
  const interrupt = (): void => abort.abort(new Error('interrupted'));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  const judges = {
    critic: model === undefined ? (false as const) : modelOf(model, flags['base-url']),
    verifiers: verify === undefined ? {} : { verify: commandVerifier(verify) },
    signal: abort.signal,
  };
  const budget = { maxCalls: numberOf(given, 'max-calls'), maxSeconds: numberOf(given, 'max-seconds', false) };
  const criteria = file === undefined ? undefined : await criteriaIn(file);
  const settings = { maxReflections: numberOf(given, 'max-reflections'), criteria, budget } as ReflectSettings;
  // One state for each session and each gate of it.
  const gateId = createHash('sha256')
    .update(JSON.stringify([flags, criteria]))
    .digest('hex')
    .slice(0, 8);
  const stateFile = `${hook.transcript_path}.reflect-gate-${gateId}.json`;
  try {
    const engine = new ReflectEngine();
    const state = hook.stop_hook_active === true ? await readFile(stateFile, 'utf8').catch(() => undefined) : undefined;
    // Without what was judged before, nobody knows how often the agent was sent back.
    if (hook.stop_hook_active === true && state === undefined) return 0;
    const opened =
      state === undefined ? engine.gate({ input: turn.input, ...judges, settings }) : engine.reopenGate(state, judges);
    const verdict = await opened.submit(draft, { evidence: turn.evidence });
    if (verdict.done) await rm(stateFile, { force: true });
    else await writeFile(stateFile, opened.snapshot);
    print(JSON.stringify(answerTo(verdict)));
    return 0;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

function answerTo(verdict: GateVerdict<unknown>): object {
  if (!verdict.done) return { decision: 'block', reason: verdict.feedback };
  const { accepted, acceptedBy, stopReason, reviewReasons, errors } = verdict.result;
  for (const { message } of errors) note(message);
  const reasons = [...new Set<string>([stopReason, ...reviewReasons])].join(', ');
  const why = accepted ? `accepted by the ${acceptedBy}` : `nobody accepted this (${reasons})`;
  return { systemMessage: `reflect-engine: ${why}` };
}

/** What the user asked for last, what the agent did since, and what it said last. */
function turnIn(entries: JsonObject[]): { input: string; draft: string; evidence: Message[] } {
  const turn = { input: '', draft: '', evidence: [] as Message[] };
  for (const { type, message, isMeta } of entries) {
    if (!isObject(message) || isMeta === true) continue;
    const blocks = objectsIn(Array.isArray(message.content) ? message.content : [{ type: 'text', text: message.content ?? '' }]);
    const said = textOf(blocks);
    if (type === 'user' && said !== '') Object.assign(turn, { input: said, draft: '', evidence: [] });
    if (type === 'assistant' && said !== '') turn.draft = said;
    for (const { type, id, name, input, tool_use_id: of, content } of blocks) {
      if (type === 'tool_use')
        turn.evidence.push({
          role: 'assistant',
          content: '',
          toolCalls: [{ id: String(id), name: String(name), arguments: input ?? null }],
        });
      if (type !== 'tool_result') continue;
      const result = typeof content === 'string' ? content : textOf(objectsIn(Array.isArray(content) ? content : []));
      turn.evidence.push({ role: 'tool', toolCallId: String(of), content: result.slice(-RESULT_CHARS) });
    }
  }
  if (turn.input === '') throw new WrongUse('the transcript has no message of a user');
  return { ...turn, evidence: turn.evidence.slice(-2 * RESULTS) };
}

function objectsIn(list: readonly Json[]): JsonObject[] {
  return list.flatMap((one) => (isObject(one) ? [one as JsonObject] : []));
}

function textOf(blocks: JsonObject[]): string {
  return blocks
    .map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''))
    .join('')
    .trim();
}

/** The lines of a transcript; one that is no JSON, as the last of one that is being written may be, is passed over. */
function jsonLines(text: string): JsonObject[] {
  return text.split('\n').flatMap((line): JsonObject[] => {
    try {
      const entry = JSON.parse(line) as Json;
      return isObject(entry) ? [entry] : [];
    } catch {
      if (line.trim() !== '') note('a line of the transcript is no JSON, and is passed over');
      return [];
    }
  });
}
