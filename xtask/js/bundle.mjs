// Bundles `pkg-template/src` into a package folder: `node bundle.mjs --generated DIR --out DIR --version X`.
//
// The entries are read from the `exports` of `pkg-template/package.json`: `./dist/a/b.js` is built from `src/a/b.ts`,
// `./dist/workerd/a/b.js` with the wasm as modules. What entries share is a file of its own. `./dist/cjs` holds the same files as CommonJS.
// `view.html` is the page of `src/view`.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { exported } from './exports.mjs';
import { licences } from './licences.mjs';
import { viewPage } from './view.mjs';

const template = resolve(dirname(fileURLToPath(import.meta.url)), '../../pkg-template');
const source = join(template, 'src');

/** Bundles by the start of their files' names: the file of `src/load` by which each finds its wasm, and what stands for `wasm:X`. */
const BUNDLES = {
  'dist/workerd/': { host: 'workerd.ts', wasm: (name) => ({ path: `wasm:${name}`, external: true }) },
  'dist/slim': { host: 'slim.ts', wasm: (name) => ({ path: name, namespace: 'name' }) },
  // Its path stands in the bundle: without the folder, so that it is the same bundle wherever it is built.
  'dist/': { host: 'host.ts', wasm: (name) => ({ path: `${name}_bg.wasm`, namespace: 'deflated' }) },
};

/** Names stay, for people who print a class or read a stack. */
// An error that nobody caught prints the whole line that threw it.
const SMALL = { minifyWhitespace: true, minifySyntax: true, lineLimit: 400 };

const { values } = parseArgs({
  options: { generated: { type: 'string' }, out: { type: 'string' }, version: { type: 'string' } },
});
const generated = resolve(values.generated);
const out = resolve(values.out);

const manifest = JSON.parse(await readFile(join(template, 'package.json'), 'utf8'));
const { name, ...rest } = manifest;
await writeFile(join(out, 'package.json'), `${JSON.stringify({ name, version: values.version, ...rest }, null, 2)}\n`);
const inputs = new Set();
const files = exported(manifest, '.js')
  .map((file) => file.slice(2))
  .filter((file) => !file.startsWith('dist/cjs/'));
const startOf = (file) => Object.keys(BUNDLES).find((start) => file.startsWith(start));
for (const start of Object.keys(BUNDLES)) await bundle(start, BUNDLES[start]);
// The folder's own manifest makes `.js` and `.d.ts` in it CommonJS; bundlers read `sideEffects` from the nearest one.
await write(join(out, 'dist/cjs/package.json'), '{ "type": "commonjs", "sideEffects": false }\n');
const view = await viewPage(join(source, 'view'));
for (const input of view.inputs) inputs.add(input);
await write(join(out, 'view.html'), view.html);
await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licences([...inputs]));

/** Bundles the files of one start, and what they share. */
async function bundle(start, { host, wasm }) {
  const entries = files.filter((file) => startOf(file) === start);
  const result = await build({
    entryPoints: entries.map((file) => {
      const [, entry] = /^dist\/(?:workerd\/)?(.*)\.js$/.exec(file);
      return { in: join(source, `${entry}.ts`), out: file.slice(0, -3) };
    }),
    outdir: out,
    chunkNames: `${start.replace(/[^/]*$/, '')}shared/[hash]`,
    bundle: true,
    splitting: true,
    ...SMALL,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    // One character beyond Latin-1 makes an engine keep all of the text, base64 and all, at two bytes a character.
    charset: 'ascii',
    define: { REFLECT_ENGINE_VERSION: JSON.stringify(values.version) },
    external: [manifest.name, ...Object.keys(manifest.peerDependencies ?? {})],
    inject: [join(source, 'load/text.ts'), join(source, 'load/registry.ts'), join(source, 'url.ts')],
    plugins: [coreOf(join(source, 'load', host), wasm)],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  for (const input of Object.keys(result.metafile.inputs)) inputs.add(input);
  for (const { path, text: written } of result.outputFiles) {
    const place = (name) => relative(dirname(path), join(out, `${name}_bg.wasm`));
    const text = written.replace(/(?<=["'])wasm:(\w+)(?=["'])/g, (_, name) => place(name));
    await write(path, text);
    if (start === 'dist/workerd/') continue;
    // `platform`: so that the names of the exports can be read from the text, as Node does for `import`.
    const { code } = await transform(text, { format: 'cjs', platform: 'node', target: 'es2022', charset: 'ascii', ...SMALL });
    await write(join(out, 'dist/cjs', relative(join(out, 'dist'), path)), code);
  }
}

async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Resolves the core: the host by which its wasm is found, the generated glue, and the wasm. */
function coreOf(host, wasm) {
  return {
    name: 'core',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /(^|\/)host\.js$/ }, () => ({ path: host, sideEffects: false }));
      onResolve({ filter: /\/generated\/\w+\.js$/ }, ({ path }) => ({
        path: join(generated, basename(path)),
        sideEffects: false,
      }));
      onResolve({ filter: /^wasm:/ }, ({ path }) => wasm(path.slice('wasm:'.length)));
      onLoad({ filter: /.*/, namespace: 'deflated' }, async ({ path }) => {
        const wasm = await readFile(join(generated, path));
        const length = Buffer.alloc(4);
        length.writeUInt32LE(wasm.length);
        return { contents: Buffer.concat([length, deflateRawSync(wasm, { level: 9 })]), loader: 'base64' };
      });
      onLoad({ filter: /.*/, namespace: 'name' }, ({ path }) => ({ contents: `export default '${path}'` }));
    },
  };
}
