// Evaluates code in QuickJS compiled to WebAssembly, with limits of memory, stack and time, and without any function of this process:
// no files, no network, no clock.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { newQuickJSWASMModule, newVariant, RELEASE_SYNC, shouldInterruptAfterDeadline } from 'quickjs-emscripten';

/** Compiled once, since each call has an instance of its own. */
const wasm = createRequire(import.meta.resolve('quickjs-emscripten')).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const COMPILED = newVariant(RELEASE_SYNC, { wasmModule: await WebAssembly.compile(await readFile(wasm)) });

const MEMORY_BYTES = 8 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
const TIME_MS = 1_000;

/** Example calls under a function often print. What they print goes nowhere. */
const PRELUDE = 'globalThis.console = { log() {}, error() {}, warn() {}, info() {}, debug() {} };';

/** What QuickJS itself throws at the end of a limit. Code that says the same of itself has ended no better. */
const LIMITS = {
  interrupted: `did not end within ${TIME_MS} ms`,
  'stack overflow': 'called itself without end',
  'out of memory': `needed more than ${MEMORY_BYTES / 1024 / 1024} MB`,
};

parentPort.on('message', async ({ code, call }) => parentPort.postMessage(await evaluateIn(code, call)));

/**
 * The call, in a fresh world in which the code was loaded. Code that throws while it is loaded may be sound: example calls often stand
 * under a function, and one with a negative number is to throw.
 *
 * @typedef {{ end: 'value' | 'error' | 'limit', text: string, value?: unknown }} Outcome
 * @returns {Promise<Outcome & { loaded: Outcome }>}
 */
async function evaluateIn(code, call) {
  // An instance each time, dropped as a whole: after a limit was hit QuickJS cannot always be taken down in order.
  const runtime = (await newQuickJSWASMModule(COMPILED)).newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + TIME_MS));
  const context = runtime.newContext();
  try {
    evaluate(context, PRELUDE);
    const loaded = evaluate(context, code);
    return loaded.end === 'limit' ? { ...loaded, loaded } : { ...evaluate(context, call), loaded };
  } catch (error) {
    // Nesting that is deep enough ends QuickJS before its own limits do.
    const broken = { end: 'limit', text: `broke the sandbox: ${error.message}` };
    return { ...broken, loaded: broken };
  }
}

/** How an evaluation ended: with a `value`, with an `error` that the code threw, or at a `limit`. */
function evaluate(context, code) {
  const result = context.evalCode(code);
  if (result.error === undefined) {
    const value = plain(context, result.value);
    return { end: 'value', value, text: `returned ${short(typeof value === 'bigint' ? `${value}n` : String(value))}` };
  }
  const { name, message } = thrown(context, result.error);
  const limit = LIMITS[message];
  if (limit !== undefined) return { end: 'limit', text: limit };
  if (!name) return { end: 'limit', text: `threw ${short(message)}, which is no Error` };
  return { end: 'error', text: `threw ${name}: ${short(message)}` };
}

/** The value where it is plain; of an object only that it is one, since looking into it would run its code. */
function plain(context, handle) {
  const type = context.typeof(handle);
  return type === 'object' || type === 'function' || type === 'symbol' ? `[${type}]` : context.dump(handle);
}

function thrown(context, handle) {
  if (context.typeof(handle) !== 'object') return { message: String(plain(context, handle)) };
  const text = (key) => {
    const value = plain(context, context.getProp(handle, key));
    return typeof value === 'string' ? value : undefined;
  };
  return { name: text('name'), message: text('message') ?? '' };
}

function short(text) {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
