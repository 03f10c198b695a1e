// A conversation with a real model, written down for `npx reflect-engine demo`.

import { writeFile } from 'node:fs/promises';

import { CASES, input, NAME, systemPrompt } from './task.mjs';

const FILE = new URL('../../pkg-template/src/cli/demo.json', import.meta.url);

/**
 * The model, and what it said so far. `about` says which model this is, and with which settings it ran. `chosen` in the file, how task and
 * run were chosen, is for a person to write.
 *
 * @param {import('reflect-engine').Model} model
 */
export function recorder(model, about) {
  const replies = [];
  return {
    async model(request) {
      const { content, usage, finishReason, model: name } = await model(request);
      replies.push({ content, usage, finishReason, model: name });
      return replies.at(-1);
    },
    save() {
      const date = new Date().toISOString();
      const recorded = { ...about, date, chosen: '', input, systemPrompt, name: NAME, cases: CASES, replies };
      return writeFile(FILE, `${JSON.stringify(recorded, undefined, 1)}\n`);
    },
  };
}
