// Writes docs/reference.md from the declarations and from what the core knows of other libraries' words: `node xtask/js/reference.mjs`, after
// a build. A test compares the page with what this makes of the package.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The interfaces of settings, with what stands before their keys, and a sentence on each. */
const GROUPS = {
  ReflectSettings: ['', 'Of `new ReflectEngine({ … })`, and of `settings` of a task.'],
  BudgetSettings: ['budget.', 'Each is checked before a call.'],
  AdvancedSettings: ['advanced.', 'Few need one of these.'],
  CritiqueSettings: ['advanced.critique.', 'What a critic is shown.'],
  HistorySettings: ['advanced.history.', 'How much of a run is kept.'],
  JurySettings: ['advanced.jury.', 'How several critics vote.'],
};

const EXAMPLE = `\`\`\`ts
import { ReflectEngine } from 'reflect-engine';

const fault = (settings: object) => {
  try {
    return new ReflectEngine(settings);
  } catch (error) {
    return String(error);
  }
};
console.log(fault({ maxRevisions: 3 })); // ReflectError: unknown setting \`maxRevisions\`, did you mean \`maxReflections\`?
console.log(fault({ maxReflections: 1_000 })); // ReflectError: \`maxReflections\` must be
\`\`\``;

export function referencePage(declarations, words) {
  const tables = Object.entries(GROUPS).map(([name, [start, sentence]]) => {
    const rows = fieldsOf(declarations, name).map(({ key, type, comment }) => {
      const { range, standard } = partsOf(comment);
      const kind = [`\`${type}\``, range].filter(Boolean).join(', ');
      return `| \`${start}${key}\` | ${kind}${standard && `; default ${standard}`} | ${comment} |`;
    });
    const head = '| setting | type, range, default | meaning |\n|---|---|---|';
    return `## ${name}\n\n${sentence}\n\n${[head, ...rows].join('\n')}`;
  });
  const names = [...words.matchAll(/\(\s*&\[([^\]&]+)\],\s*&\[([^\]&]+)\],?\s*\)/g)].map(([, ours, theirs]) =>
    [ours, theirs].map((list) => [...list.matchAll(/"(\w+)"/g)].map(([, word]) => `\`${word}\``).join(', ')),
  );
  if (names.length < 10 || tables.some((table) => table.split('\n').length < 6)) throw new Error('the sources have another form');
  return [
    '# All settings',
    'Every setting, as its type says it: this page is made from the declarations. [Settings](settings.md) explains them in turn.',
    EXAMPLE,
    ...tables,
    '## Names that other libraries use',
    'A key of another library, or an old name, is answered with ours: in settings, tasks and the options of an adapter, in any letter case.',
    ['| there | here |', '|---|---|', ...names.map(([ours, theirs]) => `| ${theirs} | ${ours} |`)].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The keys of an interface, each with its type and its comment in one line. */
function fieldsOf(declarations, name) {
  const [, body] = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(declarations);
  const fields = [...body.matchAll(/(?: {4}\/\*\*\n((?: {5}\* .*\n)*) {5}\*\/\n)? {4}(\w+)\?: (.*);/g)].map(
    ([, comment = '', key, type]) => ({
      key,
      type: type.replace(' | undefined', '').replaceAll('|', '\\|'),
      comment: comment
        .replace(/^ *\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .replaceAll('|', '\\|')
        .trim(),
    }),
  );
  const all = [...body.matchAll(/^ {4}(\w+)\?: /gm)].map(([, key]) => key);
  if (fields.map(({ key }) => key).join() !== all.join()) throw new Error(`not all keys of ${name} are read`);
  return fields;
}

/** The range and the default, which stand in the sentences of a comment. */
function partsOf(comment) {
  const range = /`([^`]*\.\.=?[^`]*)`/.exec(comment)?.[1];
  const standard = /\bDefault:? ((?:`[^`]*`|\.(?=\d)|[^`.:;])*)/.exec(comment)?.[1];
  return { range: range === undefined ? '' : readable(range), standard: (standard ?? '').trim() };
}

function readable(range) {
  const [, low, inclusive, high] = /^(.*?)\.\.(=?)(.*)$/.exec(range);
  if (high === '') return `from ${low}`;
  return `${low} to ${inclusive ? high : `below ${high}`}`;
}

/** What the page is for a package folder. */
export function referenceOf(folder) {
  const declarations = readFileSync(new URL('dist/cjs/generated/reflect_engine.d.ts', folder), 'utf8');
  return referencePage(declarations, readFileSync(new URL('src/error/unknown.rs', root), 'utf8'));
}

if (resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  writeFileSync(new URL('docs/reference.md', root), referenceOf(new URL('pkg/', root)));
