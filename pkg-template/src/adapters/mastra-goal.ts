import type { MastraDBMessage } from '@mastra/core/agent';
import { createScorer, type MastraScorer } from '@mastra/core/evals';
import { checkGate, type GatedOptions } from './gate.js';
import { callsOf } from './mastra-messages.js';

export interface ReflectGoalOptions extends GatedOptions {
  /** Default: `reflect-goal`. */
  id?: string;
}

/** What Mastra gives such a scorer, of what it reads. */
export interface GoalInput {
  originalTask: string;
  messages: MastraDBMessage[];
}

/**
 * The judge of a goal: for `goal.scorer` of an agent, and for `isTaskComplete.scorers`. The score is 1 where the answer was accepted, or
 * else 0, and the reason what is to be mended. Mastra counts the rounds (`goal.maxRuns`), and each answer is judged by itself. Where nobody
 * could judge it throws, which pauses the goal.
 */
export function reflectGoal(options: ReflectGoalOptions): MastraScorer<string, GoalInput, string> {
  checkGate('reflectGoal', options, { id: 'string' });
  const { engine, task, id = 'reflect-goal' } = options;
  const settings = { ...task?.settings, maxReflections: 1 };
  const judge = async (given: GoalInput | undefined, text: string) => {
    if (text.trim() === '') return { score: 0, reason: 'There was no answer. Give the whole answer.' };
    const { originalTask: input = '', messages = [] } = given ?? {};
    const turn = messages.slice(messages.map(({ role }) => role).lastIndexOf('user') + 1);
    const verdict = await engine.gate({ ...task, settings, input }).submit(text, { evidence: turn.flatMap(callsOf) });
    if (!verdict.done) return { score: 0, reason: verdict.feedback };
    const { accepted, acceptedBy, reviewReasons } = verdict.result;
    if (!accepted) throw new Error(`nobody could judge the answer: ${reviewReasons.join(', ')}`);
    return { score: 1, reason: `accepted by the ${acceptedBy}` };
  };
  return createScorer<GoalInput, string>({ id, description: 'Whether the engine accepts the answer' })
    .preprocess(({ run }) => judge(run.input, run.output))
    .generateScore(({ results }) => results.preprocessStepResult.score)
    .generateReason(({ results }) => results.preprocessStepResult.reason);
}
