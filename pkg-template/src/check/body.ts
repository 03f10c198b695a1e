// Bytes from outside as texts: a body whole or not at all, and a stream line by line.

/** Bytes of a body, or characters of a line or an event; of a larger one nothing is kept. */
export const MAX_MESSAGE = 16_777_216;

/** What a server says that was told of nobody whom it serves, and what it says to others. */
export const CLOSED = 'closed: this server was given no `authorize`';
export const NOT_ALLOWED = 'this request is not allowed';

/** The text of a body. Throws a `RangeError` for one that is too large, before it has all of it. */
export async function textOf({ body }: Request | Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += bytes.byteLength;
    if (size > MAX_MESSAGE) throw new RangeError(`a body must have at most ${MAX_MESSAGE} bytes`);
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

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
