// The body of a message from outside, whole or not at all.

/** Bytes of a body, or characters of a line or an event; of a larger one nothing is kept. */
export const MAX_MESSAGE = 16_777_216;

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
