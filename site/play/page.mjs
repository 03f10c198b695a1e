// The playground's markup. What it does is in index.js; what the choices are, in scenarios.js and checks.js.

import { readFileSync } from 'node:fs';

/** As the types have them. */
const types = readFileSync(new URL('../../etc/reflect-engine.api.md', import.meta.url), 'utf8');
const strategies = /^type Strategy = (.+);$/m.exec(types)[1].replaceAll('"', '').split(' | ');
const optionsFrom = (first) =>
  [first, ...strategies.filter((name) => name !== first)].map((name) => `<option>${name}</option>`).join('');

/** Beside the policy of all pages: wasm, workers (that of a model in the tab is made from a text), and a model that may be anywhere. */
export const policy = "; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' http: https:";
export const head = '<link rel="stylesheet" href="play/style.css"><script type="module" src="play/index.js"></script>';

/** The page as Markdown, for who reads it without looking. */
export const text = `# Playground

Runs the package in your tab: choose a scenario, change the task, the criteria, the checks or the strategy, and watch what comes of it.

- **Recorded** replies need no model. Where a run asks for more than was recorded, it says so.
- **Your endpoint** is any server that speaks OpenAI's language. The key stays in memory.
- **In your browser** runs a GGUF file that you choose, in this tab.
`;

export const html = `<h1>Playground</h1>
<p>The package runs in this tab. Choose a scenario, change what you like, and watch what comes of it.</p>
<div id="scenarios" role="group" aria-label="Scenarios"></div>
<p id="about"></p>
<div id="controls">
<div class="bar">
<button id="run" class="main" form="form">Run</button>
<button id="compare" type="button">Compare with</button>
<select id="other" class="inline" aria-label="The strategy to compare with">${optionsFrom('classic')}</select>
<button id="pause" type="button" disabled>Pause</button>
<button id="step" type="button" disabled>Step</button>
<button id="abort" type="button" disabled>Abort</button>
<button id="resume" type="button" disabled>Resume the aborted run</button>
<button id="save" type="button" disabled>Save the trace</button>
<label class="button">Open a trace<input id="load" type="file" accept=".json"></label>
</div>
<p id="outcome" role="status"></p>
</div>
<div id="play">
<form id="form" novalidate>
<p class="hint" data-source="recorded">Recorded replies belong to this task. To change it, take another model below.</p>
<div data-field="input"><label for="input">Task</label><textarea id="input" name="task" rows="3"></textarea></div>
<div data-field="systemPrompt"><label for="system">System prompt</label><textarea id="system" name="system" rows="2"></textarea></div>
<div data-field="criteria"><label for="criteria">Criteria, one a line (none: a score)</label><textarea id="criteria" name="criteria" rows="2"></textarea></div>
<fieldset data-field="verifiers"><legend>Verifiers</legend><div id="checks"></div>
<label>Another one <select id="kind" class="inline"></select></label> <button id="add" type="button">Add</button></fieldset>
<fieldset class="row"><legend>Settings</legend>
<div data-field="strategy"><label for="strategy">Strategy</label><select id="strategy" name="strategy">${optionsFrom('keep-best')}</select></div>
<div data-field="maxReflections"><label for="reflections">Revisions at most</label><input id="reflections" name="revisions" inputmode="numeric" placeholder="2"></div>
<div data-field="acceptanceThreshold"><label for="threshold">Accepted from</label><input id="threshold" name="threshold" inputmode="decimal" placeholder="8"></div>
<div data-field="critic"><label class="check"><input id="critic" name="critic" type="checkbox"> a critic judges, too</label></div>
<div data-field="settings" class="whole"><label for="more">Other settings, as JSON</label><textarea id="more" name="settings" class="code" rows="1" placeholder='{ "budget": { "maxCalls": 6 } }'></textarea></div>
</fieldset>
<fieldset class="row"><legend>Model</legend>
<label for="source" class="whole">Replies come from <select id="source" name="source"><option value="recorded">a recording</option><option value="server">your endpoint (OpenAI-compatible)</option><option value="local">a GGUF file, in this tab</option></select></label>
<div data-source="recorded" class="whole"><label class="check"><input id="pace" name="pace" type="checkbox"> at the pace of a model</label></div>
<div data-source="server" data-field="url" class="whole"><label for="url">URL</label><input id="url" name="url" type="url" placeholder="http://localhost:11434/v1"></div>
<div data-source="server" data-field="name"><label for="name">Model</label><input id="name" name="model" autocomplete="off" placeholder="qwen2.5-coder"></div>
<div data-source="server" data-field="key"><label for="key">Key, kept in memory</label><input id="key" type="password" autocomplete="off"></div>
<div data-source="local" data-field="file" class="whole"><label for="gguf">GGUF file. It runs in this tab alone: a small model takes minutes for a run</label><input id="gguf" type="file" accept=".gguf" multiple></div>
</fieldset>
<details><summary>The same in code</summary><button id="copy" type="button">Copy</button><pre><code id="code"></code></pre></details>
</form>
<section id="right" aria-label="The run">
<figure id="loop">${readFileSync(new URL('../loop.svg', import.meta.url), 'utf8')}</figure>
<form id="review" class="bar" hidden>
<label for="word">What is missing</label><input id="word">
<button id="accept" type="button">Accept it</button><button id="refuse">Send it back</button>
</form>
<fieldset id="whatif" class="bar" hidden><legend>What if<span id="if-run"></span>? No model is asked</legend>
<label for="if-threshold">accepted from <output id="if-points"></output></label><input id="if-threshold" type="range" min="2" max="10" step="0.5">
<label for="if-strategy">under</label><select id="if-strategy" class="inline">${optionsFrom('keep-best')}</select>
<p id="if-outcome" role="status"></p>
</fieldset>
<div id="pane" hidden></div>
<iframe id="view" title="The run, draft by draft" src="play/view.html"></iframe>
</section>
</div>`;
