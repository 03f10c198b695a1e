// A result of the engine: first what everybody reads, then the trace, and a snapshot that is written when it is read.

import { describeError } from '../error.js';
import type { AutopilotResult as CoreResult } from '../generated/reflect_engine.js';
import type { Accepted, CausedRunError, HostedResult, NotAccepted } from '../types.js';

/** How an autopilot's run ended: first what everybody reads, then the `trace`, as a `ReflectResult`. */
export type AutopilotResult = (AutopilotEnd & Accepted<'critic'>) | (AutopilotEnd & NotAccepted);

/** What a result holds, whatever its status. */
export interface AutopilotEnd
  extends Pick<CoreResult, 'output' | 'stopReason' | 'reviewReasons' | 'iterations' | 'criticVerdict' | 'usage' | 'durationMs'> {
  /** Everything that went wrong on the way, in order. A run can be accepted and have errors. */
  errors: CausedRunError[];
  /** The `runId` of the options, or a random one. */
  runId: string;
  /** The run as JSON, for `resume`. */
  readonly snapshot: string;
  /** How the run came to this. */
  trace: AutopilotTrace;
}

/** How a run came to its result. */
export interface AutopilotTrace extends Pick<CoreResult, 'judged' | 'steps'> {
  /** The critic that accepted the output is the model that wrote it. */
  selfCritique?: true;
}

/** A result of an autopilot as the core gives it. */
export type AutopilotOutcome = AutopilotResult & Pick<HostedResult, 'failure'>;

/** What everybody reads, in the order in which it is printed. */
const FIRST = new Set([
  'output',
  'object',
  'status',
  'accepted',
  'acceptedBy',
  'passedAfterHint',
  'guarantee',
  'stopReason',
  'reviewReasons',
  'score',
  'iterations',
  'criticVerdict',
  'usage',
  'errors',
  'runId',
  'durationMs',
]);

/** A result of the core in its two layers, without the steps. */
export function layered<R extends object>(flat: object, name: string, runId: string, write: () => string): R {
  const result = new RunResult(name, write) as unknown as Record<string, unknown>;
  const trace: Record<string, unknown> = {};
  for (const key of Object.keys(flat)) {
    const value = (flat as Record<string, unknown>)[key];
    if (key === 'durationMs') result.runId = runId;
    if (key === 'failure' || FIRST.has(key)) result[key] = value;
    else if (key !== 'steps') trace[key] = value;
  }
  result.trace = trace;
  return result as R;
}

/** Characters of one value that are printed. */
const MAX_CHARS = 160;
const PRINT = Symbol.for('nodejs.util.inspect.custom');

/** What is not a field is in the prototype: an own getter would make a hidden class for each result. */
export class RunResult {
  /** @internal */
  static readonly name: string = 'RunResult';
  #name: string;
  #write: () => string;

  constructor(name: string, write: () => string) {
    this.#name = name;
    this.#write = write;
  }

  /** The whole run as JSON. */
  get snapshot(): string {
    return this.#write();
  }

  [PRINT](): string {
    const fields = this as unknown as Record<string, unknown>;
    const { acceptedBy, output, usage } = fields;
    // That of each purpose would not fit.
    const printed: typeof fields = { ...fields, usage: (usage as { total?: unknown } | undefined)?.total };
    const lines = [...FIRST]
      .filter((key) => printed[key] !== undefined)
      .map((key) => `  ${key === 'usage' ? 'usage.total' : key}: ${inOneLine(printed[key])},`);
    const end = acceptedBy
      ? `the ${acceptedBy} accepted the output`
      : output
        ? 'nobody accepted the output'
        : 'there is no output';
    return [`${this.#name}: ${end} {`, ...lines, '}'].join('\n');
  }
}

function inOneLine(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = describeError(value);
  }
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}…`;
}
