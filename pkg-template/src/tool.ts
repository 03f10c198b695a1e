import { ReflectError, told } from './error.js';
import type { Check } from './schema.js';
import { checkOf, jsonSchemaOf } from './schema.js';
import type { InferOutput, StandardSchema } from './standard-schema.js';
import type { Json, JsonSchema, Tool, ToolContext } from './types.js';

/** A tool whose `args` are what the Standard Schema gives back. */
export interface StandardToolDefinition<S extends StandardSchema> {
  name: string;
  description?: string;
  schema: S;
  /** JSON Schema of the arguments, for the model; needed when the schema's library cannot convert it. */
  parameters?: object;
  execute(args: InferOutput<S>, context: ToolContext): unknown;
}

/** A tool whose arguments are described by a JSON Schema. */
export interface JsonToolDefinition<Args> {
  name: string;
  description?: string;
  schema: object;
  execute(args: Args, context: ToolContext): unknown;
}

/**
 * Defines a tool; the type of `args` comes from the Standard Schema.
 *
 * The model is told the schema as JSON Schema, converted by the schema's own library (zod 4, ArkType, `toStandardJsonSchema` of
 * valibot). Where that cannot be done give `parameters` too, or the model is told no more than that the arguments are an object.
 *
 * Arguments are checked before `execute` runs; what is wrong with them goes back to the model, and so does what `execute` throws.
 */
export function tool<S extends StandardSchema>(definition: StandardToolDefinition<S>): Tool<InferOutput<S>>;
export function tool<Args = Record<string, Json>>(definition: JsonToolDefinition<Args>): Tool<Args>;
export function tool(definition: Tool): Tool {
  prepareTool(definition);
  return definition;
}

/** A tool, ready to be run. */
export interface PreparedTool {
  tool: Tool;
  parameters: JsonSchema;
  check: Check;
}

/** Checks a tool's definition once. Throws `invalid_task`, naming the tool. */
export function prepareTool(given: unknown): PreparedTool {
  if (typeof given !== 'object' || given === null) throw bad(`a tool must be an object, got ${String(given)}`);
  const it = given as Partial<Tool>;
  if (typeof it.name !== 'string' || it.name.trim() === '') throw bad('a tool must have a `name`');
  if (typeof it.execute !== 'function') throw bad(`tool \`${it.name}\` must have a function \`execute\``);
  const schema = it.schema ?? it.parameters ?? { type: 'object' };
  if (typeof schema !== 'object' && typeof schema !== 'function') {
    throw bad(`the \`schema\` of tool \`${it.name}\` must be a Standard Schema or a JSON Schema`);
  }
  try {
    const parameters = (it.parameters as JsonSchema | undefined) ?? jsonSchemaOf(schema, 'input') ?? { type: 'object' };
    return { tool: it as Tool, parameters, check: checkOf(schema) };
  } catch (thrown) {
    throw bad(`the schema of tool \`${it.name}\` cannot be used: ${told(thrown)}`, thrown);
  }
}

function bad(message: string, cause?: unknown): ReflectError {
  return new ReflectError('invalid_task', message, cause === undefined ? {} : { cause });
}
