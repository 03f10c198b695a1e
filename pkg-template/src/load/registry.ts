// `FinalizationRegistry` for the wasm-bindgen glue, which makes one for each class when the module is evaluated. The build points the
// glue's name here: the host's own is made when the first object is registered, since nothing may run at import.

type Host = new (
  cleanup: (held: unknown) => void,
) => { register(target: object, held: unknown, token?: object): void; unregister(token: object): void };
const host = globalThis as unknown as { FinalizationRegistry?: Host };

class LazyRegistry {
  private readonly cleanup: (held: unknown) => void;
  private made: InstanceType<Host> | undefined;

  constructor(cleanup: (held: unknown) => void) {
    this.cleanup = cleanup;
  }

  register(target: object, held: unknown, token?: object): void {
    if (this.made === undefined && typeof host.FinalizationRegistry === 'function') {
      this.made = new host.FinalizationRegistry(this.cleanup);
    }
    this.made?.register(target, held, token);
  }

  unregister(token: object): void {
    this.made?.unregister(token);
  }
}

export { LazyRegistry as FinalizationRegistry };
