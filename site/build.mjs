// Writes the site: `node build.mjs --package DIR --out DIR`. Every link in it is relative, so that it may stand under any path.
//
// The pages are README.md and those of docs/, the examples, and the declarations of the package. Each is there as Markdown, too, under the
// same name, so that links of the one hold in the other. Starlight and VitePress write the path of the site and inline scripts into each
// page, and a style into each word of code (645 in `adapters` by Starlight), and bring 379 and 173 packages: these pages need nothing of it.

import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { llmsText, sections } from '../xtask/js/pages.mjs';
import { apiPages } from './api.mjs';
import { home } from './home.mjs';
import { layout } from './layout.mjs';
import { render } from './markdown.mjs';
import { playground } from './play/bundle.mjs';
import * as play from './play/page.mjs';

const { values } = parseArgs({ options: { package: { type: 'string' }, out: { type: 'string' } } });
const out = resolve(values.out);
const here = import.meta.dirname;
const root = resolve(here, '..');
const read = (name) => readFile(join(root, name), 'utf8');
const readme = await read('README.md');
const manifest = JSON.parse(await readFile(join(values.package, 'package.json'), 'utf8'));

const menu = [
  {
    section: 'reflect-engine',
    pages: [
      { path: 'README', label: 'Overview', text: readme },
      { path: 'playground', label: 'Playground', ...play },
      { path: 'SKILL', label: 'For coding agents', text: (await read('SKILL.md')).replace(/^---[\s\S]*?---\n+/, '') },
      { path: 'CHANGELOG', label: 'Changelog', text: await read('CHANGELOG.md') },
    ],
  },
  ...sections().map(({ section, pages }) => ({ section, pages: pages.map((page) => ({ ...page, path: `docs/${page.name}` })) })),
  { section: 'Examples', pages: await examples() },
  {
    section: 'API',
    pages: (await apiPages(values.package)).map(({ name, title, text }) => ({ path: `api/${name}`, label: title, text })),
  },
];

await rm(out, { recursive: true, force: true });
const index = [];
for (const { section, pages } of menu) {
  for (const { path, label, title = label, summary = manifest.description, text, ...own } of pages) {
    const { html, headings } = render(text);
    await write(`${path}.html`, layout({ menu, path, title, summary, html, headings, ...own }));
    await write(`${path}.md`, text);
    // Of declarations the names alone are looked for.
    for (const { words, id, below, level } of headings)
      if (section !== 'API' || level < 4)
        index.push([`${path}.html#${id}`, title, words, section === 'API' ? '' : below.join(' ')]);
  }
}
const first = { path: 'index', title: manifest.name, summary: manifest.description, headings: [], markdown: 'README' };
await write('index.html', layout({ menu, ...first, html: home(readme, render) }));
await write('search.json', JSON.stringify(index));
await write('llms.txt', llmsText(manifest));
for (const name of ['style.css', 'icon.svg']) await cp(join(here, name), join(out, name));
for (const name of ['run-light.png', 'run-dark.png']) await cp(join(root, 'docs', name), join(out, 'docs', name));
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) await cp(join(root, name), join(out, `${name}.txt`));
await playground(resolve(values.package), out);
await build({
  entryPoints: [join(here, 'search.js')],
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  logLevel: 'warning',
});
console.log(`${menu.flatMap(({ pages }) => pages).length + 1} pages in ${out}`);

/** Each file of examples-js: what its first comment says, its code, and what it prints now. */
async function examples() {
  const names = (await readdir(join(root, 'examples-js'))).filter((name) => name.endsWith('.mjs')).sort();
  return Promise.all(
    names.map(async (name) => {
      const [, comment, code] = /^((?:\/\/.*\n)*)([\s\S]*)$/.exec(await read(`examples-js/${name}`));
      const words = comment.replace(/^\/\/ ?/gm, '');
      const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, ...env } = process.env;
      const { stdout } = await promisify(execFile)(process.execPath, [name], { cwd: join(root, 'examples-js'), env });
      return {
        path: `examples/${name.replace('.mjs', '')}`,
        label: name,
        text: `# ${name}\n\n${words}\n\`\`\`js\n${code.trim()}\n\`\`\`\n\n## It prints\n\n\`\`\`text\n${stdout.trim()}\n\`\`\`\n`,
      };
    }),
  );
}

async function write(name, text) {
  await mkdir(dirname(join(out, name)), { recursive: true });
  await writeFile(join(out, name), text);
}
