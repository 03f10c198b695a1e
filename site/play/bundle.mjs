// Bundles the playground into `play` of the site.

import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const { resolve } = createRequire(import.meta.url);

/** Writes the scripts, the wasm that they fetch, and the view. The engine's own wasm is inside its script. */
export async function playground(packageFolder, out) {
  const outdir = join(out, 'play');
  const scripts = (names, splitting) =>
    build({
      entryPoints: names.map((name) => join(import.meta.dirname, name)),
      outdir,
      bundle: true,
      splitting,
      minify: true,
      format: 'esm',
      logLevel: 'warning',
      logOverride: { 'ignored-bare-import': 'silent' },
      plugins: [own(packageFolder)],
    });
  // What is imported at its first use is a file of its own.
  await scripts(['index.js', 'sandbox.js', 'wllama.js'], true);
  await scripts(['sandbox-worker.js'], false);
  const copies = {
    'emscripten-module.wasm': resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
    'wllama.wasm': resolve('@wllama/wllama/esm/wasm/wllama.wasm'),
    'view.html': join(packageFolder, 'view.html'),
    'style.css': join(import.meta.dirname, 'style.css'),
  };
  for (const [name, file] of Object.entries(copies)) await cp(file, join(outdir, name));
}

/** Finds `reflect-engine` in the folder that was built, by its own `exports`. */
function own(resolveDir) {
  return {
    name: 'reflect-engine',
    setup(bundler) {
      bundler.onResolve({ filter: /^reflect-engine(\/|$)/ }, ({ path, kind, pluginData }) =>
        pluginData === own ? undefined : bundler.resolve(path, { resolveDir, kind, pluginData: own }),
      );
    },
  };
}
