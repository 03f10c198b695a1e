// Markdown as HTML, without inline scripts and styles: what is in a page is allowed by `default-src 'self'`.

import hljs from 'highlight.js/lib/common';
import markdownIt from 'markdown-it';

const md = markdownIt({ html: true, highlight });
const { rules } = md.renderer;

function highlight(code, language) {
  return hljs.getLanguage(language) === undefined ? '' : hljs.highlight(code, { language }).value;
}

// What is wider than the page scrolls by itself, also by the keyboard.
const { fence } = rules;
rules.fence = (...args) => fence(...args).replace('<pre>', '<pre tabindex="0">');
rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';

/** `{ html, headings }` of a text: each heading with its level, its words, its `id`, and the words below it. */
export function render(text) {
  // TypeDoc names a title in the line above it.
  const tokens = md.parse(text.replace(/(<a id="[^"]+"><\/a>)\n\n(#+ .*)/g, '$2$1'), {});
  const ids = new Map();
  const headings = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const words = wordsOf(tokens[at + 1]);
      // As GitHub makes it.
      const slug = words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-');
      const before = ids.get(slug) ?? 0;
      ids.set(slug, before + 1);
      const id = idIn(tokens[at + 1]) ?? (before === 0 ? slug : `${slug}-${before}`);
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag[1]), words, id, below: [] });
    } else if (token.type === 'inline') {
      headings.at(-1)?.below.push(wordsOf(token));
      for (const child of token.children) if (child.type === 'link_open') child.attrSet('href', asPage(child.attrGet('href')));
    }
  }
  return { html: md.renderer.render(tokens, md.options, {}), headings };
}

/** The `id` that stands in a title as an element of its own, which leaves it. */
function idIn(title) {
  const at = title.children.findIndex(({ type }) => type === 'html_inline');
  return at < 0 ? undefined : /id="(.*)"/.exec(title.children.splice(at, 2)[0].content)[1];
}

const wordsOf = ({ children }) =>
  children
    .filter(({ type }) => type !== 'html_inline')
    .map(({ content, type }) => (type === 'softbreak' ? ' ' : content))
    .join('');

/** Pages are where their Markdown is. */
const asPage = (href) => (/^\w+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html'));
