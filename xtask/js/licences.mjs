import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The licence notices of every npm package that one of these bundled files comes from, and of every crate that is in the wasm. A text that
 * several have is there once, under the names of all of them.
 */
export async function licences(files) {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const notices = [];
  for (const folder of folders) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    notices.push({ ...manifest, text: await notice(folder, manifest) });
  }
  for (const crate of crates()) notices.push({ ...crate, text: await texts(crate) });
  const groups = new Map();
  for (const { name, version, license, text } of notices) {
    const [head = '', own = ''] = /^\s*(?:.*licen[cs]e.*\s+)?((?:copyright .*\s+)+)/i.exec(text) ?? [];
    const common = text.slice(head.length).replace(APACHE, 'The Apache License is in LICENSE-APACHE.').trim();
    const key = common.replace(/\s+/g, ' ');
    const lines = own.split('\n').map((line) => line.trim());
    const heading = [`${name} ${version} (${license})`, ...lines.filter((line) => line !== '')].join('\n  ');
    const group = groups.get(key) ?? { headings: [], text: common };
    group.headings.push(heading);
    groups.set(key, group);
  }
  const parts = [...groups.values()].map(({ headings, text }) => `${'-'.repeat(80)}\n${headings.sort().join('\n')}\n\n${text}\n`);
  return [HEAD, ...parts].join('\n');
}

/** The package has it, as its own. */
const APACHE = /^ *Apache License\s+Version 2\.0, [\s\S]*?limitations under the License\./m;

const HEAD = `Code of these npm packages is part of the JavaScript files in \`dist\`, and code of these crates, and of the Rust standard library
(MIT OR Apache-2.0, The Rust Project Contributors), part of the \`.wasm\` files.
`;

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

/** What cargo links into the wasm. */
function crates() {
  const shown = ['--edges', 'normal,no-proc-macro', '--prefix', 'none', '--no-dedupe', '--format', '{p}|{l}'];
  const chosen = ['--package', 'reflect-engine', '--target', 'wasm32-unknown-unknown', '--locked'];
  const lines = execFileSync('cargo', ['tree', ...chosen, ...shown], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return [...new Set(lines)].sort().flatMap((line) => {
    const [, name, version, more, license] = /^(\S+) v(\S+)(.*)\|(.*)$/.exec(line);
    return more === '' ? [{ name, version, license }] : [];
  });
}

/** The licences of a crate, as the registry of cargo keeps it; of one that may be had under MIT, that one. */
async function texts({ name, version }) {
  const registry = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  const folders = (await readdir(registry)).map((index) => join(registry, index, `${name}-${version}`));
  const folder = folders.find(existsSync);
  if (folder === undefined) throw new Error(`cargo has no sources of ${name} ${version} in ${registry}`);
  const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file) && !/apache/i.test(file));
  if (files.length === 0) throw new Error(`${name} is in the wasm but has no licence text to pass on`);
  return (await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
}
