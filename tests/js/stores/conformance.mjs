// What every store must do, in Node and in a page: each case gets `open`, which opens a store in one and the same empty place, and what
// it needs of its host: `{ EvalTracker, memoryStore, assert }`.

const HOUR = 3_600_000;
export const NOW = Date.parse('2026-02-22T12:34:56.789Z');

/** An evaluation some hours ago. */
export function evaluation(hoursAgo, scores, more) {
  return { agentId: 'A', scores, createdAt: NOW - hoursAgo * HOUR, ...more };
}

/** One of several that write to one store at once. Gives the ids of each flush once it is acknowledged. */
export async function write(evals, number, { flushes = 10, onFlushed = () => {} } = {}) {
  const all = [];
  for (let flush = 0; flush < flushes; flush += 1) {
    const ids = [];
    for (let n = 0; n < 40; n += 1) {
      const scores = { m: ((n * 7 + number) % 11) / 10, other: n % 2 === 0 ? 0.1 : null };
      ids.push(evals.record({ agentId: n % 3 === 0 ? 'B' : 'A', scores, createdAt: NOW - (n % 5) * HOUR }));
    }
    await evals.flush();
    onFlushed(ids);
    all.push(...ids);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return all;
}

/** Records groups of `count` with a long text until a flush fails; the ids of what was acknowledged, and the error. */
export async function filled(evals, count, explanation) {
  const acknowledged = [];
  for (;;) {
    const ids = Array.from({ length: count }, () => evals.record(evaluation(0, { m: 0.5 }, { explanation })));
    const error = await evals.flush().catch((thrown) => thrown);
    if (error !== undefined) return { acknowledged, error };
    acknowledged.push(...ids);
  }
}

/** Everything acknowledged is in the store, once, and its windows are the recount of its rows. Gives the ids that are there. */
export async function checkWritten(evals, acknowledged, { EvalTracker, memoryStore, assert }) {
  const lines = await listed(evals.exportJsonl());
  const kept = new Set(lines.map((line) => JSON.parse(line).evaluationId));
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
    'what was acknowledged is there',
  );
  assert.equal(kept.size, lines.length, 'once');
  const recount = new EvalTracker({ store: memoryStore(), now: () => NOW, regressions: false });
  await recount.importJsonl(lines);
  assert.deepEqual(await evals.getSystemEvalStats(), await recount.getSystemEvalStats());
  for (const agent of ['A', 'B']) assert.deepEqual(await evals.getEvalTrend(agent), await recount.getEvalTrend(agent));
  return kept;
}

async function listed(lines) {
  const all = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** The ids of evaluations. */
function idsOf(evaluations) {
  return evaluations.map(({ evaluationId }) => evaluationId);
}

/** Of every store. */
export const everywhere = {
  'what is flushed is there, newest first, and in its hours': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    const ids = [3, 1, 2].map((hours) =>
      evals.record(evaluation(hours, { m: hours / 10, other: null }, { decision: 'APPROVE' })),
    );
    evals.record(evaluation(1, { m: 0.3 }, { agentId: 'A-2026022211' }));
    await evals.flush();
    const history = await evals.getEvalHistory('A');
    assert.deepEqual(idsOf(history), [ids[1], ids[2], ids[0]]);
    assert.deepEqual(history[0], {
      evaluationId: ids[1],
      agentId: 'A',
      scores: { m: 0.1, other: null },
      aggregateScore: 0.1,
      createdAt: '2026-02-22T11:34:56.789Z',
      decision: 'APPROVE',
    });
    assert.equal((await evals.getEvalHistory('A', 2)).length, 2);
    assert.deepEqual(await evals.getEvalHistory('B'), []);
    const trend = await evals.getEvalTrend('A');
    assert.deepEqual(
      trend.map(({ historyId, windowStart, avgScore, scoreTrend }) => [historyId, windowStart, avgScore, scoreTrend]),
      [
        ['EVALH-A-2026022209', '2026-02-22T09:00:00.000Z', 0.3, 'insufficient_data'],
        ['EVALH-A-2026022210', '2026-02-22T10:00:00.000Z', 0.2, 'degrading'],
        ['EVALH-A-2026022211', '2026-02-22T11:00:00.000Z', 0.1, 'degrading'],
      ],
    );
    assert.equal((await evals.getEvalTrend('A', 3)).length, 2, 'this hour and the two before it');
    const { evalCount, avgScore, scoresByMetric } = await evals.getAgentEvalStats('A');
    assert.deepEqual([evalCount, avgScore, scoresByMetric], [3, 0.2, { m: { avg: 0.2, min: 0.1, max: 0.3, count: 3 } }]);
    const system = await evals.getSystemEvalStats();
    assert.deepEqual([system.evalCount, system.agents.map(({ agentId }) => agentId)], [4, ['A', 'A-2026022211']]);
    await evals.close();
  },

  'an id is kept once, also when it comes again, in a batch and in an import': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    const one = evaluation(1, { m: 0.5 }, { evaluationId: 'E-1' });
    for (let n = 0; n < 3; n += 1) evals.record(one);
    await evals.flush();
    evals.record(one);
    await evals.flush();
    const lines = await listed(evals.exportJsonl());
    assert.equal(lines.length, 1);
    assert.equal(await evals.importJsonl([...lines, '', ...lines]), 2);
    assert.equal((await evals.getAgentEvalStats('A')).evalCount, 1);
    assert.equal((await evals.getEvalHistory('A')).length, 1);
    await evals.close();
  },

  'those of one millisecond come back in their order, the last first': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    for (let n = 0; n < 1_400; n += 1) evals.record(evaluation(1, { n }));
    const history = await evals.getEvalHistory('A', 1_400);
    for (const [at, { scores }] of history.entries()) assert.equal(scores.n, 1_399 - at);
    assert.equal(history.length, 1_400);
    await evals.close();
  },

  'of one id the first evaluation is kept, in one group and in several': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    for (const m of [0.1, 0.2, 0.3]) evals.record(evaluation(1, { m }, { evaluationId: 'one group' }));
    for (const m of [0.4, 0.5, 0.6]) {
      evals.record(evaluation(2, { m }, { evaluationId: 'several' }));
      await evals.flush();
    }
    const kept = (await evals.getEvalHistory('A')).map(({ evaluationId, scores }) => [evaluationId, scores.m]);
    assert.deepEqual(kept, [
      ['one group', 0.1],
      ['several', 0.4],
    ]);
    const { evalCount, minScore, maxScore } = await evals.getAgentEvalStats('A');
    assert.deepEqual([evalCount, minScore, maxScore], [2, 0.1, 0.4]);
    await evals.close();
  },

  'an export of any length is imported to the same figures': async ({ open, tracker, memoryStore, assert }) => {
    const evals = tracker(await open());
    // Many in one millisecond, so that a page ends among equal times.
    for (let n = 0; n < 1_203; n += 1)
      evals.record(evaluation(Math.floor(n / 400), { m: (n % 7) / 7, n: null }, { decisionId: `D${n}` }));
    await evals.flush();
    const lines = await listed(evals.exportJsonl());
    assert.equal(new Set(lines).size, 1_203);
    const other = tracker(memoryStore());
    await other.importJsonl(lines.reverse());
    assert.deepEqual(await other.getAgentEvalStats('A'), await evals.getAgentEvalStats('A'));
    assert.deepEqual(await other.getEvalTrend('A'), await evals.getEvalTrend('A'));
    const broken = ['{"agentId": "A", "scores": {}}', '{"agentId"'];
    const error = await other.importJsonl(broken).catch(({ message }) => message);
    assert.match(error, /^line 2 is not an evaluation: /);
    await evals.close();
  },

  'an export is one line an evaluation, also to who takes U+2028 and U+2029 for the end of one': async ({
    open,
    tracker,
    memoryStore,
    assert,
  }) => {
    const evals = tracker(await open());
    const explanation = 'one\u2028two\u2029three\r\nfour';
    evals.record(evaluation(1, { '\u2028': 0.5 }, { explanation }));
    const lines = (await listed(evals.exportJsonl())).flatMap((line) => line.split(/[\n\r\u2028\u2029]/));
    const other = tracker(memoryStore());
    assert.equal(await other.importJsonl(lines), 1);
    const [kept] = await other.getEvalHistory('A');
    assert.deepEqual([kept.explanation, kept.scores], [explanation, { '\u2028': 0.5 }]);
    await other.close();
    await evals.close();
  },

  'an agent that no evaluation can have is refused': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    evals.record(evaluation(1, {}, { agentId: '\ufffd' }));
    await evals.flush();
    for (const agentId of ['a\0b', '\ud800']) {
      const answer = await evals.getEvalHistory(agentId).catch(({ code }) => code);
      assert.equal(answer, 'invalid_task');
    }
    await evals.close();
  },

  'a history goes on where a page of it ended, for one agent and with any letter in an id': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    for (let n = 0; n < 40; n += 1)
      evals.record(
        evaluation(n < 30 ? 1 : 2, {}, { agentId: n % 2 === 0 ? 'A' : 'A b', evaluationId: `${[...'aé€😀~'][n % 5]}${n}` }),
      );
    const all = await evals.getEvalHistory('A', 100);
    const pages = [];
    for (let page = [undefined]; page.length > 0; pages.push(...page)) page = await evals.getEvalHistory('A', 7, pages.at(-1));
    assert.equal(all.length, 20);
    assert.deepEqual(pages, all);
    await evals.close();
  },

  'control characters and quotes of names and texts come back as they were': async ({ open, tracker, assert }) => {
    const evals = tracker(await open());
    const odd = 'a\x01b\x1ec\x1fd\te"f\\g{h},\x7f';
    const ids = [odd, `${odd}2`, '\x1e'];
    for (const evaluationId of ids)
      evals.record(evaluation(1, { [odd]: 0.5 }, { agentId: odd, evaluationId, explanation: odd, evaluatorId: odd, input: odd }));
    const kept = await evals.getEvalHistory(odd);
    assert.deepEqual(idsOf(kept).sort(), [...ids].sort());
    for (const { explanation, input, scores, agentId } of kept)
      assert.deepEqual([explanation, input, scores, agentId], [odd, odd, { [odd]: 0.5 }, odd]);
    const { evalCount, scoresByMetric } = await evals.getAgentEvalStats(odd);
    assert.deepEqual([evalCount, Object.keys(scoresByMetric)], [3, [odd]]);
    await evals.close();
  },

  'who asks while many rows are committed sees all of them or none': async ({ open, tracker, assert }) => {
    const store = await open();
    const evals = tracker(store);
    evals.record(evaluation(1, { m: 0.5 }));
    await evals.flush();
    for (let n = 0; n < 3_000; n += 1) evals.record(evaluation(1, { m: 0.5 }));
    let going = true;
    const seen = new Set();
    const looking = (async () => {
      while (going) {
        seen.add((await store.evaluations({ limit: 10_000 })).length);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    })();
    await evals.flush();
    going = false;
    await looking;
    for (const count of seen) assert.ok(count === 1 || count === 3_001, `${count} of 3001`);
    await evals.close();
  },

  'retention forgets evaluations and windows by themselves': async ({ open, tracker, assert }) => {
    const evals = tracker(await open(), { retention: { evaluationDays: 1, windowDays: 30 } });
    for (const hours of [1, 25, 24 * 31]) evals.record(evaluation(hours, { m: 0.5 }));
    await evals.flush();
    const left = async () => [(await evals.getEvalHistory('A')).length, (await evals.getAgentEvalStats('A')).evalCount];
    // It goes on behind the writer's back.
    for (let tries = 0; tries < 200 && String(await left()) !== '1,2'; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(await left(), [1, 2]);
    await evals.close();
  },
};

/** Of every store that outlives its process. */
export const persistent = {
  'who comes later finds what was closed, and goes on with the windows': async ({ open, tracker, assert }) => {
    const first = tracker(await open());
    first.record(evaluation(1, { m: 0.2 }));
    await first.close();
    const second = tracker(await open());
    assert.equal((await second.getAgentEvalStats('A')).evalCount, 1, 'before it has written anything');
    second.record(evaluation(1, { m: 0.4 }));
    await second.close();
    const third = tracker(await open());
    assert.equal((await third.getEvalTrend('A'))[0].avgScore, 0.3);
    await third.close();
  },
};

/** What a case is given besides `open`. */
export function tools({ EvalTracker, memoryStore, assert }) {
  const tracker = (store, more) => new EvalTracker({ store, now: () => NOW, warn: () => {}, ...more });
  return { tracker, EvalTracker, memoryStore, assert };
}
