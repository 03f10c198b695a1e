interface Host {
  readonly Uint8Array: { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  readonly Buffer?: { from: (text: string, encoding: 'base64') => Uint8Array<ArrayBuffer> };
  readonly atob?: (text: string) => string;
}

/** Decodes base64 by the fastest way that the host has. `Uint8Array.from(atob(…))` is four times slower than any. */
export function decodeBase64(text: string, host: Host = globalThis as unknown as Host): Uint8Array<ArrayBuffer> {
  if (typeof host.Uint8Array.fromBase64 === 'function') return host.Uint8Array.fromBase64(text);
  if (typeof host.Buffer?.from === 'function') return host.Buffer.from(text, 'base64');
  if (typeof host.atob === 'function') {
    const binary = host.atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }
  return decodeByHand(text);
}

/** For hosts with nothing but the language, such as a bare `node:vm` context or a workflow isolate. */
function decodeByHand(text: string): Uint8Array<ArrayBuffer> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const values = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;

  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const sextet = (at: number): number => values[text.charCodeAt(at)] ?? 0;
  for (let i = 0, at = 0; i < text.length; i += 4) {
    const group = (sextet(i) << 18) | (sextet(i + 1) << 12) | (sextet(i + 2) << 6) | sextet(i + 3);
    // Writes past the end of a typed array are ignored, which drops what the padding meant.
    bytes[at++] = group >> 16;
    bytes[at++] = group >> 8;
    bytes[at++] = group;
  }
  return bytes;
}
