// What a command came to, for CI: a report in the form of JUnit, and a line in the summary of a job on GitHub.

import { appendFileSync } from 'node:fs';
import { describeError } from '../error.js';
import { write } from './run.js';
import { note } from './screen.js';

/** A test of a report; it has passed where it has nothing else. */
export interface Case {
  name: string;
  seconds?: number;
  failure?: string | undefined;
  /** It is not as it should be, and need not be. */
  skipped?: string | undefined;
  /** It could not be tried. */
  error?: string | undefined;
  /** What it was about. */
  text?: string | undefined;
}

const ENDS = ['failure', 'skipped', 'error'] as const;

/** Writes suites of tests to a file. */
export async function writeJunit(file: string, suites: Readonly<Record<string, readonly Case[]>>): Promise<void> {
  const lines = Object.entries(suites).flatMap(([name, cases]) => {
    const counts = ENDS.map(
      (end) => `${end}${end === 'skipped' ? '' : 's'}="${cases.filter((one) => one[end] !== undefined).length}"`,
    );
    return [
      ` <testsuite name="${escapeXml(name)}" tests="${cases.length}" ${counts.join(' ')}>`,
      ...cases.flatMap((one) => linesOf(one, name)),
      ' </testsuite>',
    ];
  });
  await write(
    file,
    ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="reflect-engine">', ...lines, '</testsuites>', ''].join('\n'),
  );
}

function linesOf(one: Case, suite: string): string[] {
  const { name, seconds, text = '' } = one;
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`;
  const start = `  <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"${time}`;
  const end = ENDS.find((end) => one[end] !== undefined);
  if (end === undefined) return [`${start}/>`];
  return [`${start}>`, `   <${end} message="${escapeXml(one[end] ?? '')}">${escapeXml(text)}</${end}>`, '  </testcase>'];
}

/** Adds a line to the summary that GitHub shows of a job; elsewhere there is none. */
export function summarize(file: string, figures: readonly string[]): void {
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, `- \`${file.replace(/[`\s]+/g, ' ')}\`: ${figures.join('; ')}\n`);
  } catch (thrown) {
    note(`the summary of the job cannot be written: ${describeError(thrown)}`);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };

/** Text in XML, which has no control characters and no halves of pairs. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\n]/g, (letter) => ENTITIES[letter] ?? letter);
}
