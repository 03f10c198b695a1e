// Runs code that a model wrote, against cases that the model did not choose. It runs in QuickJS compiled to WebAssembly, with a
// memory limit, a stack limit and a time limit, and without any function of this process: no files, no network, no clock.

import { newQuickJSWASMModule, shouldInterruptAfterDeadline } from 'quickjs-emscripten';

const MEMORY_BYTES = 8 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
const CASE_MS = 1_000;

/** Example calls under a function often print. What they print goes nowhere. */
const PRELUDE = 'globalThis.console = { log() {}, error() {}, warn() {}, info() {}, debug() {} };';

/** What QuickJS itself throws at the end of a limit; a program's own errors have other names. */
const LIMITS = {
  interrupted: `did not end within ${CASE_MS} ms`,
  'stack overflow': 'called itself without end',
  'out of memory': `needed more than ${MEMORY_BYTES / 1024 / 1024} MB`,
};

/**
 * @typedef {{ call: string, returns: number } | { call: string, throws: true }} Case
 * @typedef {{ title: string, passed: boolean, found: string }} Finding
 * @param {string} code
 * @param {Case[]} cases
 * @returns {Promise<Finding[]>} whether the code loads, and if it does one for each case, in order
 */
export async function runCases(code, cases) {
  const loading = await sandboxed((run) => run(code));
  const findings = [{ title: 'the code loads', passed: loading.end === 'value', found: `it ${loading.text}` }];
  if (loading.end !== 'value') return findings;
  for (const one of cases) {
    const { end, text, value } = await sandboxed((run) => {
      run(code);
      return run(one.call);
    });
    const passed = 'throws' in one ? end === 'error' : end === 'value' && Object.is(value, one.returns);
    findings.push({
      title: 'throws' in one ? `${one.call} throws an error` : `${one.call} is ${one.returns}`,
      passed,
      found: `it ${text}`,
    });
  }
  return findings;
}

/** Gives `use` a fresh world to run code in. */
async function sandboxed(use) {
  // A module each time, dropped as a whole: after a limit was hit QuickJS cannot always be taken down in order.
  const runtime = (await newQuickJSWASMModule()).newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + CASE_MS));
  const context = runtime.newContext();
  try {
    evaluate(context, PRELUDE);
    return use((code) => evaluate(context, code));
  } catch (error) {
    // Nesting that is deep enough ends QuickJS before its own limits do.
    return { end: 'limit', text: `broke the sandbox: ${error.message}` };
  }
}

/** How an evaluation ended: a `value`, an `error` that the code threw, or a `limit`. */
function evaluate(context, code) {
  const result = context.evalCode(code);
  if (result.error === undefined) {
    const value = plain(context, result.value);
    return { end: 'value', value, text: `returned ${short(typeof value === 'bigint' ? `${value}n` : String(value))}` };
  }
  const error = thrown(context, result.error);
  const limit = error.name === 'InternalError' ? LIMITS[error.message] : undefined;
  if (limit !== undefined) return { end: 'limit', text: limit };
  if (!error.name) return { end: 'limit', text: `threw ${short(error.message)}, which is no Error` };
  return { end: 'error', text: `threw ${error.name}: ${short(error.message)}` };
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
