import type { MastraDBMessage } from '@mastra/core/agent';
import { createScorer, type MastraScorer, type ScorerRunInputForAgent, type ScorerRunOutputForAgent } from '@mastra/core/evals';
import { badSettings } from '../check/checks.js';
import type { ReflectEngine } from '../engine/engine.js';
import type { ReflectTask } from '../types.js';
import { checkGate, checkHost, type GatedOptions } from './check.js';
import { answerOf, callsOf, messagesOf, systemOf } from './mastra-messages.js';

export interface MastraOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input; its `model` writes revisions, and is the critic unless `critic` names another. */
  task: Omit<ReflectTask<unknown>, 'input' | 'draft' | 'signal'>;
  /** Default: `reflect`. */
  id?: string | undefined;
}

/** The task of a scorer: nobody writes, so a critic is enough. */
export interface MastraScorerOptions extends Omit<MastraOptions, 'task'> {
  task: Partial<MastraOptions['task']> & (Pick<MastraOptions['task'], 'model'> | { critic: NonNullable<ReflectTask['critic']> });
}

type AgentScorer = MastraScorer<string, ScorerRunInputForAgent, ScorerRunOutputForAgent>;

/** A scorer of agents: the critic's score of the answer, from 0 to 1, with its issues as the reason. The answer is not revised. */
export function reflectScorer(options: MastraScorerOptions): AgentScorer {
  checkHost('reflectScorer', options, { id: 'string' }, 'input draft signal');
  const { engine, task, id = 'reflect' } = options;
  const { critic, model = critic } = task;
  if (typeof model !== 'function' && !critic) throw badSettings('`task` of reflectScorer needs a `critic`: it is who scores');
  const judge = ({ run }: { run: { input?: ScorerRunInputForAgent; output: ScorerRunOutputForAgent } }) => {
    const settings = { ...task.settings, maxReflections: 0 };
    const { rememberedMessages = [], inputMessages = [], systemMessages = [] } = run.input ?? {};
    const systemPrompt = task.systemPrompt ?? systemOf(systemMessages);
    const input = messagesOf([...rememberedMessages, ...inputMessages, ...run.output]);
    return engine.run({
      ...task,
      model: typeof model === 'function' ? model : () => '',
      settings,
      systemPrompt,
      input,
      draft: answerOf(run.output),
    });
  };
  return createScorer({ id, description: 'What a critic gives the answer', type: 'agent' })
    .preprocess(async (context) => {
      const { score, stopReason, trace } = await judge(context);
      if (score === undefined) throw new Error(`the critic gave no score: the run ended with ${stopReason}`);
      return { score, issues: trace.critique?.issues ?? [] };
    })
    .generateScore(({ results }) => results.preprocessStepResult.score / 10)
    .generateReason(({ results }) => results.preprocessStepResult.issues.join('; '));
}

export interface ReflectGoalOptions extends GatedOptions {
  /** Default: `reflect-goal`. */
  id?: string | undefined;
}

/** The part of Mastra's input that such a scorer reads. */
export interface GoalInput {
  originalTask: string;
  messages: MastraDBMessage[];
}

/**
 * The judge of a goal: for `goal.scorer` of an agent, and for `isTaskComplete.scorers`. The score is 1 when the answer was accepted, else
 * 0, and the reason says what to mend. Mastra counts the rounds (`goal.maxRuns`), and each answer is judged by itself. It throws when
 * nobody could judge, which pauses the goal.
 */
export function reflectGoal(options: ReflectGoalOptions): MastraScorer<string, GoalInput, string> {
  checkGate('reflectGoal', options, { id: 'string' });
  const { engine, task, id = 'reflect-goal' } = options;
  const settings = { ...task?.settings, maxReflections: 1 };
  const judge = async (input: GoalInput | undefined, text: string) => {
    if (text.trim() === '') return { score: 0, reason: 'There was no answer. Give the whole answer.' };
    const { originalTask = '', messages = [] } = input ?? {};
    const turn = messages.slice(messages.map(({ role }) => role).lastIndexOf('user') + 1);
    const verdict = await engine
      .gate({ ...task, settings, input: originalTask })
      .submit(text, { evidence: turn.flatMap(callsOf) });
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
