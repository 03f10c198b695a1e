// `URL` for the JSON Schema validator, which makes one when its module is evaluated and resolves `$id` and `$ref` with it. The
// build points the validator's name here, so that it also loads in hosts that have none.

/** What the validator uses of `URL`. */
class PlainURL {
  readonly #base: string;
  #fragment = '';

  constructor(reference: string, base = '') {
    const [front = '', ...rest] = reference.split('#');
    this.hash = rest.join('#');
    this.#base = PlainURL.#resolve(front, base.split('#')[0] ?? '');
  }

  get hash(): string {
    return this.#fragment === '' ? '' : `#${this.#fragment}`;
  }

  /** The real one also takes it with its `#`, which the validator never gives. */
  set hash(fragment: string) {
    this.#fragment = fragment;
  }

  get href(): string {
    return this.#base + this.hash;
  }

  static #resolve(front: string, base: string): string {
    if (front === '') return base;
    if (/^[a-z][a-z0-9+.-]*:/i.test(front)) return front;
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(base)?.[0] ?? '';
    if (front.startsWith('/')) return origin + front;
    return base.length > origin.length ? base.slice(0, base.lastIndexOf('/') + 1) + front : `${origin}/${front}`;
  }
}

type MakeURL = new (reference: string, base?: string) => { href: string; hash: string };

// So that bundlers see that it does nothing: they leave it out where there is no validator.
const HostURL: MakeURL = typeof URL === 'undefined' ? PlainURL : URL;

export { HostURL as URL };
