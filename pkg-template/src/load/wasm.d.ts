// The wasm of a part of the core, which the build fills in: base64, in `slim` the name of its file, in CommonJS its path.
declare module 'wasm:*' {
  const source: string;
  export default source;
}

// The build makes a function of the library, which is evaluated by each call.
declare module 'tiny-inflate' {
  const inflater: () => (deflated: Uint8Array, into: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  export default inflater;
}
