// The wasm of a part of the core, which the build fills in: its name, its length and LZMA as base64, in `slim` the name of its file, in
// CommonJS its path. That of `lzma` is base64 alone.
declare module 'wasm:*' {
  const source: string;
  export default source;
}
