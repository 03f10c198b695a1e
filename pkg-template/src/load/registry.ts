// `FinalizationRegistry` for the wasm-bindgen glue, which makes one for each class when the module is evaluated. The build points the
// glue's name here: the host's own is made when the first object is registered, since nothing may run at import.

type Host = new (
  cleanup: (held: unknown) => void,
) => { register(target: object, held: unknown, token?: object): void; unregister(token: object): void };
const host = globalThis as unknown as { FinalizationRegistry?: Host };

class LazyRegistry {
  readonly #cleanup: (held: unknown) => void;
  #made: InstanceType<Host> | undefined;

  constructor(cleanup: (held: unknown) => void) {
    this.#cleanup = cleanup;
  }

  register(target: object, held: unknown, token?: object): void {
    this.#made ??= registryOf(this.#cleanup);
    this.#made.register(target, held, token);
  }

  unregister(token: object): void {
    this.#made?.unregister(token);
  }
}

/** Without one, or with Temporal's, which throws, what nobody frees stays as long as the wasm does. */
function registryOf(cleanup: (held: unknown) => void): InstanceType<Host> {
  try {
    if (typeof host.FinalizationRegistry === 'function') return new host.FinalizationRegistry(cleanup);
  } catch {
    // As if there were none.
  }
  return { register() {}, unregister() {} };
}

export { LazyRegistry as FinalizationRegistry };
