import { badSettings, checkKeys, checkSignal } from '../check/checks.js';
import { describeWrongFunction, describeWrongKind, describeWrongValue, isBlank } from '../check/kind.js';
import { plain } from '../check/plain.js';
import { ReflectError } from '../error.js';
import type { AutopilotStep, CriticVerdict } from '../generated/reflect_engine.js';
import { engine, wasm } from '../load/index.js';
import { AUTOPILOT } from '../load/records.js';
import { callCore } from '../load/trap.js';
import { PLAIN, toWire } from '../load/wire.js';
import { type Callbacks, CRITIC, callbacksFor } from '../run/callbacks.js';
import { readCritique } from '../run/critique.js';
import { runToEnd } from '../run/drive.js';
import { EngineRun } from '../run/engine.js';
import type { AutopilotOutcome } from '../run/result.js';
import { RunCancellation } from '../run/signal.js';
import { toolSchemas, toolsOf } from '../run/task.js';
import type { Model, RunError, Tool, ToolSchema } from '../types.js';
import { settingsAsFunction, unplainSchemas } from './errors.js';

const SETTINGS = ['model', 'tools', 'systemPrompt', 'confidenceThreshold', 'maxSuggestions', 'onUnreadableCritique'];
const VERDICT = ['criteriaMet', 'confidence', 'suggestions', 'reasoning', 'reason', 'errors'];
const TASK = ['objective', 'criteria', 'output', 'model', 'signal'];

/** What a `Critic` is made of. */
export interface CriticSettings {
  /** Its own model. Without one it uses the autopilot's, or the one given to `review`. */
  model?: Model | undefined;
  /** Tools that it may call before its verdict, to look things up: give it none that changes anything. */
  tools?: readonly Tool[] | undefined;
  /** Who reviews and how. Criteria, the form of the reply and the notice about the fence are appended, never replaced. */
  systemPrompt?: string | undefined;
  /** `0..=1`. Default 0.75 (as shipit-agent). */
  confidenceThreshold?: number | undefined;
  /** Integer `0..=100`. Default 5 (as shipit-agent). */
  maxSuggestions?: number | undefined;
  /** What to do when its reply cannot be read: `retry` asks once more, for the form alone; `stop` does not. Default `retry`. */
  onUnreadableCritique?: 'retry' | 'stop' | undefined;
}

/** What a critic is to review. Objective and criteria are yours. The output is shown fenced; of a long output, head and tail. */
export interface ReviewTask {
  objective: string;
  /** At least one. */
  criteria: readonly string[];
  output: string;
  /** For a critic without a model of its own. */
  model?: Model | undefined;
  signal?: AbortSignal | undefined;
}

/** A verdict, with what went wrong when the critic could not be asked. */
export interface CriticReview extends CriticVerdict {
  /** Absent when nothing went wrong. */
  errors?: RunError[];
}

/**
 * A second opinion: scores an output against success criteria (as shipit-agent).
 *
 * An {@link Autopilot} asks the critic's model after each iteration and reads its replies as `review` does.
 */
export class Critic {
  /** @internal */
  static readonly name: string = 'Critic';
  /** Its own model; without one it uses the autopilot's, or the one given to `review`. */
  readonly model: Model | undefined;
  /** Tools that it may call before its verdict. */
  readonly tools: readonly Tool[];
  /** Who reviews and how; the criteria and the form of the reply always follow it. */
  readonly systemPrompt: string | undefined;
  /** "All criteria met" ends a run only with at least this confidence, `0..=1`. Default 0.75. */
  readonly confidenceThreshold: number;
  /** Suggestions kept from one verdict, integer `0..=100`. Default 5. */
  readonly maxSuggestions: number;

  /** What to do when its reply cannot be read: `retry` asks once more, for the form alone. Default `retry`. */
  readonly onUnreadableCritique: 'retry' | 'stop';

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: CriticSettings = {}) {
    if (typeof settings === 'function') throw settingsAsFunction();
    checkKeys(wasm, settings, SETTINGS, 'setting', 'the settings of a critic', 'invalid_settings');
    const {
      model,
      tools,
      systemPrompt,
      confidenceThreshold = 0.75,
      maxSuggestions = 5,
      onUnreadableCritique = 'retry',
    } = settings;
    if (model !== undefined && typeof model !== 'function') throw badSettings(describeWrongFunction('model', model));
    if (systemPrompt !== undefined && (typeof systemPrompt !== 'string' || systemPrompt.trim() === ''))
      throw badSettings(describeWrongKind('`systemPrompt`', 'a string that is not blank', systemPrompt));
    if (onUnreadableCritique !== 'retry' && onUnreadableCritique !== 'stop')
      throw badSettings(describeWrongValue('`onUnreadableCritique`', `'retry' or 'stop'`, onUnreadableCritique));
    toolsOf(tools, true);
    // A reading checks its options.
    readCritique('', { confidenceThreshold, maxSuggestions });
    this.model = model;
    this.tools = tools ?? [];
    this.systemPrompt = systemPrompt;
    this.confidenceThreshold = confidenceThreshold;
    this.maxSuggestions = maxSuggestions;
    this.onUnreadableCritique = onUnreadableCritique;
    Object.defineProperty(this, CRITIC, { value: true });
  }

  /**
   * Reviews one output. When the model throws, takes too long or answers nonsense, the verdict has confidence 0, and `errors` reports what
   * it threw. Rejects only with `invalid_task`, for a task of the wrong shape, and with an `AbortError`.
   */
  async review(task: ReviewTask): Promise<CriticReview> {
    checkKeys(wasm, task, TASK, 'key', 'what is to be reviewed', 'invalid_task');
    const { objective, criteria, output, signal } = task;
    const model = this.model ?? task.model;
    if (typeof objective !== 'string' || objective.trim() === '') throw bad('objective', 'a string that is not blank', objective);
    if (!isCriteria(criteria)) throw bad('criteria', 'a list of at least one string that is not blank', criteria);
    if (typeof output !== 'string') throw bad('output', 'a string', output);
    if (typeof model !== 'function') throw bad('model', 'a function, here or in the critic', model);
    checkSignal(signal);
    if (isBlank(output)) {
      const criteriaMet = criteria.map(() => false);
      return { criteriaMet, confidence: 0, suggestions: [], reasoning: 'the output is empty; skipped.', reason: 'empty_draft' };
    }
    const goal = { objective, successCriteria: criteria };
    const settings = { goal, budget: { maxIterations: 1 }, critic: criticWire(this), agent: true };
    const startedMs = Date.now();
    const callbacks = callbacksFor(() => output, { model, tools: toolsOf(this.tools, true) });
    const criticTools = criticToolsWire(callbacks);
    engine().memory.addRecords(AUTOPILOT);
    const run = callCore(() => wasm().beginAutopilot(...toWire({ settings, criticTools }, PLAIN), undefined, startedMs));
    // A review is never resumed.
    const core = new EngineRun<AutopilotStep, AutopilotOutcome>({ run, startedMs, priced: false });
    const { criticVerdict, errors } = await runToEnd(
      { core, callbacks, ending: new RunCancellation(), watch: { signal } },
      (result) => result,
    );
    if (criticVerdict === undefined) throw new ReflectError('misuse', errors[0]?.message ?? 'the critic was not asked');
    return errors.length === 0 ? criticVerdict : { ...criticVerdict, errors };
  }

  /**
   * Whether a verdict may end a run: every criterion is met, the confidence reaches the threshold, and there is no `reason` to distrust it.
   * Throws `invalid_task` for what is no verdict.
   */
  shouldTerminate(verdict: CriticVerdict): boolean {
    checkKeys(wasm, verdict, VERDICT, 'key', 'a verdict', 'invalid_task');
    const { criteriaMet, confidence, reason } = verdict;
    if (reason !== undefined) return false;
    const all = Array.isArray(criteriaMet) && criteriaMet.length > 0 && criteriaMet.every((met) => met === true);
    return all && typeof confidence === 'number' && confidence >= this.confidenceThreshold && confidence <= 1;
  }
}

function isCriteria(criteria: unknown): criteria is string[] {
  return Array.isArray(criteria) && criteria.length > 0 && criteria.every((c) => typeof c === 'string' && c.trim() !== '');
}

function bad(key: string, wanted: string, came: unknown): ReflectError {
  return new ReflectError('invalid_task', describeWrongKind(`\`${key}\``, wanted, came));
}

/** @internal The critic's tools, as the core knows them. */
export function criticToolsWire({ critics: [critic] }: Callbacks): ToolSchema[] | undefined {
  return critic && critic.tools.size > 0 ? toolsWire(critic) : undefined;
}

/** @internal */
export function toolsWire(callbacks: Pick<Callbacks, 'tools'>): ToolSchema[] {
  const { value, notJson } = plain(toolSchemas(callbacks), { maxChars: 1_000_000, notes: true, numbers: () => true });
  if (notJson !== undefined) throw unplainSchemas();
  return value as unknown as ToolSchema[];
}

/** What the core knows of a critic. */
export function criticWire(critic: Critic): object {
  const { systemPrompt, confidenceThreshold, maxSuggestions, onUnreadableCritique } = critic;
  const tools = critic.tools.length > 0 ? true : undefined;
  return { systemPrompt, confidenceThreshold, maxSuggestions, onUnreadableCritique, tools };
}
