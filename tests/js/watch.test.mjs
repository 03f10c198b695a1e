// Regressions by themselves: of whole hours, whenever rows come, whoever restarts, however long a drop lasts, and however many agents there
// are. Each alarm is raised once by a tracker, and none is missed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { column, settled } from './support.mjs';
import { altered, HOUR, heard } from './trackers.mjs';

const MINUTE = 60_000;
const START = Date.parse('2026-02-02T00:00:00.000Z');

/** Trackers of one store, whose time is set by hand; `raised` are the hours of the alarms for the aggregate score. */
function world({ rule = 'drop15', store = memoryStore(), coolDownHours, ...settings } = {}) {
  const [clock, raised] = [{ ms: START }, []];
  const open = () => {
    const regressions = { rule, ...(coolDownHours === undefined ? {} : { coolDownHours }) };
    const evals = new EvalTracker({ store, now: () => clock.ms, warn: () => {}, regressions, ...settings });
    evals.on('agent:eval:regression', ({ metric, windowStart }) => {
      if (metric === undefined) raised.push((Date.parse(windowStart) - START) / HOUR);
    });
    return evals;
  };
  return { open, store, clock, raised };
}

/** Evaluations of now. */
function score(evals, level, { agentId = 'A', count = 15 } = {}) {
  for (let n = 0; n < count; n += 1) evals.record({ agentId, scores: { m: level + (n % 5) / 50 } });
}

/** As many evaluations of one hour. */
function hour(evals, at, level, more = {}) {
  const noise = [0, 0.1, -0.1, 0.05, -0.05];
  for (let n = 0; n < 12; n += 1)
    evals.record({ agentId: 'A', scores: { m: level + noise[n % 5] }, createdAt: START + at * HOUR + n, ...more });
}

/** Until what was begun by a flush is done. */
async function turns(count = 5) {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The same with timers, for pauses between looks. */
async function pauses(count = 20) {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setTimeout(resolve));
}

for (const rule of ['drop15', 'cusum']) {
  test(`${rule}: an alarm comes after its hour, once, to listener and warning, and then no other for a day`, async () => {
    const [events, warnings] = [[], []];
    const { open, clock } = world({ rule, warn: (message) => warnings.push(message) });
    const evals = open();
    const stop = evals.on('agent:eval:regression', (alarm) => {
      events.push(alarm);
      throw new Error('a listener that throws');
    });
    for (let at = 0; at < 100; at += 1) {
      clock.ms = START + at * HOUR;
      hour(evals, at, 0.8 + (at % 3) * 0.01);
      await evals.flush();
    }
    await settled();
    assert.deepEqual(events, []);
    for (let at = 100; at < 104; at += 1) {
      clock.ms = START + at * HOUR;
      hour(evals, at, 0.5);
      await evals.flush();
      await settled();
    }
    assert.deepEqual(column(events, 'metric'), [undefined, 'm']);
    const [alarm] = events;
    assert.deepEqual([alarm.agentId, alarm.rule, alarm.windowStart], ['A', rule, new Date(START + 100 * HOUR).toISOString()]);
    assert.ok(alarm.drop > 0.3 && Math.abs(alarm.score - 0.5) < 0.05 && Math.abs(alarm.baseline - 0.81) < 0.01);
    assert.equal(alarm.changeStart, rule === 'cusum' ? alarm.windowStart : undefined);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0], /^\[EvalTracker\] regression of A: the aggregate score fell from 0\.8\d* to 0\.5/);
    clock.ms = START + 101 * HOUR;
    assert.equal((await evals.checkForRegression('A')).length, 2, 'asked for, it is given again');
    assert.equal(events.length, 2, 'and not raised again');
    stop();
  });
}

const always = () => true;
for (const { rule, step, runs, drop, level, restarts, ...settings } of [
  ...[1, 2, 24, 168].map((step) => ({ rule: 'drop15', step, runs: 30, drop: 20, level: [0.9, 0.3], coolDownHours: 0 })),
  ...[1, 3].map((step) => ({ rule: 'cusum', step, runs: 80, drop: 70, level: [0.9, 0.3], coolDownHours: 0 })),
  ...['drop15', 'cusum'].flatMap((rule) =>
    [
      [200, always],
      [201, always],
      [200, (at) => at === 200],
    ].map(([drop, restarts]) => ({ rule, step: 1, runs: drop + 60, drop, level: [0.8, 0.5], restarts })),
  ),
]) {
  const when = restarts === undefined || restarts === always ? 'each time' : 'in the hour of the drop';
  test(`${rule}: a job every ${step} hours to hour ${runs * step}, restarted ${when}, raises what one that never ends raises`, async () => {
    const run = async (ends) => {
      const { open, clock, raised } = world({ rule, ...settings });
      let evals = open();
      for (let at = 0; at < runs; at += 1) {
        clock.ms = START + at * step * HOUR + 10 * MINUTE;
        score(evals, level[at >= drop ? 1 : 0]);
        await evals.flush();
        if (!ends(at)) continue;
        clock.ms += 20 * MINUTE;
        await evals.close();
        evals = open();
      }
      await turns();
      await evals.close();
      return raised;
    };
    const never = await run(() => false);
    if (settings.coolDownHours === undefined) assert.equal(never[0], drop);
    assert.ok(never.length > 0 && never[0] >= drop * step, `${never}`);
    assert.deepEqual(await run(restarts ?? always), never);
  });
}

for (const rule of ['drop15', 'cusum'])
  test(`${rule}: alarms are the same whether windows are kept for 30 days or for ever`, async () => {
    const run = async (settings) => {
      const { open, clock, raised } = world({ rule, coolDownHours: 100, ...settings });
      for (let day = 0; day < 80; day += 1) {
        const evals = open();
        clock.ms = START + day * 24 * HOUR;
        hour(evals, day * 24, 1_000 * 0.85 ** day);
        clock.ms += HOUR;
        await evals.close();
      }
      return raised;
    };
    const kept = await run();
    assert.ok(kept.filter((at) => at > 50 * 24).length > 3, `${kept}`);
    assert.deepEqual(await run({ retention: { windowDays: 30 } }), kept);
  });

for (const [period, coolDownHours, days] of [
  [12, 24, 40],
  [20, 24, 40],
  [21, 24, 40],
  [24, 720, 70],
]) {
  test(`a bad hour every ${period} hours is raised with ${coolDownHours} hours between, for ${days} days`, async () => {
    const { open, store, clock, raised } = world({ coolDownHours });
    const evals = open();
    const others = new EvalTracker({ store, now: () => clock.ms, regressions: false });
    for (let at = 0; at < days * 24; at += 1) {
      const isBad = at > 0 && at % period === 0;
      clock.ms = START + at * HOUR + MINUTE;
      // Who watches has rows of the bad hours, and of those after them.
      score(at % period < 2 ? evals : others, isBad ? 0.4 : 0.8, { count: 10 });
      await Promise.all([evals.flush(), others.flush()]);
      await turns();
    }
    const gaps = [...raised.slice(1), days * 24].map((at, n) => at - raised[n]);
    assert.equal(raised[0], period);
    const quiet = gaps.slice(0, -1).every((gap) => gap >= coolDownHours);
    assert.ok(quiet, `${raised}`);
    // Where the range begins anew the next one may come a cool-down later.
    const raisedAgain = gaps.every((gap) => gap <= 2 * coolDownHours + period);
    assert.ok(raisedAgain, `${raised}`);
    await evals.close();
  });
}

/** A tracker with so many good hours behind it, and what its last one was. */
async function hours(count, last, settings = {}) {
  const all = world({ coolDownHours: 0, ...settings });
  const evals = all.open();
  for (let at = 0; at < count; at += 1) {
    all.clock.ms = START + at * HOUR + 10 * MINUTE;
    score(evals, at === count - 1 ? last : 0.9);
    await evals.flush();
  }
  return { ...all, evals };
}

test('what a process leaves behind is raised by another that was there before it', async () => {
  const { open, clock, raised, evals: lasting } = await hours(20, 0.9);
  const others = open();
  clock.ms = START + 21 * HOUR;
  score(lasting, 0.9, { agentId: 'B' });
  await lasting.flush();
  score(others, 0.3);
  await others.close();
  clock.ms = START + 40 * HOUR;
  score(lasting, 0.9);
  await lasting.flush();
  await lasting.close();
  assert.deepEqual(raised, [21]);
});

test('asked for, the last closed hour with evaluations is looked at, however long ago in two weeks, and raised once', async () => {
  const { open, clock, raised, evals } = await hours(30, 0.3);
  await evals.close();
  assert.deepEqual(raised, []);
  for (const [later, alarms] of [
    [0, 0],
    [1, 2],
    [100, 2],
    [336, 2],
    [337, 0],
  ]) {
    clock.ms = START + (29 + later) * HOUR + 10 * MINUTE;
    const asked = open();
    for (let times = 0; times < 2; times += 1) assert.equal((await asked.checkForRegression('A')).length, alarms, `${later} h`);
    await asked.close();
  }
  assert.deepEqual(raised, [29, 29, 29], 'once by each tracker');
});

test('asked for, a drop that lasts is told in the quiet hours, too, and the board tells it beside a stable trend', async () => {
  const { open, clock, raised } = world({ rule: 'cusum' });
  const evals = open();
  for (let at = 0; at < 240; at += 1) hour(evals, at, at > 200 ? 0.45 : 0.7);
  clock.ms = START + 240 * HOUR;
  const changes = [];
  evals.on('agent:eval:regression', ({ changeStart }) => changes.push((Date.parse(changeStart) - START) / HOUR));
  await evals.flush();
  const [alarm] = await evals.checkForRegression('A');
  assert.deepEqual([(Date.parse(alarm.windowStart) - START) / HOUR, (Date.parse(alarm.changeStart) - START) / HOUR], [239, 201]);
  await turns();
  assert.deepEqual([raised, changes], [[225], [201, 201]], 'the alarm after the quiet day says when it began');
  const [{ scoreTrend, regression }] = await evals.getEvalBoard();
  assert.deepEqual([scoreTrend, regression.windowStart], ['stable', alarm.windowStart]);
  assert.ok(Math.abs(regression.drop - alarm.drop) < 0.02);
  const [fine] = await world().open().getEvalBoard();
  assert.equal(fine, undefined);
  await evals.close();
});

test('close raises the alarms of the hours that are over', async () => {
  const { clock, raised, evals } = await hours(30, 0.3);
  assert.deepEqual(raised, []);
  clock.ms += HOUR;
  await evals.close();
  assert.deepEqual(raised, [29]);
});

test('another version of the evaluator is another series', async () => {
  const events = [];
  const { open, clock } = world();
  const evals = open();
  evals.on('agent:eval:regression', (alarm) => events.push(alarm));
  for (let at = 0; at < 40; at += 1) hour(evals, at, 0.8, { evaluatorId: 'judge', evaluatorVersion: '1' });
  hour(evals, 40, 0.4, { evaluatorId: 'judge', evaluatorVersion: '2' });
  clock.ms = START + 41 * HOUR;
  assert.deepEqual(await evals.checkForRegression('A'), []);
  hour(evals, 41, 0.4, { evaluatorId: 'judge', evaluatorVersion: '1' });
  clock.ms = START + 42 * HOUR;
  const [alarm] = await evals.checkForRegression('A');
  assert.deepEqual([alarm.evaluatorId, alarm.evaluatorVersion, events.length], ['judge', '1', 2]);
  const off = world({ regressions: false }).open();
  assert.deepEqual(await off.checkForRegression('A'), []);
});

test('an hour whose rows come while others are looked at is looked at too', async () => {
  const { open, clock, raised } = world({ coolDownHours: 0 });
  const evals = open();
  score(evals, 0.9, { agentId: 'A' });
  score(evals, 0.9, { agentId: 'B' });
  await evals.flush();
  clock.ms += HOUR;
  score(evals, 0.9, { agentId: 'A' });
  await evals.flush();
  // A is looked at, and B after a pause.
  score(evals, 0.3, { agentId: 'B' });
  await evals.flush();
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.ms += 10 * HOUR;
  score(evals, 0.9, { agentId: 'B' });
  await evals.flush();
  await evals.close();
  assert.deepEqual(raised, [1]);
});

test('others go on between the looks at two agents, and what fails is looked at again', async () => {
  const [looks, errors] = [[], []];
  let [ticks, fails] = [0, true];
  const store = altered((inner) => ({
    windows: (query) => {
      looks.push({ agentId: query.agentId, ticks });
      return fails && query.agentId === 'agent 1' ? Promise.reject(new Error('away')) : inner.windows(query);
    },
  }));
  const { open, clock } = world({ store });
  const evals = open();
  evals.on('error', (error) => errors.push(error.message));
  for (let n = 0; n < 20; n += 1) evals.record({ agentId: `agent ${n}`, scores: { m: 0.8 } });
  await evals.flush();
  const ticking = setInterval(() => {
    ticks += 1;
  });
  clock.ms += HOUR;
  evals.record({ agentId: 'agent 0', scores: { m: 0.8 } });
  looks.length = 0;
  await evals.flush();
  while (new Set(looks.map(({ agentId }) => agentId)).size < 20) await turns();
  await turns();
  assert.ok(new Set(looks.map((look) => look.ticks)).size > 5, JSON.stringify(looks));
  fails = false;
  looks.length = 0;
  evals.record({ agentId: 'agent 0', scores: { m: 0.8 } });
  await evals.flush();
  while (looks.length < 1) await turns();
  assert.ok(errors.length > 0 && errors.every((message) => message === 'away'));
  await evals.close();
  clearInterval(ticking);
  assert.deepEqual(new Set(looks.map(({ agentId }) => agentId)), new Set(['agent 1']), 'only what failed');
});

test('a row of a clock that was ahead stops no pruning', async () => {
  const pruned = [];
  const prune = async ({ evaluationsBeforeMs }) => pruned.push((evaluationsBeforeMs - START) / HOUR);
  const { open, clock } = world({ store: altered(() => ({ prune })), retention: { evaluationDays: 1 } });
  const evals = open();
  for (const at of [0, 720, 2, 2.5, 3]) {
    clock.ms = START + at * HOUR;
    evals.record({ agentId: 'A', scores: { m: 1 } });
    await evals.flush();
  }
  assert.deepEqual(pruned, [-24, 696, -22, -21]);
  await evals.close();
});

test('an hour whose rows come in several groups after an outage is looked at when all are in', async () => {
  let away = false;
  const store = altered((inner) => ({
    commit: async (...given) => {
      await settled();
      if (away) throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
      return inner.commit(...given);
    },
  }));
  const { open, clock, raised } = world({ store });
  const evals = open();
  for (let at = 0; at < 48; at += 1, clock.ms += HOUR)
    for (let n = 0; n < 20; n += 1) evals.record({ agentId: 'A', createdAt: clock.ms + n, scores: { m: 0.8 } });
  await evals.flush();
  away = true;
  // The first group is the bad third of the hour.
  for (let n = 0; n < 12_000; n += 1)
    evals.record({ agentId: 'A', createdAt: clock.ms + n, scores: { m: n < 4_000 ? 0.5 : 0.8 } });
  await evals.flush().catch(() => {});
  clock.ms += HOUR + 5_000;
  away = false;
  await evals.flush();
  await pauses();
  assert.deepEqual(raised, []);
  assert.deepEqual(await evals.checkForRegression('A'), []);
  await evals.close();
  assert.deepEqual(raised, []);
});

/** Lines of an import: so many evaluations in each of these hours. */
function lines(hours, count, level) {
  return hours.flatMap((at) =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        agentId: 'A',
        evaluationId: `${at} ${n}`,
        createdAt: START + at * HOUR + n,
        scores: { m: level(at) },
      }),
    ),
  );
}

/** The hours before now, the newest first, as an export gives them. */
function before(first, last) {
  return Array.from({ length: last - first + 1 }, (_, n) => -first - n);
}

for (const [what, parts, raised] of [
  // Its last hour lies far below those before it, and not below those of the week.
  ['an import is looked at when it is whole', [lines(before(1, 120), 60, (at) => (at < -30 || at === -1 ? 0.5 : 0.8))], [0]],
  ['an alarm of an import is raised at its end', [lines(before(2, 61), 15, () => 0.8), lines([-1], 15, () => 0.4)], [0, 1]],
  ['what is imported of days ago has its alarms behind it', [lines(before(85, 100), 15, (at) => (at < -85 ? 0.9 : 0.3))], [0]],
]) {
  test(what, async () => {
    const { open, clock, raised: alarms } = world();
    const evals = open();
    async function* slowly(part) {
      for (const [at, line] of part.entries()) {
        if (at % 500 === 499) await pauses(10);
        yield line;
      }
    }
    for (const [at, part] of parts.entries()) {
      assert.equal(await evals.importJsonl(slowly(part)), part.length);
      await pauses();
      assert.equal(alarms.length, raised[at]);
    }
    clock.ms += HOUR;
    score(evals, 0.9, { agentId: 'B' });
    await evals.close();
    assert.equal(alarms.length, raised.at(-1));
  });
}

test('a look that failed is done again without new rows, and its alarm is raised', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START });
  let fails = 0;
  const store = altered((inner) => ({
    windows: async (query) => {
      fails -= 1;
      if (fails >= 0) throw new Error('the store is away');
      return inner.windows(query);
    },
  }));
  const raised = [];
  const { evals, errors } = heard({ store });
  evals.on('agent:eval:regression', ({ metric }) => raised.push(metric));
  for (let at = -30; at <= 0; at += 1)
    for (let n = 0; n < 15; n += 1)
      evals.record({ agentId: 'A', createdAt: START + at * HOUR + n, scores: { m: at === 0 ? 0.4 : 0.8 } });
  const go = async (ms) => {
    for (let gone = 0; gone < ms; gone += 500) {
      mock.timers.tick(500);
      for (let n = 0; n < 10; n += 1) await settled();
    }
  };
  await evals.flush();
  await go(1_000);
  fails = 2;
  await go(HOUR);
  assert.deepEqual([raised, errors], [[], ['the store is away']]);
  await go(60_000);
  assert.deepEqual([raised, errors.length], [[], 2], 'the second look failed too');
  await go(60_000);
  assert.deepEqual(raised.length, 2);
  await evals.close();
});
