import { isReflectError } from '../error.js';
import { replay as replayed, type Trace, traceOf } from '../trace/index.js';
import type { Arguments } from './arguments.js';
import { unusableFile } from './errors.js';
import { jsonIn, readText } from './run.js';
import { print, printResult } from './screen.js';

/** The exit code is that of the run, or says whether `--check` found a difference. */
export async function replay({ words: [file = ''], json, check }: Arguments): Promise<number> {
  const trace = jsonIn(await readText(file), file) as Trace;
  let again: Trace;
  try {
    const result = replayed(trace);
    printResult(result);
    again = traceOf(result);
  } catch (thrown) {
    throw isReflectError(thrown) ? unusableFile(file, thrown) : thrown;
  }
  const keys = Object.keys(again) as (keyof Trace)[];
  const different = check ? keys.filter((key) => JSON.stringify(again[key]) !== JSON.stringify(trace[key])) : [];
  if (json) print(JSON.stringify(again.result, undefined, 2));
  else if (!check) print(again.result.output);
  else print(different.length === 0 ? 'the same to the byte' : `different: ${different.join(', ')}`);
  if (check) return different.length === 0 ? 0 : 1;
  return again.result.accepted ? 0 : 1;
}
