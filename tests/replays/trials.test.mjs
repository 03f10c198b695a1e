// Reflexion (noahshinn/reflexion): an agent tries a task again and again, and is told each time whether it succeeded. Here a verifier
// tells it, and the trials that are allowed are revisions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { records, show, succeeds, withLogs, writes } from './logs.mjs';

/** Verifiers alone decide, so that every strategy is the loop of the study. */
const STRATEGIES = ['classic', 'keep-best'];

/** How many records have succeeded after trial 1, 2, …; the engine runs each record anew for each number of trials. */
async function successes(log, strategy) {
  const trials = Math.max(...log.map(({ drafts }) => drafts.length));
  const counts = [];
  for (let maxReflections = 0; maxReflections < trials; maxReflections += 1) {
    const engine = new ReflectEngine({ strategy, maxReflections });
    let count = 0;
    for (const { id, input, drafts, success } of log) {
      const task = { input, model: writes(drafts), critic: false, verifiers: { succeeded: succeeds(drafts, success) } };
      const result = await engine.run(task);
      const title = `${id}, ${strategy}, ${maxReflections + 1} trials`;
      const first = success.slice(0, maxReflections + 1).indexOf(true);
      assert.equal(result.accepted, first >= 0, title);
      assert.equal(result.acceptedBy, first >= 0 ? 'verifier' : undefined, title);
      assert.equal(result.trace.drafts.length, first >= 0 ? first + 1 : maxReflections + 1, title);
      if (first >= 0) assert.equal(result.output, drafts[first], title);
      count += Number(result.accepted);
    }
    counts.push(count);
  }
  return counts;
}

/** How many had succeeded by then, from the log alone. */
function logged(log) {
  const trials = Math.max(...log.map(({ drafts }) => drafts.length));
  return Array.from({ length: trials }, (_, at) => log.filter(({ success }) => success.slice(0, at + 1).includes(true)).length);
}

/** Replays each run under each strategy, prints what came of it, and holds it to the study's own summary. */
async function compare(title, runs) {
  const rows = [];
  for (const { name, log, summary } of runs) {
    const own = logged(log);
    rows.push([name, log.length, 'the log', own.join(' ')]);
    const replays = {};
    for (const strategy of STRATEGIES) {
      replays[strategy] = await successes(log, strategy);
      rows.push(['', '', `\`${strategy}\``, replays[strategy].join(' ')]);
    }
    for (const counts of [own, ...Object.values(replays)]) assert.deepEqual(counts, summary, name);
  }
  show(title, ['run', 'tasks', '', 'succeeded after trial 1, 2, …'], rows);
}

test('ALFWorld: as many tasks succeed within k trials as in the log', withLogs, async () => {
  const all = records('reflexion_alfworld').map(({ cond, id, success }) => {
    return {
      cond,
      id,
      input: `Put things where they belong in ${id}.`,
      drafts: success.map((_, at) => `Plan ${at + 1} for ${id}`),
      success,
    };
  });
  const only = (which) => all.filter(({ cond }) => cond === which);
  const reflexion = [84, 103, 111, 113, 117, 118, 123, 126, 128, 129, 130, 130, 131, 133, 134];
  await compare('ALFWorld: a verifier that answers the logged success, `critic: false`', [
    { name: 'with reflexion', log: only('reflexion'), summary: reflexion },
    { name: 'without', log: only('base'), summary: [84, 94, 97, 98, 100, 101, 101] },
  ]);
});

test('HotPotQA: as many questions are right within k trials as in the log', withLogs, async () => {
  const all = records('reflexion_hotpotqa').map(({ run, question, trials }) => {
    // Some trials were halted without an answer. An answer that comes again is the same draft.
    const drafts = trials.map(({ trial, answer }) => answer ?? `No answer in trial ${trial}.`);
    return { run, id: question, input: question, drafts, success: trials.map(({ verdict }) => verdict === 'correct') };
  });
  const only = (which) => all.filter(({ run }) => run.startsWith(which));
  await compare('HotPotQA: a verifier that answers the logged verdict, `critic: false`', [
    { name: 'ReAct, reflexion', log: only('ReAct/reflexion'), summary: [32, 42, 48, 50, 51, 53, 53] },
    { name: 'CoT with context, reflexion', log: only('CoT/context/reflexion'), summary: [61, 69, 69, 70, 72, 74, 75, 75] },
    { name: 'ReAct alone', log: only('ReAct/base'), summary: [34, 34, 34, 34, 34] },
  ]);
});
