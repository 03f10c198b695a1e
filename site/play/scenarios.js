// What the playground begins with. `made` says where replies come from: of one a small real model, of the others our own hands.

import demo from '../../pkg-template/src/cli/demo.json' with { type: 'json' };
import drawn from './code.json' with { type: 'json' };
import * as decision from './decision.js';
import * as gate from './gate.js';
import * as research from './research.js';

const BY_HAND = 'The replies were written by hand for this page.';
const review = (criteria_met, suggestions, reasoning) => ({ reasoning, criteria_met, confidence: 0.9, suggestions });
const points = (score, issues = [], reasoning = '') => ({
  reasoning,
  score,
  issues,
  suggestion: issues[0] ?? '',
  needs_revision: score < 8,
});

/** The tests of `npx reflect-engine demo`, as a function that is given a draft. */
const TESTS = `(draft) => {
  const code = /\`\`\`\\w*\\n([\\s\\S]*?)\`\`\`/.exec(draft)?.[1] ?? draft;
  const cases = ${JSON.stringify(demo.cases.map(({ call, returns }) => [call, returns]))};
  return cases.flatMap(([call, wanted]) => {
    try {
      const got = new Function(code + '\\nreturn ' + call + ';')();
      return got === wanted ? [] : call + ' must return ' + wanted + ', but it returned ' + got;
    } catch (error) {
      return call + ' must return ' + wanted + ', but it threw ' + error.message;
    }
  });
}`;

/** The drafts of the demo; what else a visitor's run asks for was drawn for the same task. */
const others = drawn.input === demo.input ? drawn : { answers: [], revisions: [] };
const recording = { answers: [...demo.replies.map(({ content }) => content), ...others.answers], revisions: others.revisions };

const note = (body) => `## Heat pumps in old houses\n\n${body}`;

export const SCENARIOS = {
  code: {
    label: 'Code with a failing test',
    about:
      'A small model writes a function, and your tests judge it, here, in a sandbox. After a failure the engine has it write anew, too. This is the run of npx reflect-engine demo.',
    made: `${demo.model}, ${demo.date.slice(0, 10)}. ${demo.chosen} Other runs that you make of it get further drafts: ${drawn.about}`,
    form: {
      input: demo.input,
      systemPrompt: demo.systemPrompt,
      checks: [{ kind: 'function', text: TESTS }],
      settings: { maxReflections: 4 },
      hasCritic: false,
    },
    recording,
  },
  article: {
    label: 'An article under criteria',
    about:
      'A critic answers for each criterion. What is met is to be kept: the first revision mends one criterion and loses another, and that is noticed.',
    made: BY_HAND,
    form: {
      input: 'Write a short note on heat pumps in old houses, for people who own one.',
      criteria: ['It names a cost in euros.', 'It says when a heat pump is the wrong choice.', 'It has a heading.'],
      settings: { maxReflections: 3 },
    },
    recording: {
      answers: [
        note('A heat pump takes warmth from the air outside. It works in old houses, too, when radiators are large enough.'),
        'A heat pump costs about 25,000 euros in an old house. With good insulation it pays within fifteen years.',
        note('A heat pump costs about 25,000 euros. Most old houses can have one.'),
      ],
      revisions: [
        'A heat pump costs about 25,000 euros. It is the wrong choice where radiators need water of 70 °C and walls cannot be insulated.',
        note(
          'A heat pump costs about 25,000 euros. It is the wrong choice where radiators need water of 70 °C and walls cannot be insulated.',
        ),
      ],
      reviews: [
        review([false, false, true], ['Name a cost.', 'Say when it is the wrong choice.'], 'Only the heading is there.'),
        review([true, false, false], ['Say when it is the wrong choice.', 'Add a heading.'], 'A cost is named, nothing else.'),
        review([true, false, true], ['Say when it is the wrong choice.'], 'The limits are missing.'),
        review([true, true, false], ['Add the heading again.'], 'The cost and the limits are there, the heading is gone.'),
        review([true, true, true], [], 'The heading, 25,000 euros, and the limit of 70 °C are there.'),
      ],
    },
  },
  review: {
    label: 'An honest “needs review”',
    about:
      'Nobody can check the answer, and the critic says so each time. The budget ends, the best draft comes back, and its status is not ok. Then you may judge it yourself.',
    made: BY_HAND,
    form: { input: 'How many people were at the town’s market on 3 May 1894?', settings: { maxReflections: 1 } },
    recording: {
      answers: [
        'About 400 people were there.',
        'No count is known to me. Markets of such towns drew some hundreds.',
        'Some 300 people, as on most market days.',
      ],
      revisions: [
        'Between 300 and 500 people were there, says the chronicle.',
        'I cannot say how many people were there: no count is known to me. The archive of the town may have one.',
        'No count of that day is known to me.',
      ],
      reviews: [
        points(3, ['the number has no source'], 'A number without a source.'),
        points(6, ['the question is not answered'], 'Honest, but no answer.'),
        points(3, ['the number has no source'], 'A number without a source.'),
        points(2, ['the chronicle is not named, and may not exist'], 'The source is not named.'),
        points(7, ['the question is not answered'], 'Honest, with a way to an answer.'),
        points(6, ['the question is not answered'], 'Honest, but no answer.'),
      ],
    },
  },
  gate: {
    label: 'A gate in an agent',
    about:
      'The agent has its own loop and a tool for prices. It thinks that it is done, with a price from memory. The gate sends it back, and it looks the price up.',
    made: BY_HAND,
    runs: gate,
  },
  research: {
    label: 'Research that fills a table',
    about:
      'The lazy agent asks “is this good?” and stops at the first glowing article. The other one asks “is this complete?”, and goes on until the table is full.',
    made: 'The pages are in our own words, and the search runs here.',
    pane: research,
  },
  decision: {
    label: 'A decision before it ships',
    about: 'Four rules argue against a decision while it can still be changed. Two concerns turn it into a review.',
    made: 'No model is asked.',
    pane: decision,
  },
};
