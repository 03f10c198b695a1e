// What an adapter costs a bundle that has its framework already.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes of an adapter in a bundle, minified, as gzip. */
const CAP = 4_096;

const home = new URL('../../node_modules/reflect-engine/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'));
const adapters = Object.keys(manifest.exports).filter((name) =>
  manifest.exports[name].import?.default.match(/\/(adapters|otel)\//),
);

for (const adapter of adapters)
  test(`${adapter} costs a bundle at most ${CAP} bytes`, async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: `export * from 'reflect-engine/${adapter.slice(2)}'`,
        resolveDir: fileURLToPath(new URL('..', import.meta.url)),
      },
      bundle: true,
      minify: true,
      format: 'esm',
      // A traced engine is in the bundle itself, and what it shares with its trace.
      external: [...Object.keys(manifest.peerDependencies), ...(adapter === './otel' ? ['../shared/*'] : [])],
      metafile: true,
      write: false,
    });
    const size = gzipSync(outputFiles[0].contents).length;
    console.log(`${adapter}: ${size} bytes`);
    assert.ok(size > 200 && size <= CAP, `${size}`);
    const wasm = Object.keys(metafile.inputs).filter((name) => name.includes('wasm'));
    assert.deepEqual(wasm, []);
  });

test('every framework of an adapter is an optional peer', () => {
  assert.ok(adapters.length > 5);
  const peers = Object.keys(manifest.peerDependencies);
  assert.deepEqual(manifest.peerDependenciesMeta, Object.fromEntries(peers.map((peer) => [peer, { optional: true }])));
  const folder = new URL('dist/cjs/adapters/', home);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts'))) {
    const imports = readFileSync(new URL(file, folder), 'utf8').matchAll(/ from '(@[^/']+\/[^/']+|[^.@'][^/']*)/g);
    for (const [, name] of imports) assert.ok(peers.includes(name), `${file} imports ${name}, which is no peer in package.json`);
  }
  assert.equal(manifest.dependencies, undefined);
});
