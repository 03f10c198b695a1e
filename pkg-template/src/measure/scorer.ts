import { checkOptions } from '../check/checks.js';
import { isBlank } from '../check/kind.js';
import { ReflectEngine } from '../engine/engine.js';
import type { MessageInput } from '../given-types.js';
import type { ReflectTask } from '../types.js';
import { checkCriticSettings, type MeasureOptions } from './critic.js';
import { blankScorerName, missingScoringCritic, silentScorer, wrongScoredOutput } from './errors.js';

export interface ScorerOptions extends Pick<MeasureOptions, 'settings'> {
  /** The name of the score; default `critic`. */
  name?: string | undefined;
}

/** What a scorer of autoevals takes. `expected` is not shown to the critic: put what must be there into the criteria. */
export interface ScorerInput {
  input: string | readonly MessageInput[];
  output: string;
  expected?: string;
}

/** What a scorer of autoevals returns. */
export interface CriticScore {
  name: string;
  /** From 0 to 1; `null` where the critic gave no verdict that could be read. */
  score: number | null;
  metadata: { accepted: boolean; issues: string[]; errors: string[] };
}

/**
 * A critic as a scorer of autoevals, for Braintrust and whoever else takes them: asked about one output, as an engine asks about a draft.
 * Its points are the score, or the share of the criteria that are met.
 */
export function criticScorer(
  critic: NonNullable<Exclude<ReflectTask['critic'], false>>,
  options: ScorerOptions = {},
): (args: ScorerInput) => Promise<CriticScore> {
  checkOptions('criticScorer', options, { name: 'string', settings: 'object' });
  const { name = 'critic', settings } = options;
  if (isBlank(name)) throw blankScorerName();
  if (!critic) throw missingScoringCritic(critic);
  checkCriticSettings(settings ?? {});
  const engine = new ReflectEngine({ ...settings, strategy: 'keep-best', maxReflections: 0 });
  const score = async ({ input, output }: ScorerInput): Promise<CriticScore> => {
    if (typeof output !== 'string') throw wrongScoredOutput(output);
    const { accepted, trace, score: points, errors } = await engine.run({ input, draft: output, model: writesNothing, critic });
    const { issues = [], criteriaMet = [] } = trace.critique ?? {};
    const met = criteriaMet.length > 0 ? criteriaMet.filter(Boolean).length / criteriaMet.length : null;
    const metadata = { accepted, issues, errors: errors.map(({ message }) => message) };
    return { name, score: points === undefined ? met : points / 10, metadata };
  };
  return Object.defineProperty(score, 'name', { value: name });
}

/** The draft is given, and nobody revises it. */
function writesNothing(): never {
  throw silentScorer();
}
