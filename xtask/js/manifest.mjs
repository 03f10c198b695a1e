// The package.json of the package: that of `pkg-template`, with what follows from its table of subpaths written out.

/** Those that hold wasm, which workerd takes as modules and never compiles from bytes. */
const FOR_WORKERD = ['.', './research', './decision', './monitor', './evals', './trace'];

/** In the table a subpath has the name of its source in `src`, without `.ts`, or its file, which begins with `./`. */
export function manifestOf({ name, exports, peerDependencies, files, ...rest }, version) {
  const sources = Object.entries(exports).filter(([, to]) => !to.startsWith('./'));
  const written = sources.map(([subpath, source]) => [subpath, conditionsOf(source, FOR_WORKERD.includes(subpath))]);
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

/** A type is declared once, in `dist/cjs`; what is in `dist` leads there. `module` is for bundlers, also of what is required. */
function conditionsOf(source, forWorkerd) {
  const types = `./dist/${source}.d.ts`;
  return {
    ...(forWorkerd && { workerd: { types, default: `./dist/workerd/${source}.js` } }),
    import: { types, default: `./dist/${source}.js` },
    module: `./dist/${source}.js`,
    require: { types: `./dist/cjs/${source}.d.ts`, default: `./dist/cjs/${source}.js` },
  };
}
