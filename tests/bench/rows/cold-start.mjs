// Cold start: from the import to the first step, in fresh Node processes and fresh browser profiles. The page is a bundle; what an empty
// module takes is not counted.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launch } from '../../browser/launch.mjs';
import { serve } from '../../browser/serve.mjs';
import { child } from '../child.mjs';
import { median } from '../measure.mjs';
import { time } from '../table.mjs';

export async function coldStart({ starts }) {
  await child('child/cold-start.mjs'); // the disk's cache is warm
  const seconds = [];
  for (let start = 0; start < starts; start++) seconds.push(await child('child/cold-start.mjs'));
  const node = median(seconds);
  return [
    { section: 'Cold start, import to first step' },
    { what: `Node ${process.versions.node}`, target: '≤ 15 ms', measured: time(node), met: node <= 0.015 },
    await inChromium(starts),
    commandLine(starts),
  ];
}

/** `reflect-engine --version`, with the start of Node. */
function commandLine(starts) {
  const bin = createRequire(import.meta.url)
    .resolve('reflect-engine/package.json')
    .replace(/package\.json$/, 'dist/cli/index.js');
  const seconds = [];
  for (let start = 0; start < starts; start++) {
    const begin = performance.now();
    execFileSync(process.execPath, [bin, '--version']);
    seconds.push((performance.now() - begin) / 1000);
  }
  const found = median(seconds);
  return { what: 'the command line, `--version`', target: '≤ 150 ms', measured: time(found), met: found <= 0.15 };
}

async function inChromium(starts) {
  const what = 'Chromium, a bundled page, from the loopback address';
  const executable = chromium();
  if (executable === undefined) return { what, target: '≤ 30 ms', measured: 'not measured: no Chromium here' };
  const folder = await mkdtemp(join(tmpdir(), 'cold-start-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'empty.js'), 'export {};');
  const bundle = { bundle: true, minify: true, format: 'esm', outfile: join(folder, 'engine.js') };
  await build({
    ...bundle,
    stdin: { contents: "export { ReflectEngine } from 'reflect-engine';", resolveDir: import.meta.dirname },
  });
  const server = await serve(folder);
  const seconds = [];
  try {
    for (let start = 0; start < starts; start++) {
      // A browser of its own for each, since one keeps compiled code.
      const browser = await launch.chromium(executable);
      try {
        const page = await browser.newPage();
        await page.goto(`${server.url}/index.html`);
        seconds.push(await page.evaluate(firstStep));
      } finally {
        await browser.close();
      }
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
  const found = median(seconds);
  return { what, target: '≤ 30 ms', measured: time(found), met: found <= 0.03 };
}

/** Runs in the page. */
async function firstStep() {
  const start = performance.now();
  await import('/empty.js');
  const begin = performance.now();
  const { ReflectEngine } = await import('/engine.js');
  await new Promise((resolve, reject) => {
    const model = async () => 'Consistency, availability, partition tolerance: choose two.';
    new ReflectEngine().run({ input: 'What is the CAP theorem?', model, onStep: resolve }).catch(reject);
  });
  return (performance.now() - begin - (begin - start)) / 1000;
}

/** `CHROMIUM`, or the first of the usual names on the path. */
function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Not this one.
    }
  }
  return undefined;
}
