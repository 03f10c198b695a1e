// The dashboard: agents and their alarms, an agent's hours, what a monitor says, and the way from an alarm to one run.

import assert from 'node:assert/strict';
import { listen } from '../../listen.mjs';
import { hostile } from './hostile.mjs';
import { numbered } from './table.mjs';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-02-22T00:00:00Z');

/** Two agents over 60 hours: the first falls in the last one and has a gap, the second is never scored. */
async function evaluated(load) {
  const { EvalTracker } = await load('evals/index.js');
  let now = BEGIN;
  const evals = new EvalTracker({ warn: () => {}, now: () => now });
  for (let at = 0; at < 60; at += 1, now += HOUR) {
    if (at >= 20 && at < 24) continue;
    for (let n = 0; n < 12; n += 1) {
      const good = at < 59 ? 0.8 : 0.4;
      const more = { decisionId: `run-${at % 3}`, sourceKind: 'model', explanation: `e${at}` };
      evals.record({ agentId: '<b>seller</b>', scores: { good: good + n / 100, tone: n === 3 ? null : 0.5 }, ...more });
    }
  }
  evals.record({ agentId: 'silent', scores: { good: null } });
  await evals.flush();
  return evals;
}

/** Answers as a server of the handler does. */
async function serving(handler) {
  return listen(async ({ url, method }, response) => {
    const answer = await handler(new Request(new URL(url, 'http://localhost'), { method }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
}

/** A monitor of runs, most of which reached a limit. */
async function monitored(load, begin = 0, end = 40) {
  const { LoopMonitor } = await load('monitor/index.js');
  const monitor = new LoopMonitor();
  for (let run = begin; run < end; run += 1) {
    const ended =
      run % 4 > 0
        ? { status: 'needs_review', accepted: false, stopReason: 'max_reflections' }
        : { status: 'ok', accepted: true, stopReason: 'accepted' };
    monitor.observe({ ...ended, iterations: 3 }, { runId: `run-${run}` });
  }
  return monitor;
}

const cells = (page, label) =>
  page.evaluate(
    (label) =>
      Array.from(document.querySelectorAll(`[aria-label="Table of ${label}"] tbody tr`), (row) =>
        Array.from(row.cells, (cell) => cell.textContent),
      ),
    label,
  );

export const board = ({ open, openHostile, visit, until, press, drop, isAccessible, load, html }) => ({
  async 'a store is served as a dashboard: agents, their alarms, their hours and evaluations'() {
    const { evalHandler } = await load('evals/server/index.js');
    const { served } = await load('view/index.js');
    const { LoopMonitor } = await load('monitor/index.js');
    const handler = evalHandler(await evaluated(load), {
      authorize: () => true,
      basePath: '/api',
      page: served(html, { evals: '../' }),
      fleet: { merge: LoopMonitor.merge },
    });
    // Two processes report, and are shown as one monitor.
    for (const [at, process] of ['web-1', 'web-2'].entries()) {
      const body = JSON.stringify(await monitored(load, at * 20, at * 20 + 20));
      const put = new Request(`http://localhost/api/writer/evals/monitor?process=${process}`, { method: 'PUT', body });
      assert.equal((await handler(put)).status, 200);
    }
    const server = await serving(handler);
    try {
      const { page, faults } = await visit(`${server.url}/api/evals/view`, new RegExp(`^(${server.url}/api/|data:)`));
      await until(page, ({ text }) => text.includes('Scores that fell'));
      const [seller, silent] = await cells(page, 'agents');
      assert.deepEqual(seller.slice(0, 5), ['<b>seller</b>', '672', '0.51', '0.69', '31 % lost']);
      assert.deepEqual(silent.slice(0, 4), ['silent', '1', 'not scored', 'not scored']);
      assert.ok(await page.evaluate(() => document.querySelector('.spark').getBoundingClientRect().width > 50));
      const { text } = await until(page, ({ text }) => text.includes('Monitor writer'));
      assert.match(text, /timeout rate is 0\.75 \(0\.6 to 0\.86\), above 0\.15 \(of 40\)/);
      assert.match(text, /DiagnosisSymptomWhat is brokenWhat to do.*timeout_rate/s);
      await isAccessible(page, 'the dashboard');
      await press(page, 'Its hours');
      await until(page, ({ text }) => text.includes('Trend by hour'));
      const pictures = await page.evaluate(() =>
        Array.from(document.querySelectorAll('[role=img]'), (one) => one.ariaLabel ?? one.getAttribute('aria-label')),
      );
      assert.deepEqual(
        pictures,
        ['Mean score', 'good', 'tone'].map(
          (name, at) => `${name} by hour, with the least and the greatest; ${at < 2 ? 1 : 0} regressions`,
        ),
      );
      const first = await cells(page, 'evaluations');
      assert.deepEqual([first.length, first.some((row) => row.includes('not scored')), first[0][0]], [50, true, 'run-2']);
      await press(page, 'Its evaluations');
      await until(page, ({ text }) => text.includes('e59'));
      await isAccessible(page, 'an agent');
      assert.deepEqual(faults, []);
      await page.close();
    } finally {
      server.close();
    }
  },

  async 'who looks at a dashboard stays there beside one run'() {
    const { evalHandler } = await load('evals/server/index.js');
    const { served } = await load('view/index.js');
    const handler = evalHandler(await evaluated(load), {
      authorize: () => true,
      page: served(html, { evals: '../', runs: '/runs' }),
    });
    let polls = 0;
    const runs = () => {
      polls += 1;
      const rows = [{ runId: 'one', task: 'One?', state: 'accepted', calls: 1 }];
      return Response.json({ seq: 1, more: false, files: polls > 1 ? [] : [{ file: 'one.json', rows }] });
    };
    const answers = { '/runs': runs, '/run': () => Response.json(numbered(1)), '/evals/run': () => Response.json(numbered(1)) };
    const server = await serving((request) => (answers[new URL(request.url).pathname] ?? handler)(request));
    try {
      const { page } = await visit(`${server.url}/evals/view`, new RegExp(`^(${server.url}/|data:)`));
      await until(page, ({ text }) => text.includes('Scores that fell') || text.includes('Draft 1'));
      await until(page, () => polls > 1);
      await page.evaluate(() => document.getElementById('back').click());
      const before = polls;
      while (polls < before + 2) await new Promise((resolve) => setTimeout(resolve, 50));
      await until(page, ({ text }) => text.includes('Scores that fell'));
      assert.doesNotMatch(page.url(), /#run/);
      await press(page, 'Its hours');
      await until(page, ({ text }) => text.includes('Trend by hour'));
      assert.match(page.url(), /#agent=%3Cb%3Eseller%3C%2Fb%3E$/);
      await page.close();
    } finally {
      server.close();
    }
  },

  async 'from an alert to its runs, and from an evaluation to its run'() {
    const evals = await evaluated(load);
    const rows = [...(await evals.getEvalHistory('<b>seller</b>', 1_000)), ...(await evals.getEvalRegressions('<b>seller</b>'))];
    const runs = [1, 2, 3].map((at) => numbered(at));
    runs[2].result.stopReason = 'max_reflections';
    const half = { ...rows[0], agentId: 'half of a pair: \ud83d' };
    const { page, faults } = await open([...runs, ...rows, half, (await monitored(load)).report()]);
    await until(page, ({ text }) => text.includes('Scores that fell'));
    await press(page, 'Its runs');
    await until(page, ({ text }) => text.includes('1 runs'));
    await press(page, 'Task 3');
    await until(page, ({ outcome }) => outcome === 'Needs review: nobody accepted this text');
    await press(page, 'All');
    await until(page, ({ text }) => text.includes('Scores that fell'));
    await page.evaluate(() => document.querySelector('[aria-label="Table of agents"] tbody tr:last-child button').click());
    await until(page, ({ text }) => text.includes('Trend by hourhalf of a pair'));
    await press(page, 'All');
    await press(page, '<b>seller</b>');
    await until(page, ({ text }) => text.includes('Trend by hour'));
    await press(page, 'run-2');
    await until(page, ({ outcome, text }) => outcome === 'Accepted by the verifier' && text.includes('Task 2'));
    assert.deepEqual(faults, []);
    await page.close();
  },

  async 'times are those of the reader’s zone, and gaps are gaps'() {
    const evals = await evaluated(load);
    const { page } = await open();
    if (page.context === undefined) return;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
    const trend = await evals.getEvalTrend('<b>seller</b>', 100);
    await drop(page, 'trend.json', JSON.stringify({ trend }));
    const { text } = await until(page, ({ text }) => text.includes('Trend by hour'));
    assert.match(text, /by the time of Asia\/(Kolkata|Calcutta)/);
    const last = await page.evaluate(async () => {
      document.querySelector('details').open = true;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector('details tbody tr:last-child').cells[0].textContent;
    });
    assert.equal(last, '2026-02-24 16:30');
    await drop(page, 'gaps.json', JSON.stringify({ trend: trend.filter((_, at) => at % 2 === 0).slice(0, 5) }));
    await until(page, ({ text }) => text.includes('in 5 hours'));
    const isDrawn = await page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      // The blue of the mean: what else is drawn there is grey or red.
      return Array.from({ length: data.length / 4 }, (_, at) => 4 * at).some(
        (at) => data[at + 3] > 250 && data[at + 2] - data[at] > 100,
      );
    });
    assert.ok(isDrawn, 'an hour between two gaps is a point');
    await page.close();
  },

  async 'hostile dashboards stay inert'() {
    const evals = await evaluated(load);
    const trend = (await evals.getEvalTrend('<b>seller</b>', 100)).slice(-3);
    const rows = [
      ...trend,
      ...(await evals.getEvalHistory('<b>seller</b>', 5)),
      ...(await evals.getEvalRegressions('<b>seller</b>')),
    ];
    const report = (await monitored(load)).report();
    await openHostile(
      (seed) => [numbered(1), ...hostile({ rows, report }, seed).rows, hostile({ report }, seed).report],
      async (page) => {
        await page.evaluate(() => document.querySelector('[aria-label="Table of agents"] th button')?.click());
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
    );
  },
});
