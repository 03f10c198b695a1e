// `cargo xtask bench judges`: what an acceptance is worth, by who accepts it, and by which second look what a joint look chose is confirmed.
// From logs alone: those of judges/ and the critiques of code/pools. It prints the tables of docs/evidence.md.

import { confirmations, differences, noneRight, noRightDraft } from './judges/confirm.mjs';
import { acceptances } from './judges/worth.mjs';

/** The lines of both tables. @returns {string[]} */
export function tables() {
  return [
    '| pairs | wrong ones chosen | alone: right ones lost | wrong ones accepted | turned: lost | accepted | both: lost | accepted',
    ...confirmations(),
    '',
    ...differences(),
    ...noneRight(),
    ...noRightDraft(),
    '',
    'who accepts | of what | drafts | right before, % | accepted | right of these, % | odds before → after | times',
    ...acceptances(),
  ].map((line) => (line === '' || !line.includes(' | ') ? line : `| ${line} |`));
}

if (process.argv[1]?.endsWith('judges.mjs')) console.log(tables().join('\n'));
