import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The page `view.html` of a folder of sources, and the files that it was made of. Its policy allows its own script and style, and nothing else. */
export async function viewPage(source) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(source, 'page.ts'), join(source, 'page.css')],
    outdir: source,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome120', 'firefox128', 'safari17.4'],
    charset: 'utf8',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  const [script, style] = [textOf('.js'), textOf('.css')];
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `script-src ${digest(script)}`,
    `style-src ${digest(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const template = await readFile(join(source, 'page.html'), 'utf8');
  const html = template.replace(/\{(policy|style|script)\}/g, (_, name) => ({ policy, style, script })[name]);
  return { html, inputs: Object.keys(metafile.inputs) };
}

function digest(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
