// Regressions by themselves: whenever rows come, whoever restarts, however long a drop lasts, and however many agents there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine';
import { settled } from './support.mjs';

const HOUR = 3_600_000;
const START = Date.parse('2026-02-02T00:00:00.000Z');
const MINUTE = 60_000;
const RULES = ['drop15', 'cusum'];

/** A tracker of one store whose time is set by hand, and the hours of the alarms for the aggregate score. */
function watched(rule, { store = memoryStore(), clock = { ms: START }, told = [], ...more } = {}) {
  const evals = new EvalTracker({
    store,
    now: () => clock.ms,
    warn: () => {},
    regressions: { rule, ...more },
    onRegression: ({ metric, windowStart }) => metric === undefined && told.push((Date.parse(windowStart) - START) / HOUR),
  });
  return { evals, store, clock, told };
}

function score(evals, level, count = 15) {
  for (let n = 0; n < count; n += 1) evals.record({ agentId: 'A', scores: { m: level + (n % 5) / 50 } });
}

/** Until what was begun by a flush is done. */
async function turns() {
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A tracker whose time is set by hand. */
function clocked(settings) {
  const clock = { ms: START };
  const told = [];
  const evals = new EvalTracker({ now: () => clock.ms, warn: (message) => told.push(message), ...settings });
  return { evals, clock, told };
}

/** As many evaluations of one hour. */
function hour(evals, at, score, count = 12, more = {}) {
  const noise = [0, 0.1, -0.1, 0.05, -0.05];
  for (let n = 0; n < count; n += 1) {
    evals.record({ agentId: 'A', scores: { m: score + noise[n % 5] }, createdAt: START + at * HOUR + n, ...more });
  }
}

for (const rule of ['drop15', 'cusum']) {
  test(`${rule}: a drop is told after its hour, once, to listener, callback and warning, and then not for a day`, async () => {
    const [events, calls] = [[], []];
    const { evals, clock, told } = clocked({ regressions: { rule }, onRegression: (alarm) => calls.push(alarm) });
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
    assert.deepEqual(
      events.map(({ metric }) => metric),
      [undefined, 'm'],
    );
    const [alarm] = events;
    assert.deepEqual([alarm.agentId, alarm.rule, alarm.windowStart], ['A', rule, new Date(START + 100 * HOUR).toISOString()]);
    assert.ok(alarm.drop > 0.3 && Math.abs(alarm.score - 0.5) < 0.05 && Math.abs(alarm.baseline - 0.81) < 0.01);
    assert.equal(alarm.changeStart, rule === 'cusum' ? alarm.windowStart : undefined);
    assert.deepEqual(calls, events);
    assert.equal(told.length, 2);
    assert.match(told[0], /^\[EvalTracker\] regression of A: the aggregate score fell from 0\.8\d* to 0\.5/);
    clock.ms = START + 101 * HOUR;
    assert.equal((await evals.checkForRegression('A')).length, 2, 'asked for, it is said again');
    assert.equal(events.length, 2, 'and not told again');
    stop();
  });
}

test('another version of the evaluator is another series', async () => {
  const events = [];
  const { evals, clock } = clocked();
  evals.on('agent:eval:regression', (alarm) => events.push(alarm));
  for (let at = 0; at < 40; at += 1) hour(evals, at, 0.8, 12, { evaluatorId: 'judge', evaluatorVersion: '1' });
  hour(evals, 40, 0.4, 12, { evaluatorId: 'judge', evaluatorVersion: '2' });
  clock.ms = START + 41 * HOUR;
  assert.deepEqual(await evals.checkForRegression('A'), []);
  hour(evals, 41, 0.4, 12, { evaluatorId: 'judge', evaluatorVersion: '1' });
  clock.ms = START + 42 * HOUR;
  const [alarm] = await evals.checkForRegression('A');
  assert.deepEqual([alarm.evaluatorId, alarm.evaluatorVersion, events.length], ['judge', '1', 2]);
  const off = clocked({ regressions: false }).evals;
  assert.deepEqual(await off.checkForRegression('A'), []);
});

for (const rule of RULES) {
  for (const drop of [200, 201]) {
    test(`${rule}: each hour is looked at where rows come once an hour, from hour ${drop}`, async () => {
      const { evals, clock, told } = watched(rule);
      for (let at = 0; at < drop + 4; at += 1) {
        clock.ms = START + at * HOUR;
        score(evals, at >= drop ? 0.5 : 0.8);
        await evals.flush();
        await turns();
      }
      assert.deepEqual(told, [drop]);
      await evals.close();
    });
  }

  test(`${rule}: a process for each hour tells what one that never ends tells`, async () => {
    const run = async (restarts) => {
      const { store, clock, told } = watched(rule);
      let { evals } = watched(rule, { store, clock, told });
      for (let at = 0; at < 260; at += 1) {
        clock.ms = START + at * HOUR + MINUTE;
        score(evals, at >= 200 ? 0.5 : 0.8);
        await evals.flush();
        if (!restarts(at)) continue;
        clock.ms += 30 * MINUTE;
        await evals.close();
        ({ evals } = watched(rule, { store, clock, told }));
      }
      await turns();
      await evals.close();
      return told;
    };
    const never = await run(() => false);
    assert.equal(never[0], 200);
    assert.deepEqual(await run(() => true), never, 'each hour');
    assert.deepEqual(await run((at) => at === 200), never, 'in the hour of the drop');
  });
}

for (const [period, coolDownHours, days] of [
  [12, 24, 40],
  [20, 24, 40],
  [21, 24, 40],
  [24, 720, 70],
]) {
  test(`a bad hour every ${period} hours is told with ${coolDownHours} hours between, for ${days} days`, async () => {
    const { evals, store, clock, told } = watched('drop15', { coolDownHours });
    const others = new EvalTracker({ store, now: () => clock.ms, regressions: false });
    for (let at = 0; at < days * 24; at += 1) {
      const isBad = at > 0 && at % period === 0;
      clock.ms = START + at * HOUR + MINUTE;
      // Who watches has rows of the bad hours, and of those after them.
      score(at % period < 2 ? evals : others, isBad ? 0.4 : 0.8, 10);
      await Promise.all([evals.flush(), others.flush()]);
      await turns();
    }
    const gaps = [...told.slice(1), days * 24].map((hour, at) => hour - told[at]);
    assert.equal(told[0], period);
    assert.ok(
      gaps.slice(0, -1).every((gap) => gap >= coolDownHours),
      `${told}`,
    );
    // Where the range begins anew the next one may come a cool-down later.
    assert.ok(
      gaps.every((gap) => gap <= 2 * coolDownHours + period),
      `${told}`,
    );
    await evals.close();
  });
}

test('others go on between the looks at two agents, and what fails is looked at again', async () => {
  const inner = memoryStore();
  const [looks, errors] = [[], []];
  let [ticks, fails] = [0, true];
  const store = Object.assign(Object.create(inner), {
    windows: (query) => {
      looks.push({ agentId: query.agentId, ticks });
      return fails && query.agentId === 'agent 1' ? Promise.reject(new Error('away')) : inner.windows(query);
    },
  });
  for (const name of ['commit', 'evaluations', 'prune', 'close']) store[name] = inner[name].bind(inner);
  const clock = { ms: START };
  const evals = new EvalTracker({ store, now: () => clock.ms, warn: () => {} });
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
