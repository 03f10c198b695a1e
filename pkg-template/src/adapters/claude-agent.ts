/**
 * A gate for the Claude Agent SDK: a hook at the end of each of its turns.
 * @packageDocumentation
 */

import type { HookCallback } from '@anthropic-ai/claude-agent-sdk';
import { bad } from '../check/checks.js';
import { type GateStore, gatesInMemory } from '../engine/gates.js';
import type { ReflectResult } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { atStop } from './claude-hook.js';

export type { GateStore } from '../engine/gates.js';

export interface StopHookOptions extends GatedOptions {
  /** Where gates are kept while the agent works on. Default: in this process, for an hour. */
  gates?: GateStore | undefined;
  /** Called with the result of each turn that was judged to its end. */
  onResult?: ((result: ReflectResult, sessionId: string) => void) | undefined;
}

/**
 * A hook for `options.hooks.Stop`. When the agent wants to stop, its work since the user's last message is judged, and what is missing
 * sends it back, until the work is accepted or the budget is spent. Each session has a gate of its own. No agent is kept for ever: one
 * whose rounds are not known may stop.
 */
export function stopHook(options: StopHookOptions): HookCallback {
  checkGate('stopHook', options, { gates: 'object', onResult: 'function' });
  const { engine, task, gates = gatesInMemory(), onResult } = options;
  return async (hook, _, { signal }) => {
    if (hook.hook_event_name !== 'Stop') throw bad(`stopHook is for \`hooks.Stop\`, got ${hook.hook_event_name}`);
    const { session_id: handle, transcript_path: path } = hook;
    const read = async (): Promise<string> => {
      const { readFile } = (await import(FILES)) as { readFile(path: string, as: 'utf8'): Promise<string> };
      return readFile(path, 'utf8');
    };
    const ended = onResult && ((result: ReflectResult) => onResult(result, handle));
    return (await atStop(hook, { engine, task: { ...task, signal }, gates, handle, read, onResult: ended })) ?? {};
  };
}

/** Named by a variable, so that no bundler looks for it. */
const FILES = 'node:fs/promises';
