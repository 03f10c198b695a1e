// Critics of other people's logs, measured; and the same by a script that knows nothing of ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure } from 'reflect-engine/measure';
import { records, show, withLogs } from './logs.mjs';

/** Sensitivity, specificity, κ, flips, mended, broken, and what revising all and what is refused gains. */
function byHand(drafts, threshold) {
  const count = (is) => drafts.filter(is).length;
  const accepted = ({ accepted, score = -1 }) => accepted ?? score >= threshold;
  const [a, b] = [count((d) => d.correct && accepted(d)), count((d) => d.correct && !accepted(d))];
  const [c, e] = [count((d) => !d.correct && accepted(d)), count((d) => !d.correct && !accepted(d))];
  const chance = ((a + b) * (a + c) + (c + e) * (b + e)) / (a + b + c + e) ** 2;
  const agreed = (a + e) / (a + b + c + e);
  const flips = count((d) => d.again !== undefined && d.again !== accepted(d)) / count((d) => d.again !== undefined);
  const pairs = drafts.filter(({ revised }) => revised !== undefined);
  const share = (is, of) => pairs.filter((d) => of(d) && is(d)).length / pairs.filter(of).length;
  const [mended, broken] = [
    share(
      (d) => d.revised,
      (d) => !d.correct,
    ),
    share(
      (d) => !d.revised,
      (d) => d.correct,
    ),
  ];
  const mean = (word) => pairs.reduce((sum, d) => sum + word(d) - d.correct, 0) / pairs.length;
  const gains = [mean((d) => d.revised), mean((d) => (accepted(d) ? d.correct : d.revised))];
  return [a / (a + b), e / (c + e), (agreed - chance) / (1 - chance), flips, mended, broken, ...gains];
}

function byUs(drafts, threshold) {
  const { sensitivity, specificity, kappa, flips, reflecting } = measure(drafts, threshold);
  const gains = ['all', 'refused'].map((rule) => reflecting?.policies.find(({ revise }) => revise === rule).gain);
  const { mended, broken } = reflecting ?? {};
  return [sensitivity, specificity, kappa, flips.again, mended, broken, ...gains];
}

/** The drafts that a small model wrote and judged itself, without the examples; those of one code are one draft. */
function code() {
  return records('humaneval_qwen05').flatMap(({ critiques, revisions }) => {
    const unaided = critiques.filter(({ toldExamples }) => !toldExamples);
    return [...new Set(unaided.map((one) => one.code))].map((code) => {
      const [first, second] = unaided.filter((one) => one.code === code);
      const revision = revisions.find(({ told, parent }) => told === 'critic' && parent.code === code);
      return {
        correct: first.hidden,
        accepted: first.status === 'accepted',
        unread: first.score === null && first.status !== 'accepted',
        ...(first.score !== null && { score: first.score }),
        ...(second && { again: second.status === 'accepted' }),
        ...(revision && { revised: revision.hidden }),
      };
    });
  });
}

/** Five looks at the coherence of a text: one, once more, and the mean of the others as the truth. */
function coherence() {
  const looks = records('tot_text_scores').flatMap(({ scores }) => scores.map((of) => of.filter((score) => score !== null)));
  const whole = looks.filter(({ length }) => length === 5);
  return whole.map(([one, more, ...others]) => ({
    correct: others.reduce((sum, score) => sum + score) / 3 >= 7,
    score: one,
    again: more >= 7,
  }));
}

/** A first draft and its revision, by the verdicts of the model that wrote them. */
function sentiment() {
  const isRight = (verdict) => /sentiment is very positive/i.test(verdict);
  const pairs = records('selfrefine_yelp_gpt4').filter(({ verdict }) => verdict.length > 1);
  return pairs.map(({ verdict: [first, second] }) => ({
    correct: isRight(first),
    accepted: isRight(first),
    revised: isRight(second),
  }));
}

test('on logs of others the figures are those of a script of its own', withLogs, () => {
  const rows = [];
  for (const [name, drafts, threshold] of [
    ['code', code(), 8],
    ['coherence', coherence(), 7],
    ['sentiment', sentiment(), 8],
  ]) {
    const ours = byUs(drafts, threshold);
    const theirs = byHand(drafts, threshold);
    for (const [at, figure] of ours.entries()) {
      if (figure === undefined) assert.ok(Number.isNaN(theirs[at]), `${name} ${at}`);
      else assert.ok(Math.abs(figure.value - theirs[at]) < 1e-12, `${name} ${at}: ${figure.value}, ${theirs[at]}`);
    }
    const cell = (figure) => figure && `${figure.value.toFixed(2)} (${figure.low.toFixed(2)} to ${figure.high.toFixed(2)})`;
    rows.push([name, drafts.length, ...ours.map((figure) => cell(figure) ?? '')]);
  }
  show('Critics of logs', ['log', 'drafts', 'sens.', 'spec.', 'κ', 'flips', 'mended', 'broken', 'all', 'refused'], rows);
});

test(
  'a pass rate that is told from half of the labels holds that of the other half; of a blind critic none is told',
  withLogs,
  () => {
    const half = (drafts) => drafts.map(({ revised: _, ...one }, at) => (at % 2 ? one : { ...one, correct: undefined }));
    const drafts = coherence();
    const { passRate } = measure(half(drafts), 7);
    const hidden = drafts.filter((_, at) => at % 2 === 0);
    const truth = hidden.filter(({ correct }) => correct).length / hidden.length;
    console.log('accepted', passRate.accepted.value, 'corrected', passRate.corrected, 'right', truth);
    assert.ok(passRate.corrected.low <= truth && truth <= passRate.corrected.high);
    assert.equal(measure(half(code())).passRate.corrected, undefined);
  },
);

test('asking a critic once more about what it accepted loses right drafts, and helps where the critic can tell', withLogs, () => {
  const rows = [
    ['code', code(), 8],
    ['coherence', coherence(), 7],
  ].map(([name, drafts, threshold]) => {
    const asked = drafts.filter(({ again, accepted, score = -1 }) => again !== undefined && (accepted ?? score >= threshold));
    const share = (correct) => {
      const drafts = asked.filter((draft) => draft.correct === correct);
      return [drafts.filter(({ again }) => !again).length, drafts.length];
    };
    return { name, lost: share(true), caught: share(false) };
  });
  show(
    'Asked once more about an acceptance',
    ['log', 'more calls', 'right ones lost', 'wrong ones caught'],
    rows.map(({ name, lost, caught }) => [name, lost[1] + caught[1], lost.join(' of '), caught.join(' of ')]),
  );
  const [[small], [large]] = rows.map(({ lost, caught }) => [caught[0] / caught[1] - lost[0] / lost[1]]);
  assert.ok(Math.abs(small) < 0.05, `a model of half a billion judges itself: ${small}`);
  assert.ok(large > 0.4, `GPT-4 judges coherence: ${large}`);
});
