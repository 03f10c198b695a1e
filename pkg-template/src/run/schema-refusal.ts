// A server that takes no JSON Schema refuses the request. It is asked once more without one, and from then on never with one.

import { isPlain, isPromise } from '../check/kind.js';
import { describeError, safely } from '../error.js';
import type { Model, ModelRequest } from '../types.js';

/** Servers say with one of these that they cannot use a request. */
const UNUSABLE: readonly unknown[] = [400, 422];

/** Clients whose server refused a schema, and then answered without one. */
const refusing = new WeakSet<object>();
/** The clients of model functions that are made anew for each run. */
const clients = new WeakMap<Model, object>();

export function madeBy(model: Model, client: object): Model {
  clients.set(model, client);
  return model;
}

/** Asks a model for JSON of a schema. `anew` makes the same request again. A reply without the schema has `schemaRefused`: why. */
export function askWithSchema(model: Model, request: ModelRequest, anew: () => ModelRequest): unknown {
  const client = clients.get(model) ?? model;
  const withoutSchema = (request: ModelRequest): unknown => {
    delete request.responseSchema;
    return model(request);
  };
  if (refusing.has(client)) return withoutSchema(request);
  const again = async (thrown: unknown): Promise<unknown> => {
    if (!safely(() => isUnusable(thrown)) || request.signal.aborted) throw thrown;
    let reply: unknown;
    try {
      reply = await withoutSchema(anew());
    } catch {
      // It was not the schema.
      throw thrown;
    }
    refusing.add(client);
    const schemaRefused = describeError(thrown);
    return isPlain(reply) ? { ...reply, schemaRefused } : typeof reply === 'string' ? { content: reply, schemaRefused } : reply;
  };
  try {
    const reply: unknown = model(request);
    // A reply that is no promise is taken at once.
    return isPromise(reply) ? Promise.resolve(reply).catch(again) : reply;
  } catch (thrown) {
    return again(thrown);
  }
}

function isUnusable(thrown: unknown): boolean {
  const { status, statusCode = status } = thrown as { status?: unknown; statusCode?: unknown };
  return UNUSABLE.includes(statusCode);
}
