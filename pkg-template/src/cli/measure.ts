import { drawOneAGroup, faultOfLabel, guarantee, type Label, thresholdsOf } from '../measure/guarantee.js';
import { type CriticMeasure, measureCritic } from '../measure/index.js';
import {
  faultOf,
  isUnknown,
  type Labelled,
  type Measure,
  measure as measured,
  type Policy,
  verdictOf,
} from '../measure/measure.js';
import type { Model } from '../types.js';
import { type Arguments, numberOf } from './arguments.js';
import { modelOf } from './client.js';
import { extraLabelFiles, missingWrong, unpromisedFlag, wrongKappa } from './errors.js';
import { AXIS, fixed, plotted, signed } from './figures.js';
import { type Case, summarize, writeJunit } from './junit.js';
import { criteriaIn, interruption, linesIn, readText, writable, write } from './run.js';
import { note, print, printLine } from './screen.js';

export const LABELS = 'labels: write { "input", "draft", "correct" }';

const RUNS = 'labels of runs: write { "score", "right" }, as `labelRun(result, { right })` makes them';

/** The exit code is 1 where κ is below `--min-kappa`, and where nothing keeps `--wrong`. */
export async function measure(args: Arguments): Promise<number> {
  const { words, flags, json } = args;
  const [file = '', ...more] = words;
  if (more.length > 0) throw extraLabelFiles();
  if (flags.wrong !== undefined || flags.confidence !== undefined) return promise(args, file);
  const bar = numberOf(args, 'min-kappa', false);
  if (bar !== undefined && bar > 1) throw wrongKappa(flags['min-kappa']);
  const threshold = numberOf(args, 'threshold', false);
  const labelled = linesIn<Labelled>(await readText(file), [file, LABELS], (value) => faultOf(value, true));
  const settings = {
    ...(threshold !== undefined && { acceptanceThreshold: threshold }),
    ...(flags.criteria !== undefined && { criteria: await criteriaIn(flags.criteria) }),
  };
  const onProgress = (done: number, all: number): void => {
    if (done % 10 === 0 || done === all) note(`${done} of ${all} looks`, 2);
  };
  const options = { settings, maxCalls: numberOf(args, 'max-calls'), onProgress };
  for (const place of [flags.out, flags.junit]) if (place !== undefined) await writable(place);
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
  const isKept = bar === undefined ? undefined : kappa >= bar;
  if (isKept === false) note(`${kappaLine(result)}, and not at least ${bar}`);
  if (flags.junit !== undefined) {
    const whole = { name: `κ of at least ${bar}`, ...(isKept === false && { failure: kappaLine(result) }) };
    const cases = heard.flatMap((one, at) => caseOf(one, at, threshold, isKept ? 'skipped' : 'failure'));
    await writeJunit(flags.junit, { critic: [...cases, ...(bar === undefined ? [] : [whole])] });
  }
  const { sensitivity, specificity } = result;
  const shares = [
    ...(sensitivity ? [`${sensitivity.count} of ${sensitivity.of} right drafts accepted`] : []),
    ...(specificity ? [`${specificity.count} of ${specificity.of} wrong drafts refused`] : []),
  ];
  summarize(file, [kappaLine(result), ...shares]);
  return isKept === false ? 1 : 0;
}

function kappaLine({ kappa }: Measure): string {
  return kappa === undefined
    ? 'κ cannot be computed'
    : `κ is ${fixed(kappa.value)} (${fixed(kappa.low)} to ${fixed(kappa.high)})`;
}

/** A test that a critic passes where it says of a draft what the person says; none of a draft without a person's word. */
function caseOf(one: Labelled, at: number, threshold: number | undefined, end: 'failure' | 'skipped'): Case[] {
  const { input = '', draft, correct, unread } = one;
  if (correct === undefined) return [];
  const name = `draft ${at + 1}: ${input.slice(0, 80)}`;
  const { accepted } = verdictOf(one, threshold);
  if (accepted === undefined) return [{ name, error: 'the critic was not asked' }];
  if (unread) return [{ name, [end]: 'the critic’s reply could not be read', text: draft }];
  const said = accepted ? 'the critic accepts what is wrong' : 'the critic refuses what is right';
  return [{ name, ...(accepted !== correct && { [end]: said, text: draft }) }];
}

/** From where labels of runs promise an error, and the errors from every score on. */
async function promise(args: Arguments, file: string): Promise<number> {
  const { flags, json } = args;
  const strange = Object.keys(flags).find((flag) => !['wrong', 'confidence', 'out', 'junit'].includes(flag));
  if (strange !== undefined) throw unpromisedFlag(strange);
  const wrong = numberOf(args, 'wrong', false);
  if (wrong === undefined) throw missingWrong();
  const labels = linesIn<Label>(await readText(file), [file, RUNS], (value) => faultOfLabel(value, true));
  for (const place of [flags.out, flags.junit]) if (place !== undefined) await writable(place);
  const found = guarantee(labels, { wrong, confidence: numberOf(args, 'confidence', false) });
  const curve = curveOf(labels, wrong, found);
  if (json) print(JSON.stringify(found ?? null, undefined, 2));
  else for (const line of curve) printLine(line);
  if (flags.out !== undefined && found !== undefined) await write(flags.out, `${JSON.stringify(found)}\n`);
  const [said = ''] = curve;
  const failure = found === undefined ? said : undefined;
  if (flags.junit !== undefined) await writeJunit(flags.junit, { promise: [{ name: `at most ${wrong} wrong`, failure }] });
  summarize(file, [said]);
  return found === undefined ? 1 : 0;
}

/** Rows of the plot, at most. */
const ROWS = 20;

/** The error against the share that is accepted. */
function curveOf(labels: readonly Label[], wrong: number, found: ReturnType<typeof guarantee>): string[] {
  const drawn = drawOneAGroup(labels);
  const all = thresholdsOf(drawn);
  // Evenly from all, the last one and the one that is promised among them.
  const step = Math.ceil(all.length / ROWS);
  const rows = all.filter(({ from }, at) => (all.length - 1 - at) % step === 0 || from === found?.threshold);
  return [
    found === undefined
      ? `no promise: ${labels.length} labels, ${drawn.length} of them one a group, show no score from which at most ${fixed(wrong)} are wrong`
      : `accept from ${found.threshold}: at most ${fixed(wrong)} wrong, with a confidence of ${found.confidence}, by ${found.labels} labels`,
    'wrong among the accepted, by the share that is accepted',
    AXIS,
    ...rows.flatMap(({ from, accepted }) => {
      const mark = from === found?.threshold ? ' ◀' : '';
      return plotted(`${fixed(accepted.of / drawn.length)} accepted, from ${Number(from.toFixed(2))}${mark}`, accepted);
    }),
  ];
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
