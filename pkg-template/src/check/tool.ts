import type { InferOutput, StandardSchema } from '../standard-schema.js';
import type { Json, Tool, ToolContext } from '../types.js';
import { prepareTool } from './prepared-tool.js';

/** A tool whose `args` are what the Standard Schema gives back. */
export interface StandardToolDefinition<S extends StandardSchema> {
  name: string;
  description?: string | undefined;
  schema: S;
  /** JSON Schema of the arguments, for the model; needed when the schema's library cannot convert it. */
  parameters?: object | undefined;
  execute(args: InferOutput<S>, context: ToolContext): unknown;
}

/** A tool whose arguments are described by a JSON Schema; without one they are any object. */
export interface JsonToolDefinition<Args> {
  name: string;
  description?: string | undefined;
  schema?: object | undefined;
  execute(args: Args, context: ToolContext): unknown;
}

/**
 * Defines a tool; the type of `args` comes from the Standard Schema.
 *
 * The model is given the schema as JSON Schema, converted by the schema's own library (zod 4, ArkType, `toStandardJsonSchema` of
 * valibot). Where that cannot be done give `parameters` too, or the model learns no more than that the arguments are an object.
 *
 * Arguments are checked before `execute` runs; what is wrong with them goes back to the model, and so does what `execute` throws.
 */
export function tool<S extends StandardSchema>(definition: StandardToolDefinition<S>): Tool<InferOutput<S>>;
export function tool<Args = Record<string, Json>>(definition: JsonToolDefinition<Args>): Tool<Args>;
export function tool(definition: Tool): Tool {
  prepareTool(definition);
  return definition;
}
