// What several tests need: critiques to play, promises to steer, signals that count their listeners.
import assert from 'node:assert/strict';

/** Whether kills and histories are as many as a person asks for by hand, `WHOLE=1`; CONTRIBUTING.md has both numbers. */
export const isWhole = process.env.WHOLE !== undefined;

/** A critique that asks for a revision. */
export function reject(score = 4, issues = ['too short']) {
  return JSON.stringify({ score, issues, suggestion: 'Say more.', needs_revision: true });
}

/** A critique that accepts. */
export function accept(score = 9) {
  return JSON.stringify({ score, issues: [], suggestion: '', needs_revision: false });
}

/** A critique of all drafts that are shown in a text, in their order there, by the points of each. */
export function jointly(shown, points) {
  const drafts = Object.keys(points).filter((draft) => shown.includes(draft));
  drafts.sort((one, other) => shown.indexOf(one) - shown.indexOf(other));
  return `[${drafts.map((draft) => (points[draft] >= 8 ? accept(points[draft]) : reject(points[draft])))}]`;
}

/** A turn in which a model calls these tools. */
export function toolTurn(...names) {
  return { content: '', toolCalls: names.map((name) => ({ name, arguments: {} })) };
}

/** What a promise rejects with; fails when it resolves. */
export async function rejection(promise) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  assert.fail(`resolved with ${JSON.stringify(value)?.slice(0, 200)}`);
}

/** What a function throws; fails when it returns. */
export function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  assert.fail('did not throw');
}

/** Each row is refused with this code, and with a message that matches its last cell, or that is the whole of that text. */
export async function refusals(code, rows, act = (given) => given()) {
  for (const row of rows) {
    const [given, message] = [row.slice(0, -1), row.at(-1)];
    const error = await rejection((async () => act(...given))());
    assert.deepEqual([error.name, error.code], ['ReflectError', code], `${message}: ${error}`);
    (typeof message === 'string' ? assert.equal : assert.match)(error.message, message);
  }
}

/** A function that throws this. */
export function throws(error) {
  return () => {
    throw error;
  };
}

/** An object whose keys throw an error with this message when they are read. */
export function unreadable(message, ...keys) {
  const get = throws(new Error(message));
  return Object.defineProperties({}, Object.fromEntries(keys.map((key) => [key, { get, enumerable: true }])));
}

/** A proxy that throws wherever it is looked at. */
export function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A promise that is settled from outside. */
export function deferred() {
  let settle;
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/** A promise that never settles. */
export function never() {
  return new Promise(() => {});
}

/** Lets everything that is due happen. */
export function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What a run that is driven by hand gives until it waits or is done. */
export function drain(run, nowMs = 0) {
  const outputs = [];
  for (;;) {
    const output = run.poll(nowMs);
    outputs.push(output);
    if (output.type === 'wait' || output.type === 'done') return outputs;
  }
}

/** A snapshot of a run that waits for its first call. */
export function waiting(engine, task = { input: 'q' }) {
  const run = engine.start(task);
  drain(run);
  const snapshot = run.snapshot();
  run.free();
  return snapshot;
}

/** A durable host that remembers what each step gave. */
export function remembering() {
  const stored = new Map();
  const run = async (name, fn) => {
    if (!stored.has(name)) stored.set(name, JSON.stringify(await fn()));
    return JSON.parse(stored.get(name));
  };
  return { stored, run };
}

/** Does this, and fails when a promise rejects that nobody waits for. */
export async function unheard(work) {
  const reasons = [];
  const note = (reason) => reasons.push(reason);
  process.on('unhandledRejection', note);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    process.off('unhandledRejection', note);
  }
  assert.deepEqual(reasons, []);
}

/** All that an iterable gives. */
export async function all(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** A controller whose signal counts the listeners that are on it. */
export function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  const on = new Set();
  let most = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (type, listener, options) => {
    on.add(listener);
    most = Math.max(most, on.size);
    return addEventListener.call(signal, type, listener, options);
  };
  signal.removeEventListener = (type, listener, options) => {
    on.delete(listener);
    return removeEventListener.call(signal, type, listener, options);
  };
  return { controller, signal, left: () => on.size, most: () => most };
}

/** One field of each. */
export function column(rows, key) {
  return rows.map((row) => row[key]);
}

/** Some fields of each. */
export function columns(rows, ...keys) {
  return rows.map((row) => keys.map((key) => row[key]));
}

/** The types of steps, in order. */
export function kinds(steps) {
  return steps.map(({ type }) => type);
}

/** What of a result is the same however long the run took, whatever its name, and whoever drove it. */
export function lasting({ runId, durationMs, trace, ...result }) {
  const { selfCritique, steps, ...rest } = trace;
  return { ...result, trace: { ...rest, steps: steps.map(({ nowMs, ...step }) => step) } };
}

/** A verdict on success criteria. */
export function verdict(criteriaMet, confidence = 0.9, suggestions = []) {
  return JSON.stringify({ criteria_met: criteriaMet, confidence, suggestions, reasoning: 'r' });
}
