import { describeError, ReflectError } from '../error.js';
import type { InferOutput, StandardSchema } from '../given-types.js';
import type { Json, JsonSchema, Tool, ToolContext } from '../types.js';
import { describeWrongValue, isPlain } from './kind.js';
import { type Check, checkOf, jsonSchemaOf } from './schema.js';

/** A tool whose `args` are what the Standard Schema gives back. */
export interface StandardToolDefinition<S extends StandardSchema> {
  name: string;
  description?: string | undefined;
  schema: S;
  /** JSON Schema of the arguments, for the model; needed when the schema's library cannot convert it. */
  parameters?: object | undefined;
  execute(args: InferOutput<S>, context: ToolContext): unknown;
}

/** A tool whose arguments a JSON Schema describes; without one they are any object. */
export interface JsonToolDefinition<Args> {
  name: string;
  description?: string | undefined;
  schema?: object | undefined;
  execute(args: Args, context: ToolContext): unknown;
}

/**
 * Defines a tool; the type of `args` comes from the Standard Schema.
 *
 * The model gets the schema as JSON Schema, converted by the schema's own library (zod 4, ArkType, `toStandardJsonSchema` of valibot). If
 * the library cannot do that, give `parameters` too; otherwise the model only learns that the arguments are an object.
 *
 * Arguments are checked before `execute` runs; what is wrong with them goes back to the model, and so does what `execute` throws.
 */
export function tool<S extends StandardSchema>(definition: StandardToolDefinition<S>): Tool<InferOutput<S>>;
export function tool<Args = Record<string, Json>>(definition: JsonToolDefinition<Args>): Tool<Args>;
export function tool(definition: Tool): Tool {
  prepareTool(definition);
  const unknown = isPlain(definition) && Object.keys(definition).find((key) => !KEYS.includes(key));
  if (typeof unknown === 'string')
    throw bad(`tool \`${definition.name}\` has \`${unknown}\`, which no tool has; known are ${KEYS.join(', ')}`);
  return definition;
}

const KEYS = ['name', 'description', 'schema', 'parameters', 'execute'];
/** What other libraries call a part of a tool. */
const FOREIGN: Readonly<Record<string, string>> = {
  inputSchema: 'schema',
  input_schema: 'schema',
  params: 'schema',
  arguments: 'schema',
  args: 'schema',
  func: 'execute',
  fn: 'execute',
  handler: 'execute',
};

/** @internal A tool, ready to be run. */
export interface PreparedTool {
  tool: Tool;
  parameters: JsonSchema;
  /** Its schema could not be made a JSON Schema: a model learns no more than that the arguments are an object. */
  hasNoJsonSchema?: boolean;
  check: Check;
}

/** @internal Checks a tool's definition once. Throws `invalid_task`, naming the tool. */
export function prepareTool(value: unknown): PreparedTool {
  if (typeof value !== 'object' || value === null) throw bad(`a tool must be an object, got ${String(value)}`);
  const it = value as Partial<Tool>;
  if ('function' in it)
    throw bad(
      `a tool must be { name, description, schema, execute }, got one in the form of OpenAI, which says nothing of how it is run`,
    );
  if (typeof it.name !== 'string' || it.name.trim() === '') throw bad('a tool must have a `name`');
  if (!/^[\w-]{1,64}$/.test(it.name))
    throw bad(describeWrongValue('`name` of a tool', '1 to 64 of a-z, A-Z, 0-9, _ and -, or providers refuse it', it.name));
  const foreign = Object.keys(FOREIGN).find((key) => key in it);
  if (foreign !== undefined) throw bad(`tool \`${it.name}\` has \`${foreign}\`: here it is called \`${FOREIGN[foreign]}\``);
  if (typeof it.execute !== 'function') throw bad(`tool \`${it.name}\` must have a function \`execute\``);
  const schema = it.schema ?? it.parameters ?? { type: 'object' };
  if (typeof schema !== 'object' && typeof schema !== 'function') {
    throw bad(`the \`schema\` of tool \`${it.name}\` must be a Standard Schema or a JSON Schema`);
  }
  try {
    const own = it.parameters === undefined || '~standard' in it.parameters ? undefined : (it.parameters as JsonSchema);
    const parameters = own ?? jsonSchemaOf(schema, 'input');
    return {
      tool: it as Tool,
      parameters: parameters ?? { type: 'object' },
      hasNoJsonSchema: parameters === undefined,
      check: checkOf(schema),
    };
  } catch (thrown) {
    throw bad(`the schema of tool \`${it.name}\` cannot be used: ${describeError(thrown)}`, thrown);
  }
}

function bad(message: string, cause?: unknown): ReflectError {
  return new ReflectError('invalid_task', message, cause === undefined ? {} : { cause });
}
