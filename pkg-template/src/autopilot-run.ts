// One run of the core's autopilot, from its start to its promise. A single review is a run of one iteration.

import type { AutopilotResult } from './autopilot-types.js';
import { type Ended, refusal, toTheEnd } from './drive.js';
import type { AutopilotResult as CoreResult, AutopilotRun as CoreRun } from './generated/reflect_engine.js';
import type { Host } from './host.js';
import type { Ending } from './signal.js';
import type { Callbacks } from './task.js';
import type { Model } from './types.js';

/** The callbacks of a run that has a model, a critic and tools, and nothing else. */
export function callbacks(model: Model, critic: Model | undefined, tools: Callbacks['tools'] = new Map()): Callbacks {
  const critics = critic === undefined ? [] : [critic];
  const none = { usable: undefined, output: undefined, durable: undefined, redaction: undefined };
  return { model, critics, tools, verifiers: new Map(), ...none };
}

/** Drives a run to its end; rejects as the one rule of failure says. `finish` may add to the result before it is settled. */
export async function runToEnd(
  core: CoreRun,
  host: Host,
  ending: Ending,
  finish?: (result: AutopilotResult) => Promise<void>,
): Promise<AutopilotResult> {
  const ended: Ended & CoreResult = await toTheEnd<CoreResult>(core, host);
  const { failure: _, ...result } = ended;
  await finish?.(result);
  const error = refusal<AutopilotResult>(ended, result, host.causes, ending);
  if (error !== undefined) throw error;
  return result;
}
