// The sentences about an autopilot, its agent and its critic, each a named constructor.

import { badSettings } from '../check/checks.js';
import { describeWrongItems, kindOf } from '../check/kind.js';
import { badResponse as bad } from '../run/calls.js';

export const oneAuthor = (model: unknown) =>
  badSettings(`exactly one of \`model\` and \`agent\` must be given, got ${model === undefined ? 'none' : 'both'}`);
export const agentTools = () => badSettings('`tools` are for a `model`; an `agent` runs its own');
export const missingCriticModel = () =>
  badSettings('`critic` has no model: with an `agent` give a Critic with a `model` of its own');
export const unsettledReply = (why: string) => bad(`the agent's reply: ${why}`);
export const wrongAgentReply = (value: unknown) =>
  bad(`the agent must return a string or { output: string }, got ${kindOf(value)}`);
export const strangeReplyKey = (key: string) => bad(`the agent's reply has ${key}`);
export const wrongCriteriaMet = (criteriaMet: unknown) => bad(describeWrongItems('`criteriaMet`', 'booleans', criteriaMet));
export const settingsAsFunction = () =>
  badSettings('the settings of a critic must be an object, got a function: write `new Critic({ model })`');
export const unplainSchemas = () => badSettings('the schemas of `tools` must be plain JSON');
