// The wasm of a part of the core, which the build fills in: of `wasm` its name, in CommonJS the path of its file, and of `packed` what is
// inside an ES module, its name, its length and LZMA as base64. `wasm:lzma` is base64 alone.
declare module 'wasm:*' {
  const source: string;
  export default source;
}

declare module 'packed:*' {
  const source: string;
  export default source;
}
