// Elements whose texts are texts: nothing here, and nothing in the folder, turns a text into markup.

export type Child = Node | string | number | undefined | false;

/** An element with these attributes and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  for (const child of children)
    if (child !== undefined && child !== false) made.append(child instanceof Node ? child : `${child}`);
  return made;
}

/** Characters that are laid out at once. */
const PART = 20_000;

/** A text that somebody else wrote: it has its own direction, and its own lines. A long one is shown part by part. */
export function quoted(value: string | undefined, tag: 'p' | 'span' | 'li' | 'pre' = 'p'): HTMLElement {
  // A file may have anything in the place of a text.
  const text = `${value ?? ''}`;
  const made = h(tag, { class: 'quoted', dir: 'auto' }, partOf(text, 0));
  let length = made.textContent.length;
  if (length === text.length) return made;
  const name = () => `Show more: ${(text.length - length).toLocaleString('en')} characters are left`;
  const more = pressed(name(), () => {
    const part = partOf(text, length);
    length += part.length;
    more.before(part);
    more.textContent = name();
    if (length === text.length) more.remove();
  });
  made.append(more);
  return made;
}

/** A part of a text that ends between two characters. */
function partOf(text: string, from: number): string {
  const end = from + PART;
  return text.slice(from, (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end);
}

/** A small button. */
export function pressed(name: Child, act: () => void): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'quiet' }, name);
  button.addEventListener('click', act);
  return button;
}

/** A card with a heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'card', 'aria-label': title }, h('h2', {}, title), ...children);
}

/** A list of texts; nothing for none. */
export function listed(texts: readonly string[] = [], label?: string): HTMLElement | false {
  return texts.length > 0 && h('ul', { 'aria-label': label }, ...texts.map((text) => quoted(text, 'li')));
}

/** A table that scrolls by itself, also by the keyboard. */
export function wide(label: string, table: HTMLElement): HTMLElement {
  return h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': label }, table);
}

/** Words of ours: those that are there, with spaces for the underscores of codes. */
export function words(...parts: readonly (string | undefined | false)[]): string {
  return parts
    .flatMap((part) => part || [])
    .join(' · ')
    .replaceAll('_', ' ');
}

export function table(head: readonly string[], rows: readonly (readonly (string | Node)[])[], caption?: string): HTMLElement {
  const heads = head.map((name) => h('th', { scope: 'col' }, name));
  const body = rows.map((row) =>
    h('tr', {}, ...row.map((cell) => h('td', {}, typeof cell === 'string' ? quoted(cell, 'span') : cell))),
  );
  const title = caption !== undefined && h('caption', {}, caption);
  return h('table', {}, title, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...body));
}

/** What is made when somebody opens it. */
export function folded(title: Child, make: () => Child[]): HTMLDetailsElement {
  const made = h('details', {}, h('summary', {}, title));
  made.addEventListener('toggle', () => made.append(...h('div', {}, ...tried(make)).childNodes), { once: true });
  return made;
}

/** What is made, or why it cannot be. */
function tried(make: () => Child[]): Child[] {
  try {
    return make();
  } catch (error) {
    return [h('p', { class: 'bad' }, `this cannot be shown: ${(error as Error).message}`)];
  }
}

/** A part of the page, made anew only when what it shows has changed: what is open, focused or selected elsewhere stays so. */
export interface Part {
  /** Of no other part beside it. */
  key: string;
  from: unknown;
  make(): Element;
}

/** What an element shows, and which parts it is to have. */
const partIn = new WeakMap<Element, Part>();
const partsOf = new WeakMap<Element, readonly Part[]>();
/** Milliseconds of making parts between two frames. */
const FRAME_MS = 16;

/** Makes the children of an element these parts: what takes long goes on in the next frame, unless other parts are wanted by then. */
export async function update(parent: Element, parts: readonly Part[]): Promise<void> {
  partsOf.set(parent, parts);
  parent.setAttribute('aria-busy', 'true');
  const old = new Map([...parent.children].map((child) => [partIn.get(child)?.key, child]));
  const stays = (part: Part) => {
    const child = old.get(part.key);
    return child !== undefined && isSame(partIn.get(child)?.from, part.from) ? child : undefined;
  };
  const kept = parts.map(stays);
  for (const child of old.values()) if (!kept.includes(child)) child.remove();
  let at = parent.firstElementChild;
  let due = performance.now() + FRAME_MS;
  for (const [place, part] of parts.entries()) {
    if (performance.now() > due) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (partsOf.get(parent) !== parts) return;
      due = performance.now() + FRAME_MS;
    }
    const element = kept[place] ?? (tried(() => [part.make()])[0] as Element);
    partIn.set(element, part);
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
  parent.removeAttribute('aria-busy');
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  const is = (key: string) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]);
  return keys.length === Object.keys(other).length && keys.every(is);
}
