// The first page: parts of the README, in the order in which a visitor asks, and the loop as a figure.

import { readFileSync } from 'node:fs';

const figure = readFileSync(new URL('loop.svg', import.meta.url), 'utf8');

export function home(readme, render) {
  const part = (pattern) => {
    const found = pattern.exec(readme);
    if (found === null) throw new Error(`the README has nothing like ${pattern}`);
    return render(found[1] ?? found[0]).html;
  };
  return `<h1>reflect-engine</h1>
<div class="lead">${part(/^\*\*Checks[\s\S]*?(?=^<picture>)/m)}</div>
<figure>${figure}</figure>
<h2 id="playground">Watch it run</h2>
<p>The run of <code>npx reflect-engine demo</code>: a small model’s recorded drafts, tests that run now, and the package in your tab. In the <a href="playground.html">playground</a> you change the task, the checks, the strategy
and the model.</p>
<iframe title="A run" loading="lazy" src="playground.html#scenario=code&amp;pace=true&amp;embed"></iframe>
<h2 id="loop">Why not a for loop?</h2>
${part(/^## Why not a `for` loop\?\n+([\s\S]*?)(?=^## )/m)}
<h2 id="have">What do you have?</h2>
${part(/^## What do you have\?\n+([\s\S]*?)(?=^## )/m)}
<h2 id="believe">What you can believe</h2>
${part(/^## What you can believe\n+([\s\S]*?)(?=^## )/m)}`;
}
