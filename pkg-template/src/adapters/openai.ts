/**
 * OpenAI's client as a model of the engine.
 *
 * @packageDocumentation
 */

export { chatModel } from './chat.js';
export { responsesModel } from './responses.js';
