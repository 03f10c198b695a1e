import { MAX_MESSAGE } from '../check/body.js';

/**
 * The lines of a stream; `undefined` for one that is too long. `readline` also ends one at separators that JSON holds as they are, and has
 * no limit.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let line: string | undefined = '';
  for await (const bytes of stream) {
    const [end = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    line = joined(line, end);
    for (const next of more) {
      yield line?.replace(/\r$/, '');
      line = joined('', next);
    }
  }
  if (line !== '') yield line;
}

/** What is too long is let go. */
function joined(line: string | undefined, more: string): string | undefined {
  return line === undefined || line.length + more.length > MAX_MESSAGE ? undefined : line + more;
}
