// Names that the build fills in, for each half of the core.

/** The wasm as base64 text. */
declare module 'wasm:*/base64' {
  const base64: string;
  export default base64;
}

/** The wasm as a module that the host compiled; becomes `../X_bg.wasm`. */
declare module 'wasm:*/module' {
  const module: WebAssembly.Module;
  export default module;
}
