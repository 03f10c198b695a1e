// `TextEncoder` and `TextDecoder` for the wasm-bindgen glue, which makes one of each when the module is evaluated. The
// build points the glue's two names here, so that it also loads in hosts that have neither.

/** What the glue uses of `TextEncoder`. */
interface Encoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}

/** What the glue uses of `TextDecoder`. */
interface Decoder {
  decode(bytes?: Uint8Array): string;
}

class Utf8Encoder implements Encoder {
  encode(text: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(text.length * 3);
    return bytes.slice(0, this.encodeInto(text, bytes).written);
  }

  encodeInto(text: string, into: Uint8Array): { read: number; written: number } {
    let read = 0;
    let bytes = 0;
    while (read < text.length) {
      let point = text.codePointAt(read) ?? 0;
      const units = point > 0xffff ? 2 : 1;
      if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd; // half of a pair, as TextEncoder has it
      const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (bytes + size > into.length) break;
      if (size === 1) {
        into[bytes] = point;
      } else {
        for (let i = size - 1; i > 0; i--) {
          into[bytes + i] = 0x80 | (point & 0x3f);
          point >>= 6;
        }
        into[bytes] = (0xf00 >> size) | point;
      }
      bytes += size;
      read += units;
    }
    return { read, written: bytes };
  }
}

class Utf8Decoder implements Decoder {
  /** Bytes come from Rust's `str` and are always valid UTF-8. */
  decode(bytes: Uint8Array = new Uint8Array()): string {
    let text = '';
    const units: number[] = [];
    for (let i = 0; i < bytes.length; ) {
      const lead = bytes[i++] ?? 0;
      const more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
      let point = more === 0 ? lead : lead & (0x3f >> more);
      for (let left = more; left > 0; left--) point = (point << 6) | ((bytes[i++] ?? 0) & 0x3f);
      if (point > 0xffff) units.push(0xd7c0 + (point >> 10), 0xdc00 | (point & 0x3ff));
      else units.push(point);
      if (units.length >= 4096) text += String.fromCharCode(...units.splice(0));
    }
    return text + String.fromCharCode(...units);
  }
}

type Make<T> = new (label?: string, options?: { ignoreBOM?: boolean; fatal?: boolean }) => T;
// Written so that a bundler sees that nothing happens here, and leaves out what is not used.
const HostEncoder = (typeof TextEncoder === 'undefined' ? Utf8Encoder : TextEncoder) as Make<Encoder>;
const HostDecoder = (typeof TextDecoder === 'undefined' ? Utf8Decoder : TextDecoder) as Make<Decoder>;

export { HostDecoder as TextDecoder, HostEncoder as TextEncoder, Utf8Decoder, Utf8Encoder };
