// Every block of the README, of SKILL.md and of docs/ is run as it is, of TypeScript without its types; what is behind a `console.log(…); //` is what
// it must print.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { referenceOf } from '../../xtask/js/reference.mjs';
import { blocks, pages } from '../pages.mjs';
import { ended, fakeServer, isCritique } from './cli/shell.mjs';
import { accept } from './support.mjs';

/** What a block promises to print, in order, each up to an ellipsis. */
function promised(code) {
  const lines = code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm);
  return [...lines].map(([, text]) => text.split('…')[0].trim());
}

/** The SDKs of some blocks need a newer Node than the package. */
const pinned = fileURLToPath(new URL('../node_modules/node-24/bin/node', import.meta.url));
const node = existsSync(pinned) ? pinned : process.execPath;

/** Runs a block in a process of its own that finds the packed package. */
async function run({ language, code }, env, flags = []) {
  const plain = language === 'ts' ? (await transform(code, { loader: 'ts' })).code : code;
  const child = spawn(node, [...flags, '--input-type=module'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  return ended(child, plain);
}

test('every page has blocks, and each promises something', () => {
  const withBlocks = new Set(blocks.map(({ path }) => path));
  const without = pages.map(({ path }) => path).filter((path) => !withBlocks.has(path));
  assert.deepEqual(without, []);
  for (const { code, path, line, file } of blocks)
    assert.ok(file !== undefined || promised(code).length > 0 || code.includes('openai'), `${path}:${line}`);
});

test('a block that names its file is run by tests/durable, or by Vitest in acceptance.test.mjs', () => {
  const named = blocks.filter(({ file }) => file !== undefined).map(({ path, file }) => `${path}: ${file}`);
  assert.deepEqual(named, ['docs/evals.md: answers.test.ts', 'docs/temporal.md: workflows.ts', 'docs/temporal.md: worker.ts']);
});

test('a block of TSX stands in the Next app, which is built and driven in a browser', () => {
  const app = new URL('../../examples-js/next-chat/app/', import.meta.url);
  const sources = ['page.tsx', 'api/chat/route.ts'].map((name) => readFileSync(new URL(name, app), 'utf8'));
  for (const { path, text } of pages)
    for (const [, block] of text.matchAll(/^```tsx\n([\s\S]*?)^```$/gm))
      assert.ok(
        sources.some((source) => source.includes(block)),
        `${path}:\n${block}`,
      );
});

/** The names by which links find the titles of a text. */
function anchorsOf(text) {
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title.toLowerCase().replace(/[^\w -]/g, ''));
  return titles.map((title) => title.replaceAll(' ', '-'));
}

/** Where the links of a text lead, but for those into the web. */
function linksOf(text) {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !link.startsWith('https:'));
}

const packed = new URL('../node_modules/reflect-engine/', import.meta.url);
const travels = readdirSync(packed, { recursive: true }).filter(
  (path) => /\.md$|^llms\.txt$/.test(path) && !/^(dist|LICENSE)/.test(path),
);

test('the README, SKILL.md and each page of docs/ are in the package as they are here', () => {
  for (const { path, text } of pages) assert.equal(readFileSync(new URL(path, packed), 'utf8'), text, path);
  const listed = linksOf(readFileSync(new URL('llms.txt', packed), 'utf8'));
  assert.deepEqual(
    listed.sort(),
    pages.map(({ path }) => path).filter((path) => path.startsWith('docs/')),
  );
});

for (const path of travels) {
  test(`the links of ${path} lead somewhere in the package`, () => {
    const url = new URL(path, packed);
    for (const link of linksOf(readFileSync(url, 'utf8'))) {
      const [file, anchor] = link.split('#');
      const there = file === '' ? url : new URL(file, url);
      assert.ok(there.href.startsWith(packed.href) && existsSync(there), link);
      if (anchor !== undefined) assert.ok(anchorsOf(readFileSync(there, 'utf8')).includes(anchor), link);
    }
  });
}

test("only the README's section on the source needs the repository's tools", () => {
  const [before, source, after] = pages[0].text.split(/^(?=## From source$|## Why not)/m);
  for (const command of ['cargo xtask demo', 'cargo xtask test']) assert.ok(source.includes(command), command);
  assert.doesNotMatch(before + after, /cargo xtask/);
});

test('a page of docs/ has 200 lines at most, and no line of more than 140 characters but in tables', () => {
  for (const { path, text } of pages.slice(1)) {
    const lines = text.split('\n');
    assert.ok(lines.length <= 201, `${path} has ${lines.length - 1} lines`);
    for (const line of lines) assert.ok(line.length <= 140 || line.startsWith('|'), `${path}: ${line}`);
  }
});

test('at least twenty recipes, each of fifteen lines at most', () => {
  const recipes = blocks.filter(({ path }) => path.startsWith('docs/recipes'));
  assert.ok(recipes.length >= 20, `${recipes.length}`);
  for (const { path, line, code } of recipes) assert.ok(code.trimEnd().split('\n').length <= 15, `${path}:${line}`);
});

/** What the page of each framework tells, in this order. */
const FORM = ['Install', 'Fifteen lines', 'What is judged', 'What a stream shows', 'Abort and errors', 'Limits', 'Versions'];

test('every framework has a page of one form', () => {
  const index = pages.find(({ path }) => path === 'docs/adapters.md').text;
  const names = [...index.matchAll(/^\| \[[^\]]*\]\(([\w-]+)\.md\) \|/gm)].map(([, name]) => `docs/${name}.md`);
  assert.ok(names.length >= 10, names.join());
  for (const name of [...names, 'docs/claude-agent.md']) {
    const titles = [...pages.find(({ path }) => path === name).text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    assert.deepEqual(titles, FORM, name);
    const first = blocks.find(({ path }) => path === name);
    assert.ok(first.code.trimEnd().split('\n').length <= 15, name);
  }
});

test('docs/reference.md is what the types of the package say', () => {
  const { text } = pages.find(({ path }) => path === 'docs/reference.md');
  assert.equal(text, referenceOf(packed), 'run `node xtask/js/reference.mjs` after a build');
});

test('every entry of the package stands in docs/entries.md, once', () => {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', packed), 'utf8'));
  const names = Object.keys(exports).filter((name) => name !== './package.json');
  const rows = pages
    .find(({ path }) => path === 'docs/entries.md')
    .text.split('\n')
    .filter((line) => line.startsWith('|'));
  for (const name of names) {
    const written = name.endsWith('.wasm') ? name.slice(2) : name.replace('.', 'reflect-engine');
    assert.equal(rows.join('\n').split(`\`${written}\``).length, 2, written);
  }
});

test('no sentence is there twice, on one page or on two', () => {
  const seen = new Map();
  // That of the types says what they say.
  for (const { path, text } of pages.filter(({ path }) => path !== 'docs/reference.md')) {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '\n\n').replace(/\n(?=\S)/g, ' ');
    const sentences = prose.split(/[.:;|]\s|\n/).map((part) => part.trim());
    for (const sentence of sentences.filter(({ length }) => length > 40)) {
      assert.equal(seen.get(sentence), undefined, `${path}: ${sentence}`);
      seen.set(sentence, path);
    }
  }
});

/** Runs a block beside a server, and compares what it prints. */
async function check(block, flags) {
  const { code } = block;
  const server = await fakeServer((body) => (isCritique(body) ? accept() : 'Light scatters.'));
  const root = server.url.replace(/\/v1$/, '');
  const others = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: root, GOOGLE_GEMINI_BASE_URL: root };
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.url, ...others };
  const { code: status, printed } = await run(block, env, flags).finally(server.close);
  assert.equal(status, 0, printed);
  let rest = printed;
  const wanted = promised(code);
  for (const text of wanted.length > 0 ? wanted : ['ok accepted Light scatters.']) {
    const at = rest.indexOf(text);
    assert.ok(at >= 0, `expected "${text}" in:\n${rest}`);
    rest = rest.slice(at + text.length);
  }
}

for (const block of blocks.filter(({ file }) => file === undefined)) {
  const { code, path, line } = block;
  const title = code.split('\n').find((line) => line.startsWith('import')) ?? '';
  test(`${path}:${line} runs: ${title}`, () => check(block));
}

/** What a Node 20 gets of `npm install ai`. */
const SIX = `data:text/javascript,import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => next(name === 'ai' ? 'ai-6' : name, context) });`;

test('the blocks with the AI SDK run with its version 6, too', async () => {
  const sdk = blocks.filter(({ code }) => /from 'ai'/.test(code));
  assert.ok(sdk.some(({ path }) => path === 'docs/streams.md'));
  for (const block of sdk) {
    // A provider of version 6 makes models of the third specification, which is the same here.
    const code = block.code.replace(/openai\.chat\(.*?\)/g, (model) => `Object.assign(${model}, { specificationVersion: 'v3' })`);
    await check({ ...block, code }, ['--import', SIX.replaceAll(/\s+/g, '%20')]);
  }
});
