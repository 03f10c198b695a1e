// The package.json of the package: that of `pkg-template`, with what follows from its table of subpaths written out.

/** Those that hold wasm, which workerd takes as modules and never compiles from bytes, and Node from files. */
const WITH_WASM = ['.', './research', './decision', './monitor', './evals', './trace', './measure'];

/**
 * In the table a subpath has the name of its source in `src`, without `.ts`, or its file, which begins with `./`. `publisher` is
 * `publish.json`: what only whoever publishes knows, each a text that is empty until then.
 */
export function manifestOf({ name, exports, peerDependencies, files, ...rest }, version, publisher = {}) {
  const sources = Object.entries(exports).filter(([, to]) => !to.startsWith('./'));
  const written = sources.map(([subpath, source]) => [subpath, conditionsOf(source, WITH_WASM.includes(subpath))]);
  // For TypeScript that does not read `exports`.
  const types = sources.slice(1).map(([subpath, source]) => [subpath.slice(2), [`./dist/cjs/${source}.d.ts`]]);
  return {
    name,
    version,
    ...rest,
    ...publishedBy(publisher),
    exports: { ...exports, ...Object.fromEntries(written) },
    typesVersions: { '*': Object.fromEntries(types) },
    peerDependencies,
    // Each is for one subpath. Their ranges are open: npm would refuse to install beside another version, also where nobody uses that subpath.
    peerDependenciesMeta: Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, { optional: true }])),
    files,
  };
}

function publishedBy(publisher) {
  const { repository, ...given } = Object.fromEntries(Object.entries(publisher).filter(([, text]) => text !== ''));
  return { ...given, ...(repository && { repository: { type: 'git', url: `git+${repository}.git` } }) };
}

/**
 * What a registry of MCP servers knows of the package (`server.json`). The name there is the package's `mcpName`, which proves whose it is.
 */
export function registryEntry({ name, version, mcpName, repository }) {
  const url = repository?.url.replace(/^git\+|\.git$/g, '');
  const flag = (name, description, placeholder) => ({ type: 'named', name, description, placeholder });
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...(mcpName && { name: mcpName }),
    title: name,
    description: 'Makes an agent check its own work: a gate for its drafts, critiques, and runs that revise.',
    ...(url && { repository: { url, source: new URL(url).hostname.replace(/^(github|gitlab)\.com$/, '$1') } }),
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          flag('--model', 'Who writes and judges. Without it the model of the client is asked', 'gpt-4.1-mini'),
          flag('--base-url', 'A server that speaks the language of OpenAI', 'http://127.0.0.1:11434/v1'),
          flag('--response-format', 'How the server is asked for JSON: json_schema, json_object or none', 'json_object'),
          flag('--critic-model', 'Who judges, where that is another model', 'gpt-4.1'),
        ],
        environmentVariables: [
          { name: 'OPENAI_API_KEY', description: 'The key of that server', isSecret: true },
          { name: 'OPENAI_BASE_URL', description: 'That server, where there is no --base-url' },
        ],
      },
    ],
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
