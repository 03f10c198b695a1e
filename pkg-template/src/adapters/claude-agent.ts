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
    const { session_id: handle, transcript_path: transcript } = hook;
    const judges = { ...task, signal };
    const answer = await atStop(hook, {
      transcript,
      open: async (input, wasSentBack) => {
        if (!wasSentBack) return engine.gate({ ...judges, input });
        const before = await gates.get(handle);
        return before === undefined ? undefined : engine.reopenGate(before, judges);
      },
      keep: (gate) => (gate === undefined ? gates.delete(handle) : gates.set(handle, gate.snapshot)),
      onResult: onResult && ((result) => onResult(result, handle)),
    });
    return answer ?? {};
  };
}
