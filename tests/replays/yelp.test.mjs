// Self-Refine's sentiment rewriting with GPT-4 (madaan/self-refine): a review is rewritten round after round until it is very positive.
// The study ran a fixed number of rounds and kept the last draft. Here its drafts and verdicts go through the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { mean, records, show, withLogs, writes } from './logs.mjs';

/** The study's five-step scale on ours. */
const POINTS = { 'very positive': 10, positive: 7.5, neutral: 5, mixed: 5, negative: 2.5, 'very negative': 0 };
const LABEL =
  /\bsentiment is (?:(very positive|very negative|positive|negative|neutral|mixed)|\w+ (positive|negative|neutral))\b/i;

/** Points of a verdict; `undefined` where it names none. */
function pointsOf(verdict) {
  const [, label, qualified] = LABEL.exec(verdict) ?? [];
  return POINTS[(label ?? qualified)?.toLowerCase()];
}

const isVeryPositive = (verdict) => pointsOf(verdict) === 10;

/** Verdicts as our critics say them. Where one names no sentiment they are handed on as they are. */
function critique(verdicts) {
  const forms = verdicts.map((verdict) => {
    const score = pointsOf(verdict);
    const done = score === 10;
    const issues = done ? [] : [verdict];
    return { score, issues, suggestion: done ? '' : 'Make it very positive.', needs_revision: !done };
  });
  if (forms.some(({ score }) => score === undefined)) return verdicts.join('\n');
  return JSON.stringify(forms.length > 1 ? forms : forms[0]);
}

/** What a strategy returns for these records. Round 0 is the first draft, rounds 1 to 4 revise. */
async function replay(log, settings, textOf = ({ sha }, at) => `Rewriting ${at + 1}: ${sha[at]}`) {
  // A log has one verdict a draft, so asking again would buy the same words. The study went on after such a verdict, and so does this.
  const engine = new ReflectEngine({
    maxReflections: 4,
    onUnreadableCritique: 'revise',
    ...settings,
    advanced: { maxCritiqueFailures: 5, ...settings.advanced },
  });
  const returned = [];
  for (const record of log) {
    const drafts = record.sha.map((_, at) => textOf(record, at));
    const result = await engine.run({
      input: `Rewrite review ${record.id}, so that it is very positive.`,
      model: writes(drafts),
      critic: ({ iteration, drafts = [iteration - 1] }) => critique(drafts.map((draft) => record.verdict[draft])),
    });
    const verdict = record.verdict[result.trace.draftIndex];
    // A look at several drafts has a `callId`. Where it cannot be read each of them is looked at alone.
    const alone = result.trace.steps.filter(({ callId }) => callId === undefined);
    const unread = alone.filter(({ critiqueStatus }) => ['unclear', 'unreadable'].includes(critiqueStatus)).length;
    returned.push({ record, result, verdict, drafts: result.trace.drafts.length, unread });
  }
  return returned;
}

/** Share of returned drafts that are very positive, drafts a record, share of returned drafts whose verdict names no sentiment. */
function row(name, of) {
  const share = mean(of.map(({ verdict }) => Number(isVeryPositive(verdict))));
  const drafts = mean(of.map((each) => each.drafts));
  const unclear = mean(of.map(({ verdict }) => Number(pointsOf(verdict) === undefined)));
  return { share, drafts, cells: [name, share.toFixed(3), drafts.toFixed(2), unclear.toFixed(3)] };
}

const asLogged = (log) => log.map(({ verdict }) => ({ verdict: verdict.at(-1), drafts: verdict.length }));

/**
 * What must come of a record, from the record alone: the first very positive draft ends it, else the best of all drafts is kept. After the
 * first draft two are written at once, a revision and one anew; the log has a revision for both.
 */
function expected({ verdict }) {
  const first = verdict.findIndex(isVeryPositive);
  const drafts = Math.min(first === 0 ? 1 : 2 * Math.ceil(first / 2) + 1, verdict.length);
  if (first >= 0) return { draftIndex: first, accepted: true, stopReason: 'accepted', drafts };
  const points = verdict.map((each) => pointsOf(each) ?? -1);
  // Of the last two a log of four rounds has one, which is enough to go on.
  const stopReason = verdict.length >= 4 ? 'max_reflections' : 'model_error';
  return { draftIndex: points.indexOf(Math.max(...points)), accepted: false, stopReason, drafts: verdict.length };
}

test('keep-best over Self-Refine on Yelp returns the very positive draft that there was', withLogs, async () => {
  const all = records('selfrefine_yelp_gpt4');
  // Of a few the first round is missing, so that they begin with a revision.
  const whole = all.filter(({ attempt }) => attempt[0] === 0);
  const sameText = ({ sha }, at) => `Rewriting ${sha[at]}`;
  const keepBest = { strategy: 'keep-best' };
  const asked = { ...keepBest, onUnreadableCritique: 'retry', advanced: { maxCritiqueFailures: 3 } };

  const kept = await replay(all, keepBest);
  const rows = {
    logged: row('as logged: all rounds, last draft', asLogged(whole)),
    loggedAll: row('as logged, all records', asLogged(all)),
    kept: row('`keep-best`', await replay(whole, keepBest)),
    keptAll: row('`keep-best`, all records', kept),
    twins: row('`keep-best`, equal texts where the log says so', await replay(whole, keepBest, sameText)),
    asked: row('`keep-best`, unclear verdicts asked for again', await replay(whole, asked)),
    classic: row('`classic`', await replay(whole, { strategy: 'classic' })),
  };
  show(
    `Yelp rewriting, GPT-4: the ${whole.length} of ${all.length} records whose first round was logged`,
    ['', 'very positive', 'drafts a record', 'verdict unclear'],
    Object.values(rows).map(({ cells }) => cells),
  );
  const verdicts = all.flatMap(({ verdict }) => verdict);
  const unclear = verdicts.filter((verdict) => pointsOf(verdict) === undefined).length;
  const percent = ((100 * unclear) / verdicts.length).toFixed(1);
  console.log(`${unclear} of ${verdicts.length} verdicts name no sentiment (${percent} %)\n`);

  // The logs' own figures.
  assert.equal(percent, '5.3');
  assert.deepEqual([rows.logged.share.toFixed(3), rows.logged.drafts.toFixed(2)], ['0.762', '4.81']);
  for (const { share, drafts, cells } of [rows.kept, rows.keptAll, rows.twins]) {
    assert.ok(share >= 0.97, `${cells[0]}: ${share} are very positive`);
    assert.ok(drafts <= 1.95, `${cells[0]}: ${drafts} drafts a record`);
  }
  for (const { record, result, drafts, unread } of kept) {
    const { accepted, stopReason } = result;
    const { draftIndex } = result.trace;
    const title = `record ${record.id}`;
    assert.deepEqual({ draftIndex, accepted, stopReason, drafts }, expected(record), title);
    const judged = record.verdict.slice(0, drafts);
    assert.equal(unread, judged.filter((verdict) => pointsOf(verdict) === undefined).length, title);
  }
});
