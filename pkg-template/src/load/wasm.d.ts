// The wasm of a part of the core, which the build fills in: base64, in workerd a compiled module, in `slim` the name of its file.
declare module 'wasm:*' {
  const source: string;
  export default source;
}
