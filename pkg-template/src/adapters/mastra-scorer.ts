import { createScorer, type MastraScorer, type ScorerRunInputForAgent, type ScorerRunOutputForAgent } from '@mastra/core/evals';
import type { ReflectEngine } from '../engine/engine.js';
import type { ReflectTask } from '../types.js';
import { checkHost } from './check.js';
import { answerOf, messagesOf } from './mastra-messages.js';

export interface MastraOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input; its `model` writes revisions, and is the critic where `critic` names no other. */
  task: Omit<ReflectTask<unknown>, 'input' | 'draft' | 'signal'>;
  /** Default: `reflect`. */
  id?: string;
}

type AgentScorer = MastraScorer<string, ScorerRunInputForAgent, ScorerRunOutputForAgent>;

/** A scorer of agents: what the critic gives the answer, from 0 to 1, and its issues as the reason. The answer is not revised. */
export function reflectScorer(options: MastraOptions): AgentScorer {
  checkHost('reflectScorer', options, { id: 'string' }, 'input draft signal');
  const { engine, task, id = 'reflect' } = options;
  const judge = ({ run }: { run: { input?: ScorerRunInputForAgent; output: ScorerRunOutputForAgent } }) => {
    const settings = { ...engine.showingTools(task.settings), maxReflections: 0 };
    const input = messagesOf([...(run.input?.inputMessages ?? []), ...run.output]);
    return engine.run({ ...task, settings, input, draft: answerOf(run.output) });
  };
  return createScorer({ id, description: 'What a critic gives the answer', type: 'agent' })
    .preprocess(async (given) => {
      const { score, stopReason, trace } = await judge(given);
      if (score === undefined) throw new Error(`the critic gave no score: the run ended with ${stopReason}`);
      return { score, issues: trace.critique?.issues ?? [] };
    })
    .generateScore(({ results }) => results.preprocessStepResult.score / 10)
    .generateReason(({ results }) => results.preprocessStepResult.issues.join('; '));
}
