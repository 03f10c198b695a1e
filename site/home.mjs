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
<div class="lead">${part(/^\*\*Makes[\s\S]*?(?=\n\n\|)/m)}</div>
<figure>${figure}</figure>
<h2 id="figures">A real model on real tests</h2>
${part(/^\| \[[\s\S]*?(?=\n\n)/m)}
<h2 id="try">Twelve lines that run</h2>
${part(/^## Install\n+([\s\S]*?)(?=^## )/m)}
<h2 id="playground">Watch it run</h2>
<p>A small model’s recorded replies, and the package in your tab. In the <a href="playground.html">playground</a> you change the task, the checks, the strategy
and the model.</p>
<iframe title="A run" loading="lazy" src="playground.html#scenario=code&amp;pace=true&amp;embed"></iframe>
<h2 id="frameworks">In your framework</h2>
${part(/^\| you use[\s\S]*?(?=\n\n)/m)}
<h2 id="hosts">Where it runs</h2>
${part(/^## Runtimes\n+([\s\S]*?)(?=\n\n)/m)}`;
}
