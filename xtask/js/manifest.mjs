// The package.json of the package: that of `pkg-template`, with what follows from its table of subpaths written out.

/** Those that hold wasm, which workerd takes as modules and never compiles from bytes, and Node from files. */
const WITH_WASM = ['.', './research', './decision', './monitor', './evals', './trace', './measure'];

/** In the table a subpath has the name of its source in `src`, without `.ts`, or its file, which begins with `./`. */
export function manifestOf({ name, exports, peerDependencies, files, ...rest }, version) {
  const sources = Object.entries(exports).filter(([, to]) => !to.startsWith('./'));
  const written = sources.map(([subpath, source]) => [subpath, conditionsOf(source, WITH_WASM.includes(subpath))]);
  // For TypeScript that does not read `exports`.
  const types = sources.slice(1).map(([subpath, source]) => [subpath.slice(2), [`./dist/cjs/${source}.d.ts`]]);
  return {
    name,
    version,
    ...rest,
    exports: { ...exports, ...Object.fromEntries(written) },
    typesVersions: { '*': Object.fromEntries(types) },
    peerDependencies,
    // Each is for one subpath.
    peerDependenciesMeta: Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, { optional: true }])),
    files,
  };
}

/**
 * A type is declared once, in `dist/cjs`; what is in `dist` leads there. `module` is for bundlers, also of what is required. Deno asks
 * a person before it reads a file: it takes what they take.
 */
function conditionsOf(source, hasWasm) {
  const types = `./dist/${source}.d.ts`;
  const modules = { types, default: `./dist/${source}.js` };
  return {
    ...(hasWasm && { workerd: { types, default: `./dist/workerd/${source}.js` } }),
    module: modules.default,
    require: { types: `./dist/cjs/${source}.d.ts`, default: `./dist/cjs/${source}.js` },
    ...(hasWasm && { deno: modules, node: { types, default: `./dist/node/${source}.js` } }),
    import: modules,
  };
}
