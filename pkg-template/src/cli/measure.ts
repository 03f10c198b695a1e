import { type CriticMeasure, measureCritic } from '../measure/index.js';
import { faultOf, isUnknown, type Labelled, type Measure, measure as measured, type Policy } from '../measure/measure.js';
import type { Model } from '../types.js';
import { type Arguments, numberOf, WrongUse } from './arguments.js';
import { modelOf } from './client.js';
import { AXIS, plotted, signed } from './figures.js';
import { criteriaIn, interruption, linesIn, read, writable, write } from './run.js';
import { note, print, printLine } from './screen.js';

export const LABELS = 'labels: write { "input", "draft", "correct" }';

/** The exit code is 1 where κ is below `--min-kappa`. */
export async function measure(args: Arguments): Promise<number> {
  const { words, flags, json } = args;
  const [file = '', ...more] = words;
  if (more.length > 0) throw new WrongUse('`measure` takes one file of labels');
  const bar = numberOf(args, 'min-kappa', false);
  if (bar !== undefined && bar > 1) throw new WrongUse(`\`--min-kappa\` must be at most 1, got "${flags['min-kappa']}"`);
  const threshold = numberOf(args, 'threshold', false);
  const labelled = linesIn<Labelled>(await read(file), [file, LABELS], (value) => faultOf(value, true));
  const settings = {
    ...(threshold !== undefined && { acceptanceThreshold: threshold }),
    ...(flags.criteria !== undefined && { criteria: await criteriaIn(flags.criteria) }),
  };
  const onProgress = (done: number, all: number): void => {
    if (done % 10 === 0 || done === all) note(`${done} of ${all} looks`, 2);
  };
  const options = { settings, maxCalls: numberOf(args, 'max-calls'), onProgress };
  if (flags.out !== undefined) await writable(flags.out);
  const interrupted = interruption();
  // An interruption ends its calls, and so the measure: what was heard stays.
  const interruptible = (model: Model): Model => {
    return (request) => {
      interrupted.signal.throwIfAborted();
      return model({ ...request, signal: AbortSignal.any([request.signal, interrupted.signal]) });
    };
  };
  const result: Measure & Partial<CriticMeasure> = labelled.some(isUnknown)
    ? await measureCritic(interruptible(modelOf(flags.model, flags)), labelled, options)
    : measured(labelled, threshold);
  const { labelled: heard = labelled, ...figures } = result;
  if (json) print(JSON.stringify(figures, undefined, 2));
  else for (const line of linesOf(result)) printLine(line);
  if (flags.out !== undefined) await write(flags.out, heard.map((one) => `${JSON.stringify(one)}\n`).join(''));
  if (interrupted.signal.aborted) return interrupted.code();
  const kappa = result.kappa?.value ?? Number.NEGATIVE_INFINITY;
  return bar === undefined || kappa >= bar ? 0 : 1;
}

function linesOf(result: Measure & Partial<CriticMeasure>): string[] {
  const { drafts, unread, unasked, calls, flips, passRate, reflecting, notes } = result;
  const counts = [`${drafts} drafts with a person’s word`, `${unread} not read`, `${unasked} not asked`];
  const { first, mended, broken, policies = [] } = reflecting ?? {};
  return [
    [...counts, ...(calls === undefined ? [] : [`${calls} calls`])].join(', '),
    AXIS,
    ...plotted('right drafts accepted', result.sensitivity),
    ...plotted('wrong drafts refused', result.specificity),
    ...plotted('κ', result.kappa),
    ...plotted('probabilities off by, squared', result.brier),
    ...plotted('other word when asked twice', flips.again),
    ...plotted('other best in another order', flips.turned),
    ...plotted('accepted of the unlabelled', passRate?.accepted),
    ...plotted('right of the unlabelled', passRate?.corrected),
    ...plotted('first drafts right', first),
    ...plotted('wrong ones mended', mended),
    ...plotted('right ones broken', broken),
    ...policies.map(policyLine),
    ...notes.map((text) => `- ${text}`),
  ];
}

function policyLine({ revise, revised, correct, gain, pays, breakEven }: Policy): string {
  const whom = typeof revise === 'number' ? `those below ${revise}` : revise === 'all' ? 'all' : 'those it refuses';
  const [more, low, high] = [gain.value, gain.low, gain.high].map(signed);
  const even = breakEven === undefined ? '' : `; pays below ${breakEven.toFixed(2)} right at first`;
  const verdict = { yes: 'pays', no: 'harms', unclear: 'may pay or harm' }[pays];
  return `revise ${whom} (${revised.count}): ${correct.value.toFixed(2)} right, ${more} (${low} to ${high}), ${verdict}${even}`;
}
