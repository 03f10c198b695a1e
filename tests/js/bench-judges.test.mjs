// The figures of `cargo xtask bench judges`: how they are counted, and that docs/evidence.md has them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { confirmations, differences, noneRight } from '../bench/judges/confirm.mjs';
import { shareOf } from '../bench/judges/logs.mjs';
import { worthOf } from '../bench/judges/worth.mjs';
import { tables } from '../bench/judges.mjs';

const evidence = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8');

test('docs/evidence.md has each row', () => {
  const rows = tables().filter((line) => line.startsWith('|'));
  assert.ok(rows.length > 20);
  assert.deepEqual(
    rows.filter((row) => !evidence.includes(`\n${row}\n`)),
    [],
  );
});

const pair = (points, chosen) => ({ judge: 'GPT-4', set: 'Natural', right: 1, points, pair: chosen });

test('a choice is accepted alone by its points, and turned if it is chosen again', () => {
  const rows = [
    pair([9, 2], ['1', '1']), // both looks accept the right one
    pair([7, 2], ['1', '1']), // alone it is lost
    pair([9, 9], ['1', '2']), // chosen by its place: turned, it is lost once
    pair([2, 9], ['2', '2']), // both looks accept the wrong one
  ];
  const [row] = confirmations(rows);
  const [, pairs, chosen, ...second] = row.split(' | ').map((cell) => cell.split(' ')[0]);
  assert.deepEqual([pairs, chosen], ['4', '37.5']);
  assert.deepEqual(second, ['25.0', '37.5', '12.5', '25.0', '37.5', '25.0']);
  assert.match(differences(rows)[0], /GPT-4.*: -12\.5 .* right ones lost, -12\.5 .* wrong ones accepted/);
  assert.match(noneRight(rows)[0], /accepted alone in 50\.0 .*, and chosen in both orders in 75\.0/);
});

test('an acceptance is worth the odds after it, and an interval counts tasks', () => {
  const tasks = [
    [{ right: true, accepted: true }],
    [{ right: false, accepted: true }],
    [{ right: true, accepted: true }],
    [{ right: false, accepted: false }],
  ];
  assert.match(worthOf('a', 'b', tasks), /^a \| b \| 4 \| 50\.0 ± \S+ \| 3 \| 66\.7 ± \S+ \| 1\.00 → 2\.00 \| 2\.0$/);
  const alike = (times) => shareOf([1, 0, 1, 0].map((hits) => ({ hits: hits * times, of: times })));
  assert.ok(Math.abs(alike(10).half - alike(1).half) < 1e-9, 'ten drafts that are alike say no more than one');
});
