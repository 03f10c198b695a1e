// A visitor's function in the playground: what it may give, what is wrong with it, and what it tries in vain. Each line of the first
// table is a function, the draft, and the verdict or the fault.

import assert from 'node:assert/strict';
import { isWhole } from '../js/support.mjs';
import { serve } from './serve.mjs';
import { faultsOf, values } from './visit.mjs';

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const STOPPED = /^the function (did not end within 2 s|needs more than 32 MB of memory)$/;
const WANTED = ': return true, or a text or an array of texts that say what is wrong';
const ESCAPE = '`); })(); globalThis.x = 1; (() => { (`\u0000\ud800';
const evaluates = (code) => [`(draft) => new Function(draft)() === 42 || 'no 42'`, code];

const CASES = [
  ['(draft) => draft.length === 2', 'ab', true],
  ['function check(draft) { return draft === "a"; }', 'b', false],
  ['// first\n(draft) => draft + "!";', 'no', 'no!'],
  ['const bad = (draft) => [draft, "\\u0000"];\nbad', 'a\u0000b', ['a\u0000b', '\u0000']],
  ['() => []', 'a', []],
  ['(draft, input) => draft + input', 'a', 'athe task'],
  ['(draft) => { console.log(draft); return true; }', 'a', true],
  [...evaluates('return 6 * 7'), true],
  ['(draft) => draft', ESCAPE, ESCAPE],
  [...evaluates('return'), 'no 42'],
  [...evaluates('return ('), /^the function throws SyntaxError: .*/],
  ['() => typeof fetch + typeof document + typeof self + typeof require + typeof process', 'a', 'undefined'.repeat(5)],
  ['() => { for (;;); }', 'a', 'the function did not end within 2 s'],
  ['() => new Uint8Array(5e7)', 'a', 'the function needs more than 32 MB of memory'],
  ['function f() { return f() + 1; }', 'a', 'the function calls itself without end'],
  ['() => eval("(".repeat(1e5) + ")".repeat(1e5))', 'a', 'the function calls itself without end'],
  ['() => JSON.parse("[".repeat(1e5))', 'a', 'the function calls itself without end'],
  ['() => {\n  null.x;\n}', 'a', /^the function throws TypeError: .*null.* \(line 2\)$/],
  ['() => { throw 7; }', 'a', 'the function throws a number: 7'],
  ['() => { throw { get message() { throw 1; } }; }', 'a', 'the function throws something that cannot be read'],
  ['() => new Proxy([], { get() { throw new Error("trap"); } })', 'a', /^the function throws Error: trap/],
  ['() => Object.defineProperty([], 0, { get() { return 7; } })', 'a', `the function returns an array with a number${WANTED}`],
  ['() => { Array.isArray = JSON.stringify = () => "true"; return {}; }', 'a', `the function returns an object${WANTED}`],
  ['() => { Array.prototype.toJSON = String.prototype.toJSON = () => true; return ["bad"]; }', 'a', ['bad']],
  ['async () => true', 'a', `the function returns a promise, so write it without \`async\`${WANTED}`],
  ['() => 7', 'a', `the function returns a number${WANTED}`],
  ['() => {}', 'a', `the function returns undefined${WANTED}`],
  ['() => null', 'a', `the function returns null${WANTED}`],
];

/** Two seconds each. The interpreter is the same in every browser: what it does until it is stopped is seen in one, or in all with `WHOLE=1`. */
const ENDLESS = [
  ['() => (3n ** 600000n).toString() === ""', 'a', STOPPED],
  ['() => /^(a+)+$/.test("a".repeat(99) + "b")', 'a', /^the function (did not end within 2 s|throws .*)$/],
  ['() => { globalThis.all = []; for (;;) all.push({}); }', 'a', STOPPED],
];

const SOURCES = [
  ['(draft) => true', undefined],
  ['(draft) => {\n  return draft +;\n}', /^the function throws SyntaxError: .* \(line 2\)$/],
  ['draft => draft ===', /^the function throws SyntaxError: .* \(line \d\)$/],
  ['7', 'the function must be a function, got a number: write `(draft) => …`'],
  ['', /^the function must be a function, got undefined/],
  ['for (;;);', 'the function did not end within 2 s'],
];

/** Asks the sandbox from a page of the site that may do less than the playground. */
export async function inspectSandbox(browser) {
  const server = await serve(values.folder, POLICY);
  const page = await browser.newPage();
  const faults = faultsOf(page);
  await page.goto(String(new URL('index.html', `${server.url}/${values.page}`)));
  const asked = (of, ...given) =>
    page.evaluate(
      async ([of, given]) => {
        const sandbox = await import(new URL('play/sandbox.js', document.baseURI));
        if (of === 'source') return sandbox.checkSource(given[0]);
        const [source, draft, stopsAfter] = given;
        const { signal } = stopsAfter ? { signal: AbortSignal.timeout(stopsAfter) } : new AbortController();
        const verdict = sandbox.functionVerifier(source, 'the task')(draft, { signal });
        return verdict.catch((error) => error.message);
      },
      [of, given],
    );
  const agrees = (found, wanted, what) =>
    wanted instanceof RegExp ? assert.match(String(found), wanted, what) : assert.deepEqual(found ?? undefined, wanted, what);
  const cases = isWhole || values.browser === 'chromium' ? [...CASES, ...ENDLESS] : CASES;
  for (const [source, draft, wanted] of cases) agrees(await asked('verdict', source, draft), wanted, source);
  for (const [source, wanted] of SOURCES) agrees(await asked('source', source), wanted, source);
  // By the signal, long before its own limit, which has other words.
  assert.match(await asked('verdict', '() => { for (;;); }', 'a', 200), /timed out|aborted/i);
  assert.deepEqual([...faults, ...server.missing], []);
  await server.close();
}
