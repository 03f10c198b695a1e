// The sentences about labels, runs and who judges them, each a named constructor.

import { bad, badSettings } from '../check/checks.js';
import { describe, kindOf } from '../check/kind.js';
import { ReflectError } from '../error.js';

export const unfinishedRun = () => bad('a run that goes on is neither accepted nor not: write `await` before it');
export const limitsAfterRun = () => bad('a run that has ended takes no limits: give its task, or a function that runs it');
export const missingTasks = () => bad('there is no task in the list: give one at least');
export const wrongSubject = (got: unknown) =>
  bad(`a task, a list of tasks, a function that runs one, or the result of a run can be accepted, got ${kindOf(got)}`);
export const certainConfidence = () =>
  badSettings('`atLeast` must be below 1 with a `confidence`: no number of runs shows that all others are accepted');
export const wrongRunResult = (got: unknown) => bad(`the function must return the result of a run, got ${kindOf(got)}`);
export const wrongTraces = (got: string) =>
  new ReflectError('invalid_snapshot', `\`traces\` must be a list of at least one trace, got ${got}`);
export const strangeSetting = (key: string, known: string) =>
  badSettings(`\`${key}\` says nothing of a critic; \`settings\` may have ${known}`);
export const wrongMaxCalls = (maxCalls: unknown) => badSettings(`\`maxCalls\` must be a whole number from 0 on, got ${maxCalls}`);
export const derivedRequirements = () =>
  badSettings("`requirements` of a measure must be a list, got 'derive': no model writes here");
export const missingCritic = (critic: unknown) =>
  new ReflectError('invalid_task', `\`critic\` is who is measured, got ${describe(critic)}`);
export const wrongDraft = (at: number, fault: string) => new ReflectError('invalid_task', `labelled[${at}]: ${fault}`);
export const wrongLabelledRun = (result: unknown) =>
  bad(`\`labelRun\` takes the result of a run of ReflectEngine, got ${kindOf(result)}`);
export const humanAcceptance = () => bad('a person accepted the text of this run: label a run before its `review`');
export const wrongLabel = (at: number, fault: string) => bad(`labels[${at}]: ${fault}`);
export const otherJudge = (at: number, path: string, first: string) =>
  new ReflectError('judge_changed', `labels[${at}] is of another judge: its \`${path}\` is not ${first}`);
export const wrongThreshold = (threshold: number) =>
  badSettings(`\`threshold\` must be above 1 and at most 10 points, got ${threshold}`);
export const blankScorerName = () => badSettings('`name` of criticScorer must not be blank: leave it out');
export const missingScoringCritic = (critic: unknown) =>
  new ReflectError('invalid_task', `\`critic\` is who scores, got ${describe(critic)}`);
export const wrongScoredOutput = (output: unknown) =>
  bad(`\`output\` must be a text, got ${kindOf(output)}: a scorer of a value is given its JSON`);
export const silentScorer = () => new Error('a scorer writes nothing');
