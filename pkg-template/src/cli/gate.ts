// `gate`: a Stop hook of Claude Code, and of agents whose hooks speak as it does. It reads the hook's JSON, and lets the agent stop or not.

import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { atStop } from '../adapters/claude-hook.js';
import { isObject } from '../check/kind.js';
import { ReflectEngine } from '../engine/engine.js';
import type { GateStore } from '../engine/gates.js';
import type { ReflectResult } from '../types.js';
import { type Arguments, WrongUse } from './arguments.js';
import { modelOf } from './client.js';
import { interruption, jsonIn, read, settingsOf } from './run.js';
import { note, print } from './screen.js';
import { commandVerifier } from './verify.js';

/** Never ends with 2: that would keep the agent from stopping. */
export async function gate(args: Arguments): Promise<number> {
  const { flags } = args;
  const { criteria, verify, model } = flags;
  if (model === undefined && criteria !== undefined) throw new WrongUse('`--criteria` needs `--model NAME`, who judges them');
  if (model === undefined && verify === undefined)
    throw new WrongUse('`--verify COMMAND` or `--model NAME` is missing: nobody could accept');
  const hook = jsonIn(await text(process.stdin), 'standard input');
  if (!isObject(hook) || typeof hook.transcript_path !== 'string')
    throw new WrongUse('standard input must be the JSON of a Stop hook, with a `transcript_path`');
  const { transcript_path: transcript } = hook;

  const settings = await settingsOf(args);
  const task = {
    critic: model === undefined ? (false as const) : modelOf(model, flags),
    verifiers: verify === undefined ? {} : { verify: commandVerifier(verify) },
    signal: interruption().signal,
    settings,
  };
  // One state for each gate of a session.
  const state = createHash('sha256').update(JSON.stringify([flags, settings.criteria]));
  const handle = `${transcript}.reflect-gate-${state.digest('hex').slice(0, 8)}.json`;
  const onResult = ({ errors }: ReflectResult): void => {
    for (const { message } of errors) note(message);
  };
  const stop = { engine: new ReflectEngine(), task, gates: FILES, handle, read: () => read(transcript), note, onResult };
  const answer = await atStop(hook, stop);
  if (answer !== undefined) print(JSON.stringify(answer));
  return 0;
}

/** Each is a file beside the transcript. */
const FILES: GateStore = {
  get: (file) => readFile(file, 'utf8').catch(() => undefined),
  set: (file, snapshot) => writeFile(file, snapshot),
  delete: (file) => rm(file, { force: true }),
};
