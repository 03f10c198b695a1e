// Bundles `pkg-template/src` into a package folder: `node bundle.mjs --generated DIR --out DIR --version X`.
//
// The entries are read from the `exports` of `pkg-template/package.json`: `./dist/a/b.js` is built from `src/a/b.ts`,
// `./dist/cjs/a/b.js` from the same file as CommonJS, `./dist/workerd/a/b.js` with the wasm as a module.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { exported } from './exports.mjs';
import { licences } from './licences.mjs';

const template = resolve(dirname(fileURLToPath(import.meta.url)), '../../pkg-template');
const source = join(template, 'src');

/** Files that do not carry the wasm as text, and the file of `src/load` that they use instead. */
const OTHER_LOADERS = { workerd: 'workerd.ts', slim: 'slim.ts' };

const { values } = parseArgs({
  options: { generated: { type: 'string' }, out: { type: 'string' }, version: { type: 'string' } },
});
const generated = resolve(values.generated);
const out = resolve(values.out);

const manifest = JSON.parse(await readFile(join(template, 'package.json'), 'utf8'));
const { name, ...rest } = manifest;
await writeFile(join(out, 'package.json'), `${JSON.stringify({ name, version: values.version, ...rest }, null, 2)}\n`);
const bundled = new Set();
for (const file of exported(manifest, '.js')) {
  for (const input of await bundle(file)) bundled.add(input);
}
// The folder's own manifest makes `.js` and `.d.ts` in it CommonJS; bundlers read `sideEffects` from the nearest one.
await writeFile(join(out, 'dist/cjs/package.json'), '{ "type": "commonjs", "sideEffects": false }\n');
await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licences([...bundled]));

/** Builds one entry and returns the paths of the files that went into it. */
async function bundle(file) {
  const [, variant, entry] = /^\.\/dist\/(?:(cjs|workerd)\/)?(.*)\.js$/.exec(file);
  const loader = OTHER_LOADERS[variant] ?? OTHER_LOADERS[entry] ?? 'index.ts';
  const result = await build({
    entryPoints: [join(source, `${entry}.ts`)],
    outfile: join(out, file),
    bundle: true,
    format: variant === 'cjs' ? 'cjs' : 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    // One character beyond Latin-1 makes an engine keep all of the text, base64 and all, at two bytes a character.
    charset: 'ascii',
    external: [manifest.name, ...Object.keys(manifest.peerDependencies ?? {})],
    inject: [join(source, 'load/text.ts'), join(source, 'load/registry.ts'), join(source, 'url.ts')],
    plugins: [coreOf(join(source, 'load', loader), file)],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(result.metafile.inputs);
}

/** `X_bg.wasm` of `wasm:X/…`. */
function wasmOf(path) {
  return path.replace(/^wasm:(\w+)\/.*$/, '$1_bg.wasm');
}

/** Resolves the core: which loader, which generated glue, and the wasm as text or as a module. */
function coreOf(loader, file) {
  return {
    name: 'core',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /(^|\/)load\/index\.[jt]s$/ }, () => ({ path: loader, sideEffects: false }));
      onResolve({ filter: /\/generated\/\w+\.js$/ }, ({ path }) => ({
        path: join(generated, basename(path)),
        sideEffects: false,
      }));
      // Its path stands in the bundle: without the folder, so that it is the same bundle wherever it is built.
      onResolve({ filter: /^wasm:\w+\/base64$/ }, ({ path }) => ({ path: wasmOf(path), namespace: 'base64' }));
      onResolve({ filter: /^wasm:\w+\/module$/ }, ({ path }) => ({
        path: relative(dirname(join(out, file)), join(out, wasmOf(path))),
        external: true,
      }));
      onLoad({ filter: /.*/, namespace: 'base64' }, async ({ path }) => ({
        contents: await readFile(join(generated, path)),
        loader: 'base64',
      }));
    },
  };
}
