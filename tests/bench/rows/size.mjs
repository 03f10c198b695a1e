// Size: the wasm as it is shipped, and what an app's bundle grows by.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { kilobytes, times } from '../table.mjs';

const BUNDLES = {
  'reflect-engine, bundled and minified': "export { ReflectEngine } from 'reflect-engine'",
  'reflect-engine/slim, without the wasm': "export { ReflectEngine } from 'reflect-engine/slim'",
  'AI SDK generateText, bundled and minified': "export { generateText } from 'ai'",
};

export async function size() {
  const engine = await wasm('reflect_engine_bg.wasm');
  const rows = [
    { section: 'Size: raw, gzip, brotli' },
    {
      what: 'the engine: all that ReflectEngine, Critic and Autopilot load',
      target: '≤ 100 KB brotli',
      measured: told(engine),
      met: engine.brotli <= 100_000,
    },
  ];
  for (const [name, most] of Object.entries({ research: 110, decision: 110, statistics: 40 })) {
    const companion = await wasm(`${name}_bg.wasm`);
    const met = companion.brotli <= most * 1_000;
    rows.push({ what: `${name}_bg.wasm`, target: `≤ ${most} KB brotli`, measured: told(companion), met });
  }
  let ours;
  for (const [what, contents] of Object.entries(BUNDLES)) {
    const bundle = sizes(await bundled(contents));
    ours ??= bundle;
    const page = { target: '≤ 170 KB gzip', met: bundle.gzip <= 170_000 };
    rows.push({
      what,
      measured: told(bundle),
      ...(bundle === ours ? page : { ratio: times(ours.brotli / bundle.brotli) }),
    });
  }
  return rows;
}

async function wasm(name) {
  return sizes(await readFile(createRequire(import.meta.url).resolve(`reflect-engine/${name}`)));
}

async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname ?? process.cwd() },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
    logLevel: 'error',
  });
  return outputFiles[0].contents;
}

function sizes(bytes) {
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
}

function told({ raw, gzip, brotli }) {
  return `${kilobytes(raw)}, ${kilobytes(gzip)}, ${kilobytes(brotli)}`;
}
