// A Stop hook of Claude Code, in a command or in the Agent SDK: what it is told, and what it answers.

import type { ReflectEngine } from '../engine/engine.js';
import type { GateTask } from '../engine/gate.js';
import type { GateStore } from '../engine/gates.js';
import type { ReflectResult } from '../types.js';
import { turnOf } from './claude-transcript.js';

export type StopInput = { readonly stop_hook_active?: unknown; readonly last_assistant_message?: unknown };
export type StopAnswer = { decision: 'block'; reason: string } | { systemMessage: string };

export interface StopGate {
  engine: ReflectEngine;
  task: Omit<GateTask, 'input'>;
  gates: GateStore;
  /** The key of the gate in `gates`. */
  handle: string;
  read(): Promise<string>;
  onResult?: ((result: ReflectResult) => void) | undefined;
  /** Gets oddities that stop nothing. */
  note?: ((text: string) => void) | undefined;
}

/** Judges what an agent has done since its user wrote: it is sent back, or may stop. Nothing is said of an agent that said nothing. */
export async function atStop(hook: StopInput, stop: StopGate): Promise<StopAnswer | undefined> {
  const { engine, task, gates, handle } = stop;
  const wasSentBack = hook.stop_hook_active === true;
  const before = wasSentBack ? await gates.get(handle) : undefined;
  // Without the gate's state nobody knows how often the agent was sent back.
  if (wasSentBack && before === undefined) return undefined;
  const { input, draft, evidence, broken } = await turnOf(stop.read, hook.last_assistant_message);
  if (broken > 0) stop.note?.(`lines of the transcript that are no JSON are passed over: ${broken}`);
  if (draft.trim() === '') return undefined;
  const gate = before === undefined ? engine.gate({ ...task, input }) : engine.reopenGate(before, task);
  const verdict = await gate.submit(draft, { evidence });
  await (verdict.done ? gates.delete(handle) : gates.set(handle, gate.snapshot));
  if (!verdict.done) return { decision: 'block', reason: verdict.feedback };
  stop.onResult?.(verdict.result);
  const { accepted, acceptedBy, stopReason, reviewReasons } = verdict.result;
  const reasons = [...new Set<string>([stopReason, ...reviewReasons])].join(', ');
  return { systemMessage: `reflect-engine: ${accepted ? `accepted by the ${acceptedBy}` : `nobody accepted this (${reasons})`}` };
}
