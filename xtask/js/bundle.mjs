// Bundles `pkg-template/src` into a package folder: `node bundle.mjs --generated DIR --out DIR --version X`.
//
// The entries are those of `exports` (`manifest.mjs`): `./dist/a/b.js` is built from `src/a/b.ts`, and `./dist/cjs/a/b.js` as CommonJS, which
// reads the wasm from its file. Three have what `./dist/slim/a/b.js` has, without a wasm: `./dist/a/b.js` with the wasm inside,
// `./dist/node/a/b.js`, which first says how to read a file, and `./dist/workerd/a/b.js`, which hands the wasm as modules to `slim`. What
// entries share is a file of its own, and what the root shares is two or three. `view.html` is the page of `src/view`, `server.json` what
// registries of MCP servers read. `docs` travels as it is, with `llms.txt`.

import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { exported } from './exports.mjs';
import { licences } from './licences.mjs';
import { manifestOf, registryEntry } from './manifest.mjs';
import { llmsText } from './pages.mjs';
import { viewPage } from './view.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const template = join(root, 'pkg-template');
const source = join(template, 'src');

/** Bundles by the start of their files' names: the file of `src/load` by which each finds its wasm, and what stands for `wasm:X`. */
const BUNDLES = {
  'dist/cjs/': { host: 'node.ts', wasm: (name) => ({ path: name, namespace: 'path' }) },
  'dist/': { host: 'host.ts', wasm: (name) => ({ path: name, namespace: name === 'lzma' ? 'packed' : 'name' }) },
};

/**
 * Entries that nobody imports, by which the path of each wasm is a shared file of its own in CommonJS: ncc finds it only in a file whose
 * syntax its old parser knows.
 */
const PATHS = ['reflect_engine', 'research', 'decision', 'statistics'].map((name) => ({
  in: `wasm:${name}`,
  out: `dist/cjs/load/${name}`,
}));

/** The wasm of a part, packed. */
const PART = /^packed:(?!lzma$)/;

const { values } = parseArgs({
  options: { generated: { type: 'string' }, out: { type: 'string' }, version: { type: 'string' } },
});
const generated = resolve(values.generated);
const out = resolve(values.out);

const read = async (file) => JSON.parse(await readFile(file, 'utf8'));
const manifest = manifestOf(await read(join(template, 'package.json')), values.version, await read(join(root, 'publish.json')));
await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 1)}\n`);
await writeFile(join(out, 'server.json'), `${JSON.stringify(registryEntry(manifest), null, 1)}\n`);
const SETTINGS = {
  bundle: true,
  minifySyntax: true,
  target: 'es2022',
  // One character beyond Latin-1 makes an engine keep all of the text, base64 and all, at two bytes a character.
  charset: 'ascii',
  write: false,
  logLevel: 'warning',
};
const inputs = new Set();
const files = [...exported(manifest, '.js'), ...Object.values(manifest.bin)].map((file) => file.slice(2));
const startOf = (file) => Object.keys(BUNDLES).find((start) => file.startsWith(start));
const slimOf = (file) => file.replace('dist/workerd/', 'dist/slim/');
const sourceOf = (file) => /^dist\/(?:(?:cjs|slim|node|workerd)\/)?(.*)\.js$/.exec(file)[1];
// The first of the ES modules that Node takes.
const READER = 'dist/node/load/file.js';
const withWasm = files.filter((file) => file.startsWith('dist/node/')).map(sourceOf);
const needs = await needed(withWasm);
for (const start of Object.keys(BUNDLES)) await bundle(start, BUNDLES[start]);
await workerd();
// The folder's own manifest makes `.js` and `.d.ts` in it CommonJS; bundlers read `sideEffects` from the nearest one.
await write(join(out, 'dist/cjs/package.json'), '{ "type": "commonjs", "sideEffects": false }\n');
const view = await viewPage(join(source, 'view'));
for (const input of view.inputs) inputs.add(input);
await write(join(out, 'view.html'), view.html);
await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licences([...inputs]));
for (const name of ['docs', 'SKILL.md']) await cp(join(root, name), join(out, name), { recursive: true });
await writeFile(join(out, 'llms.txt'), llmsText(manifest));

/** Bundles the files of one start, and what they share. */
async function bundle(start, kind) {
  const own = files.map(slimOf).filter((file) => startOf(file) === start);
  const entries = start === 'dist/' ? [...own, READER] : own;
  const isWhole = (file) => withWasm.some((name) => file === `dist/${name}.js` || file === `dist/node/${name}.js`);
  const result = await build({
    ...bundling(kind),
    entryPoints: [
      ...entries.map((file) => ({
        in: isWhole(file) ? `whole:${file}` : join(source, `${sourceOf(file)}.ts`),
        out: file.slice(0, -3),
      })),
      ...(start === 'dist/cjs/' ? PATHS : []),
    ],
    chunkNames: join(start, 'shared/[hash]'),
    splitting: true,
  });
  for (const input of Object.keys(result.metafile.inputs)) inputs.add(input);
  const outputs = Object.fromEntries(Object.entries(result.metafile.outputs).map(([path, output]) => [resolve(path), output]));
  const without = own.filter((file) => !isWhole(file) && !/^dist\/(slim|cli)/.test(file));
  const forgotten = without.find((file) => reached(outputs, join(out, file)).some((path) => holds(outputs[path], /^name:/)));
  if (forgotten !== undefined) throw new Error(`${forgotten} needs a wasm: its subpath belongs in WITH_WASM (manifest.mjs)`);
  const placeOf = places(start, outputs);
  const texts = new Map(result.outputFiles.map(({ path, text }) => [path, text]));
  for (const place of new Set([...texts.keys()].map(placeOf))) {
    if (PATHS.some((path) => place === join(out, `${path.out}.js`))) continue;
    const parts = [...texts.keys()].filter((path) => placeOf(path) === place);
    const twice = exportedTwice(parts.map((path) => outputs[path]));
    if (twice !== undefined) throw new Error(`two files that are shared export \`${twice}\`: rename one`);
    const { outputFiles } = await build({
      ...SETTINGS,
      entryPoints: [place],
      outfile: place,
      plugins: [finished(place, parts, texts, placeOf)],
      // So that the names of the exports can be read from CommonJS, as Node does for `import`.
      platform: 'node',
      format: start === 'dist/cjs/' ? 'cjs' : 'esm',
      // Keep /* @__PURE__ */ marks (whitespace minification removes them), so that users' bundlers can drop unused calls.
      minifyWhitespace: !isWhole(relative(out, place)),
      // An error that nobody caught prints the whole line that threw it. Lines of 100 characters would take 3 KB more, whole ones 370 KB.
      // A limit of lines cuts texts, too: base64 would be longer by a sixtieth.
      lineLimit: parts.some((path) => holds(outputs[path], PART)) ? 0 : 160,
    });
    // Everywhere what it gives is taken; a bundler does not know that the call does nothing else.
    const marked = (text) => text.replace(/(?<=[=(:,]\s?)Object\.\s?freeze\(/g, '/* @__PURE__ */Object.freeze(');
    for (const { path, text } of outputFiles) await write(path, marked(text));
  }
}

/** The entries for workerd, which compiles no wasm from bytes. They have what those of the same names have, out of `slim`. */
async function workerd() {
  for (const file of files.filter((file) => slimOf(file) !== file)) {
    const parts = partsOf(sourceOf(file));
    const key = (part) => part.replace('reflect_engine', 'engine');
    const up = relative(dirname(file), 'dist');
    const lines = [
      `import { initSync } from '${up}/slim.js';`,
      ...parts.map((part) => `import ${key(part)} from '${up}/../${part}_bg.wasm';`),
      `initSync({ ${parts.map(key).join(', ')} });`,
      `export * from '${relative(dirname(file), slimOf(file))}';`,
    ];
    await write(join(out, file), `${lines.join('\n')}\n`);
  }
}

/** How what is in `src` is bundled. */
function bundling({ host, wasm }) {
  return {
    ...SETTINGS,
    outdir: out,
    format: 'esm',
    platform: 'neutral',
    external: [manifest.name, ...Object.keys(manifest.peerDependencies ?? {})],
    mainFields: ['module', 'main'],
    define: { REFLECT_ENGINE_VERSION: JSON.stringify(values.version) },
    inject: [join(source, 'load/text.ts'), join(source, 'load/registry.ts'), join(source, 'load/url.ts')],
    plugins: [coreOf(join(source, 'load', host), wasm)],
    metafile: true,
  };
}

/** By source and export, the parts of the core that would be in a bundle with that export alone. */
async function needed(sources) {
  const settings = bundling(BUNDLES['dist/']);
  const entryPoints = sources.map((name) => ({ in: join(source, `${name}.ts`), out: name }));
  const { metafile: all } = await build({ ...settings, entryPoints });
  const outputOf = (metafile, name) => metafile.outputs[relative(process.cwd(), join(out, `${name}.js`))];
  const names = sources.flatMap((name) => outputOf(all, name).exports.map((exported) => `${name}:${exported}`));
  const { metafile } = await build({ ...settings, entryPoints: names.map((name) => ({ in: `only:${name}`, out: name })) });
  const parts = (name) =>
    Object.entries(outputOf(metafile, name).inputs).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 && input.startsWith('name:') ? input.slice('name:'.length) : [],
    );
  return names.map((name) => {
    const [source, exported] = name.split(':');
    return { source, exported, parts: parts(name) };
  });
}

/** The parts that a source needs. */
function partsOf(name) {
  return [...new Set(needs.filter(({ source }) => source === name).flatMap(({ parts }) => parts))];
}

/** An entry with the wasm inside, where what needs it says so: whoever imports something else gets none in a bundle. */
function whole(file) {
  const name = sourceOf(file);
  const from = `'./${name}.ts'`;
  const own = needs.filter(({ source, parts }) => source === name && parts.length > 0);
  return [
    ...(file.startsWith('dist/node/') ? [`import './${relative(dirname(file), READER)}';`] : []),
    `import { within } from './load/host.js';`,
    ...partsOf(name).map((part) => `import ${part}_wasm from 'packed:${part}';`),
    `import { ${own.map(({ exported }) => `${exported} as its${exported}`)} } from ${from};`,
    `export * from ${from};`,
    ...own.map(
      ({ exported, parts }) =>
        `export const ${exported} = /* @__PURE__ */ within(its${exported}, ${parts.map((part) => `${part}_wasm`)});`,
    ),
  ].join('\n');
}

function holds(output, input) {
  return Object.keys(output.inputs).some((one) => input.test(one));
}

/** The files that one imports, and itself. */
function reached(outputs, from) {
  const paths = new Set([from]);
  for (const path of paths) {
    for (const { path: other, external, kind } of outputs[path]?.imports ?? [])
      if (!external && kind === 'import-statement') paths.add(resolve(other));
  }
  return [...paths];
}

/**
 * Where each file that esbuild made goes: what the root shares with others, but for the wasm, is in two files, what needs the engine and all
 * else. A host opens each file by itself, and ten take longer than what is in them. An ES module goes into bundles: what the adapters need is
 * a third there, so that they bring no more.
 */
function places(start, outputs) {
  const entry = join(out, start, 'index.js');
  const isEngine = (path) => holds(outputs[path], /load\/index\.ts$/);
  const shared = reached(outputs, entry).filter(
    (path) => path !== entry && !holds(outputs[path], PART) && !holds(outputs[path], /^path:/),
  );
  const adapters = start === 'dist/' ? Object.keys(outputs).filter((path) => basename(dirname(path)) === 'adapters') : [];
  const ofAdapters = adapters.flatMap((path) => reached(outputs, path));
  const nameOf = (path) => {
    if (ofAdapters.includes(path)) return 'checks.js';
    return reached(outputs, path).some(isEngine) ? 'engine.js' : 'core.js';
  };
  return (path) => (shared.includes(path) ? join(dirname(path), nameOf(path)) : path);
}

function exportedTwice(outputs) {
  const names = outputs.flatMap((output) => output.exports);
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** Makes one file of its parts, which finds all others at their places. */
function finished(place, parts, texts, placeOf) {
  return {
    name: 'finished',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
        if (kind === 'entry-point') return { path: relative(out, path), namespace: 'whole' };
        if (!path.startsWith('.')) return { external: true };
        const part = resolve(resolveDir, path);
        const other = placeOf(part);
        if (other === place) return { path: part, namespace: 'part' };
        const way = relative(dirname(place), other);
        const sideEffects = other === join(out, READER);
        return { path: way.startsWith('.') ? way : `./${way}`, external: true, sideEffects };
      });
      const all = parts.map((path) => `export * from './${basename(path)}';`).join('\n');
      const contents = parts.length === 1 ? texts.get(parts[0]) : all;
      onLoad({ filter: /.*/, namespace: 'whole' }, () => ({ contents, resolveDir: dirname(place) }));
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({ contents: texts.get(path), resolveDir: dirname(path) }));
    },
  };
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
      // These alone are for Node.
      onResolve({ filter: /^node:/ }, ({ importer }) =>
        /\/src\/(cli|workspace)\/|\/load\/file\.ts$/.test(importer) || host.endsWith('node.ts') ? { external: true } : undefined,
      );
      onResolve({ filter: /(^|\/)host\.js$/ }, () => ({ path: host, sideEffects: false }));
      onResolve({ filter: /\/generated\/\w+\.js$/ }, ({ path }) => ({
        path: join(generated, basename(path).replace('.js', '_bg.js')),
        sideEffects: false,
      }));
      onResolve({ filter: /^wasm:/ }, ({ path }) => wasm(path.slice('wasm:'.length)));
      onResolve({ filter: /^packed:/ }, ({ path }) => ({ path: path.slice('packed:'.length), namespace: 'packed' }));
      onLoad({ filter: /.*/, namespace: 'packed' }, async ({ path }) => ({ contents: await packed(path), loader: 'text' }));
      // A bundle leaves out what it does not need only where nothing is called.
      onLoad({ filter: /@cfworker.*\/format\.js$/ }, async ({ path }) => ({
        contents: (await readFile(path, 'utf8'))
          .replace(/: bind\((\w+)\)/g, ': (text) => $1.test(text)')
          .replace(': time.bind(undefined, true)', ': (text) => time(true, text)')
          .replace(/^const URL_ = .*$/m, inLinearTime),
      }));
      // Nobody reads which keyword a fault is of: its place says that.
      onLoad({ filter: /@cfworker.*\/validate\.js$/ }, async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replace(/^\s+keyword: .*$/gm, ''),
      }));
      // All of the glue is in each bundle: what the wasm asks of it is found by name.
      onLoad({ filter: /_bg\.js$/ }, async ({ path }) => ({ contents: trimGlue(await readFile(path, 'utf8')) }));
      // From `dist/cjs/shared`, where all that several entries need is. In this form ncc finds the file, and copies it.
      onLoad({ filter: /.*/, namespace: 'path' }, ({ path }) => ({
        contents: `import { normalize } from 'node:path';\nexport default normalize(__dirname + '/../../../${path}_bg.wasm');`,
      }));
      onResolve({ filter: /^(whole|only):/ }, ({ path }) => {
        const [namespace, ...rest] = path.split(':');
        return { path: rest.join(':'), namespace };
      });
      onResolve({ filter: /\/load\/file\.js$/, namespace: 'whole' }, () => ({ external: true }));
      onLoad({ filter: /.*/, namespace: 'whole' }, ({ path }) => ({ contents: whole(path), resolveDir: source }));
      onLoad({ filter: /.*/, namespace: 'only' }, ({ path }) => {
        const [name, exported] = path.split(':');
        return { contents: `export { ${exported} } from './${name}.ts';`, resolveDir: source };
      });
      onLoad({ filter: /.*/, namespace: 'name' }, ({ path }) => ({ contents: `export default '${path}'` }));
    },
  };
}

/**
 * The regular expression of `format: "url"`, which takes exponential time for a long name of a host, as one for the same texts in linear
 * time: a hyphen stands between two words, whoever logs in is named in one way, and spaces are looked for first.
 */
function inLinearTime(line) {
  const word = '[a-z\\u{00a1}-\\u{ffff}0-9]+';
  return line
    .replaceAll(`(?:${word}-?)*${word}`, `${word}(?:-${word})*`)
    .replace('(?:\\S+(?::\\S*)?@)?', '(?:\\S+@)?')
    .replace('/^', '/^(?=\\S*$)');
}

/**
 * The glue without what we never ask of it: names of tags, `using`, hosts without a registry (ours stands in for it), and to free what was
 * passed when the memory is full, which ends the wasm. A text is passed in the shorter of the glue's two ways, which needs no `encodeInto`.
 */
function trimGlue(glue) {
  const parts = [
    [/^export const Tag = [\s\S]*?^\}\);$/m, ''],
    [/^if \(Symbol\.dispose\) .*$/gm, ''],
    [/\(typeof FinalizationRegistry === 'undefined'\)\s+\? .*\s+: /g, ''],
    [/^if \(!\('encodeInto' in [\s\S]*?^\}$/m, ''],
    [/^ {4}if \(realloc === undefined\) \{([\s\S]*?)^ {4}\}$[\s\S]*?^\}$/m, '$1}'],
    [/ try \{((?:\s+(?:ptr|len)\d = .*)+)\s+\} catch \(e\) \{(?:\s+if \(ptr\d\) .*)+\s+throw e;\s+\}/g, '$1'],
  ];
  return parts.reduce((text, [part, instead]) => {
    // A new wasm-bindgen may write it otherwise.
    if (text.search(part) < 0) throw new Error(`the glue of wasm-bindgen has nothing like ${part}`);
    return text.replace(part, instead);
  }, glue);
}

/** What an ES module holds of a wasm: of a part its name, the length of its file, and LZMA; what decodes that as it is. */
async function packed(name) {
  if (name === 'lzma') return readFile(join(generated, 'lzma.wasm'), 'base64');
  const { size } = await stat(join(generated, `${name}_bg.wasm`));
  return `${name} ${size} ${await readFile(join(generated, `${name}_bg.lzma`), 'base64')}`;
}
