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

/** A text that somebody else wrote: it has its own direction, and its own lines. */
export function quoted(text: string, tag: 'p' | 'span' | 'li' | 'pre' = 'p'): HTMLElement {
  return h(tag, { class: 'quoted', dir: 'auto' }, text);
}

/** A card with a heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'card', 'aria-label': title }, h('h2', {}, title), ...children);
}

/** A list of texts; nothing for none. */
export function listed(texts: readonly string[] = [], label?: string): HTMLElement | false {
  return texts.length > 0 && h('ul', { 'aria-label': label }, ...texts.map((text) => quoted(text, 'li')));
}

/** Words of ours: those that are there, with spaces for the underscores of codes. */
export function words(...parts: readonly (string | undefined | false)[]): string {
  const there = parts.filter((part) => part !== undefined && part !== false && part !== '') as string[];
  return there.map((part) => part.replaceAll('_', ' ')).join(' · ');
}

export function table(head: readonly string[], rows: readonly (readonly (string | Node)[])[], caption?: string): HTMLElement {
  const heads = head.map((name) => h('th', { scope: 'col' }, name));
  const body = rows.map((row) =>
    h('tr', {}, ...row.map((cell) => h('td', {}, typeof cell === 'string' ? quoted(cell, 'span') : cell))),
  );
  const title = caption !== undefined && h('caption', {}, caption);
  return h('table', {}, title, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...body));
}

/** What is shown when somebody opens it. */
export function folded(title: string, ...children: Child[]): HTMLElement {
  return h('details', {}, h('summary', {}, title), ...children);
}

/** A part of the page, made anew only when what it shows has changed: what is open, focused or selected elsewhere stays so. */
export interface Part {
  key: string;
  from: unknown;
  make(): Element;
}

const shown = new WeakMap<Element, string>();

export function update(parent: Element, parts: readonly Part[]): void {
  const old = new Map([...parent.children].map((child) => [shown.get(child), child]));
  let at = parent.firstElementChild;
  for (const { key, from, make } of parts) {
    const known = JSON.stringify([key, from]);
    const element = old.get(known) ?? make();
    shown.set(element, known);
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
    old.delete(known);
  }
  for (const gone of old.values()) gone.remove();
}
