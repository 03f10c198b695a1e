/**
 * OpenAI's client as a model of the engine.
 *
 * @packageDocumentation
 */

export { chatModel } from './chat.js';
export { decisionCritic } from './chat-critic.js';
export { responsesModel } from './responses.js';
