// Search in the visitor's own tab. The texts are fetched at the first use.

import MiniSearch from 'minisearch';
import { find, h } from './play/dom.js';

const root = new URL('.', import.meta.url);
const form = document.querySelector('form[role=search]');
const field = form.querySelector('input');
const found = find('found');
let search;

/** Every section of every page. */
function texts() {
  search ??= fetch(new URL('search.json', root))
    .then((response) => response.json())
    .then((sections) => {
      const fields = ['words', 'title', 'text'];
      const split = MiniSearch.getDefault('tokenize');
      const tokenize = (text) => split(text).flatMap(partsOf);
      // A page explains; a declaration, or the history, repeats its words.
      const boostDocument = (_, __, { url }) => (/^(?:api\/|CHANGELOG)/.test(url) ? 0.4 : 1);
      const searchOptions = { boost: { words: 4, title: 2 }, boostDocument, prefix: true, fuzzy: 0.15, combineWith: 'AND' };
      const index = new MiniSearch({ tokenize, processTerm, fields, storeFields: ['url', 'title', 'words'], searchOptions });
      index.addAll(sections.map(([url, title, words, text], id) => ({ id, url, title, words, text })));
      return index;
    });
  return search;
}

/** A word, and the words in a name: `callTimeoutMs` is found by "timeout". */
function partsOf(word) {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
  return parts.length > 1 ? [word, ...parts] : parts;
}

/** "retry", "retries" and "retried" are one. */
function processTerm(word) {
  return word.toLowerCase().replace(/(?:y|ies|ied)$/, 'i');
}

async function show() {
  const query = field.value.trim();
  const results = query === '' ? [] : (await texts()).search(query).slice(0, 12);
  if (field.value.trim() !== query) return;
  found.hidden = query === '';
  const links = results.map(({ url, title, words }) => {
    const from = title !== words && h('small', { textContent: title });
    return h('a', { href: new URL(url, root).href, textContent: words }, from);
  });
  found.replaceChildren(...(links.length > 0 ? links : [`Nothing is found for “${query}”.`]));
}

form.hidden = false;
field.addEventListener('focus', texts);
field.addEventListener('input', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === 'Escape') {
    field.value = '';
    found.hidden = true;
  }
});
