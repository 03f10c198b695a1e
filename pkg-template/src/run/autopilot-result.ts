// What a run of an autopilot comes to. It stands here, since the runs make it.

import type { AutopilotResult as CoreResult } from '../generated/reflect_engine.js';
import type { Accepted, NotAccepted } from '../types.js';

/** How an autopilot's run ended: first what everybody reads, then the `trace`, as a `ReflectResult`. */
export type AutopilotResult = (AutopilotEnd & Accepted<'critic'>) | (AutopilotEnd & NotAccepted);

/** What a result holds, whatever its status. */
export interface AutopilotEnd
  extends Pick<
    CoreResult,
    'output' | 'stopReason' | 'reviewReasons' | 'iterations' | 'criticVerdict' | 'usage' | 'errors' | 'durationMs'
  > {
  /** The one that it was given, or a random one. */
  runId: string;
  /** The run as JSON, for `resume`. */
  readonly snapshot: string;
  trace: AutopilotTrace;
}

/** How a run came to its result. */
export interface AutopilotTrace extends Pick<CoreResult, 'judged' | 'steps'> {
  /** The critic that accepted the output is the model that wrote it. */
  selfCritique?: true;
}
