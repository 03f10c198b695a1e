// A page around its text. The list of all pages comes after it, and stands beside it where there is room.

const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'";

export const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** `path`: of the page, from the root of the site, without its ending. `markdown`: where it is as Markdown. `head`: what else it loads. */
export function layout({ menu, path, title, summary, html, headings, markdown = path, policy = '', head = '' }) {
  const up = '../'.repeat(path.split('/').length - 1);
  const name = title === 'reflect-engine' ? title : `${title} · reflect-engine`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}${policy}">
<meta name="viewport" content="width=device-width">
<meta name="description" content="${escaped(summary)}">
<title>${escaped(name)}</title>
<link rel="icon" href="${up}icon.svg">
<link rel="stylesheet" href="${up}style.css">
<link rel="alternate" type="text/markdown" href="${up}${markdown}.md">
<script type="module" src="${up}search.js"></script>${head}
</head>
<body>
<header>
<a class="home" href="${up}index.html">reflect-engine</a>
<form role="search" hidden><input type="search" aria-label="Search" placeholder="Search  /" autocomplete="off"></form>
<a class="menu" href="#pages">All pages</a>
</header>
<div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
<main>
${html.replace(/href="((?:\.\.\/)?LICENSE-\w+)"/g, 'href="$1.txt"')}
<footer><a href="${up}${markdown}.md">This page as Markdown</a> · <a href="${up}llms.txt">llms.txt</a></footer>
</main>
<nav id="pages" aria-label="Pages">
${menu.map(({ section, pages }) => listed(section, pages)).join('\n')}
</nav>
</body>
</html>
`;

  function listed(section, pages) {
    const items = pages.map((page) => {
      const here = page.path === path;
      const link = `<a href="${up}${page.path}.html"${here ? ' aria-current="page"' : ''}>${escaped(page.label)}</a>`;
      return `<li>${link}${here ? parts() : ''}</li>`;
    });
    return `<h2>${escaped(section)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  }

  function parts() {
    const links = headings
      .filter(({ level }) => level === 2)
      .map(({ id, words }) => `<li><a href="#${id}">${escaped(words)}</a></li>`);
    return links.length > 1 ? `<ul>${links.join('')}</ul>` : '';
  }
}
