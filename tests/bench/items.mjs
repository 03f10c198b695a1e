// `cargo xtask bench items`: a real local model answers small tasks that can be graded, once alone and once with each strategy, and the
// shares of right answers are printed with their intervals, whatever they show.
//
//   node items.mjs [--gguf FILE] [--items N] [--only classic,keep-best] [--fresh] [--looks free|exact]
//
// `--looks` measures a critic instead: one look at four drafts, beside a look at each. `exact` holds it to one entry a draft, which no
// request of the package does: small models write fewer. Results and replies go to target/bench-items/ as they come, so that a cut run goes on where it ended; `--fresh` forgets them.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { sha256 } from '../../examples-js/code-review/local-model.mjs';
import { smallModel } from '../real-model/fetch-model.mjs';
import { isRight } from './items/grade.mjs';
import { makeItems } from './items/items.mjs';
import { localModel, named } from './items/local.mjs';
import { looks, looksReport } from './items/looks.mjs';
import { report } from './items/report.mjs';
import { answer, common, ways } from './items/ways.mjs';
import { chosen, wholeNumber } from './table.mjs';

const { values } = parseArgs({
  options: {
    gguf: { type: 'string' },
    items: { type: 'string', default: '60' },
    only: { type: 'string' },
    fresh: { type: 'boolean' },
    looks: { type: 'string' },
  },
});
const items = makeItems(wholeNumber('items', values.items, 10_000));
const names = chosen(ways, values.only);

const file = values.gguf ?? (await smallModel());
const hash = await sha256(file);
const folder = fileURLToPath(new URL('../../target/bench-items/', import.meta.url));
const [memory, log] = [`${folder}${hash.slice(0, 12)}-replies.jsonl`, `${folder}${hash.slice(0, 12)}-results.jsonl`];
mkdirSync(folder, { recursive: true });
if (values.fresh) for (const path of [memory, log]) rmSync(path, { force: true });
const results = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(JSON.parse) : [];

const local = await localModel(file, memory);
const root = dirname(createRequire(import.meta.url).resolve('reflect-engine/package.json'));
const wasm = readFileSync(`${root}/reflect_engine_bg.wasm`);
const build = createHash('sha256').update(wasm).digest('hex').slice(0, 12);
console.log(
  `${local.name} (sha256 ${hash.slice(0, 12)}…), ${items.length} items, ${named()}\n${common}; the package's wasm is ${build}\n`,
);
if (values.looks) {
  const exact = values.looks === 'exact';
  console.log(looksReport(await looks(items, (request, seed) => local.ask({ ...request, exact }, seed))));
  await local.close();
  process.exit();
}
const wanted = [];
for (const way of names) {
  for (const [at, item] of items.entries()) {
    // What another build of the package did says nothing about this one.
    const before = results.find(
      (result) => result.way === way && result.input === item.input && result.name === item.name && result.build === build,
    );
    wanted.push(before ?? (await graded(way, item, at)));
  }
  const done = wanted.filter((result) => result.way === way);
  console.error(
    `${way}: ${done.filter(({ right }) => right).length} of ${done.length} right, ${local.written()} replies written so far`,
  );
}
await local.close();
console.log(report(wanted));
console.log(
  '\ns: seconds of writing a task; a reply to the same request with the same seed is written once and counted in full for each way.' +
    '\nmended, spoilt: wrong at first and right in the end, and the reverse. broken: the run rejected; it counts as wrong.',
);

async function graded(way, item, at) {
  const tally = { calls: 0, seconds: 0 };
  const model = async (request) => {
    tally.calls += 1;
    // One for each call of each item, whatever the strategy; another for each attempt.
    const { callId, attempt = 1 } = request;
    const seed = createHash('sha256').update(`${at} ${callId} ${attempt}`).digest().readUInt32LE() >>> 1;
    const { seconds, ...reply } = await local.ask(request, seed);
    tally.seconds += seconds;
    return reply;
  };
  const end = await answer(way, item, model);
  const { name, kind, input } = item;
  const result = {
    way,
    name,
    kind,
    input,
    build,
    right: end.broken === undefined && isRight(item, end.output),
    ...end,
    ...tally,
  };
  appendFileSync(log, `${JSON.stringify(result)}\n`);
  return result;
}
