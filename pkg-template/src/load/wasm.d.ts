// The wasm of a part of the core, which the build fills in: base64, in `slim` the name of its file, in CommonJS its path.
declare module 'wasm:*' {
  const source: string;
  export default source;
}

// fflate's `inflateSync`, in a function that the build makes: it makes its tables when it is called, and not at import.
declare module 'lazy:fflate' {
  const inflater: () => (deflated: Uint8Array, options: { out: Uint8Array<ArrayBuffer> }) => Uint8Array<ArrayBuffer>;
  export default inflater;
}
