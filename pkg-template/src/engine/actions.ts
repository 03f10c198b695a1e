// What an agent behind a gate is about to do: the user's rules first, then, where asked for, a critic. Whatever goes wrong, it may not.

import { bad, checkKeys, mustBe } from '../check/checks.js';
import { describeWrongKind, isPlain, kindOf } from '../check/kind.js';
import { copied, pathOf, plain } from '../check/plain.js';
import { describeError } from '../error.js';
import type { MessageInput, RuleConcern, ToolRecord } from '../given-types.js';
import { wasm } from '../load/index.js';
import { frozen } from '../load/memory.js';
import { concernsOf } from '../run/calls.js';
import type { Faults } from '../run/drive.js';
import type { EngineRun } from '../run/engine.js';
import { race } from '../run/race.js';
import type { RunCancellation } from '../run/signal.js';
import { criticOf, criticsOf } from '../run/task.js';
import type { Work } from '../run/work.js';
import type { CallEvent, HostedResult, Json, ReflectResult, ReflectSettings, ReflectTask, Step } from '../types.js';

/** A call that an agent is about to make. */
export interface Action {
  /** That of the tool. */
  name: string;
  /** What it is called with: plain JSON. Default: `{}`. */
  arguments?: unknown;
}

/** What a rule sees of an action. It is read-only, and a request as the `ownRules` of a `DecisionReflector` get it. */
export interface ActionRequest {
  readonly name: string;
  readonly arguments: Json;
  /** The question of the gate, or its conversation. */
  readonly input: string | readonly MessageInput[];
  /**
   * The tools that were called so far: those told with a draft, and those that were let through since. `result` and `error` are absent
   * until the host tells them.
   */
  readonly evidence: readonly Omit<ToolRecord, 'id'>[];
  readonly decision: { readonly action: string; readonly arguments: Json };
}

/**
 * Says what speaks against an action. One that throws, returns anything but a {@link RuleConcern}, `undefined` too, or takes longer than
 * `budget.verifierTimeoutMs` stops it, and is noted in the `errors` of the result.
 */
export type ActionRule = (
  request: ActionRequest,
  context: { readonly signal: AbortSignal },
) => RuleConcern | Promise<RuleConcern>;

/** Who looks at what an agent is about to do. */
export interface Actions {
  /** By name; those of a `DecisionReflector` (`ownRules`) do as well. They run at once. */
  rules?: Readonly<Record<string, ActionRule>> | undefined;
  /** Asked about each action that no rule stops. Default: nobody. */
  critic?: ReflectTask<unknown>['critic'];
  /** What the critic checks an action against. */
  criteria?: readonly string[] | undefined;
}

/** Whether an action may be done; if not, what to tell the agent. */
export type ActionVerdict = { allow: true } | { allow: false; feedback: string };

/** @internal What a run behind a gate gives to whoever judges its actions. */
export interface ActionParts {
  actions: Actions;
  core: EngineRun<Step, HostedResult>;
  ending: RunCancellation;
  faults: Faults;
  /** Has a draft judged that is there already. */
  run: (task: ReflectTask<string>) => Promise<ReflectResult>;
  /** The task of the gate. */
  task: Pick<ReflectTask<string>, 'onCall' | 'redact' | 'signal'>;
  now: () => number;
}

/** Characters of an action, and of what a rule says, as JSON. */
const MAX_CHARS = 16_777_216;
/** The default of `verifierTimeoutMs`. */
const RULE_TIMEOUT_MS = 60_000;

const QUESTION =
  'Before it goes on, the agent wants to call a tool: the answer to evaluate is that call, as JSON. Judge whether it may be made now. ' +
  'Accept it only if it serves what is asked for above, and does nothing that is forbidden or was not asked for.';

/** @internal Refuses what no action could be judged by. */
export function checkActions(actions: unknown): asserts actions is Actions {
  checkKeys(wasm, actions, ['rules', 'critic', 'criteria'], 'key', '`actions`', 'invalid_task');
  const { rules = {}, critic = false, criteria } = actions as Actions;
  if (!isPlain(rules)) throw bad(describeWrongKind('`actions.rules`', 'a plain object of functions by name', rules));
  for (const [name, rule] of Object.entries(rules)) mustBe(`actions.rules.${name}`, rule, 'function');
  if (critic === false && Object.keys(rules).length === 0)
    throw bad('`actions` needs `rules` or a `critic`, or nobody looks at what is done');
  for (const one of criticsOf({ critic })) criticOf(one, true, 'actions.critic');
  if (critic === false && criteria !== undefined) throw bad('`actions.criteria` needs `actions.critic`, who judges by them');
}

/** @internal An action as plain JSON. Throws `invalid_task` for what is none. */
export function readAction(action: unknown): { name: string; arguments: Json } {
  checkKeys(wasm, action, ['name', 'arguments'], 'key', 'an action', 'invalid_task');
  const { name, arguments: given = {} } = action as Action;
  if (typeof name !== 'string' || name.trim() === '')
    throw bad(`\`name\` of an action must be that of a tool, got ${typeof name === 'string' ? 'a blank text' : kindOf(name)}`);
  const { value, cut, notJson, tooDeep } = plain(given, {
    maxChars: MAX_CHARS,
    notes: true,
    numbers: () => true,
    functions: () => true,
  });
  const place = notJson?.place ?? tooDeep ?? (cut ? [] : undefined);
  if (place !== undefined)
    throw bad(
      `\`${pathOf(['arguments', ...place])}\` of an action must be plain JSON, got ${notJson?.what ?? 'what is too deep or too large'}`,
    );
  return { name, arguments: value };
}

/** @internal Judges actions one after another, so that each sees what the ones before it cost. */
export class ActionJudge {
  #last: Promise<unknown> = Promise.resolve();

  readonly #parts: ActionParts;

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  judge(action: { name: string; arguments: Json }): Promise<ActionVerdict> {
    const verdict = this.#last.then(() => this.#judgeNow(action));
    this.#last = verdict.catch(() => {});
    return verdict;
  }

  async #judgeNow(action: { name: string; arguments: Json }): Promise<ActionVerdict> {
    const { actions, core, now } = this.#parts;
    const work = core.workOf(Number.POSITIVE_INFINITY);
    let concerns = await this.#askRules(requestOf(action, work, core.steps));
    let cost: object = { calls: 0, failed: 0 };
    if (concerns.length === 0 && (actions.critic ?? false) !== false) {
      const result = await this.#askCritic(action, work);
      concerns = result === undefined ? ['nobody could judge it: the budget of the gate is spent'] : this.#concernsIn(result);
      if (result !== undefined) cost = costOf(result);
    }
    const { name: toolName, arguments: args } = action;
    const feedback = concerns.length === 0 ? undefined : feedbackOn(toolName, concerns);
    const allowed = feedback === undefined;
    core.act({ toolName, args, allowed, ...(!allowed && { feedback }), ...cost } as Json, now());
    return allowed ? { allow: true } : { allow: false, feedback };
  }

  /** What rules say against an action. */
  async #askRules(request: ActionRequest): Promise<string[]> {
    const { actions, core, ending, faults } = this.#parts;
    const timeoutMs = core.settings?.budget?.verifierTimeoutMs ?? RULE_TIMEOUT_MS;
    const asked = Object.entries(actions.rules ?? {}).map(async ([name, rule]): Promise<string[]> => {
      const outcome = await race(async (turn) => concernsOf(name, await rule(request, turn)), ending, timeoutMs);
      if (outcome.how === 'returned') return outcome.value as string[];
      const limit = outcome.how === 'timeout' ? ` within ${timeoutMs} ms` : '';
      const why = outcome.how === 'threw' ? describeError(outcome.error) : `no answer${limit}`;
      faults.note(`the rule \`${name}\` failed`, why);
      return [`the rule \`${name}\` failed: ${why}`];
    });
    return (await Promise.all(asked)).flat();
  }

  #concernsIn({ accepted, trace, stopReason, errors }: ReflectResult): string[] {
    if (accepted) return [];
    const look = trace.steps.filter((step) => step.type === 'reflection').at(-1);
    if (look?.critiqueStatus === 'read') {
      const issues = look.issues ?? [];
      return issues.length > 0 ? issues : [look.suggestion ?? 'the critic does not accept it'];
    }
    const why = errors.at(-1)?.message;
    const unjudged = `nobody could judge it (${stopReason})${why === undefined ? '' : `: ${why}`}`;
    this.#parts.faults.note('action', unjudged);
    return [unjudged];
  }

  /** Has the critic judge an action, unless the budget is spent. */
  async #askCritic(action: { name: string; arguments: Json }, work: Work): Promise<ReflectResult | undefined> {
    const { actions, core, run, task, now } = this.#parts;
    const left = core.left(now());
    if (left === undefined) return undefined;
    const { acceptanceThreshold, confidenceThreshold, budget = {}, advanced = {} } = core.settings ?? {};
    const { callTimeoutMs, verifierTimeoutMs } = budget;
    const { prices, jury, seed } = advanced;
    const system = work.messages[0]?.role === 'system' ? work.messages[0] : undefined;
    const asked = work.messages.slice(system ? 1 : 0);
    const onCall = task.onCall && ((event: CallEvent) => void (event.purpose !== 'answer' && task.onCall?.(event)));
    return run({
      signal: task.signal,
      redact: task.redact,
      onCall,
      runId: core.runId,
      model: () => Promise.reject(new Error('an action is not revised')),
      critic: actions.critic,
      input: [...asked, { role: 'user', content: QUESTION }],
      ...(system && { systemPrompt: String(system.content) }),
      draft: JSON.stringify(action),
      settings: {
        maxReflections: 0,
        acceptanceThreshold,
        confidenceThreshold,
        criteria: actions.criteria && [...actions.criteria],
        budget: { ...left, callTimeoutMs, verifierTimeoutMs },
        advanced: { prices, jury, seed },
      } as ReflectSettings,
    });
  }
}

/** What a rule is told. */
function requestOf(action: { name: string; arguments: Json }, work: Work, steps: readonly Step[]): ActionRequest {
  const told = steps.map(({ type }) => type !== 'action').lastIndexOf(true);
  const since = steps.slice(told + 1).flatMap((step) => {
    return step.type === 'action' && step.allowed ? [{ name: step.toolName, arguments: step.args }] : [];
  });
  const before = work.toolCalls.map(({ id: _, ...call }) => call);
  const decision = { action: action.name, arguments: action.arguments };
  return frozen(copied({ ...action, input: work.input, evidence: [...before, ...since], decision }));
}

function costOf({ usage }: ReflectResult): { calls: number; failed: number; usage: object } {
  const { calls, failed } = usage.byPurpose.critique ?? { calls: 0, failed: 0 };
  return { calls, failed, usage: usage.total };
}

/** What an agent is told that may not call a tool. */
function feedbackOn(name: string, concerns: readonly string[]): string {
  const list = concerns.map((concern) => `- ${concern}`).join('\n');
  return `\`${name}\` was not called:\n${list}\nDo something else, or say in your answer what you could not do.`;
}
