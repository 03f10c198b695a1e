// Logs of other people's loops, and what plays them to the engine. A log holds verdicts and scores; most texts are left out of it.
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../shared/replay/', import.meta.url);
const shared = existsSync(folder);
if (!shared && process.env.CI === 'true') throw new Error('no shared cases, and CI=true');

/** For a test's options: logs are not part of this repository. */
export const withLogs = { skip: shared ? false : 'no shared cases' };

/** The records of one log. */
export function records(name) {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/**
 * A model that writes what the log has: its k-th draft is the k-th of the log, whatever it is asked for. Where the log ends it fails,
 * and the engine goes on with what it has.
 */
export function writes(drafts) {
  return ({ iteration }) => {
    const draft = drafts[iteration - 1];
    if (draft === undefined) throw new Error(`the log ends after ${drafts.length} drafts`);
    return draft;
  };
}

/** A verifier that says of a draft what the log says of it. */
export function succeeds(drafts, success) {
  return (draft) => {
    const at = drafts.indexOf(draft);
    if (at < 0) throw new Error(`no draft of the log: ${draft}`);
    return { passed: success[at] };
  };
}

export function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Prints rows under their heads as a Markdown table. */
export function show(title, heads, rows) {
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  console.log(`\n${title}\n\n${lines.join('\n')}\n`);
}
