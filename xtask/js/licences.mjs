import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The licence notices of every npm package that one of these bundled files comes from. */
export async function licences(files) {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const notices = ['Code of these packages is part of the JavaScript files in `dist`.\n'];
  for (const folder of [...folders].sort()) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const heading = `${manifest.name} ${manifest.version} (${manifest.license})`;
    notices.push(`${'-'.repeat(80)}\n${heading}\n\n${(await notice(folder, manifest)).trim()}\n`);
  }
  return notices.join('\n');
}

/** `…/node_modules/@scope/name/dist/x.js` to `…/node_modules/@scope/name`; nothing for our own files. */
function packageFolder(file) {
  const parts = file.split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return undefined;
  const length = parts[at + 1]?.startsWith('@') ? 2 : 1;
  return parts.slice(0, at + 1 + length).join(sep);
}

/** The package's own licence file; for one that names MIT and ships no text, the MIT text under its author's name. */
async function notice(folder, { name, license, author }) {
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return readFile(join(folder, file), 'utf8');
  if (license !== 'MIT' || author === undefined) throw new Error(`${name} is bundled but has no licence text to pass on`);
  const mit = await readFile(join(root, 'LICENSE-MIT'), 'utf8');
  return mit.replace(/^Copyright .*$/m, `Copyright (c) ${author.name ?? author}`);
}
