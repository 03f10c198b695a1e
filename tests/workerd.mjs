// The package in workerd under miniflare, bundled as wrangler does: with the `workerd` condition, and the `.wasm` as a module of its own.

import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

/** A server of the worker in a file, which is bundled into a folder. */
export async function workerd(entry, out, { external = [], ...more } = {}) {
  await build({
    entryPoints: [entry],
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    external,
    conditions: ['workerd', 'worker', 'browser'],
    loader: { '.wasm': 'copy' },
    assetNames: '[name]',
    logLevel: 'warning',
  });
  return new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    compatibilityDate: '2026-01-01',
    modules: true,
    modulesRoot: out,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    scriptPath: join(out, 'worker.mjs'),
    ...more,
  });
}
