// What holds of every loop, whatever it does: how it is aborted, that runs at once do not disturb each other, what becomes of observers that
// throw and of snapshots. What a loop does besides is in a file of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError, ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { Evaluator, ResearchLoop } from 'reflect-engine/research';
import { accept, all, counted, deferred, lasting, reject, rejection, settled, unheard, verdict } from './support.mjs';

const goal = { objective: 'o', successCriteria: ['c'] };
const canonicalModel = { fields: [{ path: 'a' }, { path: 'b' }] };
const found = ({ path }) => [{ path, value: `text on ${path}`, sourceId: `source of ${path}` }];

/**
 * Each loop with what its calls give, one after the other, and what an abort during each finds done. `open` takes the function that it calls:
 * a model, an agent, a search or a metric.
 */
const LOOPS = {
  ReflectEngine: {
    gives: ['first', reject(), 'second', accept()],
    done: [['failed', ''], ...['first', 'first', 'second'].map((output) => ['needs_review', output])],
    open: (model) => {
      const [engine, task] = [new ReflectEngine({ strategy: 'classic' }), (options) => ({ input: 'q', model, ...options })];
      return {
        run: (options) => engine.run(task(options)),
        stream: (options) => engine.stream(task(options)),
        resume: (snapshot) => engine.resume(snapshot, { model }),
      };
    },
  },
  Autopilot: {
    gives: ['output 1', verdict([false], 0.9, ['mend']), 'output 2', verdict([true])],
    done: [['failed', ''], ...Array(2).fill(['needs_review', 'output 1']), ['needs_review', 'output 2']],
    open: (call) => {
      const autopilot = new Autopilot({ agent: call, goal, critic: new Critic({ model: call }) });
      return {
        run: (options) => autopilot.run(options),
        stream: (options) => autopilot.stream(options),
        resume: (snapshot) => autopilot.resume(snapshot),
      };
    },
  },
  ResearchLoop: {
    gives: [found, found],
    done: [
      ['failed', ''],
      ['needs_review', '{"a":["text on a"],"b":null}'],
    ],
    open: (research) => {
      const [loop, task] = [
        new ResearchLoop({ canonicalModel, evaluator: false }),
        (options) => ({ query: 'q', research, ...options }),
      ];
      return {
        run: (options) => loop.run(task(options)),
        stream: (options) => loop.stream(task(options)),
        resume: (snapshot) => loop.resume(snapshot, { research }),
      };
    },
  },
  DecisionReflector: {
    gives: ['{"shouldRevise": false, "concerns": [], "contraArgument": "c", "reflectionConfidence": 0.5}'],
    open: (model) => ({ run: (options) => new DecisionReflector({ model }).reflect({ decision: 'APPROVE', ...options }) }),
  },
  Critic: {
    gives: [verdict([true])],
    open: (model) => ({
      run: (options) => new Critic({ model }).review({ objective: 'o', criteria: ['c'], output: 'x', ...options }),
    }),
  },
  Evaluator: {
    gives: [0.9],
    open: (metric) => ({ run: (options) => new Evaluator({ metrics: { metric } }).evaluate({}, options) }),
  },
};

/** A loop that waits in its call `hang`; `seen` is what it was asked, `late` settles the call that hangs. */
function play({ gives, open }, hang = -1) {
  const [seen, begun, late] = [[], deferred(), deferred()];
  const call = (...given) => {
    const [at, { signal }] = [seen.length, given.at(-1)];
    seen.push(signal);
    if (at === hang) {
      begun.resolve();
      return late.promise;
    }
    return typeof gives[at] === 'function' ? gives[at](...given) : gives[at];
  };
  return { ...open(call), seen, begun: begun.promise, late };
}

for (const [name, loop] of Object.entries(LOOPS)) {
  const resumable = loop.done !== undefined;

  test(`${name}: an abort ends it at once in every call, though the call does not listen, and leaves no listener`, () =>
    unheard(async () => {
      for (const [hang] of loop.gives.entries()) {
        for (const settle of ['resolve', 'reject']) {
          const { run, begun, seen, late } = play(loop, hang);
          const { controller, signal, left, most } = counted();
          const going = rejection(run({ signal }));
          await begun;
          const reason = new Error('the user left');
          controller.abort(reason);
          const error = await going;
          assert.ok(isReflectError(error), String(error));
          assert.deepEqual([error.name, error.code, error.cause], ['AbortError', 'aborted', reason]);
          assert.deepEqual([seen[hang].reason, left(), most()], [reason, 0, 1], `call ${hang}`);
          if (resumable) {
            const { stopReason, accepted, status, output } = error.result;
            assert.deepEqual([stopReason, accepted, status, output], ['aborted', false, ...loop.done[hang]], `call ${hang}`);
          }
          late[settle](settle === 'resolve' ? loop.gives[hang] : new Error('too late'));
          await settled();
          assert.equal(seen.length, hang + 1, 'no call is made after it');
        }
      }
    }));

  test(`${name}: an abort before it began makes no call`, async () => {
    const { run, seen } = play(loop);
    assert.equal((await rejection(run({ signal: AbortSignal.abort() }))).code, 'aborted');
    assert.equal(seen.length, 0);
  });

  test(`${name}: runs at once end as one alone`, async () => {
    const alone = plain(await play(loop).run({}));
    const { signal, left, most } = counted();
    const together = await Promise.all([1, 2, 3].map(() => play(loop).run({ signal })));
    assert.deepEqual(together.map(plain), [alone, alone, alone]);
    assert.deepEqual([left(), most()], [0, 1], 'on one signal is one listener');
  });

  if (!resumable) continue;

  test(`${name}: a stream gives the steps and the result of a run, and ends it when it is aborted or left`, async () => {
    const alone = await play(loop).run({});
    const stream = play(loop).stream({});
    assert.deepEqual((await all(stream)).map(untimed), alone.trace.steps.map(untimed));
    assert.deepEqual(plain(await stream.result), plain(alone));
    assert.equal((await all(stream.textStream)).join(''), alone.output);
    for (const [end, cause] of [
      ['abort', 'enough'],
      [Symbol.asyncDispose, undefined],
    ]) {
      const { stream, begun } = play(loop, 0);
      const going = stream({});
      const ends = Promise.all([rejection(going.result), rejection(all(going))]);
      await begun;
      await going[end](cause);
      for (const error of await ends) {
        assert.deepEqual([error.name, error.code], ['AbortError', 'aborted']);
        if (cause !== undefined) assert.equal(error.cause, cause);
      }
    }
  });

  test(`${name}: what is no snapshot of it is refused`, async () => {
    const others = Object.entries(LOOPS).filter(([other, { done }]) => other !== name && done !== undefined);
    const foreign = await Promise.all(others.map(async ([, other]) => (await play(other).run({})).snapshot));
    for (const damaged of ['', '{}', 'nonsense', 7, {}, true, undefined, ...foreign]) {
      const { resume, seen } = play(loop);
      assert.equal((await rejection(resume(damaged))).code, 'invalid_snapshot', JSON.stringify(damaged)?.slice(0, 80));
      assert.equal(seen.length, 0);
    }
  });

  // An autopilot that was aborted has ended, and it is watched by its stream alone.
  if (name === 'Autopilot') continue;

  test(`${name}: what was aborted in any call goes on from its snapshot, and ends as if it had not been`, async () => {
    const alone = plain(await play(loop).run({}));
    for (const [hang] of loop.gives.entries()) {
      const { run, begun } = play(loop, hang);
      const controller = new AbortController();
      const going = rejection(run({ signal: controller.signal }));
      await begun;
      controller.abort();
      const { result } = await going;
      const rest = play({ ...loop, gives: loop.gives.slice(hang) });
      assert.deepEqual(plain(await rest.resume(result.snapshot)), alone, `call ${hang}`);
    }
  });

  test(`${name}: observers that throw are told among its errors, and change nothing else`, async () => {
    const alone = await play(loop).run({});
    const fails = (observer) => () => {
      throw new Error(`no ${observer}`);
    };
    const watched = await play(loop).run({ onStep: fails('step'), onCall: fails('call') });
    const messages = new Set(watched.errors.map(({ code, message }) => `${code}: ${message}`));
    assert.deepEqual([...messages].sort(), [
      'callback_error: `onCall` failed: no call',
      'callback_error: `onStep` failed: no step',
    ]);
    assert.deepEqual(plain({ ...watched, errors: [], snapshot: '' }), plain({ ...alone, errors: [], snapshot: '' }));
  });
}

function untimed({ nowMs, durationMs, ...step }) {
  return step;
}

/** What is the same in every run. */
function plain(result) {
  if (result.trace !== undefined) {
    const { snapshot, ...rest } = lasting(result);
    return rest;
  }
  const { steps, ...rest } = result;
  return { ...rest, ...(steps !== undefined && { steps: steps.map(untimed) }) };
}
