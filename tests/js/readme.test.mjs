// Every block of the README is run as it stands, of TypeScript without its types; what stands behind a `console.log(…); //` is what it must
// print.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { blocks } from '../readme-blocks.mjs';

/** What a block promises to print, in order, each up to an ellipsis. */
function promised(code) {
  const lines = code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm);
  return [...lines].map(([, text]) => text.split('…')[0].trim());
}

/** Runs a block in a process of its own that finds the packed package. */
async function run({ language, code }, env) {
  const plain = language === 'ts' ? (await transform(code, { loader: 'ts' })).code : code;
  const child = spawn(process.execPath, ['--input-type=module'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(plain);
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  child.stderr.on('data', (text) => {
    printed += text;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, printed })));
}

/** An OpenAI-compatible server that answers drafts with a sentence and critiques with a verdict. */
function openAi() {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const critique = body.includes('critical evaluator');
      const content = critique ? '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}' : 'Light scatters.';
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices, usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 } }));
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('the README has blocks, and each promises something', () => {
  assert.ok(blocks.length >= 6, `${blocks.length} blocks`);
  for (const { code } of blocks) assert.ok(promised(code).length > 0 || code.includes('openai'), code);
});

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the links of the README lead somewhere, and those to what users copy do so in the package, too', () => {
  const titles = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title.toLowerCase().replace(/[^\w -]/g, ''));
  const anchors = titles.map((title) => `#${title.replaceAll(' ', '-')}`);
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link).filter((link) => !link.startsWith('https:'));
  for (const link of links) {
    const there = (from) => existsSync(new URL(from + link, import.meta.url));
    assert.ok(link.startsWith('#') ? anchors.includes(link) : there('../../'), link);
    if (link.startsWith('examples-js/models/')) assert.ok(there('../node_modules/reflect-engine/'), `${link} in the package`);
  }
  assert.equal(links.filter((link) => link.startsWith('examples-js/models/')).length, 2);
});

test('what users read names its sources: our numbers for them mean nothing to anybody else', () => {
  const dist = new URL('../node_modules/reflect-engine/dist/', import.meta.url);
  const declared = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.d.ts'));
  assert.ok(declared.length > 30);
  for (const text of [readme, ...declared.map((name) => readFileSync(new URL(name, dist), 'utf8'))])
    assert.deepEqual(text.match(/.*(seeds? 00\d|the seed's).*/g) ?? [], []);
});

for (const [index, block] of blocks.entries()) {
  const { code, line } = block;
  const title = code.split('\n').find((line) => line.startsWith('import')) ?? '';
  test(`block ${index + 1} of the README, on line ${line}, runs: ${title}`, async () => {
    const server = await openAi();
    const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1` };
    const { status, printed } = await run(block, env).finally(() => server.close());
    assert.equal(status, 0, printed);
    let rest = printed;
    for (const text of code.includes('openai') ? ['ok accepted Light scatters.'] : promised(code)) {
      const at = rest.indexOf(text);
      assert.ok(at >= 0, `expected "${text}" in:\n${rest}`);
      rest = rest.slice(at + text.length);
    }
  });
}

test('every link of the packed README leads somewhere in the package', () => {
  const packed = new URL('../node_modules/reflect-engine/', import.meta.url);
  const text = readFileSync(new URL('README.md', packed), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target).filter((target) => !/^#|:\/\//.test(target));
  assert.ok(targets.length > 0 && text.includes('ARCHITECTURE.md'));
  for (const target of targets) assert.ok(existsSync(new URL(target, packed)), target);
});
