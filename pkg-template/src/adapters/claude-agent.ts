/**
 * A gate for the Claude Agent SDK: a hook at the end of each of its turns.
 * @packageDocumentation
 */

import type { HookCallback, HookCallbackMatcher } from '@anthropic-ai/claude-agent-sdk';
import { bad, badSettings } from '../check/checks.js';
import { type GateStore, gatesInMemory } from '../engine/gates.js';
import { describeError } from '../error.js';
import type { ReflectResult } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { atStop, denied, turnOf } from './stop-hook.js';

export type { GateStore } from '../engine/gates.js';

export interface StopHookOptions extends GatedOptions {
  /** Where gates are kept while the agent works on. Default: in this process, for an hour. */
  gates?: GateStore | undefined;
  /** Called with the result of each turn that was judged to its end. */
  onResult?: ((result: ReflectResult, sessionId: string) => void) | undefined;
}

/** Hooks for `options.hooks` of the SDK. */
export interface GateHooks {
  PreToolUse: [HookCallbackMatcher];
  Stop: [HookCallbackMatcher];
}

/** Seconds that a hook may take: the SDK ends one after a minute, and then goes on without it. */
const TIMEOUT = 600;
const KINDS = { gates: 'object', onResult: 'function' };

/**
 * Hooks for `options.hooks`: `stopHook`, and one that has each call of a tool judged before it is made, by the `actions` of the task. A call
 * that may not be made, or that could not be judged, is denied, and the agent is told why; what is allowed goes on to the SDK's own
 * permissions. The calls and the answer of a turn share one gate.
 */
export function gateHooks(options: StopHookOptions): GateHooks {
  checkGate('gateHooks', options, KINDS);
  const { gates = gatesInMemory(), engine, task } = options;
  if (task.actions === undefined) throw badSettings('`task.actions` of gateHooks is missing: without them give `stopHook` alone');
  const stop = stopWith({ ...options, gates });
  // A session may call several tools at once.
  const turns = new Map<string, Promise<unknown>>();
  const tool: HookCallback = async (hook, _, { signal }) => {
    if (hook.hook_event_name !== 'PreToolUse') throw bad(`this hook is for \`hooks.PreToolUse\`, got ${hook.hook_event_name}`);
    const handle = handleOf(hook);
    const judged = (turns.get(handle) ?? Promise.resolve()).then(async () => {
      const judges = { ...task, signal };
      const before = await gates.get(handle);
      const gate =
        before === undefined
          ? engine.gate({ ...judges, input: (await turnOf(hook.transcript_path, undefined)).input })
          : engine.reopenGate(before, judges);
      const verdict = await gate.mayCall(hook.tool_name, hook.tool_input);
      await gates.set(handle, gate.snapshot);
      return verdict.allow ? {} : denied(verdict.feedback);
    });
    const answer = judged.catch((thrown: unknown) => denied(`it could not be judged: ${describeError(thrown)}`));
    turns.set(handle, answer);
    await answer.finally(() => turns.get(handle) === answer && turns.delete(handle));
    return answer;
  };
  return { PreToolUse: [{ hooks: [tool], timeout: TIMEOUT }], Stop: [{ hooks: [stop], timeout: TIMEOUT }] };
}

/** One for what the user asked for: a turn that was broken off leaves its gate to nobody. */
function handleOf({ session_id: session, prompt_id: prompt }: { session_id: string; prompt_id?: string }): string {
  return prompt === undefined ? session : `${session}/${prompt}`;
}

/**
 * A hook for `options.hooks.Stop`. When the agent wants to stop, its work since the user's last message is judged, and what is missing
 * sends it back, until the work is accepted or the budget is spent. Each session has a gate of its own. No agent is kept for ever: one
 * whose rounds are not known may stop.
 */
export function stopHook(options: StopHookOptions): HookCallback {
  checkGate('stopHook', options, KINDS);
  if (options.task.actions) throw badSettings('`task.actions` need a hook before each tool, too: give `gateHooks`');
  return stopWith(options);
}

function stopWith({ engine, task, gates = gatesInMemory(), onResult }: StopHookOptions): HookCallback {
  return async (hook, _, { signal }) => {
    if (hook.hook_event_name !== 'Stop') throw bad(`stopHook is for \`hooks.Stop\`, got ${hook.hook_event_name}`);
    const { session_id: session, transcript_path: transcript } = hook;
    const handle = task.actions === undefined ? session : handleOf(hook);
    const judges = { ...task, signal };
    const answer = await atStop(hook, {
      transcript,
      open: async (input, wasSentBack) => {
        const before = wasSentBack || task.actions ? await gates.get(handle) : undefined;
        if (before !== undefined) return engine.reopenGate(before, judges);
        return wasSentBack ? undefined : engine.gate({ ...judges, input });
      },
      keep: (gate) => (gate === undefined ? gates.delete(handle) : gates.set(handle, gate.snapshot)),
      onResult: onResult && ((result) => onResult(result, session)),
    });
    return answer ?? {};
  };
}
