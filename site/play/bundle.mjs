// Bundles the playground into `play` of the site.

import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const { resolve } = createRequire(import.meta.url);

/** Writes the scripts, the wasm that they fetch, and the view. The engine's own wasm is inside its script. */
export async function playground(packageFolder, out) {
  const outdir = join(out, 'play');
  await build({
    entryPoints: ['index.js', 'sandbox-worker.js'].map((name) => join(import.meta.dirname, name)),
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    logLevel: 'warning',
    plugins: [own(packageFolder)],
  });
  const files = {
    'emscripten-module.wasm': resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
    'wllama.wasm': resolve('@wllama/wllama/esm/wasm/wllama.wasm'),
    'view.html': join(packageFolder, 'view.html'),
    'style.css': join(import.meta.dirname, 'style.css'),
  };
  for (const [name, file] of Object.entries(files)) await cp(file, join(outdir, name));
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
