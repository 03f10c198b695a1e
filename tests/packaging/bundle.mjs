// Bundles the smoke page: `node bundle.mjs vite|webpack|esbuild CONSUMER OUT`. The folder must hold the page and one
// script afterwards, and nothing else: no stray wasm, no chunk.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [bundler, consumer, out] = process.argv.slice(2);
const entry = join(consumer, 'bundled.mjs');

const bundlers = {
  async vite() {
    const { build } = await import('vite');
    await page(join(consumer, 'vite.html'), './bundled.mjs');
    await build({
      root: consumer,
      configFile: false,
      logLevel: 'warn',
      base: './',
      build: { outDir: out, emptyOutDir: true, rollupOptions: { input: join(consumer, 'vite.html') } },
    });
    const built = await readFile(join(out, 'vite.html'), 'utf8');
    await rm(join(out, 'vite.html'));
    await writeFile(join(out, 'page.html'), built);
  },

  async webpack() {
    const { default: webpack } = await import('webpack');
    const stats = await new Promise((resolve, reject) => {
      webpack(
        { mode: 'production', context: consumer, entry, output: { path: out, filename: 'page.js' }, performance: false },
        (error, done) => (error ? reject(error) : resolve(done)),
      );
    });
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
    await page(join(out, 'page.html'), './page.js');
  },

  async esbuild() {
    const { build } = await import('esbuild');
    const { warnings } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      outfile: join(out, 'page.js'),
    });
    if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
    await page(join(out, 'page.html'), './page.js');
  },
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await bundlers[bundler]();
const files = (await readdir(out, { recursive: true, withFileTypes: true }))
  .filter((file) => file.isFile())
  .map(({ name }) => name);
if (files.length !== 2 || !files.every((name) => name === 'page.html' || name.endsWith('.js'))) {
  throw new Error(`${bundler} left more than a page and its script: ${files.join(', ')}`);
}

/** Writes the smoke page with another script. */
async function page(file, script) {
  const text = await readFile(join(consumer, 'page.html'), 'utf8');
  await writeFile(file, text.replace('./unbundled.mjs', script));
}
