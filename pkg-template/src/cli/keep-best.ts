// `gate --keep-best`: each process of this command judges its own draft anew, as without the flag. Which of the attempts is the best says a
// second gate, which goes on from what the agent could have written, and hears the same verdicts: it accepts nothing.

import { randomUUID } from 'node:crypto';
import { isObject } from '../check/kind.js';
import { overlay } from '../check/overlay.js';
import { ReflectEngine } from '../engine/engine.js';
import type { Gate, Submission } from '../engine/gate.js';
import type { MessageInput } from '../given-types.js';
import type { Check, Model, ModelReply, ReflectSettings, Restoration } from '../types.js';
import { Attempts, addRestoration, openAttempts } from '../workspace/attempts.js';
import { unkeptBest } from './errors.js';

/** What the next process goes on with. */
export interface Ranking {
  /** The run that the attempts are kept in. */
  run: string;
  /** The second gate. */
  gate: string;
}

export interface Judges {
  critic: Model | false;
  verifiers: Record<string, Check>;
}

/** The attempts of a turn, in this process and those before. */
export interface RankedRounds {
  /** The same judges, whose verdicts the second gate hears. */
  judges: Judges;
  /** The same gate, each of whose drafts is kept and ranked. */
  rank(gate: Gate): Gate;
  /** For the process that judges the next draft. */
  ranking(): Ranking;
  /** Takes the best attempt so far. */
  end(): Promise<Restoration>;
}

/** Finishes what a killed process had begun to restore: `tell` hears of it. */
export async function openRounds(folder: string, tell: (text: string) => void): Promise<(turn: Turn) => RankedRounds> {
  const store = await openAttempts(folder, ({ message }) => tell(message)).catch((thrown: unknown) => {
    throw unkeptBest(thrown);
  });
  return (turn) => rankRounds(turn, (run) => new Attempts(store, run));
}

interface Turn {
  input: MessageInput[];
  settings: ReflectSettings;
  judges: Judges;
  before: Ranking | undefined;
}

function rankRounds({ input, settings, judges, before }: Turn, open: (run: string) => Attempts): RankedRounds {
  const replies: Outcome<ModelReply>[] = [];
  const verdicts = new Map<string, Outcome<Awaited<ReturnType<Check>>>>();
  const { critic } = judges;
  const heard: Judges = {
    critic:
      critic &&
      ((request) =>
        hear(
          () => critic(request),
          (outcome) => replies.push(outcome),
        )),
    verifiers: Object.fromEntries(
      Object.entries(judges.verifiers).map(([name, verifier]) => [
        name,
        (draft, context) =>
          hear(
            () => verifier(draft, context),
            (outcome) => verdicts.set(name, outcome),
          ),
      ]),
    ),
  };
  const said: Judges = {
    critic: critic && (async () => tell(replies.shift())),
    verifiers: Object.fromEntries(Object.keys(judges.verifiers).map((name) => [name, async () => tell(verdicts.get(name))])),
  };
  const attempts = open(before?.run ?? randomUUID());
  // Each process checks the budget by itself.
  const engine = new ReflectEngine({ ...settings, budget: undefined });
  const onCall = attempts.watch.bind(attempts);
  const gate = reopen(engine, before?.gate, { ...said, onCall }) ?? engine.gate({ input, ...said, onCall });

  const end = async (): Promise<Restoration> => {
    // A gate that the agent has written may have ended, or refuse the draft.
    const result = await gate.end().catch(() => undefined);
    return result === undefined ? attempts.settleLast() : attempts.settle(result);
  };
  return {
    judges: heard,
    ranking: () => ({ run: attempts.run, gate: gate.snapshot }),
    end,
    rank: (fresh) =>
      overlay(fresh, {
        submit: async (draft: string, submission: Submission) => {
          await attempts.keep();
          const verdict = await fresh.submit(draft, submission);
          // The same words about other files are another draft.
          await gate.submit(`${randomUUID()} ${draft}`, submission).catch(() => {});
          if (!verdict.done) await attempts.noteJudged();
          // Who accepts is the first gate alone, and the draft is the last one.
          else addRestoration(verdict.result, await (verdict.result.accepted ? attempts.settleLast() : end()));
          return verdict;
        },
      }),
  };
}

type Outcome<T> = { value: T } | { thrown: unknown };

async function hear<T>(judge: () => T | Promise<T>, listen: (outcome: Outcome<T>) => void): Promise<T> {
  try {
    const value = await judge();
    listen({ value });
    return value;
  } catch (thrown) {
    listen({ thrown });
    throw thrown;
  }
}

function tell<T>(outcome: Outcome<T> | undefined): T {
  if (outcome === undefined) throw new Error('the first gate did not ask this');
  if ('thrown' in outcome) throw outcome.thrown;
  return outcome.value;
}

function reopen(engine: ReflectEngine, snapshot: string | undefined, task: object): Gate | undefined {
  try {
    return snapshot === undefined ? undefined : engine.reopenGate(snapshot, task);
  } catch {
    // The agent can write it.
    return undefined;
  }
}

export function rankingIn(value: unknown): Ranking | undefined {
  const { run, gate } = (isObject(value) ? value : {}) as Partial<Record<keyof Ranking, unknown>>;
  return typeof run === 'string' && /^[0-9a-f-]{36}$/.test(run) && typeof gate === 'string' ? { run, gate } : undefined;
}
