// Shows a run while it goes on: drafts as they are written, judged, rejected or accepted (`onDraft`), and each step (`stream`).
//
// A page without a bundler names the package's file. With a bundler it is `import { ReflectEngine } from 'reflect-engine'`.

import { ReflectEngine } from '../node_modules/reflect-engine/dist/index.js';
import { conversation, task } from './conversation.mjs';

const find = (id) => document.getElementById(id);
const engine = new ReflectEngine({ advanced: { judgeLast: true } });
/** The run that is on the page. */
let current;

find('task').textContent = task;
find('run').addEventListener('click', show);
show();

async function show() {
  current?.abort();
  for (const list of ['drafts', 'steps']) find(list).replaceChildren();
  find('outcome').textContent = '';

  const run = engine.stream({ input: task, model: conversation(), onDraft: (event) => run === current && drawDraft(event) });
  current = run;
  try {
    for await (const step of run) {
      if (run !== current) return;
      drawStep(step);
    }
    const { acceptedBy, iterations, usage } = await run.result;
    const calls = Object.values(usage.byPurpose).reduce((sum, purpose) => sum + purpose.calls, 0);
    find('outcome').textContent = acceptedBy
      ? `Draft ${iterations} was accepted by the ${acceptedBy}, after ${calls} model calls.`
      : 'No draft was accepted: a person should look.';
  } catch (error) {
    if (run === current) find('outcome').textContent = `The run failed: ${error.message}`;
  }
}

/** One card a draft: `draft.delta` adds to it, `draft.rejected` and `draft.accepted` stamp it. */
function drawDraft(event) {
  const card = cardOf(event.draftIndex);
  const [state, text] = card.children;
  switch (event.type) {
    case 'draft.delta':
      text.textContent += event.delta;
      break;
    case 'draft.rejected':
      card.className = 'rejected';
      state.textContent = event.score === undefined ? 'rejected' : `rejected, ${event.score} of 10`;
      break;
    case 'draft.accepted':
      card.className = 'accepted';
      state.textContent = `accepted, ${state.textContent}`;
      text.textContent = event.text;
      break;
  }
}

function cardOf(index) {
  const known = find('drafts').children[index];
  if (known) return known;
  const card = element('li', 'writing');
  card.append(element('span', 'state', 'not judged yet'), element('p', 'text'));
  find('drafts').append(card);
  return card;
}

/** Under most strategies a draft is rejected only when the run ends, since a worse one may follow; what a critic gave it is shown at once. */
function drawStep(step) {
  if (step.type === 'reflection') cardOf(step.draftIndex).firstChild.textContent = `${step.score} of 10`;
  const item = element('li', step.type);
  item.append(element('strong', '', step.type), element('span', '', step.assessment ?? step.content));
  find('steps').append(item);
}

function element(name, className, text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
