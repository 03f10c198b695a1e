// Prints a digest of the public declarations of each subpath of a package folder: `node api.mjs DIR`. Fails and names the lines when a file
// with one of them says `any`.
//
// It is of where the types of a subpath begin, of the names that it exports, and of each declaration that these lead to, whatever file that
// is in.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { reachable } from './exports.mjs';

const folder = resolve(process.argv[2]);
const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
const scopes = new Map();
const found = new Set();
for (const [subpath, entry] of Object.entries(exports)) {
  const files = await reachable(folder, entry);
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    scopes.set(file, scopeOf(file, text));
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));
    for (const [at, line] of code.split('\n').entries()) {
      if (/\bany\b/.test(line.replace(/'[^']*'|"[^"]*"/g, ''))) found.add(`${relative(folder, file)}:${at + 1}: ${line.trim()}`);
    }
  }
  if (files.length === 0) continue;
  const file = resolve(folder, entry.import.types);
  const names = exportedBy(file);
  const parts = [JSON.stringify(entry), ...names.values(), ...declarations(file, names.keys())];
  console.log(`${createHash('sha256').update(parts.join('\n\n')).digest('hex')} ${subpath}`);
}
if (found.size > 0) {
  console.error(`\`any\` in public declarations:\n${[...found].join('\n')}`);
  process.exit(1);
}

/** What a file declares, each with its comment, which names it has from others, and what it exports. */
function scopeOf(file, text) {
  const scope = { declared: new Map(), links: new Map(), stars: [], exported: new Map() };
  for (const statement of text.split(/(?<!\*\/)\n(?=[/a-z])/)) {
    const code = statement.replace(/^\/\*[\s\S]*?\*\//gm, '').trim();
    const [, way, type, list, from] =
      /^(import|export) (type )?(\{[^}]*\}|\*|[^{};]*?)(?: from ['"](.*)['"])?;$/.exec(code) ?? [];
    const other = from?.startsWith('.') ? resolve(dirname(file), from.replace(/\.js$/, '.d.ts')) : undefined;
    if (way === 'export' && list === '*') scope.stars.push({ other, type });
    else if (list?.startsWith('{') || from !== undefined) {
      for (const [, one, name, alias = name] of list.matchAll(/(type )?([\w$*]+)(?: as ([\w$]+))?/g)) {
        if (other !== undefined) scope.links.set(alias, { other, name });
        else if (from !== undefined) scope.declared.set(alias, `${name} of ${from}`);
        if (way === 'export') scope.exported.set(alias, `${(type ?? one) ? 'type ' : ''}${alias}`);
      }
    } else {
      const [, own, name] =
        /^(export )?(?:declare )?(?:abstract )?(?:class|const|enum|function|interface|type) ([\w$]+)/.exec(code) ?? [];
      if (name === undefined) continue;
      scope.declared.set(name, `${scope.declared.get(name) ?? ''}${statement.replace(/^export /m, '').trim()}`);
      if (own !== undefined) scope.exported.set(name, name);
    }
  }
  return scope;
}

/** What a file exports: by name, whether as a type alone. Sorted. */
function exportedBy(file) {
  const { exported, stars } = scopes.get(file);
  const names = new Map(exported);
  for (const { other, type } of stars)
    for (const [name, as] of exportedBy(other)) if (!names.has(name)) names.set(name, type === undefined ? as : `type ${name}`);
  return new Map([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The declarations that these names of a file lead to, sorted. */
function declarations(entry, names) {
  const parts = new Set();
  const places = new Map([...names].map((name) => [`${entry} ${name}`, { file: entry, name }]));
  const visit = (file, name) => places.set(`${file} ${name}`, { file, name });
  for (const { file, name } of places.values()) {
    const { declared, links, stars } = scopes.get(file);
    const text = declared.get(name);
    const link = links.get(name);
    if (text !== undefined) {
      parts.add(text);
      for (const word of text.replace(/\/\*[\s\S]*?\*\//g, '').match(/[\w$]+/g)) if (word !== name) visit(file, word);
    } else if (link !== undefined) {
      if (link.name !== name) parts.add(`${link.name} as ${name}`);
      visit(link.other, link.name);
    } else for (const { other } of stars) visit(other, name);
  }
  return [...parts].sort();
}
