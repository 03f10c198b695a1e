// The names that this package writes. Those that begin with `gen_ai.` and `error.` are of the semantic conventions of OpenTelemetry for
// generative AI, version 0.1.0, in which all of them are still in development. Those that begin with `reflect.` are ours.

export const GEN_AI_OPERATION = 'gen_ai.operation.name';
/** The conventions call a workflow's name that of an agent. */
export const GEN_AI_WORKFLOW = 'gen_ai.agent.name';
export const GEN_AI_MODEL = 'gen_ai.request.model';
export const GEN_AI_CHOICES = 'gen_ai.request.choice.count';
export const GEN_AI_RESPONSE_ID = 'gen_ai.response.id';
export const GEN_AI_FINISH_REASONS = 'gen_ai.response.finish_reasons';
export const GEN_AI_INPUT_TOKENS = 'gen_ai.usage.input_tokens';
export const GEN_AI_OUTPUT_TOKENS = 'gen_ai.usage.output_tokens';
export const GEN_AI_CACHED_TOKENS = 'gen_ai.usage.cache_read.input_tokens';
export const GEN_AI_INPUT = 'gen_ai.input.messages';
export const GEN_AI_OUTPUT = 'gen_ai.output.messages';
export const GEN_AI_TOOL = 'gen_ai.tool.name';
export const GEN_AI_TOOL_CALL_ID = 'gen_ai.tool.call.id';
export const GEN_AI_TOOL_ARGUMENTS = 'gen_ai.tool.call.arguments';
export const GEN_AI_TOOL_RESULT = 'gen_ai.tool.call.result';
export const GEN_AI_EVALUATION = 'gen_ai.evaluation.name';
export const GEN_AI_SCORE = 'gen_ai.evaluation.score.value';
export const GEN_AI_LABEL = 'gen_ai.evaluation.score.label';
export const GEN_AI_EXPLANATION = 'gen_ai.evaluation.explanation';
export const ERROR_TYPE = 'error.type';

export const OPERATION_RUN = 'invoke_workflow';
export const OPERATION_CHAT = 'chat';
export const OPERATION_TOOL = 'execute_tool';

export const EVALUATION_EVENT = 'gen_ai.evaluation.result';

/** Seconds of a run. Workflows are recorded on the metric of agents. */
export const DURATION = {
  name: 'gen_ai.invoke_agent.duration',
  options: {
    unit: 's',
    description: 'Duration of a run',
    advice: {
      explicitBucketBoundaries: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
    },
  },
};

/** For `error.type`, where nothing better can be said. */
export const OTHER_ERROR = '_OTHER';

export const REFLECT_RUN_ID = 'reflect.run.id';
export const REFLECT_CALL_ID = 'reflect.call.id';
export const REFLECT_PURPOSE = 'reflect.call.purpose';
export const REFLECT_ITERATION = 'reflect.iteration';
export const REFLECT_ATTEMPT = 'reflect.call.attempt';
export const REFLECT_STATUS = 'reflect.status';
export const REFLECT_ACCEPTED_BY = 'reflect.accepted_by';
export const REFLECT_STOP_REASON = 'reflect.stop_reason';
export const REFLECT_ITERATIONS = 'reflect.iterations';
export const REFLECT_JUDGE = 'reflect.judge.name';
export const REFLECT_JUDGE_MODEL = 'reflect.judge.model';
export const REFLECT_SCORE = 'reflect.score';
