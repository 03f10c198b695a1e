// The types that a declaration file exports, read from its text: tsc has no interface that lists them.

import { readFileSync } from 'node:fs';

const DECLARED = /^(export )?(?:declare )?(?:abstract )?(interface|type|class) (\w+)(<)?/gm;
const STARS = /^export (?:type )?\* from '([^']+)';/gm;
const LISTS = /^(import|export) (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;

const read = new Map();

/** The exported types of a file by name: `{ kind, needed }`, where `needed` counts the type parameters without a default. */
export function typesOf(file) {
  const known = read.get(file.href);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const [here, exported] = [new Map(), new Map()];
  read.set(file.href, exported);
  for (const match of text.matchAll(DECLARED)) {
    const [whole, out, kind, name, generic] = match;
    const needed = generic === undefined ? 0 : neededIn(text.slice(match.index + whole.length));
    here.set(name, { kind, needed });
    if (out !== undefined) exported.set(name, here.get(name));
  }
  const lists = [...text.matchAll(LISTS)].sort(([, a], [, b]) => Number(a === 'export') - Number(b === 'export'));
  for (const [, word, names, from] of lists) {
    const source = from === undefined ? here : from.startsWith('.') ? typesOf(declarations(from, file)) : new Map();
    for (const [theirs, ours] of names.split(',').map(renamed)) {
      if (source.has(theirs)) (word === 'export' ? exported : here).set(ours, source.get(theirs));
    }
  }
  for (const [, from] of text.matchAll(STARS)) {
    for (const [name, type] of typesOf(declarations(from, file))) exported.set(name, type);
  }
  return exported;
}

function declarations(specifier, file) {
  return new URL(specifier.replace(/\.js$/, '.d.ts'), file);
}

function renamed(entry) {
  const [theirs, ours = theirs] = entry
    .trim()
    .replace(/^type /, '')
    .split(' as ');
  return [theirs, ours];
}

/** `text` begins behind the `<`. */
function neededIn(text) {
  let [depth, parameters, defaults] = [1, 1, 0];
  for (const token of text.match(/=>|[<>(){}[\],=]/g)) {
    if ('<({['.includes(token)) depth += 1;
    if ('>)}]'.includes(token)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && token === ',') parameters += 1;
    if (depth === 1 && token === '=') defaults += 1;
  }
  return parameters - defaults;
}
