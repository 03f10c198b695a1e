// A Stop hook of Claude Code, in a command or in the Agent SDK: what it is told, and what it answers.

import type { Gate } from '../engine/gate.js';
import type { MessageInput } from '../given-types.js';
import type { ReflectResult } from '../types.js';
import { type Turn, turnOf } from './claude-transcript.js';

export type StopInput = {
  readonly stop_hook_active?: unknown;
  readonly last_assistant_message?: unknown;
  /** Of Gemini CLI, in place of a transcript. */
  readonly prompt?: unknown;
  readonly prompt_response?: unknown;
};
export type StopAnswer = { decision: 'block'; reason: string } | { systemMessage: string };

export interface StopGate {
  /** The path of the transcript. */
  transcript: string;
  /** The gate of this turn: a new one for what the user asked, or the one that sent the agent back; `undefined` where it is lost. */
  open(input: MessageInput[], wasSentBack: boolean): Promise<Gate | undefined>;
  /** Keeps a gate that sends the agent back; without one the turn is over. */
  keep(gate?: Gate): unknown;
  onResult?: ((result: ReflectResult) => void) | undefined;
  /** Gets oddities that stop nothing. */
  note?: ((text: string) => void) | undefined;
}

/** What a hook before a tool answers where the tool may not be called. */
export function denied(reason: string) {
  const decision = {
    hookEventName: 'PreToolUse' as const,
    permissionDecision: 'deny' as const,
    permissionDecisionReason: reason,
  };
  return { hookSpecificOutput: decision };
}

/** Judges what an agent has done since its user wrote: it is sent back, or may stop. Nothing is said of an agent that said nothing. */
export async function atStop(hook: StopInput, stop: StopGate): Promise<StopAnswer | undefined> {
  const { input, draft, evidence, broken } = toldTurn(hook) ?? (await turnOf(stop.transcript, hook.last_assistant_message));
  if (broken > 0) stop.note?.(`lines of the transcript that are no JSON are passed over: ${broken}`);
  if (draft.trim() === '') return undefined;
  const gate = await stop.open(input, hook.stop_hook_active === true);
  if (gate === undefined) return undefined;
  const verdict = await gate.submit(draft, { evidence });
  await stop.keep(verdict.done ? undefined : gate);
  if (!verdict.done) return { decision: 'block', reason: verdict.feedback };
  stop.onResult?.(verdict.result);
  const { accepted, acceptedBy, stopReason, reviewReasons, workspace } = verdict.result;
  const reasons = [...new Set<string>([stopReason, ...reviewReasons])].join(', ');
  const files = workspace === undefined ? '' : `; ${workspace.message}`;
  return {
    systemMessage: `reflect-engine: ${accepted ? `accepted by the ${acceptedBy}` : `nobody accepted this (${reasons})`}${files}`,
  };
}

/** The turn in the words of the hook itself. */
function toldTurn({ prompt, prompt_response: draft }: StopInput): Turn | undefined {
  if (typeof prompt !== 'string' || typeof draft !== 'string') return undefined;
  return { input: [{ role: 'user', content: prompt }], draft, evidence: [], broken: 0 };
}
