// The declarations of the package as Markdown, a page a subpath, by TypeDoc.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';

const TABLES = [
  'parameters',
  'interfaceProperties',
  'classProperties',
  'typeDeclaration',
  'propertyMembers',
  'typeAliasProperties',
];

/** A page with the class that readers come for before the others, which stand by the alphabet. */
function engineFirst(text) {
  const [, before, others, engine] =
    /^([\s\S]*?\n## Classes\n+)([\s\S]*?)(<a[^\n]*\n+### ReflectEngine\n[\s\S]*?)(?=<a[^\n]*\n+### )/.exec(text) ?? [];
  return engine === undefined ? text : before + engine + others + text.slice((before + others + engine).length);
}

/** `{ name, title, text }` for each subpath of a package folder that has types. Links between them are as if all were in one folder. */
export async function apiPages(folder) {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, entry]) => entry.require !== undefined);
  const subpaths = new Map(
    entries.map(([subpath, { require }]) => [require.types.slice(2).replace(/(\/index)?\.d\.ts$/, ''), subpath]),
  );
  const out = await mkdtemp(join(tmpdir(), 'reflect-api-'));
  try {
    const app = await Application.bootstrapWithPlugins({
      entryPoints: entries.map(([, { require }]) => join(folder, require.types)),
      basePath: folder,
      // What the adapters are typed against is not installed here.
      ...{ skipErrorChecking: true, validation: false, logLevel: 'Error' },
      compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022', types: [] },
      plugin: ['typedoc-plugin-markdown'],
      ...{ router: 'module', outputs: [{ name: 'markdown', path: out }], readme: 'none' },
      ...{
        disableGit: true,
        disableSources: true,
        hidePageHeader: true,
        hideBreadcrumbs: true,
        useCodeBlocks: true,
        useHTMLAnchors: true,
      },
      ...Object.fromEntries(TABLES.map((what) => [`${what}Format`, 'table'])),
    });
    const project = await app.convert();
    const pages = project.children.map((module) => {
      const title = subpaths.get(module.name).replace(/^\./, 'reflect-engine');
      module.name = title.replace(/^reflect-engine\//, '').replaceAll('/', '-');
      return { name: module.name, title };
    });
    await app.generateOutputs(project);
    return Promise.all(
      pages.map(async ({ name, title }) => {
        const text = await readFile(join(out, `${name}.md`), 'utf8');
        return { name, title, text: engineFirst(text.replace(/^# .*$/m, `# ${title}`)) };
      }),
    );
  } finally {
    await rm(out, { recursive: true });
  }
}
