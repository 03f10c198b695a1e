// Draws functions of `src/` by a seed and prints what a reader of names sees: the type, the name and the signature, no body and no comment.
// `node tests/names/draw.mjs 20261129` prints 30; `node tests/names/draw.mjs` the share of names of one word.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { numbers, shuffle } from '../random.mjs';

const DRAWN = 30;
const root = new URL('../../', import.meta.url);
const files = execFileSync('git', ['ls-files', 'src/*.rs'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** The functions of a file: name, the head of the block around it, the signature on one line. Tests have no readers. */
function functions(file) {
  const lines = readFileSync(new URL(file, root), 'utf8').split('\n');
  const found = [];
  let owner = '';
  for (const [at, line] of lines.entries()) {
    const head = /^ *(?:pub )?((?:impl|trait)\b.*?) *\{?$/u.exec(line)?.[1];
    if (head !== undefined) owner = head;
    if (line.startsWith('}')) owner = '';
    const name = /^[^/"]*\bfn ([a-z0-9_]+)/u.exec(line)?.[1];
    if (name === undefined || lines[at - 1]?.trim() === '#[test]') continue;
    let end = at;
    while (!/[{;}]$/u.test(lines[end])) end += 1;
    const signature = lines
      .slice(at, end + 1)
      .map((part) => part.trim())
      .join(' ')
      .replace(/ *\{$|;$/u, '');
    found.push({ name, file, at: at + 1, shown: owner === '' ? signature : `${owner} { ${signature} }` });
  }
  return found;
}

const all = files.flatMap(functions);
const seed = process.argv[2];
if (seed === undefined) {
  const short = all.filter(({ name }) => !name.includes('_')).length;
  console.log(`${short} of ${all.length} names are one word (${Math.round((100 * short) / all.length)} %)`);
} else {
  const withPlaces = process.argv[3] === '--places';
  for (const [at, drawn] of shuffle(all, numbers(Number(seed)))
    .slice(0, DRAWN)
    .entries()) {
    console.log(`${at + 1}. ${drawn.shown}${withPlaces ? `  (${drawn.file}:${drawn.at})` : ''}`);
  }
}
