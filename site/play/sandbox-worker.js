// Answers one question about a visitor's function, in QuickJS compiled to WebAssembly: no function of the browser is inside, and
// memory and stack have limits. Its page ends this worker, and so also what goes on for ever.

import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';

const MEMORY_BYTES = 32 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
const LIMITS = {
  'out of memory': `needs more than ${MEMORY_BYTES / 1024 / 1024} MB of memory`,
  'stack overflow': 'calls itself without end',
};
const FILE = 'function.js';

/**
 * Runs inside, before the visitor's code, and keeps what it needs of the language: that code, and code of a draft, may change it. It
 * reads values there, since that can run a getter, and gives a text. As JSON a text survives with each of its characters.
 */
const INSIDE = `(() => {
  const { isArray } = Array;
  const { parse, stringify } = JSON;
  const silent = () => {};
  globalThis.console = { log: silent, info: silent, debug: silent, warn: silent, error: silent };
  const kind = (value) => {
    if (value === null || value === undefined) return String(value);
    if (isArray(value)) return 'an array';
    if (typeof value !== 'object') return 'a ' + typeof value;
    return typeof value.then === 'function' ? 'a promise, so write it without \`async\`' : 'an object';
  };
  const fault = (words) => '{"fault":' + stringify(words) + '}';
  const thrown = (error) => {
    try {
      if (typeof error !== 'object' || error === null) return fault('throws ' + kind(error) + ': ' + String(error));
      const { name, message, stack } = error;
      const limits = ${JSON.stringify(LIMITS)};
      if (name === 'InternalError' && limits[message]) return fault(limits[message]);
      const [, line] = /${FILE}:(\\d+)/.exec(stack) ?? [];
      return fault('throws ' + name + ': ' + message + (line ? ' (line ' + line + ')' : ''));
    } catch {
      return fault('throws something that cannot be read');
    }
  };
  const ran = (check, args) => {
    try {
      if (typeof check !== 'function') return fault('must be a function, got ' + kind(check) + ': write \`(draft) => …\`');
      if (args === undefined) return '{}';
      const [draft, input] = args;
      const value = check(draft, input);
      if (typeof value === 'boolean' || typeof value === 'string') return '{"verdict":' + stringify(value) + '}';
      const rule = ': return true, or a text or an array of texts that say what is wrong';
      if (!isArray(value)) return fault('returns ' + kind(value) + rule);
      let texts = '';
      for (let at = 0; at < value.length; at += 1) {
        const text = value[at];
        if (typeof text !== 'string') return fault('returns an array with ' + kind(text) + rule);
        texts += (at === 0 ? '' : ',') + stringify(text);
      }
      return '{"verdict":[' + texts + ']}';
    } catch (error) {
      return thrown(error);
    }
  };
  return { thrown, ran: (check, args) => ran(check, args && parse(args)) };
})()`;

self.onmessage = async ({ data: { source, args } }) => {
  try {
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    self.postMessage({ isLoaded: true });
    self.postMessage(answer(quickjs, source, args));
  } catch (error) {
    self.postMessage({ fault: `cannot be run here: ${error.message}` });
  }
};

/** `{ verdict }` or `{ fault }`; `{}` where there are no `args`, and the function was only looked at. */
function answer(quickjs, source, args) {
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  const context = runtime.newContext();
  const inside = context.unwrapResult(context.evalCode(INSIDE));
  const ask = (name, ...values) => {
    const { error, value } = context.callFunction(context.getProp(inside, name), context.undefined, ...values);
    // No memory was left to say so.
    return error ? { fault: LIMITS['out of memory'] } : JSON.parse(context.getString(value));
  };
  try {
    // In parentheses a declaration gives its function, too. Code that ends in a function is no expression, and is well as it is.
    const whole = context.evalCode(`(${source}\n)`, FILE, { type: 'global' });
    const { error, value } = whole.error ? context.evalCode(source, FILE, { type: 'global' }) : whole;
    return error ? ask('thrown', error) : ask('ran', value, args === undefined ? context.undefined : context.newString(args));
  } catch (error) {
    // Nesting that is deep enough ends the browser's own stack before that of QuickJS. Firefox gives an `InternalError`.
    const isTooDeep = error instanceof RangeError || error.name === 'InternalError';
    return { fault: isTooDeep ? LIMITS['stack overflow'] : `breaks the sandbox: ${error.message}` };
  }
}
