import { ReflectEngine } from '../engine/engine.js';
import { unmet } from '../run/judgement.js';
import type { Reading } from '../types.js';
import type { Arguments } from './arguments.js';
import { modelOf } from './client.js';
import { emptyFile, missingCriteriaFile, wrongReviewFormat } from './errors.js';
import { criteriaIn, readText, resultOf } from './run.js';
import { print, printLine } from './screen.js';

/** The exit code is 0 where all files are accepted, and 2 where one could not be judged. */
export async function review({ words, flags, json }: Arguments): Promise<number> {
  const { criteria: file, format = 'text' } = flags;
  if (file === undefined) throw missingCriteriaFile();
  if (format !== 'text' && format !== 'github') throw wrongReviewFormat(format);
  const model = modelOf(flags.model, flags);
  const criteria = await criteriaIn(file);
  const texts = await Promise.all(words.map(async (path) => ({ path, draft: await readText(path) })));
  const empty = texts.find(({ draft }) => draft.trim() === '');
  if (empty !== undefined) throw emptyFile(empty.path);
  const engine = new ReflectEngine({ criteria, maxReflections: 0, advanced: { maxCritiqueFailures: 1 } });
  let code = 0;
  for (const { path, draft } of texts) {
    const input = `Write ${path} so that it meets the criteria.`;
    const { accepted, trace, errors } = await engine.run({ input, draft, model }).catch(resultOf);
    const isHeard = trace.critiqueStatus === 'read' || trace.critiqueStatus === 'contradictory';
    const faults = accepted ? [] : faultsIn(criteria, isHeard ? trace.critique : undefined, errors);
    if (!accepted) code = Math.max(code, isHeard ? 1 : 2);
    if (json) print(JSON.stringify({ file: path, accepted, faults }));
    else if (format === 'github') for (const fault of faults) printLine(`::error file=${escaped(path, true)}::${escaped(fault)}`);
    else {
      const verdict = accepted ? 'accepted' : isHeard ? 'not accepted' : 'not judged';
      for (const line of [`${path}: ${verdict}`, ...faults.map((fault) => `  - ${fault}`)]) printLine(line);
    }
  }
  return code;
}

/** What is wrong with a file that was not accepted; where no critic could be heard, why. */
function faultsIn(criteria: string[], critique: Reading | undefined, errors: { message: string }[]): string[] {
  if (critique === undefined) return [...new Set(errors.map(({ message }) => message))];
  const { criteriaMet, suggestions = [], issues, reasoning } = critique;
  const faults = [...unmet(criteria, criteriaMet), ...issues, ...suggestions];
  return faults.length > 0 ? faults : [reasoning || 'the critic was not sure'];
}

/** As a workflow command of GitHub wants it. */
function escaped(text: string, isProperty = false): string {
  const escapes: Record<string, string> = { '%': '%25', '\r': '%0D', '\n': '%0A', ...(isProperty && { ':': '%3A', ',': '%2C' }) };
  return text.replace(/[%\r\n:,]/g, (letter) => escapes[letter] ?? letter);
}
